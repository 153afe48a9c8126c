"""Whoever saw moves that a restored backup lacks knows the dice that would come: so new ones are drawn.

The first test is the whole story, with a server process that is killed; the others are about who tells of the loss.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from serai.core.records import receipt, record, replay
from serai.core.records.randomness import Committed
from serai.store.database import sqlite_url
from serai.tables import commands
from serai.tables.hub import Hub
from serai.tables.service import Service
from tests.attacks.backups import Forgetful, back_up, forgetful, restore
from tests.guests import wait_until
from tests.pages.people import (
    Person,
    join,
    open_for_friends,
    open_settings,
    person,
    play_now,
    table_name,
)
from tests.processes import Process
from tests.surfers import surfing
from tests.tables.sitting import Sitting, set_back

BACK_IN_GAME = '#table[data-epoch="1"][data-phase="playing"]'
SET_BACK = "The server was set back to an earlier state"
Pair = tuple[Person, Person]


@contextmanager
def playing(browser: Browser, url: str, decisions: int) -> Iterator[Pair]:
    """Two people whose pages are open, and who have made some decisions."""
    with person(browser, url) as ann, person(browser, url, seed=2) as bo:
        join(bo, open_for_friends(ann, "pasha"))
        ann.page.wait_for_selector('#table[data-phase="playing"]')
        decide((ann, bo), decisions)
        yield ann, bo


def decide(guests: Sequence[Person], times: int) -> None:
    """Whoever is to decide does so, and all see it."""
    for _ in range(times):
        now = next(guest for guest in guests if guest.fact("your-turn") == "1")
        now.decide()
        for guest in guests:
            guest.page.wait_for_selector(f'#table[data-version="{now.version()}"]')


def resign(guest: Person) -> None:
    """Give the game up."""
    open_settings(guest.page)
    guest.page.locator("#settings details > summary").click()
    guest.use(guest.page.locator('form[action$="/resign"] button'))
    guest.page.wait_for_selector('#table[data-phase="over"]')


def check_renewed(url: str, guest: Person, *made_by: str) -> None:
    """The record says when chance was renewed and is true by the guest's receipt; who made the new nonces."""
    name = table_name(guest.page)
    found = record.check(httpx.get(f"{url}/api/tables/{name}/record").json(), "the record")
    kept = guest.page.evaluate("name => localStorage.getItem(`serai.receipt.${name}`)", name)
    verdict = replay.verify(found)
    receipt.compare_receipt(found, receipt.check(json.loads(kept)), verdict)
    assert verdict.is_true, (verdict.differences, verdict.remarks)
    assert isinstance(found.randomness, Committed)
    first, second = found.randomness.rounds
    assert [nonce.by for nonce in second.nonces] == list(made_by)
    assert first.commitment != second.commitment
    assert any(remark.startswith("chance was renewed once, after move") for remark in verdict.remarks)


def expect_told(guest: Person) -> None:
    """The page says what has happened, and goes on saying so while the game goes on."""
    guest.page.wait_for_selector(BACK_IN_GAME)
    expect(guest.page.locator("#why")).to_contain_text(SET_BACK)
    expect(guest.page.locator("#renewals")).to_contain_text(SET_BACK)


def test_open_pages_find_the_loss_and_go_on_with_new_chance(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    process = Process(sqlite_url(file), tmp_path).start().wait()
    try:
        with playing(browser, process.url, 2) as guests:
            back_up(file)
            decide(guests, 3)
            for guest in guests:
                guest.page.evaluate("window.isTheSamePage = true")
            process.kill()
            restore(file)
            process.start().wait()
            for guest in guests:
                expect_told(guest)
                assert guest.page.evaluate("window.isTheSamePage") is True
            decide(guests, 3)
            resign(guests[0])
            for guest in guests:
                guest.page.wait_for_selector('#table[data-phase="over"]')
                check_renewed(process.url, guest, "page", "page")
    finally:
        process.clear()


def test_pages_that_were_closed_tell_of_the_loss_when_they_come_back(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, playing(browser, server.url, 1) as guests:
        server.back_up()
        decide(guests, 3)
        address = guests[0].page.url
        for guest in guests:
            guest.page.goto("about:blank")
        server.go_back()
        guests[0].page.goto(address)
        guests[0].page.wait_for_selector('#table[data-epoch="1"][data-phase="renewing"]')
        expect(guests[0].page.locator("#prompt")).to_contain_text("What was decided then is lost")
        guests[1].page.goto(address)  # the loss is known by then
        for guest in guests:
            expect_told(guest)
        decide(guests, 2)
        resign(guests[1])
        for guest in guests:
            guest.page.wait_for_selector('#table[data-phase="over"]')
            check_renewed(server.url, guest, "page", "page")


def test_against_a_bot_chance_is_drawn_anew_too(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, person(browser, server.url) as ann:
        play_now(ann, "pasha")
        assert ann.wait_for_turn()
        ann.decide()
        server.back_up()
        ann.decide()
        server.go_back()
        expect_told(ann)
        ann.wait_for_turn()
        ann.decide()
        resign(ann)
        check_renewed(server.url, ann, "page", "server")


def test_a_mark_that_could_not_be_given_back_is_given_back_later(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, playing(browser, server.url, 1) as (ann, bo):
        server.back_up()
        decide((ann, bo), 2)
        address = ann.page.url
        for guest in (ann, bo):
            guest.page.goto("about:blank")
        server.go_back()
        ann.page.route("**/seen", lambda route: route.abort())
        with ann.page.expect_request("**/seen"):
            ann.page.goto(address)
        ann.page.goto("about:blank")
        ann.page.unroute("**/seen")
        ann.page.goto(address)
        ann.page.wait_for_selector('#table[data-epoch="1"]')


def test_a_break_that_nobody_sees_hides_no_loss(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, playing(browser, server.url, 1) as (ann, bo):
        server.back_up()
        backed_up = ann.version()
        decide((ann, bo), 2)
        grow_anew(server, table_name(ann.page), backed_up, by=ann.version() - backed_up + 1)
        for guest in (ann, bo):
            expect_told(guest)


def grow_anew(server: Forgetful, name: str, version: int, by: int) -> None:
    """The table is set back and goes on past what pages have seen; then all streams end for a moment."""
    service, streams = server.house.app.state.service, server.house.app.state.streams

    def fail(place: object) -> None:
        raise RuntimeError("a stream is cut off")

    with service.reading(name) as table:
        player = next(iter(table.seats[0].players))
        other = Service(service.store, Hub(), service.clock)
        set_back(Sitting(other, name, ""), version)
        for _ in range(by):
            other.carry_out(name, commands.Say(player, "hello"))
        service._cache.drop(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "_make_frame", fail)
        service.hub.notify(name)
        wait_until(lambda: streams.viewers == 0)


def test_a_page_without_a_script_tells_with_its_next_move(tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, surfing(server.house, "en") as (ann,):
        ann.open("pasha", "person", "random")
        ann.wait_for_turn()
        ann.touch()
        server.back_up()
        saved = ann.shown("data-version")
        while ann.shown("data-version") == saved:
            ann.wait_for_turn()
            ann.touch()
        ann.wait_for_turn()
        old = ann.form("/confirm") if ann.has("/confirm") else ann.form("/move")
        button = next(iter(old.open_buttons()), None)
        server.go_back()
        ann.send(old, button, status=409)
        assert ann.shown("data-epoch") == "1" and SET_BACK in ann.page.text
