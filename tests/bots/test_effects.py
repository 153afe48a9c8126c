"""What is due to bots, seats and deals is told apart, with intervals that hold what they promise."""

import math

import numpy as np
import pytest

from serai.arena.effects import Effects, Sample, effects_of
from serai.arena.games import Effort, GameResult
from serai.arena.seating import Fixture, fixtures

BOTS, SEATS = (6.0, 1.0, -3.0, -4.0), (2.0, 0.5, -2.5)
EFFORT = Effort(1, 1, 0.0, 0.0)


def games(
    generator: np.random.Generator, count: int, seats: tuple[float, ...] = SEATS, deal: float = 0.0, rest: float = 0.0
) -> list[GameResult]:
    """Games whose points are what bots, seats, deals and chance add."""
    todo = fixtures(len(BOTS), len(seats), count)
    levels = generator.normal(50, deal, 1 + max(fixture.deal for fixture in todo))
    return [played(fixture, seats, float(levels[fixture.deal]), generator.normal(0, rest, 3)) for fixture in todo]


def played(
    fixture: Fixture, seats: tuple[float, ...], level: float, luck: "np.ndarray[tuple[int], np.dtype[np.float64]]"
) -> GameResult:
    """One such game, in whole points out of a million."""
    points = [level + BOTS[bot] + seats[seat] + luck[seat] for seat, bot in enumerate(fixture.seating)]
    scores = tuple(round(1000 * value) for value in points)
    return GameResult(fixture, scores, (scores.index(max(scores)),), (EFFORT,) * len(scores))


def values(found: Effects) -> list[float]:
    """Effects of bots, then of seats."""
    return [estimate.value for estimate in (*found.bots, *(seat.points for seat in found.seats))]


def test_effects_that_points_were_made_of_are_found_again() -> None:
    found = effects_of(games(np.random.default_rng(1), 60, deal=20), 4)
    assert values(found) == pytest.approx([1000 * value for value in (*BOTS, *SEATS)], abs=1)


def test_the_fit_is_that_of_least_squares_with_every_deal_written_out() -> None:
    sample = Sample(games(np.random.default_rng(2), 24, deal=9, rest=5), 4)
    whole = np.hstack([sample.marks["bot"], sample.marks["seat"], np.eye(sample.deals)[sample.deal]])
    found = np.linalg.lstsq(whole, sample.points, rcond=None)[0]
    wanted = [*(found[:4] - found[:4].mean()), *(found[4:7] - found[4:7].mean())]
    assert [estimate.value for estimate in sample.estimates()] == pytest.approx(wanted)


def test_about_95_of_100_intervals_hold_the_effect_of_a_seat() -> None:
    generator, trials = np.random.default_rng(3), 150
    found = [effects_of(games(generator, 120, deal=20, rest=8), 4).seats for _ in range(trials)]
    for seat, effect in enumerate(SEATS):
        held = sum(seats[seat].points.low <= 1000 * effect <= seats[seat].points.high for seats in found)
        assert 0.88 <= held / trials <= 0.99


@pytest.mark.parametrize(("bots", "seats", "deals"), [(2, 2, 3), (3, 2, 3), (4, 2, 6), (4, 3, 4), (3, 3, 10)])
def test_intervals_of_few_deals_hold_what_they_promise(bots: int, seats: int, deals: int) -> None:
    generator, trials = np.random.default_rng(6), 150
    todo, held = fixtures(bots, seats, deals * seats), np.zeros(bots + seats)
    assert len({fixture.deal for fixture in todo}) == deals
    for _ in range(trials):
        luck = generator.normal(0, 8000, (deals, bots + seats))  # of a bot and of a seat in a deal
        found = effects_of([lucky(fixture, luck[fixture.deal], bots) for fixture in todo], bots)
        estimates = [*found.bots, *(seat.points for seat in found.seats)]
        assert all(math.isfinite(estimate.low) and estimate.low < estimate.high for estimate in estimates)
        held += [estimate.low <= 0 <= estimate.high for estimate in estimates]
    assert 0.92 <= held[:bots].mean() / trials <= 0.99 and 0.92 <= held[bots:].mean() / trials <= 0.99


def lucky(fixture: Fixture, luck: "np.ndarray[tuple[int], np.dtype[np.float64]]", bots: int) -> GameResult:
    """A game whose points are the luck of its bots and its seats in its deal."""
    scores = tuple(round(luck[bot] + luck[bots + seat]) for seat, bot in enumerate(fixture.seating))
    return GameResult(fixture, scores, (scores.index(max(scores)),), (EFFORT,) * len(scores))


def test_a_bot_in_one_deal_only_has_an_infinite_interval() -> None:
    pairs = [(0, (0, 1)), (0, (1, 0)), (1, (1, 0)), (1, (0, 1)), (2, (1, 2)), (2, (2, 1))]
    alike = [GameResult(Fixture(deal, seating), (5, 3), (0,), (EFFORT,) * 2) for deal, seating in pairs]
    found = effects_of(alike, 3)
    assert all(bot.high == math.inf == -bot.low for bot in found.bots)
    assert all(math.isfinite(seat.points.high) for seat in found.seats)


@pytest.mark.parametrize(("deal", "rest", "largest"), [(0.0, 0.1, "bot"), (40.0, 0.1, "deal"), (0.1, 40.0, "rest")])
def test_shares_of_the_variance_sum_to_one_and_name_its_cause(deal: float, rest: float, largest: str) -> None:
    shares = effects_of(games(np.random.default_rng(4), 120, deal=deal, rest=rest), 4).variance
    assert list(shares) == ["bot", "seat", "deal", "rest"] and sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=lambda factor: shares[factor]) == largest and shares[largest] > 0.6


def test_chance_alone_is_not_laid_at_the_deals_door() -> None:
    generator = np.random.default_rng(5)
    found = [effects_of(games(generator, 120, (0.0,) * 3, rest=30), 4).variance["deal"] for _ in range(20)]
    assert sum(found) / 20 < 0.05


def test_wins_by_seat_are_shares_and_a_shared_win_counts_in_parts() -> None:
    both = GameResult(Fixture(0, (0, 1)), (5, 5), (0, 1), (EFFORT,) * 2)
    one = GameResult(Fixture(0, (1, 0)), (7, 5), (0,), (EFFORT,) * 2)
    seats = effects_of([both, one], 2).seats
    assert [seat.wins.value for seat in seats] == [0.75, 0.25]
    assert [seat.points.value for seat in seats] == pytest.approx([0.5, -0.5])


def test_one_deal_says_nothing_about_how_sure_it_is() -> None:
    found = effects_of([GameResult(Fixture(0, (0, 1)), (5, 3), (0,), (EFFORT,) * 2)], 2)
    assert found.bots[0].low == -math.inf and found.seats[0].points.high == math.inf


def test_games_that_all_end_alike_have_no_variance_to_share() -> None:
    alike = [GameResult(Fixture(deal, (0, 1)), (5, 5), (0, 1), (EFFORT,) * 2) for deal in range(3)]
    assert effects_of(alike, 2).variance == {"bot": 0.0, "seat": 0.0, "deal": 0.0, "rest": 1.0}
