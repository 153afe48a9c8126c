"""A table for tests: a game whose cards, dice and discs a test sets as it likes, played by moves as text."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from serai.core.compiled.rng import fill
from serai.core.edition import Edition
from serai.core.game import load
from serai.core.records.record import Event
from serai.core.words.reasons import Reason
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.rules.state import Game
from serai.games.pasha.words import narration, notation

PASHA = load("pasha")
STANDARD = PASHA.read_edition()


def edition_with(**changes: Any) -> Edition:
    """The standard edition with some values changed, all of them said to be assumed."""
    data = {key: value for key, value in (STANDARD.data | changes).items() if key != "known"}
    known = {key: "assumed" for key in data if key != "name"}
    return PASHA.edition_of(data | {"known": known}, "test edition")


def dice_of(faces: Iterable[int]) -> int:
    """The bag of these dice."""
    return sum(1 << 4 * (face - 1) for face in faces)


class Table:
    """One game; `game` is its record, which a test may read and change."""

    def __init__(self, players: int = 2, seed: int = 1, edition: Edition = STANDARD) -> None:
        self.edition = edition
        self.players = players
        self.games = np.zeros(1, PASHA.rules.STATE)
        self.events: list[Event] = []
        self._moves = np.zeros(PASHA.rules.MOST_MOVES, np.int32)
        PASHA.kernel.seed(self.games, 0, np.uint64(seed))
        PASHA.kernel.new(self.games, 0, edition.record, np.array([players], np.int64))

    @property
    def game(self) -> Game:
        """The record itself."""
        game: Game = self.games[0]
        return game

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return int(PASHA.kernel.to_act(self.games, 0))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(PASHA.kernel.is_over(self.games, 0))

    @property
    def dice(self) -> list[int]:
        """The faces on the table, ascending."""
        return list(notation.faces_of(self.game.dice))

    def cards(self, bag: int) -> list[int]:
        """The values of a bag of cards, ascending."""
        return list(notation.card_values(bag, self.edition))

    def hand(self, seat: int) -> list[int]:
        """The values in a seat's hand."""
        return self.cards(self.game.hand[seat])

    def won(self, seat: int) -> list[int]:
        """The values in a seat's pile."""
        return list(narration.won_by(self.game, self.edition, seat))

    def legal_moves(self) -> list[int]:
        """Every legal move as a number."""
        count = PASHA.kernel.legal(self.games, 0, self.edition.record, self._moves)
        return [int(move) for move in self._moves[:count]]

    def legal(self) -> list[str]:
        """Every legal move as text."""
        return [PASHA.words.move_name(move, self.edition) for move in self.legal_moves()]

    def why_illegal(self, move: int) -> int:
        """The code of the reason, 0 for a legal move."""
        return int(PASHA.kernel.why_illegal(self.games, 0, self.edition.record, move))

    def reason(self, text: str) -> Reason | None:
        """Why a move is not allowed, None when it is."""
        move = PASHA.words.parse_move(text, self.edition)
        code = self.why_illegal(move)
        reason: Reason | None = PASHA.words.reason(code, self.game, self.edition, move) if code else None
        return reason

    def apply(self, move: int) -> list[Event]:
        """Carry out a legal move; what happened."""
        assert self.why_illegal(move) == 0, PASHA.words.move_name(move, self.edition)
        before = self.games.copy()
        PASHA.kernel.apply(self.games, 0, self.edition.record, move)
        events: list[Event] = PASHA.words.narrate(before[0], move, self.game, self.edition)
        self.events += events
        return events

    def play(self, *texts: str) -> list[Event]:
        """Play moves one after another; what the last one brought about."""
        events: list[Event] = []
        for text in texts:
            events = self.apply(PASHA.words.parse_move(text, self.edition))
        return events

    def play_for(self, text: str, dice: Sequence[int]) -> None:
        """Play a move under chance that makes the dice show these faces."""
        move = PASHA.words.parse_move(text, self.edition)
        before = self.games.copy()
        for seed in range(100_000):
            fill(self.game.open, np.uint64(seed), 0)
            PASHA.kernel.apply(self.games, 0, self.edition.record, move)
            if self.dice == sorted(dice):
                return
            self.games[:] = before
        raise AssertionError(f"no chance makes {text!r} show {dice}")

    def hold(self, seat: int, *values: int) -> None:
        """Put these cards in a seat's hand."""
        kinds = self.edition.record[0].value.tolist()
        self.game.hand[seat] = sum(1 << 4 * kinds.index(value) for value in values)

    def show(self, *faces: int) -> None:
        """Turn the dice on the table to these faces."""
        self.game.dice = dice_of(faces)

    def take_turn(self, value: int, faces: Sequence[int], mark: str = "mark") -> list[Event]:
        """Let the seat to act play this card and mark these dice; what marking brought about."""
        self.hold(self.to_act, value, value)
        self.game.unplayed[self.to_act] = self.edition.record[0].cards
        self.play(f"play {value}")
        self.show(*faces)
        return self.play(mark)

    def play_randomly(self, decisions: int = 1_000_000, seed: int = 7) -> None:
        """Play random moves, to the end or so many of them."""
        stream = np.zeros(4, np.uint64)
        fill(stream, np.uint64(seed), 0)
        while decisions > 0 and not self.is_over:
            self.apply(int(PASHA.kernel.random_move(self.games, 0, self.edition.record, stream, self._moves)))
            decisions -= 1

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        points = np.zeros(self.players, np.int64)
        PASHA.kernel.scores(self.games, 0, self.edition.record, points)
        return [int(score) for score in points]

    def winners(self) -> list[int]:
        """The seats that win as the game stands."""
        bits = int(PASHA.kernel.winners(self.games, 0, self.edition.record))
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def view(self, seat: int) -> Any:
        """All that a seat knows, as an array of one observation; `players` stands for a spectator."""
        view = np.zeros(1, PASHA.rules.STATE)
        PASHA.kernel.observe(self.games, 0, self.edition.record, seat, view, 0)
        return view


def resampled(view: Any, edition: Edition, seed: int) -> Any:
    """An array of one full game that agrees with an observation."""
    stream = np.zeros(4, np.uint64)
    fill(stream, np.uint64(seed), 0)
    games = np.zeros(1, PASHA.rules.STATE)
    PASHA.kernel.resample(view, 0, edition.record, stream, games, 0)
    return games


def started_by(seat: int, players: int, edition: Edition = STANDARD) -> Table:
    """A new game whose first player is this seat."""
    for seed in range(1000):
        table = Table(players, seed, edition)
        if table.game.first == seat:
            return table
    raise AssertionError("no seed found")


def put_tile(table: Table, tile: dict[str, Any]) -> None:
    """Make the tile revealed in round 1 this one."""
    tiles = tiles_in_order(table.edition.data)
    table.game.revealed[0] = tiles.index({"amount": None, **tile})
