"""Whole turns for the bots' search: where to send a buyer, with which cards, and how to carry the action out.

A *choice* is a legal move, or `TO_SPACE` + a space: a placement there, paid with the cards that will be missed least.
Following a choice plays the turn to its end, so that the search compares positions between turns only. Decisions inside
the action are made by evaluation, one at a time; a *plan* remembers them for the next time the same choice is followed.
"""

import math

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import part, rule, wide
from serai.core.compiled.rng import Stream
from serai.games.asara.bot.evaluation import Desk, evaluate
from serai.games.asara.bot.facts import has_room
from serai.games.asara.rules import illegal, lit_house, moves, placing, towers
from serai.games.asara.rules import play as rules
from serai.games.asara.rules.building import nth_tower
from serai.games.asara.rules.state import (
    CIRCLE,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    KEEP,
    NO_COLOUR,
    OVER,
    PLACE,
    SPACES,
    SPY_BUY,
    UNDER,
    Game,
    Moves,
    Rules,
)

Games = npt.NDArray[np.void]
Plan = npt.NDArray[np.int16]
Lists = npt.NDArray[np.int32]  # rows for moves: row 0 is the search's, 1 and 2 are used here

TO_SPACE = moves.EVERY_MOVE
EVERY_CHOICE = TO_SPACE + SPACES
MOST_CHOICES = rules.MOST_MOVES
SCRATCH = 5  # games that the search lends from the one being played on: that one, two deep, and an appraisal's two deep
NO_MOVE = -1
CURIOSITY = 1.5  # how much the search prefers what it has tried little
TRUST = 1.0  # how many visits an appraisal counts for
BOLDNESS = 0.05  # chances that differ by this much are e times as promising


@rule
def list_moves(game: Game, edition: Rules, listed: Moves) -> int:
    """The legal moves without idle placements, of which there is always another: the coloured house."""
    number = rules.legal(game, edition, listed)
    if game.phase != PLACE:
        return number
    worthy = 0
    for place in range(number):
        if not is_idle(game, edition, listed[place] // moves.PAYMENTS):
            listed[worthy] = listed[place]
            worthy += 1
    return worthy


@rule
def list_choices(game: Game, edition: Rules, listed: Moves) -> int:
    """Each space where a buyer is not idle, the coloured house last; how many there are."""
    seat = int(game.turn_of)
    different, pairs = placing.colours_held(game, seat)
    number = 0
    for area in range(placing.last_area(game)):
        if placing.ways_to_pay(game, seat, area, different, pairs) > 0:
            bits = placing.usable_spaces(game, edition, seat, area)
            for index in range(edition.spaces[area]):
                if bits >> index & 1 and not is_idle(game, edition, FIRST_SPACE[area] + index):
                    listed[number] = TO_SPACE + FIRST_SPACE[area] + index
                    number += 1
    listed[number] = TO_SPACE + FIRST_SPACE[HOUSE]
    return number + 1


@rule
def is_idle(game: Game, edition: Rules, space: int) -> bool:
    """Whether a buyer there could buy nothing: it keeps others out, where the coloured house pays (A13, A18)."""
    return space < CIRCLE and not placing.can_buy(game, edition, game.turn_of, space)


@rule
def follow(games: Games, i: int, edition: Rules, desk: Desk, lists: Lists, choice: int, plan: Plan) -> None:
    """Play a choice and the rest of its turn."""
    seat = int(games[i].turn_of)
    if choice >= TO_SPACE:
        space = choice - TO_SPACE
        payment = cheapest_payment(games[i], edition, seat, space)
        rules.apply(games[i], edition, space * moves.PAYMENTS + payment)
    else:
        rules.apply(games[i], edition, choice)
    settle(games, i, edition, desk, lists, plan)


@part
def settle(games: Games, i: int, edition: Rules, desk: Desk, lists: Lists, plan: Plan) -> None:
    """Make the decisions that are left in this turn: as planned where that is still allowed, else by evaluation."""
    step = 0
    while games[i].phase != PLACE and games[i].phase != OVER:
        move = wide(NO_MOVE)
        if step < len(plan):
            move = wide(plan[step])
        if move == NO_MOVE or illegal.why_illegal(games[i], edition, move) != 0:
            move = best_move(games, i, edition, desk, lists)
            if step < len(plan):
                plan[step] = move
        rules.apply(games[i], edition, move)
        step += 1


@rule
def best_move(games: Games, i: int, edition: Rules, desk: Desk, lists: Lists) -> int:
    """The decision inside an action after which the player's chances are best; tried in the places behind.

    Lit windows go under the stack as drawn: whoever looks again first sees those that nobody has seen (AR3).
    """
    if games[i].phase == UNDER:
        return lit_house.as_drawn(games[i])
    seat = int(games[i].turn_of)
    listed = lists[1]
    count = rules.legal(games[i], edition, listed)
    best, best_chance = wide(listed[0]), -1.0
    for place in range(count if count > 1 else 0):
        move = wide(listed[place])
        if is_lesser_tower(games[i], seat, move):
            continue
        games[i + 1] = games[i]
        rules.apply(games[i + 1], edition, move)
        chance = best_chance_of(games, i + 1, edition, desk, lists, seat)
        if chance > best_chance:
            best, best_chance = move, chance
    return best


@rule
def is_lesser_tower(game: Game, seat: int, move: int) -> bool:
    """Whether a move builds on a tower while the player has a higher one of that colour, which is not looked at."""
    if move < moves.ADDS or move >= moves.LIGHTS:
        return False
    raised = game.towers[nth_tower(game, seat, (move - moves.ADDS) // 20)]
    for slot in range(game.tower_count):
        tower = game.towers[slot]
        if towers.owner(tower) == seat and towers.colour(tower) == towers.colour(raised):
            if towers.height(tower) > towers.height(raised):
                return True
    return False


@part
def best_chance_of(games: Games, i: int, edition: Rules, desk: Desk, lists: Lists, seat: int) -> float:
    """A seat's chances once the stack or the windows it looks at have been chosen from."""
    if games[i].phase != SPY_BUY and games[i].phase != KEEP:
        return chance_of(games, i, edition, desk, seat)
    best = -1.0
    for place in range(rules.legal(games[i], edition, lists[2])):
        games[i + 1] = games[i]
        rules.apply(games[i + 1], edition, wide(lists[2, place]))
        if games[i + 1].phase == UNDER:
            rules.apply(games[i + 1], edition, lit_house.as_drawn(games[i + 1]))
        best = max(best, chance_of(games, i + 1, edition, desk, seat))
    return best


@rule
def chance_of(games: Games, i: int, edition: Rules, desk: Desk, seat: int) -> float:
    """A seat's share of the win as the evaluation sees it."""
    evaluate(games[i], edition, desk)
    return desk.points[1, seat]


@rule
def cheapest_payment(game: Game, edition: Rules, seat: int, space: int) -> int:
    """The payment with the buyers that will be missed least (A10)."""
    area = moves.area_of(space)
    least, next_least = least_needed(game, edition, seat, area)
    if area == HOUSE:
        return least
    colour = int(game.colour[area])
    if colour == NO_COLOUR:
        return least if area == FAVOUR else most_held(game, edition, seat)
    if game.hand[seat, colour] > 0:
        return colour
    return moves.pair(min(least, next_least), max(least, next_least))


@rule
def least_needed(game: Game, edition: Rules, seat: int, area: int) -> tuple[int, int]:
    """The two buyers with the least need for them, the least first; the second may be missing (NO_MOVE)."""
    first, second = NO_MOVE, NO_MOVE
    first_need, second_need = 1000, 1000
    for buyer in range(5):
        for copy in range(min(2, int(game.hand[seat, buyer]))):
            need = 8 * areas_open_to(game, edition, buyer) - int(game.hand[seat, buyer]) + copy
            if need < first_need:
                second, second_need = first, first_need
                first, first_need = buyer, need
            elif need < second_need:
                second, second_need = buyer, need
    return first, second


@rule
def areas_open_to(game: Game, edition: Rules, buyer: int) -> int:
    """How many areas with room have this colour."""
    number = 0
    for area in range(HOUSE):
        if game.colour[area] == buyer and has_room(game, edition, area):
            number += 1
    return number


@rule
def most_held(game: Game, edition: Rules, seat: int) -> int:
    """The buyer that sets an area's colour best: one with more of its colour left for the next time."""
    best, best_worth = 0, -1000
    for buyer in range(5):
        held = int(game.hand[seat, buyer])
        if held > 0:
            worth = 4 * held - 3 * areas_open_to(game, edition, buyer)
            if worth > best_worth:
                best, best_worth = buyer, worth
    return best


@part
def appraise(
    games: Games,
    i: int,
    edition: Rules,
    desk: Desk,
    lists: Lists,
    choice: int,
    plan: Plan,
) -> float:
    """The deciding seat's chances after a choice and its turn; tried in the second place behind."""
    seat = int(games[i].turn_of)
    games[i + 2] = games[i]
    follow(games, i + 2, edition, desk, lists, choice, plan)
    return chance_of(games, i + 2, edition, desk, seat)


@rule
def prior(promise: float) -> float:
    """How much a choice of this promise is to be tried beside others."""
    return math.exp(promise / BOLDNESS)


@part
def value(games: Games, i: int, edition: Rules, desk: Desk, stream: Stream) -> None:
    """Write every seat's expected points and chances between turns."""
    evaluate(games[i], edition, desk)
