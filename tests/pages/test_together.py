"""People together: at two browsers, at one screen, without a script, and when the server was killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.databases import new_database
from tests.guests import Running, running
from tests.pages.people import MOUSE, TOUCH, Person, person
from tests.processes import Process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all of them."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("together"))) as found:
        yield found


def play_now(guest: Person, game: str = "asara") -> None:
    """From the lobby into a game against a bot."""
    guest.page.goto("/")
    guest.use(guest.page.locator(f"section[aria-labelledby=game-{game}] button.play"))
    guest.page.wait_for_selector('#table[data-phase="playing"]')


def open_for_friends(guest: Person, game: str) -> str:
    """Open a table for one friend; the link."""
    guest.page.goto(f"/open?game={game}&players=2")
    guest.use(guest.page.locator("form.open button.main"))
    return guest.page.locator("#invite-link").input_value()


def join(guest: Person, link: str) -> None:
    """Follow a link and sit down."""
    guest.page.goto(link)
    guest.use(guest.page.locator('form[action="/join"] button.main'))
    guest.page.wait_for_selector('#table[data-phase="playing"]')


def take_turn(guest: Person) -> None:
    """Decide until it is somebody else's turn."""
    while guest.fact("your-turn") == "1":
        guest.decide()


def table_name(page: Page) -> str:
    """The table whose page this is."""
    return page.url.partition("/t/")[2].partition("?")[0]


def true_hand(server: Running, name: str, seat: int) -> list[str]:
    """The cards that a seat really has."""
    with server.app.state.service.reading(name) as table:
        seen = table.setup.game.view.view(table.match.view(seat)[0], table.setup.edition)
    hand: list[str] = sorted(f"card.{card}" for card in seen["seats"][seat]["hand"])
    return hand


def shown_hand(page: Page) -> list[str]:
    """The cards that a page shows."""
    found = page.locator('button[name=part][value^="card."]').evaluate_all("found => found.map((card) => card.value)")
    return sorted(found)


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
