// A lesson: the parts to touch next are highlighted, and scroll into view below the vizier's words after each step or touch.

import { completed } from "/static/choosing.js";
import { table, watch } from "/static/morphing.js";

const NEXT = "#stage [data-lit][data-open]:not([aria-pressed=true])";
const GAP = 16; // px between the words and what they speak of

/** Follow the lesson of this table, if it has one. */
export function lesson() {
  if (!table().dataset.lesson) return;
  watch((now, before) => {
    light();
    if (now.lesson !== before?.lesson || now.phase !== before.phase) requestAnimationFrame(look);
  });
  for (const type of ["click", "keydown"]) addEventListener(type, onTouch); // after the listeners that select and clear
}

function onTouch() {
  if (light()) requestAnimationFrame(look);
}

/** Highlight the parts of the lesson's move to touch next, as `web/pages/table.py` does; returns whether they changed. */
function light() {
  const { wanted, choices } = table().dataset;
  const [move, ...remaining] = JSON.parse(wanted);
  const selection = [...document.querySelectorAll("#stage [name=part][aria-pressed=true]")].map(({ value }) => value);
  for (const part of selection) if (remaining.includes(part)) remaining.splice(remaining.indexOf(part), 1);
  const moves = JSON.parse(choices);
  const lit = new Set(remaining.filter((part) => [null, move].includes(completed(moves, [...selection, part]))));
  let isOther = false;
  for (const piece of document.querySelectorAll("#stage .pick")) {
    isOther ||= piece.hasAttribute("data-lit") !== lit.has(piece.value);
    piece.toggleAttribute("data-lit", lit.has(piece.value));
  }
  return isOther;
}

/** Bring the first piece that is lit into view, and at the end the last words. */
function look() {
  const next = [...document.querySelectorAll(NEXT), ...document.querySelectorAll("#result")].find(isShown);
  if (!next) return;
  const { top, bottom } = next.getBoundingClientRect();
  const [from, to] = [document.getElementById("status").getBoundingClientRect().bottom + GAP, innerHeight - GAP];
  if (top >= from && bottom <= to) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  scrollBy({ top: Math.min(top - from, (top + bottom - from - to) / 2), behavior });
}

function isShown(piece) {
  return piece.getClientRects().length > 0;
}
