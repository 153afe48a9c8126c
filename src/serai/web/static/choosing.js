// How a move is put together by touching its parts, in any order; the server does the same in `core/scene.py` for pages
// without scripts. The first half is arithmetic over parts, the second half shows it on the page's buttons.

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

/** The parts with which chosen ones can be gone on from; each choice is a move followed by its parts. */
export function openParts(choices, chosen) {
  const fitting = choices.filter(([, ...parts]) => contains(parts, chosen));
  return new Set(fitting.flatMap(([, ...parts]) => without(parts, chosen)));
}

/** The move whose parts these are, all of them; null when there is none. */
export function completed(choices, chosen) {
  const found = choices.find(([, ...parts]) => parts.length === chosen.length && contains(parts, chosen));
  return found ? found[0] : null;
}

/** The kind of a part: `card` of `card.blue`. */
export function kindOf(part) {
  return part.split(".", 1)[0];
}

/** What is chosen after one more part was touched; null when it can't be part of any move then. */
export function touched(choices, chosen, part) {
  const isFitting = (parts) => choices.some(([, ...whole]) => contains(whole, parts));
  if (isFitting([...chosen, part])) return [...chosen, part];
  const others = chosen.filter((other) => kindOf(other) !== kindOf(part));
  return isFitting([...others, part]) ? [...others, part] : null;
}

// On the page

let choices = [];
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
    chosen = chosen.filter(({ id }) => id !== mine.id);
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

/** Show what is chosen and what can be. */
function refresh() {
  const open = openParts(choices, chosen.map(({ part }) => part));
  const ids = new Set(chosen.map(({ id }) => id));
  for (const button of buttons()) {
    const isPressed = ids.has(button.id);
    mark(button, isPressed, isPressed || open.has(button.value));
  }
  const clear = document.getElementById("clear");
  if (clear) clear.hidden = chosen.length === 0;
}

function mark(button, isPressed, isOpen) {
  if (button.getAttribute("aria-pressed") !== String(isPressed)) button.setAttribute("aria-pressed", isPressed);
  if (button.hasAttribute("data-open") === isOpen) return;
  button.toggleAttribute("data-open", isOpen);
  if (isOpen) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("tabindex");
  } else {
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("tabindex", "-1");
  }
}
