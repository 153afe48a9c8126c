"""Every page in every language and width: nothing runs over or is covered; axe finds no fault, light and dark."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from serai.core.words.language import languages
from serai.web import assets
from serai.web.pages.rendering import LANGUAGE_COOKIE
from serai.web.requests.identity import COOKIE
from tests.databases import new_database
from tests.guests import running
from tests.pages.gallery import Gallery, Shown, hang

WIDTHS = {390: 844, 768: 1024, 1440: 900}
NARROW_AND_WIDE = (390, 1440)
AT_EVERY_WIDTH = ("de",)  # its words are the longest
SAMPLED = ("de", "ru")  # long words, and other letters
AXE = assets.PACKAGES / "axe-core" / "axe.min.js"
Scheme = Literal["light", "dark"]

UNFOLD = """async () => {
  for (const fold of document.querySelectorAll("details:not(.menu)")) fold.open = true;
  await document.fonts.ready;
}"""
LAYOUT = (Path(__file__).parent / "layout.js").read_text("utf-8")


def soaked(*values: Any) -> Any:
    """A case that only `make soak-tests` runs."""
    return pytest.param(*values, marks=pytest.mark.soak)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """All pages, made once."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("gallery"))) as server:
        yield hang(server)


@pytest.fixture(scope="module")
def page(browser: Browser, gallery: Gallery) -> Iterator[Page]:
    """One window for all languages, so that it has styles and scripts at hand."""
    opened_page = opened(browser, gallery, 390, "light")
    yield opened_page
    opened_page.context.close()


def size(width: int) -> ViewportSize:
    """A window of this width."""
    return {"width": width, "height": WIDTHS[width]}


def opened(browser: Browser, gallery: Gallery, width: int, scheme: Scheme) -> Page:
    """A page of the browser whose key the gallery knows."""
    context = browser.new_context(
        base_url=gallery.server.url,
        viewport=size(width),
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": COOKIE, "value": gallery.cookie, "url": gallery.server.url}])
    return context.new_page()


def faults(page: Page, shown_pages: Sequence[Shown], check: Callable[[Page], Any]) -> dict[str, Any]:
    """What a check finds on each page, by the page's name."""
    found = {}
    for shown in shown_pages:
        visit(page, shown)
        if wrong := check(page):
            found[shown.name] = wrong
    return found


def visit(page: Page, shown: Shown) -> None:
    """Go there, until it is quiet; every fold is opened, but no menu."""
    answer = page.goto(shown.path)
    assert answer and answer.status == shown.status, f"{shown.name}: {answer and answer.status}"
    page.evaluate(UNFOLD)
    page.wait_for_selector("[aria-busy=true]", state="detached")


@pytest.mark.parametrize("language", [*SAMPLED, *(soaked(code) for code in languages() if code not in SAMPLED)])
def test_nothing_runs_over_and_nothing_is_covered(page: Page, gallery: Gallery, language: str) -> None:
    """The window is made wider on one page and narrower on the next, as people do."""
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": gallery.server.url}])
    widths = list(WIDTHS if language in AT_EVERY_WIDTH else NARROW_AND_WIDE)

    def check(page: Page) -> dict[int, Any]:
        assert page.evaluate("document.documentElement.lang") == language
        found = {}
        for width in sorted(widths, reverse=page.viewport_size == size(widths[-1])):
            page.set_viewport_size(size(width))
            if wrong := page.evaluate(LAYOUT):
                found[width] = wrong
        return found

    assert faults(page, gallery.shown, check) == {}


@pytest.mark.parametrize(
    ("width", "scheme", "half"),
    [(1440, "light", 0), (390, "dark", 1), soaked(1440, "light", 1), soaked(390, "dark", 0)],
)
def test_axe_finds_no_fault(browser: Browser, gallery: Gallery, width: int, scheme: Scheme, half: int) -> None:
    page = opened(browser, gallery, width, scheme)

    def check(page: Page) -> list[str]:
        page.evaluate(AXE.read_text("utf-8"))
        violations = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
        return [
            f"{found['id']}: {node['target']} {node['failureSummary']}"
            for found in violations
            for node in found["nodes"][:3]
        ]

    assert faults(page, gallery.shown[half::2], check) == {}
