// A worker that all tabs of this browser share. It holds the one stream of all their tables: a browser has six connections
// to a server at most, and each tab with a stream of its own would soon leave none for moves.

import { SseClient } from "/static/stream.js";

const SILENT = 200000; // ms after which a tab that says nothing is taken for closed; hidden tabs speak once a minute

const tabs = new Map(); // port to {look, at}
const frames = new Map(); // look to its newest frame, for tabs that come later
let state = "live";

const stream = new SseClient(
  (look, html) => {
    const isGone = html === "gone"; // sent once, to the present tabs: a later tab asks for itself
    if (!isGone) frames.set(look, html);
    for (const [port, tab] of [...tabs]) {
      if (tab.look !== look) continue;
      port.postMessage({ type: "frame", html });
      if (isGone) leave(port);
    }
  },
  (now) => {
    state = now === "back" ? "live" : now;
    for (const port of tabs.keys()) port.postMessage({ type: "state", state: now });
  },
);

/** Follow the looks of open tabs. */
function follow() {
  const looks = [...tabs.values()].map((tab) => tab.look);
  for (const look of frames.keys()) if (!looks.includes(look)) frames.delete(look);
  stream.follow(looks);
}

function join(port, look) {
  tabs.set(port, { look, at: Date.now() });
  follow();
  if (frames.has(look)) port.postMessage({ type: "frame", html: frames.get(look) });
  port.postMessage({ type: "state", state });
}

function leave(port) {
  if (tabs.delete(port)) follow();
}

/** A tab that sends anything but goodbye is open, even if it slept for so long that it was taken for closed. */
function hear(port, { type, look }) {
  if (type === "bye") {
    leave(port);
    return;
  }
  if (type === "join" || !tabs.has(port)) join(port, look);
  if (type === "poke") stream.poke();
  tabs.get(port).at = Date.now();
}

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => hear(port, data);
};

setInterval(() => {
  for (const [port, tab] of tabs) if (Date.now() - tab.at > SILENT) leave(port);
}, 60000);
