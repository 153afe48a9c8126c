"""What an edition file may say (P6)."""

from typing import Any

import pytest

from serai.core.errors import BadEdition
from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with

TILE = {"set": "A", "face": 2, "reward": "points", "amount": 3}


def test_the_standard_edition_is_the_rulebooks() -> None:
    """P2-P6"""
    record = STANDARD.record[0]
    assert record.value[: record.kinds].tolist() == [-1, 1, 2, 3, 4, 5, 7]
    assert (record.rounds, record.pack_size, record.rolls) == (9, 3, 3)
    assert (record.own_cubes, record.white_cubes, record.tiles) == (5, 6, 9)
    assert (record.value[record.extra_roll], record.value[record.lamp]) == (1, 2)


def test_a_packed_edition_can_not_be_changed() -> None:
    """P6"""
    with pytest.raises(ValueError, match="read-only"):
        STANDARD.record["rolls"] = 4


def test_a_record_can_be_read_again_with_every_tile_written_out() -> None:
    """P4, P6"""
    data = PASHA.rules.inline_edition(STANDARD.data)
    assert [set(tile) for tile in data["tiles"]] == [{"set", "face", "reward", "amount"}] * 9
    assert PASHA.rules.read_edition(data, "record").tobytes() == STANDARD.record.tobytes()
    assert PASHA.rules.inline_edition(data) == data


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cards": []}, "cards is []; allowed: a list of 1 to 15"),
        ({"cards": [1] * 16}, "cards is"),
        ({"cards": [1, 2, 0]}, "cards[2] is 0; allowed: a whole number from -9 to 30 that is not 0"),
        ({"cards": [31, 1, 2]}, "cards[0] is 31"),
        ({"cards": [1, 2, 3, 4]}, "pack_size is 3; allowed: a number that divides the 4 cards"),
        ({"cards": [1, 2, True]}, "cards[2] is True"),
        ({"pack_size": 0}, "pack_size is 0"),
        ({"pack_size": 2}, "divides the 9 cards"),
        ({"extra_roll_card": -1}, "extra_roll_card is -1; allowed: a card that each player has once"),
        ({"lamp_card": 6}, "lamp_card is 6; allowed: a card that each player has once (1, 2, 3, 4, 5, 7), or 0"),
        ({"lamp_card": None}, "lamp_card is None"),
        ({"lamp_card": True}, "lamp_card is True"),
        ({"rolls": 0}, "rolls is 0; allowed: a whole number from 1 to 6"),
        ({"rolls": 7}, "rolls is 7"),
        ({"own_cubes": 21}, "own_cubes is 21; allowed: a whole number from 0 to 20"),
        ({"white_cubes": -1}, "white_cubes is -1"),
        ({"tiles": {}}, "tiles is {}; allowed: a list of 0 to 30 tiles"),
        ({"tiles": [TILE] * 31}, "tiles is"),
        ({"tiles": [5]}, "tiles[0] is 5; allowed: a table"),
        ({"tiles": [TILE | {"set": "AB"}]}, "tiles[0].set is 'AB'; allowed: one letter from A to Z"),
        ({"tiles": [TILE | {"set": "a"}]}, "tiles[0].set is 'a'"),
        ({"tiles": [TILE | {"face": 7}]}, "tiles[0].face is 7"),
        ({"tiles": [TILE | {"reward": "gold"}]}, "tiles[0].reward is 'gold'; allowed: points, cubes, discard"),
        ({"tiles": [TILE | {"reward": []}]}, "tiles[0].reward is"),
        ({"tiles": [TILE | {"amount": 51}]}, "tiles[0].amount is 51; allowed: a whole number from 1 to 50"),
        ({"tiles": [TILE | {"amount": None}]}, "tiles[0].amount is None"),
        ({"tiles": [TILE | {"reward": "discard"}]}, "tiles[0].amount is 3; allowed: no amount"),
        ({"tiles": [TILE | {"colour": "red"}]}, "unknown key tiles[0].colour"),
        ({"name": " "}, "name is ' '"),
        ({"dice": 5}, "unknown key dice"),
    ],
)
def test_what_can_not_be_played_is_refused_with_file_key_and_limits(changes: dict[str, Any], message: str) -> None:
    """P6"""
    with pytest.raises(BadEdition) as error:
        edition_with(**changes)
    assert str(error.value).startswith("test edition: ")
    assert message in str(error.value)


def test_each_value_says_where_it_is_known_from() -> None:
    """P6"""
    known = {key: value for key, value in STANDARD.data["known"].items() if key != "rolls"}
    with pytest.raises(BadEdition, match=r"known\.rolls is missing"):
        PASHA.edition_of(STANDARD.data | {"known": known}, "file")
    with pytest.raises(BadEdition, match=r"known\.rolls is 'a friend'"):
        PASHA.edition_of(STANDARD.data | {"known": known | {"rolls": "a friend"}}, "file")


@pytest.mark.parametrize(
    "changes",
    [
        {"cards": [*range(1, 16)], "pack_size": 15},
        {"cards": [30] * 15, "pack_size": 1, "lamp_card": 0, "extra_roll_card": 0},
        {"cards": [-9] * 15, "pack_size": 5, "lamp_card": 0, "extra_roll_card": 0, "rolls": 6},
        {"cards": [1], "pack_size": 1, "lamp_card": 1, "rolls": 1},
        {"own_cubes": 20, "white_cubes": 20, "tiles": [TILE | {"reward": "cubes", "amount": 50}] * 30},
        {"cards": [*range(1, 16)], "pack_size": 3, "tiles": [TILE | {"amount": 50}] * 30},
    ],
)
def test_editions_at_their_limits_can_be_played(changes: dict[str, Any]) -> None:
    """P6"""
    for players in (2, 5):
        table = Table(players, edition=edition_with(**changes))
        table.play_randomly()
        assert table.is_over
        points = PASHA.words.explain(table.game, table.edition)
        assert sum(point.points for point in points) == sum(table.scores())
        assert all(PASHA.words.standing(table.game, table.edition, seat)[1] <= 40 for seat in range(players))
