"""How an arena is run: all its games at once, or in rounds that depend on what was played before.

A format says how many games there will be, draws one round after another, and tells of every deal to which round it
belongs. Whatever the format, a deal is played in every turn of its table.
"""

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from serai.arena.figures import pairs_of
from serai.arena.games import Played
from serai.arena.seating import Fixture, fixtures, orders_of, turns_of
from serai.arena.swiss import Draw, Past, draw
from serai.core.errors import BadOptions

FORMATS = ("round-robin", "swiss")


class Format(ABC):
    """What is played in which round."""

    name: str
    rounds: int
    games: int  # in all rounds

    @abstractmethod
    def draw(self, played: Sequence[Played]) -> list[Fixture]:
        """The next round, from all games of those before."""

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

    def draw(self, played: Sequence[Played]) -> list[Fixture]:
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
        self.drawn: list[Draw] = []

    def draw(self, played: Sequence[Played]) -> list[Fixture]:
        left = self.rounds - len(self.drawn) - 1
        drawn = draw(self.order(played), self._past(), self.players, left)
        self.drawn.append(drawn)
        first = (len(self.drawn) - 1) * self._tables * self.deals
        return [
            Fixture(first + place * self.deals + deal, seating)
            for place, table in enumerate(drawn.tables)
            for deal in range(self.deals)
            for seating in self._seatings(tuple(sorted(table)), deal)
        ]

    def order(self, played: Sequence[Played]) -> list[int]:
        """The bots by their share of pairs so far, the best first; lots decide between equals."""
        won, met = pairs_of(played, self.bots)
        won, met = won.sum(axis=(0, 2)), met.sum(axis=(0, 2))
        shares = [float(won[bot] / met[bot]) if met[bot] else 0.5 for bot in range(self.bots)]
        return sorted(range(self.bots), key=lambda bot: (-shares[bot], self._lots[bot]))

    def round_of(self, deal: int) -> int:
        return deal // (self._tables * self.deals) + 1

    def _past(self) -> Past:
        past = Past.none(self.bots)
        for drawn in self.drawn:
            past = past.after(drawn)
        return past

    def _seatings(self, table: tuple[int, ...], deal: int) -> list[tuple[int, ...]]:
        orders = orders_of(table)
        return turns_of(orders[(len(self.drawn) + deal) % len(orders)])


def default_rounds(bots: int) -> int:
    """As many as tell the best from the others, and two more to tell those from one another."""
    return min(bots - 1, math.ceil(math.log2(bots)) + 2)


def format_of(name: str, bots: int, players: int, games: int, seed: int, rounds: int | None) -> Format:
    """The format of that name."""
    if name == Swiss.name:
        return Swiss(bots, players, games, seed, rounds)
    if rounds is not None:
        raise BadOptions("rounds can only be given for the format swiss; a round-robin goes by --games")
    return RoundRobin(bots, players, games)
