// A table's page opens this browser's numbers (`nonce.js`) when every seat is taken, and hands out the receipt.

import { table, watch } from "/static/morphing.js";
import { keepReceipt, openAll, receiptOf } from "/static/nonce.js";
import { kept, word } from "/static/words.js";

/** Open this browser's numbers when the table waits for them; `tell(sentence)` says what is missing. */
export function opening(tell) {
  const name = document.body.dataset.table;
  watch((now) => {
    openAll(name, JSON.parse(now.commitments || "{}"), () => tell(word("nonce_elsewhere")));
    if (now.phase === "playing" && document.body.dataset.seat !== "") keepReceipt(name, document.body.dataset.seat);
  });
}

/** Save the receipt as a file when its button is pressed. */
export function receipts(tell) {
  document.addEventListener("click", async (event) => {
    if (event.target.closest?.("button")?.id !== "receipt") return;
    const name = document.body.dataset.table;
    const known = JSON.parse(kept(`serai.receipt.${name}`) ?? "null");
    const receipt = known ?? (await receiptOf(name, table().dataset.seat));
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
