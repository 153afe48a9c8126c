"""Whole games against bots, played through the page: by mouse, by touch and by keyboard alone, in two languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.databases import new_database
from tests.guests import running
from tests.pages.people import KEYS, MOUSE, TOUCH, Person, person

GAMES = [
    ("asara", False, MOUSE, "en"),
    ("asara", True, TOUCH, "en"),
    ("pasha", False, KEYS, "en"),
    ("pasha", False, TOUCH, "de"),
]
MORE_GAMES = [
    ("asara", False, TOUCH, "de"),
    ("asara", False, KEYS, "en"),
    ("asara", True, MOUSE, "de"),
    ("asara", True, KEYS, "de"),
    ("pasha", False, MOUSE, "en"),
]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("games"))) as server:
        yield server.url


def begin(guest: Person, game: str, is_expert: bool) -> None:
    """From the lobby to a running game against the weakest bot."""
    guest.page.goto("/")
    card = guest.page.locator(f"section[aria-labelledby=game-{game}]")
    if is_expert:
        guest.use_choice(card.locator("input[name=option][value=expert]"))
    guest.use(card.locator("button.play"))
    guest.page.wait_for_selector('#table[data-phase="playing"]')


@pytest.mark.parametrize(
    ("game", "is_expert", "way", "language"),
    [*GAMES, *(pytest.param(*more, marks=pytest.mark.soak) for more in MORE_GAMES)],
)
def test_a_whole_game_is_played_through_the_page(
    browser: Browser, url: str, game: str, is_expert: bool, way: str, language: str
) -> None:
    with person(browser, url, way, language) as guest:
        begin(guest, game, is_expert)
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        guest.play_out()
        assert guest.fact("phase") == "over"
        expect(guest.page.locator("#result")).to_be_visible()
