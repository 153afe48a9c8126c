"""A mind for any game: plain tree search with random play to the end, knowing nothing but the rules.

This source is loaded once per game with its `rules` bound into it, and is its own guide for the search. A
game whose folder has no `bot` plays by it, and it is what cleverer minds are measured against.
"""

import sys
from types import ModuleType

import numpy as np
import numpy.typing as npt

from serai.core.compiled import jit
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream
from serai.core.edition import Edition
from serai.core.search.mind import Views
from serai.core.search.minds import Search
from serai.core.seats import MOST_SEATS

rules: ModuleType

Games = npt.NDArray[np.void]
Record = np.record
Moves = npt.NDArray[np.int32]
Plan = npt.NDArray[np.int16]
Lists = npt.NDArray[np.int32]

STEPS = {"vizier": 20_000, "caliph": 100_000}
AT_ONCE = {"traveller": 30, "merchant": 300}  # simulations of the levels that take no time

SCRATCH = 1
CURIOSITY = 2.0
TRUST = 1.0
MOST_CHOICES = rules.MOST_MOVES
EVERY_CHOICE = rules.EVERY_MOVE

DESK = np.dtype(
    (
        np.record,
        [
            ("points", np.float64, (2, MOST_SEATS)),  # by seat: points at the end, and the share of the win
            ("moves", np.int32, (rules.MOST_MOVES,)),
            ("scores", np.int64, (MOST_SEATS,)),
        ],
    )
)


@rule
def list_moves(game: Record, edition: Record, listed: Moves) -> int:
    """Every legal move is worth a look."""
    return rules.legal(game, edition, listed)


@rule
def list_choices(game: Record, edition: Record, listed: Moves) -> int:
    """Every legal move is a choice."""
    return rules.legal(game, edition, listed)


@rule
def follow(games: Games, i: int, edition: Record, desk: Record, lists: Lists, choice: int, plan: Plan) -> None:
    """Carry out the move."""
    rules.apply(games[i], edition, choice)


@rule
def appraise(games: Games, i: int, edition: Record, desk: Record, lists: Lists, choice: int, plan: Plan) -> float:
    """All moves promise the same: as if all seats were equal from here on."""
    players = int(games[i].players)
    rules.scores(games[i], edition, desk.scores)
    for seat in range(players):
        desk.points[0, seat] = desk.scores[seat]
        desk.points[1, seat] = 1.0 / players
    return 1.0 / players


@rule
def prior(promise: float) -> float:
    """All moves are equally worth trying."""
    return 1.0


@rule
def value(games: Games, i: int, edition: Record, desk: Record, stream: Stream) -> None:
    """Play on at random and see who wins."""
    while not rules.is_over(games[i]):
        move, _ = rules.random_move(games[i], edition, stream, desk.moves)
        rules.apply(games[i], edition, move)
    rules.scores(games[i], edition, desk.scores)
    won = rules.winners(games[i], edition)
    winners = 0
    for seat in range(games[i].players):
        winners += won >> seat & 1
    for seat in range(games[i].players):
        desk.points[0, seat] = desk.scores[seat]
        desk.points[1, seat] = (won >> seat & 1) / winners


tree = jit.bind("serai.core.search.tree", f"{__name__}.tree", rules=rules, guide=sys.modules[__name__])


def share_of_turn(view: Views, edition: Edition) -> float:
    """Nothing is known about turns, so a turn is taken to have a few decisions."""
    return 0.25


def begin(view: Views, edition: Edition, level: str, stream: Stream) -> Search:
    """A search; levels that answer at once make a few simulations first."""
    mind = Search(tree, view, edition, np.zeros(1, DESK), stream)
    mind.think(AT_ONCE.get(level, 0))
    return mind
