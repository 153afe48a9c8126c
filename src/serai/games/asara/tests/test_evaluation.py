"""What the bots measure is what the rules would score, and expected points become chances that sum to 1."""

from collections.abc import Iterator

import numpy as np
import pytest

from serai.core.records.randomness import player_stream
from serai.games.asara.bot import evaluation, facts, weights
from serai.games.asara.bot.facts import (
    COLOURS_NOW,
    COLOURS_SOON,
    GOLD,
    HAS_FAVOUR,
    HIGHEST_NOW,
    LEAD_COLOURS,
    LIT_BUILT,
    MOST_NOW,
    NEW_TOWERS,
    READY,
    TOWERS,
)
from serai.games.asara.rules import scoring
from serai.games.asara.rules.state import OVER, PLACE
from serai.games.asara.tests.table import KERNEL, STANDARD, Table, scaled

pytestmark = pytest.mark.three_modes


def positions(players: int, expert: bool, every: int = 7) -> Iterator[Table]:
    """Positions between turns of a random game."""
    table = Table(players, expert=expert, seed=players, starter=None)
    stream, moves = player_stream(7), np.zeros(1024, np.int32)
    for number in range(scaled(2000, 60)):
        if table.game.phase == OVER:
            return
        if number % every == 0 and table.game.phase == PLACE:
            yield table
        KERNEL.apply(
            table.games, 0, STANDARD.record, KERNEL.random_move(table.games, 0, STANDARD.record, stream, moves)
        )


def measured(table: Table) -> np.ndarray:
    """The facts of a position, by seat."""
    desk = weights.desk_for(table.game)
    facts.measure(table.game, STANDARD.record[0], desk[0].facts, desk[0].ranks)
    return desk[0].facts


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expert", [False, True])
def test_places_as_they_stand_are_those_of_the_final_scoring(players: int, expert: bool) -> None:
    for table in positions(players, expert):
        facts, edition = measured(table), STANDARD.record[0]
        for seat in range(players):
            colours = sum(scoring.final_points(table.game, edition, seat, colour) for colour in range(5))
            assert facts[seat, COLOURS_NOW] == colours
            assert facts[seat, HIGHEST_NOW] == scoring.final_points(table.game, edition, seat, scoring.HIGHEST)
            assert facts[seat, MOST_NOW] == scoring.final_points(table.game, edition, seat, scoring.MOST)


@pytest.mark.parametrize("expert", [False, True])
def test_what_stands_counts_for_every_scoring_to_come(expert: bool) -> None:
    for table in positions(2, expert):
        facts, scorings = measured(table), 4 - int(table.game.year) + 1
        for seat in range(2):
            standing, gold, lit, favour = scoring.year_points(table.game, seat)
            assert list(facts[seat, [TOWERS, GOLD, LIT_BUILT]]) == [
                standing * scorings,
                gold * scorings,
                lit * scorings,
            ]
            assert facts[seat, HAS_FAVOUR] == favour


def test_stock_counts_as_what_it_could_become() -> None:
    table = Table()
    table.pieces("red base", "red* top", "red middle", "green middle")
    facts = measured(table)
    assert facts[0, NEW_TOWERS] == 1 and facts[0, READY] == 1
    assert facts[0, COLOURS_NOW] == 0 and facts[0, COLOURS_SOON] == 8  # the highest red tower, of one (A26)
    assert facts[0, LEAD_COLOURS] > 0 > facts[1, LEAD_COLOURS]


def test_a_game_that_is_over_has_its_points_and_its_winners() -> None:
    table = Table(3)
    table.game.phase = OVER
    table.game.prestige[:3] = 40, 55, 55
    desk = weights.desk_for(table.game)
    evaluation.evaluate(table.game, STANDARD.record[0], desk[0])
    assert list(desk[0].points[0, :3]) == [40, 55, 55]
    assert list(desk[0].points[1, :3]) == [0, 0.5, 0.5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_one_and_follow_the_points(players: int) -> None:
    for table in positions(players, expert=True):
        desk = weights.desk_for(table.game)
        evaluation.evaluate(table.game, STANDARD.record[0], desk[0])
        points, chances = desk[0].points[:, :players]
        assert chances.sum() == pytest.approx(1)
        assert list(np.argsort(points)) == list(np.argsort(chances))
