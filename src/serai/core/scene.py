"""What a game's page is drawn from, and how its pieces become choices. Nothing here knows any game in particular.

A decision is put together from parts: `place blue bank.12` of the card `card.blue` and the space `space.bank.12`. Every
piece that can be touched is a button with its part; a move is made as soon as the parts touched are all of a legal
move's, in any order. The browser's script does the same without asking the server (`static/choosing.js`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from serai.core.edition import Edition

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A position as somebody sees it, with what that person may decide; no secret of others is in it."""

    seen: Any  # the observation: a record of the game's STATE
    edition: Edition
    names: Sequence[str]  # of the seats
    seat: int | None  # whose eyes these are; None: who watches
    choices: Mapping[str, Parts] = field(default_factory=dict)  # the viewer's legal moves, each with its parts
    held: str | None = None  # the viewer's decision that waits to be confirmed
    chosen: Parts = ()  # parts that are chosen already
    lit: Parts = ()  # parts, or a whole move, that a lesson asks for next
    is_open: bool = False  # the game is over and may be looked at from every seat: nothing is hidden any more

    @property
    def is_deciding(self) -> bool:
        """Whether the viewer has a move to choose."""
        return bool(self.choices)


def fitting(choices: Mapping[str, Parts], chosen: Sequence[str]) -> list[str]:
    """The moves that have all of the chosen parts."""
    if not chosen:
        return list(choices)
    wanted = Counter(chosen)
    return [move for move, parts in choices.items() if wanted <= Counter(parts)]


def completed(choices: Mapping[str, Parts], chosen: Sequence[str]) -> str | None:
    """The move that the chosen parts make, if they are all of one."""
    whole = sorted(chosen)
    return next((move for move, parts in choices.items() if sorted(parts) == whole), None)


class Picker:
    """Makes the buttons of one scene; those that go on from what is chosen are open, the others say why not."""

    def __init__(self, scene: Scene) -> None:
        self._is_deciding = scene.is_deciding
        self._choices = scene.choices
        self._chosen = Counter(scene.chosen)
        self._lit = frozenset(scene.lit)
        self._pressed: Counter[str] = Counter()
        moves = fitting(scene.choices, scene.chosen)
        self._open = {part for move in moves for part in self._left(scene.choices[move])}

    def _left(self, parts: Parts) -> Iterable[str]:
        """What of a move's parts is not chosen yet."""
        return Counter(parts) - self._chosen if self._chosen else parts

    def part(self, part: str, body: str, *, key: str, label: str, css: str = "") -> Markup:
        """A piece that is part of moves; `key` is its id, the same as long as it is the same thing on the table."""
        is_pressed = self._pressed[part] < self._chosen[part]
        self._pressed[part] += is_pressed
        state = ' aria-pressed="true"' if is_pressed else ' aria-pressed="false"'
        return self._button("part", part, body, key, label, css, part in self._open or is_pressed, state)

    def move(self, move: str, body: str, *, key: str, label: str, css: str = "") -> Markup:
        """A button that makes a whole move by itself."""
        return self._button("move", move, body, key, label, css, move in self._choices, "")

    def looked_at(self, part: str, body: str, css: str = "") -> str:
        """A place that is no choice, only looked at; who explains the table makes something of it."""
        return body

    def _button(
        self, name: str, value: str, body: str, key: str, label: str, css: str, is_open: bool, state: str
    ) -> Markup:
        """`body` and `state` are markup already; all else is escaped."""
        if value in self._lit:
            state += " data-lit"
        if not self._is_deciding:
            state += " disabled"
        elif is_open:
            state += " data-open"
        else:
            state += ' aria-disabled="true" tabindex="-1"'
        named = f'name="{name}" value="{escape(value)}" id="{escape(key)}" class="{escape(f"pick {css}".strip())}"'
        return Markup(f'<button {named} aria-label="{escape(label)}"{state}>{body}</button>')
