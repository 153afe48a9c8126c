// Pasha's set-up, as a record tells it before the first move: who starts, everyone's packs, a bonus tile (P7-P10).
// A heap of cards holds them in ascending order of values, a heap of tiles in the edition's order.

import { list, object, oneOf, whole } from "/static/documents.js";

export const RULES_VERSION = 1;

const SETS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const MOST_SEATS = 5;
const MOST_CARDS = 15; // of one player
const MOST_TILES = 30;

/** The events before the first move; the first player is drawn by lot (P9). */
export function opening(record, open, hidden) {
  const { edition, options } = record;
  const players = whole("options.players", options.players, 2, MOST_SEATS);
  object("edition", edition, ["cards", "pack_size", "tiles"]);
  const first = open.below(players);
  const seats = Array.from({ length: players }, (_, step) => (first + step) % players);
  return [
    { type: "start", seat: first },
    ...seats.map((seat) => ({ type: "packs", seat, cards: dealPacks(edition, hidden) })),
    { type: "round", number: 1 },
    ...revealTile(edition, open),
  ];
}

/** A player's cards are shuffled into packs; a pack's cards are in no order and told ascending (P2, P7). */
function dealPacks(edition, hidden) {
  const cards = list("edition.cards", edition.cards, 1, MOST_CARDS);
  const values = cards.map((value, place) => whole(`edition.cards[${place}]`, value, -9, 30));
  const size = whole("edition.pack_size", edition.pack_size, 1, MOST_CARDS);
  const drawn = hidden.drawSome(ascending(values), values.length);
  const packs = Array.from({ length: Math.ceil(drawn.length / size) }, (_, pack) => pack * size);
  return packs.flatMap((start) => ascending(drawn.slice(start, start + size)));
}

/** One of the tiles of the first set lies on top of the bonus stack; without tiles there is none (P8, P10). */
function revealTile(edition, open) {
  const tiles = list("edition.tiles", edition.tiles, 0, MOST_TILES).map(checkedTile);
  if (tiles.length === 0) return [];
  const [firstSet] = tiles.map((tile) => tile.set).sort();
  return [{ type: "bonus", tile: open.draw(tiles.filter((tile) => tile.set === firstSet)) }];
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
