"""The pictures of the rules page: positions that the rules played to, and answers that agree with the rules."""

import re

from serai.core.game import load
from serai.core.words import rulebook
from serai.games.pasha.page import pictures
from serai.games.pasha.page.answers import answers
from serai.games.pasha.page.position import position_of
from serai.games.pasha.rules.dice import field_of

PASHA = load("pasha")


def test_pictures_stand_at_rules_that_there_are() -> None:
    """From P1 to P21."""
    assert set(pictures.rule_pictures()) | set(pictures.rule_examples()) <= set(rulebook.rules(PASHA))


def test_nothing_that_is_drawn_has_a_key_twice() -> None:
    """A page shows many pictures, so no picture may have keys."""
    drawn = [picture.drawing for shown in pictures.rule_pictures().values() for picture in shown]
    assert len(drawn) >= 6 and not any(re.search(r' id="', drawing) for drawing in drawn)


def test_results_are_drawn_from_the_strongest_down() -> None:
    """One for each row (P1, P15)."""
    fields = [int(field_of(pictures.bag_of(dice), 0)) for dice in pictures.RANKS]
    assert sorted({(field - 1) // 6 for field in fields}) == list(range(6))


def test_answers_agree_with_the_rules() -> None:
    """Only what the dice show may be marked (P14), and a cube turns a die to its neighbour (P12)."""
    match = pictures.played(pictures.REROLLED)
    position = position_of(pictures.moment(pictures.REROLLED))
    told = answers(match, position)
    fields = {part for part in told if part.startswith(("field.", "mark"))}
    assert len(fields) == 37
    assert {part for part in fields if told[part].is_open} == {"mark"}
    turns = {part for part in told if re.fullmatch(r"cube \d[+-]", part)}
    assert turns == {move for move in match.legal() if re.fullmatch(r"cube \d[+-]", move)}
    assert told["cube 5-"].lines[0].said == "three of a kind in column 3"
