// The score pads that this browser keeps: each under a key of its own, so that tabs do not overwrite one another's.

import { keep } from "/static/words.js";

const BEFORE = "serai.pad.";

/** All pads of a game, the one changed last first; unreadable ones are not listed. */
export function all(game, read) {
  const found = [];
  for (const key of keys(game)) {
    try {
      const { changed, pad } = JSON.parse(localStorage.getItem(key));
      found.push({ key, changed: Number(changed) || 0, text: pad, pad: read(pad) });
    } catch {
      continue;
    }
  }
  return found.sort((one, other) => other.changed - one.changed);
}

function keys(game) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${BEFORE}${game}.`));
  } catch {
    return [];
  }
}

/** A key for a new pad. */
export function newKey(game) {
  return `${BEFORE}${game}.${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}

/** Keep a pad; whether this browser lets us. */
export function save(key, text) {
  return keep(key, JSON.stringify({ changed: Date.now(), pad: text }));
}

/** Delete a pad; returns its stored text, so that it can be restored. */
export function forget(key) {
  try {
    const before = localStorage.getItem(key);
    localStorage.removeItem(key);
    return before;
  } catch {
    return null;
  }
}

/** Restore a deleted pad. */
export function restore(key, before) {
  return before !== null && keep(key, before);
}
