// The server is given back the mark of what this page was shown last, whenever it may have been set back to an earlier state,
// as by a restored backup. Only so can it know that later moves are lost, and that new chance must be drawn.

import { onOlder, table, watch } from "/static/morphing.js";
import { keep, kept, word } from "/static/words.js";

let isReporting = false;

/** Keep the mark, and tell when the table was set back. */
export function marks(tell) {
  const key = `serai.mark.${document.body.dataset.table}`;
  const last = kept(key);
  if (last !== null && last !== table().dataset.mark) report(last);
  watch((now, before) => {
    keep(key, now.mark);
    if (before && Number(now.epoch) > Number(before.epoch)) tell(word("set_back"));
  });
  onOlder(() => report());
}

/** Give back a mark: that of what is shown, or one that was kept. */
export async function report(mark = table().dataset.mark) {
  if (isReporting) return;
  isReporting = true;
  const body = new URLSearchParams({ mark });
  await fetch(`/t/${document.body.dataset.table}/seen`, { method: "POST", body }).catch(() => {});
  isReporting = false;
}
