"""What a bot's mind is, whatever the game and however it thinks.

A game's folder has a module `mind` that begins one for a position as a seat sees it. Nothing here or there knows the
time: whoever lets a mind think (`serai.bots`) does so in short slices and looks at the clock between them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from serai.core.words.reasons import Point

Views = npt.NDArray[np.void]  # of length 1: an observation by the seat that decides now

LEVELS = ("traveller", "merchant", "vizier", "caliph")  # weakest first; every game's mind has them


@dataclass(frozen=True)
class Candidate:
    """A legal move as a mind sees it."""

    move: int
    worth: float  # what the mind ranks moves by; higher is better
    wins: tuple[float, ...]  # each seat's chance to win, shared wins in parts; they sum to 1
    points: tuple[float, ...]  # each seat's expected points at the end of the game


class Mind(Protocol):
    """One decision being thought about."""

    def think(self, steps: int) -> int:
        """Go on for up to so many steps (simulations, say); how many were made: 0 when nothing is left to think of."""

    def candidates(self) -> Sequence[Candidate]:
        """Every legal move, best first; there from the beginning, better after each step."""

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        """What speaks for and against a move, in points for the seat that decides, the weightiest first."""
