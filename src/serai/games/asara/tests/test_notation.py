"""Moves as text: what the record's notation writes and reads."""

import pytest

from serai.core.errors import BadNotation
from serai.games.asara.rules import moves
from serai.games.asara.rules import play as rules
from serai.games.asara.rules.state import BUYERS, COLOURS
from serai.games.asara.tests.table import STANDARD, Table, edition
from serai.games.asara.words import notation

pytestmark = pytest.mark.three_modes

EXAMPLES = [
    "place blue base",
    "place blue+green middle",
    "place orange window",
    "place purple+purple top",
    "place yellow circle.7",
    "place green bank.12",
    "place green house",
    "place green spies.5",
    "place green favour",
    "place green tent.3",
    "place green lit",
    "buy white",
    "buy brown*",
    "decline",
    "spy base",
    "spy top",
    "found white white*",
    "found red* red",
    "add middle green to 1",
    "add window black* to 12",
    "light red to 2",
    "light red to 2 *",
    "done",
    "look 3",
    "look 5",
    "keep red",
    "keep brown white",
    "under red red",
    "under white brown white",
    "under green black red brown",
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_move_is_written_as_it_is_read(text: str) -> None:
    """A9, A13, A14, A19, A22: every kind of move."""
    assert notation.move_name(notation.parse_move(text, STANDARD), STANDARD) == text


def test_every_move_has_a_name_of_its_own_and_is_read_from_it() -> None:
    """A4: in the standard edition and in one with other spaces and looks."""
    looks = [{"price": 1, "seen": 2, "kept": 1}, {"price": 2, "seen": 7, "kept": 3}]
    for each in (STANDARD, edition(circle=[2, 2, 9], bank=[], tent=[4], favour_spaces=0, lit_looks=looks)):
        names = {notation.move_name(move, each): move for move in notation.every_move(each)}
        assert len(names) == len(list(notation.every_move(each)))
        assert all(notation.parse_move(name, each) == move for name, move in names.items())


def test_every_move_of_the_standard_edition_is_counted() -> None:
    """A10, A13, A19, A22: 31 spaces with 20 payments each, and so on."""
    names = [notation.move_name(move, STANDARD) for move in notation.every_move(STANDARD)]
    spaces = 4 + 7 + 4 + 2 + 1 + 3 + 1 + 1
    assert sum(name.startswith("place ") for name in names) == spaces * 20
    assert sum(name.startswith("buy ") for name in names) == 10
    assert sum(name.startswith("spy ") for name in names) == 4
    assert sum(name.startswith("look ") for name in names) == 2
    assert sum(name.startswith("keep ") for name in names) == 5 + 15 + 35 + 70
    assert sum(name.startswith("under ") for name in names) == 25 + 125 + 625
    assert max(notation.every_move(STANDARD)) < rules.EVERY_MOVE


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("place green+blue bank.12", "place blue+green bank.12"),
        ("place orange+yellow base", "place yellow+orange base"),
        ("keep white red", "keep red white"),
        ("keep white brown white green", "keep brown green white white"),
    ],
)
def test_unordered_lists_are_read_in_any_order_and_written_in_the_order_of_the_names(given: str, written: str) -> None:
    """A10, A22"""
    assert notation.move_name(notation.parse_move(given, STANDARD), STANDARD) == written


def test_the_order_of_windows_that_go_under_the_stack_counts() -> None:
    """A22: the first named is the first to be drawn again."""
    numbers = {notation.parse_move(f"under {order}", STANDARD) for order in ("red white", "white red", "red red white")}
    assert len(numbers) == 3


def test_every_pair_of_buyers_is_one_payment() -> None:
    """A10"""
    names = {notation.payment_name(payment) for payment in range(moves.PAYMENTS)}
    pairs = {f"{first}+{second}" for place, first in enumerate(BUYERS) for second in BUYERS[place:]}
    assert names == set(BUYERS) | pairs


def test_gold_is_a_star_after_the_colour() -> None:
    """A13, A15"""
    assert [notation.piece_name(piece) for piece in range(10)] == [
        colour + gold for colour in COLOURS for gold in ("", "*")
    ]


def test_spaces_are_named_by_the_value_printed_on_them() -> None:
    """A4: equal values in one area are one name."""
    names = [notation.space_name(space, STANDARD) for space in notation.spaces(STANDARD)]
    areas = {"circle": [1, 2, 3, 4, 5, 6, 7], "bank": [6, 8, 10, 12], "spies": [3, 5], "tent": [1, 3, 5]}
    valued = {area: [f"{area}.{value}" for value in values] for area, values in areas.items()}
    first = ["base", "middle", "window", "top", *valued["circle"], *valued["bank"], *valued["spies"]]
    assert names == [*first, "favour", *valued["tent"], "lit", "house"]
    other = edition(bank=[10, 3, 10])
    assert [name for space in notation.spaces(other) if "bank" in (name := notation.space_name(space, other))] == [
        "bank.3",
        "bank.10",
    ]


@pytest.mark.parametrize(
    ("text", "wrong", "expected"),
    [
        ("", "", "place PAY SPACE, buy COLOUR"),
        ("jump", "jump", "place PAY SPACE, buy COLOUR"),
        ("place blue", "place blue", "place PAY SPACE"),
        ("place blue bank.9", "bank.9", "bank.12"),
        ("place blue circle.8", "circle.8", "circle.7"),
        ("place blue bank", "bank", "bank.12"),
        ("place red base", "red", "blue, yellow, purple, green, orange"),
        ("place blue+green+blue base", "blue+green+blue", "one buyer or two"),
        ("place blue+pink base", "pink", "blue, yellow, purple, green, orange"),
        ("buy blue", "blue", "brown, green, red, black, white"),
        ("buy white**", "white**", "brown, green, red, black, white"),
        ("buy", "buy", "buy COLOUR"),
        ("decline now", "decline now", "decline"),
        ("spy lit", "lit", "base, middle, window, top"),
        ("found white", "found white", "found BASE TOP"),
        ("add base red to 1", "base", "middle, window"),
        ("add middle red in 1", "add middle red in 1", "add KIND COLOUR to T"),
        ("add middle red to 0", "0", "1 for the first founded"),
        ("add middle red to 61", "61", "1 for the first founded"),
        ("add middle red to \u0663", "\u0663", "1 for the first founded"),
        ("light red to 1 **", "light red to 1 **", "light COLOUR to T"),
        ("light red* to 1", "red*", "brown, green, red, black, white"),
        ("look 4", "4", "3, 5"),
        ("keep", "keep", "keep COLOUR"),
        ("keep red red red red red", "keep red red red red red", "keep COLOUR"),
        ("keep blue", "blue", "brown, green, red, black, white"),
        ("under red", "under red", "under COLOUR"),
        ("under red red red red red", "under red red red red red", "under COLOUR"),
        ("under red blue", "blue", "brown, green, red, black, white"),
    ],
)
def test_a_text_that_is_no_move_is_refused_naming_what_is_wrong_and_what_is_expected(
    text: str, wrong: str, expected: str
) -> None:
    """A4: spaces and looks are those of the edition."""
    with pytest.raises(BadNotation) as caught:
        notation.parse_move(text, STANDARD)
    assert repr(wrong) in str(caught.value)
    assert expected in str(caught.value).split("expected")[1]


def test_towers_are_counted_from_the_players_first_founded() -> None:
    """A15: another player's towers are not counted."""
    table = Table()
    table.hand("blue")
    table.tower("green base top", seat=1)
    table.tower("red base top")
    table.tower("green base top", seat=1)
    table.tower("black base top")
    table.pieces("black middle")
    table.play("place blue circle.1")
    assert table.legal() == {"add middle black to 2"}
