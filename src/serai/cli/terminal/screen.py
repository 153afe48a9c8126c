"""Printing: a console of 80 columns, events in words, and progress bars; and interrupts."""

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
STOP_REASONS = {
    "quit": later("the players quit"),
    "interrupted": later("interrupted"),
    "input ended": later("input ended"),
    "agreed": later("all players agreed to"),
    "idle": later("nobody has played for a month"),
    "resigned": later("a player resigned"),
}  # by the reason in the record


def console() -> Console:
    """Standard output, at most 80 columns wide; colours only at a terminal that allows them."""
    out = Console(highlight=False, emoji=False, soft_wrap=False)
    out.width = min(out.width, WIDTH) if out.is_terminal else WIDTH
    return out


def progress(text: str) -> Progress:
    """A progress bar on standard error, shown only at a terminal."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


@contextmanager
def count_progress(text: str, total: int) -> Iterator[Progress]:
    """A progress bar whose only task is number 0."""
    with progress(text) as bar:
        bar.add_task(text, total=total)
        yield bar


@contextmanager
def defer_interrupt() -> Iterator[Callable[[], bool]]:
    """Raise an interrupt only at the end; yield a function that says whether there was one.

    Raised while compiled code is being loaded, it would be printed by the loader, and lost.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield lambda: False
        return
    interrupt = threading.Event()
    signal.signal(signal.SIGINT, lambda number, frame: interrupt.set())
    try:
        yield interrupt.is_set
    finally:
        signal.signal(signal.SIGINT, before)
        if interrupt.is_set():
            raise KeyboardInterrupt


@contextmanager
def terminate_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM as an interrupt."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def defer_signals() -> Iterator[None]:
    """Raise an interrupt for SIGINT and SIGTERM only at the end."""
    signals: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: signals.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if signals:
            raise KeyboardInterrupt


def right_aligned(first: str, *others: str) -> Grid:
    """A table with names in the first column and numbers in the others."""
    grid = Grid(first, *others, box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)
    for column in grid.columns[1:]:
        column.justify = "right"
    return grid


@cache
def compile_game(game: Game, *, bots: bool = False) -> None:
    """Compile the game's rules, and its bots if asked, unless they are compiled; slow the first time."""
    if bots:
        compile_game(game)
    if warm.is_warm(game, bots=bots):
        return
    if bots:
        text = _("Compiling {game}'s bots, once per machine…", game=game.title)
    else:
        text = _("Compiling {game}'s rules, once per machine…", game=game.title)
    if not sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
        warm.warm(game, print_step, bots=bots)
        return
    with progress(text) as bar:
        task = bar.add_task(text)
        warm.warm(game, lambda label, number, count: bar.update(task, completed=number, total=count), bots=bots)


def print_step(label: str, number: int, count: int) -> None:
    """Print a line about a step of compiling, where there is no terminal for a bar."""
    print(f"  {number} of {count}: {label}", file=sys.stderr, flush=True)


def sentence(event: Event, names: Sequence[str], game: Game, edition: Edition) -> str:
    """An event in words, including those of people; an unknown event as JSON."""
    try:
        match event["type"]:
            case "seat":
                return _("{who} is now played by: {by}.", who=names[event["seat"]], by=player(event["by"]))
            case "resign":
                return _("{who} resigns.", who=names[event["seat"]])
            case "stop":
                return _("The game is stopped: {why}.", why=_(STOP_REASONS.get(event["why"], str(event["why"]))))
        return str(game.words.sentence(event, list(names), edition))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return canonical(event).decode()


def winners_line(names: Sequence[str], winners: Sequence[int]) -> str:
    """The winners, as a sentence."""
    if not winners:
        return _("Nobody wins.")
    *first, last = (names[seat] for seat in winners)
    if not first:
        return _("{who} wins.", who=last)
    return _("{who} share the win.", who=_("{first} and {last}", first=", ".join(first), last=last))


def player(by: str) -> str:
    """A seat's player, from a record's `by`: a bot keeps its typed name."""
    return _("person") if by == "person" else by
