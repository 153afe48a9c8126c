"""The pages around the games in a real browser: nothing is too wide, everybody can use them, no asset is missing."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page
from tests.browser import browser
from tests.databases import new_database
from tests.guests import Running, running

from serai.web import assets

__all__ = ["browser"]

PATHS = (
    "/",
    "/open?game=asara&players=4",
    "/open?game=asara&players=4&screen=1",
    "/join",
    "/help",
    "/verify",
    "/nothing-here",
)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
WIDTHS = (320, 390, 768, 1440)
SLOVAK_AND_RUSSIAN = "ľščťžýáíéúäňôďĺŕĽŠČŤŽ Ваш ход 0123456789"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pages"))) as found:
        yield found


@pytest.fixture(params=["en", "de"])
def page(request: pytest.FixtureRequest, browser: Browser, house: Running) -> Iterator[Page]:
    """A page of somebody who speaks a language."""
    context = browser.new_context(base_url=house.url, locale=request.param, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def violations(page: Page) -> list[str]:
    """What axe finds on a page, in short."""
    page.evaluate((assets.PACKAGES / "axe-core" / "axe.min.js").read_text())
    found: list[str] = page.evaluate(
        """async () => {
            const { violations } = await axe.run();
            return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
        }"""
    )
    return found


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_in_light_and_dark(page: Page, path: str) -> None:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.goto(path)
        assert violations(page) == []


def test_nothing_is_wider_than_the_page(page: Page) -> None:
    for path in PATHS:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} at {width}"


def test_a_table_that_waits_for_people_fits_and_can_be_used_by_all(page: Page) -> None:
    page.goto("/open?game=pasha&players=3")
    page.locator("form.open button").click()
    page.wait_for_selector("#invite")
    assert violations(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_both_faces_have_the_letters_of_our_languages(page: Page) -> None:
    page.goto("/help")
    for face in ("Alegreya", "Source Sans 3"):
        loaded = page.evaluate(
            "async ([face, text]) => (await document.fonts.load(`16px '${face}'`, text)).length",
            [face, SLOVAK_AND_RUSSIAN],
        )
        assert loaded == 3, face  # Latin, extended Latin and Cyrillic


def test_nothing_that_set_up_brings_is_missing_and_a_second_run_fetches_nothing() -> None:
    assert assets.missing() == []
    again = subprocess.run([sys.executable, "-m", "serai.web.assets"], capture_output=True, text=True, check=True)
    assert again.stdout == ""


def test_the_lock_has_hashes_and_no_addresses() -> None:
    text = assets.LOCK[1].read_text()
    assert '"integrity": "sha512-' in text
    assert "://" not in text
