"""Statistics of games that come in deals: shares and ratings, with intervals that know which games belong together.

The games of one deal share their chance, and a bot's luck in one turn of the table is another's in the next. So a deal
counts as one observation here, whatever the number of its games.

*Shares.* The variance between deals, compared with that of a coin thrown once for each deal, says how many independent
throws the deals are worth; with this effective number Wilson's interval is formed, which also behaves near 0 and 1. Few
deals that agree by chance would look certain. So the variance is reckoned with a few deals added (3.84 in all), half of
them won whole and half of them lost whole, as Agresti and Coull do for throws of a coin.

*Ratings.* A Bradley-Terry model fitted to the shares of all pairs, on the Elo scale, the average bot at 0; half a pair
is added to either side, so that a bot that never loses has a rating. The variance is the sandwich estimate over deals,
with the same added deals.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # a normal variable stays within this in 95 of 100 cases
ADDED = Z * Z  # deals, half won and half lost
ELO = 400 / math.log(10)  # points for a factor of e in the odds
SOFTENING = 0.5  # of a pair, for either side
MOST_ROUNDS = 100
LONGEST_STEP = 1.0  # in log odds

Numbers = npt.NDArray[np.float64]  # deals, or bots by bots, or deals by bots by bots


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def share(won: Numbers, out_of: Numbers) -> Estimate:
    """The share won, from the wins and the possible wins of each deal."""
    whole = float(won.sum() / out_of.sum())
    return wilson(whole, effective_number(won, out_of))


def effective_number(won: Numbers, out_of: Numbers) -> float:
    """How many throws of a coin the deals are worth; deals without pairs do not count."""
    deals, size = int((out_of > 0).sum()), float(out_of[out_of > 0].mean())
    steady = float((won.sum() + ADDED / 2 * size) / (out_of.sum() + ADDED * size))
    spread = float(np.square((won - steady * out_of) / size).sum())
    variance = (spread + ADDED / 2 * (steady**2 + (1 - steady) ** 2)) / (deals + ADDED)
    return deals * steady * (1 - steady) / variance


def wilson(value: float, number: float) -> Estimate:
    """Wilson's interval for a share of so many throws."""
    added = ADDED / number
    centre = (value + added / 2) / (1 + added)
    half = Z * math.sqrt(value * (1 - value) / number + added / number / 4) / (1 + added)
    return Estimate(value, min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half)))


def elo(value: float) -> float:
    """The difference of ratings at which a share is expected; infinite at 0 and 1."""
    if value <= 0 or value >= 1:
        return math.copysign(math.inf, value - 0.5)
    return ELO * math.log(value / (1 - value))


def elo_difference(estimate: Estimate) -> Estimate:
    """A share as a difference of ratings."""
    return Estimate(elo(estimate.value), elo(estimate.low), elo(estimate.high))


def ratings(won: Numbers, met: Numbers) -> list[Estimate]:
    """Each bot's rating, from pairs won and met by deal, bot and opponent."""
    totals, pairs = won.sum(axis=0), met.sum(axis=0)
    soft = np.where(pairs > 0, SOFTENING, 0.0)
    values = ELO * strengths(totals + soft, pairs + 2 * soft)
    halves = Z * ELO * np.sqrt(np.diag(covariance(won, met)))
    return [Estimate(float(v), float(v - half), float(v + half)) for v, half in zip(values, halves, strict=True)]


def strengths(won: Numbers, met: Numbers) -> Numbers:
    """The log odds that make the totals most likely, by Newton's method; their sum is 0."""
    values = np.zeros(len(won))
    for _ in range(MOST_ROUNDS):
        expected = chances(values)
        step = np.linalg.pinv(information(met, expected), hermitian=True) @ (won - met * expected).sum(axis=1)
        values += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-10:
            break
    result: Numbers = values - values.mean()
    return result


def chances(strength: Numbers) -> Numbers:
    """The chance of each against each."""
    result: Numbers = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return result


def information(met: Numbers, expected: Numbers) -> Numbers:
    """How sharply the likelihood bends: each pair's weight, between its two bots."""
    return laplacian(met * expected * expected.T)


def laplacian(weights: Numbers) -> Numbers:
    """The sum of weight times (e_i - e_j)(e_i - e_j)' over pairs; the weights are symmetric."""
    result: Numbers = np.diag(weights.sum(axis=1)) - weights
    return result


def covariance(won: Numbers, met: Numbers) -> Numbers:
    """Of the strengths: the sandwich estimate, where a deal is one observation."""
    pairs = met.sum(axis=0)
    size = pairs / np.maximum(1, (met > 0).sum(axis=0))
    totals = met.sum(axis=0) + ADDED * size
    expected = chances(strengths(won.sum(axis=0) + ADDED / 2 * size, totals))
    surprise = (won - met * expected).sum(axis=2)
    added = ADDED / 2 * laplacian(np.square(size) * (np.square(expected) + np.square(expected.T)))
    bread = np.linalg.pinv(information(totals, expected), hermitian=True)
    result: Numbers = bread @ (surprise.T @ surprise + added) @ bread
    return result
