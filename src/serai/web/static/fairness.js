// Was a finished game's chance fair? This module recomputes it from the record alone: the commitments, the table seed, the
// two streams of every decision, and from these all that was drawn and rolled. What is drawn when is each game's own
// `chance.js`; the algorithms are those that docs/records.md writes out. No server is asked.

import {
  BadDocument, bad, checkRecord, isObject, object, readReceipt, roundsOf, shown, text, whole, within,
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

/** A thing's name, with the move after which chance was renewed where it belongs to that renewal. */
function nameAfter(name, after, values = {}) {
  const plain = word(name, values);
  return after === 0 ? plain : word("after_move", { name: plain, after });
}

/** Each place whose value stands earlier already, after the first place where it does. */
function doubles(values) {
  const pairs = values.map((value, place) => [values.indexOf(value), place]);
  return pairs.filter(([first, place]) => first < place);
}

/** The hash of a seed or nonce, which a commitment must be. */
function hashOf(digits) {
  return hex(sha256(bytesOf(digits)));
}

/** The checks of a round of seeds alone: the first is always listed, the others only where they fail. */
function seedChecks({ after, nonces, ...round }, moves) {
  const twice = doubles(nonces.map(({ nonce }) => nonce)).map(([first, seat]) => {
    const detail = word("same_nonce_wrong", { nonce: nonces[seat].nonce });
    return check("seeds", nameAfter("same_nonce", after, { first, seat }), false, detail);
  });
  const late = after > moves ? [check("seeds", word("renewal", { after }), false, word("no_such_move", { after }))] : [];
  return [checkServerSeed(after, round), ...twice, ...late];
}

/** The server seed must be the one that the record's commitment was made of. */
function checkServerSeed(after, { server_seed, commitment }) {
  const hash = hashOf(server_seed);
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "server_seed_fine" : "server_seed_wrong", { hash, commitment });
  return check("seeds", nameAfter("server_seed", after), is_fine, detail);
}

/** The server seed must be the one that the page saw a commitment to. */
function checkReceiptCommitment({ after, server_seed }, { commitment }) {
  const hash = hashOf(server_seed);
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "receipt_commitment_fine" : "receipt_commitment_wrong", { hash, commitment });
  return check("receipt", nameAfter("receipt_commitment", after), is_fine, detail);
}

/** A seat's nonce must be the one that the page saw a commitment to. */
function checkNonce(record, { after, nonces }, { nonce_commitments }, seat) {
  const { nonce, by } = nonces[seat];
  const hash = hashOf(nonce);
  const commitment = nonce_commitments[seat];
  const is_fine = hash === commitment;
  const detail = word(is_fine ? "nonce_fine" : "nonce_wrong", { hash, commitment, maker: word(`nonce_by_${by}`) });
  return check("receipt", nameAfter("nonce", after, { seat, name: record.seats[seat].name }), is_fine, detail);
}

/** The page's own nonce must be its seat's. */
function checkOwnNonce(record, { after, nonces }, { nonce }, seat) {
  const actual = nonces[seat].nonce;
  const is_fine = actual === nonce;
  const values = { seat, name: record.seats[seat].name, nonce, found: actual };
  return check("receipt", nameAfter("own_nonce", after), is_fine, word(is_fine ? "own_nonce_fine" : "own_nonce_wrong", values));
}

/** All that a receipt can tell of a record. */
function receiptChecks(record, receipt, moves) {
  return receipt.rounds.flatMap((receiptRound) => {
    const round = roundsOf(record).find(({ after }) => after === receiptRound.after);
    const checks = round ? roundChecks(record, receipt, round, receiptRound) : renewalMismatch(receiptRound, moves);
    return [...contradictions(receiptRound), ...checks];
  });
}

/** Two seats with one commitment, of which one copied the other's. */
function contradictions({ after, nonce_commitments: commitments }) {
  return doubles(commitments).map(([first, seat]) => {
    const detail = word("same_commitment_wrong", { commitment: commitments[seat] });
    return check("receipt", nameAfter("same_commitment", after, { first, seat }), false, detail);
  });
}

/** A round of the receipt beside the record's of the same moves. */
function roundChecks(record, receipt, round, receiptRound) {
  return [
    checkReceiptCommitment(round, receiptRound),
    ...round.nonces.map((_, seat) => checkNonce(record, round, receiptRound, seat)),
    checkOwnNonce(record, round, receiptRound, receipt.seat),
  ];
}

/** A renewal of which the record says nothing, though moves follow it, or after a move that the record does not have. */
function renewalMismatch({ after }, moves) {
  const detail = word(after < moves ? "renewal_untold" : "no_such_move", { after });
  return after === moves ? [] : [check("receipt", word("renewal", { after }), false, detail)];
}

// Remarks

/** A sentence for a part of the whole, which is no failed check. */
function remark(part, name, values = {}) {
  return { part, sentence: word(name, values) };
}

/** Of which chance a sentence speaks. */
function chanceAfter(after) {
  return word(after === 0 ? "chance_from_set_up" : "chance_after_move", { after });
}

/** Remarks on the people for whom the server made a nonce. */
function nonceRemarks(record) {
  return roundsOf(record).flatMap(({ after, nonces }) =>
    nonces.flatMap(({ by }, seat) => {
      const { name, by: player } = record.seats[seat];
      if (by !== "server" || player !== "person") return [];
      return [remark("seeds", "nonce_of_person_by_server", { seat, name, chance: chanceAfter(after) })];
    }),
  );
}

/** The rounds from which chance came; the last may have begun after the last move. */
function neededRounds(record, moves) {
  return roundsOf(record).filter(({ after }) => after === 0 || after < moves);
}

/** Whether the record has none of the commitments that the page saw. */
function isOfAnotherTable(record, receipt) {
  const seeds = roundsOf(record).flatMap(({ server_seed, nonces }) => [server_seed, ...nonces.map(({ nonce }) => nonce)]);
  const hashes = seeds.map(hashOf);
  const commitments = receipt.rounds.flatMap(({ commitment, nonce_commitments }) => [commitment, ...nonce_commitments]);
  return !commitments.some((entry) => hashes.includes(entry));
}

/** Remarks on rounds that the receipt does not prove, with the reasons. */
function receiptRemarks(record, receipt, moves) {
  return neededRounds(record, moves).flatMap((round) => {
    const receiptRound = receipt.rounds.find(({ after }) => after === round.after);
    const chance = chanceAfter(round.after);
    if (!receiptRound) return [remark("receipt", "no_receipt_for", { chance })];
    const kept = remark("receipt", receiptRound.kept === "later" ? "kept_later" : "kept_untold", { chance });
    const when = receiptRound.kept === "before" ? [] : [kept];
    const has_part = round.nonces[receipt.seat].by === "page";
    return has_part ? when : [...when, remark("receipt", "own_nonce_by_server", { chance })];
  });
}

/** JSON with sorted keys: equal values are equal texts. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join()}}`;
}

/** An event in words: its type and seat, then the rest. */
function describe(value) {
  if (Array.isArray(value)) return value.map(describe).join(", ") || word("none");
  if (!isObject(value)) return value === null ? word("none") : String(value);
  const { type, seat, ...rest } = value;
  const ordered = Object.entries({ type, seat, ...rest }).filter(([, content]) => content !== undefined);
  const describeField = (content) => (isObject(content) ? `(${describe(content)})` : describe(content));
  return ordered.map(([key, content]) => `${key}: ${describeField(content)}`).join("; ");
}

/** A text, cut when it is very long. */
function cut(long) {
  return long.length <= LONGEST_EVENT ? long : long.slice(0, LONGEST_EVENT - 1) + "…";
}

/** Two events that differ, each in words, or in JSON where the words are the same. */
function describeBoth(recorded, recomputed) {
  const way = describe(recorded) === describe(recomputed) ? canonical : describe;
  return { recorded: cut(way(recorded)), recomputed: cut(way(recomputed)) };
}

/** An event of the record must be the one that recomputing gives. */
function checkEvent(part, place, recorded, recomputed) {
  const name = `events[${place}]: ${cut((recomputed ?? recorded).type)}`;
  const difference = differenceOf(recorded, recomputed);
  if (difference !== null) return check(part, name, false, difference);
  const { type, ...content } = recorded;
  return check(part, name, true, word("event_fine", { event: describe(content) || type }));
}

/** How an event of the record differs from the recomputed one; either may be missing; null when they agree. */
function differenceOf(recorded, recomputed) {
  if (recorded === undefined) return word("event_missing", { recomputed: describe(recomputed) });
  if (recomputed === undefined) return word("event_surplus", { recorded: cut(describe(recorded)) });
  return canonical(recorded) === canonical(recomputed) ? null : word("event_wrong", describeBoth(recorded, recomputed));
}

/** Compare event by event, those after a place; of those that the record has too many, the first tells enough. */
function eventChecks(part, before, actual, expected) {
  const end = (actual.at(-1)?.place ?? before) + 1;
  const number = Math.max(Math.min(actual.length, expected.length + 1), expected.length);
  return Array.from({ length: number }, (_, nth) =>
    checkEvent(part, actual[nth]?.place ?? end, actual[nth]?.event, expected[nth]),
  );
}

// Decisions

/** Set-up, then each move, with the events that followed it; actions of people around the game are left out. */
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
function chanceChecks(record, rounds, part) {
  const chance = new part.Chance(record);
  const decisions = decisionsOf(record);
  const checks = [];
  for (const [number, decision] of decisions.entries()) {
    const next = decisions[number + 1]?.move;
    const actual = decisionChecks(chance, { ...decision, next }, new Streams(seedOf(rounds, number), number), part.NOT_DRAWN);
    checks.push(...actual);
    if (actual.some((entry) => !entry.is_fine)) break;
  }
  return checks;
}

/** The table seed from which the chance of set-up (number 0), or of the nth decision, comes. */
export function seedOf(rounds, number) {
  return (rounds.findLast(({ after }) => after < number) ?? rounds[0]).seed;
}

/** The checks of one decision, or of set-up. */
function decisionChecks(chance, { place, followed: laterEvents, ...decision }, streams, notDrawn) {
  if (place < 0) return eventChecks("opening", place, laterEvents, chance.setUp(streams));
  const actual = laterEvents.filter(({ event }) => !notDrawn.includes(event.type));
  try {
    return eventChecks("game", place, actual, chance.follow({ ...decision, found: actual }, streams));
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return [check("game", `events[${place}]: move`, false, word("move_impossible", { move: cut(decision.move) }))];
  }
}

/** The game's own module, which knows what is drawn when. */
async function gamePart(game) {
  try {
    return await import("/static/games/" + game + "/chance.js");
  } catch {
    throw bad("game", game, word("a_known_game"));
  }
}

/**
 * Recompute what can be recomputed of a record, with a receipt or null: `checks`, `is_fine` when all agree, `is_true` when a
 * receipt shows besides that nobody could choose the seeds, `renewed` after which moves, and what a reader should know. A
 * document of another shape is a `BadDocument`, whose message is a sentence with the document's name.
 */
export async function verify(record, receipt, names = { record: word("the_record"), receipt: word("the_receipt") }) {
  await within(names.record, () => checkRecord(record));
  if (receipt === null) return within(names.record, () => allChecks(record, null));
  const kept = await within(names.receipt, () => readReceipt(receipt));
  const [actual, expected] = [kept.rounds[0].nonce_commitments.length, record.options.players];
  if (actual !== expected) throw new BadDocument(word("seats_differ", { receipt: names.receipt, found: actual, expected }));
  return within(names.record, () => allChecks(record, kept));
}

/** Every check, for documents whose shape is right. */
async function allChecks(record, receipt) {
  const part = await gamePart(record.game);
  const rounds = roundsOf(record).map((round) => ({ after: round.after, seed: seedOfRound(round) }));
  const moves = record.events.filter((event) => event?.type === "move").length;
  const checks = [
    ...roundsOf(record).flatMap((round) => seedChecks(round, moves)),
    ...(receipt === null ? [] : receiptChecks(record, receipt, moves)),
    ...chanceChecks(record, rounds, part),
  ];
  const is_fine = checks.every((entry) => entry.is_fine);
  const missing = receipt === null ? [] : receiptRemarks(record, receipt, moves);
  return {
    checks,
    is_fine,
    is_true: is_fine && receipt !== null && missing.length === 0,
    is_of_another_table: receipt !== null && isOfAnotherTable(record, receipt),
    renewed: rounds.slice(1).map(({ after }) => after),
    table_seeds: rounds.map(({ after, seed }) => ({ after, seed: hex(seed) })),
    remark: is_fine ? null : versionRemark(record.rules_version, part),
    remarks: [...nonceRemarks(record), ...missing],
  };
}

/** The key of all chance of a round. */
function seedOfRound({ server_seed, nonces }) {
  return tableSeed(bytesOf(server_seed), nonces.map(({ nonce }) => bytesOf(nonce)));
}

/** A record of another version of the rules may differ honestly, unless chance was just the same in it. */
function versionRemark(recorded, { RULES_VERSION: ownVersion, SAME_CHANCE: same = [] }) {
  if (recorded === ownVersion || same.includes(recorded)) return null;
  return word("other_version", { recorded: shown(recorded), known: ownVersion });
}
