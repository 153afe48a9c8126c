"""`serai advise`: what a bot would have played at one decision of a record, seeing only what the seat saw, and why."""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import fill
from typing import Any

from rich.console import Console

from serai.bots import levels
from serai.bots.advice import Advice, advise
from serai.bots.bot import Bot
from serai.bots.entrants import is_program
from serai.bots.levels import Level
from serai.cli.arguments import Parser, add_seed, positive, seed_of
from serai.cli.records import headline, record_of
from serai.cli.terminal.screen import console, interrupts_kept, make_ready
from serai.core import game as games
from serai.core.errors import BadBot, BadOptions
from serai.core.match import Match
from serai.core.records import replay
from serai.core.records.record import Record
from serai.core.search.mind import LEVELS
from serai.core.words.language import decimal
from serai.core.words.language import gettext as _
from serai.web.pages.wording import level_name

ADVISER = "vizier:time=1"
MOVES_SHOWN = 5
REASONS_SHOWN = 4
PLAYED = "▸"


def add_advise(parser: Parser, words: Sequence[str]) -> None:
    """FILE, which decision, and whom to ask."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.json), or one in each line (.jsonl)")
    parser.add_argument("--game", type=positive, default=1, metavar="K", help="the Kth record of the file")
    parser.add_argument("--at", type=positive, metavar="N", help="before the Nth move (the last one, if not given)")
    parser.add_argument("--bot", default=ADVISER, metavar="BOT", help=f"who advises (default {ADVISER})")
    parser.add_argument("--top", type=positive, default=MOVES_SHOWN, metavar="M", help="how many moves to show")
    add_seed(parser)
    parser.add_argument("--json", action="store_true", help="print the advice for a program to read")


def run_advise(arguments: argparse.Namespace) -> int:
    """Ask a bot about one decision."""
    level = adviser_of(arguments.bot)
    found = record_of(arguments.file, arguments.game)
    make_ready(games.load(found.game), bots=True)
    match, played = position(found, arguments.at)
    seeded = level if level.seed is not None else replace(level, seed=seed_of(arguments))
    out = console()
    bot = Bot(match.game, match.edition, seeded)
    with thinking(out, level) as is_stopped:
        advised = advise(bot, match.view(match.to_act), arguments.top, played, is_stopped)
    if arguments.json:
        print(json.dumps(as_data(found, match, level, played, advised), indent=2))
    else:
        show(out, found, match, level, played, advised)
    return 0


def adviser_of(name: str) -> Level:
    """The bot that is asked; a program gives no reasons."""
    if is_program(name):
        told = {"bot": repr(name), "names": ", ".join(LEVELS)}
        raise BadBot(_("bot {bot} has no reasons for its moves; allowed: {names}", **told))
    return levels.parse(name)


def position(found: Record, at: int | None) -> tuple[Match, int | None]:
    """The match before its Nth move, and that move; None for the decision at which an unfinished record ends."""
    moves = sum(event["type"] == "move" for event in found.events)
    wanted = max(1, moves) if at is None else at
    match = replay.begin(found)
    for event in replay.moments(found):
        if event["type"] == "move" and len(match.moves) == wanted - 1:
            return match, match.parse(event["move"])
        replay.follow(match, event)
    last = moves + (not match.has_ended)
    if wanted != last:
        told = {"file": found.where, "number": wanted, "last": last}
        raise BadOptions(_("{file}: there is no decision {number}; its decisions are 1 to {last}", **told))
    return match, None


@contextmanager
def thinking(out: Console, level: Level, name: str | None = None) -> Iterator[Callable[[], bool]]:
    """Say that a bot thinks while it does, where somebody watches and it takes time; gives whether it is to stop."""
    with interrupts_kept() as is_interrupted:
        if out.is_terminal and (level.seconds is not None or level.sims is not None):
            with out.status(_("{who} thinks…", who=name or level_name(level.name))):
                yield is_interrupted
        else:
            yield is_interrupted


def as_data(found: Record, match: Match, level: Level, played: int | None, advised: Sequence[Advice]) -> dict[str, Any]:
    """The advice with the position that it is for."""
    return {
        "game": found.game,
        "record": found.where,
        "at": len(match.moves) + 1,
        "seat": match.to_act,
        "names": found.names,
        "bot": str(level),
        "is_reproducible": level.is_reproducible,
        "played": None if played is None else match.name(played),
        "moves": [asdict(advice) | {"is_played": advice.move == played} for advice in advised],
    }


def show(
    out: Console, found: Record, match: Match, level: Level, played: int | None, advised: Sequence[Advice]
) -> None:
    """The advice for people."""
    out.print(headline(found), markup=False)
    who = found.names[match.to_act]
    told = {"number": len(match.moves) + 1, "who": who, "bot": level}
    out.print(_("Decision {number}: {who} decides, {bot} advises.", **told), markup=False)
    for advice in advised:
        mark = PLAYED if advice.move == played else " "
        for line in lines_of(advice, f"{mark}{advice.rank:3}.", found.names, out.width):
            out.print(line, markup=False)
    if played is not None:
        out.print(f"{PLAYED} {_('was played')}")


def lines_of(advice: Advice, head: str, names: Sequence[str], width: int) -> Iterator[str]:
    """A move behind its head, what it leads to, and the weightiest reasons."""
    yield f"{head} {advice.text}"
    points = zip(names, advice.points, strict=True)
    expected = ", ".join(f"{name} {decimal(number, '.1f')}" for name, number in points)
    chance = decimal(100 * advice.win, ".1f")
    told = _("wins {chance}%; points at the end: {points}", chance=chance, points=expected)
    yield fill(f"{'':6}{told}", width, subsequent_indent=" " * 6)
    for reason in advice.reasons[:REASONS_SHOWN]:
        worth = decimal(reason.points, "+5.1f") if reason.points else f"{'':5}"
        yield fill(f"{'':6}{worth}  {reason.sentence}", width, subsequent_indent=" " * 13)
