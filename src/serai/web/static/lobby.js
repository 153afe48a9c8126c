// Pages away from a table. From the lobby, too, this browser's numbers are opened: who waits there is waited for.

import { openAll } from "/static/nonce.js";
import { kept } from "/static/offline.js";
import { page } from "/static/page.js";

const LOOKING = 10000; // ms after which the lobby looks again whether a table of one's own has filled

/** Open what is to be opened of the tables in a lobby's list. */
function openNumbers(lobby) {
  for (const { dataset } of lobby.querySelectorAll("[data-commitments]")) {
    openAll(dataset.table, JSON.parse(dataset.commitments));
  }
}

/** Look at the lobby once more, and at its list of one's own tables. */
async function lookAgain() {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  openNumbers(fresh);
  const [now, before] = [fresh, document].map((lobby) => lobby.getElementById("mine"));
  if (now && before && !before.contains(document.activeElement)) before.replaceChildren(...now.children);
}

page();
openNumbers(document);
if (document.getElementById("mine")) setInterval(lookAgain, LOOKING);
if (matchMedia("(display-mode: standalone)").matches) kept(); // installed as an app
