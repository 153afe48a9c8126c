// This browser's part in the chance of a table, once its player has sat down. Within a round of commitments nothing that was
// shown may ever change, and this browser's number is opened only when a receipt of all commitments is stored: then nobody,
// not even the server, can choose chance any more. Where something differs the number stays closed, and the page says so.

import { commitment, numberOf } from "/static/nonce.js";
import { Mismatch, keepReceipt, keyOf } from "/static/receipt.js";
import { keep, kept, word } from "/static/words.js";

const FIRST_WAIT = 500; // ms before what got no answer is sent again
const LONGEST_WAIT = 8000;
const PATIENCE = 3000; // ms for the receipt, before anybody is told that it is missing

const actions = new Set(); // what this page has done or is about to, by table, round and seat

/** Take part: commit anew where that is wanted, and open this browser's numbers; `tell(sentence)` shows a problem. */
export function takePart(table, chance, tell = () => {}) {
  const comparison = compareWithMemory(table, chance);
  if (comparison.is === "older") return;
  if (comparison.is === "changed" || hasTwins(chance)) {
    tell(word(comparison.is === "changed" ? "chance_changed" : "chance_wrong"));
    if (comparison.mark) send(`/t/${table}/seen`, { mark: comparison.mark }); // if a backup was restored, another round begins
    return;
  }
  for (const seat of chance.commit) once(`${keyOf(table, chance)} ${seat} commit`, () => commitAnew(table, chance, seat));
  if (chance.own.some((seat) => numberOf(chance.nonce_commitments[seat]) === null)) tell(word("nonce_elsewhere"));
  const isMine = (seat) => Number.isInteger(seat) && numberOf(chance.nonce_commitments[seat]) !== null;
  const ownSeats = chance.open.filter(isMine);
  if (ownSeats.length) once(`${keyOf(table, chance)} open`, () => openAll(table, chance, ownSeats, tell));
}

function once(key, work) {
  if (actions.has(key)) return;
  actions.add(key);
  work().catch(reportError);
}

// What was shown first

/**
 * Keep what is shown of a round of commitments, each as it was first shown; "changed", with the mark of what was shown,
 * when something is shown otherwise now, "older" for a round that is over.
 */
function compareWithMemory(table, { epoch, round, mark, commitment: servers, nonce_commitments: commitments }) {
  const key = `serai.shown.${table}`;
  const before = JSON.parse(kept(key) ?? "null");
  const order = before === null ? 1 : epoch - before.epoch || round - before.round;
  if (order < 0) return { is: "older" };
  if (order === 0 && !agrees(before, servers, commitments)) return { is: "changed", mark: before.mark };
  keep(key, JSON.stringify({ epoch, round, mark, commitment: servers, nonce_commitments: commitments }));
  return { is: "same" };
}

/** Whether the commitments shown now agree with those shown before, which must never change. */
function agrees(before, servers, commitments) {
  const isKept = (hash, seat) => hash === null || hash === commitments[seat];
  const isAsMany = before.nonce_commitments.length === commitments.length;
  return before.commitment === servers && isAsMany && before.nonce_commitments.every(isKept);
}

/** Whether two seats have committed to the same number: one of them has it from the other. */
function hasTwins({ nonce_commitments: commitments }) {
  const hashes = commitments.filter((hash) => hash !== null);
  return new Set(hashes).size !== hashes.length;
}

// Committing anew, and opening

async function commitAnew(table, { round }, seat) {
  await send(`/t/${table}/seats/${seat}/commitment`, { round, nonce_commitment: await commitment() });
}

/** Open numbers, after the receipt of the commitments has been stored. */
async function openAll(table, chance, seats, tell) {
  if (!(await isReceiptKept(table, chance, seats, tell))) return;
  for (const seat of seats) {
    await send(`/t/${table}/seats/${seat}/nonce`, { nonce: numberOf(chance.nonce_commitments[seat]) });
  }
}

/** Store the receipt, with any number of requests; false when the server's receipt differs from the commitments shown. */
async function isReceiptKept(table, chance, seats, tell) {
  for (let attempt = 0; ; attempt += 1) {
    const slow = setTimeout(() => tell(word("receipt_missing")), PATIENCE);
    try {
      await keepReceipt(table, chance, seats);
      return true;
    } catch (error) {
      tell(word(error instanceof Mismatch ? error.message : "receipt_missing"));
      if (error instanceof Mismatch) return false;
    } finally {
      clearTimeout(slow);
    }
    await pause(attempt);
  }
}

/** Send a wish until there is an answer; one that is refused is refused for good. */
export async function send(url, values) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(url, {
      method: "POST", body: new URLSearchParams(values), headers: { "Serai-Fragment": "1" },
    }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return;
    await pause(attempt, Number(answer?.headers.get("Retry-After")) * 1000);
  }
}

function pause(attempt, delay) {
  return new Promise((done) => setTimeout(done, delay || Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt)));
}
