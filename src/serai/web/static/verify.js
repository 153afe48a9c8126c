// The page that checks a finished game: it finds the documents and shows the checks, which `fairness.js`
// makes. All content of documents is inserted as text.

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
function checkTableName(table) {
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

/** The sentence for a server that shows no record. */
function refusal(table, status) {
  const message = word("server_refused", { table, status });
  return status === NOT_THERE ? `${message} ${word("record_when_over")}` : message;
}

/** The receipt that this browser kept of a table, or null. */
function receiptOfTable(table) {
  const name = word("receipt_of_table", { table });
  const content = kept(`serai.receipt.${table}`);
  return content === null ? null : { name, value: readText(content, name, "receipt") };
}

/** The record and the receipt that are meant: files that were chosen, else those of the table in the address. */
async function documents() {
  const [recordFile, receiptFile] = [form.elements.record.files[0], form.elements.receipt.files[0]];
  const table = recordFile ? null : tableOfAddress();
  if (!recordFile && table === null) throw new BadDocument(word("no_record_chosen"));
  const record = recordFile ? await fromFile(recordFile, "record") : await recordOfTable(checkTableName(table));
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

/** An element with a class and content. */
function element(tag, look, ...inside) {
  const node = document.createElement(tag);
  if (look) node.className = look;
  node.append(...inside);
  return node;
}

/** A sentence whose hashes stand in letters of one width, so that two can be compared by eye. */
function withHashes(sentence) {
  return sentence.split(/\b([0-9a-f]{64})\b/).map((piece, place) => (place % 2 ? element("code", "", piece) : piece));
}

/** A check: its sign and word, its name, and its detail. */
function checkItem({ name, is_fine, detail }) {
  const sign = element("span", "sign", is_fine ? "✓" : "✗");
  sign.setAttribute("aria-hidden", "true");
  const agreement = element("strong", "word", word(is_fine ? "agrees" : "differs"));
  const head = element("p", "head", sign, " ", agreement, " ", element("span", "name", name));
  return element("li", is_fine ? "fine" : "wrong", head, element("p", "detail", ...withHashes(detail)));
}

/** The introduction of a part. */
function introduction(part, checks, result, receipt) {
  if (part === "opening") return [word("table_seed", result.table_seeds[0]), ...result.table_seeds.slice(1).map(laterSeed)];
  if (part === "game") return [howFar(result.checks, checks)];
  const remarks = result.remarks.filter((entry) => entry.part === part).map(({ sentence }) => sentence);
  if (part === "seeds") return remarks;
  return receipt ? [word("what_a_receipt_proves"), ...remarks] : [word("without_receipt")];
}

/** The table seed of a later round. */
function laterSeed({ after, seed }) {
  return word("table_seed_after", { after, seed });
}

/** How far the game was compared after its opening. */
function howFar(all, later) {
  if (all.some((entry) => !entry.is_fine && ["opening", "game"].includes(entry.part))) return word("not_compared");
  return word(later.length ? "game_fine" : "nothing_drawn");
}

/** Checks as a list. */
function checkList(checks) {
  return element("ul", "checks", ...checks.map(checkItem));
}

/** The many checks of a game that agree, folded up. */
function foldedChecks(checks) {
  return element("details", "", element("summary", "", word("one_by_one")), checkList(checks));
}

/** One part of the checks under its heading. */
function partSection(part, result, receipt) {
  const checks = result.checks.filter((entry) => entry.part === part);
  const introductions = introduction(part, checks, result, receipt);
  const nodes = element("section", "part card", element("h2", "", word(`part_${part}`)));
  nodes.append(...introductions.map((sentence) => element("p", "introduction", ...withHashes(sentence))));
  const folded = part === "game" ? checks.filter((entry) => entry.is_fine) : [];
  const open = checks.filter((entry) => !folded.includes(entry));
  if (open.length) nodes.append(checkList(open));
  if (folded.length) nodes.append(foldedChecks(folded));
  return nodes;
}

/** The verdict in a few sentences. */
function verdictOn(result, receipt) {
  const number = result.renewed.length;
  const renewed = number ? word("renewed", { number, moves: inWords(result.renewed) }) : null;
  const other = result.is_of_another_table ? word("another_table", { table: receipt.value.table }) : null;
  return [agreement(result, receipt), other, result.remark, renewed].filter(Boolean).join(" ");
}

/** Whether a record is true, at least consistent, or neither. */
function agreement(result, receipt) {
  if (result.is_true) return word("all_fine");
  if (result.is_fine) return word(receipt ? "all_fine_with_this_receipt" : "all_fine_without_receipt");
  const wrong = result.checks.filter((entry) => !entry.is_fine);
  const values = { wrong: wrong.length, total: result.checks.length, first: wrong[0].name };
  return word(wrong.length === 1 ? "one_wrong" : "some_wrong", values);
}

/** Numbers in a row, as people say them. */
function inWords(numbers) {
  return new Intl.ListFormat(document.documentElement.lang).format(numbers.map(String));
}

/** Which documents were compared. */
function comparedDocuments(record, receipt) {
  const names = { record: record.name, receipt: receipt?.name };
  return element("p", "checked", word(receipt ? "checked_with_receipt" : "checked", names));
}

/** Show the verdict, with a style that repeats its meaning. */
function conclude(look, sentence) {
  verdict.className = look;
  verdict.textContent = sentence;
  verdict.scrollIntoView({ block: "nearest" });
}

/** The outcome of a check: a style, a sentence, and the parts to show. */
async function outcome() {
  try {
    const { record, receipt } = await documents();
    const names = { record: record.name, receipt: receipt?.name };
    const result = await verify(record.value, receipt ? receipt.value : null, names);
    const look = !result.is_fine ? "wrong" : result.is_true ? "fine" : "partly";
    const nodes = [comparedDocuments(record, receipt), ...PARTS.map((part) => partSection(part, result, receipt))];
    return { look, sentence: verdictOn(result, receipt), shown: nodes };
  } catch (error) {
    const problem = error instanceof BadDocument ? error.message : word("unforeseen", { problem: String(error) });
    return { look: "problem", sentence: word("could_not_check", { problem }), shown: [] };
  }
}

/** Check the documents, and show the outcome unless another check was begun meanwhile. */
async function checkDocuments() {
  run += 1;
  const ownRun = run;
  results.replaceChildren();
  conclude("", word("checking"));
  const { look, sentence, shown: nodes } = await outcome();
  if (ownRun !== run) return;
  results.replaceChildren(...nodes);
  conclude(look, sentence);
}

/** Check the table that the address names; files that were chosen before are not meant. */
function checkTable() {
  if (tableOfAddress() === null) return;
  form.reset();
  checkDocuments();
}

/** A change of language returns to the same table, which the server does not know. */
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
