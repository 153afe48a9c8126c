// Asara's score pad: what is entered of a game, and every point that it brings, with its reason (A16, A24, A26-A32).
//
// A tower is a list of nine numbers: its colour, gold base, gold top, plain and gold middles, plain and gold windows, and
// the lit windows on plain and on gold ones. All numbers of the edition come with the page.

import { list, whole } from "/static/pad-link.js";
import { word } from "/static/words.js";

export const COLOUR = 0;
export const GOLD_BASE = 1;
export const GOLD_TOP = 2;
export const MIDDLES = 3; // plain, then gold
export const WINDOWS = 5;
export const LIT = 7;
const PARTS = 9;

const HIGHEST = 5; // categories after the five colours
const MOST = 6;
const MONEY = 7;
const WHY = ["highest", "most", "money"];
const MOST_TOWERS = 60;
const MOST_POINTS = 30000; // of Asari and prestige, as in the rules
const MOST_IN_A_YEAR = 999;

/** A pad on which nothing is entered yet. */
export function fresh(players) {
  return { expert: false, onTrack: false, favour: null, seats: Array.from({ length: players }, seat), years: [] };
}

function seat() {
  return { towers: [], money: 0, track: 0 };
}

/** The same pad for more or fewer players. */
export function resize(sheet, players) {
  while (sheet.seats.length < players) sheet.seats.push(seat());
  sheet.seats.length = players;
  if (sheet.favour !== null && sheet.favour >= players) sheet.favour = null;
  sheet.years = sheet.years.map((year) => sheet.seats.map((_, number) => year[number] ?? [0, 0, 0, 0]));
}

/** Whether nothing was entered. */
export function isEmpty(sheet) {
  return sheet.years.length === 0 && sheet.seats.every(({ towers, money, track }) => !towers.length && !money && !track);
}

/** A pad as few characters. */
export function pack({ expert, onTrack, favour, seats, years }) {
  const packed = seats.map(({ towers, money, track }) => [towers.map(packTower).join(" "), money, track]);
  return [Number(expert), Number(onTrack), favour ?? -1, packed, years];
}

function packTower(tower) {
  return tower.map((number) => number.toString(36)).join("");
}

/** A pad from what somebody sent; an error when it is none. */
export function unpack(packed, players, numbers) {
  const [expert, onTrack, favour, seats, years] = list(packed, 5, 5);
  const holder = whole(favour, -1, players - 1);
  return {
    expert: whole(expert, 0, 1) === 1,
    onTrack: whole(onTrack, 0, 1) === 1,
    favour: holder < 0 ? null : holder,
    seats: list(seats, players, players).map((found) => unpackSeat(found, numbers)),
    years: list(years, 0, numbers.years).map((year) => list(year, players, players).map(unpackYear)),
  };
}

function unpackSeat(packed, numbers) {
  const [towers, money, track] = list(packed, 3, 3);
  const found = list(String(towers).split(" ").filter(Boolean), 0, MOST_TOWERS);
  return {
    towers: found.map((tower) => unpackTower(tower, numbers)),
    money: whole(money, 0, MOST_POINTS),
    track: whole(track, 0, MOST_POINTS),
  };
}

function unpackTower(text, { colours, most }) {
  const tower = list([...text].map((digit) => parseInt(digit, 36)), PARTS, PARTS);
  const limits = [colours.length - 1, 1, 1, most, most, most, most, tower[WINDOWS], tower[WINDOWS + 1]];
  return tower.map((number, part) => whole(number, 0, limits[part]));
}

function unpackYear(scored) {
  return list(scored, 4, 4).map((points) => whole(points, 0, MOST_IN_A_YEAR));
}

/** A tower's number of pieces; lit windows do not raise it (A23, A26). */
export function height(tower) {
  return 2 + tower[MIDDLES] + tower[MIDDLES + 1] + tower[WINDOWS] + tower[WINDOWS + 1];
}

/** A tower's lit windows; only experts have any (A23). */
export function lit(sheet, tower) {
  return sheet.expert ? tower[LIT] + tower[LIT + 1] : 0;
}

/** A tower's gold pieces that no lit window covers (A23, A24). */
export function visibleGold(sheet, tower) {
  const covered = sheet.expert ? tower[LIT + 1] : 0;
  return tower[GOLD_BASE] + tower[GOLD_TOP] + tower[MIDDLES + 1] + tower[WINDOWS + 1] - covered;
}

/** What a seat scores at a year's end: for towers, visible gold, lit windows, the favour (A24). */
export function yearPoints(sheet, seat) {
  const { towers } = sheet.seats[seat];
  const gold = sum(towers.map((tower) => visibleGold(sheet, tower)));
  const lights = sum(towers.map((tower) => lit(sheet, tower)));
  return [towers.length, gold, lights, sheet.favour === seat ? 1 : 0];
}

/** A seat's points for pieces built, all of which still stand (A16). */
export function builtPoints(sheet, seat) {
  return sum(sheet.seats[seat].towers.map((tower) => height(tower) + lit(sheet, tower)));
}

/** A seat's prestige before the final scoring. */
export function earlierPoints(sheet, seat) {
  if (sheet.onTrack) return sheet.seats[seat].track;
  return builtPoints(sheet, seat) + sum(sheet.years.map((year) => sum(year[seat])));
}

/** Every point with its reason, what everybody has, and once the last year is scored who has won. */
export function score(sheet, numbers) {
  const isOver = sheet.onTrack || sheet.years.length >= numbers.years;
  const standings = [...Array(HIGHEST + 2).keys()].map((category) => standing(sheet, numbers, category));
  const seats = sheet.seats.map((_, seat) => seat);
  const points = [];
  const totals = seats.map((seat) => {
    const earlier = earlierPoints(sheet, seat);
    const final = finalPoints(sheet, numbers, standings, seat);
    points.push({ seat, points: earlier, why: "years", sentence: word("years") }, ...final);
    return earlier + (isOver ? sum(final.map((one) => one.points)) : 0);
  });
  const best = Math.max(...totals);
  const winners = seats.filter((seat) => isOver && totals[seat] === best);
  return {
    points,
    totals,
    winners,
    title: word(isOver ? "final" : "as_it_stands"),
    notes: notes(standings, winners),
  };
}

/** What is said below the final scoring about places and wins that are shared (A30, A32). */
function notes(standings, winners) {
  const isShared = standings.some(({ tied, forPlace }) => tied.some((many, place) => many > 1 && forPlace[place] > 0));
  return [...(isShared ? [word("tie_share")] : []), ...(winners.length > 1 ? [word("tie_win")] : [])];
}

/** Who competes in a category, by rank; the best rank and the next, how many have each, and what each of them gets. */
function standing(sheet, numbers, category) {
  const contestants = sheet.seats.flatMap((_, seat) => ranks(sheet, seat, category).map((rank) => ({ seat, rank })));
  const places = [...new Set(contestants.map(({ rank }) => value(rank)))].sort((one, other) => other - one).slice(0, 2);
  const tied = places.map((place) => contestants.filter(({ rank }) => value(rank) === place).length);
  const [first, second] = [numbers.first[category], numbers.second[category]];
  const forPlace = tied[0] > 1 ? [Math.ceil((first + second) / tied[0]), 0] : [first, Math.ceil(second / tied[1])];
  return { contestants, places, tied, forPlace };
}

/** What a seat competes with: its towers by height, or itself by their number; then lit windows (A26-A28, A31). */
function ranks(sheet, seat, category) {
  const { towers } = sheet.seats[seat];
  if (category === MOST) {
    const lights = sum(towers.map((tower) => lit(sheet, tower)));
    return towers.length ? [{ size: towers.length, lights }] : [];
  }
  const rivals = towers.filter((tower) => category === HIGHEST || tower[COLOUR] === category);
  return rivals.map((tower) => ({ size: height(tower), lights: lit(sheet, tower) }));
}

function value({ size, lights }) {
  return size * 1000 + lights;
}

function finalPoints(sheet, numbers, standings, seat) {
  const found = standings.map((standing, category) => placed(sheet, numbers, standing, category, seat));
  const { money } = sheet.seats[seat];
  const points = Math.floor(money / numbers.asari);
  found[MONEY] = { points, sentence: word("held", { held: money, each: numbers.asari }) };
  const whys = [...numbers.colours, ...WHY];
  return found.map((one, category) => ({ seat, ...one, why: whys[category] })).filter((one) => one.points > 0);
}

/** A seat's points in one category, and the places that brought them. */
function placed(sheet, numbers, { contestants, places, tied, forPlace }, category, seat) {
  const parts = [];
  let points = 0;
  places.forEach((place, number) => {
    const mine = contestants.filter((one) => one.seat === seat && value(one.rank) === place);
    if (!mine.length || !forPlace[number]) return;
    points += mine.length * forPlace[number];
    parts.push(sentence(sheet, category, number, mine, tied[number], forPlace[number]));
  });
  return { points, sentence: parts.join("; ") };
}

/** One place: what earned it, how many share it, what each share is. */
function sentence(sheet, category, number, mine, tied, points) {
  const size = sizeOf(sheet, category, mine[0].rank);
  const place = word(`${number ? "second" : "first"}_${category}`, { size });
  const rule = ({ [HIGHEST]: "A27", [MOST]: "A28" }[category] ?? "A26") + (tied > 1 ? ", A30" : "");
  const form = tied === 1 ? "alone" : mine.length === 1 ? "shared" : "shared_often";
  return word(form, { place, points, rule, tied, mine: mine.length });
}

function sizeOf({ expert }, category, { size, lights }) {
  if (category === MOST) return word(expert ? "count_lit" : "count", { number: size, lit: lights });
  return word(expert ? "height_lit" : "height", { height: size, lit: lights });
}

function sum(numbers) {
  return numbers.reduce((whole, number) => whole + number, 0);
}
