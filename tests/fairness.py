"""Whole finished games for the page that checks them: records, receipts, and a browser that is shown them."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from serai.core import game as games
from serai.core.edition import Edition
from serai.core.match import Match
from serai.core.records import record
from serai.core.records.randomness import Committed, Nonce, Round, player_stream
from serai.core.simulate import RandomPlay
from tests.databases import new_database
from tests.guests import running

Data = dict[str, Any]
Errors = list[str]  # what went wrong in a page: on its console, or caught by nobody

DRAWN = {  # events that tell of chance
    "asara": ("start", "money", "year", "deal", "draw", "display", "look"),
    "pasha": ("start", "packs", "round", "bonus", "roll"),
}
NAMES = ("Ada", "<b>Bo</b>", "Çelik", "{seat} $&", "Eve")
TABLE = "abcDEF123_-x"


# The pages, and a page that fails its test when anything goes wrong in it.


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server; the start of its addresses."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pages"))) as server:
        yield server.url


def new_page(browser: Browser, pages: str, language: str = "en") -> tuple[Page, Errors]:
    """A fresh page of somebody who speaks a language, and what will go wrong in it."""
    page, found = browser.new_context(base_url=pages, locale=language).new_page(), Errors()
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return page, found


@pytest.fixture
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """A fresh page; an error in it fails the test."""
    page, found = new_page(browser, pages)
    yield page
    page.context.close()
    assert found == []


@pytest.fixture
def german_page(browser: Browser, pages: str) -> Iterator[Page]:
    """A fresh page in a German browser; an error in it fails the test."""
    page, found = new_page(browser, pages, "de")
    yield page
    page.context.close()
    assert found == []


@pytest.fixture(scope="module")
def kept(browser: Browser, pages: str) -> Iterator[tuple[Page, Errors]]:
    """A page for many tests."""
    page, found = new_page(browser, pages)
    yield page, found
    page.context.close()


@pytest.fixture
def same_page(kept: tuple[Page, Errors]) -> Iterator[Page]:
    """The same page as before, for tests that only show it files; an error in it fails the test."""
    page, found = kept
    found.clear()
    yield page
    assert found == []


# Records, receipts, and what the page says of them.


def played(name: str, players: int, flags: dict[str, bool] | None = None, edition: Edition | None = None) -> Match:
    """A new match whose chance was committed to."""
    game, chance = games.load(name), random.Random(f"{name} {players}")
    options = game.options(players, **(flags or {}))
    return Match(game, edition or game.read_edition(), options, Committed((round_of(chance, players),)))


def round_of(chance: random.Random, players: int) -> Round:
    """Seeds of one round; the server makes the nonce of seat 1."""
    nonces = tuple(Nonce(chance.randbytes(32), "server" if seat == 1 else "page") for seat in range(players))
    return Round(chance.randbytes(32), nonces)


def renewed(name: str, after: Sequence[int], decisions: int | None = None) -> Match:
    """A game of three that is played on at random, whose chance is renewed after these moves."""
    match, stream = played(name, 3), player_stream(1)
    players, chance = RandomPlay(match.game, match.edition, match.options), random.Random(f"{name} {after}")
    while not match.is_over and len(match.moves) != decisions:
        if len(match.moves) in after:
            begun = round_of(chance, 3)
            match.renew_chance(begun.server_seed, begun.nonces)
        match.play(players.choose(match, stream))
    return match


def recorded(match: Match) -> Data:
    """The match's record as it is read from a file."""
    seats = [{"name": NAMES[seat], "by": "person"} for seat in range(match.players)]
    data: Data = json.loads(record.canonical(match.record(seats)))
    return data


def receipt_of(match: Match, seat: int = 0) -> Data:
    """What a seat's page kept, each time before it opened its nonce."""
    assert isinstance(match.randomness, Committed)
    rounds = [{"after": found.after, "kept": "before", **kept_of(found, seat)} for found in match.randomness.rounds]
    return {"format": "serai-receipt/2", "table": TABLE, "seat": seat, "rounds": rounds}


def old_receipt_of(match: Match, seat: int = 0) -> Data:
    """What pages kept before chance could be renewed."""
    assert isinstance(match.randomness, Committed)
    return {"format": "serai-receipt/1", "table": TABLE, "seat": seat, **kept_of(match.randomness.rounds[0], seat)}


def kept_of(found: Round, seat: int) -> Data:
    """What a seat's page knew of a round of seeds."""
    return {
        "commitment": found.commitment,
        "nonce_commitments": [nonce.commitment for nonce in found.nonces],
        "nonce": found.nonces[seat].nonce.hex(),
    }


@pytest.fixture(scope="module", params=["asara", "pasha"])
def documents(request: pytest.FixtureRequest) -> tuple[Data, Data]:
    """A record of three players, stopped at once, and a receipt."""
    match = played(request.param, 3)
    match.stop("nobody came")
    return recorded(match), receipt_of(match)


@pytest.fixture(scope="module")
def pasha() -> tuple[Data, Data]:
    """Of Pasha alone, where the game makes no difference."""
    match = played("pasha", 3)
    match.stop("nobody came")
    return recorded(match), receipt_of(match)


def file(name: str, content: object) -> FilePayload:
    """A file with a JSON document, or with these very bytes."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return {"name": name, "mimeType": "application/json", "buffer": body}


def check(page: Page, record: object, receipt: object = None) -> str:
    """Give the page these files; its verdict."""
    page.goto("/verify")
    page.get_by_label("Record of the game").set_input_files(file("game.json", record))
    if receipt is not None:
        page.get_by_label("Your receipt").set_input_files(file("receipt.json", receipt))
    page.get_by_role("button", name="Check").click()
    return verdict(page)


def verdict(page: Page) -> str:
    """The verdict, when there is one."""
    status = page.get_by_role("status")
    expect(status).not_to_have_text("")
    expect(status).not_to_have_text("Checking …")
    return status.inner_text()


def names(page: Page, word: str) -> list[str]:
    """The names of the checks of which the page says this word."""
    found = page.locator("#results li").filter(has=page.get_by_text(f"{word}:", exact=True))
    return found.locator(".name").all_text_contents()  # those folded up too


def serve(page: Page, body: object, status: int = 200) -> None:
    """Answer as the server would when it is asked for a table's record."""
    text = body if isinstance(body, str) else json.dumps(body)
    page.route("**/api/tables/*/record", lambda route: route.fulfill(status=status, body=text))


def first_difference(found: Data) -> Data:
    """The first check that failed, of what `verify` found."""
    return next(check for check in found["checks"] if not check["is_fine"])
