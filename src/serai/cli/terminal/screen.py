"""Printing: a console that keeps to 80 columns, events in words, and progress while something takes long."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from serai.core.compiled import warm
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.records.record import Event, canonical
from serai.core.words.language import gettext as _
from serai.core.words.language import later

WIDTH = 80
WHYS = {
    "quit": later("the players quit"),
    "interrupted": later("interrupted"),
    "input ended": later("input ended"),
    "agreed": later("all players agreed to"),
    "idle": later("nobody has played for a month"),
    "resigned": later("a player resigned"),
}  # why a game was stopped, as records say it


def console() -> Console:
    """Standard output: never wider than needed to read well; colours only where they are wanted."""
    out = Console(highlight=False, emoji=False, soft_wrap=False)
    out.width = min(out.width, WIDTH) if out.is_terminal else WIDTH
    return out


def progress(text: str) -> Progress:
    """A bar on standard error, shown only when that is a terminal."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


@contextmanager
def counting(text: str, total: int) -> Iterator[Progress]:
    """A bar whose only task is number 0."""
    with progress(text) as bar:
        bar.add_task(text, total=total)
        yield bar


@contextmanager
def interrupts_kept() -> Iterator[Callable[[], bool]]:
    """An interrupt is raised when this is over; gives whether there was one.

    In the middle of loading compiled code it would be printed by whoever called Python from there, and lost.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield lambda: False
        return
    came = threading.Event()
    signal.signal(signal.SIGINT, lambda number, frame: came.set())
    try:
        yield came.is_set
    finally:
        signal.signal(signal.SIGINT, before)
        if came.is_set():
            raise KeyboardInterrupt


@contextmanager
def terminating() -> Iterator[None]:
    """A request to end is taken as an interrupt."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def held_back() -> Iterator[None]:
    """Interrupts and requests to end come when this is over."""
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            raise KeyboardInterrupt


def right_aligned(first: str, *others: str) -> Grid:
    """A table of numbers behind names."""
    grid = Grid(first, *others, box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)
    for column in grid.columns[1:]:
        column.justify = "right"
    return grid


@cache
def make_ready(game: Game, *, bots: bool = False) -> None:
    """See to it that the game's rules, and its bots where they are needed, are compiled: slow the first time."""
    if bots:
        make_ready(game)
    if warm.is_warm(game, bots=bots):
        return
    if bots:
        text = _("Compiling {game}'s bots, once per machine…", game=game.title)
    else:
        text = _("Compiling {game}'s rules, once per machine…", game=game.title)
    if not sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
        warm.warm(game, tell_step, bots=bots)
        return
    with progress(text) as bar:
        task = bar.add_task(text)
        warm.warm(game, lambda label, number, count: bar.update(task, completed=number, total=count), bots=bots)


def tell_step(label: str, number: int, count: int) -> None:
    """A line about what is being compiled, where there is no terminal for a bar."""
    print(f"  {number} of {count}: {label}", file=sys.stderr, flush=True)


def sentence(event: Event, names: Sequence[str], game: Game, edition: Edition) -> str:
    """An event in words, also what people did; what can't be told is shown as it is."""
    try:
        match event["type"]:
            case "seat":
                return _("{who} is now played by: {by}.", who=names[event["seat"]], by=player(event["by"]))
            case "resign":
                return _("{who} resigns.", who=names[event["seat"]])
            case "stop":
                return _("The game is stopped: {why}.", why=_(WHYS.get(event["why"], str(event["why"]))))
        return str(game.words.sentence(event, list(names), edition))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return canonical(event).decode()


def winners_line(names: Sequence[str], winners: Sequence[int]) -> str:
    """Who wins, as a sentence."""
    if not winners:
        return _("Nobody wins.")
    *first, last = (names[seat] for seat in winners)
    if not first:
        return _("{who} wins.", who=last)
    return _("{who} share the win.", who=_("{first} and {last}", first=", ".join(first), last=last))


def player(by: str) -> str:
    """By whom a seat is played, as records say it: a bot is called as it is typed."""
    return _("person") if by == "person" else by
