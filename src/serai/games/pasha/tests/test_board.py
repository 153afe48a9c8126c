"""The table as a terminal shows it."""

import numpy as np
from rich.text import Text

from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with, started_by

NAMES = ["Anna", "Bob [b]", "漢字漢字漢字漢字漢字漢字", "a name that is far too long for it", ""]


def drawn(table: Table, seat: int) -> list[str]:
    """The lines of the table as a seat sees it, without colours."""
    return Text.from_markup(PASHA.words.draw(table.view(seat)[0], table.edition, NAMES)).plain.split("\n")


def test_no_line_is_wider_than_80_columns() -> None:
    """P1"""
    tiles = [{"set": "A", "face": face % 6 + 1, "reward": "cubes", "amount": 50} for face in range(30)]
    wide = edition_with(cards=[*range(16, 31)], extra_roll_card=0, lamp_card=0, tiles=tiles)
    for edition in (STANDARD, wide):
        for decisions in (0, 1, 30, 90, 200, 100_000):
            table = Table(5, 3, edition)
            table.play_randomly(decisions)
            for seat in range(6):
                assert all(Text(line).cell_len <= 80 for line in drawn(table, seat))


def test_discs_on_one_field_are_shown_from_the_lowest_to_the_one_on_top() -> None:
    """P14, P15"""
    table = started_by(0, 4)
    table.take_turn(3, (6, 6, 6, 1, 2))
    table.take_turn(3, (6, 6, 6, 1, 2))
    table.take_turn(3, (1, 2, 3, 4, 6))
    lines = drawn(table, 0)
    assert next(line for line in lines if "three" in line).endswith("●▲    │")
    assert next(line for line in lines if "beside" in line).split() == ["beside", "■"]
    assert next(line for line in lines if "column 6" in line).split()[:3] == ["ranking", "1.", "▲"]


def test_a_seat_is_shown_its_own_hand_only() -> None:
    """P21"""
    table = Table(3)
    for seat in range(3):
        hands = [line for line in drawn(table, seat) if "hand" in line]
        assert len(hands) == 1
    assert not [line for line in drawn(table, 3) if "hand" in line]


def test_dice_rerolls_and_lamp_are_shown_while_they_count() -> None:
    """P11, P13"""
    table = Table()
    assert not [line for line in drawn(table, 0) if "rerolls" in line]
    table.hold(table.to_act, 2, 7)
    table.play("play 2")
    table.show(1, 1, 2, 3, 6)
    line = next(line for line in drawn(table, 0) if "rerolls" in line)
    assert "⚀ 1  ⚀ 1  ⚁ 2  ⚂ 3  ⚅ 6" in line and "rerolls left: 2" in line and "lamp" in line


def test_drawing_changes_nothing() -> None:
    """P21"""
    table = Table(4)
    view = table.view(1)
    before = view.copy()
    PASHA.words.draw(view[0], STANDARD, NAMES)
    assert np.array_equal(view, before)
