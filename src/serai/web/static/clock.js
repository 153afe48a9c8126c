// The countdown, by the server's clock, which the `Date` header of its responses tells.

import { table, watch } from "/static/morphing.js";
import { word } from "/static/words.js";

const SOON = 15000; // ms at which the clock warns

let ahead = 0; // ms by which the server's clock is ahead of this machine's

/** Learn the server's time from a response. */
export function observeDate(answer) {
  const date = Date.parse(answer.headers.get("Date"));
  if (!Number.isNaN(date)) ahead = date + 500 - Date.now(); // the header has whole seconds
}

/** Show the countdown, second by second. */
export function clock(ask) {
  let ticking = 0;
  watch(({ deadline }, before) => {
    clearInterval(ticking);
    if (deadline && !before) ask();
    if (deadline) ticking = setInterval(tick, 1000);
    tick();
  });
}

function tick() {
  const element = document.getElementById("clock");
  const deadline = Number(table().dataset.deadline);
  if (!element) return;
  element.hidden = !deadline;
  const milliseconds = Math.max(0, deadline - Date.now() - ahead);
  element.textContent = deadline ? word("time_left", { time: inWords(milliseconds) }) : "";
  element.classList.toggle("is-soon", deadline && milliseconds < SOON);
}

/** Minutes and seconds, or for more than an hour days and hours. */
export function inWords(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days) return word("days_hours", { days, hours });
  if (hours) return word("hours_minutes", { hours, minutes });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
