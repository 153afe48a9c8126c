"""The score pad in a browser: it gives the engine's points, keeps and shares what was entered, and needs no network."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from serai.core import game as games
from serai.core.edition import Edition
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, player_stream, seed_of_game
from serai.core.simulate import RandomPlay
from serai.core.words.language import speaking
from serai.games.asara.rules import scoring
from serai.web.pages import app_install as installing
from tests.databases import new_database
from tests.guests import Running, running
from tests.pages import pads

PHONE: ViewportSize = {"width": 390, "height": 844}
POSITIONS = 1000  # of each game
COLOURS = ("brown", "green", "red", "black", "white")
E6 = {
    "Tina": {"brown": [4], "green": [6], "black": [5], "white": [3]},
    "Wolfgang": {"brown": [3], "green": [3], "red": [3], "black": [3], "white": [4]},
    "Philipp": {"brown": [2], "red": [3, 3], "black": [5], "white": [3]},
}
E6_POINTS = {
    "pieces built and the scoring of the years": ["0", "0", "0"],
    "places among the brown towers": ["4", "2", "0"],
    "places among the green towers": ["6", "3", "0"],
    "places among the red towers": ["0", "4", "8"],
    "places among the black towers": ["8", "0", "8"],
    "places among the white towers": ["3", "12", "3"],
    "places among the highest towers": ["10", "0", "2"],
    "place for most towers": ["0", "9", "9"],
    "Together": ["31", "30", "30"],
}
E6_REASONS = [
    "Tina: first highest brown tower (height 4): 4 (A26)",
    "Wolfgang: second highest brown tower (height 3): 2 (A26)",
    "Philipp: first highest red tower (height 3), shared by 3: 4 each, 2 of them (A26, A30)",
    "Tina: first highest black tower (height 5), shared by 2: 8 each (A26, A30)",
    "Philipp: second highest white tower (height 3), shared by 2: 3 each (A26, A30)",
    "Tina: first highest tower of all (height 6): 8 (A27); "
    "second highest tower of all (height 5), shared by 2: 2 each (A27, A30)",
    "Wolfgang: first for most towers (5 towers), shared by 2: 9 each (A28, A30)",
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that leave it running."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pad"))) as server:
        yield server


@pytest.fixture
def phone(browser: Browser, house: Running) -> Iterator[BrowserContext]:
    """A phone of somebody new."""
    with browser.new_context(base_url=house.url, viewport=PHONE, locale="en", reduced_motion="reduce") as context:
        yield context


def opened(context: BrowserContext, path: str) -> Page:
    """A page with a pad, once it is there."""
    page = context.new_page()
    page.goto(path)
    page.wait_for_selector("#pad:not([aria-busy])")
    return page


# What it counts


def build(page: Page, colour: str, height: int) -> None:
    """Touch a tower together: its base and top, and windows up to its height."""
    page.click(f"#found-{COLOURS.index(colour)}")
    for _ in range(height - 2):
        page.click("#part-5-more")
    page.click("#tower-done")


def sheet_of(page: Page) -> dict[str, list[str]]:
    """The final scoring as the page shows it: numbers by what they are for."""
    return dict(
        page.evaluate(
            """() => [...document.querySelectorAll("#sheet tr.pad-label")].map((row) => [
                row.textContent, [...row.nextElementSibling.cells].map((cell) => cell.textContent)])"""
        )
    )


def test_the_rulebooks_final_scoring_comes_out_point_by_point(phone: BrowserContext) -> None:
    """E6, A26-A30: entered by touching, as at a table's end."""
    page = opened(phone, "/pad/asara")
    page.click("label:has(#players-3)")
    page.click("#onTrack")
    for seat, (name, towers) in enumerate(E6.items()):
        page.click(f"#total-{seat}")
        page.fill("#pad-name", name)
        for colour, heights in towers.items():
            for height in heights:
                build(page, colour, height)
    assert sheet_of(page) == E6_POINTS
    reasons = page.locator(".pad-why p").all_text_contents()
    assert [reason for reason in E6_REASONS if reason not in reasons] == []
    assert page.locator(".pad-points b").all_text_contents() == ["31", "30", "30"]
    assert page.inner_text(".pad-won") == "Tina wins."


def test_a_whole_game_is_kept_by_the_keyboard_alone(phone: BrowserContext) -> None:
    """A16, A24: a tower of three with gold and the favour, scored in the first year."""
    page = opened(phone, "/pad/asara")
    for target in ("#found-4", "#part-6-more", "#base", "#favour", "#score-year"):
        page.focus(target)
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == target[1:] or target == "#score-year"
    assert page.locator(".pad-points b").all_text_contents() == [str(3 + 1 + 2 + 1), "0"]
    assert page.locator(".pad-years td:nth-child(2)").all_text_contents() == ["3", "4" + "1+2+0+1", "7"]
    page.focus("#total-0")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#total-1", "aria-pressed") == "true"
    assert page.evaluate("document.activeElement.id") == "total-1"
    page.click("#unscore-year")
    assert page.locator(".pad-points b").all_text_contents() == ["3", "0"]


@cache
def standard(name: str) -> Edition:
    """A game's standard edition, read once."""
    return games.load(name).read_edition()


def played(
    name: str, players: int, number: int, year_ended: Callable[[Any], None] = lambda table: None, **flags: bool
) -> Any:
    """A random game's final position; `year_ended` is told of Asara's position at the end of each year."""
    game, seed = games.load(name), seed_of_game(7, number)
    position = Position(game, standard(name), game.options(players, **flags), StreamSeed(seed))
    chance, stream = RandomPlay(game, position.edition, position.options), player_stream(seed)
    table = position.games[0]
    while not position.is_over:
        year = int(table.year) if name == "asara" else 0
        position.apply(chance.choose(position, stream))
        if name == "asara" and (table.year != year or position.is_over):
            year_ended(table)
    return table


SCORE = """async (asked) => {
  const { game, sheets } = JSON.parse(asked);
  const { score, pack, unpack } = await import(`/static/games/${game}/pad.js`);
  const numbers = JSON.parse(document.getElementById("pad").dataset.numbers);
  return JSON.stringify(sheets.map((sheet) => {
    const again = unpack(JSON.parse(JSON.stringify(pack(sheet))), sheet.seats.length, numbers);
    const { points, totals, winners } = score(again, numbers);
    return { points, totals, winners };
  }));
}"""
YEARS = """async (asked) => {
  const { sheets } = JSON.parse(asked);
  const { yearPoints } = await import("/static/games/asara/pad.js");
  return JSON.stringify(sheets.map((sheet) => sheet.seats.map((_, seat) => yearPoints(sheet, seat))));
}"""


def scored_by(page: Page, script: str, game: str, sheets: list[dict[str, Any]]) -> Any:
    """What the pad's script says of many sheets, asked at once and as text, which is quicker."""
    return json.loads(page.evaluate(script, json.dumps({"game": game, "sheets": sheets})))


def told(name: str, position: Any) -> dict[str, Any]:
    """What the engine says of a final position."""
    game = games.load(name)
    edition, table = standard(name), np.array([position])
    points = np.zeros(position.players, np.int64)
    game.kernel.scores(table, 0, edition.record, points)
    winners = int(game.kernel.winners(table, 0, edition.record))
    return {
        "points": [asdict(point) for point in game.words.explain(position, edition)],
        "totals": points.tolist(),
        "winners": [seat for seat in range(position.players) if winners >> seat & 1],
    }


@pytest.mark.parametrize("language", ["sk", "ru"])
def test_asaras_pad_agrees_with_the_engine_on_random_games(browser: Browser, house: Running, language: str) -> None:
    """A16, A24, A26-A32: every point with its sentence, basic and expert, in languages with several plurals."""
    is_expert = language == "ru"
    ends, sheets, yearly, scored = [], [], [], []
    for number in range(POSITIONS // 2):
        years: list[list[list[int]]] = []

        def year_ended(table: Any, years: list[list[list[int]]] = years) -> None:
            yearly.append(pads.asara_sheet(table, []))
            years.append([[int(part) for part in scoring.year_points(table, seat)] for seat in range(table.players)])

        ends.append(played("asara", 2 + number % 3, number, year_ended, expert=is_expert))
        sheets.append(pads.asara_sheet(ends[-1], years))
        scored += years
    with speaking(language):
        expected = [told("asara", position) for position in ends]
    with browser.new_context(base_url=house.url, locale=language) as context:
        page = opened(context, "/pad/asara")
        assert scored_by(page, SCORE, "asara", sheets) == expected
        assert scored_by(page, YEARS, "asara", yearly) == scored
    assert len(scored) == 4 * len(ends) and any(part[3] for year in scored for part in year)
    assert any(point["sentence"].count("A30") for found in expected for point in found["points"])
    lights = [tower[7:] for sheet in sheets for seat in sheet["seats"] for tower in seat["towers"]]
    assert any(map(any, lights)) == is_expert


def test_pashas_pad_agrees_with_the_engine_on_random_games(browser: Browser, house: Running) -> None:
    """P17, P19, P20"""
    edition = standard("pasha")
    ends = [played("pasha", 2 + number % 4, number) for number in range(POSITIONS)]
    with speaking("ru"):
        expected = [told("pasha", position) for position in ends]
    with browser.new_context(base_url=house.url, locale="ru") as context:
        page = opened(context, "/pad/pasha")
        assert scored_by(page, SCORE, "pasha", [pads.pasha_sheet(one, edition) for one in ends]) == expected
    assert any(len(found["winners"]) > 1 for found in expected)


# Keeping and sharing


def shown(page: Page) -> tuple[list[str], dict[str, list[str]]]:
    """Names and points of a pad."""
    return page.locator(".pad-who").all_text_contents(), sheet_of(page)


def kept(page: Page) -> list[str]:
    """What the browser keeps of pads, without when they were changed."""
    return sorted(
        page.evaluate("Object.values(localStorage).map((text) => JSON.parse(text).pad).filter((text) => text)")
    )


def test_pads_are_listed_renamed_deleted_and_brought_back(phone: BrowserContext) -> None:
    page = opened(phone, "/pad/pasha")
    page.click("#won-0-more")
    page.fill("#pad-title", "First evening")
    page.click("#pad-new-game")
    page.click("#won-1-more")
    page.fill("#pad-title", "Second evening")
    page.reload()
    page.wait_for_selector("#pad:not([aria-busy])")
    assert page.input_value("#pad-title") == "Second evening"
    page.click("#pad-shelf summary")
    assert page.locator(".pad-open b").all_text_contents() == ["Second evening", "First evening"]
    page.click(".pad-open:has-text('First evening')")
    assert sheet_of(page)["Together"] == ["7", "0"]
    page.click("button[aria-label='Delete: First evening']")
    assert page.input_value("#pad-title") == "Second evening" and len(kept(page)) == 1
    page.click("#pad-status button")
    assert page.input_value("#pad-title") == "First evening" and len(kept(page)) == 2


@pytest.mark.parametrize("path", [pads.ASARA, pads.PASHA], ids=["asara", "pasha"])
def test_a_link_shows_the_same_pad_elsewhere(browser: Browser, house: Running, path: str) -> None:
    with browser.new_context(base_url=house.url, permissions=["clipboard-read", "clipboard-write"]) as one:
        page = opened(one, path)
        before = shown(page)
        page.click("#pad-share")
        expect(page.locator("#pad-status")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(f"{house.url}/pad/") and len(link) < 1000
        assert "#" not in page.url
    with browser.new_context(base_url=house.url, viewport=PHONE) as other:
        there = opened(other, link)
        assert shown(there) == before and len(before[0]) > 3
        assert len(kept(there)) == 1
        again = opened(other, link)
        assert shown(again) == before and len(kept(again)) == 1


def changed(path: str) -> str:
    """A link with one letter mistyped."""
    letter = path[40]
    return path[:40] + ("A" if letter != "A" else "B") + path[41:]


NO_PAD = "perhaps a part of it is missing"
WRONG_LINKS = (
    (pads.ASARA[:-30], NO_PAD),
    (changed(pads.ASARA), NO_PAD),
    ("/pad/asara#%E0%A4%A", NO_PAD),
    ("/pad/asara#part-3", NO_PAD),
    (pads.link("asara", ["a", "b"], [0, 0, -1, [["9", 0, 0], ["", 0, 0]], []]), NO_PAD),
    (pads.link("asara", ["a", "b"], [0, 0, -1, [["000001020", 0, 0], ["", 0, 0]], []]), NO_PAD),  # lit without a window
    (pads.link("asara", ["a", "b"], [0, 0, 7, [["", 0, 0]] * 2, []]), NO_PAD),
    (pads.link("asara", ["a"] * 5, [0, 0, -1, [["", 0, 0]] * 5, []]), NO_PAD),
    (pads.link("asara", ["a" * 41, "b"], [0, 0, -1, [["", 0, 0]] * 2, []]), NO_PAD),
    (pads.PASHA.replace("pasha", "asara", 1), "another game"),
    (pads.link("asara", ["a", "b"], [], version=2), "another version"),
)


def test_a_broken_or_foreign_link_is_told_and_loses_nothing(phone: BrowserContext) -> None:
    page = opened(phone, pads.link("asara", ["Tina", "Bo"], [0, 0, 1, [["011213300", 5, 0], ["", 8, 0]], []]))
    before, seen = kept(page), shown(page)
    assert len(before) == 1 and seen[0] == ["Tina", "Bo"]
    for path, said in WRONG_LINKS:
        page.evaluate("document.getElementById('pad-status').textContent = ''")
        page.evaluate("path => location.assign(path)", path)
        expect(page.locator("#pad-status")).to_contain_text(said)
        expect(page.locator("#pad-status")).to_contain_text("What you have kept here is unchanged.")
        assert kept(page) == before and shown(page) == seen, path
    anew = opened(phone, WRONG_LINKS[0][0])
    assert NO_PAD in anew.inner_text("#pad-status")
    assert kept(anew) == before and shown(anew) == seen


def test_names_are_never_markup(phone: BrowserContext) -> None:
    name = "<img src=x onerror=alert(1)>"
    page = opened(phone, pads.link("pasha", [name, "b"], [[[1] + [0] * 6, [], 0]] * 2, title=f"\"'{name}"))
    assert page.locator(".pad-who").first.text_content() == name
    assert page.input_value("#pad-title") == f"\"'{name}"
    assert page.locator("#pad img").count() == 0


# Without a network


def test_pads_and_rules_work_without_a_network_in_the_language_chosen(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context(viewport=PHONE, locale="en") as context:
        with running(new_database("sqlite", tmp_path)) as server:
            page = context.new_page()
            page.goto(f"{server.url}/pad/asara")
            expect(page.locator("#pad-offline")).to_be_visible()
            page.select_option("#language", "de")
            page.wait_for_selector("html[lang=de]")
            expect(page.locator("#pad-offline")).to_be_visible()
            page.click("#found-1")
        context.set_offline(True)
        page.goto(f"{server.url}/pad/asara")
        page.wait_for_selector("#pad:not([aria-busy])")
        assert page.get_attribute("html", "lang") == "de"
        page.click("#found-2")
        assert page.locator(".pad-points b").all_text_contents() == ["4", "0"]
        assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Alegreya'))")
        for path in ("/pad", "/pad/pasha", "/rules/asara", "/rules/pasha"):
            page.goto(server.url + path)
            assert page.get_attribute("html", "lang") == "de"
            assert page.evaluate("document.styleSheets.length") >= 3
        assert page.locator("#book .rule").count() > 20
        page.fill("#wanted", "P14")
        expect(page.locator("#found")).not_to_be_empty()
        for path in ("/", "/help", "/open?game=asara"):
            page.goto(server.url + path)
            assert page.locator("main a[href='/pad/asara']").count() == 1
            assert page.locator("main a[href='/rules/pasha']").count() == 1


def test_the_service_worker_leaves_tables_and_programs_alone(browser: Browser, tmp_path: Path) -> None:
    through: set[str] = set()
    with browser.new_context(locale="en") as context:
        with running(new_database("sqlite", tmp_path)) as server:
            page = context.new_page()
            page.goto(f"{server.url}/help")
            page.evaluate("Promise.all([caches.open('serai-of-an-older-version'), caches.open('of-somebody-else')])")
            page.goto(f"{server.url}/rules/pasha")
            page.evaluate("navigator.serviceWorker.ready")
            page.goto(server.url)
            context.on("response", lambda answer: through.add(answer.url) if answer.from_service_worker else None)
            page.click("section[aria-labelledby=game-pasha] .play")
            page.wait_for_url("**/t/*")
            page.wait_for_selector("#table[data-phase=playing]")
            page.click(".pasha-card[data-open]")
            table = page.url
            assert page.evaluate("fetch('/api/openapi.json').then((answer) => answer.status)") == 200
            page.goto(table)
            names = page.evaluate("caches.keys()")
            stored = page.evaluate(
                """async () => {
                  const stored = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
                  const requests = await Promise.all(stored.map((cache) => cache.keys()));
                  return requests.flat().map((request) => new URL(request.url).pathname);
                }"""
            )
        assert sorted(names) == ["of-somebody-else", f"serai-{installing.version()}"]
        files = [path for path in stored if path.startswith("/static/")]
        assert {path for path in stored if not path.startswith("/static/")} == {
            *("/pad", "/pad/asara", "/pad/pasha", "/rules/asara", "/rules/pasha", "/offline")
        }
        assert {url.removeprefix(server.url) for url in through} <= {*files}, "nothing else is answered by it"
        assert through, "shared styles are"
        failed = page.evaluate("fetch('/api/openapi.json').then(() => false, () => true)")
        assert failed and page.evaluate("url => fetch(url).then(() => false, () => true)", table)
