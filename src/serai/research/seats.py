"""One game for the environments of other libraries: observations as numbers, masks, refusals, pictures.

Returned arrays are new each time, so a caller may keep them.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core import game as games
from serai.core.errors import BadOptions, IllegalMove
from serai.core.game import Game, Games
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, checked_seed, fresh_seed, seed_of_game
from serai.research import kernels, rewards
from serai.research.raster import Pixels, pixels

Row = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]
UNPICKLED = ("layout", "record", "games", "_stepping", "_kernel")  # attributes that a copy creates again


class OneGame:
    """A game in play, `position`, as numbers; it can be copied and pickled as it stands."""

    position: Position  # from the first `begin` on
    games: Games  # its record

    def __init__(self, name: str, players: int, edition: str | Path | None, flags: Mapping[str, bool]) -> None:
        self.game: Game = games.load(name)
        self.edition = self.game.read_edition(edition)
        self.options = self.game.options(players, **flags)
        self.players = players
        self.actions = int(self.game.rules.EVERY_MOVE)
        self.seed: int | None = None  # of the series of games
        self.number = -1  # the game's number in the series
        self._views = np.zeros(1, self.game.rules.STATE)
        self._moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)
        self._bind()

    def _bind(self) -> None:
        """Set the attributes that every step needs."""
        self.layout = kernels.study_of(self.game).LAYOUT
        self.record = self.edition.record
        self._stepping = kernels.kernel_of(self.game)
        self._kernel = self.game.kernel
        if hasattr(self, "position"):
            self.games = self.position.games

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in UNPICKLED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def begin(self, seed: int | None) -> None:
        """Begin the first game of a seed; without one the next game of the last seed, or of a secret random one."""
        if seed is not None:
            self.seed, self.number = checked_seed(seed), -1
        elif self.seed is None:
            self.seed = fresh_seed()
        self.number += 1
        chance = StreamSeed(seed_of_game(self.seed, self.number))
        self.position = Position(self.game, self.edition, self.options, chance)
        self.games = self.position.games

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return int(self._kernel.to_act(self.games, 0))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._kernel.is_over(self.games, 0))

    def row(self, seat: int) -> Row:
        """A seat's observation as numbers."""
        row: Row = np.empty(self.layout.size, np.int16)
        self._stepping.observe_numbers(self.games, 0, self.record, seat, self._views, 0, row)
        return row

    def mask(self) -> Mask:
        """1 for every legal move of the seat that decides, else 0."""
        mask: Mask = np.zeros(self.actions, np.int8)
        self._stepping.mask(self.games, 0, self.record, self._moves, 0, mask)
        return mask

    def is_legal(self, action: int) -> bool:
        """Whether the number is that of a legal move."""
        return 0 <= action < self.actions and self._kernel.why_illegal(self.games, 0, self.record, action) == 0

    def play(self, action: int) -> None:
        """Carry out a legal move."""
        self.position.carry_out(action)

    def refusal(self, action: int) -> IllegalMove:
        """An error that says why an action can't be played, and which actions can."""
        legal = self.position.legal_numbers()
        allowed = f"allowed are {len(legal)} actions, such as {min(legal)}, {self.name(min(legal))!r}"
        if not 0 <= action < self.actions:
            return IllegalMove(f"{action} is no action; there are 0 to {self.actions - 1}; {allowed}")
        reason = self.position.why_illegal(action)
        assert reason, "asked for only where there is one"
        action_text = f"illegal action {action}, {self.name(action)!r}, of seat {self.to_act}"
        return IllegalMove(f"{action_text}: {reason.sentence.rstrip('.')} ({reason.rule}); {allowed}")

    def name(self, action: int) -> str:
        """An action in the game's notation."""
        return self.position.name(action)

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        return self.position.scores()

    def winners(self) -> list[int]:
        """The seats that win as the game stands."""
        return self.position.winners()

    def rewards(self) -> list[float]:
        """Each seat's reward of the finished game."""
        return rewards.of(self.winners(), self.players)

    def view(self, seat: int | None) -> Games:
        """A seat's observation (None: a spectator's), as an array of one."""
        return self.position.observe(seat).games

    def text(self, seat: int | None, names: Sequence[str]) -> str:
        """The table as a seat sees it, in plain text of 80 columns."""
        return self.position.observe(seat).board(names)

    def picture(self, seat: int | None, names: Sequence[str]) -> str:
        """The table as a seat sees it, as one SVG."""
        draw_svg = self.game.study.draw_svg if self.game.study else None
        assert draw_svg, "asked for only where there is one"
        return str(draw_svg(self.view(seat)[0], self.edition, names))

    def render(self, mode: str | None, seat: int | None, names: Sequence[str]) -> str | Pixels | None:
        """The table as a seat sees it, in a mode: printed, as text, or as an array of pixels."""
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
    return ["human", "ansi", "rgb_array"] if game.study and game.study.draw_svg else ["human", "ansi"]


def check_mode(mode: str | None, game: Game) -> str | None:
    """A way to render, if the game has one of that name."""
    if mode is None or mode in render_modes(game):
        return mode
    allowed = f"allowed: {', '.join(render_modes(game))}, or None"
    if mode == "rgb_array":
        raise BadOptions(f"{game.title} has no draw_svg in its study, so there is no render mode {mode!r}; {allowed}")
    raise BadOptions(f"there is no render mode {mode!r}; {allowed}")
