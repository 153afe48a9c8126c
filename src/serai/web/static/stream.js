// One stream of frames for any number of looks (table, seat, language). It comes back for ever, and notices a connection
// that has died without an end by the server's signs of life.

const FIRST_WAIT = 400; // ms until the first attempt to come back
const LONGEST_WAIT = 8000;
const PATIENCE = 1200; // ms without a connection before anybody is told
const SILENCE = 45000; // ms without a sign of life; the server gives one every 15 s
const GATHER = 30; // ms in which looks that are added together make one connection

export class Stream {
  /** `onFrame(look, html)` for each frame, `onState("live" | "lost")` when that changes. */
  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.looks = [];
    this.source = null;
    this.failures = 0;
    this.timer = 0;
    this.telling = 0;
    this.watching = 0;
  }

  /** Follow exactly these looks from now on. */
  follow(looks) {
    const wanted = [...new Set(looks)].sort();
    if (wanted.join() === this.looks.join()) return;
    this.looks = wanted;
    this.again(GATHER);
  }

  /** Try at once, for instance because the network is back; nothing while all is well. */
  poke() {
    if (this.looks.length && this.source?.readyState !== EventSource.OPEN) this.again(0);
  }

  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  connect() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.watching);
    if (!this.looks.length) return;
    const query = this.looks.map((look) => `look=${encodeURIComponent(look)}`).join("&");
    const source = new EventSource(`/stream?${query}`);
    this.source = source;
    source.onopen = () => this.opened();
    source.onerror = () => this.failed(source);
    source.addEventListener("alive", () => this.watch(source));
    for (const look of this.looks) source.addEventListener(look, (event) => this.onFrame(look, event.data));
  }

  opened() {
    this.failures = 0;
    clearTimeout(this.telling);
    this.telling = 0;
    this.onState("live");
  }

  failed(source) {
    if (source !== this.source) return;
    source.close(); // the browser's own way of coming back gives up when an answer is an error
    clearTimeout(this.watching);
    this.telling ||= setTimeout(() => this.onState("lost"), PATIENCE);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    this.failures += 1;
    this.again(wait * (0.75 + Math.random() / 2)); // not all pages at the same instant
  }

  watch(source) {
    clearTimeout(this.watching);
    this.watching = setTimeout(() => this.failed(source), SILENCE);
  }
}
