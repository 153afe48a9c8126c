"""What the server does by itself at a table: bots play, clocks lapse, what is left alone ends. Leased jobs, in threads.

Each process asks the database for work that is due, takes a lease on it, and goes on renewing it; when a process dies,
its leases run out within seconds and another takes the work over. Done twice it would be refused the second time: every
change names the version that it was made for.

Tables with people come first. Bots that play alone get the time that is left, and stop thinking as soon as a person
waits; other bots give way between two decisions. `sharing` says how players and addresses share the time.
"""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from secrets import token_hex
from time import monotonic

from serai.bots.bot import Bot
from serai.bots.levels import NAMES, Level, parse
from serai.core.search.mind import Views
from serai.tables.commands.bots import BotMove, Lapse, Task, task_of
from serai.tables.errors import TableError
from serai.tables.service import Service
from serai.tables.state.table import SECOND
from serai.tables.work.readiness import THIS_PROCESS, Readiness, every_bot
from serai.tables.work.sharing import part

log = logging.getLogger("serai.work")
LEASE = 2500  # milliseconds
BEAT = 0.5  # seconds between looking for work and renewing leases
GRACE = 3.0  # seconds beyond its time before a bot is given up
LEAST_TIME = 0.05  # seconds for a turn of a bot, however many wait
LONGEST_PAUSE = 300.0  # seconds until work that has failed is tried again; after the first time it is one
LONGEST_SILENCE = 30.0  # seconds until a database that does not answer is asked again


@dataclass(frozen=True, eq=False)
class Job:
    """Work that is being done at a table."""

    table: str
    has_people: bool
    gives_way: threading.Event = field(default_factory=threading.Event)  # to a table where people wait


class Workers:
    """The threads of one process that do what is due; at most so many bots think at once."""

    def __init__(self, service: Service, at_once: int | None = None, readiness: Readiness = THIS_PROCESS) -> None:
        self.service = service
        self.readiness = readiness
        self.name = f"{os.getpid()}-{token_hex(6)}"
        self.at_once = at_once or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.at_once, "serai-work")
        self._busy: set[Job] = set()
        self._lock = threading.Lock()
        self._is_stopped = threading.Event()
        self._wake = threading.Event()
        self._is_quiet = threading.Event()  # nothing that somebody waits for is due or being done
        self._thread = threading.Thread(target=self._run, name="serai-workers", daemon=True)
        self._loader = threading.Thread(target=self._load_ahead, name="serai-loading", daemon=True)
        service.on_due = self._wake.set

    def start(self) -> None:
        """Begin to look for work."""
        self._thread.start()
        self._loader.start()

    def stop(self) -> None:
        """Stop: bots stop thinking at once, and another process takes up what they were to decide."""
        self._is_stopped.set()
        self._wake.set()
        self._thread.join()
        self._is_quiet.set()  # so that the loader sees that it is to stop
        self._loader.join()
        self._pool.shutdown(wait=True)
        try:
            self.service.clock.keep(is_last=True)
        except Exception:
            log.exception("the time could not be saved")

    @property
    def busy(self) -> int:
        """How many jobs are being done."""
        with self._lock:
            return len(self._busy)

    def _run(self) -> None:
        renewed, failures = monotonic(), 0
        while not self._is_stopped.is_set():
            try:
                self.service.clock.keep()
                self._take_work()
                if monotonic() - renewed > BEAT:
                    self._renew()
                    renewed = monotonic()
                failures = 0
            except Exception:
                failures += 1
                log.exception("looking for work failed", extra={"failures": failures})
            self._wake.wait(pause(failures, BEAT, LONGEST_SILENCE))
            self._wake.clear()

    def _take_work(self) -> None:
        at = self.service.clock()
        due = {has_people: self.service.store.count_due(at, has_people) for has_people in (True, False)}
        if due[True] == 0 and not any(job.has_people for job in self._jobs()):
            self._is_quiet.set()
        else:
            self._is_quiet.clear()
        for has_people, waiting in due.items():
            if waiting:
                self._take(at, has_people)
        if due[True] and self.busy == self.at_once:
            self._make_room(self.service.store.count_free(at, has_people=True))

    def _jobs(self) -> list[Job]:
        with self._lock:
            return list(self._busy)

    def _take(self, at: int, has_people: bool) -> None:
        """Begin what is due, as far as a thread is free."""
        free = self.at_once - self.busy
        if free <= 0:
            return
        for name in self.service.store.lease(self.name, at, at + LEASE, free, has_people):
            job = Job(name, has_people)
            with self._lock:
                self._busy.add(job)
            self._pool.submit(self._work, job)

    def _make_room(self, wanted: int) -> None:
        """Let so many jobs give way to people who wait, first those where bots play alone."""
        for job in sorted(self._jobs(), key=lambda job: job.has_people)[:wanted]:
            job.gives_way.set()

    def _load_ahead(self) -> None:
        """Load the bots that nobody has waited for yet, as long as nobody waits for anything."""
        for game, level in every_bot():
            try:
                while not self._is_stopped.is_set() and not self.readiness.load(game, level, self._is_quiet.is_set):
                    self._is_quiet.wait()
            except Exception:
                log.exception("a bot could not be loaded", extra={"game": game, "level": level})

    def _renew(self) -> None:
        names = [job.table for job in self._jobs()]
        if names:
            self.service.store.renew(self.name, names, self.service.clock() + LEASE)

    def _work(self, job: Job) -> None:
        try:
            self._do(job)
            self.service.store.release(self.name, job.table)
        except Exception as error:
            self._postpone(job, error)
        finally:
            with self._lock:
                self._busy.discard(job)
            self._wake.set()

    def _postpone(self, job: Job, error: Exception) -> None:
        """Let work that has failed rest, each time for longer, and say so in the log."""
        failures = self.service.store.failures(job.table) + 1
        seconds = pause(failures, 1.0, LONGEST_PAUSE)
        until = self.service.clock() + int(seconds * SECOND)
        self.service.store.postpone(self.name, job.table, until, failures)
        fields = {"table": job.table, "failures": failures, "again_in": seconds}
        if isinstance(error, TableError):
            log.info("work was refused", extra=fields | {"code": error.code})
        else:
            log.error("work failed", exc_info=error, extra=fields)

    def _is_over(self, job: Job) -> bool:
        """Whether a bot is to stop thinking, and its move is not wanted any more."""
        return self._is_stopped.is_set() or (job.gives_way.is_set() and not job.has_people)

    def _do(self, job: Job) -> None:
        """All decisions of a bot's turn, or whatever else is due."""
        turn: tuple[int, bool] | None = None
        while not (self._is_stopped.is_set() or job.gives_way.is_set()):
            with self.service.reading(job.table) as table:
                task, has_people = task_of(table), table.has_people
            if task is None:
                self.service.carry_out(job.table, Lapse())
                return
            if turn not in (None, (task.seat, has_people)):
                return  # those that wait longer are served first
            turn = task.seat, has_people
            self._decide(job, task)

    def _decide(self, job: Job, task: Task) -> None:
        """One decision of a bot, if it may think to its end."""
        level, move = self._think(task, job)
        if not self._is_over(job):
            self.service.carry_out(job.table, BotMove(task, level, move))

    def _think(self, task: Task, job: Job) -> tuple[str, int]:
        """The bot's move; one that fails or takes too long gives its place to a lower level."""
        errors: list[Exception] = []
        for name in NAMES[NAMES.index(task.level) :: -1]:
            bot = Bot(task.setup.game, task.setup.edition, self._timed(name, job))
            try:
                self.readiness.load(bot.game.name, name)
                move = ask(bot, task.view, partial(self._is_over, job))
            except Exception as error:
                errors.append(error)
                continue
            if errors:
                fields = {"table": task.table, "levels": len(errors), "level": name}
                log.error("a bot failed, another takes its place", exc_info=errors[0], extra=fields)
            return name, move
        raise ExceptionGroup(f"no bot could play at table {task.table}", errors)

    def _timed(self, name: str, job: Job) -> Level:
        """A level; when more bots wait than can think at once, each gets less time."""
        level = parse(name)
        if level.seconds is None:
            return level
        store = self.service.store
        opener, demand = store.opener_of(job.table), store.demand(self.service.clock(), job.has_people)
        if opener not in demand or sum(demand.values()) <= self.at_once:
            return level
        return replace(level, time=max(LEAST_TIME, level.seconds * part(opener, demand, self.at_once)))


def pause(failures: int, first: float, longest: float) -> float:
    """Seconds until something is tried again: twice as long after each failure, up to the longest."""
    return min(longest, first * 2.0 ** min(max(0, failures - 1), 32))


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
