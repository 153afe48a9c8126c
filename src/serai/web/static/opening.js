// A table's page takes part in chance (`chance.js`), keeps the receipt and hands it out.

import { takePart } from "/static/chance.js";
import { table, watch } from "/static/morphing.js";
import { keepLater, receiptOf } from "/static/receipt.js";
import { word } from "/static/words.js";

/** Commit anew and open this browser's numbers when the table waits for that; `tell(sentence)` shows a problem. */
export function opening(tell) {
  const { table: name } = document.body.dataset;
  let settled = ""; // the round of which the receipt was looked after
  watch((now) => {
    if (now.chance) takePart(name, JSON.parse(now.chance), tell);
    if (now.phase !== "playing" || now.seat === "" || settled === now.round) return;
    settled = now.round;
    keepLater(name, Number(now.seat)).catch(() => {}); // the game goes on without
  });
}

/** Save the receipt as a file when its button is pressed. */
export function receipts(tell) {
  document.addEventListener("click", async (event) => {
    if (event.target.closest?.("button")?.id !== "receipt") return;
    const name = document.body.dataset.table;
    const receipt = await receiptOf(name, Number(table().dataset.seat));
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
