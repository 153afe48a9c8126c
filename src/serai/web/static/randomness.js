// Where a table's chance comes from, as docs/records.md writes it out: the table seed, the two streams of each decision, the
// generator, and draws from a heap, whose things stand in the order of their kinds.

import { bytesOf, hex, hmac, joined, sha256 } from "/static/hashing.js";

const LOW_64 = (1n << 64n) - 1n;
const LOW_32 = (1n << 32n) - 1n;

/** The record contains something that is impossible after the earlier draws. */
export class Impossible extends Error {}

/** The key of all chance at a table: the hash of the server seed and every nonce in seat order. */
export function tableSeed(serverSeed, nonces) {
  return sha256(joined(serverSeed, ...nonces));
}

/** The stream `open` or `hidden` of the decision of that number. */
export function streamOf(seed, number, label) {
  const message = joined(bytesOf(number.toString(16).padStart(16, "0")), new TextEncoder().encode(label));
  const digits = hex(hmac(seed, message));
  return new Stream(digits.match(/.{16}/g).map((word) => BigInt("0x" + word)));
}

/** Both streams of the decision of that number, each set when it is first drawn from. */
export class Streams {
  #seed;
  #number;
  #open;
  #hidden;

  constructor(seed, number) {
    this.#seed = seed;
    this.#number = number;
  }

  /** The stream for public draws. */
  get open() {
    return (this.#open ??= streamOf(this.#seed, this.#number, "open"));
  }

  /** The stream for secret draws. */
  get hidden() {
    return (this.#hidden ??= streamOf(this.#seed, this.#number, "hidden"));
  }
}

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

  /** Take a thing blindly out of a heap. */
  draw(heap) {
    return heap.splice(this.below(heap.length), 1)[0];
  }

  /** Take so many things out of a heap, or as many as are left: a shuffle, as far as it is needed. */
  drawSome(heap, number) {
    return Array.from({ length: Math.min(number, heap.length) }, () => this.draw(heap));
  }
}

// Heaps

/** So many of each kind, kind after kind. */
export function heapOf(kinds, counts) {
  return kinds.flatMap((kind, number) => Array(counts[number]).fill(kind));
}

/** Take a thing that is known out of a heap. */
export function take(heap, thing) {
  const place = heap.indexOf(thing);
  if (place < 0) throw new Impossible(String(thing));
  heap.splice(place, 1);
}
