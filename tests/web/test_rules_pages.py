"""The rules as pages: every rule has its address in every language, and what is said of a rule leads to it."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from serai.core import game as games
from serai.core.words import rulebook
from serai.core.words.language import languages
from serai.web.pages.rendering import LANGUAGE_COOKIE
from tests.databases import new_database
from tests.guests import PATIENCE, Running, running

NUMBERS = {"asara": [f"A{number}" for number in range(1, 34)], "pasha": [f"P{number}" for number in range(1, 22)]}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("rules"))) as found:
        yield found


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("game", list(NUMBERS))
def test_every_rule_has_its_address_in_every_language(house: Running, game: str, language: str) -> None:
    cookies = {LANGUAGE_COOKIE: language}
    page = httpx.get(f"{house.url}/rules/{game}", cookies=cookies, timeout=PATIENCE).text
    found = re.findall(r'<p id="([A-Z]+[0-9]+)" class="rule">', page)
    assert found == list(rulebook.rules(games.load(game))) and set(NUMBERS[game]) <= set(found)
    assert f'<html lang="{language}">' in page
    assert language == "en" or (games.load(game).folder / f"RULES.{language}.md").is_file()
    assert set(re.findall(r'href="#([A-Z]+[0-9]+)"', page)) <= set(found)


def test_only_games_have_rules(house: Running) -> None:
    assert httpx.get(f"{house.url}/rules/chess", timeout=PATIENCE).status_code == 404


def test_a_game_that_draws_nothing_has_no_pictures(house: Running) -> None:
    page = httpx.get(f"{house.url}/rules/toy", timeout=PATIENCE).text
    assert 'id="T1"' in page and "<figure" not in page and 'class="sprite"' not in page


def test_words_are_found_and_the_rest_is_put_aside(house: Running, browser: Browser) -> None:
    page = browser.new_page(base_url=house.url, locale="en")
    page.goto("/rules/asara#A14")
    page.get_by_label("Find in the rules").fill("LANTERN nowhere")
    expect(page.locator("#found")).to_have_text("No rule has these words.")
    page.get_by_label("Find in the rules").fill("builders circle")
    expect(page.locator("#A14")).to_be_visible()
    expect(page.locator("#A17")).to_be_hidden()
    page.goto("/rules/asara#A17")
    expect(page.locator("#A17")).to_be_in_viewport()
    page.close()
