"""A year's end and the next year's beginning (A24, A25)."""

import pytest

from serai.core.compiled.rng import below
from serai.games.asara.rules.state import BUYERS, HOUSE_SPACE
from serai.games.asara.tests.table import Table, edition

pytestmark = pytest.mark.three_modes


def test_two_towers_two_gold_pieces_and_the_favour_are_5_prestige() -> None:
    """E5, A24"""
    table = Table()
    table.favour(0)
    table.tower("red base* top")
    table.tower("white base top middle*")
    table.end_year()
    assert table.prestige_of(0) == 5
    assert table.prestige_of(1) == 0


@pytest.mark.parametrize(
    ("tower", "points"),
    [
        ("red base top", 1),
        ("red base top middle middle window window", 1),
        ("red base* top", 2),
        ("red base top*", 2),
        ("red base top middle* middle*", 3),
        ("red base top window*", 2),
        ("red base* top* middle* window* window", 5),
        ("red base top window lit", 2),
        ("red base top window window lit lit", 3),
        ("red base top window* lit*", 2),
        ("red base* top window window* lit lit*", 4),
    ],
)
def test_a_tower_scores_one_and_so_does_each_visible_gold_piece_and_lit_window(tower: str, points: int) -> None:
    """A24"""
    table = Table(expert=True)
    table.favour(0)
    table.tower(tower, seat=1)
    table.end_year()
    assert table.prestige_of(1) == points
    assert table.prestige_of(0) == 1, "the favour alone"


def test_the_favour_scores_for_whoever_holds_it_at_the_years_end() -> None:
    """A24"""
    table = Table(3)
    table.last_card(seat=1)
    table.favour(2)
    table.play("place blue favour")
    assert [table.prestige_of(seat) for seat in range(3)] == [0, 1, 0]


def test_unbuilt_pieces_score_nothing() -> None:
    """A24: gold counts in towers only, and so do lit windows."""
    table = Table(expert=True)
    table.favour(1)
    table.pieces("red* base", "red* top", "red lit")
    table.end_year()
    assert table.prestige_of(0) == 0


def test_each_year_scores_again_what_stands() -> None:
    """A24"""
    table = Table()
    table.favour(1)
    table.tower("red base* top")
    for year in (1, 2, 3):
        table.end_year(year)
        assert table.prestige_of(0) == 2 * year


def test_a_new_year_clears_all_buyers_and_deals_all_of_them_anew() -> None:
    """A25"""
    table = Table(3, expert=True)
    table.taken("base", "circle.3", "bank.12", "spies.3", "favour", "tent.1", "lit", "house")
    table.face_down("green", "green", seat=1)
    table.game.pairs[3] = 1
    table.end_year()
    assert table.game.year == 2
    assert not table.game.taken.any() and not table.game.pairs.any()
    assert not table.game.face_down.any() and not table.game.face_down_size.any()
    assert (table.game.colour == -1).all()
    assert [len(table.hand_of(seat)) for seat in range(3)] == [8, 8, 8]
    dealt = table.game.hand.sum(axis=0) + table.game.pile
    assert dealt.tolist() == [9] * 5
    assert table.game.pile_size == 45 - 24


def test_the_new_years_hands_are_shuffled() -> None:
    """A25, AR7: a plain deal with the hidden stream, from the new starter on, gives the same hands."""
    table = Table(3)
    table.favour(1)
    table.last_card()
    stream = table.game.hidden.copy()
    table.play("place blue house")
    deck = [buyer for buyer in BUYERS for _ in range(9)]
    for seat in (1, 2, 0):
        dealt = [deck.pop(below(stream, len(deck))) for _ in range(8)]
        assert table.hand_of(seat) == sorted(dealt, key=BUYERS.index)


def test_the_displays_are_refilled_from_the_stacks_as_far_as_those_go() -> None:
    """A25"""
    table = Table()
    table.display("base", "red")
    table.display("top", "black", "black")
    table.stack("top", "white", "white*")
    table.display("middle", *["green"] * 7)
    middles = table.stack_of("middle")
    table.end_year()
    assert len(table.display_of("base")) == 7
    assert "red" in table.display_of("base")
    assert table.display_of("top") == ["black", "black", "white", "white*"]
    assert table.stack_of("top") == []
    assert table.display_of("middle") == ["green"] * 7, "a full display stays as it is"
    assert table.stack_of("middle") == middles


def test_each_player_gets_20_asari_and_keeps_money_and_unbuilt_pieces() -> None:
    """A25"""
    table = Table(3, expert=True)
    for seat, money in enumerate((7, 0, 31)):
        table.money(money, seat=seat)
    table.pieces("red* base", "white window", "red lit", seat=1)
    table.end_year()
    assert [table.money_of(seat) for seat in range(3)] == [7 + 5 + 20, 20, 51]
    assert table.pieces_of(1) == ["red* base", "white window", "red lit"]


def test_towers_and_the_lit_windows_under_the_stack_stay_over_the_years() -> None:
    """A25: buyers, money and displays are all that a new year changes."""
    table = Table(expert=True)
    table.tower("red base top")
    table.under(("white", 0), ("black", 1))
    unseen = table.stack_of("lit")
    table.end_year()
    assert table.towers_of(0) == ["red base top"]
    assert table.under_the_stack() == [("white", 0), ("black", 1)]
    assert table.stack_of("lit") == unseen


@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_the_holder_of_the_favour_starts_the_new_year(holder: int) -> None:
    """A25, A20"""
    table = Table(4)
    table.favour(holder)
    table.end_year()
    assert table.game.starter == table.game.turn_of == table.game.favour_holder == holder


def test_a_new_year_follows_years_1_2_and_3_and_the_fourth_is_the_last() -> None:
    """A25"""
    table = Table()
    for year in (1, 2, 3):
        assert not table.is_over()
        table.end_year(year)
        assert table.game.year == year + 1
    table.end_year(4)
    assert table.is_over()
    assert table.legal() == set()
    assert table.why("place blue house") == "GAME_OVER"
    assert table.why("decline") == "GAME_OVER"


def test_after_the_last_year_nobody_gets_money_or_cards() -> None:
    """A25"""
    table = Table()
    table.money(3)
    table.end_year(4)
    assert table.money_of(0) == 8
    assert table.hand_of(0) == table.hand_of(1) == []


def test_an_edition_may_have_other_years_and_yearly_money() -> None:
    """A25, A4"""
    table = Table(edition=edition(years=2, year_money=11))
    table.money(0, seat=1)
    table.end_year(1)
    assert table.money_of(1) == 11
    table.end_year(2)
    assert table.is_over()


def test_the_coloured_house_is_emptied_too() -> None:
    """A25, A18"""
    table = Table()
    table.play(f"place {table.hand_of(0)[0]} house")
    table.end_year()
    assert table.game.taken[HOUSE_SPACE] == 0
