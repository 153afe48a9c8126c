// A record and a receipt as documents: read from bytes, and checked for their shape before anything is computed from
// them. Every failure is a sentence that names the document, the key, what was found and what is expected.

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
const CONTRIBUTORS = ["page", "server"]; // who made a seat's nonce
const KEPT = ["before", "later"]; // than the nonces were opened

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

/** After how many moves chance began to come from a round: so many at least, else the sentence `otherwise` tells why. */
function after(key, found, least, otherwise) {
  if (!Number.isSafeInteger(found)) throw bad(key, found, word("any_whole_number"));
  if (found < least) throw bad(key, found, word(otherwise, { least }));
  return found;
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

/** One of some formats of ours, at the head of a document, with its keys and no others. */
function hasFormat(found, keys) {
  const formats = Object.keys(keys);
  const named = isObject(found) && Object.hasOwn(found, "format");
  if (named && formats.length === 1 && found.format !== formats[0]) {
    throw bad("format", found.format, JSON.stringify(formats[0]));
  }
  exactly("", found, keys[named ? oneOf("format", found.format, formats) : formats[0]]);
}

/** Check a record as far as chance is read from it; its edition and its events are left for those who read them. */
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
function checkVersion(found) {
  if (!Number.isInteger(found) && typeof found !== "string") throw bad("rules_version", found, word("a_version"));
}

/** Chance must have been committed to; a seed alone could have been chosen. */
function checkRandomness(found, players) {
  object("randomness", found, ["scheme"]);
  const schemes = Object.keys(SCHEME_KEYS);
  if (!schemes.includes(found.scheme)) {
    const scheme = schemes.map((one) => JSON.stringify(one)).join(", ");
    throw bad("randomness.scheme", found.scheme, word("a_committed_scheme", { scheme }));
  }
  exactly("randomness", found, SCHEME_KEYS[found.scheme]);
  if (found.scheme === "committed/2") checkRounds(found.rounds, players);
  else checkSeeds("randomness", found, players);
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

/** What a page kept of one round of commitments, of so many seats. */
function checkKept(prefix, round, least, most) {
  secret(`${prefix}commitment`, round.commitment);
  list(`${prefix}nonce_commitments`, round.nonce_commitments, least, most).forEach((commitment, seat) =>
    secret(`${prefix}nonce_commitments[${seat}]`, commitment),
  );
  secret(`${prefix}nonce`, round.nonce);
  return round;
}
