"""Every kind of event and every form of move has its own whole sentence, in English and in German."""

from typing import Any

import pytest

from serai.core.words.language import speaking
from serai.games.pasha.rules.state import ROWS
from serai.games.pasha.tests.table import PASHA, STANDARD, Table
from serai.games.pasha.words import notation, sentences

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
POINTS = {"set": "A", "face": 2, "reward": "points", "amount": 1}
CUBES = {"set": "A", "face": 3, "reward": "cubes", "amount": 2}
DISCARD = {"set": "A", "face": 5, "reward": "discard", "amount": 0}
EVENTS: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "start", "seat": 1}, "Bob is the first player.", "Bob beginnt."),
    ({"type": "packs", "seat": 0}, "Ann takes a pack in hand.", "Ann nimmt ein Päckchen auf die Hand."),
    (
        {"type": "packs", "seat": 0, "cards": [-1, 2, 3]},
        "Ann takes a pack in hand: -1 2 3.",
        "Ann nimmt ein Päckchen auf die Hand: -1 2 3.",
    ),
    (
        {"type": "packs", "seat": 0, "cards": [-1, 2, 3, -1, 1, 7, -1, 4, 5]},
        "Ann takes the pack -1 2 3 in hand; the others are -1 1 7, -1 4 5.",
        "Ann nimmt das Päckchen -1 2 3 auf die Hand; die anderen sind -1 1 7, -1 4 5.",
    ),
    ({"type": "pack", "seat": 0}, "Ann takes the next pack in hand.", "Ann nimmt das nächste Päckchen auf die Hand."),
    (
        {"type": "pack", "seat": 0, "cards": [4, 5, 7]},
        "Ann takes the next pack in hand: 4 5 7.",
        "Ann nimmt das nächste Päckchen auf die Hand: 4 5 7.",
    ),
    ({"type": "round", "number": 2}, "Round 2 of 9 begins.", "Runde 2 von 9 beginnt."),
    (
        {"type": "bonus", "tile": POINTS},
        "A bonus tile is laid above column 2: 1 point.",
        "Über Spalte 2 kommt ein Bonusplättchen: 1 Punkt.",
    ),
    ({"type": "roll", "seat": 0, "dice": [1, 1, 2, 5, 6]}, "The dice show 1 1 2 5 6.", "Die Würfel zeigen 1 1 2 5 6."),
    (
        {"type": "disc", "seat": 0, "row": "three", "column": 4},
        "Ann has three of a kind: the disc goes to column 4.",
        "Ann hat einen Drilling: Die Scheibe kommt in Spalte 4.",
    ),
    (
        {"type": "disc", "seat": 0, "row": "none", "column": None},
        "Ann has no combination: the disc goes beside the board.",
        "Ann hat keine Kombination: Die Scheibe kommt neben den Spielplan.",
    ),
    ({"type": "win", "seat": 0, "cards": [7]}, "Ann takes 7.", "Ann nimmt 7."),
    (
        {"type": "win", "seat": 0, "cards": [-1, -1, -1]},
        "Ann takes -1 and -1 and -1.",
        "Ann nimmt -1 und -1 und -1.",
    ),
    (
        {"type": "tile", "seat": 0, "tile": CUBES},
        "Ann takes the bonus tile of column 3: 2 white cubes.",
        "Ann nimmt das Bonusplättchen von Spalte 3: 2 weiße Aktionssteine.",
    ),
    (
        {"type": "tile", "seat": 0, "tile": DISCARD},
        "Ann takes the bonus tile of column 5: discard negative cards.",
        "Ann nimmt das Bonusplättchen von Spalte 5: negative Karten abwerfen.",
    ),
    (
        {"type": "score", "seat": 0, "points": 12, "why": "cards"},
        "Ann: 12 for cards won.",
        "Ann: 12 für gewonnene Karten.",
    ),
    ({"type": "end"}, "The game is over.", "Das Spiel ist zu Ende."),
]
MOVES = [
    ("play -1", "Ann plays -1 and rolls.", "Ann spielt -1 und würfelt."),
    ("reroll 2 3 5", "Ann rerolls 2 3 5.", "Ann würfelt 2 3 5 neu."),
    (
        "cube reroll 6",
        "Ann spends a cube to reroll 6.",
        "Ann gibt einen Aktionsstein aus und würfelt 6 neu.",
    ),
    (
        "cube 3+",
        "Ann spends a cube to turn 3 into 4.",
        "Ann gibt einen Aktionsstein aus und dreht 3 auf 4.",
    ),
    (
        "cube 6-",
        "Ann spends a cube to turn 6 into 5.",
        "Ann gibt einen Aktionsstein aus und dreht 6 auf 5.",
    ),
    (
        "lamp",
        "Ann uses the lamp and rolls all dice anew.",
        "Ann nutzt die Lampe und würfelt alle Würfel neu.",
    ),
    ("mark", "Ann marks the result.", "Ann markiert das Ergebnis."),
    ("mark 4", "Ann marks the pair of 4.", "Ann markiert das Paar mit der 4."),
]


def told(event: dict[str, Any], language: str = "en") -> str:
    """An event in words."""
    with speaking(language):
        return sentences.sentence(event, NAMES, STANDARD)


@pytest.mark.parametrize(("event", "english", "german"), EVENTS, ids=lambda value: str(value)[:30])
def test_an_event_in_words(event: dict[str, Any], english: str, german: str) -> None:
    assert told(event) == english
    assert told(event, "de") == german


@pytest.mark.parametrize(("move", "english", "german"), MOVES, ids=lambda value: str(value)[:30])
def test_a_move_in_words(move: str, english: str, german: str) -> None:
    event = {"type": "move", "seat": 0, "move": move}
    assert told(event) == english
    assert told(event, "de") == german


def test_every_type_of_event_of_a_whole_game_is_among_these() -> None:
    table = Table(4, 3)
    events = PASHA.words.opening(table.game, STANDARD)
    table.play_randomly()
    types = {event["type"] for event in [*events, *table.events]}
    assert types | {"pack"} == {event["type"] for event, *_ in EVENTS} | {"move"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_has_a_sentence_of_its_own(language: str) -> None:
    heard = set()
    for move in notation.every_move(STANDARD):
        sentence = told({"type": "move", "seat": 0, "move": notation.move_name(move, STANDARD)}, language)
        assert sentence.startswith("Ann ") and sentence.endswith(".") and "{" not in sentence
        assert sentence not in heard
        heard.add(sentence)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_row_has_a_sentence_of_its_own(language: str) -> None:
    rows = [told({"type": "disc", "seat": 0, "row": row, "column": 1}, language) for row in ROWS[1:]]
    assert len(set(rows)) == len(rows) == len(sentences.MARKED)
