"""A backup may be older than a table, a seat or a commitment that pages show: they say so and do not wait for ever."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.attacks.backups import forgetful
from tests.guests import PATIENCE
from tests.pages.people import Person, join, open_for_friends, person, table_name

LONG = 1000 * PATIENCE
SET_BACK = "The server was set back to an earlier state"


def sit_down(guest: Person, link: str) -> None:
    """Follow a link and sit down, whether the game can begin or not."""
    guest.page.goto(link)
    guest.use(guest.page.locator('form[action="/join"] button.main'))
    guest.page.wait_for_selector("#table")


def test_a_player_that_sat_down_later_is_told_and_may_sit_down_again(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, person(browser, server.url) as ann, person(browser, server.url) as bo:
        link = open_for_friends(ann, "pasha")
        server.back_up()
        join(bo, link)
        server.go_back()
        bo.page.wait_for_selector('#table[data-seat=""][data-epoch="1"]')
        expect(bo.page.locator("#why")).to_contain_text(SET_BACK, timeout=LONG)
        join(bo, link)
        ann.page.wait_for_selector('#table[data-epoch="1"][data-phase="playing"]')


def test_a_table_that_is_gone_is_said_to_be_gone(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, person(browser, server.url) as ann:
        ann.page.goto("/")
        server.back_up()
        open_for_friends(ann, "pasha")
        server.go_back()
        expect(ann.page.locator("#main")).to_contain_text("There is no table", timeout=LONG)


def test_a_lobby_takes_part_again_although_commitments_have_changed(browser: Browser, tmp_path: Path) -> None:
    with forgetful(tmp_path) as server, person(browser, server.url) as ann, person(browser, server.url) as bo:
        link = open_for_friends(ann, "pasha")
        name = table_name(ann.page)
        server.back_up()
        ann.page.goto("/")
        ann.page.route("**/nonce", lambda route: route.abort())  # the game does not begin before all is lost
        sit_down(bo, link)
        ann.page.goto("/")
        ann.page.wait_for_function(
            "name => JSON.parse(localStorage.getItem(`serai.shown.${name}`)).nonce_commitments[1]", arg=name
        )
        bo.page.goto("about:blank")
        server.go_back()
        ann.page.unroute("**/nonce")
        with ann.page.expect_response("**/seen"):
            ann.page.goto("/")
        sit_down(bo, link)
        with ann.page.expect_response("**/commitment"):
            ann.page.goto("/")
        ann.page.goto("/")
        bo.page.wait_for_selector('#table[data-epoch="1"][data-phase="playing"]')
