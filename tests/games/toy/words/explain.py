"""Where the toy's points come from."""

import numpy as np

from serai.core.edition import Edition
from serai.core.words.reasons import Point


def explain(game: np.record, edition: Edition) -> list[Point]:
    """All points are of one sort."""
    seats = range(game.players)
    return [Point(seat, int(game.points[seat]), "cards", "cards played and dice rolled (T2)") for seat in seats]
