"""The pictures of the rules page: positions that the rules played to, and answers that agree with the rules."""

import re

from serai.core.game import load
from serai.core.words import rulebook
from serai.games.asara.page import parts, pictures
from serai.games.asara.page.answers import answers
from serai.games.asara.page.position import Position

ASARA = load("asara")


def test_pictures_stand_at_rules_that_there_are() -> None:
    """From A1 to A33."""
    numbers = rulebook.rules(ASARA)
    assert set(pictures.rule_pictures()) | set(pictures.rule_examples()) <= set(numbers)


def test_nothing_that_is_drawn_has_a_key_twice() -> None:
    """A page shows many pictures, so no picture may have keys."""
    drawn = [picture.drawing for shown in pictures.rule_pictures().values() for picture in shown]
    assert len(drawn) >= 12 and not any(re.search(r' id="', drawing) for drawing in drawn)


def test_the_circle_is_as_its_caption_says() -> None:
    """4 and 7 are taken, so that 5 also builds 4 (A14)."""
    position = Position(pictures.moment(pictures.MIDDLE_OF_YEAR))
    circle = {position.space_name(space): space for space in position.spaces(4)}
    assert [name for name, space in circle.items() if position.taken[space]] == ["circle.4", "circle.7"]
    assert position.least_allowed(circle["circle.5"]) == 4


def test_answers_agree_with_the_rules() -> None:
    """A part is open if a legal move has it; every other line says why not (A11)."""
    match = pictures.asked()
    seat = match.to_act
    told = answers(match, Position(pictures.seen(match, seat)), seat)
    playable = {part for move in match.legal() if "+" not in move for part in parts(move)}
    with_pairs = {part for move in match.legal() for part in parts(move) if part.startswith("space.")}
    assert {part for part, answer in told.items() if answer.is_open} == playable | with_pairs
    assert all(line.said and line.rule in rulebook.rules(ASARA) for answer in told.values() for line in answer.lines)


def test_the_example_says_where_a_buyer_only_takes_the_space() -> None:
    """A11, A13: with 3 Asari only the market of tops has a piece that can be paid for."""
    match = pictures.asked()
    told = answers(match, Position(pictures.seen(match, match.to_act)), match.to_act)
    only_takes = "this is allowed, but nothing here can be paid for: the buyer only takes the space"
    for market in ("base", "middle", "window"):
        assert told[f"space.{market}"].lines[0].said == only_takes
    assert told["space.top"].lines[0].said == "this is allowed"
    assert [line.said for line in told["card.blue"].lines if line.is_allowed] == ["this is allowed", only_takes]


def test_windows_go_under_the_stack_in_the_game_that_is_shown() -> None:
    """A22: two are left when one of three is kept."""
    match = pictures.played(pictures.ORDERING)
    assert match.legal() == ["under green white", "under white green"]
    assert len(pictures.rule_pictures()["A22"]) == 2
