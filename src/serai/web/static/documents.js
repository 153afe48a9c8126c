// A record and a receipt as documents: read from bytes, and checked for their shape before anything is computed from
// them. Every failure is a sentence that names the document, the key, the actual and the expected value.

import { word } from "/static/words.js";

export const FORMATS = { record: "serai-record/1", receipt: "serai-receipt/2" };

const RECORD_KEYS = [
  "format", "game", "rules_version", "edition", "options", "seats", "randomness", "events", "result", "digest",
];
const KEPT_KEYS = ["commitment", "nonce_commitments", "nonce"];
const ONE_ROUND = "serai-receipt/1";
const RECEIPT_KEYS = {
  [FORMATS.receipt]: ["format", "table", "seat", "rounds"],
  [ONE_ROUND]: ["format", "table", "seat", ...KEPT_KEYS],
};
const SEED_KEYS = ["commitment", "server_seed", "nonces"];
const SCHEME_KEYS = { "committed/1": ["scheme", ...SEED_KEYS], "committed/2": ["scheme", "rounds"] };
const CONTRIBUTORS = ["page", "server"]; // makers of a seat's nonce
const KEPT = ["before", "later"]; // than the nonces were opened

const MOST_BYTES = 16 * 1024 * 1024; // of a document; a long game has some hundred thousand
const SECRET_DIGITS = 64; // of a server seed, a nonce and a hash
const MOST_PLAYERS = 16; // of any game; each game has limits of its own
const LONGEST_SHOWN = 60; // characters of a wrong value

/** A document is invalid; the message is a sentence for its reader. */
export class BadDocument extends Error {}

// Reading; `name` is the document's name in sentences, `kind` is `record` or `receipt`

/** The document in some bytes. */
export function readBytes(bytes, name, kind) {
  refuseLarge(bytes.byteLength, name);
  return readText(decoded(bytes, name, kind), name, kind);
}

/** The document in a text. */
export function readText(content, name, kind) {
  const format = FORMATS[kind];
  if (content.trim() === "") throw new BadDocument(word("is_empty", { document: name, format }));
  const value = json(content);
  if (value !== undefined) return value;
  const several = json(content.trimStart().split("\n", 1)[0]) !== undefined;
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
function json(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

// The shape of values

/** A value as a sentence shows it. */
export function shown(actual) {
  const content = actual === undefined ? word("nothing") : JSON.stringify(actual);
  return content.length <= LONGEST_SHOWN ? content : content.slice(0, LONGEST_SHOWN - 1) + "…";
}

/** The failure of one value. */
export function bad(key, actual, expected) {
  return new BadDocument(word("is_otherwise", { key, found: shown(actual), expected }));
}

/** Whether a value is an object, and neither a list nor null. */
export function isObject(actual) {
  return typeof actual === "object" && actual !== null && !Array.isArray(actual);
}

/** An object that has these keys; `key` is its own, "" for the whole document. */
export function object(key, actual, keys) {
  const expected = word(keys.length ? "an_object" : "any_object", { keys: keys.join(", ") });
  if (!isObject(actual)) throw bad(key || word("the_document"), actual, expected);
  const missing = keys.find((name) => !Object.hasOwn(actual, name));
  if (missing !== undefined) throw new BadDocument(word("is_missing", { key: (key && key + ".") + missing, expected }));
  return actual;
}

/** An object that has these keys and no others. */
function exactly(key, actual, keys) {
  const unknown = Object.keys(object(key, actual, keys)).find((name) => !keys.includes(name));
  if (unknown === undefined) return actual;
  const named = (key && key + ".") + unknown.slice(0, LONGEST_SHOWN);
  throw new BadDocument(word("is_unknown", { key: named, expected: word("an_object", { keys: keys.join(", ") }) }));
}

/** A list; with limits, of so many entries. */
export function list(key, actual, least = 0, most = Infinity) {
  if (Array.isArray(actual) && actual.length >= least && actual.length <= most) return actual;
  const size = least === most ? "a_list_of_exactly" : most === Infinity ? "a_list" : "a_list_of";
  throw bad(key, actual, word(size, { least, most }));
}

/** A text. */
export function text(key, actual) {
  if (typeof actual !== "string") throw bad(key, actual, word("a_text"));
  return actual;
}

/** A whole number within limits. */
export function whole(key, actual, least, most) {
  if (Number.isInteger(actual) && actual >= least && actual <= most) return actual;
  throw bad(key, actual, word("a_whole_number", { least, most }));
}

/** One of some values. */
export function oneOf(key, actual, values) {
  if (values.includes(actual)) return actual;
  throw bad(key, actual, word("one_of", { values: values.map((value) => JSON.stringify(value)).join(", ") }));
}

/** After how many moves chance began to come from a round: so many at least, else the sentence `otherwise` tells why. */
function after(key, actual, least, otherwise) {
  if (!Number.isSafeInteger(actual)) throw bad(key, actual, word("any_whole_number"));
  if (actual < least) throw bad(key, actual, word(otherwise, { least }));
  return actual;
}

/** The digits of a seed, a nonce or a hash. */
function secret(key, actual) {
  if (typeof actual === "string" && actual.length === SECRET_DIGITS && /^[0-9a-f]+$/.test(actual)) return actual;
  throw bad(key, actual, word("hexadecimal_digits", { digits: SECRET_DIGITS }));
}

// The shape of documents

/** Do some work on a document; add its name to an error's message. */
export async function within(document, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BadDocument)) throw error;
    throw new BadDocument(word("in_document", { document, problem: error.message }));
  }
}

/** One of some formats of ours, at the head of a document, with its keys and no others. */
function hasFormat(actual, keys) {
  const formats = Object.keys(keys);
  const named = isObject(actual) && Object.hasOwn(actual, "format");
  if (named && formats.length === 1 && actual.format !== formats[0]) {
    throw bad("format", actual.format, JSON.stringify(formats[0]));
  }
  exactly("", actual, keys[named ? oneOf("format", actual.format, formats) : formats[0]]);
}

/** Check a record as far as chance is read from it; its edition and its events are checked where they are used. */
export function checkRecord(record) {
  hasFormat(record, { [FORMATS.record]: RECORD_KEYS });
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
function checkVersion(actual) {
  if (!Number.isInteger(actual) && typeof actual !== "string") throw bad("rules_version", actual, word("a_version"));
}

/** Chance must have been committed to; a seed alone could have been chosen. */
function checkRandomness(actual, players) {
  object("randomness", actual, ["scheme"]);
  const schemes = Object.keys(SCHEME_KEYS);
  if (!schemes.includes(actual.scheme)) {
    const scheme = schemes.map((candidate) => JSON.stringify(candidate)).join(", ");
    throw bad("randomness.scheme", actual.scheme, word("a_committed_scheme", { scheme }));
  }
  exactly("randomness", actual, SCHEME_KEYS[actual.scheme]);
  if (actual.scheme === "committed/2") checkRounds(actual.rounds, players);
  else checkSeeds("randomness", actual, players);
}

/** Two rounds or more, each with more moves before it than the last. */
function checkRounds(rounds, players) {
  if (!Array.isArray(rounds) || rounds.length < 2) throw bad("randomness.rounds", rounds, word("a_list_of_rounds"));
  let least = 0;
  for (const [number, round] of rounds.entries()) {
    const key = `randomness.rounds[${number}]`;
    exactly(key, round, ["after", ...SEED_KEYS]);
    checkSeeds(key, round, players);
    after(`${key}.after`, round.after, least, number === 0 ? "none_before_set_up" : "chance_of_round_before");
    if (number === 0 && round.after !== 0) throw bad(`${key}.after`, round.after, word("none_before_set_up"));
    least = round.after + 1;
  }
}

/** One round of seeds; `key` is its own. */
function checkSeeds(key, round, players) {
  secret(`${key}.commitment`, round.commitment);
  secret(`${key}.server_seed`, round.server_seed);
  list(`${key}.nonces`, round.nonces, players, players).forEach((nonce, seat) => {
    const place = `${key}.nonces[${seat}]`;
    exactly(place, nonce, ["nonce", "by"]);
    secret(`${place}.nonce`, nonce.nonce);
    oneOf(`${place}.by`, nonce.by, CONTRIBUTORS);
  });
}

/** The rounds of seeds of a checked record, in order; nearly all have one. */
export function roundsOf({ randomness }) {
  return randomness.rounds ?? [{ after: 0, ...randomness }];
}

/** Check a receipt; it is given in the newest format, but one of the first does not tell when it was kept. */
export function readReceipt(receipt) {
  hasFormat(receipt, RECEIPT_KEYS);
  const is_old = receipt.format === ONE_ROUND;
  const rounds = is_old ? [checkKept("", receipt, 1, MOST_PLAYERS)] : keptRounds(receipt.rounds);
  const { table, seat } = receipt;
  text("table", table);
  whole("seat", seat, 0, rounds[0].nonce_commitments.length - 1);
  return { table, seat, rounds: is_old ? [{ ...rounds[0], after: 0, kept: null }] : rounds };
}

/** One round or more, of equally many seats, each with more moves before it than the last. */
function keptRounds(rounds) {
  list("rounds", rounds, 1);
  let least = 0;
  for (const [number, round] of rounds.entries()) {
    const key = `rounds[${number}]`;
    exactly(key, round, ["after", "kept", ...KEPT_KEYS]);
    least = after(`${key}.after`, round.after, least, "so_many_or_more") + 1;
    oneOf(`${key}.kept`, round.kept, KEPT);
    const seats = number === 0 ? [1, MOST_PLAYERS] : Array(2).fill(rounds[0].nonce_commitments.length);
    checkKept(`${key}.`, round, ...seats);
  }
  return rounds;
}

/** Check one round of a receipt, with `least` to `most` seats. */
function checkKept(prefix, round, least, most) {
  secret(`${prefix}commitment`, round.commitment);
  list(`${prefix}nonce_commitments`, round.nonce_commitments, least, most).forEach((commitment, seat) =>
    secret(`${prefix}nonce_commitments[${seat}]`, commitment),
  );
  secret(`${prefix}nonce`, round.nonce);
  return round;
}
