"""Tables of all ways to hold up to five dice, for whoever looks ahead inside a turn.

A holding is numbered as `dice.number_of` numbers choices, plus one: 0 is no dice, then come all holdings of one die,
of two, and so on; the 252 results of five dice are the last. Compiled rules may not read arrays of a module, so they
are passed.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from serai.games.pasha.rules import dice
from serai.games.pasha.rules.edition import choice_number
from serai.games.pasha.rules.state import DICE, FACES

Int16 = npt.NDArray[np.int16]
Faces = tuple[int, ...]

HOLDINGS = 462  # of none to five dice
KEPT = 210  # of none to four dice: what can be kept when the others are rerolled
RESULTS = HOLDINGS - KEPT
FIELDS = 37
NO_HOLDING = -1
NO_FIELD = -1


class DiceTables(NamedTuple):
    """How holdings of dice hang together, by their numbers."""

    bag: npt.NDArray[np.int64]  # (HOLDINGS): the dice
    add: Int16  # (KEPT, FACES): with one more die of a face
    remove: Int16  # (HOLDINGS, FACES): with one die of a face less, NO_HOLDING when there is none
    turn: Int16  # (RESULTS, 2, FACES): with one die of a face turned up, or down, by one; else NO_HOLDING (P12)
    mark: Int16  # (RESULTS, 2): the field where the disc goes, and the other choice with two pairs, else NO_FIELD (P14)


@cache
def dice_tables() -> DiceTables:
    """The tables; made once."""
    sizes = range(DICE + 1)
    every: list[Faces] = [faces for size in sizes for faces in combinations_with_replacement(range(1, FACES + 1), size)]
    holdings = sorted(every, key=number)
    bags = np.array([sum(1 << 4 * (face - 1) for face in faces) for faces in holdings], np.int64)
    add = np.array([[number((*faces, face)) for face in range(1, 7)] for faces in holdings[:KEPT]], np.int16)
    remove = np.array([[without(faces, face) for face in range(1, 7)] for faces in holdings], np.int16)
    turn = np.array([turned(faces) for faces in holdings[KEPT:]], np.int16)
    mark = np.array([marks(int(bag)) for bag in bags[KEPT:]], np.int16)
    return DiceTables(bags, add, remove, turn, mark)


def number(faces: Faces) -> int:
    """The number of a holding of these faces, in any order."""
    return choice_number(faces) + 1


def without(faces: Faces, face: int) -> int:
    """The holding with one die of the face less."""
    if face not in faces:
        return NO_HOLDING
    place = faces.index(face)
    return number(faces[:place] + faces[place + 1 :])


def turned(faces: Faces) -> list[list[int]]:
    """The holdings with one die of each face turned up, and with one turned down (P12)."""
    return [[replaced(faces, face, face + by) for face in range(1, FACES + 1)] for by in (1, -1)]


def replaced(faces: Faces, face: int, other: int) -> int:
    """The holding with one die showing another face; 6 and 1 are not neighbours (P12)."""
    if face not in faces or not 1 <= other <= FACES:
        return NO_HOLDING
    place = faces.index(face)
    return number((*faces[:place], other, *faces[place + 1 :]))


def marks(bag: int) -> tuple[int, int]:
    """Where the disc may go: with two pairs the higher column, then the lower one (P14)."""
    best = int(dice.field_of(bag, 0))
    if not dice.is_two_pairs(bag):
        return best, NO_FIELD
    lower = next(face for face in range(1, FACES + 1) if dice.pairs(bag) >> 4 * (face - 1) & 1)
    return best, int(dice.field_of(bag, lower))
