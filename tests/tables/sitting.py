"""People at a table of a `Service`: keys, nonces as pages make them, wishes as the web passes them on, random play."""

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, update

from serai.core import game as games
from serai.core.records import record, replay
from serai.store.schema import changes, tables
from serai.tables import commands, views
from serai.tables.commands import Command
from serai.tables.service import Service
from serai.tables.state.changes import Change, Move
from serai.tables.state.saved_changes import SavedChange, read
from serai.tables.state.table import PLAYING, Table

DEAR = 90  # Asari, for which nobody can buy anything in the first year
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")


def hashed(text: str) -> str:
    """What a table knows of somebody's key, or of a nonce that is not open."""
    return hashlib.sha256(text.encode()).hexdigest()


ANN, BOB, CLEO, DORA, EMIL = PLAYERS = tuple(hashed(name) for name in NAMES)


def plan(game: str, *seats: str, **more: Any) -> dict[str, Any]:
    """A setup whose seats are `person`, `anyone` or a bot's level."""
    kinds = [{"kind": seat} if seat in ("person", "anyone") else {"kind": "bot", "level": seat} for seat in seats]
    return {"game": game, "options": {}, "seats": kinds, **more}


@dataclass(frozen=True)
class Force(Command):
    """Changes that a test makes up, whatever people may do."""

    make: Callable[[Table, int], Sequence[Change]]

    def decide(self, table: Table, at: int) -> list[Change]:
        """These changes."""
        return list(self.make(table, at))


@dataclass
class Sitting:
    """A table, seen by its people: seat n is Ann's, Bob's, Cleo's, … as far as people sit here."""

    service: Service
    name: str
    link: str = ""
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def table(self) -> Table:
        """The table as it is."""
        with self.service.reading(self.name) as table:
            return table

    @property
    def version(self) -> int:
        """The present version."""
        return self.table.version

    @property
    def decision(self) -> int:
        """The number of what is to be decided."""
        return self.table.decision

    @property
    def changes(self) -> list[dict[str, Any]]:
        """All that was saved, as JSON."""
        return self.service.store.changes_after(self.name, 0)

    @property
    def saved(self) -> list[SavedChange]:
        """All that was saved."""
        return [read(data, self.name) for data in self.changes]

    @property
    def types(self) -> list[str]:
        """What kinds of changes were saved."""
        return [change["type"] for change in self.changes]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees."""
        return views.view(self.table, seat)

    def unversioned(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees but what says that something has changed."""
        return self.view(seat) | {"version": None, "mark": None}

    def record(self) -> record.Record:
        """The saved record, which must hold."""
        found = record.check(self.service.store.record(self.name), "the record")
        verdict = replay.verify(found)
        assert verdict.is_fine, [str(difference) for difference in verdict.differences]
        return found

    def do(self, command: Callable[..., Command], seat: int, *given: Any, player: str | None = None) -> None:
        """A seat's player gives a command."""
        self.service.carry_out(self.name, command(player or PLAYERS[seat], seat, *given))

    def sit(self, player: str, name: str, seat: int | None = None, commitment: str | None = None) -> None:
        """Sit down."""
        self.service.carry_out(self.name, commands.Sit(player, seat, name, commitment))

    def give(self, seat: int, player: str) -> None:
        """Let another key have a seat too, by a personal link of its player."""
        self.service.enter(self.service.link_to_seat(self.name, PLAYERS[seat], seat), player)

    def say(self, player: str, words: str) -> None:
        """Speak."""
        self.service.carry_out(self.name, commands.Say(player, words))

    # Answers as the web passes them on: a repeated one is answered again.

    def play(self, seat: int, move: str, decision: int | None = None) -> None:
        """Make a move."""
        self.do(commands.Play, seat, self.decision if decision is None else decision, move)

    def confirm(self, seat: int, decision: int | None = None) -> None:
        """Let the held move stand."""
        self.do(commands.Confirm, seat, self.decision if decision is None else decision)

    def undo(self, seat: int, decision: int | None = None) -> None:
        """Take a move back."""
        self.do(commands.Undo, seat, self.decision if decision is None else decision)

    # Playing

    @property
    def to_act(self) -> int:
        """Who decides now."""
        with self.service.reading(self.name) as table:  # a change that is not saved yet does not count
            seat = table.to_act
        assert seat is not None
        return seat

    def legal(self, *words: str) -> list[str]:
        """The legal moves that have all these words among theirs."""
        match = self.table.match
        assert match
        return [move for move in match.legal() if set(words) <= set(move.split())]

    def digest(self) -> str:
        """The position."""
        match = self.table.match
        assert match
        return match.digest()

    def step(self) -> None:
        """A random decision of whoever has to make one, or its confirmation."""
        seat = self.to_act
        if self.table.held is not None:
            self.confirm(seat)
        else:
            self.play(seat, self.chance.choice(self.legal()))

    def answer(self, move: str, level: str) -> None:
        """A bot of that level decides for the seat to act."""
        match, seat = self.table.match, self.to_act
        assert match
        number = match.parse(move)
        self.service.carry_out(self.name, Force(lambda _, at: [Move(at, seat, number, level)]))

    def play_out(self) -> "Sitting":
        """Random decisions to the end."""
        while self.table.phase == PLAYING:
            self.step()
        return self

    def turn(self) -> None:
        """A whole turn of random decisions."""
        seat, stood = self.to_act, len(self.table.decisions)
        while self.table.phase == PLAYING and (self.to_act == seat or len(self.table.decisions) == stood):
            self.step()
            if self.table.decisions[stood:] and self.table.setup.game.words.is_between_turns(self.games):
                return

    @property
    def games(self) -> Any:
        """The position as a packed record."""
        match = self.table.match
        assert match
        return match.games[0]


def gather(service: Service, game: str, *seats: str, **setup: Any) -> Sitting:
    """A table that Ann opens with all seats for persons; nonces are the server's."""
    people = [(NAMES[number], None) for number, seat in enumerate(seats) if seat == "person"]
    opened = service.open(plan(game, *seats, **setup), ANN, people)
    return Sitting(service, opened.name, opened.link)


def begin(service: Service, game: str = "asara", people: int = 2, *bots: str, **setup: Any) -> Sitting:
    """A game that so many people have begun, each with a key of their own, and bots after them."""
    sitting = gather(service, game, "person", *["anyone"] * (people - 1), *bots, **setup)
    for number in range(1, people):
        sitting.sit(PLAYERS[number], NAMES[number])
    assert sitting.table.phase == PLAYING
    return sitting


def again(sitting: Sitting) -> Sitting:
    """The same table in a process that has just started: built from what is saved."""
    return Sitting(Service(sitting.service.store, sitting.service.hub, sitting.service.clock), sitting.name)


def state_of(table: Table) -> dict[str, Any]:
    """All of a table that must be the same wherever it is built."""
    match = table.match
    return {
        "version": table.version,
        "outcomes": table.outcomes,
        "pacing": vars(table.pacing),
        "phase": table.phase,
        "digest": match.digest() if match else None,
        "events": match.events if match else None,
        "seats": table.seats,
        "decisions": table.decisions,
        "held": table.held,
        "chat": table.chat,
        "end": table.end,
        "times": (table.changed_at, table.moved_at, table.waiting_since, table.due_at()),
        "rematch": table.rematch,
        "views": [unmarked(views.view(table, seat)) for seat in (None, *range(len(table.seats)))],
    }


def unmarked(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the seal of the server that showed it."""
    return view | {"mark": None}


def market(sitting: Sitting) -> str:
    """In Asara a placement that is followed by a purchase: it draws nothing and shows nothing."""
    found = [move for move in sitting.legal() if move.split()[-1] in ("base", "middle", "window", "top")]
    return min(found, key=len)


def dear_edition() -> dict[str, Any]:
    """Asara's standard edition with prices that nobody can pay."""
    data = games.load("asara").read_edition().data
    return {**data, "price": dict.fromkeys(data["price"], DEAR)}


def set_back(sitting: Sitting, version: int) -> Sitting:
    """The table as a backup had it, served by a process that has just started; what was saved since is lost."""
    store = sitting.service.store
    here = tables.c.name == sitting.name
    with store.engine.execution_options(is_writing=True).begin() as connection:
        connection.execute(delete(changes).where(changes.c.table == sitting.name, changes.c.version > version))
        connection.execute(update(tables).where(here).values(version=version))
    return again(sitting)
