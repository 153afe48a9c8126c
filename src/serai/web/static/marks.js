// This page sends back the mark of the last frame it showed, whenever the server may have been set back to an earlier state,
// as by a restored backup. Only so can it know that later moves are lost, and that new chance must be drawn.

import { send } from "/static/chance.js";
import { onOlder, table, watch } from "/static/morphing.js";
import { keep, kept, word } from "/static/words.js";

const owed = new Set(); // marks that the server has not heard of yet
let delivery = null;

/** Keep the mark, also for when this page is opened again, and tell when the table was set back. */
export function marks(tell) {
  const last = kept(key());
  const isLater = (now, before) => Number(now.epoch) > Number(before.epoch);
  const tellLasting = () => tell(word("set_back"), "", true);
  if (last !== null && isLater(table().dataset, { epoch: last.split(".")[0] })) tellLasting();
  if (last !== null && last !== table().dataset.mark) report(last);
  watch((now, before) => {
    keepMark();
    if (before && isLater(now, before)) tellLasting();
  });
  onOlder(() => report());
}

/** Send a mark until the server has received it: the current frame's, or a stored one. */
export function report(mark = table().dataset.mark) {
  owed.add(mark);
  delivery ??= deliver().finally(() => {
    delivery = null;
  });
  return delivery;
}

async function deliver() {
  for (const mark of owed) {
    await send(`/t/${document.body.dataset.table}/seen`, { mark });
    owed.delete(mark);
    keepMark();
  }
}

/** A stored mark is sent first: an earlier page may have been closed before it was received. */
function keepMark() {
  const [first = table().dataset.mark] = owed;
  keep(key(), first);
}

function key() {
  return `serai.mark.${document.body.dataset.table}`;
}
