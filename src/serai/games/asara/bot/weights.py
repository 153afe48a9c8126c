"""The evaluation's fitted weights: read from `weights.json`, one set for each number of players, basic and expert."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.games.asara.bot.evaluation import DESK, STAGES
from serai.games.asara.bot.facts import FACT_COUNT, FACTS
from serai.games.asara.rules.state import Game

FILE = Path(__file__).with_name("weights.json")
DIGITS = 4

Weights = npt.NDArray[np.float64]  # by years left, by (at all, with the share of buyers left), by fact; last the spread


def table_name(players: int, expert: bool) -> str:
    """What a set of weights is called."""
    return f"{players} players{', expert' if expert else ''}"


@cache
def read_all() -> dict[str, Weights]:
    """Every set in the file; facts are matched by name."""
    data = json.loads(FILE.read_text("utf-8"))
    order = [data["facts"].index(fact) for fact in (*FACTS, "spread")]
    return {name: np.array(rows, np.float64)[:, :, order] for name, rows in data["weights"].items()}


def desk_for(game: Game) -> npt.NDArray[np.void]:
    """A desk with the weights of this table."""
    return desk_with(read_all()[table_name(int(game.players), bool(game.expert))])


def desk_with(weights: Weights) -> npt.NDArray[np.void]:
    """A desk with these weights."""
    desk = np.zeros(1, DESK)
    desk["weights"][0] = weights
    return desk


def as_data(weights: dict[str, Weights], made: str) -> dict[str, Any]:
    """The file's content: how the weights were made, what they weigh, and the numbers."""
    assert all(one.shape == (STAGES, 2, FACT_COUNT + 1) for one in weights.values())
    return {
        "made": made,
        "facts": [*FACTS, "spread"],
        "weights": {name: [[rounded(row) for row in stage] for stage in one] for name, one in weights.items()},
    }


def rounded(row: Weights) -> list[float]:
    """A row with few digits, which is all that a fit is worth."""
    return [float(f"{weight:.{DIGITS}g}") for weight in row]
