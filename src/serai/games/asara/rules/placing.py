"""Where a buyer may be placed, and with which cards (A9-A14, A18-A22).

`usable_spaces` is the one home of "where its action has to be carried out, only if it can be and is paid for"; listing,
random choice and the reasons for a refusal all ask it.
"""

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.asara.rules import moves
from serai.games.asara.rules.building import can_build, material
from serai.games.asara.rules.state import (
    BANK,
    CIRCLE,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    HOUSE_SPACE,
    LIT_HOUSE,
    NO_COLOUR,
    SPIES,
    TENT,
    Game,
    Moves,
    Rules,
)


@rule
def affordable(edition: Rules, money: int) -> int:
    """The pieces that this much money buys, as a full bag for masking (A13)."""
    mask = 0
    for colour in range(5):
        if edition.price[colour] <= money:
            mask |= 255 << 8 * colour
    return mask


@rule
def is_free(game: Game, edition: Rules, space: int) -> bool:
    """Whether a place of this value has no buyer yet (A9)."""
    return game.taken[space] < edition.places[space]


@rule
def is_open(game: Game, area: int) -> bool:
    """Tent and house of lit windows are open in the expert game only (A8, A12)."""
    return game.expert or area < TENT or area == HOUSE


@rule
def free_spaces(game: Game, edition: Rules, area: int, most: int) -> int:
    """The area's free spaces that cost no more than this, one bit each."""
    first = FIRST_SPACE[area]
    bits = 0
    for index in range(edition.spaces[area]):
        if is_free(game, edition, first + index) and edition.value[first + index] <= most:
            bits |= 1 << index
    return bits


@rule
def circle_spaces(game: Game, edition: Rules, seat: int) -> int:
    """The circle's free spaces that can be paid and on which an allowed number can be built (A14)."""
    loose, waiting, pairs = material(game, seat)
    if loose + pairs == 0:
        return 0
    bits = 0
    least = 1
    for index in range(edition.spaces[CIRCLE]):
        space = FIRST_SPACE[CIRCLE] + index
        if is_free(game, edition, space):
            most = edition.value[space]
            if most <= game.money[seat] and can_build(loose, waiting, pairs, least, most):
                bits |= 1 << index
            least = most + 1
    return bits


@rule
def usable_spaces(game: Game, edition: Rules, seat: int, area: int) -> int:
    """The area's free spaces that a buyer may be sent to, one bit each (A11)."""
    money = game.money[seat]
    if area < CIRCLE:
        return 1 if is_free(game, edition, area) else 0
    if area == CIRCLE:
        return circle_spaces(game, edition, seat)
    if area == BANK:
        return free_spaces(game, edition, area, 1 << 15)
    if area == SPIES:
        return free_spaces(game, edition, area, money) if has_stack(game) else 0
    if area == FAVOUR:
        return 1 if is_free(game, edition, FIRST_SPACE[FAVOUR]) else 0
    if area == TENT:
        return free_spaces(game, edition, area, money) if game.expert and game.pile_size > 0 else 0
    if area == LIT_HOUSE:
        return lit_house_space(game, edition, money)
    return 1


@rule
def can_buy(game: Game, edition: Rules, seat: int, kind: int) -> bool:
    """Whether the player can pay for a piece that is displayed in this market (A13)."""
    return game.display[kind] & affordable(edition, game.money[seat]) != 0


@rule
def has_stack(game: Game) -> bool:
    """Whether some stack of the four kinds is left to spy on (A11, A19)."""
    return game.stack[0] | game.stack[1] | game.stack[2] | game.stack[3] != 0


@rule
def lit_house_space(game: Game, edition: Rules, money: int) -> int:
    """The house of lit windows, while windows are left and the cheapest look can be paid (A11, A22)."""
    if not game.expert or game.lit_unseen + game.under_count == 0:
        return 0
    if not is_free(game, edition, FIRST_SPACE[LIT_HOUSE]):
        return 0
    for look in range(edition.looks):
        if edition.look_price[look] <= money:
            return 1
    return 0


@rule
def least_allowed(game: Game, edition: Rules, space: int) -> int:
    """The fewest pieces that may be built on this circle space: all numbers from there up to it are taken (A14)."""
    least = 1
    for below_it in range(FIRST_SPACE[CIRCLE], space):
        if is_free(game, edition, below_it):
            least = edition.value[below_it] + 1
    return least


@rule
def colours_held(game: Game, seat: int) -> tuple[int, int]:
    """How many different buyers the player holds, and how many different pairs of buyers (A10)."""
    different, doubles = 0, 0
    for colour in range(5):
        if game.hand[seat, colour] > 0:
            different += 1
        if game.hand[seat, colour] > 1:
            doubles += 1
    return different, doubles + different * (different - 1) // 2


@rule
def ways_to_pay(game: Game, seat: int, area: int, different: int, pairs: int) -> int:
    """How many payments an area takes: any buyer first, then its colour or any two face down (A10, A18)."""
    if area == HOUSE or game.colour[area] == NO_COLOUR:
        return different
    return pairs + (1 if game.hand[seat, game.colour[area]] > 0 else 0)


@rule
def nth_single(game: Game, seat: int, place: int) -> int:
    """The buyer colour at this place among those that the player holds."""
    colour = 0
    while True:
        if game.hand[seat, colour] > 0:
            if place == 0:
                return colour
            place -= 1
        colour += 1


@rule
def nth_pair(game: Game, seat: int, place: int) -> int:
    """The payment at this place among the pairs that the player holds."""
    for first in range(5):
        if game.hand[seat, first] > 1:
            if place == 0:
                return moves.pair(first, first)
            place -= 1
        if game.hand[seat, first] > 0:
            for second in range(first + 1, 5):
                if game.hand[seat, second] > 0:
                    if place == 0:
                        return moves.pair(first, second)
                    place -= 1
    return -1


@rule
def nth_payment(game: Game, seat: int, area: int, place: int) -> int:
    """The payment at this place among those that the area takes from this player."""
    if area == HOUSE or game.colour[area] == NO_COLOUR:
        return nth_single(game, seat, place)
    colour = int(game.colour[area])
    if game.hand[seat, colour] > 0:
        if place == 0:
            return colour
        place -= 1
    return nth_pair(game, seat, place)


@rule
def nth_space(bits: int, place: int) -> int:
    """The index of the bit at this place among those that are set."""
    index = 0
    while True:
        if bits & 1:
            if place == 0:
                return index
            place -= 1
        bits >>= 1
        index += 1


@rule
def bit_count(bits: int) -> int:
    """How many bits are set."""
    number = 0
    while bits != 0:
        bits &= bits - 1
        number += 1
    return number


@rule
def last_area(game: Game) -> int:
    """Areas from here on, but for the coloured house, are closed."""
    return HOUSE if game.expert else TENT


@rule
def list_placements(game: Game, edition: Rules, seat: int, listed: Moves) -> int:
    """Write every placement, area by area, space by space, payment by payment; how many there are."""
    different, pairs = colours_held(game, seat)
    number = 0
    for step in range(last_area(game) + 1):
        area = step if step < last_area(game) else HOUSE
        ways = ways_to_pay(game, seat, area, different, pairs)
        bits = usable_spaces(game, edition, seat, area) if ways > 0 else 0
        first = number
        for index in range(edition.spaces[area]):
            if bits >> index & 1:
                space = FIRST_SPACE[area] + index
                if number == first:
                    for place in range(ways):
                        listed[number] = space * moves.PAYMENTS + nth_payment(game, seat, area, place)
                        number += 1
                else:
                    shift = (space - listed[first] // moves.PAYMENTS) * moves.PAYMENTS
                    for place in range(ways):
                        listed[number] = listed[first + place] + shift
                        number += 1
    return number


@rule
def random_placement(game: Game, edition: Rules, seat: int, stream: Stream, scratch: Moves) -> tuple[int, int]:
    """A placement, each equally likely, and how many there are; the same choice as from the list."""
    different, pairs = colours_held(game, seat)
    last = last_area(game)
    number = different
    for area in range(last):
        ways = ways_to_pay(game, seat, area, different, pairs)
        bits = usable_spaces(game, edition, seat, area) if ways > 0 else 0
        scratch[area] = bits
        number += bit_count(bits) * ways
    left = below(stream, number)
    for area in range(last):
        if scratch[area] != 0:
            ways = ways_to_pay(game, seat, area, different, pairs)
            placements = bit_count(scratch[area]) * ways
            if left < placements:
                space = FIRST_SPACE[area] + nth_space(scratch[area], left // ways)
                return space * moves.PAYMENTS + nth_payment(game, seat, area, left % ways), number
            left -= placements
    return HOUSE_SPACE * moves.PAYMENTS + nth_single(game, seat, left), number
