"""A first game that teaches: its chance is arranged, and the vizier says what is done, step by step.

A game's page may have one, as `LESSON`. It is for two: the learner begins, and the opponent's
moves are written down too, so that it goes the same way every time. Nothing here knows any game in particular.
"""

import hashlib
from dataclasses import dataclass

from serai.core.game import Game
from serai.core.records.randomness import Committed, Nonce, one_round
from serai.core.records.record import canonical

PLAYERS = 2
LEARNER, OPPONENT = range(PLAYERS)


@dataclass(frozen=True)
class Step:
    """One thing that the learner does: a move, or only to go on."""

    words: str  # what the vizier says before it, for the game's catalogue
    move: str = ""  # in the game's notation; "": only to go on
    instead: str = ""  # what the vizier says to any other move, where that is worth words of its own
    lit: tuple[str, ...] = ()  # what is to be touched; without it all parts of the move
    answers: tuple[str, ...] = ()  # what the opponent does after it


@dataclass(frozen=True)
class Lesson:
    """A game's lesson, from its first step to its last words."""

    seed: int  # of all its chance
    minutes: int  # that it takes, about
    steps: tuple[Step, ...]
    summary: tuple[str, ...]  # what the vizier says at the end, for the game's catalogue

    @property
    def fingerprint(self) -> str:
        """What a table remembers, so that a lesson that was written anew is not gone on with in the middle."""
        course = [self.seed, [[step.move, *step.answers] for step in self.steps]]
        return hashlib.sha256(canonical(course)).hexdigest()[:16]

    def chance(self, game: Game) -> Committed:
        """All seeds, known to anybody: nothing is left to chance here."""
        nonces = (Nonce(self._secret(game, str(seat)), "server") for seat in range(PLAYERS))
        return one_round(self._secret(game, "server"), nonces)

    def _secret(self, game: Game, what: str) -> bytes:
        return hashlib.sha256(f"serai lesson {game.name} {self.seed} {what}".encode()).digest()


def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson, if it has one."""
    return game.page.LESSON
