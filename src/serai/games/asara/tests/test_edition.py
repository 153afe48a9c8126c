"""Edition files: what is refused and with which words, and that other sizes play as well (A4)."""

from pathlib import Path
from typing import Any

import pytest

from serai.core.edition import read_toml
from serai.core.errors import BadEdition
from serai.games.asara.rules import edition as asara_edition
from serai.games.asara.tests.bookkeeping import referee
from serai.games.asara.tests.table import FOLDER, STANDARD, Table, changed, edition, scaled, standard_data

pytestmark = pytest.mark.three_modes

LOOK = {"price": 4, "seen": 3, "kept": 1}


def refusal(data: Any) -> str:
    """The message with which an edition is refused."""
    with pytest.raises(BadEdition) as caught:
        asara_edition.read_edition(data, "box.toml")
    return str(caught.value)


WRONG_VALUES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"price": {"black": -1}}, "price.black", "-1", "a whole number from 0 to 200"),
    ({"price": {"black": 201}}, "price.black", "201", "a whole number from 0 to 200"),
    ({"price": {"black": 6.5}}, "price.black", "6.5", "a whole number"),
    ({"price": {"black": "6"}}, "price.black", "'6'", "a whole number"),
    ({"price": {"black": True}}, "price.black", "True", "a whole number"),
    ({"price": 6}, "price", "6", "a table with the keys brown, green, red, black, white"),
    ({"pieces_per_colour": {"base": 13}}, "pieces_per_colour.base", "13", "from 0 to 12"),
    ({"gold_per_colour": {"top": 5}}, "gold_per_colour.top", "5", "from 0 to 4"),
    ({"gold_per_colour": {"lit": 1}}, "gold_per_colour.lit", "1", "from 0 to 0"),
    ({"display": {"window": 13}}, "display.window", "13", "from 0 to 12"),
    ({"buyers": {"green": 25}}, "buyers.green", "25", "from 0 to 24"),
    ({"market_spaces": {"top": 9}}, "market_spaces.top", "9", "from 0 to 8"),
    ({"circle": list(range(1, 14))}, "circle", "[1, 2, 3,", "a list of 0 to 12 whole numbers"),
    ({"circle": [0, 1]}, "circle[0]", "0", "a whole number from 1 to 60"),
    ({"circle": "1-7"}, "circle", "'1-7'", "a list of 0 to 12 whole numbers"),
    ({"bank": [1] * 9}, "bank", "[1, 1,", "a list of 0 to 8 whole numbers"),
    ({"bank": [12, -10]}, "bank[1]", "-10", "a whole number from 0 to 200"),
    ({"spies": [3] * 9}, "spies", "[3, 3,", "a list of 0 to 8 whole numbers"),
    ({"tent": [1] * 9}, "tent", "[1, 1,", "a list of 0 to 8 whole numbers"),
    ({"house": None}, "house", "None", "a whole number from 0 to 200"),
    ({"favour_spaces": 9}, "favour_spaces", "9", "from 0 to 8"),
    ({"favour_area": "bank"}, "favour_area", "'bank'", "one of own, spies"),
    ({"favour_area": ["own"]}, "favour_area", "['own']", "one of own, spies"),
    ({"lit_spaces": 9}, "lit_spaces", "9", "from 0 to 8"),
    ({"tent_draws": 0}, "tent_draws", "0", "a whole number from 1"),
    ({"lit_looks": []}, "lit_looks", "[]", "a list of 1 to 4 tables with price, seen and kept"),
    ({"lit_looks": [LOOK] * 5}, "lit_looks", "[{'price'", "a list of 1 to 4 tables"),
    ({"lit_looks": [LOOK | {"kept": 4}]}, "lit_looks[0].kept", "4", "a whole number from 1 to 3"),
    ({"lit_looks": [LOOK | {"seen": 13}]}, "lit_looks[0].seen", "13", "a whole number from 1 to 12"),
    ({"lit_looks": [LOOK, LOOK]}, "lit_looks[1].seen", "3", "another number than in the looks before it"),
    ({"lit_looks": [3]}, "lit_looks[0]", "3", "a table with the keys price, seen, kept"),
    ({"hand": {"2": 23}}, "hand.2", "23", "a whole number from 1 to 22 (45 buyers dealt to 2 players)"),
    ({"hand": {"4": 12}}, "hand.4", "12", "a whole number from 1 to 11 (45 buyers dealt to 4 players)"),
    ({"hand": {"3": 0}}, "hand.3", "0", "a whole number from 1 to 15"),
    ({"hand": {"3": True}}, "hand.3", "True", "a whole number from 1 to 15"),
    ({"start_money": [20, 21, 22]}, "start_money", "[20, 21, 22]", "a list of 4 whole numbers"),
    ({"year_money": -20}, "year_money", "-20", "a whole number from 0 to 200"),
    ({"years": 0}, "years", "0", "a whole number from 1 to 8"),
    ({"years": 9}, "years", "9", "a whole number from 1 to 8"),
    ({"final_colour": {"red": [8]}}, "final_colour.red", "[8]", "a list of 2 whole numbers"),
    ({"final_highest": [8, 4, 2]}, "final_highest", "[8, 4, 2]", "a list of 2 whole numbers"),
    ({"final_most": [12, 201]}, "final_most[1]", "201", "a whole number from 0 to 200"),
    ({"asari_per_prestige": 0}, "asari_per_prestige", "0", "a whole number from 1 to 1000"),
    ({"name": "  "}, "name", "'  '", "a text"),
]


@pytest.mark.parametrize(("changes", "key", "found", "allowed"), WRONG_VALUES, ids=[case[1] for case in WRONG_VALUES])
def test_a_wrong_value_is_refused_naming_file_key_found_and_allowed(
    changes: dict[str, Any], key: str, found: str, allowed: str
) -> None:
    """A4"""
    message = refusal(changed(**changes))
    assert message.startswith(f"box.toml: {key} is {found}"), message
    assert f"; allowed: {allowed}" in message or allowed in message.split("; allowed: ")[1], message


def test_an_unknown_key_is_refused() -> None:
    """A4: with what is allowed there, in the file and in a table of it."""
    assert refusal(standard_data() | {"prices": {}}).startswith("box.toml: unknown key prices; allowed: name, price, ")
    message = refusal(changed(price={"pink": 3}))
    assert message == "box.toml: unknown key price.pink; allowed: brown, green, red, black, white"


@pytest.mark.parametrize("key", [key for key in standard_data() if key != "favour_area"])
def test_a_missing_key_is_refused(key: str) -> None:
    """A4"""
    data = {name: value for name, value in changed().items() if name != key}
    assert refusal(data).startswith(f"box.toml: key {key} is missing; needed: name, price, ")


def test_where_the_file_does_not_say_it_the_favour_is_an_area_of_its_own() -> None:
    """A12: files and records from before it could be chosen mean that."""
    older = changed()
    del older["favour_area"], older["known"]["favour_area"]
    assert asara_edition.read_edition(older, "box.toml").tobytes() == STANDARD.record.tobytes()
    assert asara_edition.inline_edition(older)["favour_area"] == "own"
    assert (
        asara_edition.read_edition(asara_edition.inline_edition(older), "box.toml").tobytes()
        == STANDARD.record.tobytes()
    )
    assert "favour_area" not in older, "what was given is left as it is"


@pytest.mark.parametrize("key", ["price", "final_colour"])
def test_a_missing_colour_is_refused(key: str) -> None:
    """A4"""
    data = changed()
    del data[key]["white"]
    assert refusal(data) == f"box.toml: key {key}.white is missing; needed: brown, green, red, black, white"


def test_something_that_is_no_table_is_refused() -> None:
    """A4"""
    assert refusal([1, 2]).startswith("box.toml: the file is [1, 2]; allowed: a table with the keys name, ")


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({"house": "guess"}, "known.house is 'guess'; allowed: a text that begins with one of rulebook, reviews, "),
        ({"house": 5}, "known.house is 5; allowed: a text that begins with one of rulebook, "),
        ({"price": {"black": "rulebook"}}, "key known.price.brown is missing; needed: brown, green, "),
        ({"circle": ["rulebook"]}, "known.circle is ['rulebook']; allowed: one text, or a list of 7 texts"),
        ({"circle": ["rulebook"] * 6 + ["hearsay"]}, "known.circle[6] is 'hearsay'; allowed: a text that begins "),
        ({"horses": "rulebook"}, "unknown key known.horses; allowed: price, "),
    ],
)
def test_what_is_known_of_each_value_is_checked_too(known: dict[str, Any], message: str) -> None:
    """A4"""
    found = refusal(changed(known=known))
    assert found.startswith(f"box.toml: {message}"), found


def test_a_value_without_a_word_on_where_it_is_known_from_is_refused() -> None:
    """A4"""
    data = changed()
    del data["known"]["house"]
    assert refusal(data).startswith("box.toml: key known.house is missing; needed: price, ")


def test_one_text_may_speak_for_a_whole_key() -> None:
    """A4"""
    data = changed(known={"price": "reviews", "circle": "rulebook: all of it"})
    assert asara_edition.read_edition(data, "box.toml")[0].price[3] == 6


def test_riches_beyond_30000_are_refused_and_30000_are_not() -> None:
    """AR6: 200 at the start and in two years 100 and 74 cards of 200 each."""
    rich: dict[str, Any] = {
        "buyers": {"blue": 24, "yellow": 24, "purple": 24, "green": 2, "orange": 0},
        "house": 200,
        "years": 2,
        "start_money": [200, 200, 200, 200],
    }
    assert asara_edition.read_edition(changed(**rich, year_money=100), "box.toml")[0].house == 200
    message = refusal(changed(**rich, year_money=101))
    assert message == "box.toml: the most Asari that could come together is 30002; allowed: at most 30000"


def test_the_standard_file_is_what_the_game_is_played_with() -> None:
    """A4: it lies beside the rules, is whole, and its packed record can't be written to."""
    packed = asara_edition.read_edition(read_toml(FOLDER / "standard.toml"), "standard.toml")
    assert packed.tobytes() == STANDARD.record.tobytes()
    assert not packed.flags.writeable
    assert packed[0].price.tolist() == [3, 4, 5, 6, 8]


def test_a_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    """A4"""
    broken = tmp_path / "broken.toml"
    broken.write_text("price = {")
    for path, words in [(broken, "not a TOML file"), (tmp_path / "none.toml", "no such edition file")]:
        with pytest.raises(BadEdition, match=words) as caught:
            read_toml(path)
        assert str(caught.value).startswith(str(path))


VARIANTS: dict[str, dict[str, Any]] = {
    "smallest": {
        "pieces_per_colour": dict.fromkeys(("base", "middle", "window", "top", "lit"), 1),
        "gold_per_colour": dict.fromkeys(("base", "middle", "window", "top", "lit"), 0),
        "display": dict.fromkeys(("base", "middle", "window", "top"), 1),
        "buyers": dict.fromkeys(("blue", "yellow", "purple", "green", "orange"), 1),
        "hand": {"2": 1, "3": 1, "4": 1},
        "market_spaces": dict.fromkeys(("base", "middle", "window", "top"), 1),
        "circle": [2],
        "bank": [1],
        "spies": [0],
        "tent": [0],
        "lit_spaces": 1,
        "lit_looks": [{"price": 0, "seen": 1, "kept": 1}],
        "years": 1,
    },
    "biggest": {
        "price": {"brown": 0, "green": 1, "red": 1, "black": 2, "white": 3},
        "pieces_per_colour": dict.fromkeys(("base", "middle", "window", "top", "lit"), 12),
        "gold_per_colour": {"base": 12, "middle": 8, "window": 12, "top": 0},
        "display": dict.fromkeys(("base", "middle", "window", "top"), 12),
        "buyers": dict.fromkeys(("blue", "yellow", "purple", "green", "orange"), 24),
        "hand": {"2": 40, "3": 30, "4": 25},
        "market_spaces": dict.fromkeys(("base", "middle", "window", "top"), 8),
        "circle": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 60],
        "bank": [1, 2, 3, 4, 5, 6, 7, 8],
        "spies": [0, 0, 1, 1, 2, 3, 4, 5],
        "tent": [0, 1, 2, 3, 4, 5, 6, 7],
        "tent_draws": 10,
        "favour_spaces": 8,
        "favour_area": "spies",
        "lit_spaces": 8,
        "lit_looks": [{"price": price, "seen": seen, "kept": 4} for price, seen in ((1, 4), (2, 6), (3, 9), (4, 12))],
        "years": scaled(5, 2),
    },
    "odd": {
        "buyers": {"blue": 24, "yellow": 0, "purple": 3, "green": 1, "orange": 0},
        "pieces_per_colour": {"base": 3, "middle": 0, "window": 12, "top": 5, "lit": 2},
        "gold_per_colour": {"base": 3, "middle": 0, "top": 5},
        "display": {"base": 0, "middle": 5, "window": 1, "top": 12},
        "hand": {"2": 14, "3": 9, "4": 7},
        "market_spaces": {"middle": 0, "window": 2},
        "circle": [4, 2, 4, 4],
        "bank": [],
        "spies": [5, 5, 5],
        "favour_spaces": 0,
        "tent": [],
        "start_money": [0, 0, 0, 200],
        "year_money": 0,
    },
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_editions_of_other_sizes_play_to_the_end_with_everything_conserved(name: str, players: int) -> None:
    """A4"""
    variant = edition(**VARIANTS[name])
    for seed in range(1 if name == "biggest" else scaled(3, 2)):
        referee(Table(players, expert=seed % 2 == 0, seed=seed, starter=None, edition=variant), seed)
