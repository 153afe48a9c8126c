"""A bot that takes a seat: it gets the seat's observation, thinks within its time, and returns a legal move.

A bot remembers nothing between decisions, so any process can continue for it. Its chance comes from its seed and from
the observation, so with a fixed seed it always gives the same answer to the same observation.
"""

import hashlib
from collections.abc import Callable
from time import perf_counter

import numpy as np

from serai.bots.levels import RANDOM, Level
from serai.core.compiled.rng import Stream, below
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.records.randomness import SEED_BITS, fresh_seed
from serai.core.search.mind import Mind, Views

SLICE = 0.01  # seconds that a mind thinks before the clock is looked at again
FIRST_SLICE = 4  # steps, before it is known how long one takes
MOST_STEPS = 1 << 16  # in a slice


class Bot:
    """A level at a table of one game and edition."""

    def __init__(self, game: Game, edition: Edition, level: Level) -> None:
        self.game = game
        self.edition = edition
        self.level = level
        self._seed = fresh_seed() if level.seed is None else level.seed
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int32)

    def choose(self, view: Views, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """A legal move; at once where there is only one, and as soon as possible when stopped."""
        count = int(self.game.kernel.legal(view, 0, self.edition.record, self._moves))
        if count == 1:
            return int(self._moves[0])
        if self.level.name == RANDOM:
            return int(self._moves[below(self._rng(view), count)])
        return self.consider(view, is_stopped).candidates()[0].move

    def consider(self, view: Views, is_stopped: Callable[[], bool] = lambda: False) -> Mind:
        """The mind after its thinking, with its move, its values of every move, and reasons."""
        start = perf_counter()
        mind = self.game.bot.begin(view, self.edition, self.level.name, self._rng(view))
        share = float(self.game.bot.share_of_turn(view, self.edition))
        seconds, sims = self.level.seconds, self.level.sims
        deadline = None if seconds is None else start + seconds * share
        steps = None if sims is None else max(1, round(sims * share))
        if deadline is not None or steps is not None:
            think(mind, steps, deadline, is_stopped)
        return mind

    def prepare(self, view: Views) -> None:
        """Load the code and data for thinking, so that the first decision takes no longer than others."""
        if self.level.name == RANDOM:
            self.choose(view)
            return
        self.game.bot.rehearse(self.edition)
        mind = self.game.bot.begin(view, self.edition, self.level.name, self._rng(view))
        mind.think(1)
        mind.candidates()

    def _rng(self, view: Views) -> Stream:
        """A random stream that depends on the seed and the observation only."""
        digest = hashlib.sha256(self._seed.to_bytes(SEED_BITS // 8, "big") + view.tobytes()).digest()
        return np.frombuffer(digest, np.dtype(">u8")).astype(np.uint64)


def seed_of_player(seed: int, deal: int, seat: int) -> int:
    """A bot's own seed at a table, apart from the game's: from the table's seed, the deal's number and the seat."""
    digest = hashlib.sha256(f"player {seed} {deal} {seat}".encode()).digest()
    return int.from_bytes(digest[: SEED_BITS // 8])


def think(mind: Mind, steps: int | None, deadline: float | None, is_stopped: Callable[[], bool]) -> int:
    """Let a mind think for `steps` steps or until the deadline, whichever comes first; return the number of steps."""
    total, size = 0, FIRST_SLICE
    start = perf_counter()
    while not is_stopped() and (steps is None or total < steps):
        if deadline is not None and start >= deadline:
            break
        budget = size if steps is None else min(size, steps - total)
        count = mind.think(budget)
        total += count
        now = perf_counter()
        if count < budget:
            break
        duration, start = now - start, now
        left = SLICE if deadline is None else min(SLICE, deadline - now)
        size = max(1, min(MOST_STEPS, 2 * size, int(size * left / max(duration, 1e-9))))
    return total
