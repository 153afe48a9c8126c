// The receipt of a table: all commitments that this browser was shown before it opened its number. With it anybody can
// see afterwards whether something was changed. A round that was stored only later says so: it proves nothing.

import { numberOf } from "/static/nonce.js";
import { keep, kept } from "/static/words.js";

const FORMAT = "serai-receipt/2";
const [BEFORE, LATER] = ["before", "later"]; // when a round of a receipt was kept: before the number was opened, or not
const PATIENCE = 15000; // ms for an answer, before the server is asked again

/** The server's answer differs from the commitments it has shown, or is invalid; the message is the sentence's name. */
export class Mismatch extends Error {}

/** A table's round of commitments, by a name that no other has. */
export function keyOf(table, { epoch, round }) {
  return `${table} ${epoch} ${round}`;
}

/** Whether there is a commitment of the server, one for every seat, and no two of these are the same. */
function isComplete({ commitment, nonce_commitments: commitments }) {
  const isEach = Array.isArray(commitments) && commitments.length > 0 && commitments.every(isHash);
  return isHash(commitment) && isEach && new Set(commitments).size === commitments.length;
}

function isHash(value) {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function sameList(one, other) {
  return Array.isArray(one) && one.length === other.length && one.every((value, place) => value === other[place]);
}

/**
 * Store the receipt of what was shown of a round before these own seats' numbers are opened, and read it back. The server
 * must give the same, and have one commitment for every seat: where it does not answer this fails, where it answers
 * otherwise it is a `Mismatch`.
 */
export async function keepReceipt(table, chance, seats) {
  if (!isComplete(chance)) throw new Mismatch("chance_wrong");
  for (const seat of seats) bind(chance.nonce_commitments[seat], keyOf(table, chance));
  const [seat] = seats;
  const given = await asked(table, seat);
  if (!isOf(given, table, seat)) throw new Mismatch("chance_wrong");
  const { after, commitment, nonce_commitments } = given.rounds.at(-1) ?? {};
  const isAsShown = commitment === chance.commitment && sameList(nonce_commitments, chance.nonce_commitments);
  if (!isAsShown) throw new Mismatch("chance_changed");
  const nonce = numberOf(nonce_commitments[seat]);
  store(table, seat, withRound(roundsOf(table, seat), given, { after, kept: BEFORE, commitment, nonce_commitments, nonce }));
}

/**
 * A number is opened in one round of commitments and in no other: once it was opened it is known, and whoever commits
 * after that can choose what comes of it.
 */
function bind(hash, round) {
  const key = `serai.opened.${hash}`;
  if (kept(key) === null && !keep(key, round)) throw new Mismatch("not_stored");
  if (kept(key) !== round) throw new Mismatch("chance_wrong");
}

/** The rounds of a receipt, the first that of set-up and the last this one; where one began never changes. */
function withRound(previous, given, round) {
  const isElsewhere = previous.some((one) => one.commitment === round.commitment && one.after !== round.after);
  const rounds = [...merged(previous, given).filter(({ after }) => after < round.after), round];
  const isReadable = isRound(round, round.nonce_commitments.length) && rounds[0].after === 0;
  if (isElsewhere || !isReadable) throw new Mismatch("chance_wrong");
  return rounds;
}

/** Whether an answer is the receipt that was asked for. */
function isOf(given, table, seat) {
  return given?.format === FORMAT && given.table === table && given.seat === seat && Array.isArray(given.rounds);
}

/** Whether a round is one that verifiers can read: of so many seats, with the number opened. */
function isRound(round, seats) {
  const isWhole = isComplete(round) && round.nonce_commitments.length === seats && isHash(round.nonce);
  return isWhole && Number.isSafeInteger(round.after) && round.after >= 0;
}

/** The stored rounds, with a seat's number; rounds whose number only another browser has are left out. */
function roundsOf(table, seat) {
  const previous = stored(table);
  if (previous === null || previous.seat === seat) return previous?.rounds ?? [];
  const candidates = previous.rounds.map((round) => ({ ...round, nonce: numberOf(round.nonce_commitments[seat]) }));
  return candidates.filter(({ nonce }) => nonce !== null);
}

/** Rounds stored before a number was opened stay, whatever the server says now; other rounds are the server's. */
function merged(previous, given) {
  const before = previous.filter((round) => round.kept === BEFORE);
  const seats = (previous[0] ?? given.rounds.at(-1))?.nonce_commitments?.length;
  const candidates = given.rounds.filter((round) => isRound(round ?? {}, seats)).map(later);
  const rounds = new Map([...candidates, ...before].map((round) => [round.after, round]));
  return [...rounds.values()].sort((one, other) => one.after - other.after);
}

function later({ after, commitment, nonce_commitments, nonce }) {
  return { after, kept: LATER, commitment, nonce_commitments, nonce };
}

/** Store a receipt, and check that it can be read back. */
function store(table, seat, rounds) {
  const written = JSON.stringify({ format: FORMAT, table, seat, rounds });
  const key = `serai.receipt.${table}`;
  if (!keep(key, written) || kept(key) !== written) throw new Mismatch("not_stored");
}

/** This browser's stored receipt of a table; null without one in the present format. */
function stored(table) {
  const previous = JSON.parse(kept(`serai.receipt.${table}`) ?? "null");
  return previous?.format === FORMAT ? previous : null;
}

/** Store missing rounds of a running game, for instance on another device of the player. */
export async function keepLater(table, seat) {
  const receipt = await receiptOf(table, seat);
  if (receipt && JSON.stringify(receipt) !== JSON.stringify(stored(table))) store(table, receipt.seat, receipt.rounds);
}

/** The receipt of a table: the stored rounds, and the others from the server; null without an answer. */
export async function receiptOf(table, seatOfPage) {
  const previous = stored(table);
  const seat = previous?.seat ?? seatOfPage;
  const given = await asked(table, seat).catch(() => null);
  if (!isOf(given, table, seat)) return previous;
  const rounds = merged(previous?.rounds ?? [], given);
  return rounds.length ? { format: FORMAT, table, seat, rounds } : previous;
}

/** The receipt as the server gives it. */
async function asked(table, seat) {
  const url = `/api/tables/${table}/seats/${seat}/receipt`;
  const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
