"""Tables that earlier rules left, in a server of today: they go on, or their games are told from their events."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from serai.store.database import Store
from tests import earlier
from tests.databases import new_database
from tests.guests import Running, running
from tests.surfers import Surfer, surfing

TOLD = "The rules have changed since this game was played: it can be told, but not drawn."
FINISHED = ("finished", "finished-basic")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that has just been started with tables of version 1."""
    database = new_database("sqlite", tmp_path_factory.mktemp("earlier"))
    store = Store(database)
    store.migrate()
    for name in (*earlier.IN_PLAY, *earlier.STOPPED):
        earlier.save(store, name, "gathering" if name == "gathering" else "playing")
    for name in FINISHED:
        earlier.save(store, name, "over")
    store.close()
    with running(database) as found:
        yield found


@pytest.fixture
def surfer(house: Running) -> Iterator[Surfer]:
    """Somebody who only watches."""
    with surfing(house, "en") as found:
        yield found[0]


@pytest.fixture
def page(browser: Browser, house: Running) -> Iterator[Page]:
    """A page in which nothing may go wrong."""
    page, wrong = browser.new_context(base_url=house.url, locale="en").new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.context.close()
    assert wrong == []


def table(name: str) -> str:
    """What a table is called on the server."""
    found: str = earlier.played(name)["name"]
    return found


@pytest.mark.parametrize("name", earlier.IN_PLAY)
def test_a_table_that_goes_on_is_shown(surfer: Surfer, name: str) -> None:
    shown = surfer.get(f"/t/{table(name)}")
    assert TOLD not in shown and f'data-phase="{"gathering" if name == "gathering" else "playing"}"' in shown


@pytest.mark.parametrize("name", [*earlier.STOPPED, "finished"])
def test_of_a_table_that_can_not_go_on_the_replay_is_shown(surfer: Surfer, house: Running, name: str) -> None:
    shown = surfer.get(f"/t/{table(name)}")
    assert TOLD in shown and "<svg" not in surfer.get(f"/replay/{table(name)}/frame?at=3&seat=all")
    assert house.guest().ask("GET", f"/tables/{table(name)}", status=410)["code"] == "archived"


def test_a_game_whose_rules_are_still_the_same_is_drawn(surfer: Surfer) -> None:
    assert TOLD not in surfer.get(f"/replay/{table('finished-basic')}")
    assert "<svg" in surfer.get(f"/replay/{table('finished-basic')}/frame?at=3&seat=all")


def test_the_replay_tells_every_decision_and_to_nobody_what_was_hidden(surfer: Surfer) -> None:
    events = earlier.played("finished")["record"]["events"]
    moves = [event["move"] for event in events if event["type"] == "move"]
    for at, move in enumerate(moves, 1):
        told = {seat: surfer.get(f"/replay/{table('finished')}/frame?at={at}&seat={seat}") for seat in ("all", "")}
        if move.startswith("keep"):
            colour = move.split()[1]
            assert f"keeps {colour}." in told["all"] and colour not in told[""] and "keeps 1." in told[""]
    assert "The game is over." in told["all"] and "The game is over." in told[""]


def test_the_record_of_a_stopped_table_is_what_was_saved(house: Running) -> None:
    data = house.guest().ask("GET", f"/tables/{table('expert')}/record")
    saved = [event for change in earlier.played("expert")["changes"] for event in change.get("events", ())]
    assert data["events"][:-1] == saved and data["events"][-1]["type"] == "stop" and data["rules_version"] == 1


def test_a_browser_steps_through_a_game_that_is_only_told(page: Page) -> None:
    page.goto(f"/replay/{table('expert')}?at=0&seat=all")
    expect(page.locator("body")).to_contain_text(TOLD)
    for at in range(1, 4):
        page.get_by_role("button", name="One step on").click()
        expect(page.locator("#count")).to_contain_text(f"{at} of ")
    expect(page.locator("body")).to_contain_text("Bob keeps green.")


def test_a_browser_checks_the_game_of_a_table_of_version_1(page: Page) -> None:
    page.goto(f"/verify#table={table('finished')}")
    expect(page.get_by_role("status")).to_contain_text("The record agrees with itself")
