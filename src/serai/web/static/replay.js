// A finished game, decision by decision: a slider, play and pause, keys. Moments that were fetched are kept.

import { Idiomorph } from "/static/lib/idiomorph.esm.js";
import { page } from "/static/page.js";
import { word } from "/static/words.js";

const PACES = { slow: 2400, even: 1300, quick: 500 }; // ms a moment is shown
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

const form = document.getElementById("replay");
const slider = form.elements.at;
const button = document.getElementById("play");
const moments = new Map(); // number to the promise of its fragment
let playing = 0;
let target = Number(slider.value);

const last = () => Number(slider.max);

function moment(at) {
  if (!moments.has(at)) {
    const seat = form.elements.seat.value;
    const query = new URLSearchParams(seat === "" ? { at } : { at, seat });
    const answer = fetch(`/replay/${form.dataset.name}/frame?${query}`).then((response) => (response.ok ? response.text() : null));
    moments.set(at, answer.catch(() => null));
  }
  return moments.get(at);
}

/** Show a moment, unless another was wanted before it came. */
async function go(at) {
  target = Math.max(0, Math.min(last(), at));
  slider.value = target;
  const number = target;
  const html = await moment(number);
  if (number !== target) return;
  if (html === null) {
    moments.delete(number);
    pause();
    return;
  }
  Idiomorph.morph(document.getElementById("moment"), html, { morphStyle: "outerHTML" });
  const query = new URLSearchParams(location.search);
  query.set("at", number);
  history.replaceState(null, "", `?${query}`);
  document.getElementById("count").textContent = word("moment_of", { at: number, last: last() });
  if (number < last()) moment(number + 1);
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  button.textContent = word("play");
}

async function play() {
  if (target >= last()) await go(0);
  button.textContent = word("pause");
  const step = async () => {
    await go(target + 1);
    if (!playing) return;
    if (target >= last()) pause();
    else playing = setTimeout(step, PACES[form.elements.pace.value]);
  };
  playing = setTimeout(step, PACES[form.elements.pace.value] / 2);
}

page();
for (const hidden of form.querySelectorAll("[data-script]")) hidden.hidden = false;
for (const shown of form.querySelectorAll("[data-plain]")) shown.hidden = true;
slider.addEventListener("input", () => (pause(), go(Number(slider.value))));
button.addEventListener("click", () => (playing ? pause() : play()));
document.getElementById("back").addEventListener("click", () => (pause(), go(target - 1)));
document.getElementById("forward").addEventListener("click", () => (pause(), go(target + 1)));
form.addEventListener("submit", (event) => event.preventDefault());
form.elements.seat.addEventListener("change", () => (moments.clear(), changeSeat()));
addEventListener("keydown", (event) => {
  if (event.target.matches("select, input:not([type=range])") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && !event.target.matches("button, a, summary")) playing ? pause() : play();
  else if (event.key in STEPS) pause(), go(target + STEPS[event.key]);
  else return;
  event.preventDefault();
});

/** Another seat's eyes: the address says so too, and the moment is drawn anew. */
function changeSeat() {
  const query = new URLSearchParams(location.search);
  query.set("seat", form.elements.seat.value);
  history.replaceState(null, "", `?${query}`);
  go(target);
}
