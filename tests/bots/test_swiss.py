"""A Swiss seats those of similar standing together, repeats no pairing without need, and is fair about rests."""

import random
from itertools import combinations, pairwise

import pytest

from serai.arena import swiss
from serai.arena.formats import RoundRobin, Swiss, default_rounds, format_of
from serai.arena.games import Effort, GameResult
from serai.arena.seating import Fixture, fixtures
from serai.arena.swiss import Draw, History, draw, plain_draw
from serai.core.errors import BadOptions


def in_order(fixture: Fixture) -> GameResult:
    """A game that bots of lower numbers win."""
    scores = tuple(100 - bot for bot in fixture.seating)
    return GameResult(fixture, scores, (scores.index(max(scores)),), (Effort(1, 1, 0.0, 0.0),) * len(scores))


def by_chance(generator: random.Random, fixture: Fixture) -> GameResult:
    """A game that anyone wins."""
    scores = tuple(generator.randrange(50) for _ in fixture.seating)
    return GameResult(fixture, scores, (scores.index(max(scores)),), (Effort(1, 1, 0.0, 0.0),) * len(scores))


def drawn_by_chance(bots: int, players: int, rounds: int, seed: int) -> list[Draw]:
    """All rounds of a Swiss whose games anyone wins."""
    swiss, generator = Swiss(bots, players, 1, seed, rounds), random.Random(seed)
    results: list[GameResult] = []
    for _ in range(rounds):
        results += [by_chance(generator, fixture) for fixture in swiss.draw(results)]
    return swiss.draws


def pairings(draws: list[Draw]) -> list[tuple[int, int]]:
    """Every two that sat together, as often as they did."""
    return [pair for drawn in draws for table in drawn.tables for pair in combinations(sorted(table), 2)]


@pytest.mark.parametrize("bots", range(2, 11))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_two_meet_twice_before_all_have_met(bots: int, seed: int) -> None:
    rounds = bots - 1 if bots % 2 == 0 else bots
    found = pairings(drawn_by_chance(bots, 2, rounds, seed))
    assert sorted(found) == list(combinations(range(bots), 2))


@pytest.mark.parametrize(("bots", "players"), [(5, 2), (7, 3), (6, 4), (11, 4)])
def test_nobody_rests_a_second_time_before_all_have_rested(bots: int, players: int) -> None:
    rests = [0] * bots
    for drawn in drawn_by_chance(bots, players, 8, 1):
        assert len(drawn.resting) == bots % players
        assert sorted(drawn.resting + tuple(bot for table in drawn.tables for bot in table)) == list(range(bots))
        for bot in drawn.resting:
            rests[bot] += 1
        assert max(rests) - min(rests) <= 1


def fewest_repeated(left: tuple[int, ...], history: History, players: int) -> int:
    """By trying every seating."""
    if not left:
        return 0
    return min(
        history.repeat_count((left[0], *mates))
        + fewest_repeated(tuple(bot for bot in left[1:] if bot not in mates), history, players)
        for mates in combinations(left[1:], players - 1)
    )


@pytest.mark.parametrize(("bots", "players"), [(6, 2), (6, 3), (9, 3), (8, 4)])
def test_as_few_pairings_are_repeated_as_can_be(bots: int, players: int) -> None:
    history, generator = History.empty(bots), random.Random(5)
    for _ in range(7):
        order = generator.sample(range(bots), bots)
        drawn = draw(order, history, players, 0)
        assert sum(map(history.repeat_count, drawn.tables)) == fewest_repeated(tuple(order), history, players)
        history = history.with_draw(drawn)


def test_the_best_meet_the_best() -> None:
    swiss = Swiss(8, 2, 1, 4, 3)
    first = [in_order(fixture) for fixture in swiss.draw([])]
    winners = {min(table) for table in swiss.draws[0].tables}
    swiss.draw(first)
    assert all((one in winners) == (other in winners) for one, other in swiss.draws[1].tables)


def test_lots_from_the_seed_decide_before_there_are_results() -> None:
    draws = {str(drawn_by_chance(8, 2, 1, seed)) for seed in range(6)}
    assert len(draws) > 3 and drawn_by_chance(8, 2, 7, 3) == drawn_by_chance(8, 2, 7, 3)


def test_every_deal_of_a_table_is_played_in_every_turn_of_it() -> None:
    swiss = Swiss(7, 3, 40, 1, 3)
    results: list[GameResult] = []
    for number in range(1, 4):
        drawn = swiss.draw(results)
        assert {swiss.round_of(fixture.deal) for fixture in drawn} == {number}
        results += [in_order(fixture) for fixture in drawn]
    assert len(results) == swiss.games == 3 * 2 * 3 * 3 >= 40
    by_deal: dict[int, list[tuple[int, ...]]] = {}
    for game in results:
        by_deal.setdefault(game.fixture.deal, []).append(game.fixture.seating)
    assert list(by_deal) == list(range(18))
    for seatings in by_deal.values():
        assert len(seatings) == 3 and all(two == (*one[1:], one[0]) for one, two in pairwise(seatings))


def test_a_field_too_large_to_search_is_drawn_table_by_table(monkeypatch: pytest.MonkeyPatch) -> None:
    history = History.empty(9).with_draw(Draw(((0, 1), (2, 3), (4, 5), (6, 7)), (8,)))
    drawn = plain_draw(range(9), history, 2)
    assert drawn.resting == (7,) and sum(map(history.repeat_count, drawn.tables)) == 0
    assert sorted(bot for table in drawn.tables for bot in table) == [0, 1, 2, 3, 4, 5, 6, 8]
    monkeypatch.setattr(swiss, "SEARCH_LIMIT", 3)
    order = [8, 1, 0, 3, 2, 5, 4, 7, 6]
    assert draw(order, history, 2, 3) == plain_draw(order, history, 2)
    for lone in drawn_by_chance(61, 4, 3, 1):
        assert sorted(lone.resting + tuple(bot for table in lone.tables for bot in table)) == list(range(61))


def test_formats_are_found_by_name_and_say_what_they_refuse() -> None:
    robin = format_of("round-robin", 3, 2, 10, 1, None)
    assert isinstance(robin, RoundRobin) and robin.draw([]) == fixtures(3, 2, 10) and robin.games == 12
    assert isinstance(format_of("swiss", 3, 2, 10, 1, None), Swiss)
    assert [default_rounds(bots) for bots in (2, 3, 4, 8, 16)] == [1, 2, 3, 5, 6]
    with pytest.raises(BadOptions, match="rounds can only be given for the format swiss"):
        format_of("round-robin", 3, 2, 10, 1, 5)
    with pytest.raises(BadOptions, match="4 seats at a table needs at least 4 bots, not 3"):
        format_of("swiss", 3, 4, 10, 1, 5)
