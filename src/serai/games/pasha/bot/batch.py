"""Many turns solved at once, for what each is worth before its first roll.

The turns are alike but for the worth of their results: one *lane* each. Nobody rolls freely after spending a cube
here, which loses nothing: a die turned before a roll can be turned after it, and of two rerolls the free one can come
first (P11, P12). So there are fewer layers than in `solver`, which solves a single turn and says what to do.
"""

from collections.abc import Generator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.games.pasha.bot.dice_tables import FIELDS, HOLDINGS, KEPT, NO_FIELD, NO_HOLDING, RESULTS, DiceTables
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules.state import FACES

Lanes = npt.NDArray[np.float32]

LANES = 40  # one for each field at least, and a multiple of the numbers that a processor reckons with at once
NOTHING = np.float32(-1e30)
SHARE = np.float32(1.0 / FACES)
HALF = np.float32(0.5)
NUDGE = np.float32(1.0 / 512)  # as small as the precision allows


class Batch(NamedTuple):
    """Room for solving; the last index is the lane."""

    worth: Lanes  # (cubes, FIELDS, LANES): of a field with so many cubes unspent
    aside: Lanes  # the same, to somebody who looks on
    value: Lanes  # (cubes, HOLDINGS, LANES): who rolls no more freely and may spend so many cubes
    keep: Lanes  # (cubes, RESULTS, LANES): of the best reroll of at least one die into that layer
    stop: Lanes  # (HOLDINGS, LANES): who stops before the last free roll, and so has no lamp (P13)
    rolled: Lanes  # (HOLDINGS, LANES): who has free rolls
    again: Lanes  # (RESULTS, LANES): of the best free reroll
    best: Lanes  # (KEPT, LANES): the best holding within each
    anew: Lanes  # (cubes, LANES): of the rolls after the lamp, with so many cubes


def batch(most_cubes: int) -> Batch:
    """Room for turns that spend up to so many cubes."""
    cubes = most_cubes + 1
    each_cube = (cubes, FIELDS), (cubes, FIELDS), (cubes, HOLDINGS), (cubes, RESULTS)
    shapes = (*each_cube, (HOLDINGS,), (HOLDINGS,), (RESULTS,), (KEPT,), (cubes,))
    return Batch(*(np.zeros((*shape, LANES), np.float32) for shape in shapes))


@rule
def start_values(room: Batch, dice: DiceTables, turn: Turn, result: Lanes) -> None:
    """What each lane's turn is worth before its first roll; `room.worth` says what its results are worth."""
    for cubes in range(turn.cubes + 1):
        spend_cubes(room, dice, cubes, False)
    copy(room.value[turn.cubes], room.stop, HOLDINGS)
    if turn.lamp == 1:
        for cubes in range(turn.cubes + 1):
            roll_freely(room, dice, room.value[cubes], room.keep[cubes], turn.again, room.anew[cubes])
        for cubes in range(turn.cubes + 1):
            spend_cubes(room, dice, cubes, True)
    roll_freely(room, dice, room.stop, room.keep[turn.cubes], turn.rolls, result)


def values_for_two(room: Batch, dice: DiceTables, turn: Turn) -> Generator[None, None, tuple[Lanes, Lanes]]:
    """What each lane's turn is worth before its first roll to who decides, and, by `room.aside`, to who looks on.

    Who decides is made to care a little for the other, and then as little against it; by how much its own value changes
    tells what the other gets. (What is added to the worth of results is added to the best plan's value: that the plan
    itself changes as well does not matter at first.)
    """
    higher, lower = np.zeros(LANES, np.float32), np.zeros(LANES, np.float32)
    nudge(room, turn.cubes, NUDGE)
    start_values(room, dice, turn, higher)
    yield
    nudge(room, turn.cubes, -NUDGE - NUDGE)
    start_values(room, dice, turn, lower)
    return (higher + lower) * HALF, (higher - lower) * HALF / NUDGE


@rule
def nudge(room: Batch, most: int, by: np.float32) -> None:
    """Add a part of what results are worth to who looks on."""
    for cubes in range(most + 1):
        for field in range(FIELDS):
            for lane in range(LANES):
                room.worth[cubes, field, lane] += by * room.aside[cubes, field, lane]


@rule
def spend_cubes(room: Batch, dice: DiceTables, cubes: int, has_lamp: bool) -> None:
    """The layer without free rolls: mark, spend a cube, or use the lamp (P12-P14)."""
    value = room.value[cubes]
    mark(value, dice, room.worth[cubes])
    if cubes > 0:
        raise_results(value, value, room.keep[cubes - 1])
        turn_dice(value, room.value[cubes - 1], dice)
    if has_lamp:
        for holding in range(KEPT, HOLDINGS):
            raise_to(value, holding, room.anew, cubes)
    expect(value, dice)
    find_best_kept(value, room.best, room.keep[cubes], dice)


@rule
def roll_freely(room: Batch, dice: DiceTables, stop: Lanes, keep: Lanes, rolls: int, result: Lanes) -> None:
    """The layers with free rolls, one on the other: stop, or reroll; what they are worth before the first roll."""
    for left in range(1, rolls + 1):
        raise_results(room.rolled, stop, keep if left == 1 else room.again)
        expect(room.rolled, dice)
        if left < rolls:
            find_best_kept(room.rolled, room.best, room.again, dice)
    for lane in range(LANES):
        result[lane] = room.rolled[0, lane] if rolls > 0 else stop[0, lane]


@rule
def copy(source: Lanes, target: Lanes, rows: int) -> None:
    """Write rows as they are."""
    for row in range(rows):
        for lane in range(LANES):
            target[row, lane] = source[row, lane]


@rule
def raise_to(value: Lanes, row: int, other: Lanes, other_row: int) -> None:
    """Each lane's greater one of two."""
    for lane in range(LANES):
        here, there = value[row, lane], other[other_row, lane]
        value[row, lane] = here if here > there else there


@rule
def raise_results(value: Lanes, stop: Lanes, keep: Lanes) -> None:
    """Stop, or the best reroll."""
    for result in range(RESULTS):
        for lane in range(LANES):
            here, there = stop[KEPT + result, lane], keep[result, lane]
            value[KEPT + result, lane] = here if here > there else there


@rule
def mark(value: Lanes, dice: DiceTables, worth: Lanes) -> None:
    """Every result marked as it is, with two pairs in the better column (P14)."""
    for result in range(RESULTS):
        field, other = dice.mark[result, 0], dice.mark[result, 1]
        for lane in range(LANES):
            value[KEPT + result, lane] = worth[field, lane]
        if other != NO_FIELD:
            raise_to(value, KEPT + result, worth, other)


@rule
def turn_dice(value: Lanes, then: Lanes, dice: DiceTables) -> None:
    """A cube to turn a die up or down by one (P12)."""
    for result in range(RESULTS):
        for face in range(FACES):
            up, down = dice.turn[result, 0, face], dice.turn[result, 1, face]
            up = down if up == NO_HOLDING else up
            down = up if down == NO_HOLDING else down
            if up != NO_HOLDING:
                for lane in range(LANES):
                    here, raised, lowered = value[KEPT + result, lane], then[up, lane], then[down, lane]
                    there = raised if raised > lowered else lowered
                    value[KEPT + result, lane] = here if here > there else there


@rule
def expect(value: Lanes, dice: DiceTables) -> None:
    """The value of each holding of fewer dice: the mean over the next die's faces."""
    for holding in range(KEPT - 1, -1, -1):
        first, second, third = dice.add[holding, 0], dice.add[holding, 1], dice.add[holding, 2]
        fourth, fifth, sixth = dice.add[holding, 3], dice.add[holding, 4], dice.add[holding, 5]
        for lane in range(LANES):
            low = value[first, lane] + value[second, lane] + value[third, lane]
            high = value[fourth, lane] + value[fifth, lane] + value[sixth, lane]
            value[holding, lane] = (low + high) * SHARE


@rule
def find_best_kept(value: Lanes, best: Lanes, keep: Lanes, dice: DiceTables) -> None:
    """For each result the value of the best holding to keep: it, or one within a die less."""
    copy(value, best, KEPT)
    for holding in range(KEPT):
        for face in range(FACES):
            less = dice.remove[holding, face]
            if less != NO_HOLDING:
                raise_to(best, holding, best, less)
    for result in range(RESULTS):
        for lane in range(LANES):
            keep[result, lane] = NOTHING
        for face in range(FACES):
            less = dice.remove[KEPT + result, face]
            if less != NO_HOLDING:
                raise_to(keep, result, best, less)
