"""How a table is set up: game, edition, options, who may sit where, clock and manners. It never changes afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from serai.bots.levels import NAMES, PROGRAM
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.errors import BadOptions, BadRecord, SeraiError
from serai.core.game import Game, Options
from serai.core.page.lesson import Lesson, lesson_of
from serai.core.records.record import canonical
from serai.core.records.validation import Shape
from serai.core.words.language import gettext as _
from serai.tables.errors import BadRequest

PERSON, BOT, ANYONE = "person", "bot", "anyone"  # who has a seat: the opener, a bot, anyone with the link
SEAT_KINDS = (PERSON, BOT, ANYONE)
NO_CLOCK, PER_MOVE, DAYS = "none", "move", "days"
MINUTE, DAY = 60, 86_400  # seconds
CLOCKS = {NO_CLOCK: (0, 0), PER_MOVE: (10, 3600), DAYS: (DAY, 14 * DAY)}  # seconds: fewest and most
TIME_AMONG_STRANGERS = 3 * MINUTE  # to open a nonce at a listed table
TIME_TO_OPEN = {NO_CLOCK: DAY, PER_MOVE: 15 * MINUTE}  # seconds; where a decision has days, as many as it has
STAND_IN = "merchant"  # who plays on for a lapsed clock, if nobody else was named
KEYS = ("game", "options", "seats")
NUL = b"\\u0000"  # as JSON has it
OPTIONAL = {"edition": None, "clock": None, "hints": None, "chat": True, "listed": False, "lesson": None}


@dataclass(frozen=True)
class SeatPlan:
    """Who may have a seat."""

    kind: str
    level: str | None = None  # of a bot

    def as_data(self) -> dict[str, Any]:
        """As a table is saved."""
        return {"kind": self.kind} | ({"level": self.level} if self.level else {})


@dataclass(frozen=True)
class Clock:
    """How long a decision may take."""

    kind: str
    seconds: int
    stand_in: str

    @property
    def time_to_open(self) -> int:
        """How long a page has to open its nonce when all seats have committed, in seconds: people may be away."""
        return TIME_TO_OPEN.get(self.kind, self.seconds)

    def as_data(self) -> dict[str, Any]:
        """As a table is saved."""
        return {"kind": self.kind, "seconds": self.seconds, "stand_in": self.stand_in}


@dataclass(frozen=True)
class Setup:
    """All that was agreed on when a table was opened."""

    game: Game
    edition: Edition
    options: Options
    seats: tuple[SeatPlan, ...]
    clock: Clock
    hints: bool
    chat: bool
    listed: bool
    lesson: Lesson | None = None  # where the vizier teaches; its chance is arranged

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def time_to_open(self) -> int:
        """How long a page has to open its nonce before the game, in seconds."""
        return TIME_AMONG_STRANGERS if self.listed else self.clock.time_to_open

    def as_data(self) -> dict[str, Any]:
        """As a table is saved; `read` gives the same setup again."""
        return {
            "game": self.game.name,
            "edition": self.edition.data,
            "options": self.options,
            "seats": [seat.as_data() for seat in self.seats],
            "clock": self.clock.as_data(),
            "hints": self.hints,
            "chat": self.chat,
            "listed": self.listed,
        } | ({"lesson": self.lesson.fingerprint} if self.lesson else {})


def read(data: object, where: str = "the table") -> Setup:
    """A setup as a page, a program or the database gives it."""
    try:
        return _read(data, Shape(where))
    except BadRecord as error:
        raise BadRequest(str(error)) from None
    except SeraiError as error:
        raise error if isinstance(error, BadRequest) else BadRequest(f"{where}: {error}") from None


def _read(data: object, shape: Shape) -> Setup:
    _check_texts(data, shape)
    given = dict(shape.mapping("the setup", data))
    table = shape.table("", {**OPTIONAL, **given}, (*KEYS, *OPTIONAL))
    game = games.load(shape.text("game", table["game"]))
    seats = tuple(_seat(key, found, shape) for key, found in shape.entries("seats", table["seats"]))
    options = _options(game, len(seats), shape.mapping("options", table["options"]))
    if options["players"] != len(seats):
        raise shape.fail("seats", f"{len(seats)} seats", f"as many as players, {options['players']}")
    edition = standard(game)
    if table["edition"] not in (None, edition.data):
        edition = game.edition_of(shape.mapping("edition", table["edition"]), f"{shape.where}: edition")
    people = sum(seat.kind != BOT for seat in seats)
    hints = people == 1 if table["hints"] is None else _flag("hints", table["hints"], shape)
    flags = {name: _flag(name, table[name], shape) for name in ("chat", "listed")}
    clock, lesson = _clock(table["clock"], shape), _lesson(table["lesson"], game)
    return Setup(game, edition, options, seats, clock, hints, **flags, lesson=lesson)


def _options(game: Game, seats: int, given: Mapping[str, Any]) -> Options:
    """The game's options; a name that no argument may have is as unknown as any other."""
    if "self" in given:
        raise BadOptions(f"{game.title} has no option 'self'; it has: {', '.join(game.flags) or 'none'}")
    return game.options(**{"players": seats, **given})


@cache
def standard(game: Game) -> Edition:
    """The standard edition, which nearly every table has: reading one takes longer than all else in opening a table."""
    return game.read_edition()


def _seat(key: str, found: object, shape: Shape) -> SeatPlan:
    given = shape.mapping(key, found)
    kind = given.get("kind")
    if kind not in SEAT_KINDS:
        raise shape.fail(f"{key}.kind", kind, " or ".join(map(repr, SEAT_KINDS)))
    if kind != BOT:
        shape.table(key, given, ("kind",))
        return SeatPlan(str(kind))
    return SeatPlan(BOT, _level(f"{key}.level", shape.table(key, given, ("kind", "level"))["level"], shape))


def _level(key: str, found: object, shape: Shape) -> str:
    """A bot by its level alone: how long it may think is the server's to say."""
    check_no_program(found)
    if found not in NAMES:
        raise shape.fail(key, found, " or ".join(map(repr, NAMES)))
    return str(found)


def check_no_program(level: object) -> None:
    """Whoever plays here by page or program must not be able to start anything on this machine."""
    if isinstance(level, str) and level.startswith(f"{PROGRAM}:"):
        raise BadRequest(_("a server starts no programs; {bot} can take a seat over HTTP", bot=repr(level)))


def _clock(found: object, shape: Shape) -> Clock:
    if found is None:
        return Clock(NO_CLOCK, 0, STAND_IN)
    keys = ("kind", "seconds", "stand_in")
    given: Mapping[str, Any] = shape.table("clock", {"stand_in": STAND_IN, **shape.mapping("clock", found)}, keys)
    if given["kind"] not in tuple(CLOCKS):
        raise shape.fail("clock.kind", given["kind"], " or ".join(map(repr, CLOCKS)))
    least, most = CLOCKS[given["kind"]]
    seconds = shape.number("clock.seconds", given["seconds"])
    if not least <= seconds <= most:
        raise shape.fail("clock.seconds", seconds, f"{least} to {most}")
    return Clock(given["kind"], seconds, _level("clock.stand_in", given["stand_in"], shape))


def _lesson(found: object, game: Game) -> Lesson | None:
    """The game's lesson, if it is still the one that the table was opened for."""
    lesson = lesson_of(game)
    if found is None:
        return None
    if lesson is None or found != lesson.fingerprint:
        raise BadRequest(_("this lesson has been written anew since it was begun; please begin it again"))
    return lesson


def _check_texts(data: object, shape: Shape) -> None:
    """The input can be written as JSON, shown, and saved by every database: no half characters, no NUL."""
    try:
        text = canonical(data)
    except (TypeError, ValueError, RecursionError):
        text = NUL
    if NUL in text:
        raise BadRequest(f"{shape.where}: it holds numbers or characters that can't be kept")


def _flag(key: str, value: object, shape: Shape) -> bool:
    if not isinstance(value, bool):
        raise shape.fail(key, value, "true or false")
    return value
