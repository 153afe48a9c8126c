// How a page that nobody looks at says that it is one's turn: by its title, its icon, and, where the player wants it, by a
// notification and a sound.

import { watch } from "/static/morphing.js";
import { keep, kept, word } from "/static/words.js";

const NOTES = { turn: [523.25, 783.99], move: [329.63] }; // Hz
const NOTE = 0.16; // seconds from one note to the next

let sounds = null; // made by the first touch, before which no page may sound

/** Follow the table. */
export function notify() {
  const { title } = document.body.dataset;
  const icon = document.querySelector("link[rel=icon]");
  let heard = ""; // what was announced last
  switches();
  watch((now, before) => {
    const isYours = now.yourTurn === "1";
    document.title = isYours ? word("your_turn_title", { title }) : title;
    icon.href = isYours ? "/static/icon-turn.svg" : "/static/icon.svg";
    const said = document.getElementById("announcement")?.textContent;
    if (before && isYours && before.yourTurn !== "1") call(title);
    else if (before && said !== heard) play("move");
    heard = said;
  });
}

function call(title) {
  play("turn");
  if (!document.hidden || !isOn("notify") || globalThis.Notification?.permission !== "granted") return;
  try {
    const note = new Notification(word("your_turn"), { body: title, icon: "/static/icon-turn.svg", tag: location.pathname });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    giveUp();
  }
}

/** Chrome on Android has notifications by name, but lets no page make one: there the switch is of no use. */
function giveUp() {
  keep("serai.notify", "0");
  const button = document.querySelector("button[data-switch=notify]");
  button?.setAttribute("aria-checked", "false");
  if (button) button.hidden = true;
}

function isOn(name) {
  return kept(`serai.${name}`) === "1";
}

/** The switches for sound and notification, which need a script and so are hidden without one. */
function switches() {
  for (const button of document.querySelectorAll("button[data-switch]")) {
    const name = button.dataset.switch;
    if (name === "notify" && !canNotify()) continue;
    button.hidden = false;
    button.setAttribute("aria-checked", isOn(name));
    button.addEventListener("click", async () => {
      const wanted = !isOn(name) && (name !== "notify" || (await Notification.requestPermission()) === "granted");
      keep(`serai.${name}`, wanted ? "1" : "0");
      button.setAttribute("aria-checked", wanted);
      if (name === "sound" && wanted) play("turn");
    });
  }
}

function canNotify() {
  return "Notification" in window && window.isSecureContext;
}

/** A few plucked notes. */
function play(name) {
  if (!isOn("sound")) return;
  sounds ??= new AudioContext();
  if (sounds.state === "suspended") sounds.resume();
  for (const [place, pitch] of NOTES[name].entries()) pluck(pitch, sounds.currentTime + place * NOTE);
}

function pluck(pitch, at) {
  const [string, loudness] = [sounds.createOscillator(), sounds.createGain()];
  string.type = "triangle";
  string.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(0.18, at + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  string.connect(loudness).connect(sounds.destination);
  string.start(at);
  string.stop(at + 0.55);
}
