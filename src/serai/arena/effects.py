"""How much of the points the bot, the seat and the deal explain.

The model is additive, points = bot + seat + deal + rest, fitted by least squares over all seats of all games. A deal's
part is removed by comparing points within the deal only. Effects of bots and of seats are relative to their mean. Their
intervals are the jackknife's: how much they change when one deal is left out, with Student's t for as many deals as the
bot or seat appears in; without SciPy they are infinite. An effect that is unknown without one of the deals has an
infinite interval. Bots that met neither one another nor common opponents can't be compared, and stay near 0.

Shares of the variance: how much a factor explains depends on which factors entered the model before it, where
bots did not all play the same deals. So each share is the mean over all orders of the three (Shapley's value), of
adjusted R², since many deals would explain much by chance alone. Where a factor explains less than chance would, as
deals do when one bot's gain in them is another's loss, its share is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from serai.arena.games import GameResult
from serai.arena.ratings import Estimate, Numbers, share
from serai.arena.student_t import critical_value, is_installed

FACTORS = ("bot", "seat", "deal")
SINGULAR = 1e-10  # relative size below which the games say nothing about a direction
UNKNOWN = 1e-6  # an effect with a larger part in such directions is not known

Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SeatFigures:
    """The value of a seat."""

    seat: int
    wins: Estimate  # the share of games won from it; a shared win counts in equal parts
    points: Estimate  # more than from the average seat, by the same bots in the same deals


@dataclass(frozen=True)
class Effects:
    """The additive model's parts."""

    bots: list[Estimate]  # points more than the average bot's, in the same seats and deals
    seats: list[SeatFigures]
    variance: dict[str, float]  # shares of the points' variance: bot, seat, deal, rest


def effects_of(results: Sequence[GameResult], bots: int) -> Effects:
    """The parts of these games' points; at least one game."""
    sample = Sample(results, bots)
    estimates = sample.estimates()
    wins = [wins_of_seat(results, seat, sample.rows_of_games) for seat in range(sample.seats)]
    by_seat = zip(range(sample.seats), wins, estimates[bots:], strict=True)
    return Effects(estimates[:bots], [SeatFigures(*figures) for figures in by_seat], shares(sample))


@dataclass(frozen=True)
class Evidence:
    """The equations of least squares for the effects."""

    weights: Numbers
    sums: Numbers

    @classmethod
    def of(cls, design: Numbers, points: Numbers) -> "Evidence":
        """The equations of these rows."""
        return cls(design.T @ design, design.T @ points)

    def __sub__(self, other: "Evidence") -> "Evidence":
        """The equations without some of the rows."""
        return Evidence(self.weights - other.weights, self.sums - other.sums)


class Sample:
    """Every seat of every game, as arrays with one row for each."""

    def __init__(self, results: Sequence[GameResult], bots: int) -> None:
        self.bots, self.seats = bots, len(results[0].scores)
        _, rows = np.unique([game.fixture.deal for game in results], return_inverse=True)
        self.rows_of_games: list[int] = rows.tolist()
        self.points: Numbers = np.array([game.scores for game in results], np.float64).ravel()
        self.deal = np.repeat(rows, self.seats)
        self.deals = int(self.deal.max()) + 1
        bot_numbers = np.array([game.fixture.seating for game in results]).ravel()
        seat_numbers = np.tile(np.arange(self.seats), len(results))
        self.marks = {"bot": marks(bot_numbers, bots), "seat": marks(seat_numbers, self.seats)}

    def within_deals(self, values: Numbers) -> Numbers:
        """Values minus their deal's mean."""
        totals = np.zeros((self.deals, *values.shape[1:]))
        np.add.at(totals, self.deal, values)
        size = np.bincount(self.deal).reshape(-1, *[1] * (values.ndim - 1))
        result: Numbers = values - (totals / size)[self.deal]
        return result

    def estimates(self) -> list[Estimate]:
        """Effects of all bots, then of all seats."""
        marks = np.hstack([self.marks["bot"], self.marks["seat"]])
        design, points = self.within_deals(marks), self.within_deals(self.points)
        deals = np.split(np.argsort(self.deal, kind="stable"), np.cumsum(np.bincount(self.deal))[:-1])
        whole = Evidence.of(design, points)
        leave_one_out = [self.effects(whole - Evidence.of(design[rows], points[rows])) for rows in deals]
        deal_counts = np.array([marks[rows].any(axis=0) for rows in deals]).sum(axis=0)
        halves = half_intervals(leave_one_out, deal_counts)
        values, _ = self.effects(whole)
        return [Estimate(float(v), float(v - half), float(v + half)) for v, half in zip(values, halves, strict=True)]

    def effects(self, evidence: "Evidence") -> tuple[Numbers, Marks]:
        """The effects that fit best, relative to their means, and whether the evidence determines each."""
        bread = np.linalg.pinv(evidence.weights, rcond=SINGULAR, hermitian=True)
        centre = centring_matrix(self.bots, self.seats)
        residual = centre - centre @ bread @ evidence.weights
        return centre @ bread @ evidence.sums, np.abs(residual).max(axis=1) < UNKNOWN

    def adjusted_r2(self, factors: frozenset[str]) -> float:
        """Adjusted R² of the model with these factors only."""
        total = float(np.square(self.points - self.points.mean()).sum())
        columns = [self.marks[factor] for factor in FACTORS[:2] if factor in factors]
        design = np.hstack([np.ones((len(self.points), 1)), *columns])
        points, absorbed = self.points, 0
        if "deal" in factors:
            design, points, absorbed = self.within_deals(design), self.within_deals(points), self.deals
        coefficients, _, rank, _ = np.linalg.lstsq(design, points, rcond=SINGULAR)
        degrees_of_freedom = len(points) - absorbed - int(rank)
        if total == 0 or degrees_of_freedom <= 0:
            return 0.0
        residual = float(np.square(points - design @ coefficients).sum())
        return 1 - (residual / degrees_of_freedom) / (total / (len(points) - 1))


def half_intervals(leave_one_out: Sequence[tuple[Numbers, Marks]], deal_counts: npt.NDArray[np.int64]) -> list[float]:
    """Half of each effect's interval, from its values without each deal and the number of deals it appears in."""
    effects = np.array([effects for effects, _ in leave_one_out])
    is_known: Marks = np.logical_and.reduce([known for _, known in leave_one_out])
    errors = np.sqrt(np.square(effects - effects.mean(axis=0)).sum(axis=0) * (1 - 1 / len(leave_one_out)))
    return [
        critical_value(int(deals) - 1) * float(error) if is_sure and deals > 1 and is_installed() else np.inf
        for error, is_sure, deals in zip(errors, is_known, deal_counts, strict=True)
    ]


def marks(numbers: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", count: int) -> Numbers:
    """A one-hot row for each number."""
    result: Numbers = np.eye(count)[numbers]
    return result


def centring_matrix(*sizes: int) -> Numbers:
    """The matrix that subtracts the mean from each of several groups of numbers."""
    whole = np.zeros((sum(sizes), sum(sizes)))
    first = 0
    for size in sizes:
        whole[first : first + size, first : first + size] = np.eye(size) - 1 / size
        first += size
    return whole


def shares(sample: Sample) -> dict[str, float]:
    """Each factor's share of the variance, and the rest."""
    orders = list(permutations(FACTORS))
    r2 = {
        factors: sample.adjusted_r2(factors)
        for factors in {frozenset(order[:size]) for order in orders for size in range(len(FACTORS) + 1)}
    }
    totals = dict.fromkeys(FACTORS, 0.0)
    for order in orders:
        for place, factor in enumerate(order):
            totals[factor] += (r2[frozenset(order[: place + 1])] - r2[frozenset(order[:place])]) / len(orders)
    totals["rest"] = 1 - r2[frozenset(FACTORS)]
    whole = sum(max(0.0, value) for value in totals.values())
    return {factor: max(0.0, value) / whole for factor, value in totals.items()}


def wins_of_seat(results: Sequence[GameResult], seat: int, rows: Sequence[int]) -> Estimate:
    """The share of games that a seat wins."""
    won, games = np.zeros((2, max(rows) + 1))
    for row, game in zip(rows, results, strict=True):
        won[row] += (seat in game.winners) / max(1, len(game.winners))
        games[row] += 1
    return share(won, games)
