"""Whoever does not open a nonce, or was let in by mistake, is got rid of before the game; chance is then drawn anew."""

import hashlib
import json
import secrets

from playwright.sync_api import Browser, expect

from serai.tables.commands import Lapse
from serai.tables.service import Service
from serai.tables.state.setup import TIME_AMONG_STRANGERS
from serai.tables.state.table import SECOND
from tests.guests import Guest, Running
from tests.pages.people import Person, person, table_name
from tests.surfers import Form, surfing
from tests.tables.sitting import Force


def open_for_two(guest: Person, name: str) -> str:
    """Open a table for two others; its link."""
    guest.page.goto("/open?game=pasha&players=3")
    guest.page.locator("form.open input[name=name]").first.fill(name)
    guest.use(guest.page.locator("form.open button.main"))
    return guest.page.locator("#invite-link").input_value()


def come(guest: Person, link: str, name: str) -> None:
    """Follow a link and sit down under a name."""
    guest.page.goto(link)
    guest.page.locator("#name").fill(name)
    guest.use(guest.page.locator('form[action="/join"] button.main'))
    guest.page.wait_for_load_state()


def test_the_player_that_opened_a_table_removes_another_by_a_button(browser: Browser, house: Running) -> None:
    with person(browser, house.url) as ann, person(browser, house.url, seed=2) as bo:
        link = open_for_two(ann, "Ann")
        before = ann.fact("chance")
        come(bo, link, "Bo")
        assert bo.fact("seat") == "1" and bo.page.locator('form[action$="/remove"]').count() == 0
        ann.use(ann.page.get_by_role("button", name="Remove: Bo"))
        bo.page.wait_for_selector('#table[data-seat=""]')
        expect(ann.page.locator("#renewals")).to_have_text(
            "Bo was removed from the table, so all chance was drawn anew."
        )
        ann.page.wait_for_function(
            "() => JSON.parse(document.getElementById('table').dataset.chance).nonce_commitments[0] !== null"
        )
        old, new = json.loads(before), json.loads(ann.fact("chance"))
        assert new["round"] == 1 and new["commitment"] != old["commitment"]
        assert new["nonce_commitments"][0] != old["nonce_commitments"][0] and new["nonce_commitments"][1] is None
        come(bo, link, "Bo")
        expect(bo.page.locator("[role=alert]")).to_contain_text("You were removed")
        assert table_name(ann.page) in ann.page.url


def test_it_works_without_a_script_and_only_for_whoever_opened_the_table(house: Running) -> None:
    with surfing(house, "en", "en", "en") as (ann, bob, cleo):
        table = ann.open("pasha", "person", "anyone", "anyone", name="Ann", listed="1")
        for surfer, name in ((bob, "Bob"), (cleo, "Cleo")):
            surfer.get(f"/t/{table}")
            if surfer is bob:
                surfer.send(surfer.form("/sit"), name=name)
        assert not bob.has("/remove") and not cleo.has("/remove")
        bob.send(Form(f"/t/{table}/seats/0/remove"), status=403)
        ann.get(f"/t/{table}")
        ann.send(ann.form("/seats/1/remove"))
        assert "Bob was removed from the table" in ann.page.text and not ann.has("/remove")
        assert "Bob was removed from the table" in cleo.get(f"/t/{table}")
        bob.get(f"/t/{table}")
        assert bob.shown("data-seat") == ""
        bob.send(bob.form("/sit"), status=403, name="Bob")


def sit(guest: Guest, table: str) -> None:
    """Sit down at a listed table and commit to a nonce that is never opened."""
    hashed = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
    guest.ask("POST", f"/tables/{table}/seats", {"name": guest.name, "nonce_commitment": hashed})


def test_strangers_who_stay_silent_lose_their_seat_and_are_named_for_all(house: Running) -> None:
    service: Service = house.app.state.service
    ann, bob = house.newcomers("Ann", "Bob")
    table, _link = ann.open("pasha", "person", "anyone", listed=True)
    shown = [ann.view(table)["chance"]["commitment"]]
    for number in (1, 2):
        sit(bob, table)
        ann.open_nonces(table)
        with service.reading(table) as found:
            assert (
                found.due_at() == found.waiting_since + TIME_AMONG_STRANGERS * SECOND == found.waiting_since + 180_000
            )
        service.carry_out(table, Force(lambda found, _: Lapse().decide(found, found.due_at() or 0)))
        view = ann.view(table, 0)
        shown.append(view["chance"]["commitment"])
        assert view["phase"] == "gathering" and not view["seats"][1]["is_taken"]
        assert view["chance"]["renewals"] == [{"why": "silent", "names": ["Bob"], "after": 0}] * number
        assert view["chance"]["nonce_commitments"] == [None, None] and view["you"]["is_to_commit_anew"]
        ann.nonces[table, 0] = secrets.token_bytes(32)
        hashed = hashlib.sha256(ann.nonces[table, 0]).hexdigest()
        ann.act(table, 0, "commitment", round=number, nonce_commitment=hashed)
    assert len(set(shown)) == 3
    with surfing(house, "en", "de") as (eve, fee):
        words = "The page of Bob did not open its part of the chance in time, so all was drawn anew."
        assert f"{words} (2 times)" in eve.get(f"/t/{table}")
        assert "(2-mal)" in fee.get(f"/t/{table}") or "2" in fee.page.text
