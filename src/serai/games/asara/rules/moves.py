"""Asara's moves as whole numbers, the same in every position of an edition.

One after another: `place` (space * 20 + payment), `buy`, `decline`, `spy`, `found`, `add`, `light`, `done`,
`look`, `keep`, `under`. A payment is a buyer colour (0-4) or an unordered pair of colours (5-19).
"""

from serai.core.compiled.jit import rule
from serai.games.asara.rules.state import FIRST_SPACE, HOUSE, MOST_KEPT, MOST_LOOKS, MOST_TOWERS, SPACES

PAYMENTS = 20
KEEPS = 125  # unordered choices of 1 to MOST_KEPT of five colours
ORDERS = 775  # orders of 2 to MOST_ORDERED of five colours

PLACES = 0
BUYS = PLACES + SPACES * PAYMENTS  # + colour * 2 + gold
DECLINE = BUYS + 10
SPIES_ON = DECLINE + 1  # + kind
FOUNDS = SPIES_ON + 4  # + base * 10 + top, each colour * 2 + gold
ADDS = FOUNDS + 100  # + tower * 20 + (middle 0, window 1) * 10 + colour * 2 + gold
LIGHTS = ADDS + MOST_TOWERS * 20  # + tower * 10 + colour * 2 + gold
DONE = LIGHTS + MOST_TOWERS * 10
LOOKS = DONE + 1  # + number of the look in the edition
KEEPINGS = LOOKS + MOST_LOOKS  # + rank of the colours kept
UNDERS = KEEPINGS + KEEPS  # + rank of the order in which windows go under the stack
EVERY_MOVE = UNDERS + ORDERS


@rule
def pair(first: int, second: int) -> int:
    """The payment of two buyers, first colour not after the second."""
    return 5 + first * 5 - first * (first - 1) // 2 + second - first


@rule
def colours_of_pair(payment: int) -> tuple[int, int]:
    """The two buyer colours of a pair."""
    first = 0
    left = payment - 5
    while left >= 5 - first:
        left -= 5 - first
        first += 1
    return first, first + left


@rule
def area_of(space: int) -> int:
    """The area that a space belongs to."""
    area = HOUSE
    while space < FIRST_SPACE[area]:
        area -= 1
    return area


@rule
def count_choices(things: int, colours: int) -> int:
    """How many unordered choices there are of so many things from so many colours."""
    ways = 1
    for step in range(things):
        ways = ways * (colours + step) // (step + 1)
    return ways


@rule
def first_keep(size: int) -> int:
    """The rank of the first choice of this size."""
    rank = 0
    for smaller in range(1, size):
        rank += count_choices(smaller, 5)
    return rank


@rule
def kept_of(rank: int) -> int:
    """The colours of a choice, as a number with four bits for each colour."""
    size = 1
    while size < MOST_KEPT and rank >= first_keep(size + 1):
        size += 1
    rank -= first_keep(size)
    kept = 0
    for colour in range(4):
        least = 0  # of this colour; choices with more of it come later
        while rank >= count_choices(size - least, 4 - colour):
            rank -= count_choices(size - least, 4 - colour)
            least += 1
        kept |= least << 4 * colour
        size -= least
    return kept | size << 16


@rule
def first_order(size: int) -> int:
    """The rank of the first order of so many windows: all orders of fewer, down to two, come before."""
    return (5**size - 25) // 4


@rule
def order_size(rank: int) -> int:
    """How many windows an order has."""
    size = 2
    while rank >= first_order(size + 1):
        size += 1
    return size


@rule
def colour_in_order(rank: int, place: int) -> int:
    """The colour at a place of an order; the first is the next to be drawn again."""
    size = order_size(rank)
    return (rank - first_order(size)) // 5 ** (size - 1 - place) % 5
