"""What the server does by itself at a table: bots play, clocks lapse, what is left alone ends. Leased jobs, in threads.

Each process asks the database for work that is due, takes a lease on it, and goes on renewing it; when a process dies,
its leases run out within seconds and another takes the work over. Done twice it would be refused the second time: every
change names the version that it was made for.
"""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_hex
from time import monotonic

from serai.bots.bot import Bot
from serai.bots.levels import NAMES, Level, parse
from serai.core.mind import Views
from serai.tables.commands import moved
from serai.tables.errors import TableError
from serai.tables.readiness import THIS_PROCESS, Readiness, every_bot
from serai.tables.service import Service
from serai.tables.setup import Setup
from serai.tables.table import GATHERING, MOST_IDLE, OPENING, PLAYING, Change, Table

log = logging.getLogger("serai.work")
LEASE = 2500  # milliseconds
BEAT = 0.5  # seconds between looking for work and renewing leases
GRACE = 3.0  # seconds beyond its time before a bot is given up
LEAST_TIME = 0.05  # seconds for a turn of a bot, however many wait


class Workers:
    """The threads of one process that do what is due; at most so many bots think at once."""

    def __init__(self, service: Service, at_once: int | None = None, readiness: Readiness = THIS_PROCESS) -> None:
        self.service = service
        self.readiness = readiness
        self.name = f"{os.getpid()}-{token_hex(6)}"
        self.at_once = at_once or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.at_once, "serai-work")
        self._busy: set[str] = set()
        self._lock = threading.Lock()
        self._is_stopped = threading.Event()
        self._wake = threading.Event()
        self._is_quiet = threading.Event()  # nothing is due or being done
        self._thread = threading.Thread(target=self._run, name="serai-workers", daemon=True)
        self._loader = threading.Thread(target=self._load_ahead, name="serai-loading", daemon=True)
        service.on_due = self._wake.set

    def start(self) -> None:
        """Begin to look for work."""
        self._thread.start()
        self._loader.start()

    def stop(self) -> None:
        """Let go: thinking bots stop at once, and what they thought about is taken up by whoever comes next."""
        self._is_stopped.set()
        self._wake.set()
        self._thread.join()
        self._is_quiet.set()  # so that the loader sees that it is to stop
        self._loader.join()
        self._pool.shutdown(wait=True)
        try:
            self.service.clock.keep(is_last=True)
        except Exception:
            log.exception("the time could not be kept")

    @property
    def busy(self) -> int:
        """How many jobs are being done."""
        with self._lock:
            return len(self._busy)

    def _run(self) -> None:
        renewed = monotonic()
        while not self._is_stopped.is_set():
            try:
                self.service.clock.keep()
                self._take_work()
                if monotonic() - renewed > BEAT:
                    self._renew()
                    renewed = monotonic()
            except Exception:
                log.exception("looking for work failed")
            self._wake.wait(BEAT)
            self._wake.clear()

    def _take_work(self) -> None:
        at, free = self.service.clock(), self.at_once - self.busy
        if free <= 0:
            return
        if self.service.store.count_due(at) == 0:
            if free == self.at_once:
                self._is_quiet.set()
            return
        self._is_quiet.clear()
        for name in self.service.store.lease(self.name, at, at + LEASE, free):
            with self._lock:
                self._busy.add(name)
            self._pool.submit(self._work, name)

    def _load_ahead(self) -> None:
        """Load the bots that nobody has waited for yet, as long as nobody waits for anything."""
        for game, level in every_bot():
            try:
                while not self._is_stopped.is_set() and not self.readiness.load(game, level, self._is_quiet.is_set):
                    self._is_quiet.wait()
            except Exception:
                log.exception("a bot could not be loaded", extra={"game": game, "level": level})

    def _renew(self) -> None:
        with self._lock:
            names = list(self._busy)
        if names:
            self.service.store.renew(self.name, names, self.service.clock() + LEASE)

    def _work(self, name: str) -> None:
        try:
            self._do(name)
        except TableError as error:
            log.info("work was overtaken", extra={"table": name, "code": error.code})
        except Exception:
            log.exception("work failed", extra={"table": name})
        finally:
            try:
                self.service.store.release(self.name, name)
            finally:
                with self._lock:
                    self._busy.discard(name)
                self._wake.set()

    def _do(self, name: str) -> None:
        """All decisions of a bot's turn, or whatever else is due."""
        first: int | None = None
        while not self._is_stopped.is_set():
            with self.service.reading(name) as table:
                task = task_of(table)
            if task is None:
                self.service.change(name, lapse)
                return
            if task.seat != (first := task.seat if first is None else first):
                return  # another bot's turn: those who wait longer come first
            level, move = self._think(task)
            if not self._is_stopped.is_set():
                self.service.change(name, partial(answer, task=task, level=level, move=move))

    def _think(self, task: "Task") -> tuple[str, int]:
        """The bot's move; one that fails or takes too long gives its place to a lower level."""
        for name in NAMES[NAMES.index(task.level) :: -1]:
            bot = Bot(task.setup.game, task.setup.edition, self._timed(name))
            try:
                self.readiness.load(bot.game.name, name)
                return name, ask(bot, task.view, self._is_stopped.is_set)
            except Exception:
                log.exception("a bot failed", extra={"table": task.table, "level": name})
        raise RuntimeError(f"no bot could play at table {task.table}")

    def _timed(self, name: str) -> Level:
        """A level; when more bots wait than can think at once, each gets less time."""
        level = parse(name)
        if level.seconds is None:
            return level
        waiting = self.service.store.count_due(self.service.clock())
        if waiting <= self.at_once:
            return level
        return replace(level, time=max(LEAST_TIME, level.seconds * self.at_once / waiting))


def ask(bot: Bot, view: Views, is_stopped: Callable[[], bool]) -> int:
    """A bot's move; it thinks in a thread of its own, for one that never ends must not hold up the table."""
    answer: Future[int] = Future()
    threading.Thread(target=choose, args=(bot, view, is_stopped, answer), daemon=True).start()
    return answer.result((bot.level.seconds or 0.0) + GRACE)


def choose(bot: Bot, view: Views, is_stopped: Callable[[], bool], answer: "Future[int]") -> None:
    """Think, and leave the move or what went wrong."""
    try:
        answer.set_result(bot.choose(view, is_stopped))
    except BaseException as error:
        answer.set_exception(error)


@dataclass(frozen=True)
class Task:
    """What a bot has to think about, apart from the table, which may go on meanwhile."""

    table: str
    setup: Setup
    seat: int
    level: str
    decisions: tuple[int, ...]  # all that stand
    view: Views


def task_of(table: Table) -> Task | None:
    """The decision that a bot has to make here, if one has."""
    seat = table.to_act
    if seat is None or table.match is None or (level := table.seats[seat].level) is None:
        return None
    return Task(table.name, table.setup, seat, level, tuple(table.match.moves), table.match.view(seat))


def answer(table: Table, at: int, *, task: Task, level: str, move: int) -> list[Change]:
    """A bot's move, if it still has this to decide; a lower level says that it has the seat now."""
    now = task_of(table)
    if now is None or (now.seat, now.level, now.decisions) != (task.seat, task.level, task.decisions):
        return []
    played = moved(task.seat, move, at, level)
    if level == task.level:
        return [played]
    return [{"type": "handed", "at": at, "seat": task.seat, "level": level}, played]


def lapse(table: Table, at: int) -> list[Change]:
    """What is due without a bot: a clock has run out, a nonce was not opened, or nobody has come for a month."""
    due = table.due_at()
    if due is None or due > at:
        return []
    if table.phase == OPENING:
        silent = [number for number, seat in enumerate(table.seats) if seat.nonce is None]
        return [{"type": "voided", "at": at, "seats": silent}]
    if table.phase == GATHERING:
        return [{"type": "stopped", "at": at, "why": "idle"}]
    assert table.phase == PLAYING and table.to_act is not None
    if table.seats[table.to_act].level:
        return []
    if at >= table.moved_at + MOST_IDLE:
        return [{"type": "stopped", "at": at, "why": "idle"}]
    if table.held is not None:
        return [moved(table.to_act, table.held, at)]
    return [{"type": "handed", "at": at, "seat": table.to_act, "level": table.setup.clock.stand_in}]
