// The others' moves since the player's last turn, move by move on the board itself, with words; then back to the present.

import { hold, release, showBoard } from "/static/morphing.js";
import { word } from "/static/words.js";

const SHORTEST = 900; // ms a board is shown
const PER_LETTER = 28; // ms more, so that the words can be read

let run = 0; // counts films, so that one that was ended does not go on

/** Play the film when its button is pressed, and end it by its own. */
export function film() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button?.id === "watch-film") play();
    if (button?.id === "end-film") end();
  });
}

/** End a film that is playing; whether there was one. */
export function end() {
  const bar = document.getElementById("film");
  if (!bar || bar.hidden) return false;
  run += 1;
  const hadFocus = bar.contains(document.activeElement);
  bar.hidden = true;
  document.getElementById("stage").inert = false;
  release();
  if (hadFocus) document.getElementById("status").focus({ preventScroll: true }); // not lost with the button
  return true;
}

async function play() {
  const { table, seat } = document.body.dataset;
  const answer = await fetch(`/t/${table}/film${seat === "" ? "" : `?seat=${seat}`}`).catch(() => null);
  const scenes = answer?.ok ? await answer.json() : [];
  if (!scenes.length) return;
  run += 1;
  const ownRun = run;
  hold();
  document.getElementById("stage").inert = true; // it is the past: nothing there can be chosen
  document.getElementById("film").hidden = false;
  document.getElementById("board").scrollIntoView({ block: "nearest" });
  for (const [place, { board, words }] of scenes.entries()) {
    showBoard(board);
    say(words || word("film_begins"), word("scene_of", { number: place + 1, total: scenes.length }));
    await new Promise((done) => setTimeout(done, SHORTEST + PER_LETTER * words.length));
    if (ownRun !== run) return;
  }
  end();
}

function say(words, place) {
  const [text, count] = document.querySelectorAll("#film [data-part]");
  text.textContent = words;
  count.textContent = place;
}
