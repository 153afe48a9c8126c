// Server-sent events for any number of looks (table, seat, language). The client reconnects forever, and notices a connection
// that has died without an end by missing keep-alive messages.

const FIRST_WAIT = 400; // ms until the first attempt to come back
const LONGEST_WAIT = 8000;
const PATIENCE = 1200; // ms without a connection before anybody is told
const SILENCE = 45000; // ms without a sign of life; the server gives one every 15 s
const GATHER = 30; // ms in which looks that are added together make one connection

export class SseClient {
  /**
   * `onFrame(look, html)` for each frame; `onState`: "lost" when nothing comes for a while and with each failure from then
   * on, "back" after any break.
   */
  constructor(onFrame, onState) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.looks = [];
    this.source = null;
    this.failures = 0; // since it was well for a while
    this.isBroken = false; // whether it has failed and nothing has come since
    this.isLost = false; // whether that has lasted for a while
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
    if (!this.looks.length) {
      this.well(); // without looks nothing is missing
      return;
    }
    const query = this.looks.map((look) => `look=${encodeURIComponent(look)}`).join("&");
    const source = new EventSource(`/stream?${query}`);
    this.source = source;
    this.watch(source);
    source.onopen = () => this.watch(source);
    source.onerror = () => this.failed(source);
    source.addEventListener("alive", () => {
      this.heard(source);
      this.failures = 0; // not sooner: a server that fails at once after each beginning is not to be overrun
    });
    for (const look of this.looks) {
      source.addEventListener(look, (event) => {
        this.heard(source);
        this.onFrame(look, event.data);
      });
    }
  }

  /** Something has come, so the server is there; that a stream begins does not show it yet. */
  heard(source) {
    this.watch(source);
    this.well();
  }

  well() {
    clearTimeout(this.telling);
    this.telling = 0;
    if (this.isBroken) this.onState("back");
    this.isBroken = this.isLost = false;
  }

  failed(source) {
    if (source !== this.source) return;
    source.close(); // the browser's own way of coming back gives up when an answer is an error
    clearTimeout(this.watching);
    this.isBroken = true;
    if (this.isLost) this.onState("lost"); // again: a page that asked too early asks once more
    else this.telling ||= setTimeout(() => this.lose(), PATIENCE);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    this.failures += 1;
    this.again(wait * (0.75 + Math.random() / 2)); // not all pages at the same instant
  }

  lose() {
    this.isLost = true;
    this.onState("lost");
  }

  /** Take it for dead when nothing comes for too long from now on. */
  watch(source) {
    clearTimeout(this.watching);
    this.watching = setTimeout(() => this.failed(source), SILENCE);
  }
}
