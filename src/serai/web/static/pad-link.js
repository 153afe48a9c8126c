// A score pad as text, for a link or for keeping: a version, the whole pad as base64url, and a sum that tells a broken one.

const VERSION = "1";
const FORM = /^(\d{1,3})\.([A-Za-z0-9_-]{1,20000})\.([a-z0-9]{1,7})$/;
const MOST_NAME = 40;
const MOST_TITLE = 60;

/** Text that is no score pad, or not one of this game; `why` names the sentence that says so. */
export class Unreadable extends Error {
  constructor(why = "pad_broken_link") {
    super(why);
    this.why = why;
  }
}

/** A whole number within its bounds. */
export function whole(value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) throw new Unreadable();
  return value;
}

/** A list with as many things as it may have. */
export function list(value, least, most) {
  if (!Array.isArray(value) || value.length < least || value.length > most) throw new Unreadable();
  return value;
}

function text(value, most) {
  if (typeof value !== "string" || [...value].length > most) throw new Unreadable();
  return value;
}

/** A pad as text; `game` is the script of its game. */
export function written(name, game, { title, names, sheet }) {
  const body = encoded(JSON.stringify([name, title, names, game.pack(sheet)]));
  return `${VERSION}.${body}.${checksum(body)}`;
}

/** The pad that a text holds; an `Unreadable` when it holds none of this game. */
export function read(found, name, game, numbers, [least, most]) {
  const [, version, body, sum] = FORM.exec(found) ?? [];
  if (!body) throw new Unreadable();
  if (version !== VERSION) throw new Unreadable("pad_newer_link");
  if (checksum(body) !== sum) throw new Unreadable();
  const [owner, title, names, packed] = list(parsed(body), 4, 4);
  if (owner !== name) throw new Unreadable("pad_other_game");
  list(names, least, most).forEach((playerName) => text(playerName, MOST_NAME));
  return { title: text(title, MOST_TITLE), names, sheet: game.unpack(packed, names.length, numbers) };
}

function parsed(body) {
  try {
    return JSON.parse(decoded(body));
  } catch {
    throw new Unreadable();
  }
}

function encoded(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decoded(body) {
  const bytes = atob(body.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

/** FNV-1a: no secret, only a guard against links that were cut or mistyped. */
function checksum(body) {
  let sum = 0x811c9dc5;
  for (const character of body) sum = Math.imul(sum ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return sum.toString(36);
}
