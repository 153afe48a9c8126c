// The frame of every score pad: players, entries, totals; storing and sharing pads.
// The entries and their scores are the game's: `pad.js` and `pad-form.js` in its folder, found by its name.

import { Idiomorph } from "/static/lib/idiomorph.esm.js";
import { kept as offline } from "/static/offline.js";
import { all, forget, newKey, restore, save } from "/static/pad-kept.js";
import { Unreadable, read, written } from "/static/pad-link.js";
import { escaped } from "/static/pad-parts.js";
import { page } from "/static/page.js";
import { word } from "/static/words.js";

const SIGNS = "●▲■◆★";
const main = document.getElementById("pad");
const status = document.getElementById("pad-status");
const name = main.dataset.game;
const numbers = JSON.parse(main.dataset.numbers);
const counts = JSON.parse(main.dataset.players);
const whys = JSON.parse(main.dataset.whys); // what points are given for, in the sheet's order
const options = JSON.parse(main.dataset.options);
const [game, { form, aside, act }] = await Promise.all(
  ["pad.js", "pad-form.js"].map((file) => import(`/static/games/${name}/${file}`)),
);

let key = null; // under which the pad is kept, once something was entered
let pad = null;
let seat = 0; // the one whose form is shown
let view = {}; // what is folded open in it

/** The pad in a text, if it is one of this game. */
function readPad(text) {
  return read(text, name, game, numbers, [counts[0], counts.at(-1)]);
}

/** An empty pad; after another one for the same people and options. */
function freshPad(before = null) {
  const players = before?.names.length ?? counts[0];
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(new Date());
  const names = Array.from({ length: players }, (_, number) => word("pad_player", { number: number + 1 }));
  const sheet = game.fresh(players, numbers);
  for (const flag of Object.keys(options)) sheet[flag] = before?.sheet[flag] ?? false;
  return { title: day, names: before ? [...before.names] : names, sheet };
}

function open(found, at = null) {
  [pad, key, seat, view] = [found, at, 0, {}];
  draw();
  document.getElementById("pad-setup").open = game.isEmpty(pad.sheet);
}

/** After every change: keep the pad, then show it. */
function changed() {
  key ??= newKey(name);
  if (!save(key, written(name, game, pad))) tell(word("pad_not_kept"));
  draw();
}

function draw() {
  const scored = game.score(pad.sheet, numbers);
  const html = `${head()}${totals(scored)}<div class="pad-columns"><div class="pad-left">${setUp()}${seatForm()}</div><div class="pad-right">${aside(pad.sheet, numbers, pad.names)}${result(scored)}</div></div>`;
  Idiomorph.morph(main, html, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed, beforeAttributeUpdated } });
}

/** A field in which somebody is writing is left alone. */
function beforeNodeMorphed(node) {
  return !(node === document.activeElement && node.matches("input[type=text], input[type=number]"));
}

/** And so are folds. */
function beforeAttributeUpdated(attribute, node) {
  return !(attribute === "open" && node.localName === "details");
}

// Parts of the page

function head() {
  return `<div class="pad-head"><p class="field"><label for="pad-title">${escaped(word("pad_title"))}</label><input type="text" id="pad-title" maxlength="60" autocomplete="off" value="${escaped(pad.title)}"></p>
    <p class="row"><button type="button" class="button small" id="pad-share">${escaped(word("pad_share"))}</button><button type="button" class="button small" id="pad-new-game">${escaped(word("pad_new"))}</button></p>${shelf()}</div>`;
}

/** The pads that are kept, to be opened or deleted. */
function shelf() {
  const found = all(name, readPad);
  if (!found.length) return "";
  const lines = found.map(({ key: at, pad: one }, number) => {
    const who = one.names.join(", ");
    const caption = `<b>${escaped(one.title)}</b> <span class="quiet">${escaped(who)}</span>`;
    const current = at === key ? ' aria-current="true"' : "";
    return `<li id="shelf-${at.replaceAll(".", "-")}"><button type="button" class="pad-open" data-open="${at}"${current}>${caption}</button><button type="button" class="button small danger" data-delete="${at}" id="delete-${number}" aria-label="${escaped(`${word("pad_delete")}: ${one.title}`)}">${escaped(word("pad_delete"))}</button></li>`;
  });
  return `<details class="pad-shelf" id="pad-shelf"><summary>${escaped(word("pad_kept", { number: found.length }))}</summary><ul>${lines.join("")}</ul></details>`;
}

/** Everybody's points, always in sight; touching one shows its form. */
function totals({ totals: points, winners }) {
  const cells = pad.names.map((playerName, one) => {
    const crown = winners.includes(one) ? `<span class="pad-crown" title="${escaped(word("pad_ahead"))}">♛</span>` : "";
    return `<button type="button" class="pad-total seat-${one}" id="total-${one}" data-seat="${one}" aria-pressed="${one === seat}"><span class="pad-who">${escaped(playerName)}</span> <span class="pad-points"><span class="sign" aria-hidden="true">${SIGNS[one]}</span> <b>${signed(points[one])}</b>${crown}</span></button>`;
  });
  return `<div class="pad-totals" role="group" aria-label="${escaped(word("pad_totals"))}">${cells.join("")}</div>`;
}

function setUp() {
  const pills = counts.map((count) => `<label><input type="radio" name="pad-players" value="${count}" id="players-${count}"${count === pad.names.length ? " checked" : ""}>${count}</label>`);
  const flags = Object.entries(options).map(
    ([flag, caption]) => `<label class="choice"><input type="checkbox" data-option="${flag}" id="option-${flag}"${pad.sheet[flag] ? " checked" : ""}>${escaped(caption)}</label>`,
  );
  return `<details class="pad-setup card" id="pad-setup"><summary>${escaped(word("pad_setup"))}</summary><fieldset><legend>${escaped(word("pad_players"))}</legend><div class="pills">${pills.join("")}</div></fieldset>${flags.join("")}</details>`;
}

function seatForm() {
  const field = `<p class="field pad-name"><label for="pad-name"><span class="sign seat-${seat}" aria-hidden="true">${SIGNS[seat]}</span> ${escaped(word("pad_name"))}</label><input type="text" id="pad-name" maxlength="40" autocomplete="off" value="${escaped(pad.names[seat])}"></p>`;
  return `<section class="pad-seat card" id="seat" aria-label="${escaped(pad.names[seat])}">${field}${form(pad.sheet, seat, numbers, view, pad.names)}</section>`;
}

/** The scoring, reason by reason: a row of numbers, below it in words how each came about. */
function result({ points, winners, title, notes }) {
  if (game.isEmpty(pad.sheet)) return "";
  const heads = pad.names.map((playerName, one) => `<th scope="col"><span class="sign seat-${one}" aria-hidden="true">${SIGNS[one]}</span> ${escaped(playerName)}</th>`);
  const rows = whys.map(([why, caption]) => rowOf(points.filter((one) => one.why === why), caption)).join("");
  const ends = pad.names.map((_, one) => `<td>${signed(sum(points.filter((found) => found.seat === one)))}</td>`);
  const won = winners.map((one) => pad.names[one]);
  const verdict = won.length ? `<p class="pad-won" role="status">${escaped(word(won.length > 1 ? "pad_share_win" : "pad_wins", { who: joinNames(won) }))}</p>` : "";
  const remarks = notes.map((note) => `<p class="pad-hint">${escaped(note)}</p>`).join("");
  return `<section class="pad-sheet card" id="sheet"><h2>${escaped(title)}</h2>${verdict}<div class="pad-wide" tabindex="0" role="group" aria-label="${escaped(title)}"><table><thead><tr>${heads.join("")}</tr></thead>${rows}<tfoot>${label(word("pad_together"))}<tr>${ends.join("")}</tr></tfoot></table></div>${remarks}</section>`;
}

function rowOf(points, caption) {
  if (!points.length) return "";
  const cells = pad.names.map((_, one) => {
    const mine = sum(points.filter((found) => found.seat === one));
    return `<td${mine ? "" : ' class="none"'}>${signed(mine)}</td>`;
  });
  const reasons = points.filter(({ sentence }) => sentence !== caption);
  const lines = reasons.map((one) => `<p><b>${escaped(pad.names[one.seat])}</b>: ${escaped(one.sentence)}</p>`);
  const why = lines.length ? `<tr class="pad-why"><td colspan="${pad.names.length}">${lines.join("")}</td></tr>` : "";
  return `<tbody>${label(caption)}<tr>${cells.join("")}</tr>${why}</tbody>`;
}

/** The reason of the numbers below, on its own line, so that five players fit on a phone. */
function label(caption) {
  return `<tr class="pad-label"><th scope="rowgroup" colspan="${pad.names.length}">${escaped(caption)}</th></tr>`;
}

function joinNames(names) {
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}

function sum(points) {
  return points.reduce((whole, one) => whole + one.points, 0);
}

function signed(points) {
  return points < 0 ? `\u2212${-points}` : String(points);
}

/** Say something, perhaps with a way back. */
function tell(sentence, undo = null) {
  status.replaceChildren(sentence);
  status.hidden = !sentence;
  if (!undo) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = word("pad_undo");
  button.addEventListener("click", () => {
    tell("");
    undo();
  });
  status.append(" ", button);
  button.focus();
}

// Events

main.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const { dataset, id } = button;
  if (dataset.act) onAct(dataset.act);
  else if (dataset.seat) showSeat(Number(dataset.seat));
  else if (dataset.open) openPad(dataset.open);
  else if (dataset.delete) deletePad(dataset.delete);
  else if (id === "pad-new-game") open(freshPad(pad));
  else if (id === "pad-share") share(button);
});

main.addEventListener("input", ({ target }) => {
  if (target.id === "pad-title") pad.title = target.value;
  else if (target.id === "pad-name") pad.names[seat] = target.value;
  else if (target.dataset.act) return onAct(target.dataset.act, target.value);
  else return;
  changed();
});

main.addEventListener("change", ({ target }) => {
  if (target.dataset.option) pad.sheet[target.dataset.option] = target.checked;
  else if (target.name === "pad-players") resize(Number(target.value));
  else return;
  changed();
});

/** Names are never empty once the field is left. */
main.addEventListener("focusout", ({ target }) => {
  if (target.id === "pad-name" && !target.value.trim()) pad.names[seat] = word("pad_player", { number: seat + 1 });
  else if (target.id === "pad-title" && !target.value.trim()) pad.title = freshPad().title;
  else return;
  changed();
});

/** Arrows go from one player to the next. */
main.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || !event.target.closest(".pad-totals")) return;
  event.preventDefault();
  showSeat((seat + by + pad.names.length) % pad.names.length);
  document.getElementById(`total-${seat}`).focus();
});

function onAct(what, value) {
  act(pad.sheet, seat, what.split(" "), value, numbers, view);
  changed();
}

function showSeat(one) {
  [seat, view] = [one, {}];
  draw();
}

function resize(players) {
  while (pad.names.length < players) pad.names.push(word("pad_player", { number: pad.names.length + 1 }));
  pad.names.length = players;
  game.resize(pad.sheet, players, numbers);
  if (seat >= players) [seat, view] = [0, {}];
}

function openPad(at) {
  const found = all(name, readPad).find((one) => one.key === at);
  if (found) open(found.pad, at);
}

function deletePad(at) {
  const { title } = all(name, readPad).find((one) => one.key === at)?.pad ?? { title: "" };
  const before = forget(at);
  if (at === key) open(all(name, readPad)[0]?.pad ?? freshPad(), all(name, readPad)[0]?.key ?? null);
  else draw();
  tell(word("pad_deleted", { title }), () => {
    restore(at, before);
    openPad(at);
  });
}

async function share(button) {
  const url = `${location.origin}${location.pathname}#${written(name, game, pad)}`;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url, title: pad.title });
    else await navigator.clipboard.writeText(url);
    tell(word("pad_copied"));
  } catch (error) {
    if (error?.name !== "AbortError") showLink(url);
  }
  button.focus();
}

/** Where nothing may be copied, plain http say, the link is there to be read. */
function showLink(url) {
  const link = Object.assign(document.createElement("a"), { href: url, textContent: url });
  tell(`${word("pad_link")} `);
  status.append(link);
}

/** A pad that came in a link is kept beside the others; one that can't be read changes nothing. */
function followLink() {
  const came = location.hash.slice(1);
  if (!came) return false;
  history.replaceState(null, "", location.pathname);
  try {
    const found = readPad(decodeURIComponent(came));
    const same = all(name, readPad).find((one) => one.text === came);
    open(found, same?.key ?? newKey(name));
    if (!same && !save(key, came)) tell(word("pad_not_kept"));
    draw();
    return true;
  } catch (error) {
    tell(word(error instanceof Unreadable ? error.why : "pad_broken_link"));
    return false;
  }
}

page();
if (!followLink()) {
  const [last] = all(name, readPad);
  open(last?.pad ?? freshPad(), last?.key ?? null);
}
main.removeAttribute("aria-busy");
addEventListener("hashchange", followLink);
addEventListener("storage", (event) => event.key?.startsWith("serai.pad.") && event.key !== key && draw());
offline().then((isKept) => isKept && document.getElementById("pad-offline")?.removeAttribute("hidden"));
