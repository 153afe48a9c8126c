"""Seats are given out fairly: on every deal each bot sits in each place equally often, and all pairs meet."""

from collections import Counter
from itertools import combinations

import pytest

from serai.arena.seating import Fixture, fixtures, line_ups, orders_of
from serai.core.errors import BadOptions

TABLES = [(bots, players) for bots in range(2, 7) for players in range(2, 6)]


def deals(found: list[Fixture]) -> dict[int, list[tuple[int, ...]]]:
    """The seatings of each deal."""
    return {deal: [f.seating for f in found if f.deal == deal] for deal in dict.fromkeys(f.deal for f in found)}


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_each_bot_sits_in_each_place_on_the_same_deal(bots: int, players: int) -> None:
    for seatings in deals(fixtures(bots, players, 1000)).values():
        for bot in set(seatings[0]):
            assert len({sum(seating[seat] == bot for seating in seatings) for seat in range(players)}) == 1
        assert len(set(seatings)) == len(seatings)


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_pair_of_bots_meets_equally_often(bots: int, players: int) -> None:
    met = Counter(
        frozenset(pair)
        for f in fixtures(bots, players, 1000)
        for pair in combinations(f.seating, 2)
        if len({*pair}) > 1
    )
    assert len(met) == bots * (bots - 1) // 2 and len(set(met.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_has_equally_many_seats(bots: int, players: int) -> None:
    seats = Counter(bot for f in fixtures(bots, players, 1000) for bot in f.seating)
    assert len(seats) == bots and len(set(seats.values())) == 1


def test_two_bots_at_two_seats_play_each_deal_twice() -> None:
    assert fixtures(2, 2, 4) == [Fixture(0, (0, 1)), Fixture(0, (1, 0)), Fixture(1, (0, 1)), Fixture(1, (1, 0))]


def test_two_bots_share_larger_tables_half_and_half() -> None:
    assert line_ups(2, 4) == [(0, 0, 1, 1)]
    assert line_ups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert line_ups(2, 5) == [(0, 0, 0, 1, 1), (0, 0, 1, 1, 1)]


def test_more_bots_than_seats_meet_in_every_combination() -> None:
    assert line_ups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert len(line_ups(6, 3)) == 20


def test_the_order_around_the_table_changes_from_round_to_round() -> None:
    assert orders_of((0, 0, 1, 1)) == [(0, 0, 1, 1), (0, 1, 0, 1)]
    assert orders_of((0, 1, 2)) == [(0, 1, 2), (0, 2, 1)]
    assert len(orders_of((0, 1, 2, 3, 4))) == 24
    seatings = {f.seating for f in fixtures(3, 3, 6)}
    assert len(seatings) == 6


def test_whole_rounds_are_played() -> None:
    assert len(fixtures(2, 2, 3)) == 4 and len(fixtures(2, 3, 7)) == 12 and len(fixtures(3, 2, 6)) == 6


@pytest.mark.parametrize(
    ("bots", "players", "games", "said"),
    [
        (1, 2, 10, "an arena needs at least 2 bots and 2 seats, not 1 and 2"),
        (2, 1, 10, "an arena needs at least 2 bots and 2 seats, not 2 and 1"),
        (2, 2, 1, "1 games are too few for 2 bots at 2 seats; allowed: 2 or more"),
        (3, 2, 5, "5 games are too few for 3 bots at 2 seats; allowed: 6 or more"),
        (2, 3, 3, "3 games are too few for 2 bots at 3 seats; allowed: 6 or more"),
    ],
)
def test_too_few_bots_or_games_are_refused(bots: int, players: int, games: int, said: str) -> None:
    with pytest.raises(BadOptions) as raised:
        fixtures(bots, players, games)
    assert said in str(raised.value)
