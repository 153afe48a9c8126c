"""Bots against bots: plays fixtures, in this process or on several cores, and says how each game ended.

Whoever takes part is an `Entrant`. The chance of a deal comes from the arena's seed and the deal's number, a player's
own from these and its seat, so that the same seed gives the same games, whatever the number of processes.
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
from serai.bots.entrant import BotEntrant, Entrant, Player, take_leave
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
    "Crew",
    "Effort",
    "Entrant",
    "Played",
    "Player",
    "crew",
    "entrants_of",
    "play",
]

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 32  # games for each process that are given out before the first of them has ended


@dataclass(frozen=True)
class Effort:
    """What a seat spent on a game; efforts are equal when the same was decided, however long it took."""

    turns: int  # decisions of one seat that follow one another are one turn
    decisions: int
    seconds: float = field(compare=False)
    longest: float = field(compare=False)  # decision, in seconds


@dataclass(frozen=True)
class Played:
    """How one game ended."""

    fixture: Fixture
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    efforts: tuple[Effort, ...]
    faults: tuple[tuple[str, ...], ...] = ()  # by seat: why chance decided in its player's place, once for each time


Crew = Callable[[Sequence[Fixture]], Iterator[Played]]  # how each fixture ended, in their order


@dataclass(frozen=True)
class Arena:
    """What is played, by whom, with which seed."""

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
        """Other processes will play: let no entrant keep here what it was tried out with."""
        for entrant in self.entrants:
            entrant.dismiss()

    def chance(self, deal: int) -> StreamSeed:
        """The chance of a deal."""
        return StreamSeed(seed_of_game(self.seed, deal))

    def begin(self, deal: int) -> Position:
        """A deal before its first decision."""
        return Position(self.game, self.edition, self.options, self.chance(deal))

    def play(self, fixture: Fixture) -> Played:
        """One game, from set-up to its end."""
        position, clock = self.begin(fixture.deal), Clock(self.players)
        players = [self.seat(fixture, seat) for seat in range(self.players)]
        while not position.is_over:
            seat = position.to_act
            view = position.observe(seat).games
            start = perf_counter()
            move = players[seat].choose(view)
            clock.add(seat, perf_counter() - start)
            with self.naming(seat, fixture):
                position.apply(int(move))
        faults = take_leave(players, position)
        return Played(fixture, tuple(position.scores()), tuple(position.winners()), clock.efforts(), faults)

    def seat(self, fixture: Fixture, seat: int) -> Player:
        """The player in a seat of a fixture, with chance of its own."""
        entrant = self.entrants[fixture.seating[seat]]
        return entrant.sit(self.game, self.edition, seed_of_player(self.seed, fixture.deal, seat))

    @contextmanager
    def naming(self, seat: int, fixture: Fixture) -> Iterator[None]:
        """Name the player in this seat, if it breaks the rules meanwhile."""
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
        """What each seat spent."""
        return tuple(
            Effort(turns, len(times), sum(times), max(times, default=0.0))
            for turns, times in zip(self._turns, self._times, strict=True)
        )


def play(arena: Arena, fixtures: Sequence[Fixture], workers: int = 1) -> Generator[Played, None, None]:
    """How each fixture ended, in their order; leaving early stops the other processes.

    Processes import the caller's main module: a script keeps what it does behind `if __name__ == "__main__"`.
    """
    with crew(arena, min(workers, len(fixtures))) as together:
        yield from together(fixtures)


@contextmanager
def crew(arena: Arena, workers: int) -> Iterator[Crew]:
    """Who plays, ready for one round after another: this process, or several of this machine."""
    arena.check()
    if workers <= 1:
        arena.prepare()
        yield lambda fixtures: map(arena.play, fixtures)
        return
    arena.dismiss()
    with processes(arena, workers) as pool:
        yield lambda fixtures: hand_out(play_here, fixtures, pool, workers)


def hand_out(
    work: Callable[[Task], Done], tasks: Iterable[Task], pool: ProcessPoolExecutor, workers: int
) -> Iterator[Done]:
    """What came of each task, in their order, done by processes that are ready; only some are given out ahead."""
    waiting = iter(tasks)
    with interrupts_held_back():
        futures = deque(pool.submit(work, task) for task in islice(waiting, AHEAD * workers))
    while futures:
        yield futures.popleft().result()
        futures.extend(pool.submit(work, task) for task in islice(waiting, 1))


@contextmanager
def processes(arena: Arena, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that have the arena ready; when something goes wrong here they are ended amid their games."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _prepare, (arena,))
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
def interrupts_held_back() -> Iterator[None]:
    """Interrupts wait until this is over; for processes that begin meanwhile, as long as they live."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_arenas: list[Arena] = []  # in a process of its own: the one that it plays


def _prepare(arena: Arena) -> None:
    """Make ready to play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _arenas.append(arena)
    arena.prepare()


def _end_with_parent() -> None:
    """Games that nobody waits for any more are given up, however the one who waited was ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_here(fixture: Fixture) -> Played:
    """One game of the arena that this process has ready."""
    return _arenas[0].play(fixture)
