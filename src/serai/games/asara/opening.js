// Asara's set-up, as a record tells it before the first move: who starts, money, hands, displays (A5-A8).
// Each heap holds its things in the order in which the rules name their kinds.

import { list, object, whole } from "/static/documents.js";

export const RULES_VERSION = 2;
export const SAME_SET_UP = [1]; // earlier versions of the rules that set a table up just so

const COLOURS = ["brown", "green", "red", "black", "white"];
const BUYERS = ["blue", "yellow", "purple", "green", "orange"];
const MARKETS = ["base", "middle", "window", "top"];
const PIECES = COLOURS.flatMap((colour) => [colour, colour + "*"]); // plain, then with gold

const MOST_SEATS = 4;
const MOST_ASARI = 200; // in any one payment
const MOST_BUYERS = 24; // of a colour
const MOST_PER_COLOUR = 12; // pieces of a kind and colour
const MOST_DISPLAY = 12;

/** The events before the first move: a first player by lot (A6); lit windows are drawn only when looked at (A8). */
export function opening(record, open, hidden) {
  const { edition, options } = record;
  const players = whole("options.players", options.players, 2, MOST_SEATS);
  const starter = open.below(players);
  const seats = Array.from({ length: players }, (_, turn) => (starter + turn) % players);
  return [
    { type: "start", seat: starter },
    ...startMoney(edition, seats),
    { type: "year", number: 1 },
    ...dealHands(edition, seats, hidden),
    ...fillDisplays(edition, open),
  ];
}

/** Each player's first Asari, clockwise from the first player (A6). */
function startMoney(edition, seats) {
  object("edition", edition, ["start_money"]);
  const amounts = list("edition.start_money", edition.start_money, MOST_SEATS, MOST_SEATS);
  return seats.map((seat, turn) => {
    const amount = whole(`edition.start_money[${turn}]`, amounts[turn], 0, MOST_ASARI);
    return { type: "money", seat, amount, why: "start" };
  });
}

/** All buyers are shuffled and each player is dealt a hand, from the starter on (A2, A7). */
function dealHands(edition, seats, hidden) {
  const pile = heap(BUYERS, numbers(edition, "buyers", BUYERS, MOST_BUYERS));
  const sizes = object("edition.hand", object("edition", edition, ["hand"]).hand, [String(seats.length)]);
  const most = Math.floor(pile.length / seats.length);
  const size = whole(`edition.hand.${seats.length}`, sizes[seats.length], 1, most);
  return seats.map((seat) => ({ type: "deal", seat, cards: sorted(hidden.drawSome(pile, size), BUYERS) }));
}

/** Pieces are turned up from each kind's stack until its display is full or the stack empty (A1, A5). */
function fillDisplays(edition, open) {
  const pieces = numbers(edition, "pieces_per_colour", MARKETS, MOST_PER_COLOUR);
  const gold = numbers(edition, "gold_per_colour", MARKETS, MOST_PER_COLOUR);
  const places = numbers(edition, "display", MARKETS, MOST_DISPLAY);
  const laid = MARKETS.map((market, kind) => {
    const golden = whole(`edition.gold_per_colour.${market}`, gold[kind], 0, pieces[kind]);
    const stack = heap(PIECES, COLOURS.flatMap(() => [pieces[kind] - golden, golden]));
    return { type: "display", market, pieces: sorted(open.drawSome(stack, places[kind]), PIECES) };
  });
  return laid.filter((display) => display.pieces.length > 0);
}

/** A table of the edition with a number for each name, in the names' order. */
function numbers(edition, key, names, most) {
  const found = object(`edition.${key}`, object("edition", edition, [key])[key], names);
  return names.map((name) => whole(`edition.${key}.${name}`, found[name], 0, most));
}

/** So many of each kind, kind after kind. */
function heap(kinds, counts) {
  return kinds.flatMap((kind, number) => Array(counts[number]).fill(kind));
}

/** Things in the order in which the rules name their kinds. */
function sorted(things, kinds) {
  return [...things].sort((one, other) => kinds.indexOf(one) - kinds.indexOf(other));
}
