"""Five dice as a bag of faces: rolling, choosing some of them to reroll, and the combination they show.

A bag has four bits for each face, face 1 lowest; so bit 0 of every digit tells odd counts, bit 1 counts of two and
three, bit 2 counts of four and five, and each combination is found for all faces at once.
"""

from serai.core.compiled.bag import count, one
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.pasha.rules.state import FACES, FIVE, FOUR, FULL_HOUSE, NONE, PAIR, THREE, TWO_PAIRS, Rules

EVERY_FACE = 0x111111
TOP_BITS = 0x888888
NOT_SIX = 0x011111
NOT_ONE = 0x111110
RECIPROCALS = sum(-(-256 // ways) << 9 * ways for ways in range(1, 7))  # 256 / ways, rounded up, nine bits each


@rule
def size(dice: int) -> int:
    """How many dice there are, or faces marked by one bit: 16 is 1 modulo 15, so the digits add up."""
    return dice % 15


@rule
def roll(stream: Stream, kept: int, number: int) -> int:
    """The dice kept together with so many new ones, each face equally likely (P11)."""
    dice = kept
    for _ in range(number):
        dice += one(below(stream, FACES))
    return dice


@rule
def faces_shown(dice: int) -> int:
    """One bit for each face that at least one die shows."""
    return (dice | dice >> 1 | dice >> 2) & EVERY_FACE


@rule
def pairs(dice: int) -> int:
    """One bit for each face that exactly two dice show."""
    return dice >> 1 & ~dice & EVERY_FACE


@rule
def threes(dice: int) -> int:
    """The bit of the face that exactly three dice show."""
    return dice >> 1 & dice & EVERY_FACE


@rule
def fours_and_fives(dice: int) -> int:
    """The bit of the face that four or five dice show."""
    return dice >> 2 & EVERY_FACE


@rule
def is_two_pairs(dice: int) -> bool:
    """Whether two faces are shown exactly twice, so that the player chooses the column (P14)."""
    two = pairs(dice)
    return two & (two - 1) != 0


@rule
def row_of(dice: int) -> int:
    """The strongest combination shown (P1, P14)."""
    two = pairs(dice)
    most = fours_and_fives(dice)
    if most != 0:
        return FIVE if most & dice else FOUR
    if threes(dice) != 0:
        return FULL_HOUSE if two != 0 else THREE
    if two == 0:
        return NONE
    return TWO_PAIRS if is_two_pairs(dice) else PAIR


@rule
def column_of(dice: int) -> int:
    """The face of the strongest combination, 0 without one; of two pairs it is the higher (P14)."""
    faces = fours_and_fives(dice) | threes(dice)
    if faces == 0:
        faces = pairs(dice)
    column = 0
    while faces != 0:
        faces >>= 4
        column += 1
    return column


@rule
def field_of(dice: int, chosen: int) -> int:
    """The field where the disc goes; `chosen` is the column of one of two pairs, or 0 (P14)."""
    row = row_of(dice)
    if row == NONE:
        return 0
    return (row - 1) * FACES + (chosen if chosen > 0 else column_of(dice))


@rule
def has(dice: int, chosen: int) -> bool:
    """Whether the chosen dice are among those shown: no digit borrows from its top bit."""
    return ((dice | TOP_BITS) - chosen) & TOP_BITS == TOP_BITS


@rule
def count_choices(dice: int) -> int:
    """In how many ways at least one die can be chosen: any number of each face (P11)."""
    ways = 1
    for face in range(FACES):
        ways *= 1 + count(dice, face)
    return ways - 1


@rule
def nth_choice(dice: int, nth: int) -> int:
    """One of these ways, from 0: in nth + 1 the digits say how many dice of each face, face 1 lowest."""
    left = nth + 1
    chosen = 0
    for face in range(FACES):
        ways = 1 + count(dice, face)
        rest = divided(left, ways)
        chosen += left - rest * ways << 4 * face
        left = rest
    return chosen


@rule
def divided(number: int, ways: int) -> int:
    """number // ways for 0 to 32 and 1 to 6, by multiplying, which is several times faster."""
    return number * (RECIPROCALS >> 9 * ways & 511) >> 8


@rule
def number_of(edition: Rules, chosen: int) -> int:
    """The number of a choice among all 461, from 0.

    With t dice up to a face f it is the sum of the binomials (t + f - 1 over f), less 1 for the empty choice: the
    combinatorial number system.
    """
    number = -1
    up_to_here = 0
    for face in range(FACES):
        up_to_here += count(chosen, face)
        number += edition.choice_rank[face, up_to_here]
    return number
