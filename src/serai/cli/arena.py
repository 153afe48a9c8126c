"""`serai arena`: bots play one another, and get ratings with intervals."""

import argparse
import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from serai.arena import cluster, report, results
from serai.arena import games as bouts
from serai.arena import student_t as student
from serai.arena.effects import SeatFigures
from serai.arena.figures import Figures, Meeting, Standing, complete_deals
from serai.arena.formats import FORMATS, Format, format_of
from serai.arena.games import Arena, GameResult, PlayAll
from serai.arena.report import Progress, number, seconds, share
from serai.arena.seating import Fixture
from serai.arena.skill import MISSING, is_installed
from serai.bots.levels import NAMES
from serai.cli.arguments import Parser, add_seed, add_table, positive, seed_of, table_of
from serai.cli.terminal.screen import (
    compile_game,
    console,
    count_progress,
    defer_signals,
    right_aligned,
    terminate_as_interrupt,
)

DEFAULT_GAMES = 100


def add_arena(parser: Parser, words: Sequence[str]) -> None:
    """GAME, --bots, --games, the format, --workers, --ray, and the files to write."""
    add_table(parser, words)
    names = f"bots to compare, such as merchant,vizier:time=0.5,exec:COMMAND; levels: {', '.join(NAMES)}"
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
    """Play and print the figures; after an interrupt those of the complete deals."""
    table, entrants = table_of(arguments), bouts.entrants_of(arguments.bots)
    arena = Arena(table.game, table.edition, table.options, entrants, seed_of(arguments))
    plan = (arguments.format, len(entrants), table.players, arguments.games, arena.seed, arguments.rounds)
    tournament = format_of(*plan)
    check_files(arguments)
    compile_game(table.game, bots=True)
    fixtures_drawn: list[Fixture] = []
    game_results: list[GameResult] = []
    try:
        with terminate_as_interrupt():
            play(arena, tournament, worker_pool_of(arguments, arena, tournament), fixtures_drawn, game_results)
    except KeyboardInterrupt:
        tell(arguments, Progress(arena, tournament, complete_deals(game_results, fixtures_drawn)))
        raise
    except Exception:
        if whole := complete_deals(game_results, fixtures_drawn):
            with suppress(OSError):
                write(arguments, Progress(arena, tournament, whole))
        raise
    tell(arguments, Progress(arena, tournament, game_results))
    return 0


def check_files(arguments: argparse.Namespace) -> None:
    """Check before the first game that the files can be written."""
    for path in arguments.results:
        results.check(path)
    for path in arguments.report:
        results.check_folder(path)


def worker_pool_of(arguments: argparse.Namespace, arena: Arena, tournament: Format) -> AbstractContextManager[PlayAll]:
    """The pool that plays the games: processes on this machine, or a cluster's."""
    if arguments.ray:
        return cluster.worker_pool(arena, tournament.games, arguments.workers, arguments.ray)
    workers = min(arguments.workers or os.cpu_count() or 1, tournament.games)
    return (
        bouts.worker_pool(arena, workers)
        if arguments.ray is None
        else cluster.worker_pool(arena, tournament.games, workers)
    )


def play(
    arena: Arena,
    tournament: Format,
    pool: AbstractContextManager[PlayAll],
    fixtures_drawn: list[Fixture],
    game_results: list[GameResult],
) -> None:
    """Draw round by round and play, appending to `game_results`."""
    with pool as play_all, count_progress(f"Playing {arena.game.title}", tournament.games) as bar:
        for _ in range(tournament.rounds):
            fixtures = tournament.draw(game_results)
            fixtures_drawn += fixtures
            for game in play_all(fixtures):
                game_results.append(game)
                bar.advance(bar.task_ids[0])


def tell(arguments: argparse.Namespace, progress: Progress) -> None:
    """Show the figures and write the files, if there are results; interrupts wait for it."""
    if not progress.results:
        return
    with defer_signals():
        try:
            if arguments.json:
                print(json.dumps(finite(as_data(progress, progress.figures)), indent=2, allow_nan=False))
            else:
                show(progress, progress.figures)
        finally:
            write(arguments, progress)


def write(arguments: argparse.Namespace, progress: Progress) -> None:
    """Write tables of results and reports; an error does not prevent the other files."""
    files = [(write_report, path) for path in arguments.report] + [(write_table, path) for path in arguments.results]
    failed: list[OSError] = []
    for write_file, path in files:
        try:
            write_file(path, progress, arguments.times)
        except OSError as error:
            failed.append(error)
    if failed:
        raise failed[0]


def write_report(path: Path, progress: Progress, times: bool) -> None:
    """A page with charts."""
    results.write_whole(path, report.page(progress, times).encode())


def write_table(path: Path, progress: Progress, times: bool) -> None:
    """A row for each seat of each game."""
    rows = results.rows_of(progress.arena, progress.results, progress.format.round_of, times)
    results.write(path, report.about(progress), rows, times)


def as_data(progress: Progress, figures: Figures) -> dict[str, Any]:
    """All figures and the settings, as JSON."""
    arena = progress.arena
    return {
        "game": arena.game.name,
        "edition": arena.edition.name,
        "options": arena.options,
        "seed": arena.seed,
        "versions": report.environment(arena.game),
        "format": progress.format.name,
        "games": figures.games,
        "wanted": progress.format.games,
        "deals": figures.deals,
        "is_complete": figures.games == progress.format.games,
        "is_reproducible": not progress.irreproducible,
        "bots": [asdict(standing) for standing in figures.standings],
        "pairs": [asdict(meeting) for meeting in figures.meetings],
        "effects": asdict(figures.effects),
        "faults": [asdict(fault) for fault in figures.faults],
    }


def finite(value: Any) -> Any:
    """The value with None for infinite numbers, which JSON does not have."""
    if isinstance(value, dict):
        return {key: finite(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [finite(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def show(progress: Progress, figures: Figures) -> None:
    """Tables: each bot, each bot against each other, and the seats."""
    out = console()
    how = "" if progress.format.name == FORMATS[0] else f", {progress.scheme}"
    count = progress.count.replace(",", "")
    out.print(f"{progress.table}{how}: {count} of {figures.deals} deals, seed {progress.arena.seed}", markup=False)
    for grid in (bots_grid(figures.standings), pairs_grid(figures.meetings), seats_grid(figures.effects.seats)):
        out.print()
        out.print(grid)
    out.print()
    for line in notes(progress, figures):
        out.print(line, markup=False)


def notes(progress: Progress, figures: Figures) -> Iterator[str]:
    """Notes on the tables."""
    yield f"Fair share of wins: {figures.standings[0].fair:.1%}. Intervals: 95 %, by deals. Ratings: Elo scale."
    shares = ", ".join(f"{factor} {round(100 * value)} %" for factor, value in figures.effects.variance.items())
    yield f"Variance of points due to: {shares}."
    if not student.is_installed():
        yield f"There are {student.MISSING}."
    if is_installed():
        ranking = report.best_first(figures.standings)
        skills = [f"{bot.name} {report.plus_minus(bot.skill, 1)}" for bot in ranking if bot.skill]
        yield f"Skill (openskill): {', '.join(skills)}."
    else:
        yield f"There are {MISSING}."
    if progress.irreproducible:
        yield progress.reproducibility
    for bot in figures.standings:
        if bot.faults:
            yield f"Chance decided in the place of {bot.name}: {bot.faults} times."


def seats_grid(seats: Sequence[SeatFigures]) -> Grid:
    """A line for each seat."""
    grid = right_aligned("seat", "wins", "points more than the average seat")
    for seat in seats:
        value, low, high = (number(end, 1, "+") for end in (seat.points.value, seat.points.low, seat.points.high))
        grid.add_row(str(seat.seat), share(seat.wins), f"{value} ({low} to {high})")
    return grid


def bots_grid(standings: Sequence[Standing]) -> Grid:
    """A line for each bot, the best first."""
    grid = right_aligned("bot", "rating", "wins", "points", "turn", "decision", "longest")
    for standing in report.best_first(standings):
        half = standing.rating.high - standing.rating.value
        times = (standing.times.turn, standing.times.decision, standing.times.longest)
        rating = f"{number(standing.rating.value, sign='+')} ±{number(half)}"
        row = (rating, share(standing.wins), number(standing.points, 1), *map(seconds, times))
        grid.add_row(escape(standing.name), *row)
    return grid


def pairs_grid(meetings: Sequence[Meeting]) -> Grid:
    """A line for each two bots."""
    grid = right_aligned("bot", "against", "pairs", "more points", "difference")
    for meeting in meetings:
        difference = meeting.difference
        value, low, high = (number(end, sign="+") for end in (difference.value, difference.low, difference.high))
        names = (escape(meeting.bot), escape(meeting.opponent))
        grid.add_row(*names, str(meeting.pairs), share(meeting.share), f"{value} ({low} to {high})")
    return grid
