// The receipt of a table: what this browser was shown of all commitments before it opened its number. With it anybody can
// see afterwards whether something was changed. A round that was stored only later says so: it proves nothing.

import { numberOf } from "/static/nonce.js";
import { keep, kept } from "/static/words.js";

const FORMAT = "serai-receipt/2";
const [BEFORE, LATER] = ["before", "later"]; // when a round of a receipt was kept: before the number was opened, or not

/** What the server gives is not what it has shown; the message names the words that say so. */
export class Mismatch extends Error {}

/** Whether there is a commitment for every seat, and no two are the same. */
export function isComplete(commitments) {
  const isHash = (found) => typeof found === "string" && /^[0-9a-f]{64}$/.test(found);
  return commitments.length > 0 && commitments.every(isHash) && new Set(commitments).size === commitments.length;
}

function sameList(one, other) {
  return Array.isArray(one) && one.length === other.length && one.every((found, place) => found === other[place]);
}

/**
 * Store the receipt of what was shown of a round, and read it back. The server must give the same, and have one commitment
 * for every seat: where it does not answer this fails, where it answers otherwise it is a `Mismatch`.
 */
export async function keepReceipt(table, chance, { seat, nonce }) {
  const given = await asked(table, seat);
  const round = given.rounds?.at?.(-1);
  const isOfHere = given.format === FORMAT && given.table === table && given.seat === seat;
  const isAsShown = round?.commitment === chance.commitment && sameList(round.nonce_commitments, chance.nonce_commitments);
  if (!isOfHere || !isAsShown || !Number.isInteger(round.after)) throw new Mismatch("chance_changed");
  const { after, commitment, nonce_commitments } = round;
  store(table, seat, [...roundsBefore(table, seat, after), { after, kept: BEFORE, commitment, nonce_commitments, nonce }]);
}

/** Rounds that were stored of earlier parts of the game; a later one is of what was lost. */
function roundsBefore(table, seat, after) {
  const known = stored(table);
  return known?.seat === seat ? known.rounds.filter((round) => round.after < after) : [];
}

/** Store a receipt; only what can be read back was stored. */
function store(table, seat, rounds) {
  const written = JSON.stringify({ format: FORMAT, table, seat, rounds });
  const key = `serai.receipt.${table}`;
  if (!keep(key, written) || kept(key) !== written) throw new Mismatch("not_stored");
}

/** What this browser has stored of a table; null when there is nothing of the present form. */
function stored(table) {
  const known = JSON.parse(kept(`serai.receipt.${table}`) ?? "null");
  return known?.format === FORMAT ? known : null;
}

/** Store what is missing of a game that has begun, for instance on another device than that on which one sat down. */
export async function keepLater(table, seat) {
  const receipt = await receiptOf(table, seat);
  if (receipt && JSON.stringify(receipt) !== JSON.stringify(stored(table))) store(table, receipt.seat, receipt.rounds);
}

/** The receipt of a table: what was stored, and of the other rounds what the server says now; null where it says nothing. */
export async function receiptOf(table, seat) {
  const known = stored(table);
  const given = await asked(table, known?.seat ?? seat).catch(() => null);
  if (given?.format !== FORMAT) return known;
  const rounds = given.rounds.map(
    (round) => known?.rounds.find(({ after }) => after === round.after) ?? later(round),
  );
  const whole = rounds.filter(({ nonce, nonce_commitments }) => nonce && isComplete(nonce_commitments));
  return whole.length ? { format: FORMAT, table, seat: given.seat, rounds: whole } : known;
}

function later({ after, commitment, nonce_commitments, nonce }) {
  return { after, kept: LATER, commitment, nonce_commitments, nonce };
}

/** The receipt as the server gives it. */
async function asked(table, seat) {
  const answer = await fetch(`/api/tables/${table}/seats/${seat}/receipt`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
