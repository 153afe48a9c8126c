"""`serai lab`: bots play two editions; prints which figures change, and whether by more than chance."""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from serai.arena import student_t as student
from serai.arena.report import environment
from serai.arena.results import check_folder, write_whole
from serai.bots.entrants import entrants_of
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
from serai.core.errors import BadEdition, BadOptions
from serai.lab import experiment as bench
from serai.lab import report
from serai.lab.experiment import Lab, Pair
from serai.lab.figures import LEAST_DEALS, Figure, Figures, figures_of
from serai.lab.findings import Finding, findings, title
from serai.lab.settings import differences, edit
from serai.lab.tallies import COURSE, SCORES, WINS

DEFAULT_GAMES = 200
DEFAULT_BOTS = "merchant"
MOST_SHOWN = 16  # changed figures beyond those that are always shown


def add_lab(parser: Parser, words: Sequence[str]) -> None:
    """GAME, the changes, the bots, and the number of games."""
    add_table(parser, words)
    setting = "a change of the edition, such as price.white=7, bank=10,10,8,8 or bank.0=14; may be given several times"
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help=setting)
    against = "the edition to compare with (the standard one, if not given)"
    parser.add_argument("--against", type=Path, metavar="FILE", help=against)
    bots = f"who plays, in turn around the table: {', '.join(NAMES)}, or exec:COMMAND (default {DEFAULT_BOTS})"
    parser.add_argument("--bots", default=DEFAULT_BOTS, metavar="A,B,…", help=bots)
    number = f"how many games on each edition (default {DEFAULT_GAMES})"
    parser.add_argument("--games", type=positive, default=DEFAULT_GAMES, metavar="N", help=number)
    add_seed(parser)
    parser.add_argument("--workers", type=positive, metavar="N", help="how many processes (all cores, if not given)")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write everything as one HTML page")
    parser.add_argument("--json", action="store_true", help="print the figures for a program to read")


def run_lab(arguments: argparse.Namespace) -> int:
    """Play and print the figures; after an interrupt those of the finished deals."""
    lab = lab_of(arguments)
    student.check()
    if arguments.games < LEAST_DEALS:
        raise BadOptions(f"{arguments.games} games are too few to compare; allowed: {LEAST_DEALS} or more")
    if arguments.report:
        check_folder(arguments.report)
    compile_game(lab.game, bots=True)
    pairs: list[Pair] = []
    try:
        with terminate_as_interrupt():
            play(lab, arguments.games, arguments.workers or os.cpu_count() or 1, pairs)
    except KeyboardInterrupt:
        tell(lab, pairs, arguments)
        raise
    tell(lab, pairs, arguments)
    return 0


def lab_of(arguments: argparse.Namespace) -> Lab:
    """The lab of the arguments: an edition, edited or from a file, and the edition to compare with."""
    if not arguments.set and arguments.edition is None:
        raise BadEdition("nothing is changed; give --set KEY=VALUE or --edition FILE")
    table = table_of(arguments)
    against = table.game.read_edition(arguments.against)
    after = edit(table.game, against if arguments.edition is None else table.edition, arguments.set)
    return Lab(table.game, against, after, table.options, entrants_of(arguments.bots), seed_of(arguments))


def play(lab: Lab, games: int, workers: int, pairs: list[Pair]) -> None:
    """Play deal by deal, appending to `pairs`."""
    with count_progress(f"Playing {lab.game.title}", games) as bar:
        for pair in bench.play(lab, games, workers):
            pairs.append(pair)
            bar.advance(bar.task_ids[0])


def tell(lab: Lab, pairs: Sequence[Pair], arguments: argparse.Namespace) -> None:
    """Print the figures as text or JSON, and write the page if requested; interrupts wait for it."""
    if len(pairs) < LEAST_DEALS:
        return
    with defer_signals():
        figures = figures_of(pairs)
        try:
            if arguments.json:
                print(json.dumps(as_data(lab, figures, arguments.games), indent=2, allow_nan=False))
            else:
                show(lab, figures, arguments.games)
        finally:
            if arguments.report:
                write_whole(arguments.report, report.page(lab, figures, arguments.games).encode())


def as_data(lab: Lab, figures: Figures, planned: int) -> dict[str, Any]:
    """All figures and the settings, as JSON."""
    return {
        "game": lab.game.name,
        "before": lab.before.name,
        "after": lab.after.name,
        "changes": [dict(zip(("key", "before", "after"), row, strict=True)) for row in changes(lab)],
        "options": lab.options,
        "seed": lab.seed,
        "versions": environment(lab.game),
        "games": figures.deals,
        "is_complete": figures.deals == planned,
        "is_reproducible": all(entrant.is_reproducible for entrant in lab.entrants),
        "findings": [asdict(finding) for finding in findings(lab.game, figures)],
        "figures": [asdict(figure) for figure in figures.figures],
        "bots": [asdict(figure) for figure in figures.bots],
        "faults": figures.faults,
    }


def changes(lab: Lab) -> list[tuple[str, str, str]]:
    """The differences of the editions."""
    return differences(lab.before, lab.after)


def show(lab: Lab, figures: Figures, planned: int) -> None:
    """Print the findings, then a table of the main figures and of the changes."""
    out = console()
    out.print(f"{lab.game.title}, {report.conditions(lab, figures, planned)}", markup=False)
    for key, before, after in changes(lab):
        out.print(f"  {key}: {before} → {after}", markup=False)
    out.print()
    out.print(list_of(findings(lab.game, figures)))
    out.print()
    out.print(grid_of(figures))
    out.print()
    out.print("● ▲ ▼: more than chance. ±: 95 %. Places: in the order of play.")
    if figures.faults:
        out.print(report.faults(figures), markup=False)


def list_of(entries: Sequence[Finding]) -> Grid:
    """Findings as a list; a full mark for changes."""
    grid = Grid.grid(padding=(0, 1))
    for finding in entries:
        grid.add_row("●" if finding.is_change else "○", escape(finding.sentence))
    return grid


def grid_of(figures: Figures) -> Grid:
    """A table of fairness, scores and length, then the changes."""
    grid = right_aligned("", "before", "after", "change")
    always = (WINS, SCORES, COURSE)
    for group in always:
        add_group(grid, group, figures.of(group))
    changed = [figure for figure in figures.figures if figure.is_changed and figure.group not in always]
    for group in dict.fromkeys(figure.group for figure in changed[:MOST_SHOWN]):
        add_group(grid, group, [figure for figure in changed[:MOST_SHOWN] if figure.group == group])
    if len(changed) > MOST_SHOWN:
        grid.add_row(f"… and {len(changed) - MOST_SHOWN} more, in --report")
    return grid


def add_group(grid: Grid, group: str, figures: Sequence[Figure]) -> None:
    """A title and a line for each figure."""
    grid.add_row(f"[bold]{escape(group)}[/]")
    for figure in figures:
        grid.add_row(f"  {escape(title(figure.name))}", *report.row(figure)[1:])
