"""What a seat of the toy knows, as a row of numbers."""

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.core.compiled.layout import Layout, Part

from .rules import MOST_SEATS, VALUES

LAYOUT = Layout(
    [
        Part("hand", (VALUES,), 10, "the viewer's cards by value"),
        Part("hand_size", (MOST_SEATS,), 50, "how many cards each seat holds"),
        Part("points", (MOST_SEATS,), 10_000, "each seat's points", usual=50),
        Part("unknown", (VALUES,), 10, "the cards out of the viewer's sight, by value"),
        Part("die", (1,), 20, "as last rolled, 0 before"),
    ]
)
ACTIONS = Layout([Part("play", (VALUES,), 1, "play a card"), Part("swap", (VALUES, VALUES), 1, "swap two cards")])

HAND, HAND_SIZE, POINTS = LAYOUT.start_of("hand"), LAYOUT.start_of("hand_size"), LAYOUT.start_of("points")
UNKNOWN, DIE = LAYOUT.start_of("unknown"), LAYOUT.start_of("die")


@rule
def write_numbers(view: np.record, edition: np.record, row: npt.NDArray[np.int16]) -> None:
    """Fill a row of `LAYOUT`; a spectator has no hand."""
    players, viewer = int(view.players), int(view.viewer)
    for place in range(MOST_SEATS):
        seat = (viewer + place) % players
        row[HAND_SIZE + place] = view.hand_size[seat] if place < players else 0
        row[POINTS + place] = view.points[seat] if place < players else 0
    for value in range(VALUES):
        row[HAND + value] = view.hand[viewer, value] if viewer < players else 0
        row[UNKNOWN + value] = view.pile[value]
    row[DIE] = view.die
