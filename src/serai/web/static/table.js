// The table's page: connects the modules that handle frames, and shows their messages.

import { choosing, clearChosen } from "/static/choosing.js";
import { clock } from "/static/clock.js";
import { film } from "/static/film.js";
import { keyboard } from "/static/keyboard.js";
import { lesson } from "/static/lesson.js";
import { live } from "/static/live.js";
import { marks, report } from "/static/marks.js";
import { isOfAnotherLook, scrollToEnd, show, table, watch } from "/static/morphing.js";
import { notify } from "/static/notify.js";
import { opening, receipts } from "/static/opening.js";
import { page } from "/static/page.js";
import { ask, sending, sendMove } from "/static/sending.js";
import { keep, kept, word } from "/static/words.js";

const WIDE = "(min-width: 70rem)"; // where the side panel has a column of its own

const PACE = 150; // ms that a frame of the stream is shown at least

const troubles = new Set(); // problems in reaching the server, by the module that noticed

/**
 * Say something at the foot of the page, with its rule where there is one; it goes when something else is done, and,
 * unless it is lasting, when there is something else to decide.
 */
function tell(sentence, rule = "", isLasting = false) {
  const why = document.getElementById("why");
  if (!why) return;
  why.querySelector("p").replaceChildren(...(rule ? withRule(sentence, rule) : [sentence]));
  why.dataset.shown = isLasting ? "lasting" : "1";
}

/** A sentence whose rule leads to the page of rules. */
function withRule(sentence, rule) {
  const [before, after] = word("with_rule", { sentence, rule: "\n" }).split("\n");
  const link = document.createElement("a");
  Object.assign(link, { textContent: rule, href: `/rules/${document.body.dataset.game}#${rule}`, target: "_blank" });
  return [before, link, after];
}

/** Take it away; whether there was something. */
function hush() {
  const why = document.getElementById("why");
  const had = Boolean(why?.dataset.shown);
  if (had) {
    delete why.dataset.shown;
    why.querySelector("p").textContent = "";
  }
  return had;
}

/** Ask why parts, or a move, can't be played, and say it. */
async function why(query) {
  const { table: name, seat } = document.body.dataset;
  const answer = await fetch(`/t/${name}/seats/${seat}/why?${new URLSearchParams(query)}`).catch(() => null);
  const reason = answer?.ok ? await answer.json() : null;
  tell(reason?.sentence || word("not_now"), reason?.rule ?? "");
}

/** Show in the bar that the server does not answer, as long as anybody finds so. */
function trouble(who, isLost) {
  troubles.delete(who);
  if (isLost) troubles.add(who);
  const sign = document.getElementById("connection");
  if (sign.hidden !== (troubles.size === 0)) sign.hidden = !sign.hidden; // setting it as it is would cost a frame
}

let wasLost = false;
function onState(state) {
  trouble("stream", state === "lost");
  if (state === "lost") ask(); // the table itself may be lost
  else if (state === "back" || wasLost) report().then(ask);
  wasLost = state === "lost";
}

/** A frame of the stream. A screen that several share and nobody has taken up shows what only their browser is given. */
function onFrame(html) {
  if (html === "gone" || isOfAnotherLook(html)) location.reload();
  else if (document.body.dataset.seat === "" && table().dataset.shared) ask();
  else showSoon(html);
}

let [newest, shownAt, coming] = [null, 0, 0];

/** Show a frame at once, or when the one before has been seen for a moment: bots among themselves are quicker than eyes. */
function showSoon(html) {
  newest = html;
  coming ||= setTimeout(() => {
    [shownAt, coming] = [performance.now(), 0];
    show(newest);
  }, Math.max(0, shownAt + PACE - performance.now()));
}

/** The vizier's answer is shown in the side panel until something is decided. */
function hints() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.id !== "ask-vizier") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { choices } = table().dataset;
    document.getElementById("advice").textContent = word("thinking");
    const advised = await adviceOf(form);
    const advice = document.getElementById("advice");
    if (advice && table().dataset.choices === choices) advice.replaceChildren(advised); // else it is about the past
  }, true);
}

/** The vizier's answer, or the reason for none. */
async function adviceOf(form) {
  const body = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "Serai-Fragment": "1" } });
    if (!answer.ok) return (await answer.json()).message ?? word("failed");
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    return holder.content;
  } catch {
    return word("failed");
  }
}

/** Sections of the side panel stay as the player folded them, from table to table; on a wide page there is room for more. */
function folding() {
  const known = new WeakSet();
  watch(() => {
    for (const section of document.querySelectorAll("#side > details[id]")) {
      if (!known.has(section)) fold(section);
      known.add(section);
    }
  });
  document.addEventListener("toggle", ({ target }) => {
    if (!target.closest?.("#side") || !target.id) return;
    if (target.open) target.querySelectorAll("[data-follow]").forEach(scrollToEnd);
  }, true);
  document.addEventListener("click", ({ target }) => {
    const section = target.closest?.("#side summary")?.parentElement;
    if (section?.id) keep(`serai.fold.${section.id}`, section.open ? "0" : "1"); // it opens or closes after this
  });
}

function fold(section) {
  const choice = kept(`serai.fold.${section.id}`);
  if (choice !== null) section.open = choice === "1";
  else if (matchMedia(WIDE).matches && section.dataset.wide) section.open = true;
  section.querySelectorAll("[data-follow]").forEach(scrollToEnd);
}

/** A player who wants to play again goes to the new table when all do, and sits down there. */
function rematch() {
  const form = document.getElementById("sit");
  if (location.hash === "#sit" && form) form.requestSubmit();
  watch((now, before) => {
    if (before && now.rematch && !before.rematch && (now.wants || before.wants)) location.assign(`${now.rematch}#sit`);
  });
}

page();
hints();
sending(tell, (isLost) => trouble("sending", isLost), clearChosen);
choosing({ move: (move) => (hush(), sendMove(move)), why });
watch((now, before) => {
  if (!before || now.choices === before.choices) return;
  if (document.getElementById("why")?.dataset.shown !== "lasting") hush();
  document.getElementById("advice")?.replaceChildren();
});
document.addEventListener("click", ({ target }) => target.closest?.("#hush, #stage .pick:is([data-open], [data-quiet])") && hush(), true);
folding();
film();
notify();
keyboard(hush);
clock(ask);
receipts(tell);
opening(tell);
marks(tell);
rematch();
lesson();
live(table().dataset.look, onFrame, onState, ask);
addEventListener("pageshow", (event) => event.persisted && ask());
document.body.classList.add("is-live");
