"""`serai bench`: the speed of the rules on one core; the best of several short rounds.

`serai bench bots` measures the bots instead (`bots.py`), `serai bench research` the interfaces for machine learning
(`research.py`).
"""

import argparse
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt
from rich.table import Table as Grid

from serai.cli.arguments import Parser, Table, add_table, table_of
from serai.cli.terminal.screen import compile_game, console
from serai.core import game as games
from serai.core.records.randomness import player_stream

ROUNDS = 7
SECONDS_PER_ROUND = 0.2
ARRAY_BYTES = 64 * 2**20  # games to be copied, more than any cache holds
TRIAL_GAMES = 200  # to estimate the length of a round
SEED = 1
BOTS, RESEARCH = "bots", "research"  # instead of a game's name

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Speed:
    """One game's figures; rates are per second, by the best round."""

    game: str
    players: int
    bytes_per_game: int
    decisions_per_game: float
    forced_share: float  # of the decisions without a choice
    decisions: float  # compiled random play, all decisions
    choices: float  # the same without forced ones
    games: float
    clones: float  # games copied in compiled code, source and target apart
    python_decisions: float  # decision by decision from Python, which chooses from the list of moves


def add_bench(parser: Parser, words: Sequence[str]) -> None:
    """GAME, `bots` or `research`, and --json."""
    add_table(parser, words, is_optional=True)
    parser.add_argument("--json", action="store_true", help="print the figures for a program to read")


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure one game or all, the bots, or the research interfaces."""
    if arguments.game == BOTS:
        from serai.cli.bench import bots as bench_bots

        bench_bots.show(bench_bots.run(), arguments.json)
        return 0
    if arguments.game == RESEARCH:
        from serai.cli.bench import research as bench_research

        return bench_research.show(*bench_research.run(), arguments.json)
    tables = [table_of(arguments, name) for name in ([arguments.game] if arguments.game else games.names())]
    for table in tables:
        compile_game(table.game)
    speeds = [measure(table) for table in tables]
    if arguments.json:
        print(json.dumps({speed.game: asdict(speed) for speed in speeds}, indent=2))
    else:
        show(speeds)
    return 0


def measure(table: Table) -> Speed:
    """All figures of one game."""
    count = max(1, int(TRIAL_GAMES * SECONDS_PER_ROUND / play_many(table, TRIAL_GAMES, np.zeros(2, np.int64))))
    tally = np.zeros(2, np.int64)  # decisions and forced ones of one round; every round plays the same games
    seconds = min(play_many(table, count, tally) for _ in range(ROUNDS))
    decisions, forced = (int(number) / ROUNDS for number in tally)
    return Speed(
        game=table.game.name,
        players=table.players,
        bytes_per_game=table.game.rules.STATE.itemsize,
        decisions_per_game=decisions / count,
        forced_share=forced / decisions,
        decisions=decisions / seconds,
        choices=(decisions - forced) / seconds,
        games=count / seconds,
        clones=clones_per_second(table),
        python_decisions=max(python_decisions_per_second(table, number) for number in range(ROUNDS)),
    )


def play_many(table: Table, count: int, tally: Numbers) -> float:
    """The seconds that `count` random games take, from set-up to scores."""
    kernel, edition = table.game.kernel, table.edition.record
    arena, moves = np.zeros(1, table.game.rules.STATE), np.zeros(table.game.rules.MOST_MOVES, np.int32)
    points, options = np.zeros(table.players, np.int64), table.game.packed(table.options)
    kernel.seed(arena, 0, np.uint64(SEED))
    rng = player_stream(SEED)
    return time_call(lambda: kernel.play_many(arena, 0, edition, options, rng, moves, tally, points, count))


def clones_per_second(table: Table) -> float:
    """Copies in compiled code from one half of a big array to the other."""
    arena = np.zeros(ARRAY_BYTES // table.game.rules.STATE.itemsize, table.game.rules.STATE)
    half = len(arena) // 2
    table.game.kernel.clone(arena, half, half)
    return half / min(time_call(lambda: table.game.kernel.clone(arena, half, half)) for _ in range(ROUNDS))


def python_decisions_per_second(table: Table, number: int) -> float:
    """Decisions per second of whole games that Python steps through."""
    kernel, edition, arena = table.game.kernel, table.edition.record, np.zeros(1, table.game.rules.STATE)
    options, moves = table.game.packed(table.options), np.zeros(table.game.rules.MOST_MOVES, np.int32)
    choose = random.Random(number).random
    kernel.seed(arena, 0, np.uint64(number))
    decisions, start = 0, perf_counter()
    while (seconds := perf_counter() - start) < SECONDS_PER_ROUND:
        kernel.new(arena, 0, edition, options)
        count = kernel.legal(arena, 0, edition, moves)
        while count:
            count = kernel.step(arena, 0, edition, moves, int(moves[int(choose() * count)]))
            decisions += 1
    return decisions / seconds


def time_call(work: Callable[[], object]) -> float:
    """The seconds that a call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def show(speeds: list[Speed]) -> None:
    """The figures in a table, one column for each game."""
    grid = Grid("on one core", *(f"{speed.game}, {speed.players} players" for speed in speeds))
    for column in grid.columns[1:]:
        column.justify = "right"
    lines: dict[str, Callable[[Speed], str]] = {
        "decisions per second": lambda speed: f"{speed.decisions:,.0f}",
        "without forced ones": lambda speed: f"{speed.choices:,.0f}",
        "games per second": lambda speed: f"{speed.games:,.0f}",
        "clones per second": lambda speed: f"{speed.clones:,.0f}",
        "decisions per second from Python": lambda speed: f"{speed.python_decisions:,.0f}",
        "decisions per game": lambda speed: f"{speed.decisions_per_game:.1f}",
        "forced decisions": lambda speed: f"{speed.forced_share:.1%}",
        "bytes per game": lambda speed: f"{speed.bytes_per_game:,}",
    }
    for label, figure in lines.items():
        grid.add_row(label, *(figure(speed) for speed in speeds))
    console().print(grid)
