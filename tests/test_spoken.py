"""Whole games in every language: nothing that players read has a word that its language does not know."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from html import unescape
from html.parser import HTMLParser

import httpx
import pytest
from rich.cells import cell_len
from rich.text import Text

from serai.bots.advice import advise
from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.core import conformance, simulate
from serai.core import game as games
from serai.core.conformance import Case
from serai.core.match import Match
from serai.core.page.scene import Scene
from serai.core.records.randomness import StreamSeed, player_stream
from serai.core.words import rulebook
from serai.core.words.language import languages, speaking
from serai.games.asara.rules.state import AREAS, BUYERS, COLOURS
from serai.web.pages.rendering import LANGUAGE_COOKIE
from serai.web.pages.table import with_parts
from serai.web.requests.identity import COOKIE
from tests import messages
from tests.databases import new_database
from tests.guests import PATIENCE, running
from tests.pages.gallery import CHATTER, Gallery, hang
from tests.pages.gallery import NAMES as PEOPLE
from tests.surfers import Surfer

NAMES = ["Qxa", "Qxb", "Qxc", "Qxd", "Qxe"]  # no words of any language
TOY = ["Toy", "Double"]  # what the lobby says of the tests' own game, which has no catalogue
WORD = re.compile(r"[^\W\d_]{2,}")
SAID = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
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
    sentence = case.game.words.sentence
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
            for move in case.game.words.every_move(case.edition):
                if reason := match.why_illegal(int(move)):
                    assert not foreign(reason.sentence, case.game.name, language), reason.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_point_is_explained(case: Case, language: str) -> None:
    with speaking(language):
        for match in positions(case, 7):
            for point in case.game.words.explain(match.games[0], case.edition):
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
    page = case.game.page
    with speaking(language):
        for match in positions(case, 9):
            for seat in (None, *range(case.players)):
                seen = match.view(seat)
                is_deciding = seat == match.to_act and not match.is_over
                choices = with_parts(match, match.legal(), seen) if is_deciding else {}
                scene = Scene(seen[0], case.edition, NAMES[: case.players], seat, choices)
                shown = Shown()
                shown.feed(str(page.render(scene)))
                shown.said += [page.progress(scene), page.prompt(scene) if is_deciding else ""]
                for words in shown.said:
                    assert not foreign(words, case.game.name, language), words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", MANY, ids=str)
def test_every_table_is_drawn_in_a_terminal(case: Case, language: str) -> None:
    """In 80 columns, whatever the language."""
    with speaking(language):
        meanings = case.game.words.meanings().values()
        for match in positions(case, 9):
            for seat in (None, *range(case.players)):
                drawn = case.game.words.draw(match.view(seat)[0], case.edition, NAMES[: case.players])
                lines = Text.from_markup(drawn).plain.splitlines()
                assert max(map(cell_len, lines)) <= 80, max(lines, key=cell_len)
                assert foreign(" ".join(lines), case.game.name, language) <= {case.game.title}, lines
    english_words = {*AREAS, *BUYERS, *COLOURS}  # what the words of moves are explained by
    assert [said for said in meanings if foreign(said, case.game.name, language) - english_words] == []


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
    cookies = {COOKIE: gallery.cookie, LANGUAGE_COOKIE: language}
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


@cache
def english(name: str, language: str) -> frozenset[str]:
    """What is said otherwise in this language: whole messages of the English catalogue."""
    domains = [domain for domain in messages.domains() if domain.name in ("serai", name)]
    known = [message for domain in domains for message in messages.read(domain.file(language), language).values()]
    said = {form for message in known for form in messages.forms_of(message)}
    texts = {text for message in known for text in messages.key_of(message)[1:] if text}
    return frozenset(texts - said)


class Listener(Surfer):
    """Somebody without a script who takes note of every page; pages are much alike, so only of what is new in them."""

    def __init__(self, url: str, language: str) -> None:
        super().__init__(url, language, random.Random(4))
        self.pieces: set[str] = set()  # some text and the tag after it

    def listen(self) -> None:
        """Take note of the page."""
        self.pieces.update(self.page.text.split(">"))

    def heard(self) -> Iterator[str]:
        """Everything that any page said, or had read out."""
        for piece in self.pieces:
            text, _sign, tag = piece.rpartition("<")
            if not tag.startswith(tuple(f"/{silent}" for silent in Shown.SILENT)):
                yield unescape(text).strip()
            yield from (unescape(value) for value in SAID.findall(tag))

    def faults(self, game: str) -> set[str]:
        """What was not said in the language, on any page."""
        known = vocabulary(game, self.language) | words_in(" ".join(["Serai", "Asara", "Pasha", *languages().values()]))
        return {said for said in self.heard() if words_in(said) - known or said in english(game, self.language)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), [("asara", {"option": "expert"}), ("pasha", {})], ids=["asara", "pasha"])
def test_a_whole_game_is_played_in_its_language(
    gallery: Gallery, game: str, options: dict[str, str], language: str
) -> None:
    """Every page that a player comes by, from the first to the replay, against a bot."""
    player = Listener(gallery.server.url, language)
    with closing(player.client):
        table = player.open(game, "person", "random", name=NAMES[0], hints="1", chat="1", **options)
        player.listen()
        while player.wait_for_turn():
            player.listen()
            player.touch()
        for path in ("", "/log"):
            player.get(f"/t/{table}{path}")
            player.listen()
        player.get(f"/replay/{table}")
        player.listen()
    assert player.faults(game) == set()


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


def test_english_on_any_page_of_a_game_is_found() -> None:
    player = Listener("http://localhost", "de")
    player.pieces |= {"Jetzt spielen</a", "<code", "place blue bank.6</code", ' Qxa<button title="Aufgeben"'}
    assert player.faults("asara") == set()
    player.pieces |= {"Play now</a", '<button title="Let me confirm"', "Qxa plays", "Pause<b"}
    assert player.faults("asara") == {"Play now", "Let me confirm", "Pause"}


def test_english_in_another_language_is_found() -> None:
    assert foreign("Qxa legt Blau in die Bank und nimmt 12 Asari.", "asara", "de") == frozenset()
    assert foreign("Qxa places Blau in the Bank.", "asara", "de") == {"places", "the"}
