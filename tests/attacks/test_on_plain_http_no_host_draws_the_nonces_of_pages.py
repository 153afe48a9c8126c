"""A host in a local network, where browsers offer pages no cryptography, would draw everybody's nonces itself."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from serai.web.settings import LOCAL_HOSTS
from tests.browser import ARGUMENTS, find_browser
from tests.databases import new_database
from tests.fairness import names, verdict
from tests.guests import Running, commitment, running

HOST = "serai.test"  # a name like any other; only this machine's own are secure without HTTPS
RESOLVER = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
LONG = 20_000  # ms


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server that is addressed by that name."""
    with running(new_database("sqlite", tmp_path), hosts=(*LOCAL_HOSTS, HOST)) as found:
        yield found


@pytest.fixture
def visitors(browser: Browser, server: Running) -> Iterator[list[BrowserContext]]:
    """Two browsers elsewhere in the network."""
    started = browser.browser_type.launch(executable_path=find_browser(), args=[*ARGUMENTS, RESOLVER])
    url = f"http://{HOST}:{urlsplit(server.url).port}"
    found = [started.new_context(base_url=url, locale="en", reduced_motion="reduce") for _ in range(2)]
    for context in found:
        context.set_default_timeout(LONG)
    yield found
    started.close()


def errors_of(page: Page) -> list[str]:
    """What will go wrong in a page; that a header counts only over HTTPS is no fault."""
    found: list[str] = []

    def hear(kind: str, text: str) -> None:
        if kind == "error" and "Cross-Origin-Opener-Policy" not in text:
            found.append(text)

    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: hear(message.type, message.text))
    return found


def open_for_a_friend(page: Page) -> str:
    """Open a table; its link."""
    page.goto("/open?game=pasha&players=2")
    page.get_by_role("button", name="Open the table").click()
    return page.get_by_label("Link to this table").input_value()


def sit_down(page: Page, link: str) -> None:
    """Follow a link and take the seat."""
    page.goto(f"/join#{link.rpartition('#')[2]}")
    page.locator('form[action="/join"] button.main').click()


def test_on_plain_http_no_host_draws_the_nonces_of_pages(visitors: list[BrowserContext], server: Running) -> None:
    ann, bob = (context.new_page() for context in visitors)
    wrong = [errors_of(page) for page in (ann, bob)]
    sit_down(bob, open_for_a_friend(ann))
    for page in (ann, bob):
        page.wait_for_selector("#table[data-phase=playing]")
        assert page.evaluate("[isSecureContext, typeof crypto.subtle, typeof navigator.serviceWorker]") == [
            False,
            "undefined",
            "undefined",
        ]
    table = ann.url.rpartition("/")[2]
    told = server.guest("Eve").view(table)["chance"]
    assert told["by"] == ["page", "page"]
    for seat, page in enumerate((ann, bob)):
        receipt = json.loads(page.evaluate("table => localStorage.getItem(`serai.receipt.${table}`)", table))
        assert commitment(bytes.fromhex(receipt["rounds"][0]["nonce"])) == told["nonce_commitments"][seat]
    assert wrong == [[], []]


def test_on_plain_http_a_finished_game_is_checked_in_the_browser(visitors: list[BrowserContext]) -> None:
    page = visitors[0].new_page()
    wrong = errors_of(page)
    page.goto("/")
    page.locator("section[aria-labelledby=game-pasha]").get_by_role("button", name="Play now").click()
    page.wait_for_selector("#table[data-your-turn='1']")
    page.locator("#settings > summary").click()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Resign for good").click()
    page.wait_for_selector("#table[data-phase=over]")
    page.goto(f"/verify#table={page.url.rpartition('/')[2]}")
    assert verdict(page).startswith(("Everything agrees.", "The record agrees with itself and with the receipt"))
    assert names(page, "Differs") == [] and "Your own nonce" in names(page, "Agrees")
    own = page.locator("#results li").filter(has_text="It was made by that player's page")
    assert own.count() == 1 and wrong == []


def test_on_plain_http_pads_and_rules_do_without_a_service_worker(visitors: list[BrowserContext]) -> None:
    page = visitors[0].new_page()
    wrong = errors_of(page)
    for path in ("/", "/pad", "/pad/asara", "/rules/pasha", "/open?game=asara&players=3", "/verify", "/help"):
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
    assert wrong == []
