// SHA-256 and HMAC-SHA-256 by a library of the page's own: browsers have these for pages only over https and on the server's
// own machine, but a table in a local network must be as fair. Bytes are written as hexadecimal digits.

import { hmac as keyed } from "/static/lib/noble-hashes/hmac.js";
import { sha256 as hash } from "/static/lib/noble-hashes/sha2.js";

/** SHA-256 of some bytes. */
export function sha256(bytes) {
  return hash(bytes);
}

/** HMAC-SHA-256 of some bytes. */
export function hmac(key, bytes) {
  return keyed(hash, key, bytes);
}

/** The bytes that hexadecimal digits stand for. */
export function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Several runs of bytes as one. */
export function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}
