"""The components and the set-up (P1-P9), and the bonus stack (P10)."""

from collections import Counter
from itertools import chain

import pytest

from serai.games.pasha.rules import dice
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.tests.table import STANDARD, Table, dice_of, edition_with, put_tile, started_by
from serai.games.pasha.words import narration

pytestmark = pytest.mark.three_modes


def tile(letter: str, face: int) -> dict[str, object]:
    """A tile with as many points as its face."""
    return {"set": letter, "face": face, "reward": "points", "amount": face}


@pytest.mark.parametrize(
    ("faces", "row", "column"),
    [
        ((1, 2, 3, 4, 5), "none", None),
        ((2, 3, 4, 5, 6), "none", None),
        ((1, 2, 3, 6, 6), "pair", 6),
        ((1, 1, 2, 3, 4), "pair", 1),
        ((2, 2, 2, 5, 6), "three", 2),
        ((3, 3, 3, 1, 1), "full house", 3),
        ((1, 1, 1, 6, 6), "full house", 1),
        ((4, 4, 4, 4, 6), "four", 4),
        ((5, 5, 5, 5, 5), "five", 5),
    ],
)
def test_each_combination_has_its_row_and_the_face_as_its_column(
    faces: tuple[int, ...], row: str, column: int | None
) -> None:
    """P1, P14"""
    field = int(dice.field_of(dice_of(faces), 0))
    assert narration.place_of(field) == {"row": row, "column": column}


def test_rows_and_columns_make_36_fields_from_weakest_to_strongest() -> None:
    """P1, P15"""
    places = [narration.place_of(field) for field in range(37)]
    assert places[0] == {"row": "none", "column": None}
    assert places[1] == {"row": "pair", "column": 1}
    assert places[12] == {"row": "two pairs", "column": 6}
    assert places[36] == {"row": "five", "column": 6}


@pytest.mark.parametrize("players", range(2, 6))
def test_each_player_has_nine_cards_and_five_cubes_and_no_disc_on_the_board(players: int) -> None:
    """P2, P3"""
    table = Table(players)
    for seat in range(players):
        assert table.cards(table.game.unplayed[seat]) == [-1, -1, -1, 1, 2, 3, 4, 5, 7]
        assert table.game.cubes[seat] == 5
        assert table.game.disc[seat] == -1
    assert table.game.white_cubes == 6


def test_there_are_nine_tiles_three_of_each_set() -> None:
    """P4"""
    assert Counter(tile["set"] for tile in tiles_in_order(STANDARD.data)) == {"A": 3, "B": 3, "C": 3}


def test_the_special_cards_and_the_tiles_are_data_of_the_edition() -> None:
    """P5, P6"""
    table = Table(edition=edition_with(extra_roll_card=7, lamp_card=5, tiles=[tile("A", 6)]))
    assert [tile["face"] for tile in narration.tiles_of(table.game, table.edition, -1)] == [6]
    table.hold(table.to_act, 7, 7)
    table.play("play 7")
    assert table.game.rolls_left == 3


def test_the_cards_are_shuffled_into_three_packs_of_which_one_is_in_hand() -> None:
    """P7"""
    for seed in range(20):
        table = Table(3, seed)
        for seat in range(3):
            packs = narration.packs_of(table.game, STANDARD, seat)
            assert [len(pack) for pack in packs] == [3, 3, 3]
            assert sorted(chain(*packs)) == [-1, -1, -1, 1, 2, 3, 4, 5, 7]


def test_every_card_is_in_the_first_hand_equally_often() -> None:
    """P7"""
    hands = Counter(card for seed in range(900) for card in Table(2, seed).hand(0))
    assert all(230 < hands[card] < 370 for card in (1, 2, 3, 4, 5, 7))
    assert 800 < hands[-1] < 1000


def test_the_sets_come_in_alphabetical_order_and_each_set_in_any_order() -> None:
    """P8, PR2"""
    firsts: Counter[int] = Counter()
    for seed in range(60):
        table = Table(2, seed)
        table.play_randomly()
        tiles = [tiles_in_order(STANDARD.data)[number] for number in table.game.revealed[:9]]
        assert [tile["set"] for tile in tiles] == list("AAABBBCCC")
        assert len(set(table.game.revealed[:9].tolist())) == 9
        firsts[int(table.game.revealed[0])] += 1
    assert set(firsts) == {0, 1, 2}


def test_the_order_of_tiles_in_the_file_does_not_matter() -> None:
    """P8"""
    table = Table(edition=edition_with(tiles=[tile("B", 1), tile("A", 2), tile("B", 3)]))
    assert narration.tiles_of(table.game, table.edition, -1) == [tile("A", 2)]


def test_the_first_player_is_drawn_by_lot() -> None:
    """P9"""
    firsts = Counter(int(Table(5, seed).game.first) for seed in range(500))
    assert all(60 < firsts[seat] < 145 for seat in range(5))
    assert all(Table(5, seed).to_act == Table(5, seed).game.first for seed in range(5))


def test_a_tile_that_is_not_won_stays_so_that_a_column_can_hold_several() -> None:
    """P10"""
    table = started_by(0, 2, edition_with(tiles=[tile("A", 4), tile("B", 4)]))
    put_tile(table, tile("A", 4))
    table.take_turn(3, (1, 1, 2, 3, 5))
    table.take_turn(3, (1, 2, 3, 5, 6))
    assert narration.tiles_of(table.game, table.edition, -1) == [tile("A", 4), tile("B", 4)]


def test_when_the_tiles_run_out_rounds_go_on_without_one() -> None:
    """P10, PR3"""
    table = Table(edition=edition_with(tiles=[tile("A", 4)]))
    table.play_randomly()
    assert table.game.round_number == 9
    assert table.game.revealed.tolist() == [0] + [-1] * 14
    assert [event["type"] for event in table.events].count("bonus") == 0
    assert [event["type"] for event in table.events].count("round") == 8


def test_tiles_beyond_the_number_of_rounds_stay_unseen() -> None:
    """P10, PR3"""
    table = Table(edition=edition_with(cards=[-1, 1, 2], pack_size=3, extra_roll_card=1, lamp_card=0))
    table.play_randomly()
    assert table.is_over
    assert bin(int(table.game.stack)).count("1") == 6


def test_a_game_without_tiles_can_be_played() -> None:
    """P10, PR3"""
    table = Table(edition=edition_with(tiles=[]))
    table.play_randomly()
    assert table.is_over
