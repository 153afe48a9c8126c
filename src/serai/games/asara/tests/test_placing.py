"""Where a buyer may be placed, with which cards, and who is next (A9 to A12)."""

import pytest

from serai.games.asara.rules.state import BUYERS, COLOURS
from serai.games.asara.tests.table import Table, edition, scaled

pytestmark = pytest.mark.three_modes

BASIC_AREAS = {
    "base": "base",
    "middle": "middle",
    "window": "window",
    "top": "top",
    "circle": "circle.2",
    "bank": "bank.12",
    "spies": "spies.3",
    "favour": "favour",
}
AREAS_WITH_A_COLOUR = BASIC_AREAS | {"tent": "tent.1", "lit": "lit"}


def able_table(players: int = 2, *, expert: bool = True) -> Table:
    """A table whose first player can carry out every action."""
    table = Table(players, expert=expert)
    table.hand(*BUYERS)
    table.money(100)
    table.pieces("red base", "red top")
    return table


def payments(table: Table, space: str) -> set[str]:
    """The cards with which the player may go to a space now."""
    return {name.split()[1] for name in table.legal("place") if name.split()[2] == space}


def test_a_turn_is_placing_a_buyer_and_then_the_areas_action() -> None:
    """A9: the next player is to act only when the action has been carried out."""
    table = Table()
    table.hand("blue", "green")
    table.display("base", "red")
    table.play("place blue base")
    assert table.game.turn_of == 0
    assert table.legal() == {"buy red", "decline"}
    table.play("decline")
    assert table.game.turn_of == 1
    assert table.hand_of(0) == ["green"]
    assert all(name.startswith("place") for name in table.legal())


def test_a_buyer_goes_to_an_empty_space_only() -> None:
    """A9"""
    table = Table()
    table.hand("blue")
    table.taken("bank.12")
    assert table.why("place blue bank.12") == "SPACE_TAKEN"
    assert table.legal("place blue bank") == {"place blue bank.10", "place blue bank.8", "place blue bank.6"}


def test_a_market_has_four_spaces_and_is_then_full() -> None:
    """A9, A13"""
    table = Table()
    table.hand("blue", "blue")
    table.taken("base", "base", "base")
    assert "place blue base" in table.legal()
    table.taken("base")
    assert table.why("place blue base") == "SPACE_TAKEN"
    assert table.why("place blue+blue base") == "SPACE_TAKEN"


def test_two_places_of_one_value_are_taken_one_after_the_other() -> None:
    """A9: two bank spaces of 10 are one name with two places."""
    table = Table(edition=edition(bank=[10, 10]))
    table.hand("blue", "blue", "blue")
    for _ in range(2):
        table.play("place blue bank.10")
        table.turn(0)
    assert table.buyers_on("bank.10") == 2
    assert table.why("place blue bank.10") == "SPACE_TAKEN"


def test_the_turn_goes_round_clockwise() -> None:
    """A9"""
    table = Table(4)
    order = []
    for _ in range(8):
        seat = int(table.game.turn_of)
        order.append(seat)
        table.play(f"place {table.hand_of(seat)[0]} house")
    assert order == [0, 1, 2, 3] * 2


def test_players_without_cards_are_skipped() -> None:
    """A9"""
    table = Table(4)
    table.hand("blue", "blue", "blue")
    table.hand(seat=1)
    table.hand("green", seat=2)
    table.hand(seat=3)
    table.play("place blue house")
    assert table.game.turn_of == 2
    table.play("place green house")
    assert table.game.turn_of == 0
    table.play("place blue house")
    assert table.game.turn_of == 0, "nobody else has a card, so the same player goes on"


def test_the_year_ends_when_no_player_has_a_card_left_and_not_before() -> None:
    """A9"""
    table = Table(3)
    for seat in range(3):
        table.hand("blue", seat=seat)
    table.play("place blue house", "place blue house")
    assert table.game.year == 1
    table.play("place blue house")
    assert table.game.year == 2


def test_the_action_of_the_years_last_buyer_is_carried_out_before_the_year_ends() -> None:
    """A9"""
    table = Table()
    table.last_card()
    table.display("base", "red")
    table.play("place blue base")
    assert table.game.year == 1
    table.play("buy red")
    assert table.game.year == 2
    assert table.pieces_of(0) == ["red base"]


@pytest.mark.parametrize(("area", "space"), AREAS_WITH_A_COLOUR.items())
def test_the_first_buyer_has_any_colour_and_sets_the_areas_colour(area: str, space: str) -> None:
    """A10"""
    table = able_table()
    assert payments(table, space) == set(BUYERS)
    table.play(f"place purple {space}")
    assert table.colour_of(area) == "purple"


@pytest.mark.parametrize(
    "space", ["base", "middle", "window", "top", "circle.3", "bank.10", "spies.5", "tent.3", "lit"]
)
def test_a_later_buyer_has_the_areas_colour_or_two_are_laid_face_down(space: str) -> None:
    """A10: any two buyers, of equal colours or not, even while the colour is in the hand."""
    table = able_table()
    table.pieces("red base", "red top", "red middle")
    table.hand("blue", "blue", "green", "orange")
    area = space.split(".")[0]
    table.taken({"circle": "circle.7", "bank": "bank.12", "spies": "spies.3", "tent": "tent.5"}.get(area, area))
    pairs = {"blue+blue", "blue+green", "blue+orange", "green+orange"}
    assert payments(table, space) == {"blue"} | pairs
    assert table.why(f"place green {space}") == "WRONG_COLOUR"


def test_a_player_without_the_colour_lays_two_cards_face_down() -> None:
    """E2, A10: a blue buyer lies in the market of middles."""
    table = Table()
    table.hand("blue")
    table.hand("green", "orange", "orange", seat=1)
    table.display("middle", "red", "red")
    table.play("place blue middle", "buy red")
    assert table.game.turn_of == 1
    assert payments(table, "middle") == {"green+orange", "orange+orange"}
    table.play("place green+orange middle", "buy red")
    assert table.hand_of(1) == ["orange"]
    assert table.buyers_on("middle") == 2, "two cards together on one space"
    assert table.pieces_of(1) == ["red middle"]


def test_a_face_down_pair_leaves_the_areas_colour_as_it_was() -> None:
    """A10"""
    table = able_table()
    table.taken("bank.12", buyer="blue")
    table.play("place green+orange bank.10")
    assert table.colour_of("bank") == "blue"
    assert table.game.face_down[0].tolist() == [0, 0, 0, 1, 1]


def test_a_pair_needs_both_its_cards() -> None:
    """A10"""
    table = Table()
    table.hand("green", "orange")
    table.taken("bank.12")
    assert table.why("place green+orange bank.10") == "LEGAL"
    assert table.why("place green+green bank.10") == "NOT_IN_HAND"
    assert table.why("place blue+green bank.10") == "NOT_IN_HAND"
    table.hand("green")
    assert payments(table, "bank.10") == set()


@pytest.mark.parametrize("space", AREAS_WITH_A_COLOUR.values())
def test_a_pair_is_never_the_first_placement_in_an_area(space: str) -> None:
    """A10 ruling"""
    table = able_table()
    assert table.why(f"place green+orange {space}") == "PAIR_FIRST"
    assert not [name for name in table.legal("place") if "+" in name]


def test_a_card_that_is_not_in_the_hand_can_not_be_placed() -> None:
    """A9, A10"""
    table = Table()
    table.hand("green")
    assert table.why("place blue house") == "NOT_IN_HAND"
    assert table.why("place blue bank.12") == "NOT_IN_HAND"


def test_an_areas_colour_lasts_for_the_year() -> None:
    """A10, A25"""
    table = Table()
    table.taken("bank.12", buyer="purple")
    table.end_year()
    assert table.colour_of("bank") is None
    assert table.buyers_on("bank.12") == 0


def test_a_buyer_may_go_to_any_empty_market_space() -> None:
    """A11, A13: whatever the player's money, and even before an empty display."""
    table = Table()
    table.hand("blue", "green")
    table.money(0)
    table.display("middle")
    for market in ("base", "middle", "window", "top"):
        assert payments(table, market) == {"blue", "green"}
    table.taken("base", buyer="purple")
    assert payments(table, "base") == {"blue+green"}
    table.taken("base", "base", "base")
    assert payments(table, "base") == set()


def test_a_circle_space_is_open_only_to_whom_can_pay_it_and_build_its_number() -> None:
    """A11 ruling, A14"""
    table = Table()
    table.hand("blue")
    table.pieces("red base", "red top")
    table.money(2)
    assert table.legal("place blue circle") == {"place blue circle.2"}
    assert table.why("place blue circle.1") == "NOTHING_TO_BUILD"
    table.money(1)
    assert table.why("place blue circle.2") == "FEE_TOO_HIGH"
    table.money(20)
    table.pieces("red base", "black top", "white middle", "white window")
    assert table.legal("place blue circle") == set(), "no pair of one colour and no standing tower"


def test_the_spies_are_open_while_a_stack_is_left_and_the_fee_can_be_paid() -> None:
    """A11 ruling, A19"""
    table = Table()
    table.hand("blue")
    for kind in ("base", "middle", "window"):
        table.stack(kind)
    table.stack("top", "white")
    table.money(3)
    assert table.legal("place blue spies") == {"place blue spies.3"}
    assert table.why("place blue spies.5") == "FEE_TOO_HIGH"
    table.money(2)
    assert table.why("place blue spies.3") == "FEE_TOO_HIGH"
    table.money(100)
    table.stack("top")
    assert table.why("place blue spies.3") == "STACKS_EMPTY"


def test_the_lit_stack_is_no_stack_to_spy_on() -> None:
    """A11 ruling, A19: the spies know four stacks."""
    table = Table(expert=True)
    table.hand("blue")
    for kind in ("base", "middle", "window", "top"):
        table.stack(kind)
    assert len(table.stack_of("lit")) == 15
    assert table.why("place blue spies.3") == "STACKS_EMPTY"


def test_the_tent_is_open_while_the_pile_lasts_and_its_price_can_be_paid() -> None:
    """A11 ruling, A21"""
    table = Table(expert=True)
    table.hand("blue")
    table.money(3)
    assert table.legal("place blue tent") == {"place blue tent.1", "place blue tent.3"}
    assert table.why("place blue tent.5") == "FEE_TOO_HIGH"
    table.pile()
    assert table.why("place blue tent.1") == "PILE_EMPTY"


def test_the_house_of_lit_windows_is_open_while_windows_last_and_the_cheaper_look_can_be_paid() -> None:
    """A11 ruling, A22"""
    table = Table(expert=True)
    table.hand("blue")
    table.money(4)
    assert table.why("place blue lit") == "LEGAL"
    table.money(3)
    assert table.why("place blue lit") == "LOOK_TOO_DEAR"
    table.money(4)
    table.stack("lit")
    assert table.why("place blue lit") == "LIT_STACK_EMPTY"
    table.under(("red", 1))
    assert table.why("place blue lit") == "LEGAL", "a window under the stack is left to look at"


def test_the_coloured_house_takes_any_card_at_any_time() -> None:
    """A11 ruling, A18"""
    table = Table(expert=True)
    table.hand(*BUYERS)
    table.money(0)
    table.taken(*[market for market in ("base", "middle", "window", "top") for _ in range(4)])
    table.taken("bank.12", "bank.10", "bank.8", "bank.6", "favour")
    for _ in range(40):
        table.taken("house")
    assert table.legal() == {f"place {buyer} house" for buyer in BUYERS}


def test_a_player_with_a_card_always_has_a_legal_placement() -> None:
    """A11 ruling: in every position of random games each card of the player to place could go to the house."""
    for seed in range(scaled(12, 4)):
        table = Table(2 + seed % 3, expert=bool(seed % 2), seed=seed)
        for _ in table.random_moves(seed):
            if table.game.phase == 0:
                held = {f"place {buyer} house" for buyer in table.hand_of(int(table.game.turn_of))}
                assert held
                assert all(table.why(name) == "LEGAL" for name in held)


@pytest.mark.parametrize(("area", "space"), AREAS_WITH_A_COLOUR.items())
def test_each_area_has_a_colour_of_its_own(area: str, space: str) -> None:
    """A12: a buyer in one area leaves every other area without a colour, the four markets included, by the standard."""
    table = able_table()
    table.play(f"place green {space}")
    others = set(AREAS_WITH_A_COLOUR) - {area}
    assert {other: table.colour_of(other) for other in others} == dict.fromkeys(others)


@pytest.mark.parametrize(("first", "second"), [("spies.3", "favour"), ("favour", "spies.5")])
def test_in_some_editions_the_favour_shares_the_colour_of_the_spies(first: str, second: str) -> None:
    """AR9, A12: whichever of the two has the first buyer, the other has its colour."""
    table = Table(edition=edition(favour_area="spies"))
    table.hand("blue", "green", "green", "orange")
    assert table.why(f"place green+orange {second}") == "PAIR_FIRST"
    table.play(f"place green {first}", *(["spy base", "decline"] if first == "spies.3" else []))
    table.turn(0)
    assert payments(table, second) == {"green", "blue+green", "blue+orange", "green+orange"}
    assert table.why(f"place blue {second}") == "WRONG_COLOUR"
    assert table.colour_of("spies") == table.colour_of("favour") == "green"
    others = set(AREAS_WITH_A_COLOUR) - {"spies", "favour"}
    assert {table.colour_of(other) for other in others} == {None}


def test_the_colour_that_the_favour_shares_lasts_for_the_year() -> None:
    """A12, A25"""
    table = Table(edition=edition(favour_area="spies"))
    table.hand("blue")
    table.play("place blue favour")
    table.end_year()
    assert table.colour_of("spies") is table.colour_of("favour") is None


def test_the_areas_of_the_basic_game_are_these() -> None:
    """A12"""
    table = able_table(expert=False)
    table.pieces(*[f"{colour} {kind}" for colour in COLOURS for kind in ("base", "top", "middle")])
    places = {name.split()[2] for name in table.legal("place")}
    assert {place.split(".")[0] for place in places} == set(BASIC_AREAS) | {"house"}


def test_the_coloured_house_has_no_colour_rule_and_no_limit() -> None:
    """A12, A18"""
    table = Table()
    table.hand(*[buyer for buyer in BUYERS for _ in range(8)])
    for _ in range(8):
        for buyer in BUYERS:
            table.turn(0)
            if len(table.hand_of(0)) > 1:
                table.play(f"place {buyer} house")
    assert table.buyers_on("house") == 39


def test_cards_in_the_coloured_house_lie_face_down() -> None:
    """A12, A18: their colour is among what the player laid face down, and no colour shows."""
    table = Table()
    table.hand("orange", "blue")
    table.play("place orange house")
    assert table.game.face_down[0].tolist() == [0, 0, 0, 0, 1]
    assert table.game.face_down_size[0] == 1
    assert all(table.colour_of(area) is None for area in AREAS_WITH_A_COLOUR)
