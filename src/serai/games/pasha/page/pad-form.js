// The form of Pasha's score pad: a seat's pile of cards, its bonus tiles with points, and its action cubes.

import { counter, escaped } from "/static/pad-parts.js";
import { word } from "/static/words.js";

/** What is entered for one seat. */
export function form(sheet, seat, numbers, view, names) {
  const { won, cubes } = sheet.seats[seat];
  const cards = numbers.cards.map((card, kind) => pile(card, kind, won[kind], sheet.seats.length));
  const tiles = numbers.tiles.map((tile, place) => bonus(sheet, seat, tile, place, names));
  const cube = word("cube");
  const left = counter({
    act: "cubes-0",
    label: word("left"),
    picture: drawn("cube", "0 0 24 24"),
    count: cubes,
    most: numbers.most_cubes,
    more: word("one_more", { piece: cube }),
    less: word("one_less", { piece: cube }),
    css: "pad-cube",
  });
  return `<div class="pasha pad-pasha"><h2>${escaped(word("won"))}</h2><div class="pad-cards">${cards.join("")}</div>${surplus(sheet, numbers)}
    <h2 id="pad-tiles">${escaped(word("bonus"))}</h2><div class="pad-tiles" role="group" aria-labelledby="pad-tiles">${tiles.join("")}</div>
    <h2>${escaped(word("left"))}</h2><div class="pad-cubes">${left}</div></div>`;
}

/** Nothing stands beside Pasha's scoring: there are no points before the end. */
export function aside() {
  return "";
}

/** Carry out what was touched: `name` with its words. */
export function act(sheet, seat, [name, part], value, numbers) {
  const acts = {
    more: () => counted(sheet, seat, part, 1, numbers),
    less: () => counted(sheet, seat, part, -1, numbers),
    tile: () => taken(sheet, seat, Number(part)),
  };
  acts[name]?.();
}

function counted(sheet, seat, part, by, numbers) {
  const mine = sheet.seats[seat];
  const [what, kind] = part.split("-");
  const within = (count, most) => Math.min(Math.max(count, 0), most);
  if (what === "cubes") mine.cubes = within(mine.cubes + by, numbers.most_cubes);
  else mine.won[kind] = within(mine.won[kind] + by, numbers.cards[kind].each * sheet.seats.length);
}

/** A tile is with one player only, so that who takes it takes it from another (P17). */
function taken(sheet, seat, tile) {
  const had = sheet.seats[seat].tiles.includes(tile);
  for (const each of sheet.seats) each.tiles = each.tiles.filter((other) => other !== tile);
  if (!had) sheet.seats[seat].tiles.push(tile);
}

function pile({ value, each, sort, motif }, kind, count, players) {
  const label = word("card", { value: shown(value) });
  return counter({
    act: `won-${kind}`,
    label,
    picture: `<span class="pasha-value">${shown(value)}</span>${drawn(motif, "0 0 64 50")}`,
    count,
    most: each * players,
    more: word("one_more", { piece: label }),
    less: word("one_less", { piece: label }),
    css: `pasha-card${sort ? ` pasha-${sort}` : ""}`,
  });
}

function bonus(sheet, seat, { set, face, amount }, place, names) {
  const owner = sheet.seats.findIndex(({ tiles }) => tiles.includes(place));
  const label = word("tile", { set, face, number: amount });
  const held = owner >= 0 && owner !== seat ? word("tile_of", { name: names[owner] }) : "";
  return `<button type="button" class="pad-tile" id="tile-${place}" data-act="tile ${place}" aria-pressed="${owner === seat}" aria-label="${escaped(held ? `${label}, ${held}` : label)}">${drawn(`face-${face}`, "0 0 60 60")}<b data-shown="+${amount}"></b>${drawn("star", "0 0 24 26")}<small data-shown="${escaped(held || set)}"></small></button>`;
}

/** Cards of which more are entered than all players have (P2). */
function surplus(sheet, { cards }) {
  const said = cards.map(({ value, each }, kind) => {
    const found = sheet.seats.reduce((whole, { won }) => whole + won[kind], 0);
    const most = each * sheet.seats.length;
    return found > most ? word("too_many", { piece: word("card", { value: shown(value) }), found, most }) : "";
  });
  const lines = said.filter(Boolean);
  return lines.length ? `<p class="note pad-surplus" role="status">${lines.map(escaped).join("<br>")}</p>` : "";
}

/** A card's value, with a minus sign that is as wide as a digit. */
function shown(value) {
  return value < 0 ? `\u2212${-value}` : String(value);
}

function drawn(name, box) {
  return `<svg viewBox="${box}" aria-hidden="true"><use href="#pasha-${name}"/></svg>`;
}
