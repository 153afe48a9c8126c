"""What a game's page is drawn from, and how its pieces become choices. Nothing here knows any game in particular.

A decision is put together from parts: `place blue bank.12` of the card `card.blue` and the space `space.bank.12`. Every
piece that can be touched is a button with its part; a move is made as soon as the parts touched are all of a legal
move's, in any order, or in the move's own where its parts are `InOrder`. The browser's script does the same without
asking the server (`static/choosing.js`).

A game may have a *caution* for a legal move: nothing invites to it, and before it is confirmed the caution is said.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from serai.core.edition import Edition
from serai.core.game import Game

Parts = tuple[str, ...]


class InOrder(tuple[str, ...]):
    """Parts that are touched in this order."""

    __slots__ = ()


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
    cautions: Mapping[str, str] = field(default_factory=dict)  # what is said of some choices before they are confirmed

    @property
    def is_deciding(self) -> bool:
        """Whether the viewer has a move to choose."""
        return bool(self.choices)


def fitting(choices: Mapping[str, Parts], chosen: Sequence[str]) -> list[str]:
    """The moves that the chosen parts may still become."""
    if not chosen:
        return list(choices)
    wanted = Counter(chosen)
    return [move for move, parts in choices.items() if _may_become(parts, chosen, wanted)]


def _may_become(parts: Parts, chosen: Sequence[str], wanted: Counter[str]) -> bool:
    """Whether a move has all of the chosen parts, and begins with them where their order matters."""
    if isinstance(parts, InOrder):
        return parts[: len(chosen)] == tuple(chosen)
    return wanted <= Counter(parts)


def left(parts: Parts, chosen: Sequence[str]) -> Iterable[str]:
    """What of a move's parts can be touched next."""
    if isinstance(parts, InOrder):
        return parts[len(chosen) : len(chosen) + 1]
    return Counter(parts) - Counter(chosen) if chosen else parts


def completed(choices: Mapping[str, Parts], chosen: Sequence[str]) -> str | None:
    """The move that the chosen parts make, if they are all of one."""
    whole = sorted(chosen)
    return next((move for move, parts in choices.items() if _is_made_of(parts, chosen, whole)), None)


def _is_made_of(parts: Parts, chosen: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the chosen parts (and the same ones sorted) are all of a move's."""
    return parts == tuple(chosen) if isinstance(parts, InOrder) else sorted(parts) == whole


def cautions_of(game: Game, seen: Any, edition: Edition, moves: Sequence[str]) -> dict[str, str]:
    """What the game says of some of these legal moves before they are confirmed."""
    return dict(game.page.cautions(seen, edition, moves))


def common_caution(cautions: Mapping[str, str], moves: Collection[str]) -> str:
    """What is said of all of these moves alike; nothing where they differ."""
    said = {cautions.get(move, "") for move in moves}
    return said.pop() if len(said) == 1 else ""


def cautions_by_part(scene: Scene) -> dict[str, str]:
    """The parts of which nothing comes but moves with one caution, each with that."""
    moves: dict[str, list[str]] = defaultdict(list)
    for move, parts in scene.choices.items() if scene.cautions else ():
        for part in set(parts):
            moves[part].append(move)
    return {part: said for part, found in moves.items() if (said := common_caution(scene.cautions, found))}


class Picker:
    """Makes the buttons of one scene: those that go on from what is chosen are open, the others say why not.

    What leads to nothing but moves with a caution can be chosen and is not lit; once chosen it has been said, and what
    goes on from there is lit again. `held` is what the decision is made of that waits to be confirmed.
    """

    def __init__(self, scene: Scene, held: Parts = ()) -> None:
        self._scene = scene
        self._chosen = Counter(scene.chosen)
        self._lit = frozenset(scene.lit)
        self._pressed: Counter[str] = Counter()
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, part in enumerate(scene.chosen or (held if isinstance(held, InOrder) else ())):
            self._places[part].append(place)
        self._cautions = {**scene.cautions, **cautions_by_part(scene)}
        moves = fitting(scene.choices, scene.chosen)
        inviting = [move for move in moves if move not in scene.cautions]
        self._open = self._next(inviting or (moves if scene.chosen else ()))
        self._quiet = self._next(moves) - self._open if scene.cautions else set()

    def _next(self, moves: Iterable[str]) -> set[str]:
        """What can be touched next to make one of these moves."""
        return {part for move in moves for part in left(self._scene.choices[move], self._scene.chosen)}

    def part(self, part: str, body: str, *, key: str, label: str, css: str = "", placed: Sequence[str] = ()) -> Markup:
        """A piece that is part of moves; `key` is its id, the same as long as it is the same thing on the table.

        Where the order counts, `placed` are its labels as the first that is chosen, the second, and so on.
        """
        is_pressed = self._pressed[part] < self._chosen[part]
        self._pressed[part] += is_pressed
        state = ' aria-pressed="true"' if is_pressed else ' aria-pressed="false"'
        if placed:
            state += f' data-labels="{escape(json.dumps([label, *placed], ensure_ascii=False))}"'
            if self._places[part]:
                place = self._places[part].pop(0)
                label, state = placed[place], f'{state} data-place="{place + 1}"'
        return self._button("part", part, body, key, label, css, part in self._open or is_pressed, state)

    def move(self, move: str, body: str, *, key: str, label: str, css: str = "") -> Markup:
        """A button that makes a whole move by itself."""
        is_quiet = move in self._scene.cautions
        return self._button("move", move, body, key, label, css, move in self._scene.choices and not is_quiet, "")

    def looked_at(self, part: str, body: str, css: str = "") -> str:
        """A place that is no choice, only looked at; who explains the table makes something of it."""
        return body

    def _button(
        self, name: str, value: str, body: str, key: str, label: str, css: str, is_open: bool, state: str
    ) -> Markup:
        """`body` and `state` are markup already; all else is escaped."""
        if value in self._lit:
            state += " data-lit"
        if not self._scene.is_deciding:
            state += " disabled"
        elif is_open:
            state += " data-open"
        elif value in self._quiet or value in self._scene.cautions:
            state += " data-quiet"
        else:
            state += ' aria-disabled="true" tabindex="-1"'
        if caution := self._cautions.get(value):
            label = f"{label.rstrip('.')}. {caution}"
        named = f'name="{name}" value="{escape(value)}" id="{escape(key)}" class="{escape(f"pick {css}".strip())}"'
        return Markup(f'<button {named} aria-label="{escape(label)}"{state}>{body}</button>')
