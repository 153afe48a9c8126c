"""How later players react: many turns solved at once beside single ones, and what that says about a result."""

from itertools import islice

import numpy as np
import pytest

from serai.core.records.randomness import stream_of
from serai.games.pasha.bot import batch, mind, reactions, solver
from serai.games.pasha.bot.batch import LANES
from serai.games.pasha.bot.dice_tables import FIELDS, HOLDINGS, dice_tables
from serai.games.pasha.bot.plans import VIEW, Plan, Reactions, most_different, reaction_units
from serai.games.pasha.bot.prospects import Floats
from serai.games.pasha.bot.quick import OTHERS_SPEND, mean_forecast, solve_laid, striving, turn_with
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules import moves
from serai.games.pasha.tests.table import STANDARD, Table

RECORD = STANDARD.record
TURNS = [Turn(0, 2, 2, 0), Turn(0, 2, 2, 4), Turn(0, 3, 2, 2), Turn(1, 2, 2, 3), Turn(0, 0, 0, 2), Turn(1, 1, 0, 1)]
EXACT = 2e-6  # single precision


def some_worth(seed: int, cubes: int) -> Floats:
    """By lane, field and cubes: anything, but a cube more is never worse."""
    worth: Floats = np.sort(np.random.default_rng(seed).random((LANES, FIELDS, cubes + 1)), axis=2)
    return worth


def filled(worth: Floats, aside: Floats, turn: Turn) -> batch.Batch:
    room = batch.batch(turn.cubes)
    room.worth[:] = np.moveaxis(worth, (0, 1, 2), (2, 1, 0))
    room.aside[:] = np.moveaxis(aside, (0, 1, 2), (2, 1, 0))
    return room


def begun(table: Table) -> Plan:
    """A plan of the seat to act, for its first card."""
    return mind.begin(table.view(table.to_act), table.edition, "vizier", stream_of(1, 0)).plans[0]


@pytest.mark.parametrize("turn", TURNS)
def test_many_turns_at_once_are_worth_what_each_is(turn: Turn) -> None:
    """P11-P14; nobody rolls freely after a cube in the one, and may in the other."""
    worth, result = some_worth(3, turn.cubes), np.zeros(LANES, np.float32)
    batch.start_values(filled(worth, worth, turn), dice_tables(), turn, result)
    room = solver.layers(turn.cubes)
    for lane in range(0, LANES, 7):
        solver.solve(room, dice_tables(), np.ascontiguousarray(worth[lane]), turn)
        assert result[lane] == pytest.approx(room.value[turn.lamp, turn.rolls, turn.cubes, 0], abs=EXACT)


@pytest.mark.parametrize("turn", TURNS)
def test_who_looks_on_gets_what_the_other_plan_gives(turn: Turn) -> None:
    own, aside = some_worth(4, turn.cubes), some_worth(5, turn.cubes)
    for_two = batch.values_for_two(filled(own, aside, turn), dice_tables(), turn)
    with pytest.raises(StopIteration) as done:
        for _ in range(9):
            next(for_two)
    values, values_aside = done.value.value
    room, means = solver.layers(turn.cubes), np.zeros((2, solver.MOST_REROLLS, turn.cubes + 1, HOLDINGS, 1))
    start = turn.lamp, turn.rolls, turn.cubes, 0
    for lane in range(0, LANES, 7):
        solver.solve(room, dice_tables(), np.ascontiguousarray(own[lane]), turn)
        solver.measure(room, dice_tables(), turn, np.ascontiguousarray(aside[lane, :, :, None]), means)
        assert values[lane] == pytest.approx(room.value[start], abs=1e-4)
        assert values_aside[lane] == pytest.approx(means[start][0], abs=0.01)


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_player_does_what_it_would_do_alone(players: int) -> None:
    """P15-P17: after any field, all at once or one by one."""
    table = Table(players, seed=3)
    table.play_randomly(60)
    while (table.to_act + 2 - int(table.game.first)) % players or table.game.phase != 0:
        table.play_randomly(1)
    plan = begun(table)
    desk, last = plan.desk, (int(table.game.first) - 1) % players
    kind = most_different(int(table.game.unplayed[last]))[0]
    reactions.lay_result(desk, VIEW, plan.seat, plan.kind, 2)
    laid = desk.games[reactions.RESULT].copy()
    units = reactions.react_to_all(desk, RECORD, plan.seat, kind)
    with pytest.raises(StopIteration) as done:
        for _ in range(9):
            next(units)
    own, aside, _ = done.value.value
    turn = turn_with(RECORD[0], kind, min(int(laid.cubes[last]), OTHERS_SPEND))
    for field in (0, 3, 8, 20, 21, 36):
        desk.games[reactions.RESULT] = laid
        desk.games[reactions.RESULT].disc[plan.seat] = field
        solve_laid(desk, RECORD, reactions.RESULT, last, kind, turn, stream_of(1, 0))
        assert own[field] == pytest.approx(desk.layers.value[turn.lamp, turn.rolls, turn.cubes, 0], abs=1e-4)
        forecast = mean_forecast(desk, turn, players)
        assert aside[field] == pytest.approx(striving(forecast, desk.lead, players, plan.seat), abs=0.01)


def test_a_hidden_hand_plays_its_best_card_as_often_as_it_holds_it() -> None:
    """P21: of three cards, two are held; the worst is never played."""
    own = {kind: np.full(FIELDS, worth, np.float32) for kind, worth in {0: 0.1, 1: 0.9, 2: 0.5}.items()}
    aside = {kind: np.full(FIELDS, worth, np.float32) for kind, worth in {0: 100, 1: 9, 2: 3}.items()}
    found = Reactions(2, dict.fromkeys(own, 1), own, aside)
    assert found.worth([0, 1, 2]) == pytest.approx(np.full(FIELDS, 2 / 3 * 9 + 1 / 3 * 3))
    assert found.worth([0, 2]) == pytest.approx(np.full(FIELDS, 3))


def test_two_of_a_kind_are_held_more_often_than_one() -> None:
    """P2, P21: with one card in hand out of two -1 and another, a -1 is played in two of three cases."""
    own = {0: np.full(FIELDS, 0.9, np.float32), 1: np.full(FIELDS, 0.1, np.float32)}
    found = Reactions(1, {0: 2, 1: 1}, own, {0: np.ones(FIELDS, np.float32), 1: np.zeros(FIELDS, np.float32)})
    assert found.worth(own) == pytest.approx(np.full(FIELDS, 2 / 3))


def test_cards_that_differ_most_are_tried_first() -> None:
    assert most_different(0x1111111) == [3, 6, 0, 1, 2, 4, 5]
    assert most_different(0x2) == [0]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_reaction_changes_what_the_mind_thinks(players: int) -> None:
    plan = begun(Table(players, seed=3))
    before = plan.forecasts()[1]
    for _ in islice(reaction_units([plan], stream_of(2, 0)), 40):
        sums, worth = plan.forecasts()
        assert np.isfinite(sums).all() and sums[..., :players].sum(axis=-1) == pytest.approx(1.0)
    assert np.abs(worth - before).max() > 0.01


def test_the_vizier_works_out_how_the_other_can_react() -> None:
    """The first to mark is told less of a good result when the other has many cubes."""
    table = Table(2, seed=2)
    seat = table.to_act
    table.apply(max(table.legal_moves()))
    table.show(6, 6, 6, 6, 2)
    chances = []
    for cubes in (0, 9):
        table.game.cubes[1 - seat] = cubes
        found = mind.begin(table.view(seat), STANDARD, "vizier", stream_of(5, 0))
        found.think(100)
        mark = next(candidate for candidate in found.candidates() if candidate.move == moves.MARK)
        chances.append(mark.wins[seat])
    assert chances[0] > chances[1] + 0.1


def test_cards_laid_for_a_thought_do_not_stay() -> None:
    table = Table(3, seed=1)
    plan = begun(table)
    for _ in islice(reaction_units([plan], stream_of(2, 0)), 12):
        pass
    assert plan.desk.games[VIEW].tobytes() == table.view(plan.seat)[0].tobytes()
