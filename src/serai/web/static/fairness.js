// Was a finished game's chance fair? This module recomputes it from the record alone, with the browser's own hash
// functions: the commitments, the table seed, the two streams of set-up, and from these the first shuffle. What set-up
// draws is each game's own `opening.js`; the algorithms are those that docs/records.md writes out. No server is asked.

import {
  BadDocument, bad, checkReceipt, checkRecord, isObject, object, shown, text, within,
} from "/static/documents.js";
import { word } from "/static/words.js";

const PEOPLE_EVENTS = ["seat", "resign", "stop"]; // what people do around a game; no rule looks at them
const SET_UP = 0; // the number of the decision whose streams set-up draws from
const LONGEST_EVENT = 400; // characters of an event

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

// The checks

/** One thing compared, in a part of the whole: `seeds`, `receipt` or `opening`. */
function check(part, name, is_fine, detail) {
  return { part, name, is_fine, detail };
}

/** The server seed must be the one that the record's commitment was made of. */
async function checkServerSeed({ server_seed, commitment }) {
  const hash = hex(await sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "server_seed_fine" : "server_seed_wrong", { hash, commitment });
  return check("seeds", word("server_seed"), is_fine, detail);
}

/** The server seed must be the one that the page saw a commitment to. */
async function checkReceiptCommitment({ server_seed }, { commitment }) {
  const hash = hex(await sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "receipt_commitment_fine" : "receipt_commitment_wrong", { hash, commitment });
  return check("receipt", word("receipt_commitment"), is_fine, detail);
}

/** A seat's nonce must be the one that the page saw a commitment to. */
async function checkNonce(record, receipt, seat) {
  const { nonce, by } = record.randomness.nonces[seat];
  const hash = hex(await sha256(bytesOf(nonce)));
  const commitment = receipt.nonce_commitments[seat];
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "nonce_fine" : "nonce_wrong", { hash, commitment, maker: word(`nonce_by_${by}`) });
  return check("receipt", word("nonce", { seat, name: record.seats[seat].name }), is_fine, detail);
}

/** The page's own nonce must be its seat's. */
function checkOwnNonce(record, { seat, nonce }) {
  const found = record.randomness.nonces[seat].nonce;
  const is_fine = found === nonce;
  const values = { seat, name: record.seats[seat].name, nonce, found };
  return check("receipt", word("own_nonce"), is_fine, word(is_fine ? "own_nonce_fine" : "own_nonce_wrong", values));
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
  if (Array.isArray(value)) return value.map(told).join(", ") || word("none");
  if (!isObject(value)) return value === null ? word("none") : String(value);
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
  const name = `events[${place}]: ${cut((recomputed ?? recorded).type)}`;
  const difference = differenceOf(recorded, recomputed);
  if (difference !== null) return check("opening", name, false, difference);
  const { type, ...held } = recorded;
  return check("opening", name, true, word("event_fine", { event: told(held) || type }));
}

/** How an event of the record differs from the recomputed one; either may be missing; null when they agree. */
function differenceOf(recorded, recomputed) {
  if (recorded === undefined) return word("event_missing", { recomputed: told(recomputed) });
  if (recomputed === undefined) return word("event_surplus", { recorded: cut(told(recorded)) });
  return canonical(recorded) === canonical(recomputed) ? null : word("event_wrong", toldApart(recorded, recomputed));
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
    throw bad("game", game, word("a_known_game"));
  }
}

/**
 * Recompute what can be recomputed of a record, with a receipt or null, as `{checks, is_fine, table_seed, remark}`; a
 * document of another shape is a `BadDocument`, whose message is a sentence with the document's name.
 */
export async function verify(record, receipt, names = { record: word("the_record"), receipt: word("the_receipt") }) {
  if (!globalThis.crypto?.subtle) throw new BadDocument(word("no_cryptography"));
  await within(names.record, () => checkRecord(record));
  if (receipt !== null) {
    await within(names.receipt, () => checkReceipt(receipt));
    const [found, expected] = [receipt.nonce_commitments.length, record.options.players];
    if (found !== expected) throw new BadDocument(word("seats_differ", { receipt: names.receipt, found, expected }));
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
  const remark = is_fine ? null : versionRemark(record.rules_version, part);
  return { checks, is_fine, table_seed: hex(seed), remark };
}

/** A record of another version of the rules may differ honestly, unless that version set a table up just so. */
function versionRemark(recorded, { RULES_VERSION: known, SAME_SET_UP: same = [] }) {
  if (recorded === known || same.includes(recorded)) return null;
  return word("other_version", { recorded: shown(recorded), known });
}
