"""`docs/glossary.md`: one word, one meaning; in order, and each module that it names exists."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text("utf-8")
ENTRIES = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \| `(serai[\w.]*)` \|$", PAGE, re.MULTILINE)
WORDS = [word for word, _, _ in ENTRIES]


def test_every_row_is_an_entry() -> None:
    glossary = PAGE.split("\n## ")[0]
    assert len(re.findall(r"^\| \*\*", glossary, re.MULTILINE)) == len(ENTRIES) > 60


def test_no_word_stands_there_twice() -> None:
    assert sorted(word.casefold() for word in WORDS) == sorted({word.casefold() for word in WORDS})


def test_words_are_in_alphabetical_order() -> None:
    assert sorted(WORDS, key=str.casefold) == WORDS


def test_no_two_words_have_one_meaning() -> None:
    assert len({meaning for _, meaning, _ in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize("meaning", [meaning for _, meaning, _ in ENTRIES], ids=WORDS)
def test_a_meaning_is_one_to_three_whole_sentences(meaning: str) -> None:
    assert meaning[0].isupper() or meaning[0].isdigit()
    assert meaning.endswith(".") and 1 <= len(re.findall(r"\.(?= |$)", meaning)) <= 3


@pytest.mark.parametrize("module", sorted({module for _, _, module in ENTRIES}))
def test_every_module_exists(module: str) -> None:
    try:
        found = find_spec(module)
    except ModuleNotFoundError:  # a folder on the way to it is missing
        found = None
    assert found, f"docs/glossary.md names {module}"


def test_no_word_to_avoid_is_an_entry() -> None:
    section = PAGE.split("\n## Words to avoid\n")[1]
    avoided = [cell for row in re.findall(r"^\| (.+?) \|", section, re.MULTILINE)[1:] for cell in row.split(", ")]
    assert len(avoided) > 8 and not set(avoided) & set(WORDS)
