"""Asking the vizier: what a bot would do in a seat's place, and why. Only where the table allows it.

A search takes about a second of a core, so only as many run at once as there are cores, and few wait. What was found
for a position is kept, so that asking again does not search again.
"""

import os
from collections import OrderedDict
from dataclasses import dataclass

from anyio import CapacityLimiter, to_thread

from serai.bots.advice import Advice, advise
from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.core.language import gettext as _
from serai.core.language import spoken
from serai.core.mind import Views
from serai.tables import commands
from serai.tables.errors import NotAllowed, OutOfTurn, TooMuch
from serai.tables.readiness import THIS_PROCESS
from serai.tables.service import Service
from serai.tables.setup import Setup
from serai.tables.table import Table

ADVISER = "vizier"
SECONDS = 1.0  # for a turn; a decision gets its share
MOVES = 3
MOST_WAITING = 8  # for each search that runs
KEPT = 256


@dataclass(frozen=True)
class Question:
    """A decision that somebody asks about."""

    table: str
    seat: int
    version: int
    setup: Setup
    seats: tuple[tuple[str, str | None], ...]  # names, and levels of bots
    view: Views


class Adviser:
    """The vizier of one process; asked in its event loop, it thinks in threads."""

    def __init__(self, service: Service, at_once: int | None = None) -> None:
        self._service = service
        self._at_once = at_once or os.cpu_count() or 1
        self._limiter: CapacityLimiter | None = None
        self._known: OrderedDict[tuple[str, int, int, str], list[Advice]] = OrderedDict()

    async def advise(self, table: str, player: str, seat: int) -> tuple[Question, list[Advice]]:
        """The best moves of a seat that has to decide, with their reasons."""
        question = await to_thread.run_sync(self._ask, table, player, seat)
        key = table, seat, question.version, spoken()
        if (advised := self._known.get(key)) is None:
            if self._limiter is None:
                self._limiter = CapacityLimiter(self._at_once)
            if self._limiter.statistics().tasks_waiting >= MOST_WAITING * self._at_once:
                raise TooMuch(_("the vizier is asked by too many at once"), 2)
            self._known[key] = advised = await to_thread.run_sync(think, question, limiter=self._limiter)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return question, advised

    def _ask(self, name: str, player: str, seat: int) -> Question:
        with self._service.reading(name) as table:
            commands.own(table, player, seat)
            return question_of(table, seat)


def question_of(table: Table, seat: int) -> Question:
    """What is to be decided, if the vizier may be asked about it."""
    if not table.setup.hints:
        raise NotAllowed(_("at this table the vizier may not be asked"))
    commands.check_turn(table, seat)
    assert table.match
    if table.held is not None or table.seats[seat].level:
        raise OutOfTurn(_("there is nothing to decide now"))
    seats = tuple((place.name, place.plan.level) for place in table.seats)
    return Question(table.name, seat, table.version, table.setup, seats, table.match.view(seat))


def think(question: Question) -> list[Advice]:
    """Search, seeing only what the seat sees."""
    setup = question.setup
    THIS_PROCESS.load(setup.game.name, ADVISER)
    bot = Bot(setup.game, setup.edition, parse(f"{ADVISER}:time={SECONDS:g}"))
    return advise(bot, question.view, top=MOVES)
