"""Who speaks to the page says what is to be read on a button: its name has these words in it, in every language."""

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from serai.core import game as games
from serai.core.match import Match, start
from serai.core.page.scene import Scene
from serai.core.words.language import languages, speaking
from serai.web.pages.table import with_parts

NAMES = ("Ann", "Bo", "Cem")
EVERY = 4  # decisions are looked at
UNREAD = ("svg", "style", "title")


class Buttons(HTMLParser):
    """What is to be read on each button of a page, and its name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._name: str | None = None
        self._read = ""
        self._hidden: list[str] = []  # the element that hides, and those of its kind within

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "button":
            self._name, self._read = given.get("aria-label") or "", ""
        elif tag in self._hidden or (not self._hidden and (tag in UNREAD or given.get("aria-hidden") == "true")):
            self._hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._name is not None:
            self.found.append((self._name, self._read))
            self._name = None
        elif self._hidden and tag == self._hidden[-1]:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if self._name is not None and not self._hidden:
            self._read += data


def words(text: str) -> str:
    """Only the words, as they are said."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def positions(name: str) -> Iterator[Match]:
    """Moments of random games."""
    for seed in range(2):
        choose = random.Random(seed).choice
        flags: dict[str, Any] = dict.fromkeys(games.load(name).flags, True)
        match = start(name, players=2 + seed, seed=seed, **flags)
        while not match.is_over:
            if len(match.moves) % EVERY == 0:
                yield match
            match.play(choose(match.legal()))


def buttons(match: Match) -> list[tuple[str, str]]:
    """All buttons of who is to act."""
    seen = match.view(match.to_act)
    names = NAMES[: int(match.options["players"])]
    choices = with_parts(match, match.legal(), seen)
    reader = Buttons()
    reader.feed(str(match.game.page.render(Scene(seen[0], match.edition, names, match.to_act, choices))))
    return reader.found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games.names())
def test_a_buttons_name_has_the_words_that_are_read_on_it(name: str, language: str) -> None:
    with speaking(language):
        found = {button for match in positions(name) for button in buttons(match)}
    assert any(read for _named, read in found)
    assert {(named, read) for named, read in found if words(read) not in words(named)} == set()
