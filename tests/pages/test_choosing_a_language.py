"""Another language is spoken as soon as it is chosen, and nobody loses their place by it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.databases import new_database
from tests.guests import running

CHOOSE = """code => {
  const list = document.getElementById("language");
  list.value = code;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}"""  # without going there, which would scroll


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("choosing"))) as server:
        yield server.url


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A browser that would like English."""
    context = browser.new_context(base_url=url, locale="en", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def choose(page: Page, language: str) -> None:
    """Choose it, in the menu if it is there, until it is spoken."""
    menu = page.locator("details.menu:has(#language) > summary")
    if menu.count() and not page.locator("#language").is_visible():
        menu.click()
    page.locator("#language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_one_stays_at_the_table_with_what_one_was_about_to_say(page: Page) -> None:
    page.goto("/open?game=pasha&players=2&screen=1")
    page.locator("input[name=name]").first.fill("Zoé")
    choose(page, "fr")
    expect(page.locator("input[name=name]").first).to_have_value("Zoé")
    assert page.url.endswith("/open?game=pasha&players=2&screen=1")
    page.locator("main form button.primary, main form button:not([type=button])").last.click()
    page.wait_for_selector("#table[data-phase=playing]")
    address, version = page.url, page.locator("#table").get_attribute("data-version")
    for language in ("sk", "ru"):
        choose(page, language)
        assert page.url == address
    assert page.locator("#table").get_attribute("data-version") == version


def test_one_goes_on_reading_the_same_rule(page: Page) -> None:
    page.goto("/rules/pasha#P14")
    choose(page, "sk")
    assert page.url.endswith("/rules/pasha#P14")
    expect(page.locator("#P14")).to_be_in_viewport()


def test_what_is_read_of_a_long_page_stays_in_sight(page: Page) -> None:
    page.goto("/help")
    page.set_viewport_size({"width": 390, "height": 400})
    page.evaluate("scrollTo(0, 300)")
    page.evaluate(CHOOSE, "sk")
    expect(page.locator("html")).to_have_attribute("lang", "sk")
    page.wait_for_function("() => scrollY === 300")
    assert page.url.endswith("/help")


def test_a_language_chosen_while_scripts_are_on_their_way_is_spoken(page: Page) -> None:
    held: list[Route] = []
    page.route("**/static/page.js*", lambda route: held.append(route), times=1)
    with page.expect_request("**/static/page.js*"):
        page.goto("/help", wait_until="commit")
    page.locator("#language").select_option("sk")
    (script,) = held
    script.continue_()
    expect(page.locator("html")).to_have_attribute("lang", "sk")
