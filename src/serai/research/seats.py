"""One game as environments of other libraries need it: numbers for a seat, masks, refusals, pictures.

Arrays that are handed out are new each time, so that whoever keeps them keeps what was seen then.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.text import Text

from serai.core import game as games
from serai.core.edition import frozen
from serai.core.errors import BadOptions, IllegalMove
from serai.core.game import Game
from serai.core.randomness import checked_seed, fresh_seed, seed_of_game
from serai.research import doors, rewards
from serai.research.raster import Pixels, pixels

Row = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]
BOUND = ("game", "layout", "record", "_entry", "_doors")  # what is made anew for a copy


class OneGame:
    """A game in play; it can be copied and pickled as it stands."""

    def __init__(self, name: str, players: int, edition: str | Path | None, flags: Mapping[str, bool]) -> None:
        self._bind(name)
        self.edition = self.game.read_edition(edition)
        self.options = self.game.options(players, **flags)
        self.players = players
        self.actions = int(self.game.rules.EVERY_MOVE)
        self.seed: int | None = None  # of the games that are played one after another
        self.number = -1  # which of its games this is
        self.record = self.edition.record
        self.games = np.zeros(1, self.game.state.STATE)
        self.views = np.zeros(1, self.game.state.STATE)
        self._packed = self.game.packed(self.options)
        self._moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)

    def _bind(self, name: str) -> None:
        self.game: Game = games.load(name)
        self.layout = doors.observation_of(self.game).LAYOUT
        self._doors = doors.of(self.game)
        self._entry = self.game.entry

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name not in BOUND} | {"name": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._bind(state.pop("name"))
        self.__dict__.update(state)
        self.record = frozen(self.edition.record)  # or else the rules would be compiled once more for it

    def begin(self, seed: int | None) -> None:
        """Begin the first game of a seed; without one the next game of the last seed, or of one nobody can guess."""
        if seed is not None:
            self.seed, self.number = checked_seed(seed), -1
        elif self.seed is None:
            self.seed = fresh_seed()
        self.number += 1
        self._entry.seed(self.games, 0, np.uint64(seed_of_game(self.seed, self.number)))
        self._entry.new(self.games, 0, self.record, self._packed)

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return int(self._entry.to_act(self.games, 0))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._entry.is_over(self.games, 0))

    def row(self, seat: int) -> Row:
        """All that a seat knows, as numbers."""
        row: Row = np.empty(self.layout.size, np.int16)
        self._doors.observe_numbers(self.games, 0, self.record, seat, self.views, 0, row)
        return row

    def mask(self) -> Mask:
        """1 for every legal move of the seat that decides, else 0."""
        mask: Mask = np.zeros(self.actions, np.int8)
        self._doors.mask(self.games, 0, self.record, self._moves, 0, mask)
        return mask

    def is_legal(self, action: int) -> bool:
        """Whether it is a number of a move that may be played."""
        return 0 <= action < self.actions and self._entry.why_illegal(self.games, 0, self.record, action) == 0

    def play(self, action: int) -> None:
        """Carry out a legal move."""
        self._entry.apply(self.games, 0, self.record, action)

    def refusal(self, action: int) -> IllegalMove:
        """Why an action can't be played, and what can."""
        legal = np.flatnonzero(self.mask())
        allowed = f"allowed are {len(legal)} actions, such as {int(legal[0])}, {self.name(int(legal[0]))!r}"
        if not 0 <= action < self.actions:
            return IllegalMove(f"{action} is no action; there are 0 to {self.actions - 1}; {allowed}")
        code = int(self._entry.why_illegal(self.games, 0, self.record, action))
        reason = self.game.reasons.reason(code, self.games[0], self.edition, action)
        told = f"illegal action {action}, {self.name(action)!r}, of seat {self.to_act}"
        return IllegalMove(f"{told}: {reason.sentence.rstrip('.')} ({reason.rule}); {allowed}")

    def name(self, action: int) -> str:
        """An action in the game's notation."""
        return str(self.game.notation.name(action, self.edition))

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        return self.game.scores(self.games, self.edition, self.players)

    def winners(self) -> list[int]:
        """The seats that win as the game stands."""
        return self.game.winners(self.games, self.edition, self.players)

    def rewards(self) -> list[float]:
        """What the finished game gives each seat."""
        return rewards.of(self.winners(), self.players)

    def view(self, seat: int | None) -> npt.NDArray[np.void]:
        """All that a seat knows (None: a spectator), as an array of one observation."""
        return self.game.observed(self.games, self.edition, self.players, seat)

    def text(self, seat: int | None, names: Sequence[str]) -> str:
        """The table as a seat sees it, in plain text of 80 columns."""
        return Text.from_markup(self.game.board.draw(self.view(seat)[0], self.edition, names)).plain

    def picture(self, seat: int | None, names: Sequence[str]) -> str:
        """The table as a seat sees it, as one SVG."""
        sketch = self.game.part("sketch")
        assert sketch, "asked for only where there is one"
        return str(sketch.draw(self.view(seat)[0], self.edition, names))

    def rendered(self, mode: str | None, seat: int | None, names: Sequence[str]) -> str | Pixels | None:
        """The table as a seat sees it, in a mode: written out, as text, or as an array of pixels."""
        if mode is None:
            raise BadOptions(
                f"nothing is rendered without a render_mode; allowed: {', '.join(render_modes(self.game))}"
            )
        if mode == "rgb_array":
            return pixels(self.picture(seat, names))
        text = self.text(seat, names)
        if mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None


def render_modes(game: Game) -> list[str]:
    """The ways in which a game's table can be rendered."""
    return ["human", "ansi", "rgb_array"] if game.part("sketch") else ["human", "ansi"]


def checked_mode(mode: str | None, game: Game) -> str | None:
    """A way to render, if the game has one of that name."""
    if mode is None or mode in render_modes(game):
        return mode
    allowed = f"allowed: {', '.join(render_modes(game))}, or None"
    if mode == "rgb_array":
        raise BadOptions(f"{game.title} has no sketch.py, so there is no render mode {mode!r}; {allowed}")
    raise BadOptions(f"there is no render mode {mode!r}; {allowed}")
