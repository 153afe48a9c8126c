// This browser's part in the chance of a game: a number of 32 random bytes that nobody knows until all have committed to
// theirs. Its SHA-256 goes with the form by which one sits down; when every seat is taken the number is opened, by the
// table's page or by the lobby's. Before that the receipt is kept, which can later show that nothing was changed.

import { keep, kept } from "/static/words.js";

const BYTES = 32;
const FIRST_WAIT = 500; // ms before a number that got no answer is sent again
const LONGEST_WAIT = 8000;

// Committing

/** What computes hashes: fetched only where somebody can sit down, and before it is needed. */
function hashing() {
  return import("/static/hashing.js");
}

/** A commitment to a new number, which this browser keeps; "" where it can't, and the server draws the number. */
async function commitment() {
  const hashes = await hashing().catch(() => null);
  if (hashes === null) return "";
  const nonce = crypto.getRandomValues(new Uint8Array(BYTES));
  const hash = hashes.hex(hashes.sha256(nonce));
  return keep(`serai.nonce.${hash}`, hashes.hex(nonce)) ? hash : "";
}

/**
 * Fill commitments into the forms of class `commits` just before they are sent: new ones each time, for a page that comes
 * back from the browser's memory still has those of numbers that were opened since.
 */
export function committing() {
  if (document.querySelector("form.commits")) hashing().catch(() => {});
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

// Opening

const begun = new Set(); // commitments that this page has opened, or is about to

/** Open the numbers to which this browser committed at a table, by seats; `missing()` is called where it has none. */
export function openAll(table, commitments, missing = () => {}) {
  for (const [seat, hash] of Object.entries(commitments)) {
    if (begun.has(hash)) continue;
    begun.add(hash);
    const nonce = kept(`serai.nonce.${hash}`);
    if (nonce === null) missing();
    else open(table, seat, nonce);
  }
}

/** Send a number until there is an answer; one that is refused is refused for good. */
async function open(table, seat, nonce) {
  await keepReceipt(table, seat);
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`/t/${table}/seats/${seat}/nonce`, {
      method: "POST", body: new URLSearchParams({ nonce }), headers: { "Serai-Fragment": "1" },
    }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
    await new Promise((done) => setTimeout(done, Number(answer?.headers.get("Retry-After")) * 1000 || wait));
  }
}

// Receipts

/** Keep the receipt of a table, once; the page that checks games finds it by the table's name. */
export async function keepReceipt(table, seat) {
  const key = `serai.receipt.${table}`;
  if (kept(key) !== null) return;
  const receipt = await receiptOf(table, seat);
  if (receipt?.nonce) keep(key, JSON.stringify(receipt));
}

/** A seat's receipt with its number, which before the game only this browser knows; null when there is none. */
export async function receiptOf(table, seat) {
  const answer = await fetch(`/api/tables/${table}/seats/${seat}/receipt`).catch(() => null);
  if (!answer?.ok) return null;
  const receipt = await answer.json();
  receipt.nonce ??= kept(`serai.nonce.${receipt.nonce_commitments[seat]}`);
  return receipt;
}
