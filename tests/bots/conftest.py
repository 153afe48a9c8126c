"""A mind that only counts, so that what is around the bots can be tested without knowing how they think."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from serai.core.compiled.rng import Stream
from serai.core.game import Game
from serai.core.search.mind import Candidate, Views
from serai.core.words.reasons import Point


@dataclass
class CountingMind:
    """Prefers the highest number; says how often it was asked to think, and ends after `depth` steps."""

    moves: list[int]
    players: int
    seat: int
    depth: int
    cost: Callable[[int], None]
    asked: list[int] = field(default_factory=list)

    def think(self, steps: int) -> int:
        made = min(steps, self.depth - sum(self.asked))
        self.asked.append(made)
        self.cost(made)
        return made

    def candidates(self) -> Sequence[Candidate]:
        wins = tuple(0.6 if seat == self.seat else 0.4 / (self.players - 1) for seat in range(self.players))
        points = tuple(10.0 + seat for seat in range(self.players))
        return [Candidate(move, float(move), wins, points) for move in sorted(self.moves, reverse=True)]

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        return [Point(self.seat, candidate.move, "number", f"the move's number is {candidate.move}")]


@dataclass
class Begun:
    """The toy game with counting minds, and each of these that was begun."""

    game: Game
    minds: list[CountingMind] = field(default_factory=list)
    streams: list[list[int]] = field(default_factory=list)


@pytest.fixture
def counting(toy: Game) -> Callable[..., Begun]:
    """`counting(share=…, depth=…, cost=…)`: the toy game with counting minds."""

    def build(share: float = 1.0, depth: int = 1 << 40, cost: Callable[[int], None] = lambda steps: None) -> Begun:
        bot: Any = ModuleType("counting")
        begun = Begun(replace(toy, bot=bot))

        def begin(view: Views, edition: Any, level: str, stream: Stream) -> CountingMind:
            moves = np.zeros(toy.rules.MOST_MOVES, np.int32)
            count = toy.kernel.legal(view, 0, edition.record, moves)
            seat, players = int(toy.kernel.to_act(view, 0)), int(view[0]["players"])
            begun.minds.append(CountingMind([int(move) for move in moves[:count]], players, seat, depth, cost))
            begun.streams.append([int(word) for word in stream])
            return begun.minds[-1]

        bot.begin, bot.share_of_turn = begin, lambda view, edition: share
        bot.rehearse = lambda edition: None
        return begun

    return build
