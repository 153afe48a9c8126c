// Pages away from a table. A player who waits in the lobby takes part in chance from there.

import { takePart } from "/static/chance.js";
import { kept } from "/static/offline.js";
import { page } from "/static/page.js";

const LOOKING = 10000; // ms after which the lobby looks again whether a table of one's own has filled

/** Take part in the chance of the tables in a lobby's list; problems are shown in the list. */
function takeParts(lobby) {
  for (const { dataset } of lobby.querySelectorAll("[data-chance]")) {
    takePart(dataset.table, JSON.parse(dataset.chance), (sentence) => sayAt(dataset.table, sentence));
  }
}

/** Say something of a table in the list. */
function sayAt(table, sentence) {
  const state = document.querySelector(`[data-table="${table}"] .state`);
  if (state) state.textContent = sentence;
}

/** Look at the lobby once more, and at its list of one's own tables. */
async function lookAgain() {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, before] = [fresh, document].map((lobby) => lobby.getElementById("mine"));
  const isTaken = now && before && !before.contains(document.activeElement);
  if (isTaken) before.replaceChildren(...now.children);
  takeParts(isTaken ? document : fresh);
}

page();
takeParts(document);
if (document.getElementById("mine")) setInterval(lookAgain, LOOKING);
if (matchMedia("(display-mode: standalone)").matches) kept(); // installed as an app
