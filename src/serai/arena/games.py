"""Bots against bots: play fixtures, in this process or on several cores, and return each result.

A participant is an `Entrant`. A deal's chance comes from the arena's seed and the deal's number, a player's chance from
these and its seat, so the same seed gives the same games with any number of processes.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import Thread
from time import perf_counter
from typing import TypeVar

from serai.arena.seating import Fixture
from serai.bots.bot import seed_of_player
from serai.bots.entrant import BotEntrant, Entrant, Player, end_game
from serai.bots.entrants import entrants_of
from serai.core.edition import Edition
from serai.core.errors import IllegalMove
from serai.core.game import Game, Options
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, seed_of_game

__all__ = [
    "Arena",
    "BotEntrant",
    "Clock",
    "Effort",
    "Entrant",
    "GameResult",
    "PlayAll",
    "Player",
    "entrants_of",
    "play",
    "worker_pool",
]

Task = TypeVar("Task")
Result = TypeVar("Result")

QUEUED_PER_WORKER = 32  # games that are submitted ahead for each process


@dataclass(frozen=True)
class Effort:
    """A seat's decisions and thinking time in a game; times do not count for equality."""

    turns: int  # decisions of one seat that follow one another are one turn
    decisions: int
    seconds: float = field(compare=False)
    longest: float = field(compare=False)  # decision, in seconds


@dataclass(frozen=True)
class GameResult:
    """The outcome of one game."""

    fixture: Fixture
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    efforts: tuple[Effort, ...]
    faults: tuple[tuple[str, ...], ...] = ()  # by seat: why chance decided for its player, once for each time


PlayAll = Callable[[Sequence[Fixture]], Iterator[GameResult]]  # the result of each fixture, in their order


@dataclass(frozen=True)
class Arena:
    """A game with its edition and options, the entrants, and the seed."""

    game: Game
    edition: Edition
    options: Options
    entrants: Sequence[Entrant]
    seed: int

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.options["players"])

    def check(self) -> None:
        """BadBot if an entrant can't take part."""
        for entrant in self.entrants:
            entrant.check(self.begin(0))

    def prepare(self) -> None:
        """Let every entrant load what it needs."""
        for entrant in self.entrants:
            entrant.prepare(self.begin(0))

    def dismiss(self) -> None:
        """Release what entrants hold in this process, because other processes will play."""
        for entrant in self.entrants:
            entrant.dismiss()

    def chance(self, deal: int) -> StreamSeed:
        """The seed of a deal's chance."""
        return StreamSeed(seed_of_game(self.seed, deal))

    def begin(self, deal: int) -> Position:
        """A deal before its first decision."""
        return Position(self.game, self.edition, self.options, self.chance(deal))

    def play(self, fixture: Fixture) -> GameResult:
        """One game, from set-up to its end."""
        position, clock = self.begin(fixture.deal), Clock(self.players)
        players = [self.seat(fixture, seat) for seat in range(self.players)]
        while not position.is_over:
            seat = position.to_act
            view = position.observe(seat).games
            start = perf_counter()
            move = players[seat].choose(view)
            clock.add(seat, perf_counter() - start)
            with self.name_offender(seat, fixture):
                position.apply(int(move))
        faults = end_game(players, position)
        return GameResult(fixture, tuple(position.scores()), tuple(position.winners()), clock.efforts(), faults)

    def seat(self, fixture: Fixture, seat: int) -> Player:
        """The player in a seat of a fixture, with its own seed."""
        entrant = self.entrants[fixture.seating[seat]]
        return entrant.sit(self.game, self.edition, seed_of_player(self.seed, fixture.deal, seat))

    @contextmanager
    def name_offender(self, seat: int, fixture: Fixture) -> Iterator[None]:
        """Add the player's name and the deal to an IllegalMove that is raised inside."""
        try:
            yield
        except IllegalMove as error:
            name = self.entrants[fixture.seating[seat]].name
            raise IllegalMove(f"{name}, deal {fixture.deal}: {error}") from None


class Clock:
    """Counts a game's decisions and their time, by seat."""

    def __init__(self, players: int) -> None:
        self._turns = [0] * players
        self._times: list[list[float]] = [[] for _ in range(players)]
        self._last = -1

    def add(self, seat: int, seconds: float) -> None:
        """A decision was made."""
        self._turns[seat] += seat != self._last
        self._times[seat].append(seconds)
        self._last = seat

    def efforts(self) -> tuple[Effort, ...]:
        """Each seat's effort."""
        return tuple(
            Effort(turns, len(times), sum(times), max(times, default=0.0))
            for turns, times in zip(self._turns, self._times, strict=True)
        )


def play(arena: Arena, fixtures: Sequence[Fixture], workers: int = 1) -> Generator[GameResult, None, None]:
    """The result of each fixture, in their order; leaving early stops the other processes.

    Processes import the caller's main module: a script needs an `if __name__ == "__main__"` guard.
    """
    with worker_pool(arena, min(workers, len(fixtures))) as play_all:
        yield from play_all(fixtures)


@contextmanager
def worker_pool(arena: Arena, workers: int) -> Iterator[PlayAll]:
    """A function that plays fixtures, in this process or in several on this machine."""
    arena.check()
    if workers <= 1:
        arena.prepare()
        yield lambda fixtures: map(arena.play, fixtures)
        return
    arena.dismiss()
    with process_pool(arena, workers) as pool:
        yield lambda fixtures: submit_ahead(play_fixture, fixtures, pool, workers)


def submit_ahead(
    work: Callable[[Task], Result], tasks: Iterable[Task], pool: ProcessPoolExecutor, workers: int
) -> Iterator[Result]:
    """The result of each task, in their order; only a few tasks are submitted ahead."""
    remaining = iter(tasks)
    with block_interrupts():
        futures = deque(pool.submit(work, task) for task in islice(remaining, QUEUED_PER_WORKER * workers))
    while futures:
        yield futures.popleft().result()
        futures.extend(pool.submit(work, task) for task in islice(remaining, 1))


@contextmanager
def process_pool(arena: Arena, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that have the arena ready; after an error here they are terminated amid their games."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _start_worker, (arena,))
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Hold back interrupts for the time being; processes that start meanwhile never receive them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_arenas: list[Arena] = []  # in a worker process: the arena that it plays


def _start_worker(arena: Arena) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _arenas.append(arena)
    arena.prepare()


def _end_with_parent() -> None:
    """End this process when its parent ends, however that happens."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_fixture(fixture: Fixture) -> GameResult:
    """Play one game of this worker's arena."""
    return _arenas[0].play(fixture)
