// What every page can do besides its links and forms: take part in chance when somebody sits down, copy and share links,
// choose a language at once, read the link by which somebody came, and close its menus.

import { committing } from "/static/nonce.js";
import { word } from "/static/words.js";

const SHOWN = 2000; // ms that "copied" is shown

/** Everything that is on this page. */
export function page() {
  committing();
  copying();
  languages();
  followed();
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

/** Choosing a language takes effect at once; its button is for pages without scripts. */
function languages() {
  for (const form of document.querySelectorAll("form.language")) {
    form.querySelector("button")?.setAttribute("hidden", "");
    form.addEventListener("change", () => form.requestSubmit());
  }
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

/** The secret of a link stands after `#`, where it reaches no server's log; it is put in the form and taken away here. */
function followed() {
  const field = document.querySelector("form.join input[name=link]");
  if (!field || location.hash.length < 2) return;
  field.value = location.hash.slice(1);
  field.closest("p").hidden = true;
  history.replaceState(null, "", location.pathname);
}
