"""A turn solved exactly: the best thing to do with any dice, rolls, cubes and lamp, against a table of results' values.

Values are kept for every holding of dice (`dice_tables`): of five dice, what they are worth in the best hands; of
fewer, what they are worth when the others are rolled. A layer is a lamp, a number of rolls left and a number of cubes
that may still be spent; it stands on the layers with a roll or a cube less, so layers are solved from below (P11-P14).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.games.pasha.bot.dice_tables import FIELDS, HOLDINGS, KEPT, NO_FIELD, NO_HOLDING, RESULTS, DiceTables
from serai.games.pasha.rules import moves
from serai.games.pasha.rules.state import FACES

Floats = npt.NDArray[np.float64]

LAMPS = 2
MOST_REROLLS = 7  # 0 to 6: an edition's six rolls less the first, and the extra one
SHARE = 1.0 / FACES
KIND = 256  # a plan is a number: its kind, times this, and the holding kept, the face turned or the field marked
FREE, FOR_CUBE, TURN_UP, TURN_DOWN, USE_LAMP, PUT = (KIND * kind for kind in range(6))


class Layers(NamedTuple):
    """Room for a solved turn; indexed by lamp, rolls left, cubes that may be spent, holding or result."""

    value: Floats  # (LAMPS, MOST_REROLLS, cubes, HOLDINGS)
    keep: Floats  # (LAMPS, MOST_REROLLS, cubes, RESULTS): value of the best reroll of at least one die into this layer
    kept: npt.NDArray[np.int16]  # the holding kept by it
    plan: npt.NDArray[np.int16]  # (LAMPS, MOST_REROLLS, cubes, RESULTS): the best thing to do
    mass: Floats  # as value: how likely each holding comes up
    best: Floats  # (KEPT): the best holding within each, as a layer is solved
    which: npt.NDArray[np.int16]  # (KEPT): that holding


class Turn(NamedTuple):
    """What a turn may still use."""

    lamp: int  # 1 while it can be used (P13)
    rolls: int  # rerolls that cost no cube (P11)
    again: int  # rerolls after the lamp (P13)
    cubes: int  # that may be spent (P12)


def layers(most_cubes: int) -> Layers:
    """Room for turns that spend up to so many cubes."""
    shape = (LAMPS, MOST_REROLLS, most_cubes + 1)
    value, mass = np.empty((*shape, HOLDINGS)), np.empty((*shape, HOLDINGS))
    keep, kept, plan = (np.empty((*shape, RESULTS), kind) for kind in (np.float64, np.int16, np.int16))
    return Layers(value, keep, kept, plan, mass, np.empty(KEPT), np.empty(KEPT, np.int16))


@rule
def solve(room: Layers, dice: DiceTables, worth: Floats, turn: Turn) -> None:
    """Fill the layers; `worth` holds the value of each field and number of cubes unspent."""
    for lamp in range(turn.lamp + 1):
        rolls = turn.rolls if lamp == turn.lamp else turn.again
        for left in range(rolls + 1):
            for cubes in range(turn.cubes + 1):
                mark_results(room, dice, worth, lamp, left, cubes)
                if left > 0:
                    compare_reroll(room, lamp, left, cubes, left - 1, cubes, FREE)
                if cubes > 0:
                    compare_reroll(room, lamp, left, cubes, left, cubes - 1, FOR_CUBE)
                    compare_turns(room, dice, lamp, left, cubes)
                if lamp == 1 and left == 0:
                    compare_lamp(room, cubes, turn.again)
                expect(room, dice, lamp, left, cubes)
                find_best_kept(room, dice, lamp, left, cubes)


@rule
def mark_results(room: Layers, dice: DiceTables, worth: Floats, lamp: int, left: int, cubes: int) -> None:
    """Every result marked as it is, with two pairs in the better column (P14)."""
    value = room.value[lamp, left, cubes]
    plan = room.plan[lamp, left, cubes]
    for result in range(RESULTS):
        field = dice.mark[result, 0]
        other = dice.mark[result, 1]
        if other != NO_FIELD and worth[other, cubes] > worth[field, cubes]:
            field = other
        value[KEPT + result] = worth[field, cubes]
        plan[result] = PUT + field


@rule
def compare_reroll(room: Layers, lamp: int, left: int, cubes: int, then_left: int, then_cubes: int, kind: int) -> None:
    """The best reroll into another layer, free or for a cube (P11, P12)."""
    value = room.value[lamp, left, cubes]
    plan = room.plan[lamp, left, cubes]
    keep = room.keep[lamp, then_left, then_cubes]
    kept = room.kept[lamp, then_left, then_cubes]
    for result in range(RESULTS):
        if keep[result] > value[KEPT + result]:
            value[KEPT + result] = keep[result]
            plan[result] = kind + kept[result]


@rule
def compare_turns(room: Layers, dice: DiceTables, lamp: int, left: int, cubes: int) -> None:
    """A cube to turn a die up or down by one (P12)."""
    value = room.value[lamp, left, cubes]
    plan = room.plan[lamp, left, cubes]
    then = room.value[lamp, left, cubes - 1]
    for result in range(RESULTS):
        for way in range(2):
            for face in range(FACES):
                turned = dice.turn[result, way, face]
                if turned != NO_HOLDING and then[turned] > value[KEPT + result]:
                    value[KEPT + result] = then[turned]
                    plan[result] = TURN_UP + KIND * way + face


@rule
def compare_lamp(room: Layers, cubes: int, again: int) -> None:
    """The lamp: all five dice anew (P13)."""
    value = room.value[1, 0, cubes]
    plan = room.plan[1, 0, cubes]
    anew = room.value[0, again, cubes, 0]
    for result in range(RESULTS):
        if anew > value[KEPT + result]:
            value[KEPT + result] = anew
            plan[result] = USE_LAMP


@rule
def expect(room: Layers, dice: DiceTables, lamp: int, left: int, cubes: int) -> None:
    """The value of each holding of fewer dice: the mean over the next die's faces."""
    value = room.value[lamp, left, cubes]
    for holding in range(KEPT - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += value[dice.add[holding, face]]
        value[holding] = total * SHARE


@rule
def find_best_kept(room: Layers, dice: DiceTables, lamp: int, left: int, cubes: int) -> None:
    """For each result the best holding to keep: the best within a holding is it, or is within one die less."""
    value = room.value[lamp, left, cubes]
    best = room.best
    which = room.which
    for holding in range(KEPT):
        best[holding] = value[holding]
        which[holding] = holding
        for face in range(FACES):
            less = dice.remove[holding, face]
            if less != NO_HOLDING and best[less] > best[holding]:
                best[holding] = best[less]
                which[holding] = which[less]
    keep = room.keep[lamp, left, cubes]
    kept = room.kept[lamp, left, cubes]
    for result in range(RESULTS):
        keep[result] = -np.inf
        for face in range(FACES):
            less = dice.remove[KEPT + result, face]
            if less != NO_HOLDING and best[less] > keep[result]:
                keep[result] = best[less]
                kept[result] = which[less]


@rule
def follow(room: Layers, dice: DiceTables, turn: Turn, start: int, odds: Floats) -> None:
    """How likely each field and number of cubes unspent comes up in a solved turn that goes on from a holding."""
    for field in range(FIELDS):
        for cubes in range(turn.cubes + 1):
            odds[field, cubes] = 0.0
    clear_mass(room, turn)
    room.mass[turn.lamp, turn.rolls, turn.cubes, start] = 1.0
    for lamp in range(turn.lamp, -1, -1):
        rolls = turn.rolls if lamp == turn.lamp else turn.again
        for left in range(rolls, -1, -1):
            for cubes in range(turn.cubes, -1, -1):
                roll_mass(room, dice, lamp, left, cubes)
                for result in range(RESULTS):
                    if room.mass[lamp, left, cubes, KEPT + result] > 0.0:
                        pass_on(room, dice, turn.again, lamp, left, cubes, result, odds)


@rule
def clear_mass(room: Layers, turn: Turn) -> None:
    """Nothing has come up yet."""
    for lamp in range(turn.lamp + 1):
        rolls = turn.rolls if lamp == turn.lamp else turn.again
        for left in range(rolls + 1):
            for cubes in range(turn.cubes + 1):
                mass = room.mass[lamp, left, cubes]
                for holding in range(HOLDINGS):
                    mass[holding] = 0.0


@rule
def roll_mass(room: Layers, dice: DiceTables, lamp: int, left: int, cubes: int) -> None:
    """Roll the dice that holdings lack, one after another."""
    mass = room.mass[lamp, left, cubes]
    for holding in range(KEPT):
        if mass[holding] > 0.0:
            part = mass[holding] * SHARE
            for face in range(FACES):
                mass[dice.add[holding, face]] += part


@rule
def pass_on(
    room: Layers, dice: DiceTables, again: int, lamp: int, left: int, cubes: int, result: int, odds: Floats
) -> None:
    """Do the best thing with one result: its mass goes to another layer, or to a field."""
    part = room.mass[lamp, left, cubes, KEPT + result]
    plan = int(room.plan[lamp, left, cubes, result])
    if plan >= PUT:
        odds[plan - PUT, cubes] += part
    elif plan >= USE_LAMP:
        room.mass[0, again, cubes, 0] += part
    elif plan >= TURN_UP:
        turned = dice.turn[result, 1 if plan >= TURN_DOWN else 0, plan & 255]
        room.mass[lamp, left, cubes - 1, turned] += part
    elif plan >= FOR_CUBE:
        room.mass[lamp, left, cubes - 1, plan - FOR_CUBE] += part
    else:
        room.mass[lamp, left - 1, cubes, plan] += part


@rule
def measure(room: Layers, dice: DiceTables, turn: Turn, worth: Floats, value: Floats) -> None:
    """The means of several other values of results under the solved plan, for every holding in every layer."""
    for lamp in range(turn.lamp + 1):
        rolls = turn.rolls if lamp == turn.lamp else turn.again
        for left in range(rolls + 1):
            for cubes in range(turn.cubes + 1):
                for result in range(RESULTS):
                    measure_result(room, dice, turn.again, lamp, left, cubes, result, worth, value)
                means(value[lamp, left, cubes], dice)


@rule
def means(value: Floats, dice: DiceTables) -> None:
    """For holdings of fewer dice: the mean over the next die's faces."""
    for holding in range(KEPT - 1, -1, -1):
        for item in range(value.shape[1]):
            total = 0.0
            for face in range(FACES):
                total += value[dice.add[holding, face], item]
            value[holding, item] = total * SHARE


@rule
def measure_result(
    room: Layers,
    dice: DiceTables,
    again: int,
    lamp: int,
    left: int,
    cubes: int,
    result: int,
    worth: Floats,
    value: Floats,
) -> None:
    """The means for one result: those of what its plan leads to."""
    plan = int(room.plan[lamp, left, cubes, result])
    if plan >= PUT:
        source = worth[plan - PUT, cubes]
    elif plan >= USE_LAMP:
        source = value[0, again, cubes, 0]
    elif plan >= TURN_UP:
        source = value[lamp, left, cubes - 1, dice.turn[result, 1 if plan >= TURN_DOWN else 0, plan & 255]]
    elif plan >= FOR_CUBE:
        source = value[lamp, left, cubes - 1, plan - FOR_CUBE]
    else:
        source = value[lamp, left - 1, cubes, plan]
    for item in range(worth.shape[2]):
        value[lamp, left, cubes, KEPT + result, item] = source[item]


def place_of_move(dice: DiceTables, turn: Turn, shown: int, move: int) -> tuple[int, int, int, int] | None:
    """Where a move leads, as an index into the layers; None for a mark (P11-P14)."""
    lamp, rolls, cubes = turn.lamp, turn.rolls, turn.cubes
    if move < moves.CUBE_REROLLS:
        return lamp, rolls - 1, cubes, left_over(dice, shown, move - moves.REROLLS + 1)
    if move < moves.TURNS_UP:
        return lamp, rolls, cubes - 1, left_over(dice, shown, move - moves.CUBE_REROLLS + 1)
    if move < moves.TURNS_DOWN:
        return lamp, rolls, cubes - 1, int(dice.turn[shown - KEPT, 0, move - moves.TURNS_UP])
    if move < moves.LAMP:
        return lamp, rolls, cubes - 1, int(dice.turn[shown - KEPT, 1, move - moves.TURNS_DOWN + 1])
    return (0, turn.again, cubes, 0) if move == moves.LAMP else None


@rule
def marked_field(dice: DiceTables, shown: int, move: int) -> int:
    """The field of a mark; the column named where there are two pairs (P14)."""
    field = int(dice.mark[shown - KEPT, 0])
    other = int(dice.mark[shown - KEPT, 1])
    if move != moves.MARK and (field - 1) % FACES != move - moves.MARKS:
        return other
    return field


@rule
def left_over(dice: DiceTables, shown: int, chosen: int) -> int:
    """The holding that stays when a holding is taken from the dice."""
    holding = shown
    for face in range(FACES):
        for _ in range(dice.bag[chosen] >> 4 * face & 15):
            holding = dice.remove[holding, face]
    return int(holding)


@rule
def move_of(dice: DiceTables, shown: int, plan: int) -> int:
    """A plan for these dice as a move of the game."""
    if plan >= PUT:
        if dice.mark[shown - KEPT, 1] == NO_FIELD:
            return moves.MARK
        return moves.MARKS + (plan - PUT - 1) % FACES
    if plan >= USE_LAMP:
        return moves.LAMP
    if plan >= TURN_DOWN:
        return moves.TURNS_DOWN + plan - TURN_DOWN - 1
    if plan >= TURN_UP:
        return moves.TURNS_UP + plan - TURN_UP
    if plan >= FOR_CUBE:
        return moves.CUBE_REROLLS + left_over(dice, shown, plan - FOR_CUBE) - 1
    return moves.REROLLS + left_over(dice, shown, plan) - 1
