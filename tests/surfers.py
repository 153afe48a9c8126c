"""People who use the pages without any script: they follow links, fill in forms and press buttons."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx

from tests.guests import PATIENCE, Running

Fields = list[tuple[str, str]]
Attributes = dict[str, str]


@dataclass
class Form:
    """A form as a browser without script sends it: fields in order, with the button that was pressed in its place."""

    action: str
    fields: Fields = field(default_factory=list)
    buttons: list[Attributes] = field(default_factory=list)

    def open_buttons(self) -> list[Attributes]:
        """Pieces that go on from what is chosen."""
        return [button for button in self.buttons if "data-open" in button and button.get("aria-pressed", "") != "true"]


class Forms(HTMLParser):
    """Finds the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._select: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what belongs to a form."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""))
            self.found.append(self._form)
        if self._form is None:
            return
        if tag == "button":
            self._form.buttons.append(given)
        elif tag == "select":
            self._select = given["name"]
            self._form.fields.append((self._select, ""))
        elif tag == "option" and self._select and ("selected" in given or self._form.fields[-1][1] == ""):
            self._form.fields[-1] = (self._select, given.get("value", ""))
        elif tag == "input" and "name" in given:
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self._form.fields.append((given["name"], given.get("value", "on")))

    def handle_endtag(self, tag: str) -> None:
        """A form or a list of options ends."""
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None


@dataclass
class Surfer:
    """Somebody with a browser that runs no script, and the page that it shows."""

    url: str
    language: str = "en"
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    client: httpx.Client = field(init=False)
    page: httpx.Response = field(init=False)
    _read: httpx.Response | None = field(init=False, default=None)
    _forms: list[Form] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        headers = {"accept-language": self.language}
        self.client = httpx.Client(base_url=self.url, headers=headers, follow_redirects=True, timeout=PATIENCE)

    def get(self, path: str, status: int = 200) -> str:
        """Look at a page."""
        self.page = self.client.get(path)
        assert self.page.status_code == status, f"{path}: {self.page.status_code} {self.page.text[:2000]}"
        return self.page.text

    def form(self, action: str) -> Form:
        """The form of the page that is sent to an address ending so."""
        found = [form for form in self.forms() if form.action.endswith(action)]
        assert found, f"no form for {action} in {self.page.url}"
        return found[0]

    def has(self, action: str) -> bool:
        """Whether the page has such a form."""
        return any(form.action.endswith(action) for form in self.forms())

    def forms(self) -> list[Form]:
        """The forms of the page, which is read but once."""
        if self._read is not self.page:
            self._read, self._forms = self.page, Forms(self.page.text).found
        return self._forms

    def send(self, form: Form, button: Attributes | None = None, status: int = 200, **changes: str) -> str:
        """Send a form, with another value for some fields, as its page does: with its origin."""
        fields = [(name, changes.get(name, value)) for name, value in form.fields]
        if button and "name" in button:
            fields.append((button["name"], button.get("value", "")))
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        headers = {"origin": self.url, "sec-fetch-site": "same-origin"}
        self.page = self.client.post(form.action, data=data, headers=headers)
        assert self.page.status_code == status, f"{form.action}: {self.page.status_code} {self.page.text[:2000]}"
        return self.page.text

    def open(self, game: str, *seats: str, **changes: str) -> str:
        """Open a table by the form's fields; its name."""
        plan = [("game", game), ("players", str(len(seats))), *(("seat", seat) for seat in seats)]
        names = [("name", changes.pop("name", f"Ann{number}")) for number in range(seats.count("person"))]
        self.send(Form("/tables", [*plan, *names, *changes.items()]))
        return self.table

    @property
    def table(self) -> str:
        """The name of the table that the page shows."""
        return self.page.url.path.split("/")[2]

    def shown(self, attribute: str) -> str:
        """An attribute of the table."""
        found = re.search(rf'<main id="table"[^>]* {attribute}="([^"]*)"', self.page.text)
        return found[1] if found else ""

    def wait_for_turn(self) -> bool:
        """Look again until there is something to decide; False when the game is over."""
        path, end = str(self.page.url.copy_with(fragment=None)), time.monotonic() + PATIENCE
        while self.shown("data-phase") == "playing" and self.shown("data-your-turn") != "1":
            assert time.monotonic() < end, "this took too long"
            time.sleep(0.02)
            self.get(path)
        return self.shown("data-phase") == "playing"

    def touch(self) -> str:
        """Press a random button of those that are lit, or confirm; what was done."""
        if self.has("/confirm"):
            self.send(self.form("/confirm"))
            return "confirm"
        board = self.form("/move")
        button = self.chance.choice(board.open_buttons())
        self.send(board, button)
        return button["value"]


@contextmanager
def surfing(house: Running, *languages: str) -> Iterator[list[Surfer]]:
    """Several people."""
    found = [Surfer(house.url, language, random.Random(seed)) for seed, language in enumerate(languages)]
    try:
        yield found
    finally:
        for surfer in found:
            surfer.client.close()
