"""A position: one game at one moment, whole or as one seat sees it, and the moves that led to it.

A `Position` is played in place, taken back, copied, observed and written as JSON. `match` keeps what surrounds a game:
people, events, the record. Whoever plays very many games uses the compiled functions (`game.kernel`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.text import Text

from serai.core import game as games
from serai.core import position_json
from serai.core.edition import Edition
from serai.core.errors import BadNotation, BadOptions, BadRecord, IllegalMove, NoMove
from serai.core.game import Game, Games, Options
from serai.core.records import record
from serai.core.records.randomness import (
    SEED_BITS,
    Committed,
    Randomness,
    StreamSeed,
    checked_seed,
    derived_stream,
    fresh_seed,
)
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.core.words.reasons import Reason

STREAMS = ("open", "hidden")
SEED_BYTES = SEED_BITS // 8


@dataclass(frozen=True)
class Reseed:
    """All chance to come is new, from a seed, after so many moves."""

    after: int
    seed: int

    def as_data(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {"reseed": f"{self.seed:016x}"}

    def replaces(self, last: "Reseed | Redeal") -> bool:
        """Whether nothing is left of what was done just before it."""
        return isinstance(last, Reseed) and last.after == self.after


@dataclass(frozen=True)
class Redeal:
    """What a seat (None: a spectator) can't know, and all chance to come, is dealt anew, after so many moves."""

    after: int
    seed: int
    seat: int | None

    def as_data(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {"redeal": f"{self.seed:016x}", "seat": self.seat}

    def replaces(self, last: "Reseed | Redeal") -> bool:
        """Whether nothing is left of what was done just before it."""
        return last.after == self.after and (isinstance(last, Reseed) or last.seat == self.seat)


class Readable:
    """What the rules and the game's words say of a record, be it the whole game or an observation of it."""

    def __init__(self, game: Game, edition: Edition, options: Options, games: Games) -> None:
        self.game = game
        self.edition = edition
        self.options = options
        self.games = games  # the packed record, as an array of length one, which the compiled functions take

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return int(self.game.kernel.to_act(self.games, 0))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.kernel.is_over(self.games, 0))

    def legal_numbers(self) -> list[int]:
        """Every legal move as a number."""
        moves = np.empty(self.game.rules.MOST_MOVES, np.int32)
        count = self.game.kernel.legal(self.games, 0, self.edition.record, moves)
        numbers: list[int] = moves[:count].tolist()
        return numbers

    def legal(self) -> list[str]:
        """Every legal move as text."""
        return [self.name(move) for move in self.legal_numbers()]

    def name(self, move: int) -> str:
        """A move as text."""
        return str(self.game.words.move_name(move, self.edition))

    def parse(self, move: str | int) -> int:
        """A move as a number, whether it may be played or not."""
        if isinstance(move, str):
            return int(self.game.words.parse_move(move, self.edition))
        if not 0 <= move < self.game.rules.EVERY_MOVE:
            raise BadNotation(f"{move} is no move; allowed: 0 to {self.game.rules.EVERY_MOVE - 1}")
        return int(move)

    def is_legal(self, move: str | int) -> bool:
        """Whether a move may be played."""
        return bool(self.game.kernel.why_illegal(self.games, 0, self.edition.record, self.parse(move)) == 0)

    def why_illegal(self, move: str | int) -> Reason | None:
        """The rule against a move and a sentence; None when it may be played."""
        number = self.parse(move)
        code = int(self.game.kernel.why_illegal(self.games, 0, self.edition.record, number))
        if code == 0:
            return None
        reason: Reason = self.game.words.reason(code, self.games[0], self.edition, number)
        return reason

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        return self.game.scores(self.games, self.edition, self.players)

    def winners(self) -> list[int]:
        """The seats that win as the game stands."""
        return self.game.winners(self.games, self.edition, self.players)

    def _title(self) -> str:
        """The game and its options, and who decides."""
        flags = [flag.replace("_", " ") for flag in self.game.flags if self.options[flag]]
        decision = "over" if self.is_over else f"seat {self.to_act} decides"
        return ", ".join([self.game.name, f"{self.players} players", *flags, decision])


class Observation(Readable):
    """All that a seat (None: a spectator) knows of a position; nothing else can be found out from it."""

    def __init__(self, game: Game, edition: Edition, options: Options, games: Games, viewer: int | None) -> None:
        super().__init__(game, edition, options, games)
        self.viewer = viewer

    def legal_numbers(self) -> list[int]:
        """Every legal move of the viewer as a number: none while another seat decides."""
        return super().legal_numbers() if self.viewer == self.to_act else []

    def redeal(self, seed: int) -> "Position":
        """A position as chance might have dealt it, seen so; with the same seed always the same."""
        dealt: Games = np.zeros(1, self.game.rules.STATE)
        stream = derived_stream(checked_seed(seed).to_bytes(SEED_BYTES, "big"), 0, b"redeal")
        self.game.kernel.resample(self.games, 0, self.edition.record, stream, dealt, 0)
        return Position.amid_a_game(self, dealt)

    def as_data(self) -> dict[str, Any]:
        """The observation in the record's names, as pages and programs are given it."""
        data: dict[str, Any] = self.game.words.view(self.games[0], self.edition)
        return data

    def __repr__(self) -> str:
        viewer = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<Observation: {self._title()}, as {viewer} sees it>"

    def __str__(self) -> str:
        return self.board([f"Seat {seat}" for seat in range(self.players)])

    def board(self, names: Sequence[str]) -> str:
        """The board as the viewer sees it, in plain text of 80 columns."""
        return Text.from_markup(self.game.words.draw(self.games[0], self.edition, names)).plain


class Position(Readable):
    """A game as it stands, secrets and chance to come included."""

    randomness: Randomness | None  # None: it begins amid a game, from an observation
    moves: list[int]  # since set-up, as numbers
    fresh_chance: list[Reseed | Redeal]  # between the moves, in order
    _before: list[bytes]  # the record before each move
    copies: int  # how many copies with chance of their own were made

    def __init__(self, game: Game, edition: Edition, options: Options, randomness: Randomness) -> None:
        super().__init__(game, edition, options, np.zeros(1, game.rules.STATE))
        self._begin(randomness)
        self._set_streams(randomness)
        game.kernel.new(self.games, 0, edition.record, game.packed(options))

    @classmethod
    def amid_a_game(cls, seen: Readable, games: Games) -> "Position":
        """A position of the same game that has no moves to take back and no JSON."""
        position = cls.__new__(cls)
        Readable.__init__(position, seen.game, seen.edition, seen.options, games)
        position._begin(None)
        return position

    def _begin(self, randomness: Randomness | None) -> None:
        self.randomness = randomness
        self.moves, self.fresh_chance, self._before, self.copies = [], [], [], 0

    # Playing

    def play(self, move: str | int) -> list[Event]:
        """Play a move, as text or number; all that it brings about, secrets included, as the record tells it."""
        before = copied(self.games)
        number = self.apply(move)
        return list(self.game.words.narrate(before[0], number, self.games[0], self.edition))

    def apply(self, move: str | int) -> int:
        """Play a move and tell nothing, which takes a fraction of the time of `play`; the move's number."""
        number = self.parse(move)
        if not self.is_legal(number):
            raise IllegalMove(self._refusal(move, number))
        self.carry_out(number)
        return number

    def carry_out(self, number: int) -> None:
        """Carry out a move that is known to be legal; an illegal one damages the record."""
        self._before.append(self.games.tobytes())
        self.moves.append(number)
        if isinstance(self.randomness, Committed):
            self._set_streams(self.randomness)
        self.game.kernel.apply(self.games, 0, self.edition.record, number)

    def undo(self) -> int:
        """Take back the last move and whatever followed it, chance included; the move's number."""
        if not self.moves:
            raise NoMove("there is no move to take back: none has been played")
        number = self.moves.pop()
        self.games.view(np.uint8)[:] = np.frombuffer(self._before.pop(), np.uint8)
        while self.fresh_chance and self.fresh_chance[-1].after > len(self.moves):
            self.fresh_chance.pop()
        return number

    # Chance

    def reseed(self, seed: int) -> None:
        """Give the position fresh chance: all that is drawn from now on comes from this seed."""
        fresh = Reseed(len(self.moves), checked_seed(seed))
        self._renew(fresh)
        key = fresh.seed.to_bytes(SEED_BYTES, "big")
        self.game.kernel.set_streams(self.games, 0, *(derived_stream(key, 0, name.encode()) for name in STREAMS))

    def redeal(self, seat: int | None, seed: int) -> None:
        """Deal anew what the seat (None: a spectator) can't know, as chance might have, and give fresh chance."""
        dealt = self.observe(seat).redeal(seed)
        self._renew(Redeal(len(self.moves), checked_seed(seed), seat))
        self.games[:] = dealt.games

    def copy(self, *, same_chance: bool = False) -> "Position":
        """A copy with future chance of its own, another one each time; exact with `same_chance`.

        Its chance follows from the position and from how many copies were made before, so it repeats from run to run.
        """
        copy = Position.amid_a_game(self, copied(self.games))
        copy.randomness, copy.moves = self.randomness, list(self.moves)
        copy.fresh_chance, copy._before = list(self.fresh_chance), list(self._before)
        if same_chance:
            copy.copies = self.copies
        else:
            copy.reseed(self._seed_of_next_copy())
        return copy

    def __copy__(self) -> "Position":
        return self.copy(same_chance=True)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        """Game and edition never change, so that copies share them."""
        return self.copy(same_chance=True)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A pickle is bytes: only the same layout of the record can read them."""
        self.__dict__.update(state)
        if self.games.dtype != self.game.rules.STATE:
            name = self.game.name
            raise BadRecord(f"the pickled position of {name} is from a version with another layout; JSON lasts longer")

    # Looking

    def observe(self, seat: int | None) -> Observation:
        """All that the seat (None: a spectator) knows, as a copy."""
        if seat is not None and seat not in range(self.players):
            raise BadOptions(f"there is no seat {seat!r}; allowed: 0 to {self.players - 1}, or None for a spectator")
        view = self.game.observed(self.games, self.edition, self.players, seat)
        return Observation(self.game, self.edition, self.options, view, seat)

    def __repr__(self) -> str:
        count = len(self.moves)
        return f"<Position: {self._title()}, {count} {'move' if count == 1 else 'moves'}>"

    def __str__(self) -> str:
        """The board as the seat sees it that decides; after the end as spectators do."""
        return str(self.observe(None if self.is_over else self.to_act))

    # JSON

    def as_data(self) -> dict[str, Any]:
        """What led here and what it came to, secrets included, as JSON-like data; `from_data` makes the same of it."""
        return position_json.as_data(self)

    def to_json(self) -> str:
        """The position as one line of JSON."""
        return record.canonical(self.as_data()).decode()

    @classmethod
    def from_data(cls, data: object, where: str = "the position") -> "Position":
        """The position that follows from the steps; BadRecord if it is another one than the data says."""
        return position_json.read(data, where, cls)

    @classmethod
    def from_json(cls, text: str | bytes, where: str = "the position") -> "Position":
        """The position in this JSON; `where` is what messages call it."""
        return cls.from_data(record.load_json(text.encode() if isinstance(text, str) else text, where), where)

    # Within

    def _set_streams(self, chance: Randomness) -> None:
        """Set the streams of set-up, or of the next decision, where the scheme does so and chance was not made new."""
        if not self.fresh_chance and (streams := chance.streams(len(self.moves))):
            self.game.kernel.set_streams(self.games, 0, *streams)

    def _renew(self, fresh: Reseed | Redeal) -> None:
        """Note that chance is made new; what it replaces is forgotten."""
        while self.fresh_chance and fresh.replaces(self.fresh_chance[-1]):
            self.fresh_chance.pop()
        self.fresh_chance.append(fresh)

    def _seed_of_next_copy(self) -> int:
        digest = hashlib.sha256(self.games.tobytes() + self.copies.to_bytes(SEED_BYTES, "big")).digest()
        self.copies += 1
        return int.from_bytes(digest[:SEED_BYTES], "big")

    def _refusal(self, move: str | int, number: int) -> str:
        """Why a move is not played, and which decision it was for."""
        reason = self.why_illegal(number)
        assert reason
        return refusal(self, move, f"{reason.sentence.rstrip('.')} ({reason.rule})")


def copied(games: Games) -> Games:
    """The array once more; as bytes, which is ten times faster than field by field."""
    copy: Games = np.empty_like(games)
    copy.view(np.uint8)[:] = games.view(np.uint8)
    return copy


def refusal(position: Position, move: str | int, why: str) -> str:
    """Why a move is not played, and which decision it was for."""
    asked = {"move": repr(move), "decision": len(position.moves) + 1, "seat": position.to_act}
    return _("illegal move {move} (decision {decision}, seat {seat}): {why}", **asked, why=why)


def new(
    name: str, *, players: int, seed: int | None = None, edition: Edition | str | Path | None = None, **flags: bool
) -> Position:
    """The first position of a game; without a seed one that nobody can guess."""
    game = games.load(name)
    chance = StreamSeed(fresh_seed() if seed is None else checked_seed(seed))
    checked = edition if isinstance(edition, Edition) else game.read_edition(edition)
    return Position(game, checked, game.options(players, **flags), chance)
