// Asara's chance, recomputed from a record: who starts, hands, displays, buyers drawn in the tent, lit windows looked at
// (A5-A8, A21, A22, A25). Moves are followed only as far as they change what there is to draw from; no rule is checked.
// Each heap holds its things in the order in which the rules name their kinds.

import { list, object, oneOf, whole } from "/static/documents.js";
import { heapOf, Impossible, take } from "/static/randomness.js";

export const RULES_VERSION = 2;
export const SAME_CHANCE = [1]; // earlier versions of the rules in which chance is followed just so
export const NOT_DRAWN = ["score", "end"]; // events that follow from the moves alone

const COLOURS = ["brown", "green", "red", "black", "white"];
const BUYERS = ["blue", "yellow", "purple", "green", "orange"];
const MARKETS = ["base", "middle", "window", "top"];
const PIECES = COLOURS.flatMap((colour) => [colour, colour + "*"]); // plain, then with gold
const WITHOUT_CHANCE = ["decline", "found", "add", "light", "done"]; // moves that change no heap

const MOST_SEATS = 4;
const MOST_ASARI = 200; // in any one payment
const MOST_BUYERS = 24; // of a colour
const MOST_PER_COLOUR = 12; // pieces of a kind and colour
const MOST_DISPLAY = 12;
const MOST_SEEN = 12; // lit windows in one look
const MOST_TENT = 10; // buyers drawn at once

/** All that is drawn from in one game. */
export class Chance {
  /** The heaps before set-up; lit windows are there in the expert game only (A1, A2, A8). */
  constructor({ edition, options }) {
    this.players = whole("options.players", options.players, 2, MOST_SEATS);
    this.readBuyers(edition);
    this.readMoney(edition);
    this.stacks = piecesOf(edition);
    this.places = numbers(edition, "display", MARKETS, MOST_DISPLAY);
    this.displays = MARKETS.map(() => []);
    this.lit = isExpert(options) ? litOf(edition) : [];
    this.under = []; // lit windows put under the stack, the next to be drawn first
    this.seen = []; // lit windows being looked at
    this.back = []; // those that were put under the stack last
    this.offered = []; // the display or stack that can be bought from
    this.year = 0;
    this.held = 0; // buyers that were dealt or drawn this year and not laid yet
  }

  /** How many buyers there are, in a hand, and drawn in the tent (A2, A7, A21). */
  readBuyers(edition) {
    this.buyers = numbers(edition, "buyers", BUYERS, MOST_BUYERS);
    const sizes = object("edition.hand", object("edition", edition, ["hand"]).hand, [String(this.players)]);
    const most = Math.floor(this.buyers.reduce((sum, number) => sum + number) / this.players);
    this.hand = whole(`edition.hand.${this.players}`, sizes[this.players], 1, most);
    this.tent = whole("edition.tent_draws", object("edition", edition, ["tent_draws"]).tent_draws, 1, MOST_TENT);
  }

  /** What everybody is given at the start and each year (A6, A25). */
  readMoney(edition) {
    object("edition", edition, ["start_money", "year_money"]);
    const amounts = list("edition.start_money", edition.start_money, MOST_SEATS, MOST_SEATS);
    this.money = amounts.map((amount, turn) => whole(`edition.start_money[${turn}]`, amount, 0, MOST_ASARI));
    this.income = whole("edition.year_money", edition.year_money, 0, MOST_ASARI);
  }

  /** The events before the first move: a first player by lot (A6), and the first year. */
  setUp(streams) {
    this.favour = streams.open.below(this.players);
    const money = this.seats().map((seat, turn) => ({ type: "money", seat, amount: this.money[turn], why: "start" }));
    return [{ type: "start", seat: this.favour }, ...money, ...this.beginYear(streams)];
  }

  /** What is drawn by a move, between it and the `next`; where there is none, what was found says whether a year began. */
  follow({ seat, move, next, found }, streams) {
    const drawn = this.carryOut(seat, move.split(" "), streams);
    const isYearOver = this.held === 0 && (next?.startsWith("place ") || found.some(({ event }) => event.type === "year"));
    return isYearOver ? [...drawn, ...this.nextYear(streams)] : drawn;
  }

  /** The events of a move by itself; most moves only take things away. */
  carryOut(seat, [verb, ...words], streams) {
    if (verb === "place" && words.length === 2) return this.place(seat, words[0].split("+"), words[1], streams);
    if (verb === "look" && words.length === 1) return this.look(seat, words[0], streams);
    if (verb === "buy" && words.length === 1) take(this.offered, words[0]);
    else if (verb === "spy" && MARKETS.includes(words[0])) this.offered = this.stacks[MARKETS.indexOf(words[0])];
    else if (verb === "keep") this.keep(words);
    else if (verb === "under") this.order(words);
    else if (!WITHOUT_CHANCE.includes(verb)) throw new Impossible(verb);
    return [];
  }

  /** Buyers leave a hand; a market offers its display, the favour's holder starts the next year, the tent is drawn from. */
  place(seat, cards, space, streams) {
    if (cards.length > Math.min(2, this.held) || !cards.every((card) => BUYERS.includes(card))) throw new Impossible(space);
    this.held -= cards.length;
    this.offered = this.displays[MARKETS.indexOf(space)] ?? [];
    if (space === "favour") this.favour = seat;
    if (!space.startsWith("tent.")) return [];
    const drawn = streams.hidden.drawSome(this.pile, this.tent);
    this.held += drawn.length;
    return [{ type: "draw", seat, cards: sorted(drawn, BUYERS) }];
  }

  /** A look at the top of the lit windows' stack: those that nobody has seen, then those put under it in their order (A22). */
  look(seat, written, streams) {
    const number = Math.min(Number(written), this.lit.length + this.under.length);
    if (!(number >= 0 && number <= MOST_SEEN)) throw new Impossible(written);
    this.seen = Array.from({ length: number }, () => (this.lit.length ? streams.hidden.draw(this.lit) : this.under.shift()));
    return [{ type: "look", seat, pieces: [...this.seen] }];
  }

  /** The windows that are not kept go under the stack, as they were drawn unless an order is chosen (A22). */
  keep(colours) {
    for (const colour of colours) take(this.seen, colour);
    this.under.push(...this.seen);
    [this.back, this.seen] = [this.seen, []];
  }

  /** The player's order for those that just went under the stack (A22). */
  order(colours) {
    if (colours.length !== this.back.length) throw new Impossible(String(colours));
    for (const colour of colours) take(this.back, colour);
    this.under.splice(-colours.length, colours.length, ...colours);
  }

  /** Money for everyone, from the new starter on, and the new year (A25). */
  nextYear(streams) {
    const [year, ...laid] = this.beginYear(streams);
    return [year, ...this.seats().map((seat) => ({ type: "money", seat, amount: this.income, why: "year" })), ...laid];
  }

  /** All buyers are dealt anew and the displays filled; the favour's holder starts (A7, A25). */
  beginYear(streams) {
    this.year += 1;
    return [{ type: "year", number: this.year }, ...this.dealHands(streams.hidden), ...this.fillDisplays(streams.open)];
  }

  /** All seats, clockwise from the favour's holder. */
  seats() {
    return Array.from({ length: this.players }, (_, turn) => (this.favour + turn) % this.players);
  }

  /** All buyers are shuffled and each player is dealt a hand, from the starter on (A2, A7). */
  dealHands(hidden) {
    this.pile = heapOf(BUYERS, this.buyers);
    this.held = this.players * this.hand;
    return this.seats().map((seat) => {
      return { type: "deal", seat, cards: sorted(hidden.drawSome(this.pile, this.hand), BUYERS) };
    });
  }

  /** Pieces are turned up from each kind's stack until its display is full or the stack empty (A1, A5). */
  fillDisplays(open) {
    const laid = MARKETS.map((market, kind) => {
      const drawn = open.drawSome(this.stacks[kind], this.places[kind] - this.displays[kind].length);
      this.displays[kind].push(...drawn);
      return { type: "display", market, pieces: sorted(drawn, PIECES) };
    });
    return laid.filter((display) => display.pieces.length > 0);
  }
}

/** The stack of each market's kind (A1). */
function piecesOf(edition) {
  const pieces = numbers(edition, "pieces_per_colour", MARKETS, MOST_PER_COLOUR);
  const gold = numbers(edition, "gold_per_colour", MARKETS, MOST_PER_COLOUR);
  return MARKETS.map((market, kind) => {
    const golden = whole(`edition.gold_per_colour.${market}`, gold[kind], 0, pieces[kind]);
    return heapOf(PIECES, COLOURS.flatMap(() => [pieces[kind] - golden, golden]));
  });
}

/** The stack of lit windows (A8). */
function litOf(edition) {
  const [number] = numbers(edition, "pieces_per_colour", ["lit"], MOST_PER_COLOUR);
  return heapOf(COLOURS, COLOURS.map(() => number));
}

function isExpert(options) {
  return oneOf("options.expert", object("options", options, ["expert"]).expert, [true, false]);
}

/** A table of the edition with a number for each name, in the names' order. */
function numbers(edition, key, names, most) {
  const found = object(`edition.${key}`, object("edition", edition, [key])[key], names);
  return names.map((name) => whole(`edition.${key}.${name}`, found[name], 0, most));
}

/** Things in the order in which the rules name their kinds. */
function sorted(things, kinds) {
  return [...things].sort((one, other) => kinds.indexOf(one) - kinds.indexOf(other));
}
