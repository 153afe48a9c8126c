"""The toy's two records: a game as it stands, and its edition."""

import numpy as np

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
