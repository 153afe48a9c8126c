"""Which language is spoken, and how sentences are looked up."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from serai.core.words import language
from serai.core.words.language import decimal, gettext, later, later_in, ngettext, pgettext, speaking, spoken

GENERAL = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{who} wins."
msgstr "Vyhráva {who}."

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} karta"
msgstr[1] "{number} karty"
msgstr[2] "{number} kariet"

msgid "not done"
msgstr ""

#, fuzzy
msgid "doubtful"
msgstr "pochybné"
"""
GAME = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "buyer"
msgid "green"
msgstr "zelený"

msgctxt "tower"
msgid "green"
msgstr "zelená"
"""


@pytest.fixture
def slovak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with catalogues of one language, for everything and for a game."""
    for folder, text in ((tmp_path, GENERAL), (tmp_path / "games" / "toy", GAME)):
        (folder / "locale").mkdir(parents=True)
        (folder / "locale" / "sk.po").write_text(text, "utf-8")
    monkeypatch.setattr(language, "PACKAGE", tmp_path)
    monkeypatch.setattr(language, "game_folders", lambda: [tmp_path / "games"])
    forget()
    yield
    forget()


def forget() -> None:
    """Have files read again."""
    language.languages.cache_clear()
    language._catalogue.cache_clear()


def test_a_language_is_there_when_it_has_a_file(slovak: None) -> None:
    assert language.languages() == {"en": "English", "sk": "Slovenčina"}


def test_english_and_german_are_there() -> None:
    assert language.languages() | {"en": "English", "de": "Deutsch"} == language.languages()
    assert next(iter(language.languages())) == "en"


def test_english_is_spoken_unless_another_is_asked_for(slovak: None) -> None:
    assert spoken() == "en" and gettext("{who} wins.", who="Ann") == "Ann wins."
    with speaking("sk"):
        assert spoken() == "sk" and gettext("{who} wins.", who="Ann") == "Vyhráva Ann."
        with speaking("en"):
            assert gettext("{who} wins.", who="Ann") == "Ann wins."
        assert spoken() == "sk"
    assert spoken() == "en"


@pytest.mark.parametrize("code", ["xx", "", "../sk", "SK"])
def test_a_language_that_is_not_there_is_english(slovak: None, code: str) -> None:
    with speaking(code):
        assert spoken() == "en" and gettext("{who} wins.", who="Ann") == "Ann wins."


def test_the_language_is_given_back_after_an_error(slovak: None) -> None:
    with pytest.raises(ValueError), speaking("sk"):
        raise ValueError
    assert spoken() == "en"


def test_plurals_have_as_many_forms_as_the_language(slovak: None) -> None:
    assert [ngettext("{number} card", "{number} cards", number) for number in (1, 2)] == ["1 card", "2 cards"]
    with speaking("sk"):
        told = [ngettext("{number} card", "{number} cards", number) for number in (0, 1, 2, 4, 5)]
    assert told == ["0 kariet", "1 karta", "2 karty", "4 karty", "5 kariet"]


def test_a_negative_number_has_the_form_of_the_positive_one(slovak: None) -> None:
    assert [ngettext("{number} card", "{number} cards", number) for number in (-1, -2)] == ["-1 card", "-2 cards"]
    with speaking("sk"):
        told = [ngettext("{number} card", "{number} cards", number) for number in (-1, -2, -5)]
    assert told == ["-1 karta", "-2 karty", "-5 kariet"]


def test_a_context_tells_meanings_apart(slovak: None) -> None:
    assert pgettext("buyer", "green") == pgettext("tower", "green") == "green"
    with speaking("sk"):
        assert (pgettext("buyer", "green"), pgettext("tower", "green")) == ("zelený", "zelená")
        assert gettext("green") == pgettext("roof", "green") == "green"


def test_what_is_not_translated_or_doubtful_is_english(slovak: None) -> None:
    with speaking("sk"):
        assert [gettext(said) for said in ("not done", "doubtful", "unheard of")] == [
            "not done",
            "doubtful",
            "unheard of",
        ]
        assert ngettext("{number} stone", "{number} stones", 2) == "2 stones"


def test_what_is_put_off_is_said_later(slovak: None) -> None:
    words, word = later("{who} wins."), later_in("buyer", "green")
    with speaking("sk"):
        assert gettext(words, who="Ann") == "Vyhráva Ann." and pgettext("buyer", word) == "zelený"


def test_braces_in_names_stay_as_they_are(slovak: None) -> None:
    with speaking("sk"):
        assert gettext("{who} wins.", who="{number} {0}") == "Vyhráva {number} {0}."


def test_decimals_are_written_as_the_language_does() -> None:
    assert decimal(1.25, "+.1f") == "+1.2" and decimal(-0.5, ".1f") == "-0.5"
    with speaking("de"):
        assert decimal(1.25, "+.1f") == "+1,2" and decimal(3, ".0f") == "3"


def test_another_thread_speaks_english_until_it_is_told(slovak: None) -> None:
    heard: list[str] = []
    with speaking("sk"):
        thread = Thread(target=lambda: heard.append(spoken()))
        thread.start()
        thread.join()
    assert heard == ["en"]
