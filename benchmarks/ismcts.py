"""`make bench-ismcts`: Serai's vizier against OpenSpiel's ISMCTS at two-player Asara, on paired deals.

*Equal simulations.* For each decision ISMCTS has as many simulations as the vizier, and one more for each legal move,
because the vizier looks at every move before it searches. *Equal time.* Both have the same seconds for a decision.
OpenSpiel's evaluator plays its random games from Python; as a courtesy the match by time is also played with those
games in compiled code, where they cost a small part of that.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from openspiel_game import LEAST_SIMULATIONS, How, SpielGame, SpielState, search_until, searcher
from peers import PeersMissing, package
from rich.table import Table as Grid

from serai.arena import games as bouts
from serai.arena.figures import compute_figures
from serai.arena.games import Arena, BotEntrant, Entrant, Player
from serai.arena.ratings import Estimate
from serai.arena.seating import fixtures
from serai.bots.bot import Bot
from serai.bots.levels import Level
from serai.cli.arguments import positive
from serai.cli.terminal.screen import compile_game, console, count_progress
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.position import Position
from serai.core.search.mind import Mind, Views

GAME = "asara"
PLAYERS = 2
CURIOSITY = 0.25  # the constant of UCT, results being -1 to 1: of 0.1, 0.25, 0.5, 1 and 2 the best at 200 simulations
BAR_SIMULATIONS = 0.7  # of pairs, at equal simulations
BAR_TIME = 0.9  # at equal time


class Tally:
    """Simulations, the seconds they took and the decisions they served, added up over all processes."""

    def __init__(self) -> None:
        self._sums = multiprocessing.get_context("spawn").Array("d", 3)

    def add(self, simulations: int, seconds: float) -> None:
        """One decision was thought about."""
        with self._sums:
            for place, number in enumerate((simulations, seconds, 1)):
                self._sums[place] += number

    @property
    def per_second(self) -> float:
        """Simulations in a second of thinking."""
        return float(self._sums[0] / max(1e-9, self._sums[1]))

    @property
    def per_decision(self) -> float:
        """Simulations for a decision, forced ones left out."""
        return float(self._sums[0] / max(1, self._sums[2]))


class CountedBot(Bot):
    """A bot whose simulations are counted."""

    def __init__(self, game: Game, edition: Edition, level: Level, tally: Tally) -> None:
        super().__init__(game, edition, level)
        self.tally = tally

    def consider(self, view: Views, is_stopped: Callable[[], bool] = lambda: False) -> Mind:
        """The mind after its thinking; a searching one ranks moves by visits, of which it begins with one for each."""
        start = perf_counter()
        mind = super().consider(view, is_stopped)
        seconds = perf_counter() - start
        self.tally.add(sum(int(candidate.worth) for candidate in mind.candidates()), seconds)
        return mind


class CountedEntrant(BotEntrant):
    """A searching bot by its level, counted."""

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        self.tally = Tally()

    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        return CountedBot(game, edition, replace(self.level, seed=seed), self.tally)


class IsmctsPlayer:
    """OpenSpiel's search in one seat, with as much for each decision as a bot of this level has."""

    def __init__(self, game: Game, edition: Edition, seed: int, entrant: "IsmctsEntrant") -> None:
        self.game = game
        self.edition = edition
        self.entrant = entrant
        self.spiel = SpielGame(game, edition, seed)
        self.chance = np.random.RandomState(seed % 2**32)

    def choose(self, view: Views) -> int:
        """The move that the search tried most often."""
        start = perf_counter()
        state = self.spiel.state(view)
        moves = state.legal_actions()
        if len(moves) == 1:
            return int(moves[0])
        share = float(self.game.bot.share_of_turn(view, self.edition))
        move, simulations = self.search(state, share, start)
        self.entrant.tally.add(simulations, perf_counter() - start)
        return move

    def search(self, state: SpielState, share: float, start: float) -> tuple[int, int]:
        """Its move and its simulations, within a share of a turn's budget."""
        level = self.entrant.level
        if level.sims is None:
            assert level.seconds is not None
            return search_until(self.bot(0), state, start + level.seconds * share)
        simulations = max(LEAST_SIMULATIONS, round(level.sims * share) + len(state.legal_actions()))
        return int(self.bot(simulations).step(state)), simulations

    def bot(self, simulations: int) -> Any:
        """A search that makes so many simulations."""
        return searcher(self.spiel, self.chance, self.entrant.curiosity, simulations, self.entrant.how)


class IsmctsEntrant(Entrant):
    """OpenSpiel's search, with the budget of one of our levels."""

    def __init__(self, level: Level, how: How, curiosity: float) -> None:
        self.level = level
        self.how = how
        self.curiosity = curiosity
        self.tally = Tally()
        self.is_reproducible = level.is_reproducible

    @property
    def name(self) -> str:
        return f"ISMCTS, {self.how}"

    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        return IsmctsPlayer(game, edition, seed, self)

    def prepare(self, position: Position) -> None:
        view, spare = position.observe(position.to_act).games, IsmctsEntrant(self.level, self.how, self.curiosity)
        spare.sit(position.game, position.edition, 0).choose(view)


@dataclass(frozen=True)
class Bout:
    """A match that is to be played; without a bar it is a courtesy."""

    level: Level
    how: How
    bar: float | None

    @property
    def labels(self) -> tuple[str, str]:
        """The budget of a turn, and how ISMCTS plays its random games."""
        budget = f"{self.level.seconds:g} s" if self.level.sims is None else f"{self.level.sims} sims"
        return budget, self.how


@dataclass(frozen=True)
class Side:
    """What one side had and made of it."""

    name: str
    simulations_per_second: float
    simulations_per_decision: float
    points: float  # on average


@dataclass(frozen=True)
class Result:
    """How it ended."""

    bout: Bout
    games: int
    share: Estimate  # of pairs in which the vizier has more points
    sides: tuple[Side, Side]

    @property
    def is_reached(self) -> bool:
        """Whether the share reaches its bar, where there is one."""
        return self.bout.bar is None or self.share.value >= self.bout.bar


def bouts_of(chosen: argparse.Namespace) -> list[Bout]:
    """The matches by simulations and by time."""
    by_simulations, by_time = Level("vizier", sims=chosen.sims), Level("vizier", time=chosen.time)
    return [
        Bout(by_simulations, "from Python", BAR_SIMULATIONS),
        Bout(by_time, "from Python", BAR_TIME),
        Bout(by_time, "compiled", None),
    ]


def play(bout: Bout, chosen: argparse.Namespace) -> Result:
    """Play a match, every deal from both seats."""
    game = games.load(GAME)
    vizier, ismcts = CountedEntrant(bout.level), IsmctsEntrant(bout.level, bout.how, chosen.curiosity)
    arena = Arena(game, game.read_edition(), game.options(PLAYERS), (vizier, ismcts), chosen.seed)
    todo = fixtures(2, PLAYERS, chosen.games)
    played = []
    with count_progress(f"{vizier.name} against {ismcts.name}", len(todo)) as bar:
        for one in bouts.play(arena, todo, chosen.workers):
            played.append(one)
            bar.advance(bar.task_ids[0])
    found = compute_figures(arena, played)
    ours, others = (standing.points for standing in found.standings)
    sides = side("vizier", vizier.tally, ours), side("ISMCTS", ismcts.tally, others)
    return Result(bout, len(played), found.meetings[0].share, sides)


def side(name: str, tally: Tally, points: float) -> Side:
    """One side's figures."""
    return Side(name, tally.per_second, tally.per_decision, points)


def show(results: list[Result]) -> None:
    """Two tables: who won, and what each side had and made of it."""
    won = Grid("budget", "random games", "games", "vizier ahead (95 %)", "wanted", "")
    made = Grid("budget", "random games", "side", "sims/s", "sims/decision", "points")
    for result in results:
        labels, share, bar = result.bout.labels, result.share, result.bout.bar
        interval = f"{share.value:.1%} ({100 * share.low:.1f}-{100 * share.high:.1f})"
        verdict = ("", "") if bar is None else (f"{bar:.0%}", "✓" if result.is_reached else "✗ missed")
        won.add_row(*labels, str(result.games), interval, *verdict)
        for one in result.sides:
            rates = f"{one.simulations_per_second:,.0f}", f"{one.simulations_per_decision:,.0f}"
            made.add_row(*labels, one.name, *rates, f"{one.points:.1f}")
    console().print(won, made)


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Let Serai's vizier play against OpenSpiel's ISMCTS.")
    parser.add_argument("--games", type=positive, default=40, help="of each match, in pairs (default 40)")
    parser.add_argument("--sims", type=positive, default=200, help="simulations for a turn (default 200)")
    parser.add_argument("--time", type=float, default=0.2, help="seconds for a turn (default 0.2)")
    parser.add_argument("--curiosity", type=float, default=CURIOSITY, help=f"of UCT (default {CURIOSITY:g})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Play and print; exit code 1 when a bar is missed."""
    chosen = arguments_of(arguments)
    try:
        package("open_spiel.python.algorithms.ismcts")
    except PeersMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    compile_game(games.load(GAME), bots=True)
    results = [play(bout, chosen) for bout in bouts_of(chosen)]
    show(results)
    return 0 if all(result.is_reached for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
