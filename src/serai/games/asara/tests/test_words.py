"""Every kind of event and every form of move has its own whole sentence, in English and in German."""

import re
from typing import Any

import pytest
from rich.text import Text

from serai.core.words.language import speaking
from serai.games.asara.rules.state import AREAS, BUYERS, COLOURS
from serai.games.asara.tests.table import STANDARD, Table
from serai.games.asara.words import narration, notation, reasons, sentences
from serai.games.asara.words import terminal as board
from serai.games.asara.words.points import FIRSTS, SECONDS

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
EVENTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"type": "start", "seat": 1},
        "Bob starts and holds the Caliph's favour.",
        "Bob beginnt und hat die Gunst des Kalifen.",
    ),
    ({"type": "year", "number": 2}, "Year 2 begins.", "Jahr 2 beginnt."),
    ({"type": "money", "seat": 0, "amount": 20, "why": "year"}, "Ann gets 20 Asari.", "Ann erhält 20 Asari."),
    (
        {"type": "deal", "seat": 0, "cards": ["blue", "green"]},
        "Ann is dealt blue, green.",
        "Ann bekommt Blau, Grün auf die Hand.",
    ),
    ({"type": "deal", "seat": 0, "count": 9}, "Ann is dealt 9 buyers.", "Ann bekommt 9 Einkäufer auf die Hand."),
    ({"type": "draw", "seat": 0, "cards": ["orange"]}, "Ann draws orange.", "Ann zieht Orange."),
    ({"type": "draw", "seat": 0, "count": 1}, "Ann draws 1 buyer.", "Ann zieht 1 Einkäufer."),
    (
        {"type": "display", "market": "base", "pieces": ["green", "white*"]},
        "On display in the market of base pieces: green, white*.",
        "Neu im Markt der Basisteile: grün, weiß mit Gold.",
    ),
    (
        {"type": "look", "seat": 0, "pieces": ["red", "white"]},
        "Ann looks at red, white.",
        "Ann sieht leuchtende Fenster an: rot, weiß.",
    ),
    (
        {"type": "look", "seat": 0, "count": 1},
        "Ann looks at 1 lit window.",
        "Ann sieht 1 leuchtendes Fenster an.",
    ),
    (
        {"type": "score", "seat": 0, "points": 2, "why": "built"},
        "Ann scores 2 (built).",
        "Ann erhält 2 Prestige (gebaut).",
    ),
    ({"type": "end"}, "The game is over.", "Das Spiel ist zu Ende."),
]
MOVES = [
    (
        "place blue circle.3",
        "Ann places blue on 3 of the builders' circle.",
        "Ann legt Blau auf Feld 3 des Baukreises.",
    ),
    (
        "place blue+green spies.3",
        "Ann places blue and green face down with the spies for 3 Asari.",
        "Ann legt Blau und Grün verdeckt für 3 Asari zu den Spionen.",
    ),
    (
        "place ?+? favour",
        "Ann places two buyers face down and takes the Caliph's favour.",
        "Ann legt zwei Einkäufer verdeckt und nimmt die Gunst des Kalifen.",
    ),
    (
        "place ? house",
        "Ann places a buyer face down in the coloured house and takes 5 Asari.",
        "Ann legt einen Einkäufer verdeckt auf das bunte Gebäude und nimmt 5 Asari.",
    ),
    (
        "place green house",
        "Ann places green face down in the coloured house and takes 5 Asari.",
        "Ann legt Grün verdeckt auf das bunte Gebäude und nimmt 5 Asari.",
    ),
    ("buy black*", "Ann buys a piece: black with gold.", "Ann kauft ein Teil: schwarz mit Gold."),
    ("decline", "Ann buys nothing.", "Ann kauft nichts."),
    ("spy top", "Ann looks through the stack of top pieces.", "Ann sieht den Stapel der Spitzen durch."),
    (
        "found red red*",
        "Ann founds a tower of red base and red with gold top.",
        "Ann errichtet einen Turm: Basis rot, Spitze rot mit Gold.",
    ),
    (
        "add window white* to 2",
        "Ann adds white with gold window to tower 2.",
        "Ann schiebt ein Fenster in Turm 2 ein: weiß mit Gold.",
    ),
    (
        "light red to 1 *",
        "Ann lights a gold red window of tower 1.",
        "Ann lässt in Turm 1 ein goldverziertes Fenster leuchten: rot.",
    ),
    (
        "light red to 1",
        "Ann lights a plain red window of tower 1.",
        "Ann lässt in Turm 1 ein einfaches Fenster leuchten: rot.",
    ),
    ("done", "Ann stops building.", "Ann hört auf zu bauen."),
    (
        "look 3",
        "Ann pays for a look at 3 lit windows.",
        "Ann zahlt, um 3 leuchtende Fenster anzusehen.",
    ),
    ("keep red white", "Ann keeps red, white.", "Ann behält: rot, weiß."),
    ("keep ? ?", "Ann keeps 2.", "Ann behält 2 Fenster."),
    (
        "under red black",
        "Ann puts lit windows under the stack: red, black.",
        "Ann legt leuchtende Fenster unter den Stapel: rot, schwarz.",
    ),
    (
        "under ? ? ?",
        "Ann puts 3 lit windows under the stack.",
        "Ann legt 3 leuchtende Fenster unter den Stapel.",
    ),
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
    table = Table(3, expert=True, seed=8)
    events = narration.opening(table.game, table.edition)
    before, pending = table.games.copy(), -1
    for move in table.random_moves(8):
        if pending >= 0:
            events += narration.narrate(before[0], pending, table.game, table.edition)
        before, pending = table.games.copy(), move
    events += narration.narrate(before[0], pending, table.game, table.edition)
    assert {event["type"] for event in events} == {event["type"] for event, *_ in EVENTS} | {"move"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_has_a_sentence_whole_and_as_others_see_it(language: str) -> None:
    """No two moves are told alike, apart from colours of which the rules allow no two (A15)."""
    heard: dict[str, str] = {}
    for move in notation.every_move(STANDARD):
        name = notation.move_name(move, STANDARD)
        event = {"type": "move", "seat": 0, "move": name}
        whole = told(event, language)
        [seen] = narration.visible_to(event, None, STANDARD)
        for sentence in (whole, told(seen, language)):
            assert sentence.startswith("Ann ") and sentence.endswith(".") and "{" not in sentence
        words = name.split()
        if words[0] != "found" or words[1].strip("*") == words[2].strip("*"):
            assert heard.setdefault(whole, name) == name


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_place_on_the_board_and_every_point_has_words(language: str) -> None:
    with speaking(language):
        areas = [reasons.area_words(area) for area in range(len(AREAS))]
        spaces = [reasons.space_words(space, STANDARD) for space in notation.spaces(STANDARD)]
        colours = [*map(sentences.buyer_words, BUYERS), *map(sentences.piece_words, COLOURS)]
    assert len(set(areas)) == len(AREAS) == len(sentences.PLACED)
    assert len(set(spaces)) == len(spaces)
    assert all(areas + spaces + colours)
    assert len(FIRSTS) == len(SECONDS) == len(narration.FINAL) - 1
    assert {*narration.FINAL, "built", "towers", "gold", "lit", "favour", "years"} == set(sentences.WHY)


def test_the_terminal_says_what_becomes_of_the_windows_that_are_seen() -> None:
    """A22: some are kept, then the others go under the stack; only who looks sees them."""
    table = Table(2, expert=True)
    table.hand("blue", "blue")
    table.money(10)
    table.stack("lit")
    table.under(("white", 1), ("red", 1), ("black", 1))
    table.play("place blue lit", "look 3")
    assert "(keep 1)" in drawn(table, 0)
    table.play("keep white")
    assert re.search(r"You see: +● red +■ black +\(go under the stack\)", drawn(table, 0))
    assert "You see" not in drawn(table, 1) and "under the stack" not in drawn(table, 1)


def drawn(table: Table, seat: int) -> str:
    """The table in a terminal, as a seat sees it."""
    return Text.from_markup(board.draw(table.view(seat).game, table.edition, NAMES[:2])).plain


def test_english_names_of_spaces_are_those_of_the_notation() -> None:
    for space in notation.spaces(STANDARD):
        assert reasons.space_words(space, STANDARD) == notation.space_name(space, STANDARD)
