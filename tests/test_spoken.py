"""Whole games in every language: nothing that players read has a word that its language does not know."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import httpx
import pytest
from tests import messages
from tests.databases import new_database
from tests.guests import PATIENCE, running
from tests.pages.gallery import CHATTER, Gallery, hang
from tests.pages.gallery import NAMES as PEOPLE

from serai.bots.advice import advise
from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.core import conformance, rulebook, simulate
from serai.core import game as games
from serai.core.conformance import Case
from serai.core.language import languages, speaking
from serai.core.match import Match
from serai.core.randomness import StreamSeed, player_stream
from serai.core.scene import Scene
from serai.web.identity import COOKIE
from serai.web.rendering import LANGUAGE_COOKIE
from serai.web.showing import with_parts

NAMES = ["Qxa", "Qxb", "Qxc", "Qxd", "Qxe"]  # no words of any language
TOY = ["Toy", "Double"]  # what the lobby says of the tests' own game, which has no catalogue
WORD = re.compile(r"[^\W\d_]{2,}")
LANGUAGES = messages.translations()
CASES = [case for name in ("asara", "pasha") for case in conformance.cases(games.load(name))]
FEW = [case for case in CASES if case.players == 2]
MANY = [case for case in CASES if case.players == max(case.game.player_counts)]


def words_in(text: str) -> set[str]:
    """The words of a text; numbers of rules and placeholders are none."""
    return set(WORD.findall(re.sub(r"\{[^}]*\}|\b\w*\d\w*\b", " ", text)))


@cache
def vocabulary(name: str, language: str) -> frozenset[str]:
    """Every word that a game and everything around it can say in a language."""
    domains = [domain for domain in messages.domains() if domain.name in ("serai", name)]
    known = [message for domain in domains for message in messages.read(domain.file(language), language).values()]
    return frozenset().union(*(words_in(form) for message in known for form in messages.forms_of(message)), NAMES)


@cache
def foreign(text: str, name: str, language: str) -> frozenset[str]:
    """The words of a text that the language's catalogues do not have."""
    return frozenset(words_in(text)) - vocabulary(name, language)


def positions(case: Case, seed: int) -> Iterator[Match]:
    """A random game at some of its decisions, and at its end."""
    players = simulate.RandomPlay(case.game, case.edition, case.options)
    stream = player_stream(seed)
    match = case.match(StreamSeed(seed))
    while not match.is_over:
        if len(match.moves) % 23 == 0:
            yield match
        match.play(players.choose(match, stream))
    yield match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_everything_that_happens_is_told(case: Case, language: str) -> None:
    match = simulate.recorded(case.game, case.edition, case.options, 5, 0)
    sentence = case.game.narration.sentence
    with speaking(language):
        for events in [match.events, *(match.events_for(seat) for seat in (None, *range(case.players)))]:
            for event in events:
                told = sentence(event, NAMES, case.edition)
                assert not foreign(told, case.game.name, language), told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_reason_against_a_move_is_told(case: Case, language: str) -> None:
    with speaking(language):
        for match in positions(case, 6):
            for move in case.game.notation.every_move(case.edition):
                if reason := match.why_illegal(int(move)):
                    assert not foreign(reason.sentence, case.game.name, language), reason.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_point_is_explained(case: Case, language: str) -> None:
    with speaking(language):
        for match in positions(case, 7):
            for point in case.game.explain.explain(match.games[0], case.edition):
                assert not foreign(point.sentence, case.game.name, language), point.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["merchant", "vizier:sims=200"])
@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_advice_is_given(name: str, level: str, language: str) -> None:
    case = next(case for case in reversed(MANY) if case.game.name == name)
    bot = Bot(case.game, case.edition, parse(f"{level}:seed=1"))
    told = []
    with speaking(language):
        for match in positions(case, 8):
            if not match.is_over:
                advised = advise(bot, match.view(match.to_act), top=2)
                told += [reason.sentence for advice in advised for reason in advice.reasons]
    assert told
    for sentence in told:
        assert not foreign(sentence, name, language), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", MANY, ids=str)
def test_every_table_is_drawn(case: Case, language: str) -> None:
    """What is written on the table, and what is read out of it."""
    table = case.game.table
    with speaking(language):
        for match in positions(case, 9):
            for seat in (None, *range(case.players)):
                seen = match.view(seat)
                is_deciding = seat == match.to_act and not match.is_over
                choices = with_parts(match, match.legal(), seen) if is_deciding else {}
                scene = Scene(seen[0], case.edition, NAMES[: case.players], seat, choices)
                shown = Shown()
                shown.feed(str(table.render(scene)))
                shown.said += [table.progress(scene), table.prompt(scene) if is_deciding else ""]
                for words in shown.said:
                    assert not foreign(words, case.game.name, language), words


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """Every page there is."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pages"))) as server:
        yield hang(server)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_its_language(gallery: Gallery, language: str) -> None:
    with speaking(language):
        books = [rulebook.text(games.load(name)) for name in ("asara", "pasha")]  # rules are no messages
    names = words_in(" ".join([*books, *PEOPLE, *CHATTER, *TOY, "Serai", "Asara", "Pasha", *languages().values()]))
    cookies = {COOKIE: gallery.key, LANGUAGE_COOKIE: language}
    heard: dict[str, set[str]] = {}
    with httpx.Client(base_url=gallery.server.url, cookies=cookies, timeout=PATIENCE) as client:
        for page in gallery.shown:
            answer = client.get(page.path)
            assert answer.status_code == page.status, f"{page.name}: {answer.text}"
            shown = Shown()
            shown.feed(answer.text)
            known = vocabulary("asara", language) | vocabulary("pasha", language) | names
            if found := words_in(" ".join(shown.said)) - known:
                heard[page.name] = found
    assert heard == {}


class Shown(HTMLParser):
    """What a page or a piece of it shows, has read out, or gives its script to say."""

    SAID = ("aria-label", "title", "alt", "placeholder", "data-words")
    SILENT = ("code", "script", "style")

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._is_silent = False

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._is_silent:
            self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What stands for something that is not text."""
        self._is_silent = tag in self.SILENT
        for name, value in attrs:
            if name in self.SAID and value:
                self.said += sentences_in(value) if name == "data-words" else [value]

    def handle_endtag(self, tag: str) -> None:
        """The end of what is not said."""
        self._is_silent = False


def sentences_in(words: str) -> list[str]:
    """What a page gives its script to say, each sentence in all its forms."""
    forms = [said.values() if isinstance(said, dict) else [said] for said in json.loads(words).values()]
    return [sentence for said in forms for sentence in said]


def test_english_in_another_language_is_found() -> None:
    assert foreign("Qxa legt Blau in die Bank und nimmt 12 Asari.", "asara", "de") == frozenset()
    assert foreign("Qxa places Blau in the Bank.", "asara", "de") == {"places", "the"}
