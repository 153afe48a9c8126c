"""A rule is found by its number."""

import pytest

from serai.core import game
from serai.core.errors import UnknownRule
from serai.core.words import rulebook


def test_a_rule_goes_up_to_the_next_number_or_heading() -> None:
    toy = game.load("toy")
    assert list(rulebook.rules(toy)) == ["T1", "T2", "T3", "T4"]
    assert rulebook.rule(toy, "t3") == "**T3** Or swap two cards for one from the pile."


def test_rulings_belong_to_the_rule_before_them() -> None:
    assert "*Ruling.*" in rulebook.rule(game.load("asara"), "A10")
    assert "##" not in rulebook.rule(game.load("asara"), "A4")


def test_an_unknown_number_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownRule, match="Toy has no rule 'X9'; its rules are T1 to T4"):
        rulebook.rule(game.load("toy"), "X9")
