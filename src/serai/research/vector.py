"""Thousands of games in one compiled call, for machine learning.

Observations, masks and rewards are written into arrays that the caller may pass, so that nothing is copied. A
finished game is replaced at once by another in its place; which games are played follows from the seed alone.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.compiled.layout import Layout
from serai.core.errors import BadOptions, IllegalMove
from serai.core.game import load
from serai.core.records.randomness import checked_seed, player_stream
from serai.research import kernels

Array = npt.NDArray[Any]


class VectorEnv:
    """Games side by side; each array has a row for every one of them, and the same row always means the same place.

    After `reset` and each `step`, `observations` and `masks` hold what the seat `to_act` knows and may do now. Where
    `is_over`, the game that was played there has ended in this step: `rewards` and `scores` are its own, everything
    else already belongs to the next one. Elsewhere `rewards` are 0; `scores` stay those of the last game that ended.
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        players: int = 2,
        seed: int = 0,
        edition: str | Path | None = None,
        *,
        observations: Array | None = None,
        masks: Array | None = None,
        rewards: Array | None = None,
        scores: Array | None = None,
        to_act: Array | None = None,
        is_over: Array | None = None,
        **flags: bool,
    ) -> None:
        self.game = load(game)
        self.edition = self.game.read_edition(edition)
        self.options = self.game.options(players, **flags)
        self.number_of_games = check_number(games)
        self.players = players
        observation = kernels.study_of(self.game)
        self.layout: Layout = observation.LAYOUT
        self.actions: Layout = observation.ACTIONS
        rules = self.game.rules
        self.observations = check_array("observations", observations, (games, self.layout.size), np.int16)
        self.masks = check_array("masks", masks, (games, rules.EVERY_MOVE), np.bool_)
        self.rewards = check_array("rewards", rewards, (games, players), np.float32)
        self.scores = check_array("scores", scores, (games, players), np.int32)
        self.to_act = check_array("to_act", to_act, (games,), np.int8)
        self.is_over = check_array("is_over", is_over, (games,), np.bool_)
        self.numbers: npt.NDArray[np.int64] = np.zeros(games, np.int64)  # the game of the seed that each place plays
        self._kernel = kernels.kernel_of(self.game)
        self._packed = self.game.packed(self.options)
        self._games = np.zeros(games, self.game.rules.STATE)
        self._views = np.zeros(1, self.game.rules.STATE)
        self._points = np.zeros(players, np.int64)
        self._lists = np.zeros((games, rules.MOST_MOVES), np.int32)
        self._counts = np.zeros(games, np.int64)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew: place i plays the games i, i + n, i + 2 n … of the seed; without one, of the last seed again."""
        if seed is not None:
            self.seed = checked_seed(seed)
        self.numbers[:] = np.arange(self.number_of_games)
        self._rng = player_stream(self.seed)
        self._counts[:] = 0
        for array in (self.masks, self.rewards, self.scores, self.is_over):
            array[:] = 0
        self._kernel.begin_all(
            self._games,
            self.edition.record,
            self._packed,
            np.uint64(self.seed),
            self.numbers,
            self._views,
            self.observations,
            self._lists,
            self._counts,
            self.masks,
            self.to_act,
        )

    def step(self, actions: Array) -> None:
        """Carry out one action in every game; if one is not legal none is carried out, and `IllegalMove` says which."""
        checked = self._checked_actions(actions)
        illegal = self._kernel.step_all(
            self._games,
            self.edition.record,
            self._packed,
            np.uint64(self.seed),
            self.numbers,
            self._views,
            self._points,
            self.observations,
            self._lists,
            self._counts,
            self.masks,
            self.rewards,
            self.scores,
            self.to_act,
            self.is_over,
            checked,
        )
        if illegal >= 0:
            raise self._refusal(int(illegal), int(checked[illegal]))

    def random_actions(self, out: Array | None = None) -> Array:
        """A legal action for each game, each equally likely, from a stream of the seed's own; written to `out`."""
        actions = check_array("out", out, (self.number_of_games,), np.int64)
        self._kernel.choose_all(self._lists, self._counts, self._rng, actions)
        return actions

    def state(self, number: int) -> npt.NDArray[np.void]:
        """A copy of one game as it stands, secrets included, as an array of one."""
        return self._games[number : number + 1].copy()

    def _checked_actions(self, actions: Array) -> npt.NDArray[np.int64]:
        """The actions as the compiled functions read them."""
        checked = np.asarray(actions)
        if checked.shape != (self.number_of_games,) or checked.dtype.kind not in "iu":
            raise BadOptions(
                f"actions are {checked.dtype} of shape {checked.shape}; allowed: whole numbers of shape "
                f"({self.number_of_games},), one for each game"
            )
        return np.ascontiguousarray(checked, np.int64)

    def _refusal(self, number: int, action: int) -> IllegalMove:
        """An error that names the game and its illegal action."""
        every = self.game.rules.EVERY_MOVE
        if not 0 <= action < every:
            return IllegalMove(f"game {number}: {action} is no action; allowed: 0 to {every - 1}")
        code = int(self.game.kernel.why_illegal(self._games, number, self.edition.record, action))
        reason = self.game.words.reason(code, self._games[number], self.edition, action)
        name = self.game.words.move_name(action, self.edition)
        return IllegalMove(
            f"game {number}, seat {self.to_act[number]}: illegal action {action}, {name!r}: "
            f"{reason.sentence.rstrip('.')} ({reason.rule})"
        )


def check_number(number: int) -> int:
    """The number of games; BadOptions below 1."""
    if number < 1:
        raise BadOptions(f"{number} games can't be played; allowed: 1 or more")
    return number


def check_array(name: str, array: Array | None, shape: tuple[int, ...], dtype: type[np.generic]) -> Array:
    """The caller's array after a check that it can be written to, or a new array."""
    if array is None:
        return np.zeros(shape, dtype)
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        description = (
            f"{array.dtype} of shape {array.shape}" if isinstance(array, np.ndarray) else repr(type(array).__name__)
        )
        raise BadOptions(f"{name} is {description}; allowed: an array of {np.dtype(dtype)} of shape {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise BadOptions(f"{name} can't be written to as it is; allowed: a C-contiguous array that is writeable")
    return array
