// The page that checks a finished game: which documents are meant, how they are read, and what is shown of the checks,
// which `fairness.js` makes. All that comes out of a document is put in as text.

import { BadDocument, say, verify } from "/static/fairness.js";

const MOST_BYTES = 16 * 1024 * 1024; // of a document; a long game has some hundred thousand
const PARTS = ["seeds", "receipt", "opening"];
const FORMATS = { record: "serai-record/1", receipt: "serai-receipt/1" };

const form = document.getElementById("documents");
const verdict = document.getElementById("verdict");
const results = document.getElementById("results");
let run = 0; // counts the checks that were begun, so that one overtaken by another shows nothing

// Reading

/** The JSON document in a text; `name` is what sentences call it. */
function parsed(text, name, format) {
  if (text.trim() === "") throw new BadDocument(say("is_empty", { document: name, format }));
  const value = json(text);
  if (value !== undefined) return value;
  const several = json(text.trimStart().split("\n", 1)[0]) !== undefined;
  throw new BadDocument(say(several ? "several_lines" : "not_json", { document: name, format }));
}

/** The value of a JSON text, undefined when it is none. */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in some bytes, when they are not too many and in UTF-8. */
function decoded(bytes, name, format) {
  refuseLarge(bytes.byteLength, name);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadDocument(say("not_text", { document: name, format }));
  }
}

/** No record is larger than this. */
function refuseLarge(size, name) {
  if (size > MOST_BYTES) throw new BadDocument(say("too_large", { document: name, size, most: MOST_BYTES }));
}

/** The document in a chosen file. */
async function fromFile(file, kind) {
  const name = say(`${kind}_file`, { file: file.name });
  refuseLarge(file.size, name);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new BadDocument(say("no_such_file", { document: name }));
  });
  return { name, value: parsed(decoded(bytes, name, FORMATS[kind]), name, FORMATS[kind]) };
}

/** The table that the address names after `#table=`, or null. */
function tableOfAddress() {
  const table = new URLSearchParams(location.hash.slice(1)).get("table");
  if (table !== null && !/^[A-Za-z0-9_-]{1,64}$/.test(table)) {
    throw new BadDocument(say("bad_table", { table: JSON.stringify(table.slice(0, 64)) }));
  }
  return table;
}

/** The record of a table, which the server shows when the game is over. */
async function recordOfTable(table) {
  const name = say("record_of_table", { table });
  const answer = await fetch(`/api/tables/${table}/record`).catch(() => null);
  const bytes = await answer?.arrayBuffer().catch(() => null);
  if (!bytes) throw new BadDocument(say("server_silent", { table }));
  const text = decoded(bytes, name, FORMATS.record);
  if (!answer.ok) throw new BadDocument(say("server_refused", { table, status: answer.status, message: reason(text) }));
  return { name, value: parsed(text, name, FORMATS.record) };
}

/** The sentence in a server's refusal, if there is one. */
function reason(text) {
  const message = json(text)?.message;
  return typeof message === "string" ? message.slice(0, 200) : "";
}

/** The receipt that this browser kept of a table, or null. */
function receiptOfTable(table) {
  const name = say("receipt_of_table", { table });
  const text = kept(`serai.receipt.${table}`);
  return text === null ? null : { name, value: parsed(text, name, FORMATS.receipt) };
}

/** What this browser stored under a key; null when it stored nothing, or may not store. */
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The record and the receipt that are meant: files that were chosen, else those of the table in the address. */
async function documents() {
  const [recordFile, receiptFile] = [form.elements.record.files[0], form.elements.receipt.files[0]];
  const table = recordFile ? null : tableOfAddress();
  if (!recordFile && table === null) throw new BadDocument(say("no_record_chosen"));
  const record = recordFile ? await fromFile(recordFile, "record") : await recordOfTable(table);
  refuseOtherGames(record);
  if (receiptFile) return { record, receipt: await fromFile(receiptFile, "receipt") };
  return { record, receipt: table === null ? null : receiptOfTable(table) };
}

/** Only the games that the page names can be set up, so that none is looked for in vain. */
function refuseOtherGames({ name, value }) {
  const games = document.querySelector("meta[name=serai-games]").content.split(" ");
  const game = value?.game;
  if (typeof game !== "string" || !/^[a-z]+$/.test(game) || games.includes(game)) return;
  const found = JSON.stringify(game.slice(0, 60));
  const problem = say("is_otherwise", { key: "game", found, expected: games.join(", ") });
  throw new BadDocument(say("in_document", { document: name, problem }));
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
  const word = element("strong", "word", say(is_fine ? "agrees" : "differs"));
  const head = element("p", "head", sign, " ", word, " ", element("span", "name", name));
  return element("li", is_fine ? "fine" : "wrong", head, element("p", "detail", ...withHashes(detail)));
}

/** What is said at the head of a part, or null. */
function introduction(part, checks, found) {
  if (part === "opening") return say("table_seed", { seed: found.table_seed });
  return part === "receipt" && checks.length === 0 ? say("without_receipt") : null;
}

/** One part of the checks under its heading. */
function partShown(part, found) {
  const checks = found.checks.filter((one) => one.part === part);
  const introduced = introduction(part, checks, found);
  const shown = element("section", "part", element("h2", "", say(`part_${part}`)));
  if (introduced) shown.append(element("p", "introduction", ...withHashes(introduced)));
  if (checks.length) shown.append(element("ul", "checks", ...checks.map(checkShown)));
  return shown;
}

/** The verdict in a sentence or two. */
function verdictOn(found, receipt) {
  if (found.is_fine) return say(receipt ? "all_fine" : "all_fine_without_receipt");
  const wrong = found.checks.filter((one) => !one.is_fine);
  const values = { wrong: wrong.length, total: found.checks.length, first: wrong[0].name };
  const counted = say(wrong.length === 1 ? "one_wrong" : "some_wrong", values);
  return found.remark ? `${counted} ${found.remark}` : counted;
}

/** Which documents were compared. */
function checkedShown(record, receipt) {
  const names = { record: record.name, receipt: receipt?.name };
  return element("p", "checked", say(receipt ? "checked_with_receipt" : "checked", names));
}

/** Say the verdict; how it looks repeats what it says. */
function conclude(look, sentence) {
  verdict.className = look;
  verdict.textContent = sentence;
}

/** What became of a check: a look, a sentence, and the parts to show. */
async function outcome() {
  try {
    const { record, receipt } = await documents();
    const names = { record: record.name, receipt: receipt?.name };
    const found = await verify(record.value, receipt ? receipt.value : null, names);
    const look = !found.is_fine ? "wrong" : receipt ? "fine" : "partly";
    const shown = [checkedShown(record, receipt), ...PARTS.map((part) => partShown(part, found))];
    return { look, sentence: verdictOn(found, receipt), shown };
  } catch (error) {
    const problem = error instanceof BadDocument ? error.message : say("unforeseen", { problem: String(error) });
    return { look: "problem", sentence: say("could_not_check", { problem }), shown: [] };
  }
}

/** Check what is meant, and show it unless another check was begun meanwhile. */
async function checkDocuments() {
  run += 1;
  const mine = run;
  results.replaceChildren();
  conclude("", say("checking"));
  const { look, sentence, shown } = await outcome();
  if (mine !== run) return;
  results.replaceChildren(...shown);
  conclude(look, sentence);
}

/** Check the table that the address names; files that were chosen before are not meant. */
function checkTable() {
  if (location.hash.length < 2) return;
  form.reset();
  checkDocuments();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  checkDocuments();
});
addEventListener("hashchange", checkTable);
checkTable();
