// How a move is put together by touching its parts, in any order or in its own; the server does the same in
// `core/page/scene.py` for pages without scripts. The first half is arithmetic over parts, the second half shows it on the
// page's buttons. A choice is a move followed by its parts, or by one list of them where their order counts.

import { table, watch } from "/static/morphing.js";
import { isBusy, SLOW } from "/static/sending.js";

/** Whether `some` parts are all in `whole`, each as often. */
export function contains(whole, some) {
  const remaining = [...whole];
  return some.every((part) => {
    const place = remaining.indexOf(part);
    if (place >= 0) remaining.splice(place, 1);
    return place >= 0;
  });
}

/** The parts of `whole` without `some`. */
function without(whole, some) {
  const remaining = [...whole];
  for (const part of some) remaining.splice(remaining.indexOf(part), 1);
  return remaining;
}

/** The parts of a choice, and whether they are touched in this order. */
function partsOf([, ...parts]) {
  return Array.isArray(parts[0]) ? [parts[0], true] : [parts, false];
}

/** Whether the selection may still become a choice's move. */
function mayBecome(choice, selection) {
  const [parts, isInOrder] = partsOf(choice);
  return isInOrder ? selection.every((part, place) => parts[place] === part) : contains(parts, selection);
}

/** The parts of a choice that can be touched next. */
function remaining(choice, selection) {
  const [parts, isInOrder] = partsOf(choice);
  return isInOrder ? parts.slice(selection.length, selection.length + 1) : without(parts, selection);
}

/** The choices that the selection may still become. */
function fitting(choices, selection) {
  return choices.filter((choice) => mayBecome(choice, selection));
}

/** The parts that can extend the selection. */
export function openParts(choices, selection) {
  return new Set(fitting(choices, selection).flatMap((choice) => remaining(choice, selection)));
}

/** The open parts that are highlighted: not those that lead only to moves with a caution, unless the selection does too. */
export function litParts(choices, selection, cautions) {
  const inviting = choices.filter(([move]) => !cautions.has(move));
  const lit = openParts(inviting, selection);
  return lit.size > 0 || selection.length === 0 ? lit : openParts(choices, selection);
}

/** The common caution of all moves that the selection may still become; empty where they differ. */
export function cautionOf(choices, selection, cautions) {
  const texts = new Set(fitting(choices, selection).map(([move]) => cautions.get(move) ?? ""));
  return selection.length > 0 && texts.size === 1 ? [...texts][0] : "";
}

/** The move with exactly these parts; null when there is none. */
export function completed(choices, selection) {
  const match = fitting(choices, selection).find((choice) => partsOf(choice)[0].length === selection.length);
  return match ? match[0] : null;
}

/** The kind of a part: `card` of `card.blue`. */
export function kindOf(part) {
  return part.split(".", 1)[0];
}

/** The selection after one more part was touched; null when it fits no move then. */
export function touched(choices, selection, part) {
  const isFitting = (parts) => choices.some((choice) => mayBecome(choice, parts));
  if (isFitting([...selection, part])) return [...selection, part];
  const others = selection.filter((other) => kindOf(other) !== kindOf(part));
  return isFitting([...others, part]) ? [...others, part] : null;
}

// On the page

let choices = [];
let cautions = new Map(); // move to its caution
let selection = []; // buttons' ids with their parts, in the order they were touched
let act = { move: () => {}, why: () => {} };

/** Let pieces be touched; `move(move)` makes a move and promises whether it was made, `why(query)` asks why it is none. */
export function choosing(actions) {
  act = actions;
  selection = buttons().filter((button) => button.getAttribute("aria-pressed") === "true").map(choiceOf);
  for (const field of table().querySelectorAll("#board input[name=part]")) field.remove();
  watch((now, before) => {
    if (before && now.choices !== before.choices) selection = [];
    choices = JSON.parse(now.choices || "[]");
    const texts = Object.entries(JSON.parse(now.cautions || "{}"));
    cautions = new Map(texts.flatMap(([words, moves]) => moves.map((move) => [move, words])));
    selection = selection.filter(({ id }) => document.getElementById(id));
    refresh();
  });
  document.addEventListener("click", onClick);
}

/** Clear the selection; returns whether there was one. */
export function clearChosen() {
  const had = selection.length > 0;
  selection = [];
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
  const piece = choiceOf(button);
  if (selection.some(({ id }) => id === piece.id)) {
    keep(selection.filter(({ id }) => id !== piece.id));
    refresh();
    return;
  }
  const parts = selection.map(({ part }) => part);
  const after = touched(choices, parts, piece.part);
  if (after === null) {
    act.why([...parts, piece.part].map((part) => ["part", part]));
    return;
  }
  if (after.length <= selection.length) selection = selection.filter(({ part }) => kindOf(part) !== kindOf(piece.part));
  selection.push(piece);
  const move = completed(choices, after);
  if (move === null) refresh();
  else make(move);
}

/** Select these, as far as they fit together. */
function keep(items) {
  selection = [];
  for (const item of items) {
    const parts = [...selection, item].map(({ part }) => part);
    if (choices.some((choice) => mayBecome(choice, parts))) selection.push(item);
  }
}

/** Make a move and clear the selection, even where the same parts can be selected again: dice may fall as they lay. */
async function make(move) {
  const sent = [...selection];
  const slow = setTimeout(refresh, SLOW); // the last touch is shown only if there is time to see it
  const isMade = await act.move(move);
  clearTimeout(slow);
  if (!isMade) refresh();
  else if (selection.length && selection.every((choice) => sent.includes(choice))) clearChosen();
}

function choiceOf(button) {
  return { id: button.id, part: button.value };
}

function buttons() {
  return [...table().querySelectorAll("#stage button[name=part]:not([disabled])")];
}

/** Show the selection, the open parts and the caution. */
function refresh() {
  const parts = selection.map(({ part }) => part);
  const open = openParts(choices, parts);
  const lit = litParts(choices, parts, cautions);
  const ids = selection.map(({ id }) => id);
  for (const button of buttons()) {
    const place = ids.indexOf(button.id);
    mark(button, place >= 0, place >= 0 || lit.has(button.value), open.has(button.value));
    if (button.dataset.labels) number(button, place);
  }
  const clear = document.getElementById("clear");
  if (clear) clear.hidden = selection.length === 0;
  if (!("held" in table().dataset)) say(cautionOf(choices, parts, cautions));
}

function mark(button, isPressed, isLit, isOpen) {
  set(button, "aria-pressed", String(isPressed));
  set(button, "data-open", isLit ? "" : null);
  set(button, "data-quiet", isOpen && !isLit ? "" : null);
  set(button, "aria-disabled", isOpen || isLit ? null : "true");
  set(button, "tabindex", isOpen || isLit ? null : "-1");
}

/** Where the order counts, a piece shows and says its place in the selection. */
function number(button, place) {
  set(button, "data-place", place < 0 ? null : String(place + 1));
  set(button, "aria-label", JSON.parse(button.dataset.labels)[place + 1]);
}

/** Set or remove an attribute only if that changes it: writing the same value costs time too. */
function set(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function say(words) {
  const caution = document.getElementById("caution");
  if (caution && caution.textContent !== words) caution.textContent = words;
}
