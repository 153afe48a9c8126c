"""`serai bench research`: batches of games and PettingZoo environments, compared with other projects', on one core.

All runners are measured by turns in one run; the medians of the rounds count, and are printed with their targets.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from rich.table import Table as Grid

from serai.cli.bench.runners import BATCH, MISSING, READY, contenders
from serai.cli.terminal.screen import console, count_progress

ROUNDS = 7
PACE = 3.0  # of PettingZoo's own connect_four


@dataclass(frozen=True)
class Bar:
    """One figure with its target."""

    name: str
    value: float
    target: float

    @property
    def is_met(self) -> bool:
        """Whether the target is met."""
        return self.value >= self.target


class Runner:
    """A measured program in its own process."""

    def __init__(self, name: str) -> None:
        words = [sys.executable, "-m", "serai.cli.bench.runners", name]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.rates: list[float] = []
        state, _, self.missing = self._read().partition(" ")
        if state not in (READY, MISSING):
            self.close()
            raise RuntimeError(f"{name} can't be measured: {self.missing or 'its process has ended'}")

    def measure(self) -> None:
        """Measure one more round."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        self.rates.append(float(self._read()))

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def run() -> tuple[dict[str, float], dict[str, str]]:
    """The median rate of each runner, and the missing package of each that can't run here."""
    runners: dict[str, Runner] = {}
    names = list(contenders())
    try:
        with count_progress("Measuring", len(names) * (ROUNDS + 1)) as bar:
            for name in names:
                runners[name] = Runner(name)
                bar.advance(bar.task_ids[0])
            for runner in [runner for runner in runners.values() if not runner.missing] * ROUNDS:
                runner.measure()
                bar.advance(bar.task_ids[0])
    finally:
        for runner in runners.values():
            runner.close()
    rates = {name: median(runner.rates) for name, runner in runners.items() if runner.rates}
    return rates, {name: runner.missing for name, runner in runners.items() if runner.missing}


def bars(rates: dict[str, float]) -> Iterator[Bar]:
    """Every measured figure that has a target."""
    known = {name: found for name, found in contenders().items() if name in rates}
    for name, found in known.items():
        if found.least:
            yield Bar(f"{found.title}: million steps/s", rates[name] / 1e6, found.least / 1e6)
    if peer := rates.get("pettingzoo"):
        for name, found in known.items():
            if name.startswith("pettingzoo "):
                yield Bar(f"{found.title}: times {known['pettingzoo'].title}", rates[name] / peer, PACE)


def show(rates: dict[str, float], missing: dict[str, str], as_json: bool) -> int:
    """Print the figures as JSON or as two tables; 1 when a target is missed."""
    results = list(bars(rates))
    if as_json:
        rows = [{"what": bar.name, "found": bar.value, "wanted": bar.target, "held": bar.is_met} for bar in results]
        print(json.dumps({"steps_per_second": rates, "missing": missing, "bars": rows}, indent=2))
    else:
        show_rates(rates, missing)
        show_bars(results)
    return 0 if all(bar.is_met for bar in results) else 1


def show_rates(rates: dict[str, float], missing: dict[str, str]) -> None:
    """Print each runner's rate, and its ratio to its peer's."""
    grid = Grid("on one core", "steps/s", "beside its peer", title=f"random play; vector: {BATCH:,} games at once")
    titles = {name: found.title for name, found in contenders().items()}
    for name, rate in rates.items():
        peer = "pettingzoo" if name.startswith("pettingzoo") else "pgx"
        ratio = f"{rate / rates[peer]:.2f}" if peer in rates and name != peer else ""
        grid.add_row(titles[name], f"{rate:,.0f}", ratio)
    for column in grid.columns[1:]:
        column.justify = "right"
    console().print(grid)
    for name, package in missing.items():
        console().print(f"{titles[name]} is not measured, as {package} is not installed: pip install 'serai\\[bench]'")


def show_bars(results: list[Bar]) -> None:
    """Print the figures with their targets."""
    grid = Grid("figure", "found", "at least", "")
    for bar in results:
        grid.add_row(bar.name, f"{bar.value:.2f}", f"{bar.target:.2f}", "held" if bar.is_met else "not held")
    console().print(grid)
