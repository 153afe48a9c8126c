"""`make bench`: Serai beside OpenSpiel and catanatron, measured in one run, round by round, as ratios.

Ours are whole random games, uniform over exactly the moves that `legal` lists. The bars: random play in compiled code
against OpenSpiel's hearts in its C++ loop, decision-by-decision play from Python against OpenSpiel's quoridor.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace

import peers
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from serai.cli.arguments import Table
from serai.cli.bench import rules as bench
from serai.cli.bench.research import Bar
from serai.cli.bench.rules import Speed
from serai.cli.terminal.screen import compile_game
from serai.core import game as games

ROUNDS = 5
PLAYERS = 2
BAR_LOOP = {"asara": 0.7, "pasha": 1.1}  # of hearts in OpenSpiel's C++ loop
BAR_PYTHON = 0.8  # of quoridor from Python
BAR_CLONES = 10e6
MOST_FORCED = 0.25


def measure(progress: Progress) -> tuple[dict[str, peers.Peer], dict[str, Speed]]:
    """Everyone by turns in each round, so that a slow moment of the machine hits all alike; the best rounds count."""
    tables = [_table(name) for name in games.names()]
    task = progress.add_task("Measuring", total=ROUNDS * (len(peers.CONTENDERS) + len(tables)))
    rates: dict[str, list[float]] = {key: [] for key in peers.CONTENDERS}
    ours: dict[str, Speed] = {}
    for _ in range(ROUNDS):
        for key, contender in peers.CONTENDERS.items():
            rates[key].append(contender.rate(peers.SECONDS_PER_ROUND))
            progress.advance(task)
        for table in tables:
            speed = bench.measure(table)
            ours[speed.game] = better(ours.get(speed.game, speed), speed)
            progress.advance(task)
    return {key: peers.peer_of(peers.CONTENDERS[key], rates[key]) for key in rates}, ours


def _table(name: str) -> Table:
    game = games.load(name)
    compile_game(game)
    return Table(game, game.read_edition(), game.options(PLAYERS))


def better(one: Speed, other: Speed) -> Speed:
    """The better of two rounds, figure by figure."""
    rated = ("decisions", "choices", "games", "clones", "python_decisions")
    return replace(one, **{name: max(getattr(one, name), getattr(other, name)) for name in rated})


def bars(others: dict[str, peers.Peer], ours: dict[str, Speed]) -> Iterator[Bar]:
    """Every figure that has to be reached."""
    hearts = others["hearts_loop"].decisions_per_second
    quoridor = others["quoridor_python"].decisions_per_second
    for name, speed in ours.items():
        if name in BAR_LOOP:
            yield Bar(f"{name}, compiled / hearts in C++", speed.decisions / hearts, BAR_LOOP[name])
        yield Bar(f"{name}, from Python / quoridor from Python", speed.python_decisions / quoridor, BAR_PYTHON)
        yield Bar(f"{name}, decisions that are not forced", 1 - speed.forced_share, 1 - MOST_FORCED)
        yield Bar(f"{name}, million clones per second", speed.clones / 1e6, BAR_CLONES / 1e6)


def show(others: dict[str, peers.Peer], ours: dict[str, Speed]) -> None:
    """Two tables: who plays how fast, and what has to be reached."""
    speeds = Grid("game", "how", "decisions/s", "without forced", "per game", "forced")
    for column in speeds.columns[2:]:
        column.justify = "right"
    for speed in ours.values():
        name = f"Serai {speed.game}, {speed.players} players"
        shape = f"{speed.decisions_per_game:.0f}", f"{speed.forced_share:.0%}"
        speeds.add_row(name, "compiled", f"{speed.decisions:,.0f}", f"{speed.choices:,.0f}", *shape)
        speeds.add_row(name, "from Python", f"{speed.python_decisions:,.0f}", "", *shape)
    for peer in others.values():
        forced = "" if peer.forced_share is None else f"{peer.forced_share:.0%}"
        chosen = "" if peer.forced_share is None else f"{peer.decisions_per_second * (1 - peer.forced_share):,.0f}"
        rate, length = f"{peer.decisions_per_second:,.0f}", f"{peer.decisions_per_game:.0f}"
        speeds.add_row(peer.name, peer.how, rate, chosen, length, forced)
    ratios = Grid("figure", "found", "wanted", "")
    for bar in bars(others, ours):
        ratios.add_row(bar.name, f"{bar.value:.2f}", f"{bar.target:.2f}", "✓" if bar.is_met else "✗ missed")
    console = Console()
    console.print(speeds, ratios)


def main(arguments: list[str]) -> int:
    """Measure and print; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description="Measure Serai beside other programs, in one run.")
    parser.add_argument("--json", action="store_true", help="print the figures for a program to read")
    chosen = parser.parse_args(arguments)
    try:
        with Progress(console=Console(stderr=True)) as progress:
            others, ours = measure(progress)
    except peers.PeersMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    if chosen.json:
        peer_figures = {key: asdict(peer) for key, peer in others.items()}
        print(json.dumps({"peers": peer_figures, "serai": {name: asdict(speed) for name, speed in ours.items()}}))
    else:
        show(others, ours)
    return 0 if all(bar.is_met for bar in bars(others, ours)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
