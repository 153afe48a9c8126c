"""A bag: how many there are of up to 15 kinds of thing, in one whole number, four bits each.

Pieces that lie in a heap (a stack, a display, a player's screen) are equal when their kind is, so a count is all
there is to know. One number copies at once and tells in one operation which kinds are there at all.
"""

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below

MOST = 15  # of one kind
EVERY_KIND = 0x111111111111111  # one bit for each kind


@rule
def count(bag: int, kind: int) -> int:
    """How many of this kind are in the bag."""
    return bag >> 4 * int(kind) & 15


@rule
def one(kind: int) -> int:
    """A bag with one thing in it; bags add and subtract like numbers."""
    return 1 << 4 * int(kind)


@rule
def present(bag: int) -> int:
    """The kinds in the bag: one bit for each, at its place (a bag with one of each kind)."""
    return (bag | bag >> 1 | bag >> 2 | bag >> 3) & EVERY_KIND


@rule
def total(bag: int) -> int:
    """How many things are in the bag."""
    things = 0
    while bag > 0:
        things += bag & 15
        bag >>= 4
    return things


@rule
def draw(bag: int, stream: Stream, size: int) -> int:
    """The kind of a thing drawn blindly from a bag of `size` things."""
    left = below(stream, size)
    kind = 0
    while left >= bag & 15:
        left -= bag & 15
        bag >>= 4
        kind += 1
    return kind
