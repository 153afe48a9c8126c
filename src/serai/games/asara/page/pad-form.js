// The form of Asara's score pad: a seat's towers put together piece by piece, its money and the favour; the four years.

import {
  COLOUR,
  GOLD_BASE,
  GOLD_TOP,
  LIT,
  MIDDLES,
  WINDOWS,
  builtPoints,
  earlierPoints,
  height,
  lit,
  visibleGold,
  yearPoints,
} from "/static/games/asara/pad.js";
import { counter, escaped, number, toggle, typed } from "/static/pad-parts.js";
import { word } from "/static/words.js";

const MOST_MONEY = 9999;
const MOST_TOWERS = 20; // of one seat
const YEARLY = ["towers", "gold", "lit", "favour"];

/** What is entered for one seat; `view.tower` is the tower that is being put together. */
export function form(sheet, seat, numbers, view) {
  const { towers, money, track } = sheet.seats[seat];
  const open = towers[view.tower] ? workshop(sheet, towers[view.tower], view.tower, numbers) : "";
  const prestige = sheet.onTrack ? number({ act: "track", label: word("track"), value: track, most: MOST_MONEY, picture: icon("star", 20, 20) }) : "";
  return `<div class="asara pad-asara">
    <h2 id="pad-towers">${escaped(word("towers"))}</h2>
    <div class="a-ground">${towers.map((tower, place) => standing(sheet, tower, place, numbers, view)).join("") || `<p class="a-empty">${escaped(word("no_towers"))}</p>`}</div>
    ${open}
    <div class="pad-new" role="group" aria-labelledby="pad-new"><h3 id="pad-new">${escaped(word("new_tower"))}</h3>
      ${numbers.colours.map((name, colour) => founding(name, colour, numbers)).join("")}</div>
    <p class="pad-hint">${escaped(word("touch_tower"))}</p>
    ${surplus(sheet, numbers)}
    <div class="pad-rest">${number({ act: "money", label: word("money"), value: money, most: MOST_MONEY, picture: icon("coin", 20, 20) })}
      ${toggle({ act: "favour", label: word("favour"), isOn: sheet.favour === seat, picture: icon("favour", 32, 32) })}${prestige}</div>
  </div>`;
}

/** The years: what each has brought, and the next one to be scored. */
export function aside(sheet, numbers, names) {
  const way = toggle({ act: "onTrack", label: word("on_track"), isOn: sheet.onTrack, css: "pad-way" });
  if (sheet.onTrack) return `<section class="pad-years card"><h2>${escaped(word("the_years"))}</h2>${way}</section>`;
  const seats = names.map((_, seat) => seat);
  const heads = names.map((name) => `<th scope="col">${escaped(name)}</th>`).join("");
  const rows = sheet.years.map((year, place) => yearRow(year, place, sheet, seats)).join("");
  const built = seats.map((seat) => `<td>${builtPoints(sheet, seat)}</td>`).join("");
  const sums = seats.map((seat) => `<td>${earlierPoints(sheet, seat)}</td>`).join("");
  const next = sheet.years.length + 1;
  const score = next <= numbers.years ? `<button type="button" class="button" id="score-year" data-act="year">${escaped(word("score_year", { year: next }))}</button>` : "";
  const back = next > 1 ? `<button type="button" class="button small" id="unscore-year" data-act="unyear">${escaped(word("take_back", { year: next - 1 }))}</button>` : "";
  return `<section class="pad-years card"><h2>${escaped(word("the_years"))}</h2><p class="pad-hint">${escaped(word("at_each_year"))}</p>
    <div class="pad-wide" tabindex="0" role="group" aria-label="${escaped(word("the_years"))}"><table><thead><tr><td></td>${heads}</tr></thead><tbody><tr><th scope="row">${escaped(word("built"))}</th>${built}</tr>${rows}</tbody><tfoot><tr><th scope="row">${escaped(word("so_far"))}</th>${sums}</tr></tfoot></table></div>
    <p class="row">${score}${back}</p>${way}</section>`;
}

function yearRow(year, place, sheet, seats) {
  const cells = seats.map((seat) => `<td title="${escaped(made(year[seat]))}">${sum(year[seat])}<small>${year[seat].join("+")}</small></td>`);
  return `<tr><th scope="row">${escaped(word("year", { year: place + 1 }))}</th>${cells.join("")}</tr>`;
}

function made(points) {
  return YEARLY.map((why, place) => `${word(`yearly_${why}`)}: ${points[place]}`).join(", ");
}

/** Carry out what was touched: `name` with its words, and the value of a field. */
export function act(sheet, seat, [name, part], value, numbers, view) {
  const { towers } = sheet.seats[seat];
  const tower = towers[view.tower];
  const acts = {
    found: () => founded(towers, Number(part), view),
    edit: () => (view.tower = view.tower === Number(part) ? null : Number(part)),
    done: () => (view.tower = null),
    remove: () => {
      towers.splice(view.tower, 1);
      view.tower = null;
    },
    base: () => tower && (tower[GOLD_BASE] = 1 - tower[GOLD_BASE]),
    top: () => tower && (tower[GOLD_TOP] = 1 - tower[GOLD_TOP]),
    more: () => tower && changed(tower, part, 1, numbers),
    less: () => tower && changed(tower, part, -1, numbers),
    money: () => (sheet.seats[seat].money = typed(value, MOST_MONEY)),
    track: () => (sheet.seats[seat].track = typed(value, MOST_MONEY)),
    favour: () => (sheet.favour = sheet.favour === seat ? null : seat),
    onTrack: () => (sheet.onTrack = !sheet.onTrack),
    year: () => sheet.years.length < numbers.years && sheet.years.push(sheet.seats.map((_, one) => yearPoints(sheet, one))),
    unyear: () => sheet.years.pop(),
  };
  acts[name]?.();
}

function founded(towers, colour, view) {
  if (towers.length >= MOST_TOWERS) return;
  towers.push([colour, 0, 0, 0, 0, 0, 0, 0, 0]);
  view.tower = towers.length - 1;
}

/** One piece more or less; there is no lit window without a dark one beneath (A23). */
function changed(tower, part, by, { most }) {
  const place = Number(part.split("-")[1]);
  const limit = place >= LIT ? tower[place - 2] : most;
  tower[place] = Math.min(Math.max(tower[place] + by, 0), limit);
  for (const gold of [0, 1]) tower[LIT + gold] = Math.min(tower[LIT + gold], tower[WINDOWS + gold]);
}

/** A tower that stands, as a button that opens it. */
function standing(sheet, tower, place, numbers, view) {
  const css = height(tower) > 14 ? " a-tall" : "";
  return `<button type="button" class="pick a-tower${css}" id="tower-${place}" data-act="edit ${place}" aria-expanded="${view.tower === place}" aria-label="${escaped(told(sheet, tower, place, numbers))}">${drawing(sheet, tower, place, numbers)}<i class="a-height">${height(tower)}</i></button>`;
}

function told(sheet, tower, place, numbers) {
  const colour = word(`colour_${numbers.colours[tower[COLOUR]]}`);
  const parts = [word("tower", { number: place + 1, colour, height: height(tower) })];
  if (visibleGold(sheet, tower)) parts.push(word("tower_gold", { number: visibleGold(sheet, tower) }));
  if (lit(sheet, tower)) parts.push(word("tower_lit", { number: lit(sheet, tower) }));
  return parts.join(" ");
}

/** Pieces one above the other; middles and windows take turns, gold ones come last of their kind. */
function drawing(sheet, tower, place, { colours, width, heights }) {
  const colour = colours[tower[COLOUR]];
  const gold = (isGold) => (isGold ? "-gold" : "");
  const some = (count, make) => Array.from({ length: count }, (_, one) => make(one));
  const panes = (kind) => some(tower[WINDOWS + kind], (one) => (sheet.expert && one < tower[LIT + kind] ? ["lit", ""] : ["window", gold(kind)]));
  const middles = [0, 1].flatMap((kind) => some(tower[MIDDLES + kind], () => ["middle", gold(kind)]));
  const windows = [0, 1].flatMap(panes);
  const both = Math.min(middles.length, windows.length);
  const between = [...some(both, (one) => [middles[one], windows[one]]).flat(), ...middles.slice(both), ...windows.slice(both)];
  let whole = 0;
  const uses = [["base", gold(tower[GOLD_BASE])], ...between, ["top", gold(tower[GOLD_TOP])]].map(([kind, shine]) => {
    whole += heights[kind];
    return `<use href="#asara-${kind}-${colour}${shine}" y="${-whole}" width="${width}" height="${heights[kind]}"/>`;
  });
  return `<svg viewBox="0 ${-whole} ${width} ${whole}" aria-hidden="true">${uses.join("")}</svg>`;
}

/** The pieces of the tower that is being put together. */
function workshop(sheet, tower, place, numbers) {
  const colour = numbers.colours[tower[COLOUR]];
  const golds = [["base", GOLD_BASE], ["top", GOLD_TOP]].map(([kind, part]) =>
    toggle({ act: kind, label: `${word(`kind_${kind}`)}, ${word("gold")}`, isOn: tower[part] === 1, picture: piece(kind, colour, tower[part], numbers) }),
  );
  const counters = [["middle", MIDDLES], ["window", WINDOWS]].flatMap(([kind, part]) =>
    [0, 1].map((gold) => pieces(kind, colour, gold, part + gold, tower, numbers)),
  );
  const lights = sheet.expert ? [0, 1].map((gold) => lightCounter(colour, gold, tower, numbers)) : [];
  return `<div class="pad-workshop" role="group" aria-label="${escaped(told(sheet, tower, place, numbers))}">
    <div class="pad-golds">${golds.join("")}</div><div class="pad-pieces">${[...counters, ...lights].join("")}</div>
    <p class="row"><button type="button" class="button main" id="tower-done" data-act="done">${escaped(word("tower_done"))}</button><button type="button" class="button small danger" id="tower-remove" data-act="remove">${escaped(word("remove_tower"))}</button></p></div>`;
}

function pieces(kind, colour, gold, part, tower, numbers) {
  const label = called(kind, colour, gold);
  return counter({
    act: `part-${part}`,
    label: gold ? `${word(`kind_${kind}`)}, ${word("gold")}` : word(`kind_${kind}`),
    picture: piece(kind, colour, gold, numbers),
    count: tower[part],
    most: numbers.most,
    more: word("one_more", { piece: label }),
    less: word("one_less", { piece: label }),
  });
}

function lightCounter(colour, gold, tower, numbers) {
  const label = word(gold ? "lit_on_gold" : "lit_on_plain");
  return counter({
    act: `part-${LIT + gold}`,
    label,
    picture: piece("lit", colour, 0, numbers),
    count: tower[LIT + gold],
    most: tower[WINDOWS + gold],
    more: word("one_more", { piece: label }),
    less: word("one_less", { piece: label }),
  });
}

function called(kind, colour, gold) {
  return word(gold ? "golden" : "plain", { kind: word(`kind_${kind}`), colour: word(`colour_${colour}`) });
}

function founding(name, colour, numbers) {
  const label = `${word("new_tower")}: ${word(`colour_${name}`)}`;
  return `<button type="button" class="pad-found" id="found-${colour}" data-act="found ${colour}" aria-label="${escaped(label)}">${piece("top", name, 0, numbers)}${piece("base", name, 0, numbers)}</button>`;
}

function piece(kind, colour, gold, { width, heights }) {
  const name = `${kind}-${colour}${gold && kind !== "lit" ? "-gold" : ""}`;
  return `<svg class="a-piece a-${kind}" viewBox="0 0 ${width} ${heights[kind]}" aria-hidden="true"><use href="#asara-${name}"/></svg>`;
}

function icon(name, width, high) {
  return `<svg class="pad-icon" viewBox="0 0 ${width} ${high}" aria-hidden="true"><use href="#asara-${name}"/></svg>`;
}

/** Pieces of which more are entered than the box has (A1). */
function surplus(sheet, numbers) {
  const counted = { base: () => 1, top: () => 1 };
  counted.middle = (tower) => tower[MIDDLES] + tower[MIDDLES + 1];
  counted.window = (tower) => tower[WINDOWS] + tower[WINDOWS + 1];
  counted.lit = (tower) => lit(sheet, tower);
  const towers = sheet.seats.flatMap((seat) => seat.towers);
  const lines = numbers.colours.flatMap((name, colour) =>
    Object.entries(counted).map(([kind, of]) => {
      const found = sum(towers.filter((tower) => tower[COLOUR] === colour).map(of));
      return found > numbers.pieces[kind] ? word("too_many", { piece: called(kind, name, 0), found, most: numbers.pieces[kind] }) : "";
    }),
  );
  const said = lines.filter(Boolean);
  return said.length ? `<p class="note pad-surplus" role="status">${said.map(escaped).join("<br>")}</p>` : "";
}

function sum(numbers) {
  return numbers.reduce((whole, one) => whole + one, 0);
}
