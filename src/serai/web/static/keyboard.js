// The keyboard: arrows move from piece to piece, Escape clears the selection, U undoes, Enter confirms.

import { clearChosen } from "/static/choosing.js";
import { end } from "/static/film.js";
import { watch } from "/static/morphing.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.5; // how much farther a piece counts that lies to the side of where one is going
const WRITING = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";

const LATIN = "\u024f"; // the last of its letters

let isByKeys = false; // whether the last thing that was done was done by key

/** Listen to keys; `hush()` removes the last message, and returns whether there was one. */
export function keyboard(hush) {
  addEventListener("keydown", (event) => onKey(event, hush));
  addEventListener("pointerdown", () => (isByKeys = false), true);
  watch((now, before) => {
    const confirm = document.getElementById("confirm");
    if (before && isByKeys && confirm && !before.held && now.held) confirm.focus({ preventScroll: true });
  });
}

function onKey(event, hush) {
  isByKeys = true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(WRITING)) return;
  const done = ARROWS[event.key] ? go(...ARROWS[event.key]) : command(event, hush);
  if (done) event.preventDefault();
}

/** Carry out a key's command; returns whether it has one. */
function command(event, hush) {
  if (event.key === "Escape") return [hush(), end(), clearChosen()].some(Boolean);
  if (event.repeat) return false;
  if (isU(event)) return press("undo");
  if (event.key === "Enter" && !event.target.closest?.("button, a, summary")) return press("confirm");
  return false;
}

/** The letter, or in a script that has none its place on the keyboard. */
function isU({ key, code }) {
  return key === "u" || key === "U" || (code === "KeyU" && key > LATIN);
}

function press(id) {
  const button = document.getElementById(id);
  button?.click();
  return Boolean(button);
}

/** Go to the nearest piece in a direction, or to the first that can be chosen when none has the focus. */
function go(right, down) {
  const pieces = [...document.querySelectorAll("#stage .pick:not([disabled])")].filter((piece) => piece.getClientRects()[0]);
  const here = document.activeElement?.closest(".pick");
  if (!pieces.length || !(here || isNowhere())) return false;
  const next = here ? nearest(here, pieces, right, down) : (pieces.find((piece) => "open" in piece.dataset) ?? pieces[0]);
  next?.focus();
  return true;
}

function isNowhere() {
  const active = document.activeElement;
  return !active || active === document.body || Boolean(active.closest("#status"));
}

function nearest(here, pieces, right, down) {
  const from = middle(here);
  let [best, least] = [null, Infinity];
  for (const piece of pieces) {
    const to = middle(piece);
    const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
    const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
    if (piece === here || ahead < 2 || aside > ahead * 4) continue;
    const far = ahead + aside * ASIDE;
    if (far < least) [best, least] = [piece, far];
  }
  return best;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
