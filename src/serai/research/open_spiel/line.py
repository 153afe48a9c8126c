"""A line of play for OpenSpiel: decisions and chance nodes apart, with the whole history.

Serai's rules draw chance while they carry out a move, from two streams in the record. Here a move that draws leads to a
*chance node* first, where the game stands as before and the move is pending; its outcome sets both streams and carries
the move out. Set-up works the same way. Between such nodes the streams have fixed words, which reveal nothing.

A `Node` never changes, so copies of a state share it, and taking an action back is a step along the line.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np

from serai.core.edition import Edition
from serai.core.errors import IllegalMove
from serai.core.game import Game, Games, Options
from serai.core.records.randomness import seed_of_game, stream_of
from serai.core.records.record import Event

Row: TypeAlias = tuple[int, int, int, int | None, int | None]

CHANCE = -1  # OpenSpiel's numbers for the player to act, beside the seats
OVER = -4
SET_UP = -1  # the pending move at the root
UNUSED_SEED = 1  # for streams that nothing is drawn from
OUTCOMES = 0x5E2A1  # the seed of the table of outcomes
STREAM_BYTES = 64  # at the start of a record
DIGEST_BYTES = 16


class Node:
    """A point on a line: the game there, and the step from the parent node."""

    __slots__ = ("action", "event_texts", "games", "moves", "parent", "pending", "player", "to_act", "viewer")

    def __init__(
        self,
        parent: "Node | None",
        games: Games,
        to_act: int,
        player: int = CHANCE,
        action: int = 0,
        pending: int | None = None,
        viewer: int | None = None,
    ) -> None:
        self.parent = parent
        self.games = games  # at a chance node as before the pending move
        self.to_act = to_act  # a seat, CHANCE or OVER
        self.player = player  # the seat that acted, CHANCE for an outcome
        self.action = action
        self.pending = pending  # at a chance node, the move that is to draw
        self.viewer = viewer  # the seat for which everything that it can't know was dealt anew
        self.moves: list[int] | None = None  # the legal moves, cached
        self.event_texts: dict[int, str] = {}  # by seat, cached

    def __deepcopy__(self, memo: object) -> "Node":
        """Return the node itself, which is immutable."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in one piece, because a line is longer than pickle can follow."""
        line = self.line()
        rows = [(node.to_act, node.player, node.action, node.pending, node.viewer) for node in line]
        return unpickle, (self.games.dtype, b"".join(node.games.tobytes() for node in line), rows)

    @property
    def is_action(self) -> bool:
        """Whether the step from the parent is an action."""
        return self.parent is not None and self.viewer is None

    def line(self) -> "list[Node]":
        """All nodes from the root to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


def copy_games(games: Games) -> Games:
    """A copy by bytes; NumPy would copy field by field, fifty times as slowly."""
    return np.frombuffer(bytearray(games.tobytes()), games.dtype)


def unpickle(kind: np.dtype[np.void], packed: bytes, rows: list[Row]) -> Node:
    """The last node of a pickled line."""
    games, node = np.frombuffer(packed, kind), None
    for place, row in enumerate(rows):
        node = Node(node, copy_games(games[place : place + 1]), *row)
    assert node is not None, "a line has a root"
    return node


@dataclass(frozen=True)
class Play:
    """A game with its options and edition, and the steps of its lines."""

    game: Game
    edition: Edition
    options: Options

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @cached_property
    def root(self) -> Node:
        """The node before set-up, which is a chance node."""
        return Node(None, np.zeros(1, self.game.rules.STATE), CHANCE, pending=SET_UP)

    def legal(self, node: Node) -> list[int]:
        """Every legal move, ascending."""
        if node.moves is None:
            moves = np.empty(self.game.rules.MOST_MOVES, np.int32)
            count = self.game.kernel.legal(node.games, 0, self.edition.record, moves)
            node.moves = sorted(moves[:count].tolist())
        return node.moves

    def decide(self, node: Node, move: int) -> Node:
        """The node after a seat's move, or a chance node if the move draws."""
        if move not in self.legal(node):
            raise IllegalMove(f"move {move} is not legal for seat {node.to_act}; allowed: {self.legal(node)}")
        games = copy_games(node.games)
        self.game.kernel.apply(games, 0, self.edition.record, move)
        if games.tobytes()[:STREAM_BYTES] != node.games.tobytes()[:STREAM_BYTES]:
            return Node(node, node.games, CHANCE, node.to_act, move, pending=move)
        return Node(node, games, self._to_act(games), node.to_act, move)

    def draw(self, node: Node, outcome: int, seed: int) -> Node:
        """The node after a chance node, its move carried out with streams from this seed."""
        games = copy_games(node.games)
        self.game.kernel.seed(games, 0, np.uint64(seed))
        if node.pending == SET_UP:
            self.game.kernel.new(games, 0, self.edition.record, self.game.packed(self.options))
        else:
            assert node.pending is not None, "only a chance node is drawn for"
            self.game.kernel.apply(games, 0, self.edition.record, node.pending)
        self.game.kernel.seed(games, 0, np.uint64(UNUSED_SEED))
        return Node(node, games, self._to_act(games), CHANCE, outcome)

    def outcome_seed(self, node: Node, outcome: int) -> int:
        """The seed of one of a fixed number of outcomes: from a table, and from the number of decisions so far."""
        decisions = sum(step.is_action and step.player != CHANCE for step in node.line())
        return seed_of_game(seed_of_game(OUTCOMES, outcome), decisions)

    def redeal(self, node: Node, seat: int, seed: int) -> Node:
        """A node that looks the same to the seat, with everything that it can't know dealt anew."""
        games = copy_games(node.games)
        rng = stream_of(seed, 0)
        self.game.kernel.resample(self.observe(node, seat), 0, self.edition.record, rng, games, 0)
        self.game.kernel.seed(games, 0, np.uint64(UNUSED_SEED))
        return Node(node, games, node.to_act, viewer=seat)

    def observe(self, node: Node, seat: int) -> Games:
        """A seat's observation; the number of players stands for a spectator."""
        views = copy_games(node.games)
        self.game.kernel.observe(node.games, 0, self.edition.record, seat, views, 0)
        return views

    def view(self, node: Node, seat: int) -> dict[str, Any]:
        """A seat's observation as JSON-like values; empty before the set-up."""
        if node.pending == SET_UP:
            return {}
        view: dict[str, Any] = self.game.words.view(self.observe(node, seat)[0], self.edition)
        return view

    def recall(self, node: Node, seat: int) -> str:
        """The events and moves that a seat has seen, in order; the number of players stands for a spectator.

        Where things were dealt anew for another seat, the seat has no history of them: the public events stand
        for the time before, then a digest of the seat's observation.
        """
        entries = []
        if node.pending is not None and self._is_chooser(node, seat):
            entries.append(f"chooses {self.name(node.pending)}")
        for step in reversed(node.line()):
            if step.viewer is None:
                entries.append(self._event_text(step, seat))
            elif seat not in (step.viewer, self.players):
                entries.append(
                    f"holds {blake2b(self.observe(step, seat).tobytes(), digest_size=DIGEST_BYTES).hexdigest()}"
                )
                seat = self.players
        return "; ".join(text for text in reversed(entries) if text)

    def name(self, move: int) -> str:
        """A move in the game's notation."""
        return self.game.words.move_name(move, self.edition)

    def winners(self, games: Games) -> list[int]:
        """The winners of a finished game."""
        return self.game.winners(games, self.edition, self.players)

    def _to_act(self, games: Games) -> int:
        return OVER if self.game.kernel.is_over(games, 0) else int(self.game.kernel.to_act(games, 0))

    def _is_chooser(self, node: Node, seat: int) -> bool:
        return node.pending not in (None, SET_UP) and node.player == seat

    def _event_text(self, node: Node, seat: int) -> str:
        """The events of the step to this node, as text, as the seat sees them."""
        if node.parent is None or node.pending is not None:
            return ""
        if seat not in node.event_texts:
            node.event_texts[seat] = "; ".join(map(text_of, self._events(node, seat)))
        return node.event_texts[seat]

    def _events(self, node: Node, seat: int) -> list[Event]:
        """The events of the step to this node, as the seat may see them."""
        viewer = None if seat == self.players else seat
        events, private = self._events_of_step(node)
        visible = [event for event in events for event in self.game.words.visible_to(event, viewer, self.edition)]
        return visible + [event for recipient, event in private if recipient == viewer]

    def _events_of_step(self, node: Node) -> tuple[list[Event], list[tuple[int, Event]]]:
        """All events of the step to this node, and those for one seat only."""
        assert node.parent is not None
        words = self.game.words
        move = node.action if node.parent.pending is None else node.parent.pending
        if move == SET_UP:
            return words.opening(node.games[0], self.edition), []
        step = (node.parent.games[0], move, node.games[0], self.edition)
        return words.narrate(*step), list(words.private_events(*step))


def text_of(value: Any) -> str:
    """An event in one short line: its values without their names."""
    if isinstance(value, dict):
        return " ".join(f"({text_of(part)})" if isinstance(part, dict) else text_of(part) for part in value.values())
    if isinstance(value, list):
        return ",".join(map(text_of, value)) or "none"
    return "-" if value is None else str(value)
