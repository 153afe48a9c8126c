"""Points, and who wins (P19, P20)."""

from itertools import product

import pytest

from serai.core.words.reasons import Reason
from serai.games.pasha.tests.table import PASHA, STANDARD, Table

pytestmark = pytest.mark.three_modes


def finished(*cubes: int, won: tuple[tuple[int, ...], ...] = ()) -> Table:
    """A table where seats have so many cubes and won these cards."""
    table = Table(len(cubes))
    kinds = STANDARD.record[0].value.tolist()
    for seat, number in enumerate(cubes):
        table.game.cubes[seat] = number
        for value in won[seat] if won else ():
            table.game.won[seat, kinds.index(value)] += 1
    return table


def test_the_game_ends_after_nine_rounds() -> None:
    """P19"""
    table = Table(3)
    table.play_randomly()
    assert table.game.round_number == 9
    assert table.legal() == []
    assert table.reason("mark") == Reason("P19", "the game is over: all 9 rounds are played")
    assert table.events[-1] == {"type": "end"}


def test_points_are_cards_and_points_tiles_and_cubes() -> None:
    """P19, PR5"""
    table = finished(3, 0, won=((7, 4, -1, -1), (5,)))
    table.game.revealed[0] = 0
    table.game.holder[0] = 0
    assert table.scores() == [7 + 4 - 2 + 3 + 3, 5]


def test_points_can_be_below_zero() -> None:
    """P19"""
    assert finished(0, 1, won=((-1, -1, -1), (-1,))).scores() == [-3, 0]


def test_each_point_is_explained() -> None:
    """P19"""
    table = finished(2, 0, won=((7, 4, 4, -1, -1), ()))
    table.game.revealed[0] = 0
    table.game.holder[0] = 0
    points = PASHA.words.explain(table.game, STANDARD)
    assert [(point.seat, point.points, point.why, point.sentence) for point in points] == [
        (0, 13, "cards", "cards won: 7, 2 times 4, 2 times -1 (P19)"),
        (0, 3, "tiles", "bonus tiles: 3 (P17, P19)"),
        (0, 2, "cubes", "action cubes left: 2, 1 point each (P19)"),
    ]


def test_the_explained_points_are_the_scores_and_the_last_events() -> None:
    """P19"""
    for seed in range(5):
        table = Table(4, seed)
        table.play_randomly(seed=seed)
        points = PASHA.words.explain(table.game, STANDARD)
        assert [sum(point.points for point in points if point.seat == seat) for seat in range(4)] == table.scores()
        scored = [event for event in table.events if event["type"] == "score"]
        assert [(event["seat"], event["why"]) for event in scored] == list(
            product(range(4), ("cards", "tiles", "cubes"))
        )
        assert [event for event in scored if event["points"]] == [
            {"type": "score", "seat": point.seat, "points": point.points, "why": point.why} for point in points
        ]


@pytest.mark.parametrize(
    ("cubes", "won", "winners"),
    [
        ((1, 1), ((7,), (5,)), [0]),
        ((0, 2), ((7,), (5,)), [1]),
        ((2, 2, 0), ((5,), (5,), (7,)), [0, 1]),
        ((1, 1, 1), ((5,), (5,), (5,)), [0, 1, 2]),
        ((0, 0), ((-1, -1), (-1,)), [1]),
    ],
)
def test_most_points_win_then_most_cubes_then_the_win_is_shared(
    cubes: tuple[int, ...], won: tuple[tuple[int, ...], ...], winners: list[int]
) -> None:
    """P20, PR5"""
    table = finished(*cubes, won=won)
    assert table.winners() == winners
    standings = [PASHA.words.standing(table.game, STANDARD, seat) for seat in range(len(cubes))]
    assert [seat for seat, standing in enumerate(standings) if standing == max(standings)] == winners
