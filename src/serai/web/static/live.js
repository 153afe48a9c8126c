// Frames of the table that this page shows, as they come: by the worker that all tabs share, or, where there is none, by a
// stream of its own, which a hidden page lets go, so that six open tabs don't use up the browser's connections.

import { SseClient } from "/static/stream.js";

const SIGN_OF_LIFE = 20000; // ms
const ASKING = 20000; // ms between questions of a hidden page that has no stream

/**
 * Call `onFrame(html)` and `onState("live" | "lost" | "back")` for a look, for as long as the page is there; `ask` fetches.
 * "back" comes before the first frame after a break, however short that was.
 */
export function live(look, onFrame, onState, ask) {
  let isJoined = false;
  const alone = () => {
    if (!isJoined) ownStream(look, onFrame, onState, ask);
    isJoined = true;
  };
  try {
    const worker = new SharedWorker("/static/live-worker.js", { type: "module", name: "serai" });
    worker.onerror = alone;
    sharedStream(worker.port, look, onFrame, onState);
  } catch {
    alone();
  }
}

function sharedStream(port, look, onFrame, onState) {
  const say = (type) => port.postMessage({ type, look });
  port.onmessage = ({ data }) => (data.type === "frame" ? onFrame(data.html) : onState(data.state));
  say("join");
  setInterval(() => say("alive"), SIGN_OF_LIFE);
  addEventListener("pagehide", () => say("bye"));
  addEventListener("pageshow", (event) => event.persisted && say("join"));
  addEventListener("online", () => say("poke"));
  addEventListener("visibilitychange", () => document.hidden || say("poke"));
}

function ownStream(look, onFrame, onState, ask) {
  const stream = new SseClient((_, html) => onFrame(html), onState);
  let asking = 0;
  const turn = () => {
    clearInterval(asking);
    stream.follow(document.hidden ? [] : [look]);
    if (document.hidden) asking = setInterval(ask, ASKING);
  };
  turn();
  addEventListener("visibilitychange", turn);
  addEventListener("online", () => stream.poke());
}
