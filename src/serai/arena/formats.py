"""An arena's format: all games at once, or in rounds that depend on earlier results.

A format knows the number of games, draws one round after another, and knows the round of every deal. In every format a
deal is played in every rotation of its table.
"""

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from serai.arena.figures import pairs_of
from serai.arena.games import GameResult
from serai.arena.seating import Fixture, fixtures, orders_of, turns_of
from serai.arena.swiss import Draw, History, draw
from serai.core.errors import BadOptions

FORMATS = ("round-robin", "swiss")


class Format(ABC):
    """The games of each round."""

    name: str
    rounds: int
    games: int  # in all rounds

    @abstractmethod
    def draw(self, results: Sequence[GameResult]) -> list[Fixture]:
        """The next round, from all earlier results."""

    @abstractmethod
    def round_of(self, deal: int) -> int:
        """The round in which a deal was drawn, from 1."""


class RoundRobin(Format):
    """Everyone meets everyone, in one round."""

    name = "round-robin"
    rounds = 1

    def __init__(self, bots: int, players: int, games: int) -> None:
        self._fixtures = fixtures(bots, players, games)
        self.games = len(self._fixtures)

    def draw(self, results: Sequence[GameResult]) -> list[Fixture]:
        return self._fixtures

    def round_of(self, deal: int) -> int:
        return 1


class Swiss(Format):
    """Rounds in which bots of similar standing meet; each table has deals of its own."""

    name = "swiss"

    def __init__(self, bots: int, players: int, games: int, seed: int, rounds: int | None = None) -> None:
        if bots < players or players < 2:
            raise BadOptions(f"a Swiss with {players} seats at a table needs at least {players} bots, not {bots}")
        self.bots, self.players = bots, players
        self.rounds = default_rounds(bots) if rounds is None else rounds
        self._tables = bots // players
        self.deals = max(1, math.ceil(games / (self.rounds * self._tables * players)))  # at each table
        self.games = self.rounds * self._tables * self.deals * players
        self._lots = [hashlib.sha256(f"lot {seed} {bot}".encode()).digest() for bot in range(bots)]
        self.draws: list[Draw] = []

    def draw(self, results: Sequence[GameResult]) -> list[Fixture]:
        left = self.rounds - len(self.draws) - 1
        next_draw = draw(self.order(results), self._history(), self.players, left)
        self.draws.append(next_draw)
        first = (len(self.draws) - 1) * self._tables * self.deals
        return [
            Fixture(first + place * self.deals + deal, seating)
            for place, table in enumerate(next_draw.tables)
            for deal in range(self.deals)
            for seating in self._seatings(tuple(sorted(table)), deal)
        ]

    def order(self, results: Sequence[GameResult]) -> list[int]:
        """The bots by their share of pairs so far, the best first; lots decide between equals."""
        won, met = pairs_of(results, self.bots)
        won, met = won.sum(axis=(0, 2)), met.sum(axis=(0, 2))
        shares = [float(won[bot] / met[bot]) if met[bot] else 0.5 for bot in range(self.bots)]
        return sorted(range(self.bots), key=lambda bot: (-shares[bot], self._lots[bot]))

    def round_of(self, deal: int) -> int:
        return deal // (self._tables * self.deals) + 1

    def _history(self) -> History:
        history = History.empty(self.bots)
        for next_draw in self.draws:
            history = history.with_draw(next_draw)
        return history

    def _seatings(self, table: tuple[int, ...], deal: int) -> list[tuple[int, ...]]:
        orders = orders_of(table)
        return turns_of(orders[(len(self.draws) + deal) % len(orders)])


def default_rounds(bots: int) -> int:
    """Enough rounds to find the best, and two more to rank the others."""
    return min(bots - 1, math.ceil(math.log2(bots)) + 2)


def format_of(name: str, bots: int, players: int, games: int, seed: int, rounds: int | None) -> Format:
    """The format of that name."""
    if name == Swiss.name:
        return Swiss(bots, players, games, seed, rounds)
    if rounds is not None:
        raise BadOptions("rounds can only be given for the format swiss; a round-robin goes by --games")
    return RoundRobin(bots, players, games)
