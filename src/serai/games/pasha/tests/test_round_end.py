"""Who takes which cards and tiles, and who starts the next round (P16-P18)."""

from typing import Any

import pytest

from serai.core.records.record import Event
from serai.games.pasha.tests.table import Table, edition_with, put_tile, started_by
from serai.games.pasha.words import narration

pytestmark = pytest.mark.three_modes

THREE_POINTS = {"set": "A", "face": 2, "reward": "points", "amount": 3}
TWO_CUBES = {"set": "A", "face": 3, "reward": "cubes", "amount": 2}
DISCARD = {"set": "A", "face": 5, "reward": "discard", "amount": None}

BEST, SECOND, THIRD, LAST = (6, 6, 6, 6, 1), (6, 6, 6, 1, 3), (2, 2, 1, 3, 4), (1, 2, 3, 4, 6)


def round_of(table: Table, *turns: tuple[int, tuple[int, ...]]) -> list[Event]:
    """Let each seat play a card and mark its dice; what the last disc brought about."""
    events = []
    for value, faces in turns:
        events = table.take_turn(value, faces)
    return events


def table_with(tile: dict[str, Any], players: int = 2) -> Table:
    """A new game of the standard edition, begun by seat 0, with this tile above its column."""
    table = started_by(0, players)
    put_tile(table, tile)
    return table


def test_the_rulebooks_round_of_four() -> None:
    """E3, P16, P17"""
    table = table_with(THREE_POINTS, 4)
    events = round_of(table, (-1, LAST), (-1, BEST), (7, THIRD), (4, SECOND))
    assert [table.won(seat) for seat in range(4)] == [[-1, -1], [7], [], [4]]
    assert narration.tiles_of(table.game, table.edition, 2) == [THREE_POINTS]
    assert events[2:6] == [
        {"type": "win", "seat": 1, "cards": [7]},
        {"type": "win", "seat": 3, "cards": [4]},
        {"type": "win", "seat": 0, "cards": [-1, -1]},
        {"type": "tile", "seat": 2, "tile": THREE_POINTS},
    ]


def test_the_last_ranked_gets_a_positive_card_only_when_no_negative_one_is_played() -> None:
    """P16"""
    table = started_by(0, 3)
    round_of(table, (2, LAST), (4, BEST), (3, SECOND))
    assert [table.won(seat) for seat in range(3)] == [[2], [4], [3]]


def test_when_all_play_negative_cards_the_last_takes_them_all() -> None:
    """P16"""
    table = started_by(0, 3)
    round_of(table, (-1, SECOND), (-1, BEST), (-1, LAST))
    assert [table.won(seat) for seat in range(3)] == [[], [], [-1, -1, -1]]


def test_equal_cards_go_to_the_best_two() -> None:
    """P16"""
    table = started_by(0, 3)
    round_of(table, (5, LAST), (5, BEST), (1, SECOND))
    assert [table.won(seat) for seat in range(3)] == [[1], [5], [5]]


def test_other_negative_cards_are_treated_as_those_of_minus_one() -> None:
    """P16, P17, PR1"""
    table = started_by(0, 3, edition_with(cards=[-4, -1, 3], extra_roll_card=0, lamp_card=0, tiles=[DISCARD]))
    round_of(table, (-4, LAST), (-1, BEST), (3, SECOND))
    assert [table.won(seat) for seat in range(3)] == [[-4, -1], [3], []]
    assert table.scores() == [0, 8, 5]
    table.take_turn(-1, BEST)
    table.take_turn(3, (1, 1, 1, 2, 3))
    table.take_turn(3, (5, 5, 1, 2, 3))
    assert [table.won(seat) for seat in range(3)] == [[], [3, 3], [3]]


def test_a_tile_goes_to_the_best_disc_in_its_column_not_the_best_of_all() -> None:
    """P17"""
    table = table_with(THREE_POINTS, 4)
    round_of(table, (1, (2, 2, 2, 1, 3)), (1, BEST), (1, (2, 2, 2, 5, 6)), (1, THIRD))
    assert narration.tiles_of(table.game, table.edition, 2) == [THREE_POINTS]
    assert table.scores()[2] == 5 + 1 + 3


def test_a_disc_beside_the_board_is_in_no_column() -> None:
    """P17"""
    table = table_with({"set": "C", "face": 6, "reward": "points", "amount": 4})
    round_of(table, (1, (1, 2, 3, 4, 6)), (1, (2, 3, 4, 5, 6)))
    assert table.game.holder[0] == -1


def test_the_winner_of_a_column_takes_all_its_tiles() -> None:
    """P17"""
    tiles = [{"set": "A", "face": 2, "reward": "points", "amount": amount} for amount in (3, 4)]
    table = started_by(0, 2, edition_with(tiles=tiles))
    round_of(table, (1, BEST), (1, LAST))
    events = round_of(table, (1, (2, 2, 3, 4, 5)), (1, LAST))
    assert [event["seat"] for event in events if event["type"] == "tile"] == [0, 0]
    assert table.scores()[0] == 5 + 1 + 1 + 7


def test_discarding_removes_the_negative_cards_won_this_round_too() -> None:
    """P16, P17"""
    table = table_with(DISCARD)
    table.game.won[1, 0] = 2
    table.game.won[1, 3] = 1
    round_of(table, (-1, BEST), (-1, (5, 5, 1, 2, 3)))
    assert table.won(1) == [3]
    assert table.game.holder[0] == 5


def test_a_cubes_tile_gives_white_cubes_and_leaves_the_game() -> None:
    """P17"""
    table = table_with(TWO_CUBES)
    round_of(table, (1, (3, 3, 1, 2, 4)), (1, LAST))
    assert table.game.cubes[0] == 7
    assert table.game.white_cubes == 4
    assert table.game.holder[0] == 5


def test_no_more_white_cubes_are_given_than_are_left() -> None:
    """P17"""
    table = table_with(TWO_CUBES)
    table.game.white_cubes = 1
    round_of(table, (1, (3, 3, 1, 2, 4)), (1, LAST))
    assert table.game.cubes[0] == 6
    assert table.game.white_cubes == 0


def test_several_tiles_resolve_in_the_order_revealed() -> None:
    """P17"""
    tiles = [{"set": letter, "face": face, "reward": "cubes", "amount": 4} for letter, face in (("A", 2), ("B", 4))]
    table = started_by(0, 2, edition_with(tiles=tiles))
    round_of(table, (1, BEST), (1, LAST))
    events = round_of(table, (1, (4, 4, 4, 1, 2)), (1, (2, 2, 3, 4, 5)))
    taken = [(event["seat"], event["tile"]["set"]) for event in events if event["type"] == "tile"]
    assert taken == [(1, "A"), (0, "B")]
    assert table.game.cubes[:2].tolist() == [7, 9]


def test_the_discs_come_back_and_the_best_starts_the_next_round() -> None:
    """P18"""
    table = started_by(0, 3)
    events = round_of(table, (1, LAST), (1, THIRD), (1, BEST))
    assert table.game.disc[:3].tolist() == [-1, -1, -1]
    assert table.game.played[:3].tolist() == [-1, -1, -1]
    assert table.to_act == table.game.first == 2
    assert {"type": "round", "number": 2} in events
