// This page's part in the chance of a game: a number of 32 random bytes that nobody knows until all have committed to
// theirs. Its SHA-256 goes with the form by which one sits down; `opening.js` sends the number when every seat is taken.

import { keep } from "/static/words.js";

const BYTES = 32;

/** Browsers compute hashes for pages only over https or on the server's own machine; else the server draws the number. */
function canHash() {
  return Boolean(globalThis.crypto?.subtle);
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A commitment to a new number, which this browser keeps; "" where it can't. */
async function commitment() {
  const nonce = crypto.getRandomValues(new Uint8Array(BYTES));
  const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", nonce)));
  return keep(`serai.nonce.${hash}`, hex(nonce)) ? hash : "";
}

/** Fill commitments into the forms of class `commits` just before they are sent. */
export function committing() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const empty = [...form.querySelectorAll("input[name=nonce_commitment]")].filter((field) => !field.value);
    if (!form.matches(".commits") || !empty.length || !canHash() || form.dataset.committed) return;
    event.preventDefault();
    for (const field of empty) field.value = await commitment();
    form.dataset.committed = "1";
    setTimeout(() => form.requestSubmit(event.submitter)); // while the event is being handled a form can't be sent again
  });
}
