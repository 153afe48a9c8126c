"""The toy's rules (T1-T4). Moves: 0 to 4 play a card, 5 to 29 swap a pair (5 + 5 * lower + higher)."""

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below

from .state import MOST_SEATS, VALUES

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
