// Pasha's chance, recomputed from a record: who starts, everyone's packs, bonus tiles, every roll (P7-P13). Moves are followed
// only as far as they change what there is to draw from and which dice are rolled; no rule is checked.
// A heap of cards holds them in ascending order of values, a heap of tiles in the edition's order.

import { list, object, oneOf, whole } from "/static/documents.js";
import { Impossible, take } from "/static/randomness.js";

export const RULES_VERSION = 1;
export const NOT_DRAWN = ["disc", "win", "tile", "score", "end"]; // events that follow from the moves alone

const SETS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const FACES = 6;
const DICE = 5;

const MOST_SEATS = 5;
const MOST_CARDS = 15; // of one player
const MOST_TILES = 30;

/** All that is drawn from in one game. */
export class Chance {
  /** The packs and tiles before set-up (P2, P8). */
  constructor({ edition, options }) {
    this.players = whole("options.players", options.players, 2, MOST_SEATS);
    object("edition", edition, ["cards", "pack_size", "tiles"]);
    const cards = list("edition.cards", edition.cards, 1, MOST_CARDS);
    this.cards = ascending(cards.map((value, place) => whole(`edition.cards[${place}]`, value, -9, 30)));
    this.packSize = whole("edition.pack_size", edition.pack_size, 1, MOST_CARDS);
    this.tiles = list("edition.tiles", edition.tiles, 0, MOST_TILES).map(checkedTile);
    this.dice = [];
    this.round = 0;
    this.marks = 0; // discs laid this round
  }

  /** The events before the first move; the first player is drawn by lot (P9). */
  setUp({ open, hidden }) {
    const first = open.below(this.players);
    const seats = Array.from({ length: this.players }, (_, step) => (first + step) % this.players);
    const packs = seats.map((seat) => ({ type: "packs", seat, cards: this.dealPacks(hidden) }));
    return [{ type: "start", seat: first }, ...packs, ...this.beginRound(open)];
  }

  /** A player's cards are shuffled into packs; a pack's cards are in no order and told ascending (P2, P7). */
  dealPacks(hidden) {
    const drawn = hidden.drawSome([...this.cards], this.cards.length);
    const packs = Array.from({ length: Math.ceil(drawn.length / this.packSize) }, (_, pack) => pack * this.packSize);
    return packs.flatMap((start) => ascending(drawn.slice(start, start + this.packSize)));
  }

  /** One of the tiles that are left of the first set that is not empty is revealed; without tiles there is none (P8, P10). */
  beginRound(open) {
    this.round += 1;
    this.marks = 0;
    const told = { type: "round", number: this.round };
    if (this.tiles.length === 0) return [told];
    const [firstSet] = this.tiles.map((tile) => tile.set).sort();
    const tile = open.draw(this.tiles.filter((other) => other.set === firstSet));
    take(this.tiles, tile);
    return [told, { type: "bonus", tile }];
  }

  /** What is rolled by a move, or revealed after it. */
  follow({ seat, move }, streams) {
    const [verb, ...words] = move.replace(/^cube reroll/, "reroll").split(" ");
    if (verb === "play" || verb === "lamp") return this.roll(seat, [], DICE, streams.open);
    if (verb === "reroll") return this.reroll(seat, words.map(Number), streams.open);
    if (verb === "cube" && /^[1-6][+-]$/.test(words[0])) return this.turn(Number(words[0][0]), words[0][1]);
    if (verb === "mark") return this.mark(streams);
    throw new Impossible(verb);
  }

  /** So many dice are rolled beside those that are kept (P11, P13). */
  roll(seat, kept, number, open) {
    this.dice = ascending([...kept, ...Array.from({ length: number }, () => open.below(FACES) + 1)]);
    return [{ type: "roll", seat, dice: [...this.dice] }];
  }

  /** The chosen dice are rolled again, for a cube too (P11, P12). */
  reroll(seat, chosen, open) {
    for (const face of chosen) take(this.dice, face);
    return this.roll(seat, this.dice, chosen.length, open);
  }

  /** A cube turns one die up or down by one (P12). */
  turn(face, way) {
    const turned = way === "+" ? face + 1 : face - 1;
    if (turned < 1 || turned > FACES) throw new Impossible(face + way);
    take(this.dice, face);
    this.dice.push(turned);
    return [];
  }

  /** A disc is laid; after the last one of a round comes the next, as many as there are cards (P11, P14). */
  mark(streams) {
    this.dice = [];
    this.marks += 1;
    return this.marks === this.players && this.round < this.cards.length ? this.beginRound(streams.open) : [];
  }
}

/** A tile of the edition, with all its keys; one for discarding has no amount (P4). */
function checkedTile(tile, place) {
  const { set, face, reward, amount } = object(`edition.tiles[${place}]`, tile, ["set", "face", "reward"]);
  oneOf(`edition.tiles[${place}].set`, set, SETS);
  return { set, face, reward, amount: amount ?? null };
}

/** Values from low to high. */
function ascending(values) {
  return [...values].sort((one, other) => one - other);
}
