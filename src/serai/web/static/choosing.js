// How a move is put together by touching its parts, in any order or in its own; the server does the same in
// `core/page/scene.py` for pages without scripts. The first half is arithmetic over parts, the second half shows it on the
// page's buttons. A choice is a move followed by its parts, or by one list of them where their order counts.

import { table, watch } from "/static/morphing.js";
import { isBusy, SLOW } from "/static/sending.js";

/** Whether `some` parts are all in `whole`, each as often. */
export function contains(whole, some) {
  const left = [...whole];
  return some.every((part) => {
    const place = left.indexOf(part);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** What of `whole` is left without `some`. */
function without(whole, some) {
  const left = [...whole];
  for (const part of some) left.splice(left.indexOf(part), 1);
  return left;
}

/** The parts of a choice, and whether they are touched in this order. */
function partsOf([, ...parts]) {
  return Array.isArray(parts[0]) ? [parts[0], true] : [parts, false];
}

/** Whether chosen parts may still become a choice's move. */
function mayBecome(choice, chosen) {
  const [parts, isInOrder] = partsOf(choice);
  return isInOrder ? chosen.every((part, place) => parts[place] === part) : contains(parts, chosen);
}

/** What of a choice's parts can be touched next. */
function left(choice, chosen) {
  const [parts, isInOrder] = partsOf(choice);
  return isInOrder ? parts.slice(chosen.length, chosen.length + 1) : without(parts, chosen);
}

/** The choices that chosen parts may still become. */
function fitting(choices, chosen) {
  return choices.filter((choice) => mayBecome(choice, chosen));
}

/** The parts with which chosen ones can be gone on from. */
export function openParts(choices, chosen) {
  return new Set(fitting(choices, chosen).flatMap((choice) => left(choice, chosen)));
}

/** Those of them that are lit: what leads only to moves that a caution is said of is not, unless that is what was chosen. */
export function litParts(choices, chosen, cautions) {
  const inviting = choices.filter(([move]) => !cautions.has(move));
  const lit = openParts(inviting, chosen);
  return lit.size > 0 || chosen.length === 0 ? lit : openParts(choices, chosen);
}

/** What is said of all moves that chosen parts may still become; nothing where they differ. */
export function cautionOf(choices, chosen, cautions) {
  const said = new Set(fitting(choices, chosen).map(([move]) => cautions.get(move) ?? ""));
  return chosen.length > 0 && said.size === 1 ? [...said][0] : "";
}

/** The move whose parts these are, all of them; null when there is none. */
export function completed(choices, chosen) {
  const found = fitting(choices, chosen).find((choice) => partsOf(choice)[0].length === chosen.length);
  return found ? found[0] : null;
}

/** The kind of a part: `card` of `card.blue`. */
export function kindOf(part) {
  return part.split(".", 1)[0];
}

/** What is chosen after one more part was touched; null when it can't be part of any move then. */
export function touched(choices, chosen, part) {
  const isFitting = (parts) => choices.some((choice) => mayBecome(choice, parts));
  if (isFitting([...chosen, part])) return [...chosen, part];
  const others = chosen.filter((other) => kindOf(other) !== kindOf(part));
  return isFitting([...others, part]) ? [...others, part] : null;
}

// On the page

let choices = [];
let cautions = new Map(); // what is said of some moves before they are confirmed
let chosen = []; // buttons' ids with their parts, in the order they were touched
let act = { move: () => {}, why: () => {} };

/** Let pieces be touched; `move(move)` makes a move and promises whether it was made, `why(query)` asks why it is none. */
export function choosing(actions) {
  act = actions;
  chosen = buttons().filter((button) => button.getAttribute("aria-pressed") === "true").map(choiceOf);
  for (const field of table().querySelectorAll("#board input[name=part]")) field.remove();
  watch((now, before) => {
    if (before && now.choices !== before.choices) chosen = [];
    choices = JSON.parse(now.choices || "[]");
    const said = Object.entries(JSON.parse(now.cautions || "{}"));
    cautions = new Map(said.flatMap(([words, moves]) => moves.map((move) => [move, words])));
    chosen = chosen.filter(({ id }) => document.getElementById(id));
    refresh();
  });
  document.addEventListener("click", onClick);
}

/** Take all chosen parts back; whether there were any. */
export function clearChosen() {
  const had = chosen.length > 0;
  chosen = [];
  refresh();
  return had;
}

function onClick(event) {
  const button = event.target.closest?.("button");
  if (button?.id === "clear") clearChosen();
  if (!button?.closest("#stage") || button.disabled) return;
  if (button.name === "part") {
    event.preventDefault();
    if (!isBusy()) touch(button);
  } else if (button.name === "move" && button.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    act.why([["move", button.value]]);
  }
}

function touch(button) {
  const mine = choiceOf(button);
  if (chosen.some(({ id }) => id === mine.id)) {
    keep(chosen.filter(({ id }) => id !== mine.id));
    refresh();
    return;
  }
  const parts = chosen.map(({ part }) => part);
  const after = touched(choices, parts, mine.part);
  if (after === null) {
    act.why([...parts, mine.part].map((part) => ["part", part]));
    return;
  }
  if (after.length <= chosen.length) chosen = chosen.filter(({ part }) => kindOf(part) !== kindOf(mine.part));
  chosen.push(mine);
  const move = completed(choices, after);
  if (move === null) refresh();
  else make(move);
}

/** Let these be chosen, as far as they go with one another. */
function keep(wanted) {
  chosen = [];
  for (const one of wanted) {
    const parts = [...chosen, one].map(({ part }) => part);
    if (choices.some((choice) => mayBecome(choice, parts))) chosen.push(one);
  }
}

/** Made, a move leaves nothing chosen, even where the same can be chosen again: dice may fall as they lay. */
async function make(move) {
  const sent = [...chosen];
  const slow = setTimeout(refresh, SLOW); // what was touched last is shown only if there is time to see it
  const isMade = await act.move(move);
  clearTimeout(slow);
  if (!isMade) refresh();
  else if (chosen.length && chosen.every((choice) => sent.includes(choice))) clearChosen();
}

function choiceOf(button) {
  return { id: button.id, part: button.value };
}

function buttons() {
  return [...table().querySelectorAll("#stage button[name=part]:not([disabled])")];
}

/** Show what is chosen and what can be, and say what is to be known of it. */
function refresh() {
  const parts = chosen.map(({ part }) => part);
  const open = openParts(choices, parts);
  const lit = litParts(choices, parts, cautions);
  const ids = chosen.map(({ id }) => id);
  for (const button of buttons()) {
    const place = ids.indexOf(button.id);
    mark(button, place >= 0, place >= 0 || lit.has(button.value), open.has(button.value));
    if (button.dataset.labels) number(button, place);
  }
  const clear = document.getElementById("clear");
  if (clear) clear.hidden = chosen.length === 0;
  if (!("held" in table().dataset)) say(cautionOf(choices, parts, cautions));
}

function mark(button, isPressed, isLit, isOpen) {
  set(button, "aria-pressed", String(isPressed));
  set(button, "data-open", isLit ? "" : null);
  set(button, "data-quiet", isOpen && !isLit ? "" : null);
  set(button, "aria-disabled", isOpen || isLit ? null : "true");
  set(button, "tabindex", isOpen || isLit ? null : "-1");
}

/** Where the order counts, a piece shows and says the place at which it was chosen. */
function number(button, place) {
  set(button, "data-place", place < 0 ? null : String(place + 1));
  set(button, "aria-label", JSON.parse(button.dataset.labels)[place + 1]);
}

/** Set an attribute or take it away, unless it is so already: a change costs time even where it changes nothing. */
function set(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function say(words) {
  const caution = document.getElementById("caution");
  if (caution && caution.textContent !== words) caution.textContent = words;
}
