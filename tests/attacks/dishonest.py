"""A dishonest host: a real server with our real pages, which cheats in what it answers, shows, plays and records."""

import asyncio
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.core.records.randomness import Nonce
from serai.core.records.record import Event
from serai.tables.service import Service
from serai.tables.state.changes import Change, Move, Resignation
from serai.tables.state.table import Table
from serai.web.pages import table as showing
from tests.fairness import names, verdict
from tests.guests import Running, commitment
from tests.tables.sitting import Force

Data = dict[str, Any]
Lie = Callable[[Data], Data]
Answer = tuple[int, bytes]
Swap = Callable[[Table], object]
Command = Callable[..., CompletedProcess[str]]

PATIENCE = 20_000  # ms
CHANGED = "The server shows other commitments than it showed before"
WRONG = "The commitments that the server shows can't be right"
MISSING = "The server does not give the receipt of what all have committed to"
ELSEWHERE = "You sat down in another browser"


class Answers:
    """What stands before an application and answers in its place."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.instead: dict[str, Callable[[bytes], Answer | None]] = {}  # by how the path ends; None: not yet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give the true answer, or what is to be told instead."""
        path = scope.get("path", "")
        ending = next((ending for ending in self.instead if path.endswith(ending)), None)
        if ending is None:
            await self.app(scope, receive, send)
            return
        true = await self._true(scope, receive)
        status, body = await self._told(ending, true)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _true(self, scope: Scope, receive: Receive) -> bytes:
        said = bytearray()

        async def hear(message: Message) -> None:
            said.extend(message.get("body", b""))

        await self.app(scope, receive, hear)
        return bytes(said)

    async def _told(self, ending: str, true: bytes) -> Answer:
        while ending in self.instead:
            if (told := self.instead[ending](true)) is not None:
                return told
            await asyncio.sleep(0.02)
        return 200, true


@dataclass(frozen=True)
class Verdicts:
    """What both verifiers say of a record and the receipt that a page stored."""

    page: str  # the verdict of the page
    differs: list[str]  # the checks that failed there
    command: str  # what `serai verify --receipt` prints
    code: int

    def name(self, on_page: str, by_command: str) -> bool:
        """Whether both find a difference, and name it so."""
        is_found = "does not fit together" in self.page and self.code == 1 and "It differs." in self.command
        return is_found and any(one.startswith(on_page) for one in self.differs) and by_command in self.command


@dataclass
class Host:
    """Whoever runs the server, and looks into it."""

    server: Running
    answers: Answers

    @property
    def service(self) -> Service:
        """The tables."""
        found: Service = self.server.app.state.service
        return found

    # Lies

    def answer(self, ending: str, status: int, body: bytes) -> None:
        """Answer so wherever a path ends so."""
        self.answers.instead[ending] = lambda true: (status, body)

    def delay(self, ending: str) -> None:
        """Answer only when honest again."""
        self.answers.instead[ending] = lambda true: None

    def falsify(self, ending: str, lie: Lie) -> None:
        """Answer with the true document, changed."""
        self.answers.instead[ending] = lambda true: (200, json.dumps(lie(json.loads(true))).encode())

    def be_honest(self) -> None:
        """Answer truly from now on."""
        self.answers.instead.clear()

    @contextmanager
    def showing(self, lie: Callable[[Table, list[int], Data | None], Data | None]) -> Iterator[None]:
        """Show pages other commitments: `lie(table, own seats, the truth)` is what they get."""
        true = showing.chance_of

        def shown(table: Table, mine: Any) -> Any:
            return lie(table, list(mine), true(table, mine))

        self.server.app.state.fragments.clear()
        with patch("serai.web.pages.table.chance_of", shown), patch("serai.web.pages.routes.chance_of", shown):
            yield
        self.server.app.state.fragments.clear()

    @contextmanager
    def at_set_up(self, swap: Swap) -> Iterator[None]:
        """Swap something when all nonces are known, before anything is dealt."""
        true = Table._begin

        def cheated(table: Table) -> list[Event]:
            swap(table)
            return true(table)

        with patch.object(Table, "_begin", cheated):
            yield

    def swap(self, table: str, swap: Swap) -> None:
        """Swap something at a table."""
        with self.service.reading(table) as found:
            swap(found)
        self.server.app.state.fragments.clear()

    # What the host knows

    def nonces(self, table: str) -> list[str | None]:
        """The nonces that were opened, by whom, and None for those that were not."""
        with self.service.reading(table) as found:
            return [seat.nonce.by if seat.nonce else None for seat in found.seats]

    def players(self, table: str, seat: int) -> list[str]:
        """Who has a seat, as hashes of their keys."""
        with self.service.reading(table) as found:
            return sorted(found.seats[seat].players)

    # The game

    def play_out(self, table: str, seed: int = 1, most: int = sys.maxsize) -> None:
        """Play for everybody, to the end or so many moves."""
        chance = random.Random(seed)
        while most and self._move(table, chance):
            most -= 1

    def _move(self, table: str, chance: random.Random) -> bool:
        def move(found: Table, at: int) -> list[Change]:
            if found.match is None or found.match.is_over:
                return []
            assert found.to_act is not None
            return [Move(at, found.to_act, chance.choice(found.match.legal_moves()), None)]

        return self.service.carry_out(table, Force(move), lambda found: found.to_act is not None)

    def end(self, table: str) -> None:
        """Let the first player resign, so that there is a record."""
        self.service.carry_out(table, Force(lambda _, at: [Resignation(at, 0)]))


@contextmanager
def dishonest(server: Running) -> Iterator[Host]:
    """Let a server cheat."""
    stack: Any = server.app.middleware_stack
    answers = Answers(stack)
    server.app.middleware_stack = answers
    yield Host(server, answers)
    answers.instead.clear()
    server.app.middleware_stack = stack


@pytest.fixture(scope="module")
def host(house: Running) -> Iterator[Host]:
    """A dishonest host, for all tests of a file."""
    with dishonest(house) as found:
        yield found


@pytest.fixture(autouse=True)
def honest_again(host: Host) -> Iterator[None]:
    """No lie outlasts its test."""
    yield
    host.be_honest()


# Players


@dataclass
class Player:
    """Somebody at our pages, in a browser of their own."""

    page: Page
    opened: list[str] = field(default_factory=list)  # nonces that the page has sent
    wrong: list[str] = field(default_factory=list)  # what went wrong in it

    def __post_init__(self) -> None:
        self.page.on("request", self._see)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _see(self, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/nonce"):
            self.opened.append((request.post_data or "").removeprefix("nonce="))

    def play_now(self) -> str:
        """Open a table with a bot; its name."""
        self.page.goto("/open?game=pasha&players=2")
        self.page.locator("select[name=seat]").last.select_option("random")
        return self.begin()

    def open_for_a_friend(self) -> tuple[str, str]:
        """Open a table for one more; its name and link."""
        self.page.goto("/open?game=pasha&players=2")
        table = self.begin()
        return table, self.page.get_by_label("Link to this table").input_value().rpartition("#")[2]

    def begin(self) -> str:
        """Send the form for a new table; its name."""
        self.page.locator("form.open button.main").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.rpartition("/")[2]

    def join(self, link: str) -> None:
        """Follow a link and sit down."""
        self.page.goto(f"/join#{link}")
        self.page.locator('form[action="/join"] button.main').click()
        self.page.wait_for_url("**/t/*")

    def reload(self) -> None:
        """Load the page once more."""
        self.page.reload()

    def is_told(self, sentence: str) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("#why")).to_contain_text(sentence, timeout=PATIENCE)

    def sees_play(self) -> None:
        """Wait until the game has begun."""
        self.page.wait_for_selector("#table[data-phase=playing]")

    def receipt(self, table: str) -> Data | None:
        """What the page has stored."""
        found = self.page.evaluate("table => localStorage.getItem(`serai.receipt.${table}`)", table)
        receipt: Data | None = json.loads(found) if found else None
        return receipt


@contextmanager
def player(browser: Browser, host: Host) -> Iterator[Player]:
    """Somebody new; an error in their page fails the test."""
    context = browser.new_context(base_url=host.server.url, locale="en", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    found = Player(context.new_page())
    yield found
    context.close()
    assert found.wrong == []


@pytest.fixture
def ann(browser: Browser, host: Host) -> Iterator[Player]:
    """Who opens the table."""
    with player(browser, host) as found:
        yield found


@pytest.fixture
def bob(browser: Browser, host: Host) -> Iterator[Player]:
    """Who sits down beside her."""
    with player(browser, host) as found:
        yield found


# The verifiers


def verdicts(player: Player, table: str, run_serai: Command, folder: Path) -> Verdicts:
    """What the page that checks games and the command say of a table, with the receipt that the page stored."""
    receipt = player.receipt(table)
    player.page.goto("about:blank")  # else the page would not be loaded again for the same table
    player.page.goto(f"/verify#table={table}")
    said, differs = verdict(player.page), names(player.page, "Differs")
    record = player.page.evaluate("async (table) => (await fetch(`/api/tables/${table}/record`)).text()", table)
    files = {"record": record, "receipt": json.dumps(receipt)}
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, "utf-8")
    done = run_serai("verify", str(folder / "record.json"), "--receipt", str(folder / "receipt.json"))
    return Verdicts(said, differs, done.stdout, done.returncode)


# What is swapped


def commit_to(table: Table, seat: int, nonce: bytes) -> None:
    """Commit a seat to another nonce, opened where its own was."""
    place = table.seats[seat]
    place.commitment = commitment(nonce)
    if place.nonce:
        place.nonce = Nonce(nonce, place.nonce.by)


def deal(table: Table, nonce: bytes) -> None:
    """Open this nonce in the place of the first seat's page, and begin."""
    commit_to(table, 0, nonce)
    table.seats[0].nonce = Nonce(nonce)
    table._begin_when_ready(table.changed_at)


def swap_seats(table: Table) -> None:
    """Give each of two seats what the other committed to."""
    one, other = table.seats
    one.commitment, other.commitment = other.commitment, one.commitment
    one.nonce, other.nonce = other.nonce, one.nonce
