"""`serai advise`: a bot's moves and reasons for one decision of a record, from the seat's observation."""

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
from serai.cli.terminal.screen import compile_game, console, defer_interrupt
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
PLAYED_MARK = "▸"


def add_advise(parser: Parser, words: Sequence[str]) -> None:
    """FILE, --game, --at, --bot, --top, --seed and --json."""
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
    game_record = record_of(arguments.file, arguments.game)
    compile_game(games.load(game_record.game), bots=True)
    match, played_move = position(game_record, arguments.at)
    seeded_level = level if level.seed is not None else replace(level, seed=seed_of(arguments))
    out = console()
    bot = Bot(match.game, match.edition, seeded_level)
    with show_thinking(out, level) as is_stopped:
        suggestions = advise(bot, match.view(match.to_act), arguments.top, played_move, is_stopped)
    if arguments.json:
        print(json.dumps(as_data(game_record, match, level, played_move, suggestions), indent=2))
    else:
        show(out, game_record, match, level, played_move, suggestions)
    return 0


def adviser_of(name: str) -> Level:
    """The level of the adviser; programs are refused, because they give no reasons."""
    if is_program(name):
        values = {"bot": repr(name), "names": ", ".join(LEVELS)}
        raise BadBot(_("bot {bot} has no reasons for its moves; allowed: {names}", **values))
    return levels.parse(name)


def position(game_record: Record, at: int | None) -> tuple[Match, int | None]:
    """The match before its Nth move, and that move; None for the open decision of an unfinished record."""
    moves = sum(event["type"] == "move" for event in game_record.events)
    decision = max(1, moves) if at is None else at
    match = replay.begin(game_record)
    for event in replay.moments(game_record):
        if event["type"] == "move" and len(match.moves) == decision - 1:
            return match, match.parse(event["move"])
        replay.follow(match, event)
    last = moves + (not match.has_ended)
    if decision != last:
        values = {"file": game_record.where, "number": decision, "last": last}
        raise BadOptions(_("{file}: there is no decision {number}; its decisions are 1 to {last}", **values))
    return match, None


@contextmanager
def show_thinking(out: Console, level: Level, name: str | None = None) -> Iterator[Callable[[], bool]]:
    """Show at a terminal that a bot thinks, where that takes time; yield a function that says whether to stop."""
    with defer_interrupt() as is_interrupted:
        if out.is_terminal and (level.seconds is not None or level.sims is not None):
            with out.status(_("{who} thinks…", who=name or level_name(level.name))):
                yield is_interrupted
        else:
            yield is_interrupted


def as_data(
    game_record: Record, match: Match, level: Level, played_move: int | None, suggestions: Sequence[Advice]
) -> dict[str, Any]:
    """The advice with its position, as JSON."""
    return {
        "game": game_record.game,
        "record": game_record.where,
        "at": len(match.moves) + 1,
        "seat": match.to_act,
        "names": game_record.names,
        "bot": str(level),
        "is_reproducible": level.is_reproducible,
        "played": None if played_move is None else match.name(played_move),
        "moves": [asdict(advice) | {"is_played": advice.move == played_move} for advice in suggestions],
    }


def show(
    out: Console,
    game_record: Record,
    match: Match,
    level: Level,
    played_move: int | None,
    suggestions: Sequence[Advice],
) -> None:
    """Print the advice."""
    out.print(headline(game_record), markup=False)
    name = game_record.names[match.to_act]
    values = {"number": len(match.moves) + 1, "who": name, "bot": level}
    out.print(_("Decision {number}: {who} decides, {bot} advises.", **values), markup=False)
    for advice in suggestions:
        mark = PLAYED_MARK if advice.move == played_move else " "
        for line in lines_of(advice, f"{mark}{advice.rank:3}.", game_record.names, out.width):
            out.print(line, markup=False)
    if played_move is not None:
        out.print(f"{PLAYED_MARK} {_('was played')}")


def lines_of(advice: Advice, head: str, names: Sequence[str], width: int) -> Iterator[str]:
    """A move behind `head`, its expected result, and the weightiest reasons."""
    yield f"{head} {advice.text}"
    points = zip(names, advice.points, strict=True)
    expected = ", ".join(f"{name} {decimal(number, '.1f')}" for name, number in points)
    chance = decimal(100 * advice.win, ".1f")
    outlook = _("wins {chance}%; points at the end: {points}", chance=chance, points=expected)
    yield fill(f"{'':6}{outlook}", width, subsequent_indent=" " * 6)
    for reason in advice.reasons[:REASONS_SHOWN]:
        worth = decimal(reason.points, "+5.1f") if reason.points else f"{'':5}"
        yield fill(f"{'':6}{worth}  {reason.sentence}", width, subsequent_indent=" " * 13)
