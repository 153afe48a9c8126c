"""`serai simulate`: play random games and summarize them."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from serai.cli.arguments import Parser, Table, add_seed, add_table, not_negative, positive, seed_of, table_of
from serai.cli.terminal.screen import compile_game, console, count_progress
from serai.core import simulate
from serai.core.records import record
from serai.core.simulate import Outcomes

DEFAULT_COUNT = 1000


def add_simulate(parser: Parser, words: Sequence[str]) -> None:
    """GAME, -n, --first, --seed and --records."""
    add_table(parser, words)
    parser.add_argument(
        "-n", dest="count", type=positive, default=DEFAULT_COUNT, metavar="COUNT", help="how many games"
    )
    parser.add_argument("--first", type=not_negative, default=0, metavar="K", help="the first game's number, from 0")
    add_seed(parser)
    parser.add_argument("--records", type=Path, metavar="FILE", help="write every game's record into this new file")


def run_simulate(arguments: argparse.Namespace) -> int:
    """Play, write records if requested, and print a summary."""
    table, seed = table_of(arguments), seed_of(arguments)
    compile_game(table.game)
    numbers = range(arguments.first, arguments.first + arguments.count)
    if arguments.records:
        write_records(table, seed, numbers, arguments.records)
    with count_progress(f"Playing {table.game.title}", len(numbers)) as bar:
        outcomes = simulate.simulate(
            table.game,
            table.edition,
            table.options,
            seed,
            numbers,
            lambda done: bar.update(bar.task_ids[0], completed=done),
        )
    show(table, seed, numbers, outcomes)
    if arguments.records:
        print(f"Records: {arguments.records}")
    return 0


def write_records(table: Table, seed: int, numbers: range, path: Path) -> None:
    """One line for each game; the file must not exist yet."""
    with path.open("xb") as file, count_progress("Writing records", len(numbers)) as bar:
        for number in numbers:
            match = simulate.recorded(table.game, table.edition, table.options, seed, number)
            record.write_line(file, match.record(simulate.random_seats(table.players)))
            bar.advance(bar.task_ids[0])


def show(table: Table, seed: int, numbers: range, outcomes: Outcomes) -> None:
    """Print scores and wins by seat, and the length of games."""
    out, decisions = console(), outcomes.decisions
    flags = "".join(f", {flag.replace('_', ' ')}" for flag in table.game.flags if table.options[flag])
    out.print(f"{table.game.title}, {table.players} players{flags}: {len(numbers)} random games, seed {seed}")
    grid = Grid("seat", "points (mean)", "sd", "least", "most", "share of wins")
    for column in grid.columns:
        column.justify = "right"
    for seat, share in enumerate(outcomes.win_shares()):
        points = outcomes.scores[:, seat]
        grid.add_row(
            str(seat),
            f"{points.mean():.2f}",
            f"{points.std():.2f}",
            str(points.min()),
            str(points.max()),
            f"{share:.1%}",
        )
    out.print(grid)
    forced = outcomes.forced.sum() / decisions.sum()
    out.print(
        f"Decisions in a game: {decisions.mean():.1f} (sd {decisions.std():.1f}, "
        f"{decisions.min()} to {decisions.max()}); {forced:.1%} of them forced"
    )
