"""What points are due to: the bot, the seat, the deal, or none of these.

The model is additive, points = bot + seat + deal + rest, fitted by least squares over all seats of all games. A deal's
part is taken out by comparing points within the deal only. Effects of bots and of seats are given against their mean,
with intervals in which a deal is one observation. Bots that have met neither one another nor common opponents can't be
told apart by it, and stay near 0.

Shares of the variance: what a factor explains depends on which others were taken into the model before it, where
bots did not all play the same deals. So each share is the mean over all orders of the three (Shapley's value), of
adjusted R², since so many deals would explain much by chance alone. Where a factor explains less than chance would, as
deals do when what one bot gains in them another one loses, its share is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from serai.bots.arena import Played
from serai.bots.ratings import Estimate, Numbers, Z, share

FACTORS = ("bot", "seat", "deal")
SINGULAR = 1e-10  # what is smaller beside the largest is a direction of which the games say nothing


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
        known = self.within_deals(np.hstack([self.marks["bot"], self.marks["seat"]]))
        points = self.within_deals(self.points)
        bread = np.linalg.pinv(known.T @ known, rcond=SINGULAR, hermitian=True)
        found = bread @ known.T @ points
        surprise = np.zeros((self.deals, known.shape[1]))
        np.add.at(surprise, self.deal, known * (points - known @ found)[:, None])
        centring = centred(self.bots, self.seats)
        spread = centring @ bread @ surprise.T @ surprise @ bread @ centring.T
        values = centring @ found
        if self.deals < 2:
            return [Estimate(float(value), -np.inf, np.inf) for value in values]
        halves = Z * np.sqrt(np.maximum(0, np.diag(spread)) * self.deals / (self.deals - 1))
        return [Estimate(float(v), float(v - half), float(v + half)) for v, half in zip(values, halves, strict=True)]

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
