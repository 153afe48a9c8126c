"""The pictures of the rules page: positions that the rules played to, and answers that agree with the rules."""

import re

from serai.core import rulebook
from serai.core.game import load
from serai.games.asara import pictures
from serai.games.asara.answers import answers
from serai.games.asara.table import parts
from serai.games.asara.table.position import Position

ASARA = load("asara")


def test_pictures_stand_at_rules_that_there_are() -> None:
    """From A1 to A33."""
    numbers = rulebook.rules(ASARA)
    assert set(pictures.pictures()) | set(pictures.examples()) <= set(numbers)


def test_nothing_that_is_drawn_has_a_key_twice() -> None:
    """A page shows many pictures, so no picture may have keys."""
    drawn = [picture.drawing for shown in pictures.pictures().values() for picture in shown]
    assert len(drawn) >= 12 and not any(re.search(r' id="', drawing) for drawing in drawn)


def test_the_circle_is_as_its_caption_says() -> None:
    """4 and 7 are taken, so that 5 also builds 4 (A14)."""
    position = Position(pictures.moment(pictures.MIDDLE_OF_YEAR))
    circle = {position.space_name(space): space for space in position.spaces(4)}
    assert [name for name, space in circle.items() if position.taken[space]] == ["circle.4", "circle.7"]
    assert position.least_allowed(circle["circle.5"]) == 4


def test_answers_agree_with_the_rules() -> None:
    """A part is open if a legal move has it; every other line says why not (A11)."""
    match = pictures.played(pictures.MIDDLE_OF_YEAR)
    seat = match.to_act
    told = answers(match, Position(pictures.moment(pictures.MIDDLE_OF_YEAR, seat)), seat)
    playable = {part for move in match.legal() if "+" not in move for part in parts(move)}
    with_pairs = {part for move in match.legal() for part in parts(move) if part.startswith("space.")}
    assert {part for part, answer in told.items() if answer.is_open} == playable | with_pairs
    assert all(line.said and line.rule in rulebook.rules(ASARA) for answer in told.values() for line in answer.lines)
