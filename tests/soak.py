"""The long proof, `make soak`: ten thousand random games of each game, with all player counts and options mixed.

Every game must end; its record, written and read again, must verify to the same digest; the independent referee must
accept it from its events alone; and on sampled positions `legal` and `why_illegal` must agree on every move there is.
`make test` does the same with some two hundred games.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from rich.progress import Progress

from serai.core import conformance, simulate
from serai.core import game as games
from serai.core.conformance import Case
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records import record, replay
from tests import referee

SAMPLED_EVERY = 211  # decisions between two positions on which every move is checked
BATCH = 50


@dataclass
class Tally:
    """What a batch of games went through."""

    games: int = 0
    decisions: int = 0
    compared: int = 0  # positions on which every move was checked


def prove(name: str, seed: int, numbers: range) -> Tally:
    """Play, record, verify and referee the games of these numbers."""
    cases = conformance.cases(games.load(name))
    tally = Tally()
    for number in numbers:
        case = cases[number % len(cases)]
        match = simulate.recorded(case.game, case.edition, case.options, seed, number)
        prove_record(match, f"{case}, game {number}")
        tally.compared += compare_moves(case, match, tally.decisions)
        tally.games += 1
        tally.decisions += len(match.moves)
    return tally


def prove_record(match: Match, where: str) -> None:
    """The record survives writing and reading, verifies, and is accepted by the referee."""
    assert match.has_ended, f"{where} did not end"
    line = record.canonical(match.record(simulate.random_seats(match.players)))
    verdict = replay.verify(record.parse(line, where))
    assert verdict.is_fine, f"{where}: {verdict.differences[0]}"
    referee.check(json.loads(line))


def compare_moves(case: Case, match: Match, played_before: int) -> int:
    """On sampled positions, the moves that `legal` lists are those that `why_illegal` accepts; how many positions."""
    places = range(-played_before % SAMPLED_EVERY, len(match.moves), SAMPLED_EVERY)
    if not places:
        return 0
    again = Position(case.game, case.edition, case.options, match.randomness)
    for place, move in enumerate(match.moves):
        if place in places:
            allowed = [each for each in range(case.game.rules.EVERY_MOVE) if _is_allowed(case, again, each)]
            assert sorted(again.legal_numbers()) == allowed, f"{case}, decision {place}: legal and why_illegal differ"
        again.apply(move)
    return len(places)


def _is_allowed(case: Case, position: Position, move: int) -> bool:
    return bool(case.game.kernel.why_illegal(position.games, 0, case.edition.record, move) == 0)


def batches(count: int) -> Iterator[range]:
    """The numbers of all games, in parts."""
    for first in range(0, count, BATCH):
        yield range(first, min(first + BATCH, count))


def main(arguments: list[str]) -> None:
    """Run the proof on both cores and say what was proved."""
    parser = argparse.ArgumentParser(description="Prove both games on very many random games.")
    parser.add_argument("-n", "--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    with ProcessPoolExecutor(2) as pool, Progress() as progress:
        for name in games.names():
            task = progress.add_task(name, total=chosen.games)
            total = Tally()
            waiting = [pool.submit(prove, name, chosen.seed, part) for part in batches(chosen.games)]
            for future in waiting:
                done = future.result()
                total.games += done.games
                total.decisions += done.decisions
                total.compared += done.compared
                progress.advance(task, done.games)
            progress.console.print(
                f"{name}: {total.games} games, {total.decisions} decisions, all ended, verified and refereed; "
                f"every move checked on {total.compared} positions"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
