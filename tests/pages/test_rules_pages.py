"""The rules pages in a browser: every language at every width, pictures with names, answers by every means, paper."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from serai.core import game as games
from serai.core.words import rulebook
from serai.core.words.language import languages, speaking
from serai.web.pages.rendering import LANGUAGE_COOKIE
from tests.databases import new_database
from tests.guests import PATIENCE, Running, running
from tests.pages.test_layout import AXE, LAYOUT

GAMES = ("asara", "pasha")
WIDTHS = (390, 1440)
A_SHEET = 2  # pages
SHEETS = 2
SMALLEST_PRINT = 7.5  # points
POINTS_IN_A_PIXEL = 0.75
EXAMPLES = {  # a part that may be used and one that may not: where it is, and what its answer says
    "asara": ((".a-space-bank", 1, "A17"), (".a-space-spies", 0, "A9")),
    "pasha": (("td .pasha-target", 0, "P14"), (".pasha-beside .pick", 0, "P14")),
}
PAGE_OBJECT = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("rules"))) as found:
        yield found


@contextmanager
def visiting(browser: Browser, house: Running, game: str, language: str = "en", **options: Any) -> Iterator[Page]:
    """A rules page that has come to rest, with every fold open."""
    context = browser.new_context(base_url=house.url, locale=language, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(f"/rules/{game}")
    page.evaluate("() => document.fonts.ready")
    yield page
    context.close()


@pytest.mark.parametrize("language", list(languages()))
def test_they_fit_a_phone_a_desktop_and_two_sheets_of_paper(browser: Browser, house: Running, language: str) -> None:
    for game in GAMES:
        with visiting(browser, house, game, language) as page:
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate(LAYOUT) == [], (game, width)
            paper = page.pdf(format="A4", prefer_css_page_size=True)
            assert 1 <= len(PAGE_OBJECT.findall(paper)) <= SHEETS * A_SHEET, game


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_fault_in_light_and_dark(browser: Browser, house: Running, game: str, language: str) -> None:
    with visiting(browser, house, game, language, color_scheme="light") as page:
        page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")
        page.evaluate(AXE.read_text("utf-8"))
        assert faults(page) == []
        page.emulate_media(color_scheme="dark")
        assert faults(page, "color-contrast") == []


def faults(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all of its rules or by some."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [f"{fault['id']}: {fault['nodes'][0]['target']}" for fault in found]


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("game", GAMES)
def test_pictures_stand_at_their_rules_with_names(house: Running, game: str, language: str) -> None:
    page = httpx.get(f"{house.url}/rules/{game}", cookies={LANGUAGE_COOKIE: language}, timeout=PATIENCE).text
    passages = {}
    for passage in page.split('<section class="passage">')[1:]:
        passages[re.findall(r'<p id="([A-Z]+[0-9]+)" class="rule">', passage)[0]] = passage
    with speaking(language):
        pictures = rulebook.pictures(games.load(game))
    assert len(pictures) >= 6
    for number, shown in pictures.items():
        names = re.findall(r'class="drawing" role="img" aria-label="([^"]+)"', passages[number])
        captions = re.findall(r"<figcaption>([^<]+)</figcaption>", passages[number])
        assert (len(names), len(captions)) == (len(shown), len(shown)), number
        assert language == "en" or all(said.caption not in english_captions(game) for said in shown), number


def english_captions(game: str) -> set[str]:
    """What captions say where nobody translated them."""
    with speaking("en"):
        return {picture.caption for shown in rulebook.pictures(games.load(game)).values() for picture in shown}


@pytest.mark.parametrize("game", GAMES)
def test_an_example_answers_the_mouse_a_finger_and_the_keyboard(browser: Browser, house: Running, game: str) -> None:
    (open_part, may), (closed_part, may_not) = [((css, nth), rule) for css, nth, rule in EXAMPLES[game]]
    with visiting(browser, house, game, viewport={"width": 1440, "height": 900}, has_touch=True) as page:
        answer = page.locator(".example .answer")
        part(page, open_part).hover()
        expect(answer.locator(".may").first).to_contain_text(may)
        part(page, closed_part).tap()
        expect(answer.locator(".may-not").filter(has_text=may_not).first).to_be_visible()
        assert "#" not in page.url
        part(page, open_part).focus()
        page.keyboard.press("Tab")
        expect(page.locator(".example a.pick[aria-current]")).to_be_focused()
        said = answer.locator("h4").text_content()
        page.keyboard.press("Tab")
        expect(answer.locator("h4")).not_to_have_text(said or "")


def part(page: Page, where: tuple[str, int]) -> Locator:
    """A part of the example's table."""
    return page.locator(f".example .drawing {where[0]}").nth(where[1])


@pytest.mark.parametrize("game", GAMES)
def test_without_a_script_the_answers_are_a_list_that_the_table_leads_to(
    browser: Browser, house: Running, game: str
) -> None:
    with visiting(browser, house, game, java_script_enabled=False) as page:
        link = part(page, EXAMPLES[game][0][:2])
        link.click()
        told = page.locator(str(link.get_attribute("href")))
        expect(told).to_be_in_viewport()
        expect(told.locator("li").first).to_contain_text(EXAMPLES[game][0][2])


def test_print_is_legible_and_has_nothing_to_press(browser: Browser, house: Running) -> None:
    for game in GAMES:
        with visiting(browser, house, game) as page:
            page.emulate_media(media="print")
            sizes = page.eval_on_selector_all(
                "#book :is(p, li, td, figcaption):not(.drawing *)",
                "all => all.filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).fontSize)",
            )
            assert min(float(size.removesuffix("px")) for size in sizes) * POINTS_IN_A_PIXEL >= SMALLEST_PRINT
            expect(page.locator("#find")).to_be_hidden()
            expect(page.locator(".example")).to_be_hidden()
            expect(page.locator(".picture.on-paper").first).to_be_visible()
