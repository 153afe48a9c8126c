// Pasha's score pad: cards won, tiles and cubes of everybody, and every point that they bring, with its reason (P19, P20).
//
// A seat has a number for each kind of card, the highest first, and of the tiles with points those that it keeps, by their
// place in the edition. All numbers of the edition come with the page.

import { list, whole } from "/static/pad-link.js";
import { word } from "/static/words.js";

/** A pad on which nothing is entered yet. */
export function fresh(players, numbers) {
  return { seats: Array.from({ length: players }, () => seat(numbers)) };
}

function seat({ cards }) {
  return { won: cards.map(() => 0), tiles: [], cubes: 0 };
}

/** The same pad for more or fewer players. */
export function resize(sheet, players, numbers) {
  while (sheet.seats.length < players) sheet.seats.push(seat(numbers));
  sheet.seats.length = players;
}

/** Whether nothing was entered. */
export function isEmpty(sheet) {
  return sheet.seats.every(({ won, tiles, cubes }) => won.every((number) => !number) && !tiles.length && !cubes);
}

/** A pad as few characters. */
export function pack({ seats }) {
  return seats.map(({ won, tiles, cubes }) => [won, tiles, cubes]);
}

/** A pad from what somebody sent; an error when it is none. */
export function unpack(packed, players, numbers) {
  const seats = list(packed, players, players).map((found) => unpackSeat(found, players, numbers));
  const tiles = seats.flatMap((found) => found.tiles);
  list([...new Set(tiles)], tiles.length, tiles.length); // nobody has a tile that another has
  return { seats };
}

function unpackSeat(packed, players, { cards, tiles, most_cubes }) {
  const [won, kept, cubes] = list(packed, 3, 3);
  const counts = list(won, cards.length, cards.length);
  return {
    won: counts.map((number, kind) => whole(number, 0, cards[kind].each * players)),
    tiles: list(kept, 0, tiles.length).map((tile) => whole(tile, 0, tiles.length - 1)),
    cubes: whole(cubes, 0, most_cubes),
  };
}

/** Every point with its reason, what everybody has, and who would win. */
export function score(sheet, numbers) {
  const points = sheet.seats.flatMap((_, seat) => pointsOf(sheet.seats[seat], seat, numbers));
  const totals = sheet.seats.map((_, seat) => sum(points.filter((one) => one.seat === seat).map((one) => one.points)));
  const best = Math.max(...totals);
  const level = sheet.seats.map((_, seat) => seat).filter((seat) => totals[seat] === best);
  const cubes = Math.max(...level.map((seat) => sheet.seats[seat].cubes));
  const winners = isEmpty(sheet) ? [] : level.filter((seat) => sheet.seats[seat].cubes === cubes);
  const notes = winners.length && level.length > 1 ? [word("tie_win")] : [];
  return { points, totals, winners, title: word("final"), notes };
}

function pointsOf({ won, tiles, cubes }, seat, numbers) {
  const cards = numbers.cards.map(({ value }, kind) => [value, won[kind]]);
  const amounts = tiles.map((tile) => numbers.tiles[tile].amount);
  const kinds = [...new Set(amounts)].sort((one, other) => other - one);
  const kept = kinds.map((amount) => [amount, amounts.filter((other) => other === amount).length]);
  return [
    { seat, points: sum(cards.map(([value, number]) => value * number)), why: "cards", sentence: word("cards", { cards: counted(cards) }) },
    { seat, points: sum(amounts), why: "tiles", sentence: word("tiles", { points: counted(kept) }) },
    { seat, points: cubes, why: "cubes", sentence: word("cubes", { cubes }) },
  ].filter((one) => one.points !== 0);
}

/** `7, 3 times 4`: values with how many there are of each. */
function counted(values) {
  const said = values.filter(([, number]) => number > 0);
  return said.map(([value, number]) => (number > 1 ? word("times", { number, value }) : String(value))).join(", ");
}

function sum(numbers) {
  return numbers.reduce((whole, number) => whole + number, 0);
}
