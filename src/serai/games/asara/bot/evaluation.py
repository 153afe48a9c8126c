"""What a position is worth to each seat: expected points at the end, and from these the chances to win.

Expected points are the prestige so far and the facts (`facts.py`) times their weights, which depend on the years left
and on the share of this year's buyers still in hand. The weights are fitted on games that the bots played among
themselves (`tuning.py`).
"""

import math
from typing import TypeAlias

import numpy as np

from serai.core.compiled.jit import rule
from serai.games.asara.bot.facts import FACT_COUNT, RANK_ROW, RANK_ROWS, measure
from serai.games.asara.rules.state import MOST_SEATS, OVER, Game, Rules

Desk: TypeAlias = np.record  # of DESK: weights to read, and room to reckon in

STAGES = 4  # years left: 0, 1, 2, 3 or more

DESK = np.dtype(
    (
        np.record,
        [
            ("points", np.float64, (2, MOST_SEATS)),  # by seat: expected at the end, and the chance to win
            ("weights", np.float64, (STAGES, 2, FACT_COUNT + 1)),  # by years left; last comes the spread of points
            ("facts", np.float64, (MOST_SEATS, FACT_COUNT)),
            ("ranks", np.int64, (RANK_ROWS, RANK_ROW)),
        ],
    )
)


@rule
def share_of_buyers_left(game: Game, edition: Rules) -> float:
    """Which part of this year's buyers is still in hand."""
    left = 0
    for seat in range(game.players):
        left += int(game.hand_size[seat])
    return min(1.0, left / (int(game.players) * int(edition.hand[game.players])))


@rule
def stage_of(game: Game, edition: Rules) -> int:
    """The row of weights: years left after this one."""
    return min(STAGES - 1, int(edition.years) - int(game.year))


@rule
def expect_points(game: Game, edition: Rules, desk: Desk) -> None:
    """Write each seat's expected points at the end; between turns also the facts they come from."""
    if game.phase == OVER:
        for seat in range(game.players):
            desk.points[0, seat] = game.prestige[seat]
        return
    measure(game, edition, desk.facts, desk.ranks)
    stage, left = stage_of(game, edition), share_of_buyers_left(game, edition)
    for seat in range(game.players):
        expected = float(game.prestige[seat])
        for fact in range(FACT_COUNT):
            expected += desk.facts[seat, fact] * (desk.weights[stage, 0, fact] + left * desk.weights[stage, 1, fact])
        desk.points[0, seat] = expected


@rule
def spread_of(game: Game, edition: Rules, desk: Desk) -> float:
    """How far points may still be from what is expected: the scale on which differences are chances."""
    stage, left = stage_of(game, edition), share_of_buyers_left(game, edition)
    return max(0.5, desk.weights[stage, 0, FACT_COUNT] + left * desk.weights[stage, 1, FACT_COUNT])


@rule
def evaluate(game: Game, edition: Rules, desk: Desk) -> None:
    """Write each seat's expected points and its share of the win: equal for the best at the end, else by the spread."""
    expect_points(game, edition, desk)
    players = int(game.players)
    best = desk.points[0, 0]
    for seat in range(1, players):
        best = max(best, desk.points[0, seat])
    total = 0.0
    spread = spread_of(game, edition, desk)
    for seat in range(players):
        if game.phase == OVER:
            desk.points[1, seat] = 1.0 if desk.points[0, seat] == best else 0.0
        else:
            desk.points[1, seat] = math.exp((desk.points[0, seat] - best) / spread)
        total += desk.points[1, seat]
    for seat in range(players):
        desk.points[1, seat] /= total
