// What a player wishes, sent to the server. A move that the network swallowed is sent again, with the same version, until
// there is an answer: the server answers a repeated move again and never makes it twice.

import { observeDate } from "/static/clock.js";
import { show, table } from "/static/morphing.js";
import { word } from "/static/words.js";

const FIRST_WAIT = 500; // ms
const LONGEST_WAIT = 8000;
const LATER = [429, 502, 503, 504]; // statuses of a server that is busy or starting

let tell = () => {};
let lost = () => {};
let isSending = false;

/** `onWords(sentence, rule)` says something to the player, `onLost(isLost)` that the server does not answer. */
export function sending(onWords, onLost) {
  [tell, lost] = [onWords, onLost];
  document.addEventListener("submit", onSubmit);
}

/** The fragment that this page shows, asked for; nothing when the server does not answer. */
export async function ask() {
  const { table: name, seat } = document.body.dataset;
  const query = seat === "" ? "" : `?seat=${seat}`;
  const answer = await fetch(`/t/${name}/fragment${query}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  observeDate(answer);
  show(await answer.text());
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
  return send(form.action, new URLSearchParams({ version: table().dataset.version, move }));
}

/** Send a wish until there is an answer, one at a time; whether it was fulfilled. */
export async function send(url, body, { isOnce = false } = {}) {
  if (isSending) return false;
  isSending = true;
  mark(true);
  try {
    const answer = await answered(url, body, isOnce);
    return answer !== null && (await taken(answer));
  } finally {
    isSending = false;
    mark(false);
  }
}

/** The answer; null when a wish that must not be repeated got none. */
async function answered(url, body, isOnce) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, { method: "POST", body, headers: { "Serai-Fragment": "1" } }).catch(() => null);
    if (answer && !LATER.includes(answer.status)) {
      lost(false);
      return answer;
    }
    if (isOnce) {
      tell(word("not_sent"));
      return null;
    }
    if (!answer) lost(true);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
    await new Promise((done) => setTimeout(done, Number(answer?.headers.get("Retry-After")) * 1000 || wait));
  }
}

/** Show what was answered; whether the wish was fulfilled. */
async function taken(answer) {
  observeDate(answer);
  if (answer.ok) {
    show(await answer.text());
    return true;
  }
  const refusal = await answer.json().catch(() => ({}));
  if (refusal.code !== "stale") tell(refusal.message ?? word("failed"), refusal.rule);
  await ask();
  return false;
}

function mark(isOn) {
  if (isOn) table().dataset.sending = "1";
  else delete table().dataset.sending;
}
