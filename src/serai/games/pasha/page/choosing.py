"""What is touched to make a move, and which move it is that was touched.

A reroll is made by touching the dice that are kept, then the button that rolls the others; so what is touched depends
on the dice on the table. Every other move has a button of its own.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from serai.core.edition import Edition
from serai.core.page.scene import Parts
from serai.games.pasha.rules.state import FACES
from serai.games.pasha.words.notation import faces_of

ROLL, CUBE, MARK = "do.roll", "do.cube", "do.mark"
ROLLING = {"reroll": ROLL, "cube reroll": CUBE}


def die(face: int) -> str:
    """The part that a die on the table is."""
    return f"die.{face}"


def choices(seen: Any, edition: Edition, moves: Sequence[str]) -> dict[str, Parts]:
    """Each of the moves with its parts."""
    shown = Counter(faces_of(seen.dice))
    return {move: _parts(move, shown) for move in moves}


def move_of(parts: Sequence[str], seen: Any = None, edition: Edition | None = None) -> str | None:
    """The move that parts mean, allowed or not; None when they mean none."""
    kept = [part for part in parts if part.startswith("die.")]
    rest = [part for part in parts if not part.startswith("die.")]
    if len(rest) != 1:
        return None
    for words, part in ROLLING.items():
        if rest[0] == part:
            return _reroll(words, kept, seen)
    if rest[0].startswith(MARK):
        return " ".join(["mark", *rest[0].split(".")[2:]])
    return None if kept else rest[0]


def _parts(move: str, shown: Counter[int]) -> Parts:
    """All dice may be kept for marking, so that the last of them can be touched like the others."""
    words, _, faces = move.rpartition("reroll")
    if words or faces != move:
        kept = shown - Counter(map(int, faces.split()))
        return (*map(die, sorted(kept.elements())), ROLLING[f"{words}reroll"])
    if move.startswith("mark"):
        return (*map(die, sorted(shown.elements())), ".".join([MARK, *move.split()[1:]]))
    return (move,)


def _reroll(words: str, kept: Sequence[str], seen: Any) -> str | None:
    """The dice that are not kept; None when that is not told, when none is left to roll, or for what is no die."""
    if seen is None or any(part not in map(die, range(1, FACES + 1)) for part in kept):
        return None
    left = Counter(faces_of(seen.dice)) - Counter(int(part.removeprefix("die.")) for part in kept)
    return " ".join([words, *map(str, sorted(left.elements()))]) if left else None
