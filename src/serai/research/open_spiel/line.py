"""A line of play as OpenSpiel wants it: decisions and chance apart, and everything behind it remembered.

Serai's rules draw chance while they carry out a move, from two streams in the record. Here a move that draws leads to a
*chance node* first, where the game stands as before and the move is pending; its outcome sets both streams and carries
the move out. So it is with setting up. Between such nodes the streams lie still at fixed words, which tell nothing.

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

CHANCE = -1  # OpenSpiel's numbers for who acts, beside the seats
OVER = -4
SET_UP = -1  # the pending move at the root
STILL = 1  # the seed of streams that nothing is drawn from
OUTCOMES = 0x5E2A1  # the seed of the table of outcomes
STREAM_BYTES = 64  # with which a record begins
DIGEST_BYTES = 16


class Node:
    """A point on a line: the game there, and how it came from the node before."""

    __slots__ = ("action", "before", "games", "moves", "news", "pending", "player", "to_act", "viewer")

    def __init__(
        self,
        before: "Node | None",
        games: Games,
        to_act: int,
        player: int = CHANCE,
        action: int = 0,
        pending: int | None = None,
        viewer: int | None = None,
    ) -> None:
        self.before = before
        self.games = games  # at a chance node as before the pending move
        self.to_act = to_act  # a seat, CHANCE or OVER
        self.player = player  # who acted, CHANCE for an outcome
        self.action = action
        self.pending = pending  # at a chance node, the move that is to draw
        self.viewer = viewer  # where everything but what this seat knows was dealt anew
        self.moves: list[int] | None = None  # legal ones, once somebody has asked
        self.news: dict[int, str] = {}  # by seat, once somebody has asked

    def __deepcopy__(self, memo: object) -> "Node":
        """Itself: what never changes can be shared."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in one piece, because a line is longer than pickle can follow."""
        line = self.line()
        rows = [(node.to_act, node.player, node.action, node.pending, node.viewer) for node in line]
        return unpickled, (self.games.dtype, b"".join(node.games.tobytes() for node in line), rows)

    @property
    def is_action(self) -> bool:
        """Whether somebody acted to come here."""
        return self.before is not None and self.viewer is None

    def line(self) -> "list[Node]":
        """All nodes from the root to this one."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]


def copied(games: Games) -> Games:
    """A copy by bytes; NumPy would copy field by field, fifty times as slowly."""
    return np.frombuffer(bytearray(games.tobytes()), games.dtype)


def unpickled(kind: np.dtype[np.void], packed: bytes, rows: list[Row]) -> Node:
    """The last node of a pickled line."""
    games, node = np.frombuffer(packed, kind), None
    for place, row in enumerate(rows):
        node = Node(node, copied(games[place : place + 1]), *row)
    assert node is not None, "a line has a root"
    return node


@dataclass(frozen=True)
class Play:
    """A game with its options and edition, and the way its lines go on."""

    game: Game
    edition: Edition
    options: Options

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @cached_property
    def root(self) -> Node:
        """Nothing is set up; chance comes first."""
        return Node(None, np.zeros(1, self.game.rules.STATE), CHANCE, pending=SET_UP)

    def legal(self, node: Node) -> list[int]:
        """Every legal move, ascending."""
        if node.moves is None:
            moves = np.empty(self.game.rules.MOST_MOVES, np.int32)
            count = self.game.kernel.legal(node.games, 0, self.edition.record, moves)
            node.moves = sorted(moves[:count].tolist())
        return node.moves

    def decide(self, node: Node, move: int) -> Node:
        """After a seat's move, or a chance node if the move draws."""
        if move not in self.legal(node):
            raise IllegalMove(f"move {move} is not legal for seat {node.to_act}; allowed: {self.legal(node)}")
        games = copied(node.games)
        self.game.kernel.apply(games, 0, self.edition.record, move)
        if games.tobytes()[:STREAM_BYTES] != node.games.tobytes()[:STREAM_BYTES]:
            return Node(node, node.games, CHANCE, node.to_act, move, pending=move)
        return Node(node, games, self._to_act(games), node.to_act, move)

    def draw(self, node: Node, outcome: int, seed: int) -> Node:
        """After a chance node, its move carried out with streams from this seed."""
        games = copied(node.games)
        self.game.kernel.seed(games, 0, np.uint64(seed))
        if node.pending == SET_UP:
            self.game.kernel.new(games, 0, self.edition.record, self.game.packed(self.options))
        else:
            assert node.pending is not None, "only a chance node is drawn for"
            self.game.kernel.apply(games, 0, self.edition.record, node.pending)
        self.game.kernel.seed(games, 0, np.uint64(STILL))
        return Node(node, games, self._to_act(games), CHANCE, outcome)

    def outcome_seed(self, node: Node, outcome: int) -> int:
        """The seed of one of a fixed number of outcomes: from a table, and from the number of decisions so far."""
        decisions = sum(one.is_action and one.player != CHANCE for one in node.line())
        return seed_of_game(seed_of_game(OUTCOMES, outcome), decisions)

    def redeal(self, node: Node, seat: int, seed: int) -> Node:
        """The same to the seat, and everything that it can't know dealt anew."""
        games = copied(node.games)
        stream = stream_of(seed, 0)
        self.game.kernel.resample(self.observed(node, seat), 0, self.edition.record, stream, games, 0)
        self.game.kernel.seed(games, 0, np.uint64(STILL))
        return Node(node, games, node.to_act, viewer=seat)

    def observed(self, node: Node, seat: int) -> Games:
        """All that a seat knows; the number of players stands for a spectator."""
        views = copied(node.games)
        self.game.kernel.observe(node.games, 0, self.edition.record, seat, views, 0)
        return views

    def view(self, node: Node, seat: int) -> dict[str, Any]:
        """The same in the record's names; nothing before the set-up."""
        if node.pending == SET_UP:
            return {}
        found: dict[str, Any] = self.game.words.view(self.observed(node, seat)[0], self.edition)
        return found

    def recall(self, node: Node, seat: int) -> str:
        """All that a seat has seen and done, in order; the number of players stands for a spectator.

        Where things were dealt anew for another seat's eyes, nobody has lived through them: what all have seen stands
        for the time before, and then what the seat holds.
        """
        told = []
        if node.pending is not None and self._is_chooser(node, seat):
            told.append(f"chooses {self.name(node.pending)}")
        for one in reversed(node.line()):
            if one.viewer is None:
                told.append(self._news(one, seat))
            elif seat not in (one.viewer, self.players):
                told.append(
                    f"holds {blake2b(self.observed(one, seat).tobytes(), digest_size=DIGEST_BYTES).hexdigest()}"
                )
                seat = self.players
        return "; ".join(text for text in reversed(told) if text)

    def name(self, move: int) -> str:
        """A move in the game's notation."""
        return self.game.words.move_name(move, self.edition)

    def winners(self, games: Games) -> list[int]:
        """Who has won a game that is over."""
        return self.game.winners(games, self.edition, self.players)

    def _to_act(self, games: Games) -> int:
        return OVER if self.game.kernel.is_over(games, 0) else int(self.game.kernel.to_act(games, 0))

    def _is_chooser(self, node: Node, seat: int) -> bool:
        return node.pending not in (None, SET_UP) and node.player == seat

    def _news(self, node: Node, seat: int) -> str:
        """What the seat saw of coming to this node."""
        if node.before is None or node.pending is not None:
            return ""
        if seat not in node.news:
            node.news[seat] = "; ".join(map(text_of, self._events(node, seat)))
        return node.news[seat]

    def _events(self, node: Node, seat: int) -> list[Event]:
        """What happened on the way to this node, as the seat may see it."""
        viewer = None if seat == self.players else seat
        events, private = self._happened(node)
        seen = [one for event in events for one in self.game.words.visible_to(event, viewer, self.edition)]
        return seen + [event for whose, event in private if whose == viewer]

    def _happened(self, node: Node) -> tuple[list[Event], list[tuple[int, Event]]]:
        """The whole events on the way to this node, and those that are for one seat only."""
        assert node.before is not None
        words = self.game.words
        move = node.action if node.before.pending is None else node.before.pending
        if move == SET_UP:
            return words.opening(node.games[0], self.edition), []
        step = (node.before.games[0], move, node.games[0], self.edition)
        return words.narrate(*step), list(words.private_events(*step))


def text_of(value: Any) -> str:
    """An event in one short line: its values without their names."""
    if isinstance(value, dict):
        return " ".join(f"({text_of(one)})" if isinstance(one, dict) else text_of(one) for one in value.values())
    if isinstance(value, list):
        return ",".join(map(text_of, value)) or "none"
    return "-" if value is None else str(value)
