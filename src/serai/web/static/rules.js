// The rules: words are looked for as they are typed, and only what has them stays; a rule that was linked to is shown; a
// live example shows the answer of what is pointed at, touched or has the focus. All answers stand in the page.

import { kept } from "/static/offline.js";
import { page } from "/static/page.js";
import { word } from "/static/words.js";

const book = document.getElementById("book");
const wanted = document.getElementById("wanted");
const found = document.getElementById("found");

/** Without accents and capitals, as people type. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

/** What is searched of a block: its words, of a picture only what is said of it. */
function words(block) {
  const said = block.matches(".passage") ? block.querySelectorAll(".said, figcaption, h3") : [block];
  return [...said].map((part) => part.textContent).join(" ");
}

/** Blocks that belong together: a rule by itself, a heading with what follows it up to the first rule. */
function passages() {
  const all = [];
  for (const block of book.children) {
    if (block.matches("h2, h3, .passage") || !all.length) all.push([]);
    all.at(-1).push(block);
  }
  return all.map((parts) => ({ parts, text: plain(parts.map(words).join(" ")) }));
}

const known = passages();

function find() {
  const terms = plain(wanted.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { parts, text } of known) {
    const has = terms.every((term) => text.includes(term));
    count += has && terms.length > 0 && parts[0].matches(".passage");
    for (const part of parts) part.hidden = !has;
  }
  found.textContent = terms.length === 0 ? "" : count ? word("found", { number: count }) : word("none");
}

/** Answers are shown beside the table instead of being gone to. */
function live(example) {
  const shown = example.querySelector(".answer");
  const show = (event) => {
    const link = event.target.closest(".drawing a.pick");
    if (!link) return;
    if (event.type === "click") event.preventDefault();
    example.classList.toggle("is-asked", event.isTrusted || example.matches(".is-asked"));
    for (const other of example.querySelectorAll("a.pick[aria-current]")) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    const told = document.getElementById(link.hash.slice(1));
    shown.replaceChildren(...[...told.children].map((part) => part.cloneNode(true)));
  };
  for (const way of ["pointerover", "focusin", "click"]) example.addEventListener(way, show);
  example.querySelector("details").open = false;
  example.classList.add("is-live");
  example.querySelector(".drawing a.pick[data-open]")?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  shown.hidden = false;
}

page();
document.getElementById("find").hidden = false;
const print = document.getElementById("print");
print.hidden = false;
print.addEventListener("click", () => globalThis.print());
wanted.addEventListener("input", find);
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
for (const example of document.querySelectorAll(".example")) live(example);
addEventListener("hashchange", () => {
  if (!wanted.value) return;
  wanted.value = "";
  find();
  document.querySelector(location.hash)?.scrollIntoView();
});
kept();
