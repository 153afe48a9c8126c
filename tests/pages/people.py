"""Somebody in front of a browser: by mouse at 1440 pixels, by touch on a phone, or by keyboard alone."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect

MOUSE, TOUCH, KEYS = WAYS = ("mouse", "touch", "keys")
PATIENCE = 60_000  # milliseconds until something must have happened
MOST_TABS = 400  # presses of the tab key to come round a whole page

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@contextmanager
def person(browser: Browser, url: str, way: str = MOUSE, language: str = "en", seed: int = 1) -> Iterator["Person"]:
    """Somebody new, with a browser of their own; whatever goes wrong in its pages fails the test."""
    context = browser.new_context(
        base_url=url,
        viewport=PHONE if way == TOUCH else WIDE,  # type: ignore[arg-type]
        has_touch=way == TOUCH,
        is_mobile=way == TOUCH,
        locale=language,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    found = Person(context.new_page(), way, random.Random(seed))
    try:
        yield found
        assert not found.errors, found.errors
    finally:
        context.close()


@dataclass
class Person:
    """Who plays through a page."""

    page: Page
    way: str
    chance: random.Random
    errors: list[str] = field(default_factory=list)  # on the page's console, or caught by nobody

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._heard(message.type, message.text))

    def _heard(self, kind: str, text: str) -> None:
        """A lost connection is no fault of the page's."""
        if kind == "error" and "ERR_" not in text and "Failed to load resource" not in text:
            self.errors.append(text)

    # Acting

    def use(self, what: Locator) -> None:
        """Click, tap, or go there by the tab key and press Enter."""
        if self.way == MOUSE:
            what.click()
        elif self.way == TOUCH:
            what.tap()
        else:
            self._go_to(what)
            self.page.keyboard.press("Enter")

    def use_choice(self, box: Locator) -> None:
        """Tick a box: by its label, or with the space bar."""
        if self.way != KEYS:
            self.use(box)
            return
        self._go_to(box)
        self.page.keyboard.press("Space")

    def _go_to(self, what: Locator) -> None:
        """Press the tab key until the focus is there, and can be seen."""
        expect(what).to_be_enabled()
        wanted = what.element_handle()
        for _ in range(MOST_TABS):
            if wanted.evaluate("element => element === document.activeElement"):
                assert wanted.evaluate("element => getComputedStyle(element).outlineStyle !== 'none'"), "no focus ring"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tab key does not come to {what}")

    # At a table

    def fact(self, name: str) -> str:
        """What the table's page says of itself, in its data attributes."""
        return self.page.locator("#table").get_attribute(f"data-{name}") or ""

    def version(self) -> int:
        """Which version of the table is shown."""
        return int(self.fact("version") or -1)

    def choices(self) -> dict[str, list[str]]:
        """The moves that the page offers, each with its parts."""
        found = json.loads(self.fact("choices") or "[]")
        return {move: parts[0] if isinstance(parts[0], list) else parts for move, *parts in found}

    def is_in_order(self, move: str) -> bool:
        """Whether a move's parts are touched in their order."""
        found = json.loads(self.fact("choices") or "[]")
        return any(name == move and isinstance(parts[0], list) for name, *parts in found)

    def wait_for_turn(self) -> bool:
        """Wait until there is something to decide or to confirm; false when the game is over."""
        turn = '#table[data-your-turn="1"]'
        self.page.wait_for_selector(f'{turn}, #table[data-phase="over"], #table[data-phase="void"]')
        return self.page.locator(turn).count() > 0

    def make(self, move: str) -> None:
        """Make a move by touching what it is made of, and see that the table has gone on."""
        before = self.version()
        self.touch(move)
        self.wait_past(before)

    def touch(self, move: str) -> None:
        """Touch what a move is made of."""
        button = self.page.locator(f"button[name=move][value={json.dumps(move)}]")
        if button.count():
            self.use(button.first)
        else:
            self.touch_parts(move)

    def touch_parts(self, move: str) -> None:
        """In the move's order if it has one; else in any, as long as no part of them is a move by itself."""
        choices = self.choices()
        parts = list(choices[move])
        if not self.is_in_order(move):
            parts = in_safe_order(parts, list(choices.values()), self.chance)
        for part in parts:
            free = self.page.locator(f'button[name=part][value={json.dumps(part)}]:not([aria-pressed="true"])')
            self.use(free.first)

    def wait_past(self, version: int) -> None:
        """Wait until the page shows a later version."""
        self.page.wait_for_function(
            "seen => Number(document.querySelector('#table')?.dataset.version) > seen", arg=version
        )

    def confirm(self) -> None:
        """Let what is held stand."""
        before = self.version()
        self.use(self.page.locator('form[action$="/confirm"] button').first)
        self.wait_past(before)

    def decide(self) -> None:
        """Make a random decision, or confirm the one that is held."""
        if self.page.locator('form[action$="/confirm"]').count():
            self.confirm()
        else:
            self.make(self.chance.choice(sorted(self.choices())))

    def play_out(self) -> None:
        """Play until the game is over."""
        while self.wait_for_turn():
            self.decide()


def in_safe_order(parts: list[str], every: list[list[str]], chance: random.Random) -> list[str]:
    """Parts in a random order in which no beginning is another whole move, for that would be made at once."""
    whole = {tuple(sorted(other)) for other in every}
    for _ in range(100):
        chance.shuffle(parts)
        if not any(tuple(sorted(parts[:end])) in whole for end in range(1, len(parts))):
            return parts
    raise AssertionError(f"{parts} can't be touched without making another move")


# What people do, in several steps


def play_now(guest: Person, game: str = "asara") -> None:
    """From the lobby into a game against a bot."""
    guest.page.goto("/")
    guest.use(guest.page.locator(f"section[aria-labelledby=game-{game}] button.play"))
    guest.page.wait_for_selector('#table[data-phase="playing"]')


def open_for_friends(guest: Person, game: str) -> str:
    """Open a table for one friend; the link."""
    guest.page.goto(f"/open?game={game}&players=2")
    guest.use(guest.page.locator("form.open button.main"))
    return guest.page.locator("#invite-link").input_value()


def join(guest: Person, link: str) -> None:
    """Follow a link and sit down."""
    guest.page.goto(link)
    guest.use(guest.page.locator('form[action="/join"] button.main'))
    guest.page.wait_for_selector('#table[data-phase="playing"]')


def take_turn(guest: Person) -> None:
    """Decide until it is somebody else's turn."""
    while guest.fact("your-turn") == "1":
        guest.decide()


def table_name(page: Page) -> str:
    """The table whose page this is."""
    return page.url.partition("/t/")[2].partition("?")[0]


def open_settings(page: Page) -> None:
    """Unfold what one's seat can do."""
    if page.locator("#settings").get_attribute("open") is None:
        page.locator("#settings summary").first.click()
