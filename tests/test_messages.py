"""The catalogues are complete: every sentence that is marked is translated, in every language, and nothing else is."""

import re
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from serai.core.words.language import PACKAGE
from tests import messages
from tests.messages import Domain, Key

CATALOGUES = [(domain, language) for language in messages.translations() for domain in messages.domains()]
NAMES = [f"{domain.name}-{language}" for domain, language in CATALOGUES]
ONE: Key = (None, "{who} wins.", "")
MANY: Key = (None, "{number} card of {who}", "{number} cards of {who}")
# What a page computes, and blocks that stand inside a tag.
EXPRESSION = re.compile(r"\{%\s*block (?:body|main_id).*?endblock\s*%\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)


@pytest.mark.parametrize(("domain", "language"), CATALOGUES, ids=NAMES)
def test_every_message_is_translated_with_its_placeholders_and_plural_forms(domain: Domain, language: str) -> None:
    assert messages.faults(domain, language) == []


@pytest.mark.parametrize(("domain", "language"), CATALOGUES, ids=NAMES)
def test_a_catalogue_is_as_make_messages_writes_it(domain: Domain, language: str) -> None:
    path = domain.file(language)
    known = messages.read(path, language)
    assert path.read_text("utf-8") == messages.written(known.keys(), known, language)


@pytest.mark.parametrize("language", messages.translations())
def test_a_message_of_several_catalogues_is_said_alike(language: str) -> None:
    found: dict[Key, set[tuple[str, ...]]] = defaultdict(set)
    for domain in messages.domains():
        for key, message in messages.read(domain.file(language), language).items():
            if any(messages.forms_of(message)):
                found[(*key[:2], "")].add(tuple(messages.forms_of(message)))
    assert {key[1]: said for key, said in found.items() if len(said) > 1} == {}


@pytest.mark.parametrize("domain", messages.domains(), ids=lambda domain: str(domain.name))
def test_no_plural_sentence_hides_in_a_variable(domain: Domain) -> None:
    found = messages.unmarked(domain)
    assert [place for place in found if not place.startswith("core/words/language.py:")] == []


@pytest.mark.parametrize(
    ("key", "forms", "fault"),
    [
        (ONE, ("{who} gewinnt.",), []),
        (ONE, ("",), ["not translated"]),
        (ONE, ("{wer} gewinnt.",), ["other placeholders"]),
        (ONE, ("Gewonnen.",), ["other placeholders"]),
        (ONE, ("{who gewinnt.",), ["other placeholders"]),
        (MANY, ("{number} Karte von {who}", "{number} Karten von {who}"), []),
        (MANY, ("eine Karte von {who}", "{number} Karten von {who}"), []),
        (MANY, ("{number} Karte von {who}",), ["plural forms"]),
        (MANY, ("{number} Karte von {who}", ""), ["not translated"]),
        (MANY, ("eine Karte", "{number} Karten von {who}"), ["other placeholders"]),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(key: Key, forms: tuple[str, ...], fault: list[str]) -> None:
    message = Message(key[1:] if key[2] else key[1], forms if key[2] else forms[0])
    assert list(messages.faults_of(key, message, 2)) == fault


def test_a_doubtful_translation_is_a_fault() -> None:
    assert list(messages.faults_of(ONE, Message(ONE[1], "{who} gewinnt.", flags=["fuzzy"]), 2)) == ["fuzzy"]


def test_messages_are_found_in_code_and_pages(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '_("{who} " "wins.", who=_("Nobody"))\n'
        '_(WORDS["no message"], who=who)\n'
        'ngettext("{number} card", "{number} cards", count["no message"])\n'
        'WORDS = {"x": later("put off"), "y": language.later_in("buyer", "blue")}\n'
        'pgettext("piece", "green")\n',
        "utf-8",
    )
    (tmp_path / "page.html").write_text("<p>{{ _('Hello {who}', who=name) }}</p>{{ pgettext('a', 'b') }}", "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "two.py").write_text('_("not said to players")', "utf-8")
    assert messages.said(Domain("toy", tmp_path)) == {
        (None, "{who} wins.", ""),
        (None, "Nobody", ""),
        (None, "{number} card", "{number} cards"),
        (None, "put off", ""),
        ("buyer", "blue", ""),
        ("piece", "green", ""),
        (None, "Hello {who}", ""),
        ("a", "b", ""),
    }


def test_updating_keeps_what_is_translated_drops_the_rest_and_adds_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    old = {ONE: Message(ONE[1], "{who} gewinnt."), (None, "Gone", ""): Message("Gone", "Weg")}
    path.write_text(messages.written([ONE, MANY], old, "de"), "utf-8")
    known = messages.read(path, "de")
    assert {key: messages.forms_of(message) for key, message in known.items()} == {
        ONE: ["{who} gewinnt."],
        MANY: ["", ""],
    }
    assert path.read_text("utf-8") == messages.written([MANY, ONE], known, "de")


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "web" / "templates").rglob("*.html")), ids=lambda path: str(path.name)
)
def test_a_page_says_nothing_that_is_not_marked(path: Path) -> None:
    """Everything but names stands in `_(…)`, in what is read and in what is read out."""
    page = Words()
    page.feed(EXPRESSION.sub("", path.read_text("utf-8")))
    assert [words for words in page.words if words != "Serai"] == []


class Words(HTMLParser):
    """All words that a page has by itself."""

    READ_OUT = ("alt", "title", "placeholder", "aria-label", "aria-description")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        if re.search(r"[^\W\d_]", data):
            self.words.append(data.strip(" –\n"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Attributes that are shown or read out."""
        for name, value in attrs:
            if name in self.READ_OUT and value:
                self.handle_data(value)
