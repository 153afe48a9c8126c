"""`serai arena`: bots play one another; who is better, by how much, and how sure that is."""

import argparse
import json
import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from serai.bots import arena as bouts
from serai.bots.arena import Arena, Played
from serai.bots.figures import Figures, Meeting, Standing, figures, whole_deals
from serai.bots.levels import NAMES
from serai.bots.ratings import Estimate
from serai.bots.seating import Fixture, fixtures
from serai.cli.arguments import Parser, add_seed, add_table, positive, seed_of, table_of
from serai.cli.screen import console, counting, make_ready

DEFAULT_GAMES = 100


def add_arena(parser: Parser, words: Sequence[str]) -> None:
    """GAME, who plays, and how many games."""
    add_table(parser, words)
    names = f"bots to compare, such as merchant,vizier:time=0.5,caliph:sims=2000; levels: {', '.join(NAMES)}"
    parser.add_argument("--bots", required=True, metavar="A,B,…", help=names)
    parser.add_argument(
        "--games",
        type=positive,
        default=DEFAULT_GAMES,
        metavar="N",
        help=f"how many games at least; each deal is played in every turn of the table (default {DEFAULT_GAMES})",
    )
    add_seed(parser)
    parser.add_argument("--workers", type=positive, metavar="N", help="how many processes (all cores, if not given)")
    parser.add_argument("--json", action="store_true", help="print the figures for a program to read")


def run_arena(arguments: argparse.Namespace) -> int:
    """Play and sum up; after an interrupt what was finished by then."""
    table, entrants = table_of(arguments), bouts.entrants_of(arguments.bots)
    arena = Arena(table.game, table.edition, table.options, entrants, seed_of(arguments))
    todo = fixtures(len(entrants), table.players, arguments.games)
    make_ready(table.game, bots=True)
    played: list[Played] = []
    try:
        play(arena, todo, arguments.workers or os.cpu_count() or 1, played)
    except KeyboardInterrupt:
        report(arena, todo, played, arguments.json)
        raise
    report(arena, todo, played, arguments.json)
    return 0


def play(arena: Arena, todo: Sequence[Fixture], workers: int, played: list[Played]) -> None:
    """Add game by game to what was played."""
    with counting(f"Playing {arena.game.title}", len(todo)) as bar:
        for game in bouts.play(arena, todo, workers):
            played.append(game)
            bar.advance(bar.task_ids[0])


def report(arena: Arena, todo: Sequence[Fixture], played: Sequence[Played], as_json: bool) -> None:
    """The figures of every deal that was finished."""
    whole = whole_deals(played, todo)
    if not whole:
        return
    found = figures(arena, whole)
    if as_json:
        print(json.dumps(finite(as_data(arena, found, len(todo))), indent=2, allow_nan=False))
    else:
        show(arena, found, len(todo))


def as_data(arena: Arena, found: Figures, wanted: int) -> dict[str, Any]:
    """All figures, and what they follow from."""
    return {
        "game": arena.game.name,
        "edition": arena.edition.name,
        "options": arena.options,
        "seed": arena.seed,
        "versions": {
            "rules": arena.game.rules.RULES_VERSION,
            "python": platform.python_version(),
            **{package: version(package) for package in ("serai", "numpy", "numba")},
        },
        "games": found.games,
        "deals": found.deals,
        "is_complete": found.games == wanted,
        "is_reproducible": all(standing.is_reproducible for standing in found.standings),
        "bots": [asdict(standing) for standing in found.standings],
        "pairs": [asdict(meeting) for meeting in found.meetings],
    }


def finite(value: Any) -> Any:
    """The same with nothing where a number is infinite, which JSON can't say."""
    if isinstance(value, dict):
        return {key: finite(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [finite(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def show(arena: Arena, found: Figures, wanted: int) -> None:
    """Two tables: each bot, and each bot against each other."""
    out = console()
    flags = "".join(f", {flag.replace('_', ' ')}" for flag in arena.game.flags if arena.options[flag])
    count = f"{found.games} games" if found.games == wanted else f"{found.games} of {wanted} games"
    kind = f"{arena.game.title}, {arena.players} players{flags}"
    out.print(f"{kind}: {count} of {found.deals} deals, seed {arena.seed}", markup=False)
    for grid in (bots_grid(found.standings), pairs_grid(found.meetings)):
        out.print()
        out.print(grid)
    out.print()
    out.print(f"Fair share of wins: {found.standings[0].fair:.1%}. Intervals: 95 %, by deals. Ratings: Elo scale.")
    if timed := [standing.name for standing in found.standings if not standing.is_reproducible]:
        out.print(f"Not reproducible, because time decides: {', '.join(timed)}.", markup=False)


def bots_grid(standings: Sequence[Standing]) -> Grid:
    """A line for each bot, the best first."""
    grid = right_aligned("bot", "rating", "wins", "points", "turn", "decision", "longest")
    for standing in sorted(standings, key=lambda standing: -standing.rating.value):
        half = standing.rating.high - standing.rating.value
        times = (standing.times.turn, standing.times.decision, standing.times.longest)
        wins, points = shown_share(standing.wins), f"{standing.points:.1f}"
        grid.add_row(standing.name, f"{standing.rating.value:+.0f} ±{half:.0f}", wins, points, *map(duration, times))
    return grid


def pairs_grid(meetings: Sequence[Meeting]) -> Grid:
    """A line for each two bots."""
    grid = right_aligned("bot", "against", "pairs", "more points", "difference")
    for meeting in meetings:
        apart = meeting.difference
        difference = f"{rating(apart.value)} ({rating(apart.low)} to {rating(apart.high)})"
        grid.add_row(meeting.bot, meeting.opponent, str(meeting.pairs), shown_share(meeting.share), difference)
    return grid


def right_aligned(first: str, *others: str) -> Grid:
    """A table of numbers behind names."""
    grid = Grid(first, *others, box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)
    for column in grid.columns[1:]:
        column.justify = "right"
    return grid


def shown_share(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"


def rating(value: float) -> str:
    """A difference of ratings."""
    return f"{value:+.0f}" if math.isfinite(value) else f"{'+' if value > 0 else '-'}∞"


def duration(seconds: float) -> str:
    """A time as people read it."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.1f} ms" if seconds >= 0.001 else f"{1_000_000 * seconds:.0f} µs"
