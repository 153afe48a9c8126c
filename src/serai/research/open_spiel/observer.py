"""OpenSpiel's observers: a seat's view as numbers and as text, with or without the history.

An observation is a row of the game's `LAYOUT`, scaled to about -1 to 1. An information state adds `recall`, numbers
that stand for the whole line of events that the seat has seen: two that differ in anything have different tensors.
"""

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from serai.core.errors import BadOptions
from serai.research import kernels
from serai.research.open_spiel.line import DIGEST_BYTES, SET_UP, Node, Play, copy_games

if TYPE_CHECKING:
    from serai.research.open_spiel.game import SpielState


class Observer:
    """One way to look at states: `tensor`, its parts in `dict`, and text."""

    def __init__(self, play: Play, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None) -> None:
        refuse_unknown(kind, params)
        self._play = play
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._is_public = kind.public_info
        self._has_recall = kind.perfect_recall
        self._layout = kernels.study_of(play.game).LAYOUT
        self._scale = self._layout.scale
        self._row = np.zeros(self._layout.size, np.int16)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._is_public:
            self._allocate()

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write a state as a player sees it into the tensor."""
        node = state.node
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if node.pending == SET_UP:
            return
        views = copy_games(node.games)
        seat, edition = self._seat(player), self._play.edition.record
        kernels.kernel_of(self._play.game).observe_numbers(node.games, 0, edition, seat, views, 0, self._row)
        np.multiply(self._row, self._scale, out=self.tensor[: self._layout.size])
        if self._has_recall:
            self.dict["recall"][:] = recall_numbers(self._play.recall(node, seat))

    def string_from(self, state: "SpielState", player: int) -> str:
        """A state as a player sees it, as text."""
        node, seat = state.node, self._seat(player)
        if self._has_recall:
            return f"{self._viewer_name(seat)}: {self._play.recall(node, seat)}"
        return json.dumps(self._visible_view(node, seat), separators=(",", ":"))

    def _allocate(self) -> None:
        size = self._layout.size
        self.tensor = np.zeros(size + DIGEST_BYTES * self._has_recall, np.float32)
        self.dict = self._layout.named(self.tensor[:size])
        if self._has_recall:
            self.dict["recall"] = self.tensor[size:]

    def _seat(self, player: int) -> int:
        return player if self._is_private else self._play.players

    def _viewer_name(self, seat: int) -> str:
        return "all" if seat == self._play.players else f"seat {seat}"

    def _visible_view(self, node: Node, seat: int) -> Any:
        """The seat's view; without public information only the differences from a spectator's."""
        view = self._play.view(node, seat)
        return view if self._is_public else private_parts(view, self._play.view(node, self._play.players))


def refuse_unknown(kind: pyspiel.IIGObservationType, params: dict[str, Any] | None) -> None:
    """BadOptions for an observation type that is not supported."""
    if params:
        raise BadOptions(f"observers take no parameters; given: {params}")
    private = pyspiel.PrivateInfoType
    if kind.private_info == private.ALL_PLAYERS or not (kind.public_info or kind.private_info == private.SINGLE_PLAYER):
        raise BadOptions("an observer shows what is public, what one player knows, or both")
    if kind.perfect_recall and not kind.public_info:
        raise BadOptions("perfect recall is of all that a player has seen; ask for public_info as well")


def private_parts(view: Any, public: Any) -> Any:
    """The parts of a view that differ from the public one; parts of a list by their index."""
    if isinstance(view, list) and isinstance(public, list) and len(view) == len(public):
        view, public = dict(enumerate(view)), dict(enumerate(public))
    if not isinstance(view, dict) or not isinstance(public, dict):
        return view
    return {key: private_parts(value, public.get(key)) for key, value in view.items() if value != public.get(key)}


def recall_numbers(recall: str) -> npt.NDArray[np.float32]:
    """Numbers from 0 to 1 that no two lines of events share."""
    digest = blake2b(recall.encode(), digest_size=DIGEST_BYTES).digest()
    return np.frombuffer(digest, np.uint8).astype(np.float32) / np.float32(255)
