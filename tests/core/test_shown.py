"""A value in a message: whole where it is short, else cut, and never an error of its own or a long wait."""

import json
from pathlib import Path
from time import process_time

import pytest

from serai.core import game as games
from serai.core.errors import BadEdition
from serai.core.records.validation import Shape
from serai.core.short_repr import MOST, shown


@pytest.mark.parametrize(
    "found",
    [None, True, -7, 1.5, "", "Ä 'quoted' \n\x00", [1, [2, [3]]], {"b": {"a": []}, "a": {}}, "x" * 70, [0] * 26],
)
def test_a_short_value_is_shown_whole(found: object) -> None:
    assert shown(found) == repr(found)


@pytest.mark.parametrize(
    ("found", "begins"),
    [
        ("x" * 1000, "'xxx"),
        (list(range(1000)), "[0, 1, 2"),
        ({f"key {number}": number for number in range(1000)}, "{'key 0': 0"),
        (json.loads("[" * 500 + "]" * 500), "[[[["),
        (10**4000, "10000"),
    ],
    ids=["text", "list", "object", "depth", "number"],
)
def test_a_long_value_is_cut(found: object, begins: str) -> None:
    assert shown(found).startswith(begins) and "..." in shown(found) and len(shown(found)) <= MOST


def test_of_a_long_text_the_beginning_and_the_end_are_shown() -> None:
    assert shown("begin" + "." * 500 + "end").endswith("end'") and shown("begin" + "." * 500).startswith("'begin")


def test_a_huge_document_takes_no_time_to_be_shown() -> None:
    found = [[[["x" * 1000] * 100] * 100] * 100] * 100
    start = process_time()
    assert "the document is [" in str(Shape("it").fail("the document", found, "an object"))
    assert process_time() - start < 5


def test_an_edition_with_a_number_of_thousands_of_digits_is_refused_in_words(tmp_path: Path) -> None:
    pasha, path = games.load("pasha"), tmp_path / "huge.toml"
    standard = (pasha.folder / "standard.toml").read_text("utf-8")
    path.write_text(standard.replace("\nrolls = 3", f"\nrolls = 0x{'f' * 5000}"), "utf-8")
    with pytest.raises(BadEdition, match="rolls is a"):
        pasha.read_edition(path)
