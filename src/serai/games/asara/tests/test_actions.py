"""What the areas do: markets, bank, coloured house, spies, favour, tent (A13, A17 to A21)."""

import pytest

from serai.games.asara.rules.state import COLOURS
from serai.games.asara.tests.table import Table, edition

pytestmark = pytest.mark.three_modes

PRICES = {"brown": 3, "green": 4, "red": 5, "black": 6, "white": 8}


def market_table(*pieces: str, money: int = 20) -> Table:
    """The first player has just placed a blue buyer in the market of middles."""
    table = Table()
    table.hand("blue", "blue")
    table.money(money)
    table.display("middle", *pieces)
    table.play("place blue middle")
    return table


def spying_table(money: int = 20) -> Table:
    """The first player has just placed a blue buyer with the spies, on space 3."""
    table = Table()
    table.hand("blue", "blue")
    table.money(money)
    table.play("place blue spies.3")
    return table


def test_a_black_middle_bought_with_a_blue_buyer_costs_6() -> None:
    """E1, A13"""
    table = market_table("black", "white")
    table.play("buy black")
    assert table.money_of(0) == 14
    assert table.pieces_of(0) == ["black middle"]
    assert table.display_of("middle") == ["white"]


@pytest.mark.parametrize(("colour", "price"), PRICES.items())
@pytest.mark.parametrize("gold", ["", "*"])
def test_a_piece_costs_its_colours_price_and_gold_costs_nothing_extra(colour: str, price: int, gold: str) -> None:
    """A13"""
    table = market_table(colour + gold, money=price)
    table.play(f"buy {colour}{gold}")
    assert table.money_of(0) == 0
    assert table.pieces_of(0) == [f"{colour}{gold} middle"]


def test_a_player_may_decline_and_the_buyer_stays() -> None:
    """A13, A11: to buy is optional."""
    table = market_table("black")
    table.play("decline")
    assert table.money_of(0) == 20
    assert table.pieces_of(0) == []
    assert table.display_of("middle") == ["black"]
    assert table.buyers_on("middle") == 1
    assert table.hand_of(0) == ["blue"]
    assert table.game.turn_of == 1


@pytest.mark.parametrize(("pieces", "money"), [(("black", "white"), 5), ((), 20)])
def test_where_nothing_displayed_can_be_paid_for_the_turn_ends_with_the_placement(
    pieces: tuple[str, ...], money: int
) -> None:
    """A13, A11: the buyer takes the space, and keeps it from the others."""
    table = market_table(*pieces, money=money)
    assert table.game.turn_of == 1
    assert table.buyers_on("middle") == 1 and table.colour_of("middle") == "blue"
    assert table.money_of(0) == money and table.hand_of(0) == ["blue"]
    assert table.why("decline") == "NOT_NOW"


def test_one_payable_piece_is_enough_to_be_asked() -> None:
    """A13"""
    assert market_table("black", "brown*", money=3).legal() == {"buy brown*", "decline"}


def test_a_placement_that_buys_nothing_can_end_the_year() -> None:
    """A13, A9"""
    table = Table()
    table.last_card()
    table.money(0)
    table.play("place blue middle")
    assert table.game.year == 2


def test_only_payable_pieces_of_that_market_are_for_sale() -> None:
    """A13"""
    table = market_table("brown", "black*", "white", money=7)
    table.display("top", "green")
    assert table.legal() == {"buy brown", "buy black*", "decline"}
    assert table.why("buy white") == "PRICE_TOO_HIGH"
    assert table.why("buy green") == "NOT_ON_OFFER"
    assert table.why("buy black") == "NOT_ON_OFFER", "the displayed black middle has gold"


def test_exactly_one_piece_is_taken_from_equal_ones() -> None:
    """A13"""
    table = market_table("red", "red", "red")
    table.play("buy red")
    assert table.display_of("middle") == ["red", "red"]
    assert table.pieces_of(0) == ["red middle"]


def test_a_display_is_refilled_only_at_the_start_of_a_year() -> None:
    """A13, A25"""
    table = market_table("red", "black")
    table.play("buy red")
    assert table.display_of("middle") == ["black"]
    table.play(f"place {table.hand_of(1)[0]} house")
    assert table.display_of("middle") == ["black"]
    table.end_year()
    assert len(table.display_of("middle")) == 7


@pytest.mark.parametrize("value", [12, 10, 8, 6])
def test_the_bank_pays_what_is_printed_on_the_space(value: int) -> None:
    """A17"""
    table = Table()
    table.hand("blue")
    table.play(f"place blue bank.{value}")
    assert table.money_of(0) == 20 + value
    assert table.game.turn_of == 1


def test_the_coloured_house_takes_one_card_and_pays_5() -> None:
    """A18"""
    table = Table()
    table.hand("blue", "green")
    table.play("place green house")
    assert table.money_of(0) == 25
    assert table.hand_of(0) == ["blue"]
    assert table.game.turn_of == 1


def test_a_pair_is_never_laid_in_the_coloured_house() -> None:
    """A18"""
    table = Table()
    table.hand("blue", "green")
    assert table.why("place blue+green house") == "PAIR_IN_HOUSE"
    table.play("place green house")
    table.turn(0)
    table.hand("blue", "green")
    assert table.why("place blue+green house") == "PAIR_IN_HOUSE"


def test_a_black_top_from_the_spies_on_space_3_costs_3_and_then_6() -> None:
    """E4, A19"""
    table = Table()
    table.hand("blue", "blue")
    table.stack("top", "red", "black", "white")
    table.play("place blue spies.3")
    assert table.money_of(0) == 17
    table.play("spy top")
    table.play("buy black")
    assert table.money_of(0) == 11
    assert table.pieces_of(0) == ["black top"]
    assert table.stack_of("top") == ["red", "white"]
    assert table.game.turn_of == 1


@pytest.mark.parametrize("fee", [3, 5])
def test_spying_costs_what_the_space_says_even_if_nothing_is_bought(fee: int) -> None:
    """A19"""
    table = Table()
    table.hand("blue")
    before = table.stack_of("base")
    table.play(f"place blue spies.{fee}", "spy base", "decline")
    assert table.money_of(0) == 20 - fee
    assert table.stack_of("base") == before
    assert table.pieces_of(0) == []


def test_the_spy_chooses_one_of_four_stacks_and_then_any_payable_piece_in_it() -> None:
    """A19"""
    table = spying_table(money=3 + 7)
    table.stack("window", "brown", "brown", "black*", "white")
    assert table.legal() == {"spy base", "spy middle", "spy window", "spy top"}
    table.play("spy window")
    assert table.legal() == {"buy brown", "buy black*", "decline"}
    assert table.why("buy white") == "PRICE_TOO_HIGH"


def test_displayed_pieces_can_not_be_bought_from_the_spies() -> None:
    """A19"""
    table = spying_table()
    table.display("top", "red", "red")
    table.stack("top", "brown")
    table.play("spy top")
    assert table.legal() == {"buy brown", "decline"}
    table.play("buy brown")
    assert table.display_of("top") == ["red", "red"]


def test_an_empty_stack_can_not_be_chosen() -> None:
    """A19 ruling"""
    table = spying_table()
    table.stack("middle")
    assert table.legal() == {"spy base", "spy window", "spy top"}
    assert table.why("spy middle") == "STACK_EMPTY"


def test_the_fee_must_be_payable_but_no_piece_need_be_affordable() -> None:
    """A19 ruling: with 3 Asari a player may spy, look, and buy nothing."""
    table = spying_table(money=3)
    assert table.money_of(0) == 0
    table.play("spy base")
    assert table.legal() == {"decline"}
    broke = Table()
    broke.hand("blue")
    broke.money(2)
    assert broke.why("place blue spies.3") == "FEE_TOO_HIGH"


def test_the_favour_is_taken_from_its_holder() -> None:
    """A20"""
    table = Table(3)
    table.hand("blue")
    table.favour(2)
    table.play("place blue favour")
    assert table.game.favour_holder == 0
    assert table.money_of(0) == 20


def test_the_favours_holder_starts_the_next_year() -> None:
    """A20, A25"""
    table = Table(3)
    table.last_card(seat=2)
    table.play("place blue favour")
    assert table.game.year == 2
    assert table.game.starter == table.game.turn_of == table.game.favour_holder == 2


def test_the_holder_may_place_there_too_and_so_keeps_it_from_the_others() -> None:
    """A20 ruling"""
    table = Table()
    table.hand("blue")
    table.hand("blue", "blue", seat=1)
    table.favour(0)
    table.play("place blue favour")
    assert table.game.favour_holder == 0
    assert table.why("place blue favour") == "SPACE_TAKEN"
    assert table.why("place blue+blue favour") == "SPACE_TAKEN"


@pytest.mark.parametrize("price", [1, 3, 5])
def test_the_tent_costs_its_printed_price_and_gives_two_buyers_from_the_pile(price: int) -> None:
    """A21"""
    table = Table(expert=True)
    table.hand("blue", "green")
    table.pile("orange", "orange", "orange")
    table.play(f"place blue tent.{price}")
    assert table.money_of(0) == 20 - price
    assert table.hand_of(0) == ["green", "orange", "orange"]
    assert table.game.hand_size[0] == 3
    assert table.game.pile.tolist() == [0, 0, 0, 0, 1]
    assert table.game.pile_size == 1
    assert table.game.turn_of == 1


def test_the_tent_gives_as_many_as_are_left_and_is_then_closed() -> None:
    """A21"""
    table = Table(expert=True)
    table.hand("blue", "blue")
    table.pile("orange")
    table.play("place blue tent.5")
    assert table.hand_of(0) == ["blue", "orange"]
    assert table.game.pile_size == 0
    table.turn(0)
    assert table.why("place blue tent.1") == "PILE_EMPTY"


def test_the_draw_is_not_optional() -> None:
    """A21 ruling: placing draws at once, with nothing to decide, also with a player's last card."""
    table = Table(expert=True)
    table.last_card()
    table.pile("green", "purple")
    table.play("place blue tent.1")
    assert table.game.year == 1
    assert table.hand_of(0) == ["purple", "green"]
    assert table.game.turn_of == 0


def test_a_face_down_pair_in_the_tent_draws_two_as_well() -> None:
    """A21, A10"""
    table = Table(expert=True)
    table.hand("blue", "green", "green")
    table.taken("tent.1", buyer="purple")
    table.pile("orange", "orange", "orange")
    table.play("place blue+green tent.3")
    assert table.hand_of(0) == ["green", "orange", "orange"]


def test_the_tent_draws_what_the_edition_says() -> None:
    """A21, A4"""
    table = Table(expert=True, edition=edition(tent_draws=3))
    table.hand("blue")
    table.play("place blue tent.1")
    assert len(table.hand_of(0)) == 3


def test_every_colour_can_be_bought_from_every_market() -> None:
    """A13: each market sells its own kind of piece."""
    for market in ("base", "middle", "window", "top"):
        for colour in COLOURS:
            table = Table()
            table.hand("blue")
            table.display(market, colour)
            table.play(f"place blue {market}", f"buy {colour}")
            assert table.pieces_of(0) == [f"{colour} {market}"]
