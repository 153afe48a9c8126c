// A record and a receipt as documents: read from bytes, and checked for their shape before anything is computed from
// them. Every failure is a sentence that names the document, the key, what was found and what is expected.

import { word } from "/static/words.js";

export const FORMATS = { record: "serai-record/1", receipt: "serai-receipt/1" };

const RECORD_KEYS = [
  "format", "game", "rules_version", "edition", "options", "seats", "randomness", "events", "result", "digest",
];
const RECEIPT_KEYS = ["format", "table", "commitment", "nonce_commitments", "seat", "nonce"];
const SCHEME = "committed/1";
const RANDOMNESS_KEYS = ["scheme", "commitment", "server_seed", "nonces"];
const CONTRIBUTORS = ["page", "server"]; // who made a seat's nonce

const MOST_BYTES = 16 * 1024 * 1024; // of a document; a long game has some hundred thousand
const SECRET_DIGITS = 64; // of a server seed, a nonce and a hash
const MOST_PLAYERS = 16; // of any game; each game has limits of its own
const LONGEST_SHOWN = 60; // characters of a wrong value

/** What is wrong with a document, as a sentence for its reader. */
export class BadDocument extends Error {}

// Reading; `name` is what sentences call the document, `kind` is `record` or `receipt`

/** The document in some bytes. */
export function readBytes(bytes, name, kind) {
  refuseLarge(bytes.byteLength, name);
  return readText(decoded(bytes, name, kind), name, kind);
}

/** The document in a text. */
export function readText(written, name, kind) {
  const format = FORMATS[kind];
  if (written.trim() === "") throw new BadDocument(word("is_empty", { document: name, format }));
  const value = json(written);
  if (value !== undefined) return value;
  const several = json(written.trimStart().split("\n", 1)[0]) !== undefined;
  throw new BadDocument(word(several ? "several_lines" : "not_json", { document: name, format }));
}

/** No record is larger than this. */
export function refuseLarge(size, name) {
  if (size > MOST_BYTES) throw new BadDocument(word("too_large", { document: name, size, most: MOST_BYTES }));
}

/** The text in some bytes, when they are UTF-8. */
function decoded(bytes, name, kind) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadDocument(word("not_text", { document: name, format: FORMATS[kind] }));
  }
}

/** The value of a JSON text, undefined when it is none. */
function json(written) {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

// The shape of values

/** A value as a sentence shows it. */
export function shown(found) {
  const written = found === undefined ? word("nothing") : JSON.stringify(found);
  return written.length <= LONGEST_SHOWN ? written : written.slice(0, LONGEST_SHOWN - 1) + "…";
}

/** The failure of one value. */
export function bad(key, found, expected) {
  return new BadDocument(word("is_otherwise", { key, found: shown(found), expected }));
}

/** Whether a value is an object, and neither a list nor null. */
export function isObject(found) {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

/** An object that has these keys; `key` is its own, "" for the whole document. */
export function object(key, found, keys) {
  const expected = word(keys.length ? "an_object" : "any_object", { keys: keys.join(", ") });
  if (!isObject(found)) throw bad(key || word("the_document"), found, expected);
  const missing = keys.find((name) => !Object.hasOwn(found, name));
  if (missing !== undefined) throw new BadDocument(word("is_missing", { key: (key && key + ".") + missing, expected }));
  return found;
}

/** An object that has these keys and no others. */
function exactly(key, found, keys) {
  const unknown = Object.keys(object(key, found, keys)).find((name) => !keys.includes(name));
  if (unknown === undefined) return found;
  const named = (key && key + ".") + unknown.slice(0, LONGEST_SHOWN);
  throw new BadDocument(word("is_unknown", { key: named, expected: word("an_object", { keys: keys.join(", ") }) }));
}

/** A list; with limits, of so many entries. */
export function list(key, found, least = 0, most = Infinity) {
  if (Array.isArray(found) && found.length >= least && found.length <= most) return found;
  const size = least === most ? "a_list_of_exactly" : most === Infinity ? "a_list" : "a_list_of";
  throw bad(key, found, word(size, { least, most }));
}

/** A text. */
export function text(key, found) {
  if (typeof found !== "string") throw bad(key, found, word("a_text"));
  return found;
}

/** A whole number within limits. */
export function whole(key, found, least, most) {
  if (Number.isInteger(found) && found >= least && found <= most) return found;
  throw bad(key, found, word("a_whole_number", { least, most }));
}

/** One of some values. */
export function oneOf(key, found, values) {
  if (values.includes(found)) return found;
  throw bad(key, found, word("one_of", { values: values.map((value) => JSON.stringify(value)).join(", ") }));
}

/** The digits of a seed, a nonce or a hash. */
function secret(key, found) {
  if (typeof found === "string" && found.length === SECRET_DIGITS && /^[0-9a-f]+$/.test(found)) return found;
  throw bad(key, found, word("hexadecimal_digits", { digits: SECRET_DIGITS }));
}

// The shape of documents

/** Do some work on a document; what is wrong with it is said with the document's name. */
export async function within(document, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BadDocument)) throw error;
    throw new BadDocument(word("in_document", { document, problem: error.message }));
  }
}

/** A format of ours, at the head of a document. */
function hasFormat(found, format, keys) {
  if (isObject(found) && Object.hasOwn(found, "format") && found.format !== format) {
    throw bad("format", found.format, JSON.stringify(format));
  }
  exactly("", found, keys);
}

/** Check a record as far as chance is read from it; its edition and its events are left for those who read them. */
export function checkRecord(record) {
  hasFormat(record, FORMATS.record, RECORD_KEYS);
  if (!/^[a-z]+$/.test(text("game", record.game))) throw bad("game", record.game, word("a_game"));
  checkVersion(record.rules_version);
  object("edition", record.edition, []);
  const players = whole("options.players", object("options", record.options, ["players"]).players, 1, MOST_PLAYERS);
  list("seats", record.seats, players, players).forEach((seat, number) => {
    object(`seats[${number}]`, seat, ["name", "by"]);
    text(`seats[${number}].name`, seat.name);
  });
  checkRandomness(record.randomness, players);
  list("events", record.events);
  if (record.result !== null && !isObject(record.result)) throw bad("result", record.result, word("an_object_or_null"));
  secret("digest", record.digest);
}

/** A version of the rules is a whole number or a text. */
function checkVersion(found) {
  if (!Number.isInteger(found) && typeof found !== "string") throw bad("rules_version", found, word("a_version"));
}

/** Chance must have been committed to; a seed alone could have been chosen. */
function checkRandomness(found, players) {
  object("randomness", found, ["scheme"]);
  if (found.scheme !== SCHEME) {
    throw bad("randomness.scheme", found.scheme, word("a_committed_scheme", { scheme: JSON.stringify(SCHEME) }));
  }
  exactly("randomness", found, RANDOMNESS_KEYS);
  secret("randomness.commitment", found.commitment);
  secret("randomness.server_seed", found.server_seed);
  list("randomness.nonces", found.nonces, players, players).forEach((nonce, seat) => {
    const key = `randomness.nonces[${seat}]`;
    exactly(key, nonce, ["nonce", "by"]);
    secret(`${key}.nonce`, nonce.nonce);
    oneOf(`${key}.by`, nonce.by, CONTRIBUTORS);
  });
}

/** Check a receipt. */
export function checkReceipt(receipt) {
  hasFormat(receipt, FORMATS.receipt, RECEIPT_KEYS);
  text("table", receipt.table);
  secret("commitment", receipt.commitment);
  const commitments = list("nonce_commitments", receipt.nonce_commitments, 1, MOST_PLAYERS);
  commitments.forEach((commitment, seat) => secret(`nonce_commitments[${seat}]`, commitment));
  whole("seat", receipt.seat, 0, commitments.length - 1);
  secret("nonce", receipt.nonce);
}
