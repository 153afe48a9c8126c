// A bot that plays over standard input and output, in JavaScript:
//
//     serai arena pasha --bots "traveller,exec:node examples/stdio_bot.mjs" --games 20
//
// Each line is a JSON object; whoever is asked something answers with the same id. Rewrite `choose` to make a bot of
// your own. docs/write-a-bot.md says more.

import { createInterface } from "node:readline";

/** Your strategy: all that your seat may know, and every legal move as text. */
function choose(hello, view, legal) {
  const own = view.seats[hello.seat];
  if (hello.game === "pasha") return rollForSets(view, own, legal);
  if (hello.game === "asara") return buildTowers(own, legal);
  return anyOf(legal);
}

/** Play the highest card, keep the face that lies most often, reroll the others, mark what comes of it. */
function rollForSets(view, own, legal) {
  if (view.phase === "play") return `play ${Math.max(...own.hand)}`;
  const count = (face) => view.dice.filter((other) => other === face).length;
  const kept = view.dice.reduce((best, face) => (count(face) >= count(best) ? face : best));
  const reroll = ["reroll", ...view.dice.filter((face) => face !== kept)].join(" ");
  return legal.includes(reroll) ? reroll : legal.findLast((move) => move.startsWith("mark"));
}

/** Build whenever that is possible, else buy, else place a single buyer. */
function buildTowers(own, legal) {
  const canBuild = (own.pieces.base.length > 0 && own.pieces.top.length > 0) || own.towers.length > 0;
  const wishes = [/^(found|add|light)/, /^buy .*\*/, /^buy/, canBuild ? /^place \w+ circle/ : /^place \w+ (base|top)/];
  for (const wish of [...wishes, /^place \w+ (base|middle|window|top|bank)/]) {
    const wanted = legal.filter((move) => wish.test(move));
    if (wanted.length > 0) return anyOf(wanted);
  }
  return anyOf(legal);
}

function anyOf(moves) {
  return moves[Math.floor(Math.random() * moves.length)];
}

function answer(fields) {
  process.stdout.write(JSON.stringify(fields) + "\n");
}

let hello = {};
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    hello = message;
    answer({ id: message.id, name: "Simple JavaScript bot" });
  } else if (message.type === "decide") {
    answer({ id: message.id, move: choose(hello, message.view, message.legal) });
  }
}
