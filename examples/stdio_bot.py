#!/usr/bin/env python3
"""A bot that plays over standard input and output: one file to start from, with nothing but Python.

    serai arena pasha --bots "traveller,exec:python3 examples/stdio_bot.py" --games 20
    serai play --terminal asara --names "Ann,exec:python3 examples/stdio_bot.py"

To make a bot of your own, rewrite `choose`: it is given all that your seat may know, and every legal move as text.
The rest is the conversation: each line is a JSON object; whoever is asked something answers with the same id. What is
written to standard error is shown with a fault. docs/write-a-bot.md says more.
"""

import json
import random
import sys
from collections import Counter
from typing import Any

Json = dict[str, Any]
WISHES = ("found", "add", "light", "buy", "spy", "place")  # Asara's moves, the most wanted first
SPACES = ("circle", "lit", "base", "top", "middle", "window", "bank", "tent", "spies", "favour", "house")


def choose(hello: Json, view: Json, legal: list[str]) -> str:
    """Your strategy."""
    chooser = {"pasha": roll_for_sets, "asara": build_towers}.get(hello["game"])
    return chooser(view, view["seats"][hello["seat"]], legal) if chooser else random.choice(legal)


def roll_for_sets(view: Json, own: Json, legal: list[str]) -> str:
    """Play the highest card, keep the face that lies most often, reroll the others, mark what comes of it."""
    if view["phase"] == "play":
        return f"play {max(own['hand'])}"
    counts: Counter[int] = Counter(view["dice"])
    kept = max(counts, key=lambda face: (counts[face], face))
    reroll = " ".join(["reroll", *(str(face) for face in view["dice"] if face != kept)])
    return reroll if reroll in legal else max(move for move in legal if move.startswith("mark"))


def build_towers(view: Json, own: Json, legal: list[str]) -> str:
    """Build whenever there is something to build with, else buy colours that one has already, else earn money."""
    colours = Counter(piece.strip("*") for pieces in own["pieces"].values() for piece in pieces)
    can_build = bool(own["pieces"]["base"] and own["pieces"]["top"]) or bool(own["towers"])

    def worth(move: str) -> tuple[float, ...]:
        verb, *rest = move.split()
        wish = -WISHES.index(verb) if verb in WISHES else -len(WISHES)
        if verb != "place":
            return wish, colours[rest[0].strip("*")] if rest else 0, "*" in move
        space = rest[-1].partition(".")[0]
        is_useless = space == "circle" and not can_build
        return wish, not is_useless, "+" not in rest[0], -SPACES.index(space), random.random()

    return max(legal, key=worth)


def main() -> None:
    """Answer line by line; when the input ends, so does the program."""
    hello: Json = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            hello = message
            answer = {"id": message["id"], "name": "Simple Python bot"}
        elif message["type"] == "decide":
            answer = {"id": message["id"], "move": choose(hello, message["view"], message["legal"])}
        else:
            continue  # a result, or something that later versions say
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
