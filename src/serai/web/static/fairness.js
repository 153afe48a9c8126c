// Was a finished game's chance fair? This module recomputes it from the record alone, with the browser's own hash
// functions: the commitments, the table seed, the two streams of set-up, and from these the first shuffle. What set-up
// draws is each game's own `opening.js`; the algorithms are those that docs/records.md writes out. No server is asked.

const RECORD_FORMAT = "serai-record/1";
const RECORD_KEYS = [
  "format", "game", "rules_version", "edition", "options", "seats", "randomness", "events", "result", "digest",
];
const RECEIPT_FORMAT = "serai-receipt/1";
const RECEIPT_KEYS = ["format", "table", "commitment", "nonce_commitments", "seat", "nonce"];
const SCHEME = "committed/1";
const RANDOMNESS_KEYS = ["scheme", "commitment", "server_seed", "nonces"];
const CONTRIBUTORS = ["page", "server"]; // who made a seat's nonce
const PEOPLE_EVENTS = ["seat", "resign", "stop"]; // what people do around a game; no rule looks at them

const SECRET_BYTES = 32; // of a server seed, a nonce and a hash
const SET_UP = 0; // the number of the decision whose streams set-up draws from
const MOST_PLAYERS = 16; // of any game; each game has limits of its own
const LONGEST_SHOWN = 60; // characters of a wrong value
const LONGEST_EVENT = 400; // characters of an event

/** Every sentence that this page and its checks can say; `{…}` are named places. */
const SENTENCES = {
  // The checks
  server_seed: "Server seed and commitment",
  server_seed_fine: "The SHA-256 of the server seed is the record's commitment, {hash}.",
  server_seed_wrong: "The SHA-256 of the server seed is {hash}, but the record's commitment is {commitment}.",
  receipt_commitment: "Commitment that your page saw",
  receipt_commitment_fine: "The server seed is the one to which the server committed before the game.",
  receipt_commitment_wrong:
    "The SHA-256 of the server seed is {hash}, but before the game your page saw the commitment {commitment}.",
  nonce: "Nonce of seat {seat} ({name})",
  nonce_by_page: "It was made by that player's page.",
  nonce_by_server: "It was made by the server, as for bots and for pages without scripts.",
  nonce_fine: "Its SHA-256 is the commitment that your page saw before the game, {hash}. {maker}",
  nonce_wrong: "Its SHA-256 is {hash}, but before the game your page saw the commitment {commitment}. {maker}",
  own_nonce: "Your own nonce",
  own_nonce_fine: "The record has the nonce that your page made, at seat {seat} ({name}).",
  own_nonce_wrong: "Your page made the nonce {nonce}, but at seat {seat} ({name}) the record has {found}.",
  event: "events[{place}]: {type}",
  event_fine: "Recomputing gives the same: {event}.",
  event_wrong: "The record says “{recorded}”, recomputing gives “{recomputed}”.",
  event_missing: "The record has nothing more before the first move, recomputing gives “{recomputed}”.",
  event_surplus: "The record says “{recorded}”, recomputing gives nothing more before the first move.",
  nothing: "nothing",
  none: "none",

  // What a document should be
  in_document: "{document}: {problem}",
  is_otherwise: "{key} is {found}; expected: {expected}.",
  is_missing: "the key {key} is missing; expected: {expected}.",
  is_unknown: "the key {key} is unknown; expected: {expected}.",
  the_document: "the document",
  an_object: "an object with the keys {keys}",
  any_object: "an object",
  a_list: "a list",
  a_list_of: "a list of {least} to {most}",
  a_list_of_exactly: "a list of {least}",
  a_text: "a text",
  a_version: "a whole number or a text",
  a_whole_number: "a whole number from {least} to {most}",
  hexadecimal_digits: "{digits} hexadecimal digits, lower case",
  one_of: "one of {values}",
  an_object_or_null: "an object or null",
  a_game: "the name of a game, in lower-case letters",
  a_committed_scheme:
    "{scheme}, the scheme of tables; nobody committed to the chance of this game, so there is nothing to hold it " +
    "against",
  a_known_game: "a game that this page can set up",
  the_record: "The record",
  the_receipt: "The receipt",
  seats_differ:
    "{receipt} is of a game with {found} seats, the record of one with {expected}; expected: the same game.",
  no_cryptography:
    "This browser lets a page compute SHA-256 only over https or on the machine of the server itself, and this page " +
    "came otherwise. Save the record and check it with the command serai verify instead.",

  // The page
  no_record_chosen: "No record was chosen; expected: the file of a finished game's record, in JSON.",
  no_such_file: "{document} can't be read any more; choose the file again.",
  too_large: "{document} has {size} bytes; expected: one record of at most {most} bytes.",
  is_empty: "{document} is empty; expected: a JSON document with the format {format}.",
  not_text: "{document} is no text in UTF-8; expected: a JSON document with the format {format}.",
  not_json: "{document} is no JSON document, or only part of one; expected: the format {format}, whole.",
  several_lines: "{document} has a JSON document in each line; expected: one record alone in its file.",
  record_file: "The record file {file}",
  receipt_file: "The receipt file {file}",
  record_of_table: "The record of table {table}",
  receipt_of_table: "The receipt of table {table} that this browser kept",
  bad_table: "The address names the table {table}; expected: up to 64 letters, digits, hyphens and underscores.",
  server_silent: "The server could not be reached for the record of table {table}.",
  server_refused: "The server has no record to show of table {table}; its answer was {status}. {message}",
  checking: "Checking …",
  could_not_check: "This could not be checked. {problem}",
  unforeseen: "The document is not of a form that this page can follow ({problem}).",
  all_fine:
    "Everything agrees. The seeds are those that were committed to before the game, and the first shuffle follows " +
    "from them.",
  all_fine_without_receipt:
    "The record agrees with itself: the first shuffle follows from its seeds. No receipt was given, so this does not " +
    "show that the seeds are those from before the game.",
  one_wrong: "One of {total} checks failed, so what was given does not fit together: {first}.",
  some_wrong: "{wrong} of {total} checks failed, so what was given does not fit together. The first is: {first}.",
  other_version:
    "The record was made by version {recorded} of the rules, and this page knows version {known}: events may differ " +
    "for that reason alone.",
  agrees: "Agrees:",
  differs: "Differs:",
  checked: "{record} was checked.",
  checked_with_receipt: "{record} was checked. {receipt} was compared with it.",
  part_seeds: "The server's seed",
  part_receipt: "Your receipt",
  part_opening: "The first shuffle",
  without_receipt: "No receipt was given, so nothing from before the game could be compared.",
  table_seed: "The table seed, made of the server seed and all nonces in the order of seats, is {seed}.",
};

/** A sentence with its named places filled in. */
export function say(name, values = {}) {
  return SENTENCES[name].replace(/\{(\w+)\}/g, (_, place) => String(values[place]));
}

// Bytes and hashes

/** The bytes that hexadecimal digits stand for. */
export function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Several runs of bytes as one. */
function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/** SHA-256 of some bytes. */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** HMAC-SHA-256 of some bytes. */
export async function hmac(key, bytes) {
  const secret = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, bytes));
}

// Chance

const LOW_64 = (1n << 64n) - 1n;
const LOW_32 = (1n << 32n) - 1n;

/** A 64-bit word, rotated left. */
function rotl(word, bits) {
  return ((word << bits) | (word >> (64n - bits))) & LOW_64;
}

/** A random stream: xoshiro256**, whole numbers below a bound by rejection, and draws from a heap. */
export class Stream {
  /** A stream from its four 64-bit words. */
  constructor(words) {
    this.words = words.every((word) => word === 0n) ? [1n, 0n, 0n, 0n] : words;
  }

  /** The generator's next 64 bits. */
  next() {
    let [s0, s1, s2, s3] = this.words;
    const word = (rotl((s1 * 5n) & LOW_64, 7n) * 9n) & LOW_64;
    const t = (s1 << 17n) & LOW_64;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    this.words = [s0, s1, s2 ^ t, rotl(s3, 45n)];
    return word;
  }

  /** A whole number from 0 to bound - 1: 32 bits times the bound, the unfair few redrawn. */
  below(bound) {
    const unfair = (1n << 32n) % BigInt(bound);
    let product;
    do {
      product = (this.next() >> 32n) * BigInt(bound);
    } while ((product & LOW_32) < unfair);
    return Number(product >> 32n);
  }

  /** Take a thing blindly out of a heap, whose things stand in the order of their kinds. */
  draw(heap) {
    return heap.splice(this.below(heap.length), 1)[0];
  }

  /** Take so many things out of a heap, or as many as are left: a shuffle, as far as it is needed. */
  drawSome(heap, number) {
    return Array.from({ length: Math.min(number, heap.length) }, () => this.draw(heap));
  }
}

/** The key of all chance at a table: the hash of the server seed and every nonce in seat order. */
export function tableSeed(serverSeed, nonces) {
  return sha256(joined(serverSeed, ...nonces));
}

/** The stream `open` or `hidden` of the decision of that number. */
export async function streamOf(seed, number, label) {
  const message = joined(bytesOf(number.toString(16).padStart(16, "0")), new TextEncoder().encode(label));
  const digits = hex(await hmac(seed, message));
  return new Stream(digits.match(/.{16}/g).map((word) => BigInt("0x" + word)));
}

// The shape of a document. Every failure names the key, what was found and what is expected.

/** What is wrong with a document, as a sentence for its reader. */
export class BadDocument extends Error {}

/** A value as a sentence shows it. */
function shown(found) {
  const text = found === undefined ? say("nothing") : JSON.stringify(found);
  return text.length <= LONGEST_SHOWN ? text : text.slice(0, LONGEST_SHOWN - 1) + "…";
}

/** The failure of one value. */
function bad(key, found, expected) {
  return new BadDocument(say("is_otherwise", { key, found: shown(found), expected }));
}

/** Whether a value is an object, and neither a list nor null. */
function isObject(found) {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

/** An object that has these keys; `key` is its own, "" for the whole document. */
export function object(key, found, keys) {
  const expected = say(keys.length ? "an_object" : "any_object", { keys: keys.join(", ") });
  if (!isObject(found)) throw bad(key || say("the_document"), found, expected);
  const missing = keys.find((name) => !Object.hasOwn(found, name));
  if (missing !== undefined) throw new BadDocument(say("is_missing", { key: (key && key + ".") + missing, expected }));
  return found;
}

/** An object that has these keys and no others. */
function exactly(key, found, keys) {
  const unknown = Object.keys(object(key, found, keys)).find((name) => !keys.includes(name));
  if (unknown === undefined) return found;
  const named = (key && key + ".") + unknown.slice(0, LONGEST_SHOWN);
  throw new BadDocument(say("is_unknown", { key: named, expected: say("an_object", { keys: keys.join(", ") }) }));
}

/** A list; with limits, of so many entries. */
export function list(key, found, least = 0, most = Infinity) {
  if (Array.isArray(found) && found.length >= least && found.length <= most) return found;
  const size = least === most ? "a_list_of_exactly" : most === Infinity ? "a_list" : "a_list_of";
  throw bad(key, found, say(size, { least, most }));
}

/** A text. */
export function text(key, found) {
  if (typeof found !== "string") throw bad(key, found, say("a_text"));
  return found;
}

/** A whole number within limits. */
export function whole(key, found, least, most) {
  if (Number.isInteger(found) && found >= least && found <= most) return found;
  throw bad(key, found, say("a_whole_number", { least, most }));
}

/** One of some values. */
export function oneOf(key, found, values) {
  if (values.includes(found)) return found;
  throw bad(key, found, say("one_of", { values: values.map((value) => JSON.stringify(value)).join(", ") }));
}

/** The bytes of a seed, a nonce or a hash. */
function secret(key, found) {
  const digits = 2 * SECRET_BYTES;
  if (typeof found === "string" && found.length === digits && /^[0-9a-f]+$/.test(found)) return bytesOf(found);
  throw bad(key, found, say("hexadecimal_digits", { digits }));
}

/** Do some work on a document; what is wrong with it is said with the document's name. */
async function within(document, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BadDocument)) throw error;
    throw new BadDocument(say("in_document", { document, problem: error.message }));
  }
}

/** A format of ours, at the head of a document. */
function hasFormat(found, format, keys) {
  if (isObject(found) && Object.hasOwn(found, "format") && found.format !== format) {
    throw bad("format", found.format, JSON.stringify(format));
  }
  exactly("", found, keys);
}

/** Check a record as far as it is read here; its edition and its events are left for those who read them. */
function checkRecord(record) {
  hasFormat(record, RECORD_FORMAT, RECORD_KEYS);
  if (!/^[a-z]+$/.test(text("game", record.game))) throw bad("game", record.game, say("a_game"));
  checkVersion(record.rules_version);
  object("edition", record.edition, []);
  const players = whole("options.players", object("options", record.options, ["players"]).players, 1, MOST_PLAYERS);
  list("seats", record.seats, players, players).forEach((seat, number) => {
    object(`seats[${number}]`, seat, ["name", "by"]);
    text(`seats[${number}].name`, seat.name);
  });
  checkRandomness(record.randomness, players);
  list("events", record.events);
  if (record.result !== null && !isObject(record.result)) throw bad("result", record.result, say("an_object_or_null"));
  secret("digest", record.digest);
}

/** A version of the rules is a whole number or a text. */
function checkVersion(found) {
  if (!Number.isInteger(found) && typeof found !== "string") throw bad("rules_version", found, say("a_version"));
}

/** Chance must have been committed to; a seed alone could have been chosen. */
function checkRandomness(found, players) {
  object("randomness", found, ["scheme"]);
  if (found.scheme !== SCHEME) {
    throw bad("randomness.scheme", found.scheme, say("a_committed_scheme", { scheme: JSON.stringify(SCHEME) }));
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
function checkReceipt(receipt) {
  hasFormat(receipt, RECEIPT_FORMAT, RECEIPT_KEYS);
  text("table", receipt.table);
  secret("commitment", receipt.commitment);
  const commitments = list("nonce_commitments", receipt.nonce_commitments, 1, MOST_PLAYERS);
  commitments.forEach((commitment, seat) => secret(`nonce_commitments[${seat}]`, commitment));
  whole("seat", receipt.seat, 0, commitments.length - 1);
  secret("nonce", receipt.nonce);
}

// The checks

/** One thing compared, in a part of the whole: `seeds`, `receipt` or `opening`. */
function check(part, name, is_fine, detail) {
  return { part, name, is_fine, detail };
}

/** The server seed must be the one that the record's commitment was made of. */
async function checkServerSeed({ server_seed, commitment }) {
  const hash = hex(await sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = say(is_fine ? "server_seed_fine" : "server_seed_wrong", { hash, commitment });
  return check("seeds", say("server_seed"), is_fine, detail);
}

/** The server seed must be the one that the page saw a commitment to. */
async function checkReceiptCommitment({ server_seed }, { commitment }) {
  const hash = hex(await sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = say(is_fine ? "receipt_commitment_fine" : "receipt_commitment_wrong", { hash, commitment });
  return check("receipt", say("receipt_commitment"), is_fine, detail);
}

/** A seat's nonce must be the one that the page saw a commitment to. */
async function checkNonce(record, receipt, seat) {
  const { nonce, by } = record.randomness.nonces[seat];
  const hash = hex(await sha256(bytesOf(nonce)));
  const commitment = receipt.nonce_commitments[seat];
  const is_fine = hash === commitment;
  const detail = say(is_fine ? "nonce_fine" : "nonce_wrong", { hash, commitment, maker: say(`nonce_by_${by}`) });
  return check("receipt", say("nonce", { seat, name: record.seats[seat].name }), is_fine, detail);
}

/** The page's own nonce must be its seat's. */
function checkOwnNonce(record, { seat, nonce }) {
  const found = record.randomness.nonces[seat].nonce;
  const is_fine = found === nonce;
  const values = { seat, name: record.seats[seat].name, nonce, found };
  return check("receipt", say("own_nonce"), is_fine, say(is_fine ? "own_nonce_fine" : "own_nonce_wrong", values));
}

/** All that a receipt can tell of a record. */
async function receiptChecks(record, receipt) {
  const nonces = record.randomness.nonces.map((_, seat) => checkNonce(record, receipt, seat));
  return [
    await checkReceiptCommitment(record.randomness, receipt),
    ...(await Promise.all(nonces)),
    checkOwnNonce(record, receipt),
  ];
}

/** JSON with sorted keys: equal values are equal texts. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join()}}`;
}

/** What an event holds, for people: its type and seat, then the rest. */
function told(value) {
  if (Array.isArray(value)) return value.map(told).join(", ") || say("none");
  if (!isObject(value)) return value === null ? say("none") : String(value);
  const { type, seat, ...rest } = value;
  const ordered = Object.entries({ type, seat, ...rest }).filter(([, held]) => held !== undefined);
  return ordered.map(([key, held]) => `${key}: ${isObject(held) ? `(${told(held)})` : told(held)}`).join("; ");
}

/** A text, cut when it is very long. */
function cut(long) {
  return long.length <= LONGEST_EVENT ? long : long.slice(0, LONGEST_EVENT - 1) + "…";
}

/** Two events that differ, each in words, or in JSON where the words are the same. */
function toldApart(recorded, recomputed) {
  const way = told(recorded) === told(recomputed) ? canonical : told;
  return { recorded: cut(way(recorded)), recomputed: cut(way(recomputed)) };
}

/** An event of the record must be the one that recomputing gives. */
function checkEvent(place, recorded, recomputed) {
  const name = say("event", { place, type: cut((recomputed ?? recorded).type) });
  const difference = differenceOf(recorded, recomputed);
  if (difference !== null) return check("opening", name, false, difference);
  const { type, ...held } = recorded;
  return check("opening", name, true, say("event_fine", { event: told(held) || type }));
}

/** How an event of the record differs from the recomputed one; either may be missing; null when they agree. */
function differenceOf(recorded, recomputed) {
  if (recorded === undefined) return say("event_missing", { recomputed: told(recomputed) });
  if (recomputed === undefined) return say("event_surplus", { recorded: cut(told(recorded)) });
  return canonical(recorded) === canonical(recomputed) ? null : say("event_wrong", toldApart(recorded, recomputed));
}

/** The events before the first move that rules made, not people, each with its place; at most so many. */
function eventsBeforeFirstMove(events, most) {
  const found = [];
  for (const [place, event] of events.entries()) {
    text(`events[${place}].type`, object(`events[${place}]`, event, ["type"]).type);
    if (event.type === "move" || found.length === most) break;
    if (!PEOPLE_EVENTS.includes(event.type)) found.push({ place, event });
  }
  return found;
}

/** Compare event by event; of those that the record has too many, the first tells enough. */
function openingChecks(events, expected) {
  const found = eventsBeforeFirstMove(events, expected.length + 1);
  return Array.from({ length: Math.max(found.length, expected.length) }, (_, number) =>
    checkEvent(found[number]?.place ?? number, found[number]?.event, expected[number]),
  );
}

/** The game's own part: what set-up draws. */
async function gamePart(game) {
  try {
    return await import("/static/games/" + game + "/opening.js");
  } catch {
    throw bad("game", game, say("a_known_game"));
  }
}

/**
 * Recompute what can be recomputed of a record, with a receipt or null, as `{checks, is_fine, table_seed, remark}`; a
 * document of another shape is a `BadDocument`, whose message is a sentence with the document's name.
 */
export async function verify(record, receipt, names = { record: say("the_record"), receipt: say("the_receipt") }) {
  if (!globalThis.crypto?.subtle) throw new BadDocument(say("no_cryptography"));
  await within(names.record, () => checkRecord(record));
  if (receipt !== null) {
    await within(names.receipt, () => checkReceipt(receipt));
    const [found, expected] = [receipt.nonce_commitments.length, record.options.players];
    if (found !== expected) throw new BadDocument(say("seats_differ", { receipt: names.receipt, found, expected }));
  }
  return within(names.record, () => allChecks(record, receipt));
}

/** Every check, for documents whose shape is right. */
async function allChecks(record, receipt) {
  const part = await gamePart(record.game);
  const chance = record.randomness;
  const seed = await tableSeed(bytesOf(chance.server_seed), chance.nonces.map(({ nonce }) => bytesOf(nonce)));
  const [open, hidden] = await Promise.all(["open", "hidden"].map((label) => streamOf(seed, SET_UP, label)));
  const checks = [
    await checkServerSeed(chance),
    ...(receipt === null ? [] : await receiptChecks(record, receipt)),
    ...openingChecks(record.events, part.opening(record, open, hidden)),
  ];
  const is_fine = checks.every((one) => one.is_fine);
  const remark = is_fine ? null : versionRemark(record.rules_version, part.RULES_VERSION);
  return { checks, is_fine, table_seed: hex(seed), remark };
}

/** A record of another version of the rules may differ honestly. */
function versionRemark(recorded, known) {
  return recorded === known ? null : say("other_version", { recorded: shown(recorded), known });
}
