"""The toy's rules (T1-T4): its records and edition, what is legal and what follows from it, what a seat knows.

Moves: 0 to 4 play a card, 5 to 29 swap a pair (5 + 5 * lower + higher).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below, next_word
from serai.core.edition import Checker, frozen

PLAYERS = (2, 3)
OPTIONS = ("double",)

MOST_SEATS = 3
VALUES = 5  # cards are worth 1 to 5

STATE = np.dtype(
    (
        np.record,
        [
            ("open", np.uint64, (4,)),  # stream for the die; zero in an observation
            ("hidden", np.uint64, (4,)),  # stream for the cards; zero in an observation
            ("players", np.int8),  # 2 or 3
            ("viewer", np.int8),  # -1 in a game; in an observation its seat, or players for a spectator
            ("double", np.int8),  # 0 or 1: the die counts twice
            ("turn_of", np.int8),  # seat
            ("die", np.int8),  # as last rolled, 0 before
            ("hand", np.int8, (MOST_SEATS, VALUES)),  # cards by value; others' are 0 in an observation
            ("hand_size", np.int8, (MOST_SEATS,)),
            ("pile", np.int8, (VALUES,)),  # the draw pile; in an observation every card out of the viewer's sight
            ("pile_size", np.int8),
            ("points", np.int16, (MOST_SEATS,)),
        ],
    )
)

EDITION = np.dtype((np.record, [("copies", np.int8), ("hand", np.int8), ("faces", np.int8)]))
KEYS = ("copies", "hand", "faces")

RULES_VERSION = 1
EVERY_MOVE = VALUES + VALUES * VALUES
MOST_MOVES = EVERY_MOVE

LEGAL, OVER, NO_CARD, NO_PAIR, NO_PILE, NOT_A_PAIR = range(6)

Numbers = npt.NDArray[np.int64]
Moves = npt.NDArray[np.int32]


@rule
def new(game: np.record, edition: np.record, options: Numbers) -> None:
    """Deal a hand to each; the first player by lot (T1)."""
    game.players, game.double, game.viewer = options[0], options[1], -1
    game.turn_of = below(game.open, options[0])
    game.die = 0
    game.pile_size = edition.copies * VALUES
    for value in range(VALUES):
        game.pile[value] = edition.copies
    for seat in range(MOST_SEATS):
        game.points[seat] = 0
        game.hand_size[seat] = 0
        for value in range(VALUES):
            game.hand[seat, value] = 0
        if seat < options[0]:
            for _ in range(edition.hand):
                draw(game, seat, game.hidden)


@rule
def draw(game: np.record, seat: int, stream: Stream) -> None:
    """A card from the pile into a hand."""
    left = below(stream, game.pile_size)
    value = 0
    while left >= game.pile[value]:
        left -= game.pile[value]
        value += 1
    game.pile[value] -= 1
    game.pile_size -= 1
    game.hand[seat, value] += 1
    game.hand_size[seat] += 1


@rule
def to_act(game: np.record) -> int:
    """The seat that decides now."""
    return int(game.turn_of)


@rule
def is_over(game: np.record) -> bool:
    """When no player has a card left (T4)."""
    return bool(game.hand_size[game.turn_of] == 0)


@rule
def why_illegal(game: np.record, edition: np.record, move: int) -> int:
    """A card must be held to play it (T2); a swap needs two and a card in the pile (T3)."""
    seat = game.turn_of
    if is_over(game):
        return OVER
    if move < VALUES:
        return LEGAL if game.hand[seat, move] > 0 else NO_CARD
    low, high = (move - VALUES) // VALUES, (move - VALUES) % VALUES
    if low > high:
        return NOT_A_PAIR
    if game.hand[seat, low] == 0 or game.hand[seat, high] < (2 if low == high else 1):
        return NO_PAIR
    return LEGAL if game.pile_size > 0 else NO_PILE


@rule
def legal(game: np.record, edition: np.record, moves: Moves) -> int:
    """Write every legal move once."""
    count = 0
    for move in range(EVERY_MOVE):
        if why_illegal(game, edition, move) == LEGAL:
            moves[count] = move
            count += 1
    return count


@rule
def random_move(game: np.record, edition: np.record, stream: Stream, moves: Moves) -> tuple[int, int]:
    """One of them, each equally likely, and how many there are."""
    count = legal(game, edition, moves)
    return int(moves[below(stream, count)]), count


@rule
def apply(game: np.record, edition: np.record, move: int) -> None:
    """Play a card and roll (T2), or swap (T3); then the next player with a card (T4)."""
    seat = int(game.turn_of)
    if move < VALUES:
        game.hand[seat, move] -= 1
        game.hand_size[seat] -= 1
        game.die = 1 + below(game.open, edition.faces)
        game.points[seat] += move + 1 + game.die * (1 + game.double)
    else:
        game.hand[seat, (move - VALUES) // VALUES] -= 1
        game.hand[seat, (move - VALUES) % VALUES] -= 1
        game.hand_size[seat] -= 2
        draw(game, seat, game.hidden)
    for step in range(1, game.players + 1):
        game.turn_of = (seat + step) % game.players
        if game.hand_size[game.turn_of] > 0:
            return


@rule
def scores(game: np.record, edition: np.record, points: Numbers) -> None:
    """Each seat's points so far."""
    for seat in range(game.players):
        points[seat] = game.points[seat]


@rule
def winners(game: np.record, edition: np.record) -> int:
    """The seats with most points, one bit each (T4)."""
    best, bits = -1, 0
    for seat in range(game.players):
        if game.points[seat] > best:
            best, bits = int(game.points[seat]), 0
        if game.points[seat] == best:
            bits |= 1 << seat
    return bits


@rule
def conceal(view: np.record, edition: np.record, seat: int) -> None:
    """Others' cards join the pile, out of sight; the pile's size stays as it is."""
    view.viewer = seat
    for word in range(4):
        view.open[word] = 0
        view.hidden[word] = 0
    for other in range(view.players):
        if other != seat:
            for value in range(VALUES):
                view.pile[value] += view.hand[other, value]
                view.hand[other, value] = 0


@rule
def deal_unknown(game: np.record, edition: np.record, stream: Stream) -> None:
    """Deal the others' hands anew from all cards out of sight."""
    pile_size = game.pile_size
    for seat in range(game.players):
        if seat != game.viewer:
            game.pile_size += game.hand_size[seat]
    for seat in range(game.players):
        if seat != game.viewer:
            size = game.hand_size[seat]
            game.hand_size[seat] = 0
            for _ in range(size):
                draw(game, seat, stream)
    game.pile_size = pile_size
    game.viewer = -1
    for word in range(4):
        game.open[word] = next_word(stream)
        game.hidden[word] = next_word(stream)


def read_edition(data: Mapping[str, Any], source: str) -> npt.NDArray[np.void]:
    """The packed record of checked data."""
    check = Checker(source)
    check.keys("", data, ("name", *KEYS, "known"))
    check.text("name", data["name"])
    record = np.zeros(1, EDITION)
    record["copies"] = copies = check.number("copies", data["copies"], 1, 10)
    record["hand"] = check.number("hand", data["hand"], 1, copies * VALUES // MOST_SEATS)
    record["faces"] = check.number("faces", data["faces"], 1, 20)
    check.known(data)
    return frozen(record)


def inline_edition(data: Mapping[str, Any]) -> dict[str, Any]:
    """Records inline just what the file says."""
    return dict(data)
