// The script of every page: take part in chance when somebody sits down, copy and share links,
// choose a language at once, read the link by which somebody came, and close its menus.

import { committing } from "/static/nonce.js";
import { word } from "/static/words.js";

const SHOWN = 2000; // ms that "copied" is shown
const LINK = "serai.link"; // where a tab keeps the secret by which somebody came
const PLACE = "serai.place"; // where a tab keeps what is to stay when another language is chosen

/** Everything that is on this page. */
export function page() {
  committing();
  copying();
  languages();
  readLink();
  addEventListener("hashchange", readLink);
  menus();
}

function copying() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!navigator.clipboard && !navigator.share) continue; // only https and the server's own machine have them
    button.hidden = false;
    button.addEventListener("click", () => hand(button));
  }
}

async function hand(button) {
  const url = button.dataset.copy;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url, title: document.title });
    else await navigator.clipboard.writeText(url);
  } catch {
    return; // the player thought better of it
  }
  const before = button.textContent;
  button.textContent = word("copied");
  setTimeout(() => (button.textContent = before), SHOWN);
}

/** Choosing a language takes effect at once, and one stays where one was; its button is for pages without scripts. */
function languages() {
  const forms = document.querySelectorAll("form.language");
  for (const form of forms) {
    form.querySelector("button")?.setAttribute("hidden", "");
    form.addEventListener("change", () => form.requestSubmit());
    form.addEventListener("submit", () => keepPlace(form));
  }
  resume();
  for (const form of forms) {
    if (form.elements.language.value !== document.documentElement.lang) form.requestSubmit(); // chosen before this script came
  }
}

/** Store the typed texts and the scroll position for the same page in another language. */
function keepPlace(form) {
  const { hash } = location;
  if (hash && document.getElementById(hash.slice(1)) && !form.elements.back.value.includes("#")) form.elements.back.value += hash;
  const typed = writing().map((field) => field.value);
  inTab((tab) => tab.setItem(PLACE, JSON.stringify({ at: location.href, scroll: scrollY, typed })));
}

/** Go on where one was when another language was chosen. */
function resume() {
  const place = JSON.parse(inTab((tab) => tab.getItem(PLACE)) ?? "null");
  inTab((tab) => tab.removeItem(PLACE));
  if (place?.at !== location.href) return;
  for (const [number, field] of writing().entries()) field.value = place.typed[number] ?? field.value;
  scrollTo(0, place.scroll);
}

/** The fields in which one writes. */
function writing() {
  return [...document.querySelectorAll("input[name]:not([type]), input[name][type=text], input[name][type=search], textarea")];
}

/** An open menu closes when one goes on elsewhere. */
function menus() {
  const close = (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (event.key === "Escape" || (event.type === "click" && !menu.contains(event.target))) menu.open = false;
    }
  };
  document.addEventListener("click", close);
  document.addEventListener("keydown", close);
}

/**
 * The secret of a link stands after `#`, where it reaches no server's log; it is put in the form and taken away here. The
 * tab keeps it until a table is reached, for this page may be loaded again, in another language say.
 */
function readLink() {
  if (document.body.dataset.table) inTab((tab) => tab.removeItem(LINK));
  const field = document.querySelector("form.join input[name=link]");
  if (!field) return;
  const fragment = location.hash.slice(1);
  if (fragment) history.replaceState(null, "", location.pathname);
  field.value = fragment || field.value || (inTab((tab) => tab.getItem(LINK)) ?? "");
  if (field.value) inTab((tab) => tab.setItem(LINK, field.value));
  field.closest("p").hidden = field.value !== "" && !document.querySelector("[role=alert]"); // a refused link is shown
}

/** Use the tab's storage; null where the browser allows none. */
function inTab(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
