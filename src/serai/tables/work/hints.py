"""Asking the vizier: what a bot would do in a seat's place, and why. Only where the table allows it.

A search takes about a second of a core, so only as many run at once as there are cores, few wait, and no player has
more than one. Answers are cached by position, and a player who asks what is being searched waits for that search.
"""

import asyncio
import os
from dataclasses import dataclass

from anyio import CapacityLimiter, to_thread
from cachetools import LRUCache

from serai.bots.advice import Advice, advise
from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.core.search.mind import Views
from serai.core.words.language import gettext as _
from serai.core.words.language import spoken
from serai.tables.commands import check_turn, own
from serai.tables.errors import NotAllowed, OutOfTurn, TooMuch
from serai.tables.service import Service
from serai.tables.state.setup import Setup
from serai.tables.state.table import Table
from serai.tables.work.readiness import THIS_PROCESS

ADVISER = "vizier"
SECONDS = 1.0  # for a turn; a decision gets its share
MOVES = 3
MOST_WAITING = 8  # for each search that runs
CACHE_SIZE = 256  # answers


@dataclass(frozen=True)
class Question:
    """A decision that somebody asks about."""

    table: str
    seat: int
    decision: int
    setup: Setup
    seats: tuple[tuple[str, str | None], ...]  # names, and levels of bots
    view: Views


Key = tuple[str, int, int, str]  # table, seat, decision, and the language of the reasons


@dataclass(frozen=True)
class Search:
    """A question that is being thought about, and the players who wait for the answer."""

    found: asyncio.Task[list[Advice]]
    askers: set[str]


class Adviser:
    """The vizier of one process; asked in its event loop, it thinks in threads."""

    def __init__(self, service: Service, at_once: int | None = None) -> None:
        self._service = service
        self._at_once = at_once or os.cpu_count() or 1
        self._limiter: CapacityLimiter | None = None
        self._known: LRUCache[Key, list[Advice]] = LRUCache(CACHE_SIZE)
        self._running: dict[Key, Search] = {}

    async def advise(self, table: str, player: str, seat: int) -> tuple[Question, list[Advice]]:
        """The best moves of a seat that has to decide, with their reasons."""
        question = await to_thread.run_sync(self._ask, table, player, seat)
        key = table, seat, question.decision, spoken()
        if (advised := self._known.get(key)) is None:
            search = self._joined(key, question, player)
            advised = await asyncio.shield(search.found)  # others may wait for it when this one has gone
        return question, advised

    def _joined(self, key: Key, question: Question, player: str) -> Search:
        """The search for a question: one that runs already, or a new one."""
        if any(player in search.askers for other, search in self._running.items() if other != key):
            raise TooMuch(_("the vizier is still thinking about another question of yours"), 2)
        search = self._running.get(key)
        if search is None:
            if len(self._running) >= (1 + MOST_WAITING) * self._at_once:
                raise TooMuch(_("the vizier is asked by too many at once"), 2)
            search = self._running[key] = Search(asyncio.create_task(self._search(key, question)), set())
        search.askers.add(player)
        return search

    async def _search(self, key: Key, question: Question) -> list[Advice]:
        """Think when it is this question's turn, and keep what was found."""
        if self._limiter is None:
            self._limiter = CapacityLimiter(self._at_once)
        try:
            self._known[key] = advised = await to_thread.run_sync(think, question, limiter=self._limiter)
        finally:
            del self._running[key]
        return advised

    def _ask(self, name: str, player: str, seat: int) -> Question:
        with self._service.reading(name) as table:
            own(table, player, seat)
            return question_of(table, seat)


def question_of(table: Table, seat: int) -> Question:
    """What is to be decided, if the vizier may be asked about it."""
    if not table.setup.hints:
        raise NotAllowed(_("at this table the vizier may not be asked"))
    check_turn(table, seat)
    assert table.match
    if table.held is not None or table.seats[seat].level:
        raise OutOfTurn(_("there is nothing to decide now"))
    seats = tuple((place.name, place.plan.level) for place in table.seats)
    return Question(table.name, seat, table.decision, table.setup, seats, table.match.view(seat))


def think(question: Question) -> list[Advice]:
    """Search, seeing only what the seat sees."""
    setup = question.setup
    THIS_PROCESS.load(setup.game.name, ADVISER)
    bot = Bot(setup.game, setup.edition, parse(f"{ADVISER}:time={SECONDS:g}"))
    return advise(bot, question.view, top=MOVES)
