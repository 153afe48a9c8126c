// The rules: the page is searched as the reader types, and shows only matches; a linked rule is scrolled to; a
// live example shows the answer of the part that is pointed at, touched or focused. All answers are in the page.

import { kept } from "/static/offline.js";
import { page } from "/static/page.js";
import { word } from "/static/words.js";

const book = document.getElementById("book");
const searchField = document.getElementById("wanted");
const status = document.getElementById("found");

/** Without accents and capitals, as people type. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

/** The searched text of a block: its words, of a picture only its caption. */
function words(block) {
  const texts = block.matches(".passage") ? block.querySelectorAll(".said, figcaption, h3") : [block];
  return [...texts].map((part) => part.textContent).join(" ");
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

const index = passages();

function find() {
  const terms = plain(searchField.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { parts, text } of index) {
    const has = terms.every((term) => text.includes(term));
    count += has && terms.length > 0 && parts[0].matches(".passage");
    for (const part of parts) part.hidden = !has;
  }
  status.textContent = terms.length === 0 ? "" : count ? word("found", { number: count }) : word("none");
}

/** Answers are shown beside the table instead of being gone to. */
function live(example) {
  const answerBox = example.querySelector(".answer");
  const show = (event) => {
    const link = event.target.closest(".drawing a.pick");
    if (!link) return;
    if (event.type === "click") event.preventDefault();
    example.classList.toggle("is-asked", event.isTrusted || example.matches(".is-asked"));
    for (const other of example.querySelectorAll("a.pick[aria-current]")) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    const answer = document.getElementById(link.hash.slice(1));
    answerBox.replaceChildren(...[...answer.children].map((part) => part.cloneNode(true)));
  };
  for (const way of ["pointerover", "focusin", "click"]) example.addEventListener(way, show);
  example.querySelector("details").open = false;
  example.classList.add("is-live");
  example.querySelector(".drawing a.pick[data-open]")?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  answerBox.hidden = false;
}

page();
document.getElementById("find").hidden = false;
const print = document.getElementById("print");
print.hidden = false;
print.addEventListener("click", () => globalThis.print());
searchField.addEventListener("input", find);
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
for (const example of document.querySelectorAll(".example")) live(example);
addEventListener("hashchange", () => {
  if (!searchField.value) return;
  searchField.value = "";
  find();
  document.querySelector(location.hash)?.scrollIntoView();
});
kept();
