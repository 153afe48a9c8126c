// The newest frame of the table, morphed into the page: the same thing stays the same element, so that pieces
// glide, focus stays, and open fields and details keep their content and state.

import { Idiomorph } from "/static/lib/idiomorph.esm.js";

const OWN = "input:not([type=hidden]), textarea, select, [data-own]"; // what the page's user or script writes into
const AT_END = 24; // px from its end at which a list counts as read to the end

const watchers = [];
let waiting = null; // the newest frame that came while something else was shown
let isHeld = false;
let tellOlder = () => {};

/** The table as it is shown. */
export function table() {
  return document.getElementById("table");
}

/** Call `watcher(now, before)` with the data of the table after each frame, and once at once. */
export function watch(watcher) {
  watchers.push(watcher);
  call(watcher, null);
}

/** One that fails is reported and keeps nobody else from seeing the frame. */
function call(watcher, before) {
  try {
    watcher({ ...table().dataset }, before);
  } catch (error) {
    reportError(error);
  }
}

/** Call `watcher()` when a frame comes that is older than the current one. */
export function onOlder(watcher) {
  tellOlder = watcher;
}

/** Show a frame unless it is older than the current one; returns whether it was shown. */
export function show(html) {
  const age = ageOf(html, waiting ?? table());
  if (age < 0) tellOlder();
  if (!(age > 0)) return false;
  const fresh = parsed(html);
  if (isHeld) waiting = fresh;
  else morphIn(fresh);
  return true;
}

/** Hold new frames back while boards of the past are shown in the present one's place. */
export function hold() {
  isHeld = true;
  waiting ??= table().cloneNode(true);
}

/** Show another board in the place of the present one. */
export function showBoard(html) {
  Idiomorph.morph(document.getElementById("stage"), html, { morphStyle: "innerHTML", callbacks });
}

/** Go on with the newest frame. */
export function release() {
  isHeld = false;
  const fresh = waiting;
  waiting = null;
  if (fresh) morphIn(fresh);
}

/** The fragment in a text. */
function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.querySelector("#table");
}

/**
 * How much newer a frame is than what is shown; NaN for another look. Seen in the text itself: most frames come twice, as
 * the answer to a move and by the stream, and need no parsing then.
 */
function ageOf(html, { dataset }) {
  if (isOfAnotherLook(html)) return NaN;
  const [, epoch, version] = headOf(html).match(/data-epoch="(\d+)" data-version="(\d+)"/) ?? [];
  return epoch - dataset.epoch || version - dataset.version;
}

/** Whether a frame shows the table by another seat's eyes, or in another language. */
export function isOfAnotherLook(html) {
  return !headOf(html).includes(`data-look="${table().dataset.look}"`);
}

function headOf(html) {
  return html.slice(html.indexOf("<main"), html.indexOf(">"));
}

function morphIn(fresh) {
  const before = { ...table().dataset };
  const wasOnBoard = Boolean(document.activeElement?.closest("#board, #status"));
  const read = [...table().querySelectorAll("[data-follow]")].filter(isReadToEnd).map((list) => list.id);
  Idiomorph.morph(table(), fresh, { morphStyle: "outerHTML", callbacks });
  for (const watcher of watchers) call(watcher, before);
  if (wasOnBoard) keepFocus();
  requestAnimationFrame(() => { // asked for earlier, lengths would have to be worked out twice
    for (const id of read) scrollToEnd(document.getElementById(id));
  });
}

/** When the focused element is gone, focus the prompt. */
function keepFocus() {
  const active = document.activeElement;
  if (active && active !== document.body && active.isConnected && !active.disabled) return;
  document.getElementById("status")?.focus({ preventScroll: true });
}

function isReadToEnd(list) {
  return list.scrollHeight - list.scrollTop - list.clientHeight < AT_END;
}

export function scrollToEnd(list) {
  if (list) list.scrollTop = list.scrollHeight;
}

const callbacks = {
  // What is equal is left alone whole: comparing is the browser's own work, which is far quicker than the script's walk.
  beforeNodeMorphed: (old, fresh) => !old.isEqualNode(fresh) && !(old instanceof Element && old.matches(OWN)),
  beforeAttributeUpdated: (name, element) =>
    name !== "data-sending" && !(name === "open" && element.localName === "details"),
};
