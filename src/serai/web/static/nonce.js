// This browser's numbers for the chance of games: 32 random bytes that nobody knows until all have committed to theirs.
// The SHA-256 of one goes with the form by which one sits down; the number itself is opened later (`chance.js`).

import { keep, kept } from "/static/words.js";

const BYTES = 32;

/** The number that this browser committed to by a hash; null when it was another browser. */
export function numberOf(hash) {
  return kept(`serai.nonce.${hash}`);
}

/** Whether this browser stores values durably. */
function canKeep() {
  return keep("serai.probe", "1") && kept("serai.probe") === "1";
}

/** Say at every form by which one sits down that the server draws the number, because this browser can't keep one. */
function warn() {
  for (const form of document.querySelectorAll("form.commits:not(.is-warned)")) {
    form.classList.add("is-warned");
    form.prepend(document.getElementById("cannot-keep").content.cloneNode(true));
  }
}

/** The module that computes hashes: fetched only where somebody can sit down, and before it is needed. */
function hashing() {
  return import("/static/hashing.js");
}

/** A commitment to a new number, which this browser keeps; "" where it can't, and the server draws the number. */
export async function commitment() {
  const hashes = await hashing().catch(() => null);
  if (hashes === null || !canKeep()) return "";
  const nonce = crypto.getRandomValues(new Uint8Array(BYTES));
  const hash = hashes.hex(hashes.sha256(nonce));
  return keep(`serai.nonce.${hash}`, hashes.hex(nonce)) ? hash : "";
}

/**
 * Fill commitments into the forms of class `commits` just before they are sent: new ones each time, for a page that comes
 * back from the browser's memory still has those of numbers that were opened since.
 */
export function committing() {
  if (document.querySelector("form.commits")) hashing().catch(() => warn());
  if (!canKeep()) warn();
  const [drawing, ready] = [new WeakSet(), new WeakSet()];
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const fields = [...form.querySelectorAll("input[name=nonce_commitment]")];
    if (!form.matches(".commits") || !fields.length || ready.delete(form)) return;
    event.preventDefault();
    if (drawing.has(form)) return;
    drawing.add(form);
    for (const field of fields) field.value = await commitment();
    setTimeout(() => { // while the event is being handled a form can't be sent again
      drawing.delete(form);
      ready.add(form);
      form.requestSubmit(event.submitter);
    });
  });
}
