"""What a seat of the toy knows: its hand, and how many cards lie elsewhere."""

import numpy as np

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, next_word

from .play import draw
from .state import VALUES


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
