// A lesson: what is to be touched next is lit, and comes into view below the vizier's words when a step or a touch leads on.

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
  for (const done of ["click", "keydown"]) addEventListener(done, onTouch); // after those who choose and clear
}

function onTouch() {
  if (light()) requestAnimationFrame(look);
}

/** Light what of the wanted move is to be touched next, as `web/pages/table.py` does; whether that is something else now. */
function light() {
  const { wanted, choices } = table().dataset;
  const [move, ...left] = JSON.parse(wanted);
  const chosen = [...document.querySelectorAll("#stage [name=part][aria-pressed=true]")].map(({ value }) => value);
  for (const part of chosen) if (left.includes(part)) left.splice(left.indexOf(part), 1);
  const moves = JSON.parse(choices);
  const lit = new Set(left.filter((part) => [null, move].includes(completed(moves, [...chosen, part]))));
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
