// Sends a player's actions to the server. A move that the network swallowed is sent again, for the same decision, until
// there is an answer: the server answers a repeated move again and never makes it twice.

import { observeDate } from "/static/clock.js";
import { isOfAnotherLook, show, table, watch } from "/static/morphing.js";
import { word } from "/static/words.js";

const FIRST_WAIT = 500; // ms
const LONGEST_WAIT = 8000;
export const SLOW = 120; // ms after which the page shows that it waits
const LATER = [502, 503, 504]; // statuses of a server that is busy or starting
const TOO_MUCH = 429;

let tell = () => {};
let lost = () => {};
let drop = () => {};
let hurry = () => {}; // ends the pause before a wish is sent again
let isSending = false;

/** `onWords(sentence, rule)` says something, `onLost(isLost)` that nobody answers, `onPast()` that choices are of no use. */
export function sending(onWords, onLost, onPast) {
  [tell, lost, drop] = [onWords, onLost, onPast];
  document.addEventListener("submit", onSubmit);
  watch((now, before) => before && hurry()); // a server that sends frames can be reached
}

/** Whether an action is on its way; touches meanwhile would be lost. */
export function isBusy() {
  return isSending;
}

/**
 * The fragment that this page shows, asked for; nothing when the server does not answer. A server that was set back may
 * know nothing of the table any more, or not of this player's seat: then the whole page is loaded anew.
 */
export async function ask() {
  const { table: name, seat, language } = document.body.dataset; // another tab may have chosen another language since
  const query = new URLSearchParams(seat === "" ? { language } : { language, seat });
  const answer = await fetch(`/t/${name}/fragment?${query}`, {
    cache: "no-store", headers: { "Serai-Fragment": "1" },
  }).catch(() => null);
  if (!answer) return;
  if (answer.ok) observeDate(answer);
  const text = await answer.text();
  if (answer.ok ? isOfAnotherLook(text) : isNoTable(answer, text)) location.reload();
  else if (answer.ok) show(text);
}

/** Whether the server itself says that there is no such table. */
function isNoTable({ status }, text) {
  return status === 404 && text.includes('"no-table"');
}

/** Every form of the table goes by fetch, but those whose answer is another page. */
function onSubmit(event) {
  const form = event.target;
  if (form.method !== "post" || !form.closest("#table") || form.hasAttribute("data-plain")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const isOnce = form.hasAttribute("data-once");
  send(form.action, body, { isOnce }).then((isDone) => isDone && isOnce && form.reset());
}

/** Make a move. */
export function sendMove(move) {
  const form = document.getElementById("board");
  return send(form.action, new URLSearchParams({ decision: form.elements.decision.value, move }));
}

/** Send a wish until there is an answer, one at a time; whether it was fulfilled. */
export async function send(url, body, { isOnce = false } = {}) {
  if (isSending) return false;
  isSending = true;
  const slow = setTimeout(mark, SLOW, true); // before that it would only be one more thing to paint
  try {
    const answer = await answered(url, body, isOnce);
    return answer !== null && (await isFulfilled(answer));
  } finally {
    clearTimeout(slow);
    isSending = false;
    mark(false);
  }
}

/** The answer; null when a wish that must not be repeated got none. */
async function answered(url, body, isOnce) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, { method: "POST", body, headers: { "Serai-Fragment": "1" } }).catch(() => null);
    const isMuch = answer?.status === TOO_MUCH && body.has("decision"); // moves wait, others are told to
    if (answer && !isMuch && !LATER.includes(answer.status)) {
      lost(false);
      return answer;
    }
    if (isOnce) {
      tell(word("not_sent"));
      return null;
    }
    if (!answer || answer.status >= 500) lost(true);
    await pause(attempt, Number(answer?.headers.get("Retry-After")) * 1000);
  }
}

/** Wait before the next attempt: as long as the server said, else longer each time, or until a frame comes. */
function pause(attempt, told) {
  return new Promise((done) => {
    if (!told) hurry = done;
    setTimeout(done, told || Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt));
  });
}

/** Show the answer; returns whether the action was carried out. */
async function isFulfilled(answer) {
  observeDate(answer);
  if (answer.ok) {
    show(await answer.text());
    return true;
  }
  const { code, message, rule } = await answer.json().catch(() => ({}));
  if (code === "stale" || code === "not-taught") drop();
  await ask(); // before anything is said: a newer board takes away what was said of the one before
  tell(message ?? word("failed"), rule);
  return false;
}

function mark(isOn) {
  if (isOn) table().dataset.sending = "1";
  else delete table().dataset.sending;
}
