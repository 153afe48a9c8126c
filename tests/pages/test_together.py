"""People together: at two browsers, at one screen, without a script, and when the server was killed."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.databases import new_database
from tests.guests import Running, running
from tests.pages.people import (
    MOUSE,
    PATIENCE,
    TOUCH,
    join,
    open_for_friends,
    open_settings,
    person,
    play_now,
    table_name,
    take_turn,
)
from tests.processes import Process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all of them."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("together"))) as found:
        yield found


def true_hand(server: Running, name: str, seat: int) -> list[str]:
    """The cards that a seat really has."""
    with server.app.state.service.reading(name) as table:
        seen = table.setup.game.words.view(table.match.view(seat)[0], table.setup.edition)
    hand: list[str] = sorted(f"card.{card}" for card in seen["seats"][seat]["hand"])
    return hand


def shown_hand(page: Page) -> list[str]:
    """The cards that a page shows."""
    found = page.locator('button[name=part][value^="card."]').evaluate_all("found => found.map((card) => card.value)")
    return sorted(found)


def test_the_owner_of_a_seat_hears_that_a_link_was_used_and_logs_the_other_device_out(
    browser: Browser, server: Running
) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, TOUCH, seed=2) as thief:
        play_now(ann)
        here = f"/t/{table_name(ann.page)}?seat=0"
        for number in (1, 2):  # the second is revoked before anybody can use it
            open_settings(ann.page)
            ann.use(ann.page.locator('form[action$="/link"] button'))
            link = ann.page.locator("#personal").input_value()
            ann.page.goto(here)
            if number == 2:
                open_settings(ann.page)
                ann.use(ann.page.locator("#link-2 button"))
                expect(ann.page.locator("#link-2")).to_have_count(0)
                break
            come_by(thief.page, link)
            expect(ann.page.locator("#link-used")).to_contain_text("Your personal link was used at")
            expect(ann.page.locator("#announcement")).to_contain_text("Your personal link was used at")
        assert thief.fact("seat") == "0"
        ann.use(ann.page.locator("#link-used button"))
        expect(ann.page.locator("#link-used")).to_have_count(0)
        thief.page.wait_for_selector('#table[data-seat=""]')
        come_by(thief.page, link)
        expect(thief.page.locator("#main .wrong")).to_contain_text("This link was revoked")


def come_by(page: Page, link: str) -> None:
    """Follow a personal link."""
    page.goto("about:blank")  # the address may be the same but for its secret
    page.goto(link)
    page.locator('form[action="/join"] button.main').click()
    page.wait_for_load_state()


def test_two_browsers_play_one_table_and_each_sees_only_its_own_hand(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, TOUCH, "de", seed=2) as bo:
        link = open_for_friends(ann, "asara")
        assert "#" in link
        join(bo, link)
        ann.page.wait_for_selector('#table[data-phase="playing"]')
        name = table_name(ann.page)
        for _ in range(4):
            now, other = (ann, bo) if ann.fact("your-turn") == "1" else (bo, ann)
            for seat, guest in enumerate((ann, bo)):
                assert shown_hand(guest.page) == true_hand(server, name, seat)
            take_turn(now)
            other.page.wait_for_selector('#table[data-your-turn="1"]')


def test_four_people_share_one_screen_behind_a_curtain(browser: Browser, server: Running) -> None:
    with person(browser, server.url, TOUCH) as guest:
        guest.page.goto("/open?game=pasha&players=4&screen=1")
        guest.use(guest.page.locator("form.open button.main"))
        seats = set()
        for _ in range(8):
            curtain = guest.page.locator("#status.curtain a")
            expect(curtain).to_be_visible()
            assert guest.page.locator("#stage").count() == 0
            guest.use(curtain)
            guest.page.wait_for_selector('#table[data-your-turn="1"]')
            seats.add(guest.fact("seat"))
            while guest.page.locator("#status.curtain").count() == 0:
                guest.decide()
        assert seats == {"0", "1", "2", "3"}


def test_two_at_one_screen_are_in_the_next_game_by_one_touch(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as guest:
        guest.page.goto("/open?game=toy&players=2&screen=1")
        guest.use(guest.page.locator("form.open button.main"))
        guest.use(guest.page.locator("#status.curtain a"))
        guest.page.wait_for_selector('#table[data-your-turn="1"]')
        first = table_name(guest.page)
        guest.page.locator("#settings > summary").click()
        guest.page.locator("#settings details > summary").click()
        guest.use(guest.page.locator('form[action$="/resign"] button'))
        guest.use(guest.page.get_by_role("button", name="Play again"))
        guest.page.wait_for_selector('#table[data-phase="playing"]')
        again = table_name(guest.page)
        assert again != first
        expect(guest.page.locator("#status.curtain")).to_be_visible()
        with server.app.state.service.reading(again) as table:
            assert len(table.seats_of(next(iter(table.seats[0].players)))) == 2
            assert [seat.nonce.by for seat in table.seats] == ["page", "page"]
            assert table.seats[0].commitment != table.seats[1].commitment


def test_a_game_begins_while_who_opened_it_waits_in_the_lobby(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, TOUCH, seed=2) as bo:
        link = open_for_friends(ann, "pasha")
        ann.page.goto("/")
        expect(ann.page.locator("#mine")).to_contain_text("Waiting for 1 player.")
        join(bo, link)
        expect(ann.page.locator("#mine")).to_contain_text("turn", timeout=PATIENCE)


def test_a_game_begins_when_who_opened_it_comes_back_to_the_lobby(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, TOUCH, seed=2) as bo:
        link = open_for_friends(ann, "pasha")
        name = table_name(ann.page)
        ann.page.goto("about:blank")
        bo.page.goto(link)
        bo.use(bo.page.locator('form[action="/join"] button.main'))
        bo.page.wait_for_selector('#table[data-phase="opening"]')
        expect(bo.page.locator("#prompt")).to_contain_text("or the lobby open for a moment: Guest")
        failures: list[str] = []

        def fail_twice(route: Route) -> None:
            failures.append(route.request.method)
            if len(failures) == 1:
                route.abort()
            elif len(failures) == 2:
                route.fulfill(status=503)
            else:
                route.continue_()

        ann.page.route("**/nonce", fail_twice)
        ann.page.goto("/")
        bo.page.wait_for_selector('#table[data-phase="playing"]')
        assert failures == ["POST"] * 3 and ann.page.url == f"{server.url}/"
        receipt = ann.page.evaluate("name => localStorage.getItem(`serai.receipt.${name}`)", name)
        with server.app.state.service.reading(name) as table:
            assert table.seats[0].nonce.by == "page" and table.seats[0].nonce.nonce.hex() in receipt


def test_an_invitation_outlasts_another_language_a_reload_and_a_refusal(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, seed=2) as bo:
        link = open_for_friends(ann, "pasha")
        secret = link.rpartition("#")[2]
        asked: list[str] = []
        bo.page.on("request", lambda request: asked.extend([request.url.partition("#")[0], str(request.headers)]))
        bo.page.goto(link)
        bo.page.locator(".bar select[name=language]").select_option("de")
        bo.page.wait_for_selector("html[lang=de]")
        bo.page.reload()
        bo.page.locator("#name").evaluate("field => { field.maxLength = 99; field.value = 'B'.repeat(99); }")
        bo.use(bo.page.locator('form[action="/join"] button.main'))
        expect(bo.page.locator("[role=alert]")).to_be_visible()
        bo.page.locator(".bar select[name=language]").select_option("en")
        bo.page.wait_for_selector("html[lang=en]")
        expect(bo.page.locator("#link")).to_be_hidden()
        bo.page.locator("#name").fill("Bo")
        bo.use(bo.page.locator('form[action="/join"] button.main'))
        bo.page.wait_for_selector('#table[data-phase="playing"]')
        assert bo.page.evaluate("sessionStorage.length") == 0
        assert len(asked) > 5 and not [told for told in asked if secret in told]


def test_a_form_that_is_sent_again_commits_to_another_number(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as guest:
        sent: list[str] = []

        def keep_the_page(route: Route) -> None:
            sent.append(route.request.post_data or "")
            route.fulfill(status=204)

        guest.page.route("**/tables", keep_the_page)
        guest.page.goto("/")
        for number in (1, 2):
            with guest.page.expect_response("**/tables"):
                guest.use(guest.page.locator("section[aria-labelledby=game-pasha] button.play"))
            assert len(sent) == number
        found = [parse_qs(body)["nonce_commitment"][0] for body in sent]
        assert len(set(found)) == 2 and all(len(one) == 64 for one in found)


def test_everybody_goes_on_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    process = Process(new_database("sqlite", tmp_path), tmp_path).start().wait()
    try:
        with person(browser, process.url) as ann, person(browser, process.url, MOUSE, "de", seed=2) as bo:
            join(bo, open_for_friends(ann, "pasha"))
            for _ in range(2):
                ann.page.wait_for_selector('#table[data-phase="playing"]')
                now, other = (ann, bo) if ann.fact("your-turn") == "1" else (bo, ann)
                take_turn(now)
                other.page.wait_for_selector('#table[data-your-turn="1"]')
                process.kill()
                process.start().wait()
                take_turn(other)
                now.page.wait_for_selector('#table[data-your-turn="1"]')
    finally:
        process.clear()


def test_a_page_without_a_script_makes_whole_turns(browser: Browser, server: Running) -> None:
    context = browser.new_context(
        base_url=server.url, java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto("/")
    page.locator("section[aria-labelledby=game-asara] button.play").click()
    turns = 0
    while turns < 2:
        wait_without_script(page)
        turns += page.locator("#confirm").count()
        if page.locator("#confirm").count():
            page.locator("#confirm").click()
        else:
            page.locator("#stage button[data-open]:not([aria-pressed=true])").first.click()
    context.close()


def wait_without_script(page: Page) -> None:
    """Load the page again until there is something to decide."""
    for _ in range(200):
        if page.locator('#table[data-your-turn="1"]').count():
            return
        page.wait_for_timeout(100)
        page.reload()
    raise AssertionError("it never was this player's turn")


def test_a_newcomer_is_in_a_running_game_by_one_click_and_always_told_what_to_do(
    browser: Browser, server: Running
) -> None:
    with person(browser, server.url) as guest:
        play_now(guest)
        for _ in range(6):
            assert guest.wait_for_turn()
            assert guest.page.locator("#headline").inner_text().strip()
            assert guest.page.locator("#prompt").inner_text().strip()
            guest.decide()


def test_a_bots_reply_arrives_without_a_reload(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as guest:
        play_now(guest)
        guest.wait_for_turn()
        guest.page.evaluate("window.isTheSamePage = true")
        take_turn(guest)
        assert guest.wait_for_turn()
        assert guest.page.evaluate("window.isTheSamePage") is True
