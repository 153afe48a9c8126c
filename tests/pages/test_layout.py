"""Every page at every width: nothing runs over, nothing is covered, and axe finds no fault, light and dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page
from tests.databases import new_database
from tests.guests import running
from tests.pages.gallery import Gallery, Shown, hang

from serai.web import assets

WIDTHS = {390: 844, 768: 1024, 1440: 900}
AXE = assets.PACKAGES / "axe-core" / "axe.min.js"
Scheme = Literal["light", "dark"]

LAYOUT = (Path(__file__).parent / "layout.js").read_text("utf-8")


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """All pages, made once."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("gallery"))) as server:
        yield hang(server)


def opened(browser: Browser, gallery: Gallery, width: int, language: str, scheme: Scheme) -> Page:
    """A page of the browser whose key the gallery knows."""
    context = browser.new_context(
        base_url=gallery.server.url,
        viewport={"width": width, "height": WIDTHS[width]},
        locale=language,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "serai_key", "value": gallery.key, "url": gallery.server.url}])
    return context.new_page()


def faults(page: Page, gallery: Gallery, check: Any) -> dict[str, Any]:
    """What a check finds on each page, by the page's name."""
    found = {}
    for shown in gallery.shown:
        visit(page, shown)
        if wrong := check(page):
            found[shown.name] = wrong
    page.context.close()
    return found


def visit(page: Page, shown: Shown) -> None:
    """Go there, until it is quiet; every fold is opened, but no menu."""
    answer = page.goto(shown.path)
    assert answer and answer.status == shown.status, f"{shown.name}: {answer and answer.status}"
    page.evaluate("() => { for (const fold of document.querySelectorAll('details:not(.menu)')) fold.open = true; }")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_selector("[aria-busy=true]", state="detached")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", list(WIDTHS))
def test_nothing_runs_over_and_nothing_is_covered(
    browser: Browser, gallery: Gallery, width: int, language: str
) -> None:
    page = opened(browser, gallery, width, language, "light")
    assert faults(page, gallery, lambda page: page.evaluate(LAYOUT)) == {}


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_no_fault(browser: Browser, gallery: Gallery, width: int, scheme: Scheme) -> None:
    page = opened(browser, gallery, width, "en", scheme)

    def check(page: Page) -> list[str]:
        page.evaluate(AXE.read_text("utf-8"))
        violations = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
        return [
            f"{found['id']}: {node['target']} {node['failureSummary']}"
            for found in violations
            for node in found["nodes"][:3]
        ]

    assert faults(page, gallery, check) == {}
