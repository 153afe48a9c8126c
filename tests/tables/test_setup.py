"""Setups: what is agreed on is kept word for word, and what makes no sense is named with what would."""

import json
from typing import Any

import pytest

from serai.tables.errors import BadRequest
from serai.tables.state import setup
from tests.tables.sitting import plan

GOOD = plan("asara", "person", "anyone", "vizier")


@pytest.mark.parametrize(
    "data",
    [
        GOOD,
        plan("pasha", "anyone", "person", listed=True, chat=False, hints=True),
        plan("asara", "person", "random", clock={"kind": "move", "seconds": 30, "stand_in": "traveller"}),
        {**plan("asara", "person", "person"), "options": {"players": 2, "expert": True, "open_screens": True}},
    ],
)
def test_a_setup_that_was_saved_is_read_as_the_same(data: dict[str, Any]) -> None:
    found = setup.read(data)
    assert setup.read(json.loads(json.dumps(found.as_data()))).as_data() == found.as_data()


def test_what_is_not_said_is_as_most_people_want_it() -> None:
    found = setup.read(GOOD)
    assert found.players == 3 and found.options["players"] == 3 and not found.options["expert"]
    assert (found.clock.kind, found.clock.stand_in) == ("none", "merchant")
    assert found.chat and not found.listed and not found.hints


def test_hints_are_on_for_who_plays_alone() -> None:
    assert setup.read(plan("pasha", "person", "vizier")).hints
    assert not setup.read(plan("pasha", "person", "anyone")).hints
    assert not setup.read(plan("pasha", "person", "vizier", hints=False)).hints


def test_an_edition_may_be_given_whole() -> None:
    edition = setup.read(GOOD).edition.data
    assert setup.read({**GOOD, "edition": edition}).edition.data == edition


WRONG: list[tuple[Any, list[str]]] = [
    ([], ["the table", "[]", "an object"]),
    ({"game": "asara", "seats": []}, ["options is missing", "game, options, seats"]),
    ({**GOOD, "colour": "red"}, ["unknown key colour", "clock"]),
    ({**GOOD, "game": 7}, ["game is 7", "a text"]),
    ({**GOOD, "game": "chess"}, ["chess", "asara, pasha"]),
    ({**GOOD, "game": "../core"}, ["../core", "asara, pasha"]),
    ({**GOOD, "seats": {}}, ["seats is {}", "a list"]),
    ({**GOOD, "seats": [7, 8]}, ["seats[0] is 7", "an object"]),
    ({**GOOD, "seats": [{"kind": "person"}, {"kind": "robot"}]}, ["seats[1].kind is 'robot'", "'person' or 'bot'"]),
    ({**GOOD, "seats": [{"kind": ["bot"]}]}, ["seats[0].kind is ['bot']", "'person' or 'bot'"]),
    ({**GOOD, "seats": [{"kind": "person", "level": "vizier"}]}, ["unknown key seats[0].level", "kind"]),
    ({**GOOD, "seats": [{"kind": "bot"}]}, ["seats[0].level is missing", "kind, level"]),
    (plan("asara", "person", "genius"), ["seats[1].level is 'genius'", "'random' or 'traveller'"]),
    (plan("asara", "person", "caliph:time=600"), ["seats[1].level is 'caliph:time=600'", "'caliph'"]),
    (plan("asara", "person"), ["2 to 4 players", "1"]),
    (plan("asara", *["person"] * 5), ["2 to 4 players", "5"]),
    ({**GOOD, "options": []}, ["options is []", "an object"]),
    ({**GOOD, "options": {"players": 2}}, ["seats is '3 seats'", "as many as players, 2"]),
    ({**GOOD, "options": {"players": True}}, ["2 to 4 players", "True"]),
    ({**GOOD, "options": {"expert": 1}}, ["expert is 1", "true, false"]),
    ({**GOOD, "options": {"hard": True}}, ["'hard'", "expert, open_screens"]),
    ({**GOOD, "options": {"self": True}}, ["'self'", "expert, open_screens"]),
    ({**GOOD, "edition": "new"}, ["edition is 'new'", "an object"]),
    ({**GOOD, "edition": {}}, ["edition", "missing"]),
    ({**GOOD, "clock": 30}, ["clock is 30", "an object"]),
    ({**GOOD, "clock": {"kind": "move"}}, ["clock.seconds is missing", "kind, seconds, stand_in"]),
    ({**GOOD, "clock": {"kind": "sand", "seconds": 9}}, ["clock.kind is 'sand'", "'none' or 'move' or 'days'"]),
    ({**GOOD, "clock": {"kind": [], "seconds": 9}}, ["clock.kind is []", "'none' or 'move' or 'days'"]),
    ({**GOOD, "clock": {"kind": "move", "seconds": "30"}}, ["clock.seconds is '30'", "a whole number"]),
    ({**GOOD, "clock": {"kind": "move", "seconds": 9}}, ["clock.seconds is 9", "10 to 3600"]),
    ({**GOOD, "clock": {"kind": "days", "seconds": 3600}}, ["clock.seconds is 3600", "86400 to 1209600"]),
    ({**GOOD, "clock": {"kind": "none", "seconds": 1}}, ["clock.seconds is 1", "0 to 0"]),
    ({**GOOD, "clock": {"kind": "move", "seconds": 30, "stand_in": "me"}}, ["clock.stand_in is 'me'", "'merchant'"]),
    ({**GOOD, "chat": "yes"}, ["chat is 'yes'", "true or false"]),
    ({**GOOD, "listed": 1}, ["listed is 1", "true or false"]),
    ({**GOOD, "hints": 0}, ["hints is 0", "true or false"]),
]


@pytest.mark.parametrize(("data", "words"), WRONG, ids=[words[0] for _, words in WRONG])
def test_a_wrong_value_is_named_with_what_is_expected(data: Any, words: list[str]) -> None:
    with pytest.raises(BadRequest) as refusal:
        setup.read(data)
    assert str(refusal.value).startswith("the table")
    assert [word for word in words if word not in str(refusal.value)] == []
