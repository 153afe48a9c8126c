// Was a finished game's chance fair? This module recomputes it from the record alone: the commitments, the table seed, the
// two streams of every decision, and from these all that was drawn and rolled. What is drawn when is each game's own
// `chance.js`; the algorithms are those that docs/records.md writes out. No server is asked.

import {
  BadDocument, bad, checkReceipt, checkRecord, isObject, object, shown, text, whole, within,
} from "/static/documents.js";
import { bytesOf, hex, sha256 } from "/static/hashing.js";
import { Impossible, Streams, tableSeed } from "/static/randomness.js";
import { word } from "/static/words.js";

const PEOPLE_EVENTS = ["seat", "resign", "stop"]; // what people do around a game; no rule looks at them
const LONGEST_EVENT = 400; // characters of an event

// The checks

/** One thing compared, in a part of the whole: `seeds`, `receipt`, `opening` or `game`. */
function check(part, name, is_fine, detail) {
  return { part, name, is_fine, detail };
}

/** The server seed must be the one that the record's commitment was made of. */
function checkServerSeed({ server_seed, commitment }) {
  const hash = hex(sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "server_seed_fine" : "server_seed_wrong", { hash, commitment });
  return check("seeds", word("server_seed"), is_fine, detail);
}

/** The server seed must be the one that the page saw a commitment to. */
function checkReceiptCommitment({ server_seed }, { commitment }) {
  const hash = hex(sha256(bytesOf(server_seed)));
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "receipt_commitment_fine" : "receipt_commitment_wrong", { hash, commitment });
  return check("receipt", word("receipt_commitment"), is_fine, detail);
}

/** A seat's nonce must be the one that the page saw a commitment to. */
function checkNonce(record, receipt, seat) {
  const { nonce, by } = record.randomness.nonces[seat];
  const hash = hex(sha256(bytesOf(nonce)));
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
function receiptChecks(record, receipt) {
  return [
    checkReceiptCommitment(record.randomness, receipt),
    ...record.randomness.nonces.map((_, seat) => checkNonce(record, receipt, seat)),
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
function checkEvent(part, place, recorded, recomputed) {
  const name = `events[${place}]: ${cut((recomputed ?? recorded).type)}`;
  const difference = differenceOf(recorded, recomputed);
  if (difference !== null) return check(part, name, false, difference);
  const { type, ...held } = recorded;
  return check(part, name, true, word("event_fine", { event: told(held) || type }));
}

/** How an event of the record differs from the recomputed one; either may be missing; null when they agree. */
function differenceOf(recorded, recomputed) {
  if (recorded === undefined) return word("event_missing", { recomputed: told(recomputed) });
  if (recomputed === undefined) return word("event_surplus", { recorded: cut(told(recorded)) });
  return canonical(recorded) === canonical(recomputed) ? null : word("event_wrong", toldApart(recorded, recomputed));
}

/** Compare event by event, those after a place; of those that the record has too many, the first tells enough. */
function eventChecks(part, before, found, expected) {
  const end = (found.at(-1)?.place ?? before) + 1;
  const number = Math.max(Math.min(found.length, expected.length + 1), expected.length);
  return Array.from({ length: number }, (_, nth) =>
    checkEvent(part, found[nth]?.place ?? end, found[nth]?.event, expected[nth]),
  );
}

// Decisions

/** Set-up, then each move, with the events that followed it; what people did around the game is left out. */
function decisionsOf({ events, options }) {
  const decisions = [{ place: -1, followed: [] }];
  for (const [place, event] of events.entries()) {
    const key = `events[${place}]`;
    text(`${key}.type`, object(key, event, ["type"]).type);
    if (event.type === "move") decisions.push({ place, ...moveOf(key, event, options.players), followed: [] });
    else if (!PEOPLE_EVENTS.includes(event.type)) decisions.at(-1).followed.push({ place, event });
  }
  return decisions;
}

/** The seat and the text of a move. */
function moveOf(key, event, players) {
  const { seat, move } = object(key, event, ["seat", "move"]);
  return { seat: whole(`${key}.seat`, seat, 0, players - 1), move: text(`${key}.move`, move) };
}

/** All draws, decision by decision; after a difference there is nothing more to go by. */
function chanceChecks(record, seed, part) {
  const chance = new part.Chance(record);
  const decisions = decisionsOf(record);
  const checks = [];
  for (const [number, decision] of decisions.entries()) {
    const next = decisions[number + 1]?.move;
    const found = decisionChecks(chance, { ...decision, next }, new Streams(seed, number), part.NOT_DRAWN);
    checks.push(...found);
    if (found.some((one) => !one.is_fine)) break;
  }
  return checks;
}

/** What one decision draws, or set-up. */
function decisionChecks(chance, { place, followed, ...decision }, streams, notDrawn) {
  if (place < 0) return eventChecks("opening", place, followed, chance.setUp(streams));
  const found = followed.filter(({ event }) => !notDrawn.includes(event.type));
  try {
    return eventChecks("game", place, found, chance.follow({ ...decision, found }, streams));
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return [check("game", `events[${place}]: move`, false, word("move_impossible", { move: cut(decision.move) }))];
  }
}

/** The game's own part: what is drawn when. */
async function gamePart(game) {
  try {
    return await import("/static/games/" + game + "/chance.js");
  } catch {
    throw bad("game", game, word("a_known_game"));
  }
}

/**
 * Recompute what can be recomputed of a record, with a receipt or null, as `{checks, is_fine, table_seed, remark}`; a
 * document of another shape is a `BadDocument`, whose message is a sentence with the document's name.
 */
export async function verify(record, receipt, names = { record: word("the_record"), receipt: word("the_receipt") }) {
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
  const seed = tableSeed(bytesOf(chance.server_seed), chance.nonces.map(({ nonce }) => bytesOf(nonce)));
  const checks = [
    checkServerSeed(chance),
    ...(receipt === null ? [] : receiptChecks(record, receipt)),
    ...chanceChecks(record, seed, part),
  ];
  const is_fine = checks.every((one) => one.is_fine);
  const remark = is_fine ? null : versionRemark(record.rules_version, part);
  return { checks, is_fine, table_seed: hex(seed), remark };
}

/** A record of another version of the rules may differ honestly, unless chance was just the same in it. */
function versionRemark(recorded, { RULES_VERSION: known, SAME_CHANCE: same = [] }) {
  if (recorded === known || same.includes(recorded)) return null;
  return word("other_version", { recorded: shown(recorded), known });
}
