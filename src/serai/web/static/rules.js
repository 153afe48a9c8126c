// The rules: words are looked for as they are typed, and only what has them stays; a rule that was linked to is shown.

import { kept } from "/static/offline.js";
import { page } from "/static/page.js";
import { word } from "/static/words.js";

const book = document.getElementById("book");
const wanted = document.getElementById("wanted");
const found = document.getElementById("found");
const blocks = [...book.children];

/** Without accents and capitals, as people type. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

/** Blocks that belong together: a rule with its lists and rulings, up to the next rule or heading. */
function passages() {
  const all = [];
  for (const block of blocks) {
    if (/^H\d$/.test(block.localName.toUpperCase()) || block.matches(".rule") || !all.length) all.push([]);
    all.at(-1).push(block);
  }
  return all.map((parts) => ({ parts, text: plain(parts.map((part) => part.textContent).join(" ")) }));
}

const known = passages();

function find() {
  const terms = plain(wanted.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { parts, text } of known) {
    const has = terms.every((term) => text.includes(term));
    count += has && terms.length > 0 && parts[0].matches(".rule");
    for (const part of parts) part.hidden = !has;
  }
  found.textContent = terms.length === 0 ? "" : count ? word("found", { number: count }) : word("none");
}

page();
document.getElementById("find").hidden = false;
const print = document.getElementById("print");
print.hidden = false;
print.addEventListener("click", () => globalThis.print());
wanted.addEventListener("input", find);
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  if (!wanted.value) return;
  wanted.value = "";
  find();
  document.querySelector(location.hash)?.scrollIntoView();
});
kept();
