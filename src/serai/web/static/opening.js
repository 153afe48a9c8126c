// The numbers to which this browser committed (`nonce.js`), opened when every seat is taken; and before that the receipt,
// which can later show that nothing was changed.

import { table, watch } from "/static/morphing.js";
import { keep, kept, word } from "/static/words.js";

/** Open this browser's numbers when the table waits for them; `tell(sentence)` says what is missing. */
export function opening(tell) {
  const done = new Set();
  watch(async (now) => {
    const wanted = Object.entries(JSON.parse(now.commitments || "{}"));
    for (const [seat, hash] of wanted) {
      if (done.has(hash)) continue;
      done.add(hash);
      const nonce = kept(`serai.nonce.${hash}`);
      if (nonce === null) tell(word("nonce_elsewhere"));
      else if (!(await open(seat, nonce))) done.delete(hash);
    }
    if (now.phase === "playing" && document.body.dataset.seat !== "") keepReceipt(document.body.dataset.seat);
  });
}

async function open(seat, nonce) {
  const name = document.body.dataset.table;
  await keepReceipt(seat);
  const body = new URLSearchParams({ nonce });
  const answer = await fetch(`/t/${name}/seats/${seat}/nonce`, {
    method: "POST", body, headers: { "Serai-Fragment": "1" },
  }).catch(() => null);
  return Boolean(answer?.ok);
}

/** Keep the receipt of this table, once; the page that checks games finds it by the table's name. */
async function keepReceipt(seat) {
  const key = `serai.receipt.${document.body.dataset.table}`;
  if (kept(key) !== null) return;
  const receipt = await receiptOf(seat);
  if (receipt?.nonce) keep(key, JSON.stringify(receipt));
}

/** A seat's receipt with its number, which before the game only this browser knows; null when there is none. */
async function receiptOf(seat) {
  const name = document.body.dataset.table;
  const answer = await fetch(`/api/tables/${name}/seats/${seat}/receipt`).catch(() => null);
  if (!answer?.ok) return null;
  const receipt = await answer.json();
  receipt.nonce ??= kept(`serai.nonce.${receipt.nonce_commitments[seat]}`);
  return receipt;
}

/** Save the receipt as a file when its button is pressed. */
export function receipts(tell) {
  document.addEventListener("click", async (event) => {
    if (event.target.closest?.("button")?.id !== "receipt") return;
    const name = document.body.dataset.table;
    const receipt = JSON.parse(kept(`serai.receipt.${name}`) ?? "null") ?? (await receiptOf(table().dataset.seat));
    if (receipt) download(`serai-receipt-${name}.json`, JSON.stringify(receipt, null, 2));
    else tell(word("failed"));
  });
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
