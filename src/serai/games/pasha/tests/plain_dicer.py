"""A plain dicer to measure minds by: it keeps its largest set, rerolls the rest and plays its highest card."""

from collections import Counter
from typing import Any

import numpy as np

from serai.core.edition import Edition
from serai.games.pasha.bot.dice_tables import KEPT, NO_HOLDING, dice_tables, number
from serai.games.pasha.rules import choices, dice, moves
from serai.games.pasha.rules.play import MOST_MOVES
from serai.games.pasha.rules.state import FACES, FULL_HOUSE, PLAY
from serai.games.pasha.words import notation


def choose(view: Any, edition: Edition) -> int:
    """The plain dicer's move for a view, an array of length 1."""
    game = view[0]
    listed = np.zeros(MOST_MOVES, np.int32)
    legal = [int(move) for move in listed[: choices.legal(game, edition.record[0], listed)]]
    if game.phase == PLAY:
        return max(legal)
    faces = notation.faces_of(game.dice)
    if game.rolls_left > 0 and dice.row_of(int(game.dice)) < FULL_HOUSE:
        return moves.REROLLS + number(tuple(rest(faces))) - 1
    if game.cubes[game.turn_of] > 0 and (turn := higher_row(faces)) is not None:
        return turn
    return max(legal) if legal[-1] >= moves.MARK else legal[-1]


def rest(faces: list[int]) -> list[int]:
    """All dice but the largest set; of sets of one size the higher is kept."""
    counts = Counter(faces)
    kept = max(counts, key=lambda face: (counts[face], face))
    return [face for face in faces if face != kept]


def higher_row(faces: list[int]) -> int | None:
    """A die to turn by one so that a higher row is shown; None where there is none."""
    tables, holding = dice_tables(), number(tuple(faces))
    row = dice.row_of(int(tables.bag[holding]))
    for way, first in enumerate((moves.TURNS_UP, moves.TURNS_DOWN - 1)):
        for face in range(FACES):
            turned = tables.turn[holding - KEPT, way, face]
            if turned != NO_HOLDING and dice.row_of(int(tables.bag[turned])) > row:
                return first + face
    return None
