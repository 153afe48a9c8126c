"""`serai arena`: bots play one another; who is better, by how much, and how sure that is."""

import argparse
import json
import math
import os
import platform
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from serai.bots import arena as bouts
from serai.bots import cluster, crews, report, results
from serai.bots.arena import Arena, Played
from serai.bots.crews import Crew
from serai.bots.effects import SeatFigures
from serai.bots.figures import Figures, Meeting, Standing, whole_deals
from serai.bots.formats import FORMATS, Format, format_of
from serai.bots.levels import NAMES
from serai.bots.ratings import Estimate
from serai.bots.report import Course
from serai.bots.seating import Fixture
from serai.bots.skill import MISSING, is_there
from serai.cli.arguments import Parser, add_seed, add_table, positive, seed_of, table_of
from serai.cli.screen import console, counting, make_ready

DEFAULT_GAMES = 100


def add_arena(parser: Parser, words: Sequence[str]) -> None:
    """GAME, who plays, how many games, where, and what is written about them."""
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
    add_format(parser)
    add_seed(parser)
    parser.add_argument("--workers", type=positive, metavar="N", help="how many processes (all cores, if not given)")
    where = "play on the Ray cluster at ADDRESS; without one, on a cluster of this machine for as long as it takes"
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=where)
    add_files(parser)
    parser.add_argument("--json", action="store_true", help="print the figures for a program to read")


def add_format(parser: Parser) -> None:
    """--format and --rounds."""
    parser.add_argument(
        "--format", choices=FORMATS, default=FORMATS[0], help="all against all (default), or in rounds by standing"
    )
    parser.add_argument("--rounds", type=positive, metavar="N", help="rounds of a Swiss (a few, if not given)")


def add_files(parser: Parser) -> None:
    """--results, --report and --times."""
    table = f"write a row for each seat of each game; FILE ends in {', '.join(results.WRITERS)}; may be repeated"
    parser.add_argument("--results", type=Path, action="append", default=[], metavar="FILE", help=table)
    page = "write a page with charts (HTML); may be repeated"
    parser.add_argument("--report", type=Path, action="append", default=[], metavar="FILE", help=page)
    times = "how long bots thought, in these files too; it is never the same twice"
    parser.add_argument("--times", action="store_true", help=times)


def run_arena(arguments: argparse.Namespace) -> int:
    """Play and sum up; after an interrupt what was finished by then."""
    table, entrants = table_of(arguments), bouts.entrants_of(arguments.bots)
    arena = Arena(table.game, table.edition, table.options, entrants, seed_of(arguments))
    plan = (arguments.format, len(entrants), table.players, arguments.games, arena.seed, arguments.rounds)
    tournament = format_of(*plan)
    check_files(arguments)
    make_ready(table.game, bots=True)
    todo: list[Fixture] = []
    played: list[Played] = []
    try:
        with terminating():
            play(arena, tournament, crew_of(arguments, arena, tournament), todo, played)
    except KeyboardInterrupt:
        tell(arguments, Course(arena, tournament, whole_deals(played, todo)))
        raise
    except Exception:
        if whole := whole_deals(played, todo):
            write(arguments, Course(arena, tournament, whole))
        raise
    tell(arguments, Course(arena, tournament, played))
    return 0


def check_files(arguments: argparse.Namespace) -> None:
    """See before anything is played whether its files can be written."""
    for path in arguments.results:
        results.check(path)
    for path in arguments.report:
        results.check_folder(path)


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


def crew_of(arguments: argparse.Namespace, arena: Arena, tournament: Format) -> AbstractContextManager[Crew]:
    """Who plays: processes here, or a cluster's."""
    if arguments.ray:
        return cluster.crew(arena, arguments.workers, arguments.ray)
    workers = min(arguments.workers or os.cpu_count() or 1, tournament.games)
    return crews.crew(arena, workers) if arguments.ray is None else cluster.crew(arena, workers)


def play(
    arena: Arena,
    tournament: Format,
    ready: AbstractContextManager[Crew],
    todo: list[Fixture],
    played: list[Played],
) -> None:
    """Draw round by round, adding game by game to what was played."""
    with ready as crew, counting(f"Playing {arena.game.title}", tournament.games) as bar:
        for _ in range(tournament.rounds):
            drawn = tournament.draw(played)
            todo += drawn
            for game in crew(drawn):
                played.append(game)
                bar.advance(bar.task_ids[0])


def tell(arguments: argparse.Namespace, course: Course) -> None:
    """Write the files that are wanted and show the figures, if there are any; interrupts wait for it."""
    with held_back():
        write(arguments, course)
        if not course.played:
            return
        if arguments.json:
            print(json.dumps(finite(as_data(course, course.figures)), indent=2, allow_nan=False))
        else:
            show(course, course.figures)


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


def write(arguments: argparse.Namespace, course: Course) -> None:
    """Tables of results and reports."""
    for path in arguments.report:
        results.write_whole(path, report.page(course, arguments.times).encode())
    if arguments.results:
        about = report.about(course, versions(course.arena, "serai"))
        rows = results.rows_of(course.arena, course.played, course.format.round_of, arguments.times)
        for path in arguments.results:
            results.write(path, about, rows, arguments.times)


def versions(arena: Arena, *packages: str) -> dict[str, Any]:
    """Of the rules, and of packages."""
    return {"rules": arena.game.rules.RULES_VERSION, **{package: version(package) for package in packages}}


def as_data(course: Course, found: Figures) -> dict[str, Any]:
    """All figures, and what they follow from."""
    arena = course.arena
    return {
        "game": arena.game.name,
        "edition": arena.edition.name,
        "options": arena.options,
        "seed": arena.seed,
        "versions": {"python": platform.python_version(), **versions(arena, "serai", "numpy", "numba")},
        "format": course.format.name,
        "games": found.games,
        "wanted": course.format.games,
        "deals": found.deals,
        "is_complete": found.games == course.format.games,
        "is_reproducible": not course.changeable,
        "bots": [asdict(standing) for standing in found.standings],
        "pairs": [asdict(meeting) for meeting in found.meetings],
        "effects": asdict(found.effects),
        "faults": [asdict(fault) for fault in found.faults],
    }


def finite(value: Any) -> Any:
    """The same with nothing where a number is infinite, which JSON can't say."""
    if isinstance(value, dict):
        return {key: finite(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [finite(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def show(course: Course, found: Figures) -> None:
    """Tables: each bot, each bot against each other, and the seats."""
    out = console()
    how = "" if course.format.name == FORMATS[0] else f", {course.scheme}"
    count = course.count.replace(",", "")
    out.print(f"{course.table}{how}: {count} of {found.deals} deals, seed {course.arena.seed}", markup=False)
    for grid in (bots_grid(found.standings), pairs_grid(found.meetings), seats_grid(found.effects.seats)):
        out.print()
        out.print(grid)
    out.print()
    for line in notes(course, found):
        out.print(line, markup=False)


def notes(course: Course, found: Figures) -> Iterator[str]:
    """What there is to know about the tables."""
    yield f"Fair share of wins: {found.standings[0].fair:.1%}. Intervals: 95 %, by deals. Ratings: Elo scale."
    shares = ", ".join(f"{factor} {round(100 * value)} %" for factor, value in found.effects.variance.items())
    yield f"Variance of points due to: {shares}."
    if is_there():
        ranked = sorted(found.standings, key=lambda standing: -standing.rating.value)
        yield f"Skill (openskill): {', '.join(f'{bot.name} {skill(bot)}' for bot in ranked)}."
    else:
        yield f"There are {MISSING}."
    if course.changeable:
        yield course.repeatable
    for bot in found.standings:
        if bot.faults:
            yield f"Chance decided in the place of {bot.name}: {bot.faults} times."


def skill(standing: Standing) -> str:
    """A skill with half its interval."""
    found = standing.skill
    return f"{found.value:.1f} ±{found.high - found.value:.1f}" if found else ""


def seats_grid(seats: Sequence[SeatFigures]) -> Grid:
    """A line for each seat."""
    grid = right_aligned("seat", "wins", "points more than the average seat")
    for seat in seats:
        points = seat.points
        more = f"{points.value:+.1f} ({points.low:+.1f} to {points.high:+.1f})"
        grid.add_row(str(seat.seat), shown_share(seat.wins), more)
    return grid


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
