// The page that checks a finished game: which documents are meant, and what is shown of the checks, which `fairness.js`
// makes. All that comes out of a document is put in as text.

import { BadDocument, bad, readBytes, readText, refuseLarge, within } from "/static/documents.js";
import { verify } from "/static/fairness.js";
import { page } from "/static/page.js";
import { kept, word } from "/static/words.js";

const PARTS = ["seeds", "receipt", "opening", "game"];
const NOT_THERE = 404; // what a server answers where there is no record
const LONGEST_ADDRESS = 200; // that a form may send

const form = document.getElementById("documents");
const verdict = document.getElementById("verdict");
const results = document.getElementById("results");
let run = 0; // counts the checks that were begun, so that one overtaken by another shows nothing

// Which documents

/** The document in a chosen file. */
async function fromFile(file, kind) {
  const name = word(`${kind}_file`, { file: file.name });
  refuseLarge(file.size, name);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new BadDocument(word("no_such_file", { document: name }));
  });
  return { name, value: readBytes(bytes, name, kind) };
}

/** The table that the address names after `#table=`, or null. */
function tableOfAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("table");
}

/** A name that a table may have. */
function checkedTable(table) {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(table)) return table;
  throw new BadDocument(word("bad_table", { table: JSON.stringify(table.slice(0, 64)) }));
}

/** The record of a table, which the server shows when the game is over. */
async function recordOfTable(table) {
  const name = word("record_of_table", { table });
  const answer = await fetch(`/api/tables/${table}/record`).catch(() => null);
  const bytes = await answer?.arrayBuffer().catch(() => null);
  if (!bytes) throw new BadDocument(word("server_silent", { table }));
  if (!answer.ok) throw new BadDocument(refusal(table, answer.status));
  return { name, value: readBytes(bytes, name, "record") };
}

/** What it means that the server shows no record. */
function refusal(table, status) {
  const refused = word("server_refused", { table, status });
  return status === NOT_THERE ? `${refused} ${word("record_when_over")}` : refused;
}

/** The receipt that this browser kept of a table, or null. */
function receiptOfTable(table) {
  const name = word("receipt_of_table", { table });
  const written = kept(`serai.receipt.${table}`);
  return written === null ? null : { name, value: readText(written, name, "receipt") };
}

/** The record and the receipt that are meant: files that were chosen, else those of the table in the address. */
async function documents() {
  const [recordFile, receiptFile] = [form.elements.record.files[0], form.elements.receipt.files[0]];
  const table = recordFile ? null : tableOfAddress();
  if (!recordFile && table === null) throw new BadDocument(word("no_record_chosen"));
  const record = recordFile ? await fromFile(recordFile, "record") : await recordOfTable(checkedTable(table));
  await within(record.name, () => refuseOtherGames(record.value));
  if (receiptFile) return { record, receipt: await fromFile(receiptFile, "receipt") };
  return { record, receipt: table === null ? null : receiptOfTable(table) };
}

/** Only the games that the page names can be set up, so that none is looked for in vain. */
function refuseOtherGames(record) {
  const games = document.querySelector("meta[name=serai-games]").content.split(" ");
  const game = record?.game;
  const is_name = typeof game === "string" && /^[a-z]+$/.test(game);
  if (is_name && !games.includes(game)) throw bad("game", game, games.join(", "));
}

// Showing

/** An element with a class and what is inside it. */
function element(tag, look, ...inside) {
  const made = document.createElement(tag);
  if (look) made.className = look;
  made.append(...inside);
  return made;
}

/** A sentence whose hashes stand in letters of one width, so that two can be compared by eye. */
function withHashes(sentence) {
  return sentence.split(/\b([0-9a-f]{64})\b/).map((piece, place) => (place % 2 ? element("code", "", piece) : piece));
}

/** A check: its sign and word, its name, and what was found. */
function checkShown({ name, is_fine, detail }) {
  const sign = element("span", "sign", is_fine ? "✓" : "✗");
  sign.setAttribute("aria-hidden", "true");
  const agreement = element("strong", "word", word(is_fine ? "agrees" : "differs"));
  const head = element("p", "head", sign, " ", agreement, " ", element("span", "name", name));
  return element("li", is_fine ? "fine" : "wrong", head, element("p", "detail", ...withHashes(detail)));
}

/** What is said at the head of a part. */
function introduction(part, checks, found, receipt) {
  if (part === "opening") return [word("table_seed", found.table_seeds[0]), ...found.table_seeds.slice(1).map(laterSeed)];
  if (part === "game") return [howFar(found.checks, checks)];
  const remarks = found.remarks.filter((one) => one.part === part).map(({ sentence }) => sentence);
  if (part === "seeds") return remarks;
  return receipt ? [word("what_a_receipt_proves"), ...remarks] : [word("without_receipt")];
}

/** The table seed of a later round. */
function laterSeed({ after, seed }) {
  return word("table_seed_after", { after, seed });
}

/** How far the game was compared after its opening. */
function howFar(all, later) {
  if (all.some((one) => !one.is_fine && ["opening", "game"].includes(one.part))) return word("not_compared");
  return word(later.length ? "game_fine" : "nothing_drawn");
}

/** Checks as a list. */
function listShown(checks) {
  return element("ul", "checks", ...checks.map(checkShown));
}

/** The many of a game that agree: folded up, for whoever wants to see them. */
function foldedShown(checks) {
  return element("details", "", element("summary", "", word("one_by_one")), listShown(checks));
}

/** One part of the checks under its heading. */
function partShown(part, found, receipt) {
  const checks = found.checks.filter((one) => one.part === part);
  const introduced = introduction(part, checks, found, receipt);
  const shown = element("section", "part card", element("h2", "", word(`part_${part}`)));
  shown.append(...introduced.map((sentence) => element("p", "introduction", ...withHashes(sentence))));
  const folded = part === "game" ? checks.filter((one) => one.is_fine) : [];
  const open = checks.filter((one) => !folded.includes(one));
  if (open.length) shown.append(listShown(open));
  if (folded.length) shown.append(foldedShown(folded));
  return shown;
}

/** The verdict in a few sentences. */
function verdictOn(found, receipt) {
  const number = found.renewed.length;
  const renewed = number ? word("renewed", { number, moves: inWords(found.renewed) }) : null;
  const other = found.is_of_another_table ? word("another_table", { table: receipt.value.table }) : null;
  return [agreement(found, receipt), other, found.remark, renewed].filter(Boolean).join(" ");
}

/** Whether a record is true, at least consistent, or neither. */
function agreement(found, receipt) {
  if (found.is_true) return word("all_fine");
  if (found.is_fine) return word(receipt ? "all_fine_with_this_receipt" : "all_fine_without_receipt");
  const wrong = found.checks.filter((one) => !one.is_fine);
  const values = { wrong: wrong.length, total: found.checks.length, first: wrong[0].name };
  return word(wrong.length === 1 ? "one_wrong" : "some_wrong", values);
}

/** Numbers in a row, as people say them. */
function inWords(numbers) {
  return new Intl.ListFormat(document.documentElement.lang).format(numbers.map(String));
}

/** Which documents were compared. */
function checkedShown(record, receipt) {
  const names = { record: record.name, receipt: receipt?.name };
  return element("p", "checked", word(receipt ? "checked_with_receipt" : "checked", names));
}

/** Say the verdict, where it is seen; how it looks repeats what it says. */
function conclude(look, sentence) {
  verdict.className = look;
  verdict.textContent = sentence;
  verdict.scrollIntoView({ block: "nearest" });
}

/** What became of a check: a look, a sentence, and the parts to show. */
async function outcome() {
  try {
    const { record, receipt } = await documents();
    const names = { record: record.name, receipt: receipt?.name };
    const found = await verify(record.value, receipt ? receipt.value : null, names);
    const look = !found.is_fine ? "wrong" : found.is_true ? "fine" : "partly";
    const shown = [checkedShown(record, receipt), ...PARTS.map((part) => partShown(part, found, receipt))];
    return { look, sentence: verdictOn(found, receipt), shown };
  } catch (error) {
    const problem = error instanceof BadDocument ? error.message : word("unforeseen", { problem: String(error) });
    return { look: "problem", sentence: word("could_not_check", { problem }), shown: [] };
  }
}

/** Check what is meant, and show it unless another check was begun meanwhile. */
async function checkDocuments() {
  run += 1;
  const mine = run;
  results.replaceChildren();
  conclude("", word("checking"));
  const { look, sentence, shown } = await outcome();
  if (mine !== run) return;
  results.replaceChildren(...shown);
  conclude(look, sentence);
}

/** Check the table that the address names; files that were chosen before are not meant. */
function checkTable() {
  if (tableOfAddress() === null) return;
  form.reset();
  checkDocuments();
}

/** Whoever chooses another language comes back to the same table, of which the server knows nothing. */
function comeBackHere(event) {
  event.target.elements.back.value = (location.pathname + location.hash).slice(0, LONGEST_ADDRESS);
}

page();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  checkDocuments();
});
document.querySelector("form.language").addEventListener("submit", comeBackHere);
addEventListener("hashchange", checkTable);
checkTable();
