"""Fitting the evaluation's weights: greedy bots play among themselves, and what came of each position is its lesson.

Each round plays games with the weights so far, some moves at random so that unusual positions are seen too, and fits
new weights by least squares to the games of the last rounds. A greedy game takes milliseconds, so thousands are cheap.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule, wide
from serai.core.compiled.rng import Stream, below, next_word
from serai.core.edition import Edition
from serai.core.game import load
from serai.core.records.randomness import player_stream, seed_of_game
from serai.games.asara.bot import facts, planning
from serai.games.asara.bot.evaluation import STAGES, Desk, share_of_buyers_left, stage_of
from serai.games.asara.bot.facts import FACT_COUNT, measure
from serai.games.asara.bot.weights import FILE, Weights, as_data, desk_with, table_name
from serai.games.asara.rules import play as rules
from serai.games.asara.rules.state import STATE, Game, Rules

Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]
Desks = npt.NDArray[np.void]
Rows = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

# A row of lessons: the facts, then these.
STAGE, LEFT, PRESTIGE, SEAT, TARGET = range(FACT_COUNT, FACT_COUNT + 5)
ROW = FACT_COUNT + 5
TURNS = 200  # of a game, on average, for which there is room; more than four experts make
NOISES = (0.1, 0.25)  # shares of moves made at random, in turn
REMEMBERED = 6  # rounds whose lessons are fitted together
KEPT_ROWS = 12_000  # of a chunk of games, for the spread
RIDGE = 100.0  # keeps weights of facts that are rare small
DUELS = 100  # deals by which a round's weights are compared with those before
CHUNKS = 4  # of a round's games, to be played at the same time
GAMES = 2000  # in a round
ROUNDS = 16
TABLES = tuple((players, expert) for players in (2, 3, 4) for expert in (False, True))

FIRST_GUESS = {
    facts.TOWERS: 1.0,
    facts.GOLD: 1.0,
    facts.LIT_BUILT: 1.0,
    facts.HAS_FAVOUR: 1.5,
    facts.COLOURS_NOW: 0.2,
    facts.COLOURS_SOON: 0.4,
    facts.HIGHEST_SOON: 0.4,
    facts.MOST_SOON: 0.5,
    facts.LEAD_COLOURS: 0.3,
    facts.READY: 1.2,
    facts.NEW_TOWERS: 3.0,
    facts.LONE_BASES: 0.8,
    facts.LONE_TOPS: 0.8,
    facts.LONE_BETWEEN: 0.4,
    facts.LIT_READY: 1.2,
    facts.LIT_LONE: 0.4,
    facts.MATCHED: 0.5,
    facts.MONEY: 0.12,
    facts.MONEY_25: 0.1,
    facts.HAND: 0.8,
    facts.BUILD_ONE: 0.3,
    facts.MARKETS_ONE: 0.2,
    facts.BANK_ONE: 0.05,
    facts.IN_DEMAND: 0.1,
}
FIRST_SPREAD = 8.0


@rule
def fraction(stream: Stream) -> float:
    """A number from 0 to below 1."""
    return float(np.int64(next_word(stream) >> np.uint64(11))) / 9007199254740992.0


@rule
def play_turn(games: Games, edition: Rules, desk: Desk, lists: planning.Lists, plan: planning.Plan) -> None:
    """The turn that promises most."""
    listed = lists[0]
    count = planning.list_choices(games[0], edition, listed)
    best, best_worth = wide(listed[0]), -1.0
    for place in range(count):
        forget(plan)
        worth = planning.appraise(games, 0, edition, desk, lists, wide(listed[place]), plan)
        if worth > best_worth:
            best, best_worth = wide(listed[place]), worth
    follow_anew(games, edition, desk, lists, best, plan)


@rule
def follow_anew(
    games: Games, edition: Rules, desk: Desk, lists: planning.Lists, choice: int, plan: planning.Plan
) -> None:
    """Play a turn without a plan."""
    forget(plan)
    planning.follow(games, 0, edition, desk, lists, choice, plan)


@rule
def forget(plan: planning.Plan) -> None:
    """Nothing is planned."""
    for step in range(len(plan)):
        plan[step] = planning.NO_MOVE


@rule
def play_and_note(
    games: Games,
    editions: Editions,
    desks: Desks,
    lists: planning.Lists,
    plan: planning.Plan,
    noise: float,
    stream: Stream,
    rows: Rows,
    first: int,
) -> int:
    """Play the game to its end and write a row for each position between turns and each seat; where the rows end.

    A game for which there is no room left is given up, and its rows with it.
    """
    row = first
    while not rules.is_over(games[0]) and row + games[0].players <= len(rows):
        row = note(games[0], editions[0], desks[0], rows, row)
        if fraction(stream) < noise:
            count = planning.list_choices(games[0], editions[0], lists[0])
            follow_anew(games, editions[0], desks[0], lists, wide(lists[0, below(stream, count)]), plan)
        else:
            play_turn(games, editions[0], desks[0], lists, plan)
    if not rules.is_over(games[0]):
        return first
    for noted in range(first, row):
        rows[noted, TARGET] = games[0].prestige[int(rows[noted, SEAT])]
    return row


@rule
def note(game: Game, edition: Rules, desk: Desk, rows: Rows, row: int) -> int:
    """A row for each seat of this position."""
    measure(game, edition, desk.facts, desk.ranks)
    for seat in range(game.players):
        for fact in range(FACT_COUNT):
            rows[row, fact] = desk.facts[seat, fact]
        rows[row, STAGE] = stage_of(game, edition)
        rows[row, LEFT] = share_of_buyers_left(game, edition)
        rows[row, PRESTIGE] = game.prestige[seat]
        rows[row, SEAT] = seat
        row += 1
    return row


@rule
def duel(
    games: Games,
    editions: Editions,
    desks: Desks,
    lists: planning.Lists,
    plan: planning.Plan,
    first: int,
) -> None:
    """The game without noise: every other seat, from `first` on, plays by the first desk, the rest by the second."""
    while not rules.is_over(games[0]):
        play_turn(games, editions[0], desks[(games[0].turn_of + first) % 2], lists, plan)


@dataclass
class Workplace:
    """A table at which games for tuning are played, one at a time."""

    edition: Edition
    players: int
    expert: bool

    def __post_init__(self) -> None:
        self.games = np.zeros(planning.SCRATCH, STATE)
        self.lists = np.zeros((3, planning.MOST_CHOICES), np.int32)
        self.plan = np.zeros(8, np.int16)
        self._game = load("asara")
        self._options = self._game.packed(self._game.options(self.players, expert=self.expert))

    def deal(self, seed: int) -> None:
        """A new game in the first place."""
        self._game.kernel.seed(self.games, 0, np.uint64(seed))
        self._game.kernel.new(self.games, 0, self.edition.record, self._options)

    def lessons(self, weights: Weights, noise: float, seed: int, count: int) -> Rows:
        """The rows of so many games."""
        rows = np.zeros((count * TURNS * self.players, ROW))
        desks, stream, end = desk_with(weights), player_stream(seed), 0
        for number in range(count):
            self.deal(seed_of_game(seed, number))
            end = play_and_note(
                self.games,
                self.edition.record,
                desks,
                self.lists,
                self.plan,
                noise,
                stream,
                rows,
                end,
            )
        return rows[:end]

    def compare(self, one: Weights, other: Weights, seed: int, count: int) -> float:
        """The share of pairs of seats in which `one` has more points than `other`, ties half, on so many deals."""
        desks = np.concatenate([desk_with(one), desk_with(other)])
        shares = []
        for number in range(count):
            for first in range(2):
                self.deal(seed_of_game(seed, number))
                duel(self.games, self.edition.record, desks, self.lists, self.plan, first)
                points = self.games[0].prestige[: self.players].astype(int)
                mine, theirs = points[first::2], points[1 - first :: 2]
                shares.append(float(np.mean((np.sign(mine[:, None] - theirs[None, :]) + 1) / 2)))
        return float(np.mean(shares))


@dataclass(frozen=True)
class Lessons:
    """What many rows say together, by years left: enough for least squares, without the rows."""

    products: Rows  # of facts with facts
    moments: Rows  # of facts with what was still to come
    rows: Rows  # some of the rows, to see how far a fit is off


def learn(rows: Rows, kept: int) -> Lessons:
    """Sum rows up and keep the last ones."""
    products, moments = np.zeros((STAGES, 2 * FACT_COUNT, 2 * FACT_COUNT)), np.zeros((STAGES, 2 * FACT_COUNT))
    for stage in range(STAGES):
        measured, target = design(rows[rows[:, STAGE] == stage])
        products[stage], moments[stage] = measured.T @ measured, measured.T @ target
    return Lessons(products, moments, rows[-kept:])


def design(rows: Rows) -> tuple[Rows, Rows]:
    """Facts at all and with the share of buyers left, and the points that were still to come."""
    measured = rows[:, :FACT_COUNT]
    return np.hstack([measured, measured * rows[:, LEFT : LEFT + 1]]), rows[:, TARGET] - rows[:, PRESTIGE]


def fit(lessons: list[Lessons], players: int) -> Weights:
    """The weights that explain best what positions came to, and the spread of what they do not explain."""
    weights = np.zeros((STAGES, 2, FACT_COUNT + 1))
    rows = np.vstack([lesson.rows for lesson in lessons])
    for stage in range(STAGES):
        products = sum(lesson.products[stage] for lesson in lessons)
        moments = sum(lesson.moments[stage] for lesson in lessons)
        solution = least_squares(np.asarray(products), np.asarray(moments))
        chosen = rows[rows[:, STAGE] == stage]
        measured, target = design(chosen)
        weights[stage, :, :FACT_COUNT] = solution.reshape(2, FACT_COUNT)
        weights[stage, :, FACT_COUNT] = spread(target - measured @ solution, chosen[::players, LEFT], players)
    return weights


def least_squares(products: Rows, moments: Rows) -> Rows:
    """Ridge regression with all facts on one scale."""
    count = max(1.0, products[0, 0])  # the first fact is 1 in every row
    scale = np.sqrt(np.diag(products) / count) + 1e-9
    normal = products / scale[:, None] / scale[None, :] + RIDGE * np.eye(len(scale))
    solution: Rows = np.linalg.solve(normal, moments / scale) / scale
    return solution


def spread(errors: Rows, left: Rows, players: int) -> Rows:
    """The logistic scale of the errors' differences between two seats, at all and with the share of buyers left."""
    errors = errors.reshape(-1, players)
    deviation = np.abs(errors[:, 0] - errors[:, 1])
    mean: Rows = np.linalg.lstsq(np.stack([np.ones_like(left), left], axis=1), deviation, rcond=None)[0]
    return mean * np.sqrt(np.pi / 2) * np.sqrt(3) / np.pi


@dataclass(frozen=True)
class Tuner:
    """Plays and fits for one kind of table after another, on all cores."""

    edition: Edition
    games: int  # in a round at two players; with more players each game teaches more, and there are fewer
    rounds: int
    seed: int
    progress: Callable[[str], None]

    def tune(self, players: int, expert: bool, best: Weights, rounds: int) -> Weights:
        """Rounds of playing and fitting, from these weights on; the best that were found on the way."""
        latest, remembered = best, list[Lessons]()
        judge = Workplace(self.edition, players, expert)
        for number in range(rounds):
            remembered += self.play_round(players, expert, (best, latest), number)
            del remembered[: -REMEMBERED * CHUNKS]
            latest = fit(remembered, players)
            share = judge.compare(latest, best, seed_of_game(self.seed, number), DUELS)
            where = f"{table_name(players, expert)}, round {number + 1} of {rounds}"
            self.progress(f"{where}: {share:.0%} against the best so far")
            if share > 0.5:
                best = latest
        return best

    def play_round(self, players: int, expert: bool, both: tuple[Weights, Weights], number: int) -> list[Lessons]:
        """The lessons of a round's games, half of them with either weights; the number of cores makes no difference.

        A fit may go astray where its positions do not occur: the games that it then plays are what corrects the next.
        """

        def chunk(place: int) -> Lessons:
            count = -(-self.games * 2 // (players * CHUNKS))
            own_seed = seed_of_game(
                self.seed, (number * CHUNKS + place) * len(TABLES) + TABLES.index((players, expert))
            )
            noise = NOISES[place // 2 % len(NOISES)]
            rows = Workplace(self.edition, players, expert).lessons(both[place % 2], noise, own_seed, count)
            return learn(rows, KEPT_ROWS // players * players)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(chunk, range(CHUNKS)))


def tune(
    edition: Edition,
    games: int,
    seed: int,
    progress: Callable[[str], None] = lambda line: None,
    path: Path | None = FILE,
    rounds: int = ROUNDS,
) -> dict[str, Weights]:
    """Fit the weights of every kind of table and write them, unless `path` is None.

    The first table begins with a guess; each other one with what was found for fewer players, or for the basic game.
    """
    tuner = Tuner(edition, games, rounds, seed, progress)
    found: dict[str, Weights] = {}
    start = first_guess()
    for players, expert in TABLES:
        start = found.get(table_name(players, False), found.get(table_name(players - 1, expert), start))
        later = rounds if not found else max(1, rounds // 2)
        found[table_name(players, expert)] = tuner.tune(players, expert, start, later)
    if path:
        made = f"serai tune asara --games {games} --seed {seed}, {rounds} rounds, edition {edition.name}"
        path.write_text(json.dumps(as_data(found, made), indent=1) + "\n", "utf-8")
    return found


def first_guess() -> Weights:
    """What a player might say after a few games, the same in every year."""
    weights = np.zeros((STAGES, 2, FACT_COUNT + 1))
    for fact, weight in FIRST_GUESS.items():
        weights[:, 0, fact] = weight
    weights[:, 0, FACT_COUNT] = FIRST_SPREAD
    return weights
