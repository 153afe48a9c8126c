"""Lessons through the page: touching what is lit leads to the end, by mouse, touch, keyboard or without a script."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.databases import new_database
from tests.guests import Running, running
from tests.lessons import TAUGHT, lesson
from tests.pages.people import KEYS, MOUSE, TOUCH, Person, person
from tests.surfers import surfing

NEXT = "#stage [data-lit][data-open]:not([aria-pressed=true])"
# Whether a piece can be seen whole, with nothing over its middle.
IS_FREE = """piece => {
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && (piece.contains(found) || found?.contains(piece));
}"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One for all lessons here."""
    return new_database("sqlite", tmp_path_factory.mktemp("lessons"))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Running]:
    """Where lessons are given."""
    with running(database) as found:
        yield found


def learn(guest: Person, game: str) -> None:
    """From the lobby to the first step."""
    guest.page.goto("/")
    guest.use(guest.page.locator(f"form.learn button[value={game}]"))
    guest.page.wait_for_selector("#table[data-lesson] #read-on")


def follow(guest: Person, steps: int) -> None:
    """Touch what is lit, or go on where there is only something to read."""
    for _ in range(steps):
        before, touches = guest.version(), len(json.loads(guest.fact("wanted"))[1:])
        if not touches:
            guest.use(guest.page.locator("#read-on"))
        for touched in range(touches):
            expect(guest.page.locator("#stage [aria-pressed=true]")).to_have_count(touched)
            lit = guest.page.locator(NEXT).locator("visible=true").first
            guest.page.wait_for_function(IS_FREE, arg=lit.element_handle())
            guest.use(lit)
        guest.wait_past(before)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize(("way", "language"), [(MOUSE, "en"), (TOUCH, "de"), (KEYS, "en")])
def test_a_lesson_leads_from_the_lobby_to_a_real_game(
    browser: Browser, server: Running, game: str, way: str, language: str
) -> None:
    with person(browser, server.url, way, language) as guest:
        learn(guest, game)
        follow(guest, len(lesson(game)[1].steps))
        guest.use(guest.page.locator("#play-real"))
        guest.page.wait_for_selector('#table[data-phase="playing"]:not([data-lesson])')
        expect(guest.page.locator("#seats .who")).to_have_count(2)


def test_it_is_left_and_gone_on_with_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    kept = new_database("sqlite", tmp_path)
    with person(browser, "about:blank") as guest:
        with running(kept) as before:
            guest.page.goto(f"{before.url}/")
            guest.page.locator("form.learn button[value=asara]").click()
            follow(guest, 3)
            words = guest.page.locator("#prompt").inner_text()
            guest.page.goto("about:blank")
        with running(kept) as after:
            guest.page.goto(f"{after.url}/")
            guest.page.locator("#mine a").click()
            expect(guest.page.locator("#prompt")).to_have_text(words)
            guest.page.goto(f"{after.url}/")
            guest.page.locator("form.learn button[value=asara]").click()
            expect(guest.page.locator("#prompt")).to_have_text(words)
            follow(guest, 1)


def test_another_move_gets_the_viziers_words_and_changes_nothing(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as guest:
        learn(guest, "asara")
        follow(guest, 1)
        page, before = guest.page, guest.version()
        page.locator('#stage button[value="card.orange"]').first.click()
        page.locator('#stage button[value="space.house"]').click()
        expect(page.locator("#why[data-shown] p")).to_have_text(lesson("asara")[1].steps[1].instead)
        expect(page.locator("#stage [aria-pressed=true]")).to_have_count(0)
        assert guest.version() == before
        expect(page.locator("#announcement")).to_contain_text(lesson("asara")[1].steps[1].words)
        follow(guest, 1)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_needs_no_script(server: Running, game: str) -> None:
    with surfing(server, "en") as [surfer]:
        surfer.get("/")
        surfer.send(surfer.form("/lessons"), {"name": "game", "value": game})
        while surfer.shown("data-phase") == "playing":
            if surfer.has("/read-on"):
                surfer.send(surfer.form("/read-on"))
                continue
            board = surfer.form("/move")
            surfer.send(board, next(button for button in board.open_buttons() if "data-lit" in button))
        assert "Play a real game" in surfer.page.text
        for words in lesson(game)[1].summary:
            assert words.replace("'", "&#39;") in surfer.page.text


def test_without_a_script_another_move_gets_the_viziers_words_too(server: Running) -> None:
    with surfing(server, "en") as [surfer]:
        surfer.get("/")
        surfer.send(surfer.form("/lessons"), {"name": "game", "value": "pasha"})
        surfer.send(surfer.form("/read-on"))
        before = surfer.shown("data-version")
        surfer.send(surfer.form("/move"), {"name": "move", "value": "play 1"}, 409)
        assert str(lesson("pasha")[1].steps[1].instead) in surfer.page.text
        assert surfer.shown("data-version") == before


def test_a_lesson_claims_no_fairness_and_is_offered_beside_the_rules(browser: Browser, server: Running) -> None:
    with person(browser, server.url) as guest:
        page = guest.page
        page.goto("/rules/pasha")
        page.locator("button[form=learn]").click()
        page.wait_for_selector("#table[data-lesson] #read-on")
        follow(guest, 1)
        assert page.locator("#receipt, a[href^='/verify'], form[action$='/resign'], #ask-vizier").count() == 0
        page.locator("#settings summary").click()
        page.locator("form[action$='/stop'] button").click()
        expect(page.locator("#play-real")).to_be_visible()
        assert page.locator("a[href^='/verify'], a[href^='/replay']").count() == 0
        page.goto("/")
        assert page.locator("#finished").count() == 0
