"""Intervals cover what they promise although games come in deals; ratings follow from shares."""

import math

import numpy as np
import pytest

from serai.arena.ratings import (
    Estimate,
    Numbers,
    effective_number,
    elo,
    elo_difference,
    ratings,
    share,
    strengths,
    wilson,
)

TRIALS = 400


def deals_of(generator: np.random.Generator, deals: int, mean: float, kinship: float) -> Numbers:
    """Games won of two in each deal, whose games are as alike as `kinship` says (0: independent)."""
    if kinship == 0:
        return generator.binomial(2, mean, deals).astype(np.float64)
    weight = 1 / kinship - 1
    return generator.binomial(2, generator.beta(mean * weight, (1 - mean) * weight, deals)).astype(np.float64)


def coverage(deals: int, mean: float, kinship: float) -> float:
    """How often the interval holds the true share."""
    generator, two = np.random.default_rng(7), np.full(deals, 2.0)
    found = [share(deals_of(generator, deals, mean, kinship), two) for _ in range(TRIALS)]
    return sum(estimate.low <= mean <= estimate.high for estimate in found) / TRIALS


@pytest.mark.parametrize("deals", [10, 30, 100])
@pytest.mark.parametrize("mean", [0.5, 0.8, 0.97])
def test_about_95_of_100_intervals_cover_the_share(deals: int, mean: float) -> None:
    found = [coverage(deals, mean, kinship) for kinship in (0, 0.3, 0.9)]
    assert min(found) >= 0.91 and 0.94 <= sum(found) / 3 <= 0.99


def test_intervals_that_forget_the_deals_would_cover_too_little() -> None:
    generator, two = np.random.default_rng(7), np.full(100, 2.0)
    wins = [float(deals_of(generator, 100, 0.5, 0.9).sum() / two.sum()) for _ in range(TRIALS)]
    found = [wilson(value, 200) for value in wins]
    assert sum(estimate.low <= 0.5 <= estimate.high for estimate in found) / TRIALS < 0.9


def test_intervals_are_as_wide_as_the_likeness_of_games_in_a_deal_asks() -> None:
    generator, two = np.random.default_rng(1), np.full(1000, 2.0)
    numbers = [effective_number(deals_of(generator, 1000, 0.6, kinship), two) for kinship in (0, 0.5, 0.999)]
    assert numbers == pytest.approx([2000, 1333, 1000], rel=0.1)


def test_the_deal_that_each_wins_once_says_most() -> None:
    one, two = np.ones(100), np.full(100, 2.0)
    assert effective_number(one, two) > 2000
    assert share(one, two).value == 0.5 and share(one, two).high < 0.52


def test_nothing_is_certain_after_winning_every_game() -> None:
    estimate = share(np.full(50, 2.0), np.full(50, 2.0))
    assert estimate.value == estimate.high == 1.0 and estimate.low == pytest.approx(wilson(1.0, 50).low)


def test_deals_in_which_two_never_met_say_nothing() -> None:
    won, met = np.array([1.0, 2.0, 0.0, 1.0]), np.full(4, 2.0)
    assert share(np.append(won, [0, 0]), np.append(met, [0, 0])) == share(won, met)


def test_wilsons_interval_is_the_one_in_books() -> None:
    estimate = wilson(0.4, 10)
    assert [estimate.low, estimate.high] == pytest.approx([0.1682, 0.6873], abs=1e-4)


def test_shares_become_ratings_on_the_elo_scale() -> None:
    assert elo(0.5) == 0 and elo(10 / 11) == pytest.approx(400) and elo(1 / 11) == pytest.approx(-400)
    assert elo_difference(Estimate(1.0, 0.5, 1.0)) == Estimate(math.inf, 0.0, math.inf)
    assert elo(0.0) == -math.inf


def test_strengths_reproduce_the_shares_they_come_from() -> None:
    truth = np.array([0.9, 0.1, -1.0])
    expected = 1 / (1 + np.exp(truth[None, :] - truth[:, None]))
    met = np.full((3, 3), 50.0) - 50 * np.eye(3)
    assert strengths(expected * met, met) == pytest.approx(truth, abs=1e-8)


def test_two_bots_stand_half_their_difference_from_the_average() -> None:
    won, met = np.zeros((2, 400, 2, 2))
    won[:, 0, 1], won[:, 1, 0], met[:, 0, 1], met[:, 1, 0] = 1.5, 0.5, 2, 2
    better, worse = ratings(won, met)
    assert better.value == pytest.approx(elo(0.75) / 2, rel=0.01) and worse.value == pytest.approx(-better.value)


def test_a_bot_that_never_loses_has_a_rating_of_which_little_is_known() -> None:
    won, met = np.zeros((2, 50, 2, 2))
    won[:, 0, 1], met[:, 0, 1], met[:, 1, 0] = 2, 2, 2
    best, _ = ratings(won, met)
    assert 200 < best.value < 1000 and 100 < best.high - best.value < 1000


def deals_of_three(generator: np.random.Generator, deals: int) -> tuple[Numbers, Numbers]:
    """Pairs of three bots of different strength, each luckier in some deals than in others."""
    won, met = np.zeros((2, deals, 3, 3))
    form = np.array([0.6, 0.0, -0.6]) + generator.normal(0, 0.5, (deals, 3))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        won[:, i, j] = generator.binomial(3, 1 / (1 + np.exp(form[:, j] - form[:, i])))
        won[:, j, i], met[:, i, j], met[:, j, i] = 3 - won[:, i, j], 3, 3
    return won, met


def test_about_95_of_100_intervals_cover_the_rating() -> None:
    generator = np.random.default_rng(3)
    truth = [one.value for one in ratings(*deals_of_three(generator, 100_000))]
    found = [ratings(*deals_of_three(generator, 60)) for _ in range(200)]
    hits = [one.low <= value <= one.high for each in found for one, value in zip(each, truth, strict=True)]
    assert 0.92 <= sum(hits) / len(hits) <= 0.98
