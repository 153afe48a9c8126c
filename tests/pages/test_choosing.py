"""What nothing invites to says what it means before it stands, and windows are put in order: by every means."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from serai.tables import commands
from serai.web.requests.identity import COOKIE
from tests.databases import new_database
from tests.guests import running
from tests.pages.gallery import Gallery, asara
from tests.pages.people import KEYS, MOUSE, WAYS, Person, person
from tests.pages.test_layout import AXE
from tests.surfers import Attributes, Surfer, surfing
from tests.tables.sitting import dear_edition

CANT_PAY = "You can't pay for anything here: your buyer only takes the space."
WINDOWS = '#stage button[value^="seen."]'


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """Tables of somebody who plays against absent people."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("choosing"))) as server:
        yield Gallery(server)


def with_little_money(gallery: Gallery, *, confirms: bool = True) -> str:
    """A table at which the viewer can place a buyer and can't pay for anything in the markets."""
    name = gallery.play("asara", 2, asara(1, "place"), dear_edition())
    gallery.service.carry_out(name, commands.Prefer(gallery.player, 0, confirms))
    return name


def with_windows(gallery: Gallery) -> str:
    """A table at which the viewer puts three lit windows under the stack."""
    name = gallery.play("asara", 2, asara(1, "place"), expert=True)
    return gallery.decide(name, ("place", " lit"), ("look", "5"), ("keep", ""))


def held(gallery: Gallery, name: str) -> str | None:
    """The decision that waits to be confirmed."""
    with gallery.service.reading(name) as table:
        return None if table.held is None or table.match is None else table.match.name(table.held)


def come(guest: Person, gallery: Gallery, name: str) -> None:
    """Sit down again at one's own table."""
    guest.page.context.add_cookies([{"name": COOKIE, "value": gallery.cookie, "url": gallery.server.url}])
    guest.page.goto(f"/t/{name}")
    guest.page.wait_for_selector('body.is-live #table[data-your-turn="1"]')


def part(guest: Person, value: str) -> Locator:
    """The first button of a part."""
    return guest.page.locator(f'#stage button[value="{value}"]').first


def card(guest: Person) -> Locator:
    """The first card in hand."""
    return guest.page.locator('#stage button[value^="card."]').first


def faults(guest: Person) -> list[str]:
    """What axe finds on the page."""
    guest.page.evaluate(AXE.read_text("utf-8"))
    found = guest.page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [f"{fault['id']}: {fault['nodes'][0]['target']}" for fault in found]


# Where nothing can be paid for


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("confirms", [True, False])
def test_a_market_where_nothing_can_be_paid_for_says_so_before_it_is_confirmed(
    browser: Browser, gallery: Gallery, way: str, confirms: bool
) -> None:
    name = with_little_money(gallery, confirms=confirms)
    with person(browser, gallery.server.url, way) as guest:
        come(guest, gallery, name)
        market, caution = part(guest, "space.top"), guest.page.locator("#caution")
        expect(market).to_have_attribute("data-quiet", "")
        expect(market).not_to_have_attribute("data-open", "")
        expect(market).not_to_have_attribute("aria-disabled", "true")
        expect(market).to_have_accessible_name(re.compile(re.escape(CANT_PAY)))
        expect(part(guest, "space.house")).to_have_attribute("data-open", "")
        before = guest.version()
        guest.use(card(guest))
        expect(market).to_have_attribute("data-quiet", "")
        expect(caution).to_be_empty()
        guest.use(market)
        guest.wait_past(before)
        expect(caution).to_have_text(CANT_PAY)
        expect(guest.page.locator("#confirm")).to_have_accessible_description(CANT_PAY)
        if way == KEYS:
            expect(guest.page.locator("#confirm")).to_be_focused()
        assert str(held(gallery, name)).endswith(" top") and faults(guest) == []
        guest.confirm()
        expect(caution).to_be_empty()
        assert held(gallery, name) is None and guest.fact("your-turn") == "0"


def test_it_is_taken_back_like_any_other_decision(browser: Browser, gallery: Gallery) -> None:
    name = with_little_money(gallery, confirms=False)
    with person(browser, gallery.server.url) as guest:
        come(guest, gallery, name)
        before = guest.version()
        card(guest).click()
        part(guest, "space.top").click()
        guest.wait_past(before)
        guest.page.locator("#undo").click()
        expect(part(guest, "space.top")).to_have_attribute("data-quiet", "")
        expect(guest.page.locator("#caution")).to_be_empty()
        card(guest).click()
        part(guest, "space.house").click()
        guest.page.wait_for_selector('#table[data-your-turn="0"]')


def test_the_market_touched_first_says_it_at_once_and_lights_the_cards(browser: Browser, gallery: Gallery) -> None:
    with person(browser, gallery.server.url) as guest:
        come(guest, gallery, with_little_money(gallery))
        part(guest, "space.base").click()
        expect(guest.page.locator("#caution")).to_have_text(CANT_PAY)
        expect(card(guest)).to_have_attribute("data-open", "")
        guest.page.keyboard.press("Escape")
        expect(guest.page.locator("#caution")).to_be_empty()
        expect(part(guest, "space.base")).to_have_attribute("data-quiet", "")
        expect(guest.page.locator("#why")).to_be_hidden()


def test_two_cards_face_down_are_told_the_same(browser: Browser, gallery: Gallery) -> None:
    name = gallery.decide(with_little_money(gallery), ("place", " top"), ("place", " house"))
    with person(browser, gallery.server.url) as guest:
        come(guest, gallery, name)
        before = guest.version()
        guest.make(next(move for move in guest.choices() if "+" in move and move.endswith(" top")))
        assert guest.version() > before and "+" in str(held(gallery, name))
        expect(guest.page.locator("#caution")).to_have_text(CANT_PAY)


@pytest.mark.parametrize("confirms", [True, False])
def test_without_a_script_it_is_said_too(gallery: Gallery, confirms: bool) -> None:
    name = with_little_money(gallery, confirms=confirms)
    with surfing(gallery.server, "en") as [surfer]:
        arrive(surfer, gallery, name)
        touch(surfer, "space.top")
        assert said(surfer) == CANT_PAY and "data-open" in button(surfer, "card.")
        touch(surfer, "space.top")
        assert said(surfer) == "" and "data-quiet" in button(surfer, "space.top")
        touch(surfer, button(surfer, "card.")["value"])
        touch(surfer, "space.top")
        assert said(surfer) == CANT_PAY and str(held(gallery, name)).endswith(" top")
        surfer.send(surfer.form("/confirm"))
        assert held(gallery, name) is None and surfer.shown("data-your-turn") == "0"


def arrive(surfer: Surfer, gallery: Gallery, name: str) -> None:
    """Sit down again at one's own table, without a script."""
    surfer.client.cookies.set(COOKIE, gallery.cookie)
    surfer.get(f"/t/{name}")


def button(surfer: Surfer, value: str) -> Attributes:
    """The first button of the board whose value begins so."""
    return next(found for found in surfer.form("/move").buttons if found["value"].startswith(value))


def touch(surfer: Surfer, value: str) -> None:
    """Press the first button of the board with a value."""
    surfer.send(surfer.form("/move"), button(surfer, value))


def said(surfer: Surfer) -> str:
    """What the page says before something takes effect."""
    [found] = re.findall(r'<p id="caution" role="status">(.*?)</p>', surfer.page.text)
    return str(found).replace("&#39;", "'")


# Lit windows that go under the stack


@pytest.mark.parametrize("way", WAYS)
def test_windows_are_arranged_by_touching_them_in_order(browser: Browser, gallery: Gallery, way: str) -> None:
    name = with_windows(gallery)
    with person(browser, gallery.server.url, way) as guest:
        come(guest, gallery, name)
        windows, before = guest.page.locator(WINDOWS), guest.version()
        expect(windows).to_have_count(3)
        guest.use(windows.nth(2))
        guest.use(windows.nth(0))
        expect(windows.nth(2)).to_have_attribute("data-place", "1")
        expect(windows.nth(0)).to_have_attribute("data-place", "2")
        expect(windows.nth(2)).to_have_accessible_name(re.compile(r"^Lit window, \w+: first to be drawn again$"))
        expect(windows.nth(0)).to_have_accessible_name(re.compile(r"^Lit window, \w+: second to be drawn again$"))
        expect(windows.nth(1)).to_have_accessible_name(re.compile(r"^Lit window, \w+$"))
        expect(guest.page.locator("#put-under")).to_be_hidden()
        assert faults(guest) == []
        order = [str(windows.nth(place).get_attribute("value")).removeprefix("seen.") for place in (2, 0, 1)]
        guest.use(windows.nth(1))
        guest.wait_past(before)
        assert held(gallery, name) == f"under {' '.join(order)}"
        assert sorted(window.get_attribute("data-place") or "" for window in windows.all()) == ["1", "2", "3"]
        guest.confirm()
        assert under(gallery, name) == order


def under(gallery: Gallery, name: str) -> list[str]:
    """The lit windows under the stack, the next to be drawn first."""
    with gallery.service.reading(name) as table:
        assert table.match
        found: list[str] = table.setup.game.words.position(table.match.games[0], table.setup.edition)["under"]
    return found


def test_an_order_that_was_begun_is_undone_step_by_step_or_at_once(browser: Browser, gallery: Gallery) -> None:
    with person(browser, gallery.server.url) as guest:
        come(guest, gallery, with_windows(gallery))
        windows = guest.page.locator(WINDOWS)
        windows.nth(1).click()
        windows.nth(0).click()
        windows.nth(1).click()
        expect(windows.nth(0)).to_have_attribute("data-place", "1")
        expect(windows.nth(1)).not_to_have_attribute("data-place", "2")
        expect(windows.nth(1)).to_have_attribute("aria-pressed", "false")
        guest.page.locator("#clear").click()
        expect(guest.page.locator(f"{WINDOWS}[data-place]")).to_have_count(0)
        expect(guest.page.locator("#put-under")).to_be_visible()


@pytest.mark.parametrize("way", WAYS)
def test_windows_go_under_the_stack_as_they_lie_by_one_touch(browser: Browser, gallery: Gallery, way: str) -> None:
    name = with_windows(gallery)
    with person(browser, gallery.server.url, way) as guest:
        come(guest, gallery, name)
        before = guest.version()
        lying = [str(one.get_attribute("value")).removeprefix("seen.") for one in guest.page.locator(WINDOWS).all()]
        guest.use(guest.page.get_by_role("button", name=f"Put them under like this: {', '.join(lying)}"))
        guest.wait_past(before)
        assert held(gallery, name) == f"under {' '.join(lying)}"


def test_what_is_no_window_says_why(browser: Browser, gallery: Gallery) -> None:
    with person(browser, gallery.server.url, MOUSE) as guest:
        come(guest, gallery, with_windows(gallery))
        card(guest).dispatch_event("click")
        expect(guest.page.locator("#why")).to_contain_text("Now the other lit windows are to be put under the stack")


def test_windows_are_arranged_without_a_script(gallery: Gallery) -> None:
    name = with_windows(gallery)
    with surfing(gallery.server, "en") as [surfer]:
        arrive(surfer, gallery, name)
        lying = [one["value"] for one in surfer.form("/move").buttons if one["value"].startswith("seen.")]
        touch(surfer, lying[2])
        assert [one.get("data-place") for one in surfer.form("/move").buttons if "data-place" in one] == ["1"]
        touch(surfer, lying[1])
        touch(surfer, lying[0])
        assert held(gallery, name) == f"under {' '.join(one.removeprefix('seen.') for one in reversed(lying))}"
