// A lesson: what is to be touched next comes into view, below the vizier's words, whenever a step or a touch leads on.

import { table, watch } from "/static/morphing.js";

const NEXT = "#stage [data-lit][data-open]:not([aria-pressed=true])";
const GAP = 16; // px between the words and what they speak of

/** Follow the lesson of this table, if it has one. */
export function lesson() {
  if (!table().dataset.lesson) return;
  watch((now, before) => now.lesson !== before?.lesson && requestAnimationFrame(look));
  document.addEventListener("click", ({ target }) => target.closest?.("#stage .pick") && requestAnimationFrame(look));
}

function look() {
  const next = [...document.querySelectorAll(NEXT)].find((piece) => piece.getClientRects()[0]);
  if (!next) return;
  const { top, bottom } = next.getBoundingClientRect();
  const [from, to] = [document.getElementById("status").getBoundingClientRect().bottom + GAP, innerHeight - GAP];
  if (top >= from && bottom <= to) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  scrollBy({ top: (top + bottom - from - to) / 2, behavior });
}
