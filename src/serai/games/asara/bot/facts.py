"""What a position is made of, as far as it bears on who will win: facts, one row of numbers for each seat.

They are measured between turns. `evaluation.py` weighs them.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.jit import rule, wide
from serai.games.asara.rules import placing, scoring, towers
from serai.games.asara.rules.building import by_colour
from serai.games.asara.rules.placing import affordable, is_free
from serai.games.asara.rules.state import (
    BANK,
    BASE,
    CIRCLE,
    FAVOUR,
    FIRST_SPACE,
    LIT,
    LIT_HOUSE,
    MIDDLE,
    MOST_SEATS,
    NO_COLOUR,
    SPIES,
    TENT,
    TOP,
    WINDOW,
    Game,
    Rules,
)

Facts = npt.NDArray[np.float64]  # by seat and fact
Ranks = npt.NDArray[np.int64]  # scratch, by category of the final scoring: who is first and second now, and would be

FACTS = (
    "any position",
    "towers in the yearly scoring",
    "gold in the yearly scoring",
    "lit windows in the yearly scoring",
    "the Caliph's favour",
    "highest towers of the colours",
    "highest towers of the colours, with the pieces in stock",
    "highest tower of all",
    "highest tower of all, with the pieces in stock",
    "most towers",
    "most towers, with the pieces in stock",
    "lead in the colours",
    "lead in height",
    "lead in towers",
    "pieces ready to build",
    "new towers ready to build",
    "bases without a top",
    "tops without a base",
    "middles and windows without a tower",
    "pieces whose counterpart is on display",
    "gold ready to build",
    "worth of colours begun",
    "money",
    "the first 10 Asari",
    "the first 25 Asari",
    "money for the buyers in hand",
    "buyers in hand",
    "buyers of the others",
    "the next turn",
    "building open to one buyer",
    "building open to a pair",
    "markets open to one buyer",
    "markets open to a pair",
    "bank open to one buyer",
    "bank open to a pair",
    "spies open to one buyer",
    "favour open to one buyer",
    "buyers of colours in demand",
    "different buyers",
    "lit windows ready to build",
    "lit windows without a window",
    "tent open to one buyer",
    "lit house open to one buyer",
    "pieces on display for standing towers",
)
(
    ANY,
    TOWERS,
    GOLD,
    LIT_BUILT,
    HAS_FAVOUR,
    COLOURS_NOW,
    COLOURS_SOON,
    HIGHEST_NOW,
    HIGHEST_SOON,
    MOST_NOW,
    MOST_SOON,
    LEAD_COLOURS,
    LEAD_HEIGHT,
    LEAD_TOWERS,
    READY,
    NEW_TOWERS,
    LONE_BASES,
    LONE_TOPS,
    LONE_BETWEEN,
    MATCHED,
    READY_GOLD,
    BEGUN_WORTH,
    MONEY,
    MONEY_10,
    MONEY_25,
    MONEY_BUYERS,
    HAND,
    OTHER_HANDS,
    NEXT_TURN,
    BUILD_ONE,
    BUILD_PAIR,
    MARKETS_ONE,
    MARKETS_PAIR,
    BANK_ONE,
    BANK_PAIR,
    SPIES_ONE,
    FAVOUR_ONE,
    IN_DEMAND,
    DIFFERENT,
    LIT_READY,
    LIT_LONE,
    TENT_ONE,
    LIT_ONE,
    GROWTH,
) = range(len(FACTS))
FACT_COUNT = len(FACTS)

# A row of ranks: best rank, how many have it, next rank, how many, then for each seat its firsts and its seconds.
FIRST, FIRSTS, SECOND, SECONDS, SEAT_FIRSTS = 0, 1, 2, 3, 4
SEAT_SECONDS = SEAT_FIRSTS + MOST_SEATS
RANK_ROW = SEAT_SECONDS + MOST_SEATS
NOW, SOON, STANDING = 0, 7, 14  # first row of the ranks as they are, as they could be; then heights of each seat
RANK_ROWS = STANDING + 3 * MOST_SEATS  # by seat: best height of each colour, the next, and what stock could make of it


@rule
def enter(ranks: Ranks, row: int, seat: int, rank: int) -> None:
    """A contestant of this seat competes for first and second place."""
    if rank <= 0 or rank < ranks[row, SECOND]:
        return
    if rank > ranks[row, FIRST]:
        ranks[row, SECOND] = ranks[row, FIRST]
        ranks[row, SECONDS] = ranks[row, FIRSTS]
        ranks[row, FIRST] = rank
        ranks[row, FIRSTS] = 1
        for other in range(MOST_SEATS):
            ranks[row, SEAT_SECONDS + other] = ranks[row, SEAT_FIRSTS + other]
            ranks[row, SEAT_FIRSTS + other] = 0
        ranks[row, SEAT_FIRSTS + seat] = 1
    elif rank == ranks[row, FIRST]:
        ranks[row, FIRSTS] += 1
        ranks[row, SEAT_FIRSTS + seat] += 1
    elif rank == ranks[row, SECOND]:
        ranks[row, SECONDS] += 1
        ranks[row, SEAT_SECONDS + seat] += 1
    else:
        ranks[row, SECOND] = rank
        ranks[row, SECONDS] = 1
        for other in range(MOST_SEATS):
            ranks[row, SEAT_SECONDS + other] = 0
        ranks[row, SEAT_SECONDS + seat] = 1


@rule
def place_points(ranks: Ranks, row: int, edition: Rules, category: int, seat: int) -> int:
    """What a seat's places in a category would score (A26-A31)."""
    first, second = scoring.places(
        ranks[row, FIRST], ranks[row, FIRSTS], ranks[row, SECONDS] if ranks[row, SECOND] > 0 else 0, edition, category
    )
    return ranks[row, SEAT_FIRSTS + seat] * first + ranks[row, SEAT_SECONDS + seat] * second


@rule
def measure(game: Game, edition: Rules, facts: Facts, ranks: Ranks) -> None:
    """Write the facts of every seat."""
    for row in range(RANK_ROWS):
        for column in range(RANK_ROW):
            ranks[row, column] = 0
    scorings = edition.years - game.year + 1
    for seat in range(game.players):
        for fact in range(FACT_COUNT):
            facts[seat, fact] = 0.0
    measure_towers(game, facts, ranks, scorings)
    for seat in range(game.players):
        measure_stock(game, edition, seat, facts, ranks)
        measure_money(game, seat, facts)
        measure_hand(game, edition, seat, facts)
        facts[seat, ANY] = 1.0
    facts[game.favour_holder, HAS_FAVOUR] = 1.0
    facts[game.turn_of, NEXT_TURN] = 1.0
    measure_places(game, edition, facts, ranks)


@rule
def measure_towers(game: Game, facts: Facts, ranks: Ranks, scorings: int) -> None:
    """What stands: yearly income, and who leads (A24, A26-A28)."""
    for slot in range(game.tower_count):
        tower = game.towers[slot]
        seat, colour, rank = (
            wide(towers.owner(tower)),
            wide(towers.colour(tower)),
            wide(scoring.tower_rank(tower)),
        )
        facts[seat, TOWERS] += scorings
        facts[seat, GOLD] += scorings * towers.visible_gold(tower)
        facts[seat, LIT_BUILT] += scorings * towers.lit(tower)
        enter(ranks, NOW + colour, seat, rank)
        enter(ranks, NOW + scoring.HIGHEST, seat, rank)
        best = STANDING + 3 * seat
        if rank > ranks[best, colour]:
            ranks[best + 1, colour] = ranks[best, colour]
            ranks[best, colour] = rank
        elif rank > ranks[best + 1, colour]:
            ranks[best + 1, colour] = rank


@rule
def measure_stock(game: Game, edition: Rules, seat: int, facts: Facts, ranks: Ranks) -> None:
    """What the unbuilt pieces could become, and how high the towers of each colour could rise with them."""
    bases, tops = by_colour(game.pieces[seat, BASE]), by_colour(game.pieces[seat, TOP])
    between = by_colour(game.pieces[seat, MIDDLE]) + by_colour(game.pieces[seat, WINDOW])
    shown_bases, shown_tops = game.display[BASE], game.display[TOP]
    growth = (game.display[MIDDLE] + game.display[WINDOW]) & affordable(edition, game.money[seat])
    best = STANDING + 3 * seat
    for colour in range(5):
        shift = 8 * colour
        base, top, more = bases >> shift & 255, tops >> shift & 255, between >> shift & 255
        pairs = min(base, top)
        facts[seat, NEW_TOWERS] += pairs
        facts[seat, LONE_BASES] += base - pairs
        facts[seat, LONE_TOPS] += top - pairs
        if base > top and shown_tops >> shift & 255 != 0:
            facts[seat, MATCHED] += 1
        if top > base and shown_bases >> shift & 255 != 0:
            facts[seat, MATCHED] += 1
        if base != top:
            facts[seat, BEGUN_WORTH] += edition.final_first[colour]
        soon = ranks[best, colour]
        if game.tower_number[seat, colour] > 0 or pairs > 0:
            facts[seat, READY] += more
            soon = max(soon, 2 * scoring.LIT_RANGE) + more * scoring.LIT_RANGE
            facts[seat, READY_GOLD] += ready_gold(game, seat, colour, pairs)
        else:
            facts[seat, LONE_BETWEEN] += more
        if game.tower_number[seat, colour] > 0:
            facts[seat, GROWTH] += (growth >> shift & 15) + (growth >> shift + 4 & 15)
        ranks[best + 2, colour] = soon
    if game.lit_held[seat] > 0:
        measure_lit(game, seat, facts)


@rule
def ready_gold(game: Game, seat: int, colour: int, pairs: int) -> int:
    """The gold pieces of a colour that could be built."""
    piece = 2 * colour + 1
    gold = bag.count(game.pieces[seat, MIDDLE], piece) + bag.count(game.pieces[seat, WINDOW], piece)
    if pairs > 0:
        gold += min(pairs, bag.count(game.pieces[seat, BASE], piece)) + min(
            pairs, bag.count(game.pieces[seat, TOP], piece)
        )
    return gold


@rule
def measure_lit(game: Game, seat: int, facts: Facts) -> None:
    """The lit windows behind the screen: with a dark window to lie on, and without (A23)."""
    for colour in range(5):
        held = bag.count(game.pieces[seat, LIT], 2 * colour)
        if held > 0:
            dark = 0
            for slot in range(game.tower_count):
                tower = game.towers[slot]
                if towers.owner(tower) == seat and towers.colour(tower) == colour:
                    dark += towers.dark_windows(tower, 0) + towers.dark_windows(tower, 1)
            facts[seat, LIT_READY] += min(held, dark)
            facts[seat, LIT_LONE] += held - min(held, dark)


@rule
def measure_money(game: Game, seat: int, facts: Facts) -> None:
    """Money, and how much of it the buyers left could spend."""
    money, hand = int(game.money[seat]), int(game.hand_size[seat])
    facts[seat, MONEY] = money
    facts[seat, MONEY_10] = min(money, 10)
    facts[seat, MONEY_25] = min(money, 25)
    facts[seat, MONEY_BUYERS] = min(money, 5 * hand)
    facts[seat, HAND] = hand
    others = 0
    for other in range(game.players):
        if other != seat:
            others = max(others, int(game.hand_size[other]))
    facts[seat, OTHER_HANDS] = others


@rule
def can_enter(game: Game, seat: int, area: int) -> int:
    """How many buyers it takes to be placed in an area: 1, 2, or 0 when the player can't (A10)."""
    colour = int(game.colour[area])
    if game.hand_size[seat] == 0:
        return 0
    if colour == NO_COLOUR or game.hand[seat, colour] > 0:
        return 1
    return 2 if game.hand_size[seat] > 1 else 0


@rule
def measure_hand(game: Game, edition: Rules, seat: int, facts: Facts) -> None:
    """What the buyers in hand can still do this year (A10-A12)."""
    money = int(game.money[seat])
    for kind in range(4):
        if is_free(game, edition, kind) and placing.can_buy(game, edition, seat, kind):
            buyers = can_enter(game, seat, kind)
            facts[seat, MARKETS_ONE] += buyers == 1
            facts[seat, MARKETS_PAIR] += buyers == 2
    measure_circle(game, edition, seat, facts)
    for index in range(edition.spaces[BANK] - 1, -1, -1):
        space = FIRST_SPACE[BANK] + index
        if is_free(game, edition, space):
            buyers = can_enter(game, seat, BANK)
            if buyers == 1:
                facts[seat, BANK_ONE] = edition.value[space]
            elif buyers == 2:
                facts[seat, BANK_PAIR] = edition.value[space]
            break
    if can_enter(game, seat, SPIES) == 1 and placing.free_spaces(game, edition, SPIES, money) != 0:
        facts[seat, SPIES_ONE] = 1.0
    if can_enter(game, seat, FAVOUR) == 1 and is_free(game, edition, FIRST_SPACE[FAVOUR]):
        facts[seat, FAVOUR_ONE] = 1.0
    if game.expert:
        if can_enter(game, seat, TENT) == 1 and placing.usable_spaces(game, edition, seat, TENT) != 0:
            facts[seat, TENT_ONE] = 1.0
        if can_enter(game, seat, LIT_HOUSE) == 1 and placing.lit_house_space(game, edition, money):
            facts[seat, LIT_ONE] = 1.0
    measure_colours(game, edition, seat, facts)


@rule
def measure_circle(game: Game, edition: Rules, seat: int, facts: Facts) -> None:
    """How many pieces the player could build with one action now (A14)."""
    buyers = can_enter(game, seat, CIRCLE)
    if buyers == 0:
        return
    stock = int(facts[seat, READY] + 2 * facts[seat, NEW_TOWERS] + facts[seat, LIT_READY])
    most = 0
    for index in range(edition.spaces[CIRCLE]):
        space = FIRST_SPACE[CIRCLE] + index
        value = edition.value[space]
        if value <= game.money[seat] and is_free(game, edition, space):
            most = max(most, min(value, stock))
    facts[seat, BUILD_ONE if buyers == 1 else BUILD_PAIR] = most


@rule
def measure_colours(game: Game, edition: Rules, seat: int, facts: Facts) -> None:
    """How many different buyers there are in hand, and how many have the colour of an area with room."""
    wanted = 0
    for area in range(FAVOUR):
        if game.colour[area] != NO_COLOUR and has_room(game, edition, area):
            wanted |= 1 << int(game.colour[area])
    for buyer in range(5):
        held = int(game.hand[seat, buyer])
        if held > 0:
            facts[seat, DIFFERENT] += 1
            if wanted >> buyer & 1:
                facts[seat, IN_DEMAND] += held


@rule
def has_room(game: Game, edition: Rules, area: int) -> bool:
    """Whether a space of the area is free."""
    room = False
    for index in range(edition.spaces[area]):
        room |= is_free(game, edition, FIRST_SPACE[area] + index)
    return room


@rule
def measure_places(game: Game, edition: Rules, facts: Facts, ranks: Ranks) -> None:
    """The places of the final scoring as things stand, and with everybody's stock built (A26-A31)."""
    for seat in range(game.players):
        best = STANDING + 3 * seat
        for colour in range(5):
            enter(ranks, SOON + colour, seat, ranks[best + 2, colour])
            enter(ranks, SOON + colour, seat, ranks[best + 1, colour])
            enter(ranks, SOON + scoring.HIGHEST, seat, ranks[best + 2, colour])
        scorings = int(edition.years) - int(game.year) + 1
        lit = int(facts[seat, LIT_BUILT]) // scorings
        standing = int(facts[seat, TOWERS]) // scorings
        soon = standing + int(facts[seat, NEW_TOWERS])
        enter(ranks, NOW + scoring.MOST, seat, standing * scoring.LIT_RANGE + lit if standing > 0 else 0)
        enter(ranks, SOON + scoring.MOST, seat, soon * scoring.LIT_RANGE + lit if soon > 0 else 0)
    for seat in range(game.players):
        for colour in range(5):
            facts[seat, COLOURS_NOW] += place_points(ranks, NOW + colour, edition, colour, seat)
            facts[seat, COLOURS_SOON] += place_points(ranks, SOON + colour, edition, colour, seat)
        facts[seat, HIGHEST_NOW] = place_points(ranks, NOW + scoring.HIGHEST, edition, scoring.HIGHEST, seat)
        facts[seat, HIGHEST_SOON] = place_points(ranks, SOON + scoring.HIGHEST, edition, scoring.HIGHEST, seat)
        facts[seat, MOST_NOW] = place_points(ranks, NOW + scoring.MOST, edition, scoring.MOST, seat)
        facts[seat, MOST_SOON] = place_points(ranks, SOON + scoring.MOST, edition, scoring.MOST, seat)
        measure_leads(game, edition, seat, facts, ranks)


@rule
def measure_leads(game: Game, edition: Rules, seat: int, facts: Facts, ranks: Ranks) -> None:
    """By how much the player leads, or lags behind, the best other."""
    mine_of_all, best_of_all = 0, 0
    lead = 0.0
    for colour in range(5):
        mine, best = ranks[STANDING + 3 * seat + 2, colour], 0
        for other in range(game.players):
            if other != seat:
                best = max(best, ranks[STANDING + 3 * other + 2, colour])
        margin = (mine - best) / scoring.LIT_RANGE
        lead += edition.final_first[colour] * min(2.0, max(-2.0, margin))
        mine_of_all, best_of_all = max(mine_of_all, mine), max(best_of_all, best)
    facts[seat, LEAD_COLOURS] = lead
    margin = (mine_of_all - best_of_all) / scoring.LIT_RANGE
    facts[seat, LEAD_HEIGHT] = min(3.0, max(-3.0, margin))
    most = 0.0
    for other in range(game.players):
        if other != seat:
            most = max(most, facts[other, TOWERS] / (edition.years - game.year + 1) + facts[other, NEW_TOWERS])
    mine_standing = facts[seat, TOWERS] / (edition.years - game.year + 1) + facts[seat, NEW_TOWERS]
    facts[seat, LEAD_TOWERS] = min(3.0, max(-3.0, mine_standing - most))
