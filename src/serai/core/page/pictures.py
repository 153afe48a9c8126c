"""What a rules page shows beside its words: pictures of real positions, and examples that answer when they are touched.

A game's `page` makes them with the functions that draw its table, from positions that its rules have played to.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from serai.core.page.scene import Picker, Scene

KEY = re.compile(r' id="[^"]*"')


@dataclass(frozen=True)
class Picture:
    """A drawing beside a rule."""

    drawing: Markup
    name: str  # of what is drawn
    caption: str
    is_wide: bool = False  # it needs the whole page's width
    is_printed: bool = False  # it helps on paper as well


@dataclass(frozen=True)
class Line:
    """One thing that may be done or not, or is only told, and the rule that says so."""

    what: str
    said: str
    rule: str
    is_allowed: bool | None = None


@dataclass(frozen=True)
class Answer:
    """All that the rules say of one part of the table."""

    title: str
    lines: Sequence[Line]

    @property
    def is_open(self) -> bool:
        """Whether anything may be done there."""
        return any(line.is_allowed for line in self.lines)


@dataclass(frozen=True)
class Example:
    """A table whose parts lead to their answers."""

    drawing: Markup
    title: str
    told: str  # whose turn it is, and what it is about
    answers: Mapping[str, Answer]  # by the part's key


class Teller(Picker):
    """Draws what would be touched in a game as links to what the rules say of it."""

    def __init__(self, scene: Scene, answers: Mapping[str, Answer]) -> None:
        super().__init__(scene)
        self._answers = answers
        self._keys = {part: f"says-{place}" for place, part in enumerate(answers, 1)}

    def by_key(self) -> dict[str, Answer]:
        """The answers by the addresses that the links lead to."""
        return {self._keys[part]: answer for part, answer in self._answers.items()}

    def part(self, part: str, body: str, *, key: str, label: str, css: str = "", placed: Sequence[str] = ()) -> Markup:
        """A piece that is part of moves."""
        return self._link(part, body, label, css)

    def move(self, move: str, body: str, *, key: str, label: str, css: str = "") -> Markup:
        """What makes a whole move by itself."""
        return self._link(move, body, label, css)

    def looked_at(self, part: str, body: str, css: str = "") -> Markup:
        """A place that is no choice at a table."""
        return self._link(part, body, "", css)

    def _link(self, part: str, body: str, label: str, css: str) -> Markup:
        answer = self._answers.get(part)
        if answer is None:
            template = Markup('<span class="{}" role="img" aria-label="{}">{}</span>')
            return template.format(f"pick {css}".strip(), label, Markup(body))
        is_open = Markup(" data-open") if answer.is_open else ""
        template = Markup('<a class="{}" href="#{}" aria-label="{}"{}>{}</a>')
        return template.format(f"pick {css}".strip(), self._keys[part], label or answer.title, is_open, Markup(body))


def without_keys(drawing: str) -> Markup:
    """A drawing that may stand in a page more than once: nothing in it has a key of its own."""
    return Markup(KEY.sub("", drawing))


def listed(*drawings: str, css: str = "") -> Markup:
    """Drawings side by side."""
    return Markup(f'<div class="{escape(css)}">{"".join(drawings)}</div>')
