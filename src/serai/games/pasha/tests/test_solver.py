"""The turn solver beside a plain recursion over all dice, and beside turns played through the rules (P11-P14)."""

from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from serai.core.compiled.rng import fill
from serai.games.pasha.bot import solver
from serai.games.pasha.bot.dice_tables import FIELDS, HOLDINGS, KEPT, dice_tables, number
from serai.games.pasha.bot.prospects import Floats
from serai.games.pasha.bot.quick import turn_with
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules import moves
from serai.games.pasha.rules.state import ROLL
from serai.games.pasha.tests.table import PASHA, STANDARD, started_by

Dice = tuple[int, ...]
ROW = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5, (5,): 6}
RESULTS = [tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5)]


def fields_shown(dice: Dice) -> list[int]:
    """Where the disc may go, told by counting (P14)."""
    counts = Counter(dice)
    row = ROW.get(tuple(sorted(counts.values(), reverse=True)), 0)
    most = max(counts.values())
    return [6 * (row - 1) + face for face in counts if counts[face] == most] if row else [0]


class Recursion:
    """The best mean of a turn by trying everything, one die after another told apart."""

    def __init__(self, worth: Floats, again: int) -> None:
        self.worth, self.again = worth, again
        self.value = cache(self._value)
        self.rolled = cache(self._rolled)

    def _value(self, dice: Dice, lamp: int, rolls: int, cubes: int) -> float:
        options = [float(self.worth[field, cubes]) for field in fields_shown(dice)]
        kept = {tuple(sorted(held)) for size in range(5) for held in combinations(dice, size)}
        if rolls:
            options += [self.rolled(held, lamp, rolls - 1, cubes) for held in kept]
        if cubes:
            options += [self.rolled(held, lamp, rolls, cubes - 1) for held in kept]
            for place, by in product(range(5), (1, -1)):
                if 1 <= dice[place] + by <= 6:
                    turned = (*dice[:place], dice[place] + by, *dice[place + 1 :])
                    options.append(self.value(tuple(sorted(turned)), lamp, rolls, cubes - 1))
        if lamp and not rolls:
            options.append(self.rolled((), 0, self.again, cubes))
        return max(options)

    def _rolled(self, held: Dice, lamp: int, rolls: int, cubes: int) -> float:
        new = list(product(range(1, 7), repeat=5 - len(held)))
        return sum(self.value(tuple(sorted(held + dice)), lamp, rolls, cubes) for dice in new) / len(new)


def solved(worth: Floats, turn: Turn) -> solver.Layers:
    room = solver.layers(turn.cubes)
    solver.solve(room, dice_tables(), worth, turn)
    return room


def some_worth(seed: int, cubes: int) -> Floats:
    """Stronger fields are mostly better, cubes always are."""
    chance = np.random.default_rng(seed)
    worth: Floats = np.arange(FIELDS)[:, None] / 9 + chance.random((FIELDS, 1)) * 3 + np.arange(cubes + 1) * 0.6
    return worth


@pytest.mark.parametrize(("lamp", "rolls", "cubes"), [(0, 1, 0), (0, 1, 2), (0, 2, 1), (1, 0, 1), (1, 1, 0)])
def test_a_solved_turn_is_worth_what_trying_everything_gives(lamp: int, rolls: int, cubes: int) -> None:
    """P11-P14, for each of the 252 dice and for a whole turn."""
    worth = some_worth(lamp + 2 * rolls + 5 * cubes, cubes)
    room, plain = solved(worth, Turn(lamp, rolls, 1, cubes)), Recursion(worth, 1)
    for dice in sorted(set(RESULTS)):
        value = room.value[lamp, rolls, cubes, number(dice)]
        assert value == pytest.approx(plain.value(dice, lamp, rolls, cubes), abs=1e-9)
    assert room.value[lamp, rolls, cubes, 0] == pytest.approx(plain.rolled((), lamp, rolls, cubes), abs=1e-9)


def test_one_field_alone_is_rolled_for_as_well_as_can_be() -> None:
    """P11, P12: only four threes count, and unspent cubes nothing."""
    worth = np.zeros((FIELDS, 2))
    worth[4 * 6 + 3] = 1.0
    room, plain = solved(worth, Turn(0, 2, 2, 1)), Recursion(worth, 2)
    assert room.value[0, 2, 1, 0] == pytest.approx(plain.rolled((), 0, 2, 1), abs=1e-9)


def test_odds_and_means_of_a_solved_turn_agree_with_its_value() -> None:
    turn = Turn(1, 2, 2, 4)
    worth = some_worth(3, turn.cubes)
    room = solved(worth, turn)
    odds, value = np.zeros((FIELDS, turn.cubes + 1)), room.value[1, 2, 4, 0]
    solver.follow(room, dice_tables(), turn, 0, odds)
    assert odds.sum() == pytest.approx(1.0, abs=1e-12)
    assert (odds * worth).sum() == pytest.approx(value, abs=1e-9)
    means = np.empty((2, solver.MOST_REROLLS, turn.cubes + 1, HOLDINGS, 2))
    solver.measure(room, dice_tables(), turn, np.stack([worth, worth * 0 + 1], axis=2), means)
    assert means[1, 2, 4, 0] == pytest.approx([value, 1.0], abs=1e-9)


@pytest.mark.parametrize("card", [1, 2, 4])
def test_turns_played_by_the_solver_give_its_value_on_average(card: int) -> None:
    """P11-P14: an extra roll, a lamp and a plain card, played through the rules."""
    table = started_by(0, 2)
    table.hold(0, card, card)
    before, game = table.games.copy(), table.game
    kind = STANDARD.record[0].value.tolist().index(card)
    turn = turn_with(STANDARD.record[0], kind, 5)
    worth = some_worth(card, turn.cubes)
    room, dice, seen = solved(worth, turn), dice_tables(), []
    for seed in range(1500):
        table.games[:] = before
        fill(game.open, np.uint64(seed), 0)
        PASHA.kernel.apply(table.games, 0, STANDARD.record, moves.PLAYS + kind)
        while game.phase == ROLL:
            shown = number(tuple(table.dice))
            plan = room.plan[game.lamp, game.rolls_left, game.cubes[0], shown - KEPT]
            PASHA.kernel.apply(table.games, 0, STANDARD.record, solver.move_of(dice, shown, int(plan)))
        seen.append(worth[game.disc[0], game.cubes[0]])
    error = np.std(seen) / np.sqrt(len(seen))
    assert abs(np.mean(seen) - room.value[turn.lamp, turn.rolls, turn.cubes, 0]) < 4 * error


def test_two_pairs_are_marked_in_the_better_column() -> None:
    """P14."""
    worth = np.zeros((FIELDS, 1))
    worth[6 + 2] = 1.0
    room = solved(worth, Turn(0, 0, 0, 0))
    shown = number((2, 2, 5, 5, 6))
    assert solver.move_of(dice_tables(), shown, int(room.plan[0, 0, 0, shown - KEPT])) == moves.MARKS + 1


def test_a_cube_is_not_spent_for_nothing() -> None:
    """P12: where cubes are worth nothing and no result is better, the disc is marked at once."""
    room = solved(np.ones((FIELDS, 3)), Turn(1, 2, 2, 2))
    assert (room.plan[1, 2, 2] >= solver.PUT).all()
