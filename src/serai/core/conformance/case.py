"""A game with an edition and options, and random play of it: what every check is given."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from serai.core.compiled import jit
from serai.core.compiled.rng import below
from serai.core.edition import Edition
from serai.core.game import Game, Options
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records.randomness import Randomness, StreamSeed, player_stream

Games = npt.NDArray[np.void]  # of length 1

SAMPLED = 8 if jit.is_compiled() else 3  # positions of a game that the costly checks look at
LONGEST = 100_000  # decisions after which a game is taken to be endless


@dataclass(frozen=True)
class Case:
    """A game to be checked, with one choice of options."""

    game: Game
    edition: Edition
    options: Options

    def __str__(self) -> str:
        flags = [flag for flag in self.game.flags if self.options[flag]]
        return "-".join([self.game.name, str(self.options["players"]), *flags])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def viewers(self) -> range:
        """Every seat, and the spectator behind the last."""
        return range(self.players + 1)

    def match(self, randomness: Randomness) -> Match:
        """A match that begins here."""
        return Match(self.game, self.edition, self.options, randomness)

    def position(self, randomness: Randomness) -> Position:
        """The position that a game begins with."""
        return Position(self.game, self.edition, self.options, randomness)

    def new(self, seed: int) -> Games:
        """A game before its first decision."""
        return self.position(StreamSeed(seed)).games

    def legal(self, table: Games) -> list[int]:
        """The legal moves of a position, as the rules list them."""
        moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)
        count = self.game.kernel.legal(table, 0, self.edition.record, moves)
        assert count <= len(moves), f"{self}: {count} legal moves, but MOST_MOVES is {len(moves)}"
        return [int(move) for move in moves[:count]]

    def applied(self, table: Games, move: int) -> Games:
        """A copy of the position after a move."""
        after = table.copy()
        self.game.kernel.apply(after, 0, self.edition.record, move)
        return after

    def observed(self, table: Games, viewer: int) -> Games:
        """What a seat knows of a position."""
        view = np.zeros_like(table)
        self.game.kernel.observe(table, 0, self.edition.record, viewer, view, 0)
        return view

    def resampled(self, view: Games, stream: npt.NDArray[np.uint64]) -> Games:
        """A game as chance might have dealt it, seen so."""
        table = np.zeros_like(view)
        self.game.kernel.resample(view, 0, self.edition.record, stream, table, 0)
        return table

    def is_over(self, table: Games) -> bool:
        """Whether the game has ended."""
        return bool(self.game.kernel.is_over(table, 0))

    def to_act(self, table: Games) -> int:
        """Who decides."""
        return int(self.game.kernel.to_act(table, 0))

    def decisions(self, seed: int) -> Iterator[tuple[Games, int]]:
        """A random game: each position with the move that is then played; at last the final one with -1."""
        stream, table = player_stream(seed), self.new(seed)
        for _ in range(LONGEST):
            if self.is_over(table):
                yield table.copy(), -1
                return
            moves = self.legal(table)
            assert moves, f"{self}, seed {seed}: no move is legal, but the game is not over"
            move = moves[below(stream, len(moves))]
            yield table.copy(), move
            table = self.applied(table, move)
        raise AssertionError(f"{self}, seed {seed}: not over after {LONGEST} decisions")

    def sample(self, seed: int, count: int = SAMPLED) -> list[tuple[Games, int]]:
        """Decisions spread over a random game, the first and the last of them included."""
        taken = [(table, move) for table, move in self.decisions(seed) if move >= 0]
        places = np.unique(np.linspace(0, len(taken) - 1, count).astype(int))
        return [taken[place] for place in places]


def cases(game: Game, edition: Edition | None = None) -> list[Case]:
    """Every number of players with every combination of options."""
    choices = itertools.product(game.player_counts, itertools.product((False, True), repeat=len(game.flags)))
    return [
        Case(game, edition or game.read_edition(), game.options(players, **dict(zip(game.flags, flags, strict=True))))
        for players, flags in choices
    ]


def names_of(case: Case) -> list[str]:
    """Names for the seats."""
    return [f"Player {seat}" for seat in range(case.players)]


def dealt_anew(case: Case, table: Games, viewer: int, seed: int) -> Games:
    """Another game that looks the same to a seat."""
    return case.resampled(case.observed(table, viewer), player_stream(seed))
