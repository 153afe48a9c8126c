"""What points are due to: the bot, the seat, the deal, or none of these.

The model is additive, points = bot + seat + deal + rest, fitted by least squares over all seats of all games. A deal's
part is taken out by comparing points within the deal only. Effects of bots and of seats are given against their mean.
Their intervals are the jackknife's: how much they change when a deal is left out, with Student's t for as many deals as
the bot or seat was seen in; without SciPy they are infinite. What would not be known without one of the deals has an
infinite interval. Bots that have met neither one another nor common opponents can't be told apart, and stay near 0.

Shares of the variance: what a factor explains depends on which others were taken into the model before it, where
bots did not all play the same deals. So each share is the mean over all orders of the three (Shapley's value), of
adjusted R², since so many deals would explain much by chance alone. Where a factor explains less than chance would, as
deals do when what one bot gains in them another one loses, its share is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from serai.arena.games import Played
from serai.arena.ratings import Estimate, Numbers, share
from serai.arena.student_t import is_there, reach

FACTORS = ("bot", "seat", "deal")
SINGULAR = 1e-10  # what is smaller beside the largest is a direction of which the games say nothing
UNKNOWN = 1e-6  # the part of an effect in such directions from which on it is not known

Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SeatFigures:
    """What sitting in a seat is worth."""

    seat: int
    wins: Estimate  # the share of games won from it; a shared win counts in equal parts
    points: Estimate  # more than from the average seat, by the same bots in the same deals


@dataclass(frozen=True)
class Effects:
    """The additive model's parts."""

    bots: list[Estimate]  # points more than the average bot's, in the same seats and deals
    seats: list[SeatFigures]
    variance: dict[str, float]  # shares of the points' variance: bot, seat, deal, rest


def effects_of(played: Sequence[Played], bots: int) -> Effects:
    """The parts of these games' points; at least one game."""
    sample = Sample(played, bots)
    estimates = sample.estimates()
    wins = [wins_of_seat(played, seat, sample.rows_of_games) for seat in range(sample.seats)]
    by_seat = zip(range(sample.seats), wins, estimates[bots:], strict=True)
    return Effects(estimates[:bots], [SeatFigures(*figures) for figures in by_seat], shares(sample))


@dataclass(frozen=True)
class Evidence:
    """What games say about the effects: the equations of least squares."""

    weights: Numbers
    sums: Numbers

    @classmethod
    def of(cls, known: Numbers, points: Numbers) -> "Evidence":
        """Of these lines."""
        return cls(known.T @ known, known.T @ points)

    def __sub__(self, other: "Evidence") -> "Evidence":
        """Without some of it."""
        return Evidence(self.weights - other.weights, self.sums - other.sums)


class Sample:
    """Every seat of every game, as arrays of one line each."""

    def __init__(self, played: Sequence[Played], bots: int) -> None:
        self.bots, self.seats = bots, len(played[0].scores)
        _, rows = np.unique([game.fixture.deal for game in played], return_inverse=True)
        self.rows_of_games: list[int] = rows.tolist()
        self.points: Numbers = np.array([game.scores for game in played], np.float64).ravel()
        self.deal = np.repeat(rows, self.seats)
        self.deals = int(self.deal.max()) + 1
        who = np.array([game.fixture.seating for game in played]).ravel()
        where = np.tile(np.arange(self.seats), len(played))
        self.marks = {"bot": marks(who, bots), "seat": marks(where, self.seats)}

    def within_deals(self, values: Numbers) -> Numbers:
        """Values less their deal's mean."""
        totals = np.zeros((self.deals, *values.shape[1:]))
        np.add.at(totals, self.deal, values)
        size = np.bincount(self.deal).reshape(-1, *[1] * (values.ndim - 1))
        result: Numbers = values - (totals / size)[self.deal]
        return result

    def estimates(self) -> list[Estimate]:
        """Effects of all bots, then of all seats."""
        marks = np.hstack([self.marks["bot"], self.marks["seat"]])
        known, points = self.within_deals(marks), self.within_deals(self.points)
        lines = np.split(np.argsort(self.deal, kind="stable"), np.cumsum(np.bincount(self.deal))[:-1])
        whole = Evidence.of(known, points)
        without = [self.effects(whole - Evidence.of(known[own], points[own])) for own in lines]
        seen = np.array([marks[own].any(axis=0) for own in lines]).sum(axis=0)
        halves = half_intervals(without, seen)
        values, _ = self.effects(whole)
        return [Estimate(float(v), float(v - half), float(v + half)) for v, half in zip(values, halves, strict=True)]

    def effects(self, evidence: "Evidence") -> tuple[Numbers, Marks]:
        """The effects that fit best, against their means, and of which the evidence says something."""
        bread = np.linalg.pinv(evidence.weights, rcond=SINGULAR, hermitian=True)
        centring = centred(self.bots, self.seats)
        missed = centring - centring @ bread @ evidence.weights
        return centring @ bread @ evidence.sums, np.abs(missed).max(axis=1) < UNKNOWN

    def explained(self, factors: frozenset[str]) -> float:
        """Adjusted R² of the model with these factors only."""
        total = float(np.square(self.points - self.points.mean()).sum())
        chosen = [self.marks[factor] for factor in FACTORS[:2] if factor in factors]
        known = np.hstack([np.ones((len(self.points), 1)), *chosen])
        points, used = self.points, 0
        if "deal" in factors:
            known, points, used = self.within_deals(known), self.within_deals(points), self.deals
        found, _, rank, _ = np.linalg.lstsq(known, points, rcond=SINGULAR)
        free = len(points) - used - int(rank)
        if total == 0 or free <= 0:
            return 0.0
        left = float(np.square(points - known @ found).sum())
        return 1 - (left / free) / (total / (len(points) - 1))


def half_intervals(without: Sequence[tuple[Numbers, Marks]], seen: npt.NDArray[np.int64]) -> list[float]:
    """Of each effect: from what it is without each deal, whether that is known, and in how many deals it was seen."""
    found = np.array([effects for effects, _ in without])
    is_known: Marks = np.logical_and.reduce([known for _, known in without])
    errors = np.sqrt(np.square(found - found.mean(axis=0)).sum(axis=0) * (1 - 1 / len(without)))
    return [
        reach(int(deals) - 1) * float(error) if is_sure and deals > 1 and is_there() else np.inf
        for error, is_sure, deals in zip(errors, is_known, seen, strict=True)
    ]


def marks(numbers: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", count: int) -> Numbers:
    """A line for each number with a 1 in its place."""
    result: Numbers = np.eye(count)[numbers]
    return result


def centred(*sizes: int) -> Numbers:
    """What takes the mean from each of several groups of numbers."""
    whole = np.zeros((sum(sizes), sum(sizes)))
    first = 0
    for size in sizes:
        whole[first : first + size, first : first + size] = np.eye(size) - 1 / size
        first += size
    return whole


def shares(sample: Sample) -> dict[str, float]:
    """Each factor's share of the variance, and what is left."""
    orders = list(permutations(FACTORS))
    known = {
        chosen: sample.explained(chosen)
        for chosen in {frozenset(order[:size]) for order in orders for size in range(len(FACTORS) + 1)}
    }
    found = dict.fromkeys(FACTORS, 0.0)
    for order in orders:
        for place, factor in enumerate(order):
            found[factor] += (known[frozenset(order[: place + 1])] - known[frozenset(order[:place])]) / len(orders)
    found["rest"] = 1 - known[frozenset(FACTORS)]
    whole = sum(max(0.0, value) for value in found.values())
    return {factor: max(0.0, value) / whole for factor, value in found.items()}


def wins_of_seat(played: Sequence[Played], seat: int, rows: Sequence[int]) -> Estimate:
    """The share of games that a seat wins."""
    won, games = np.zeros((2, max(rows) + 1))
    for row, game in zip(rows, played, strict=True):
        won[row] += (seat in game.winners) / max(1, len(game.winners))
        games[row] += 1
    return share(won, games)
