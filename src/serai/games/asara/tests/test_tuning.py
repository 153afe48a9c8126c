"""Weights are fitted by least squares to what positions came to, and written so that bots can read them."""

import json
from pathlib import Path

import numpy as np
import pytest

from serai.games.asara.bot import tuning, weights
from serai.games.asara.bot.evaluation import STAGES
from serai.games.asara.bot.facts import FACT_COUNT
from serai.games.asara.bot.tuning import LEFT, PRESTIGE, ROW, SEAT, STAGE, TARGET, Workplace
from serai.games.asara.tests.table import STANDARD


def test_a_fit_finds_the_weights_that_made_the_points() -> None:
    chance = np.random.default_rng(1)
    true = chance.normal(size=(STAGES, 2, FACT_COUNT))
    rows = np.zeros((80_000, ROW))
    rows[:, :FACT_COUNT] = chance.normal(size=(len(rows), FACT_COUNT))
    rows[:, 0] = 1.0
    rows[:, STAGE] = chance.integers(STAGES, size=len(rows) // 2).repeat(2)
    rows[:, LEFT] = chance.random(len(rows) // 2).repeat(2)
    used = true[rows[:, STAGE].astype(int)]
    rows[:, PRESTIGE] = 5
    rows[:, TARGET] = 5 + (rows[:, :FACT_COUNT] * (used[:, 0] + rows[:, LEFT, None] * used[:, 1])).sum(axis=1)
    fitted = tuning.fit([tuning.learn(rows, len(rows))], 2)
    assert np.abs(fitted[:, :, :FACT_COUNT] - true).max() < 0.5
    assert np.abs(fitted[:, :, :FACT_COUNT] - true).mean() < 0.05


def test_the_rows_of_a_game_end_with_its_points() -> None:
    place = Workplace(STANDARD, 3, False)
    rows = place.lessons(tuning.first_guess(), 0.2, 7, 2)
    last = rows[rows[:, STAGE] == 0]
    assert set(rows[:, SEAT]) == {0, 1, 2} and len(last)
    assert [set(rows[rows[:, SEAT] == seat, TARGET][-5:]) for seat in range(3)] == [
        {float(points)} for points in place.games[0].prestige[:3]
    ]


def test_equal_weights_share_the_points_equally() -> None:
    guess = tuning.first_guess()
    assert Workplace(STANDARD, 2, False).compare(guess, guess, 1, 2) == 0.5


def test_what_is_written_is_what_bots_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {weights.table_name(players, expert): tuning.first_guess() for players, expert in tuning.TABLES}
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(weights.as_data(made, "by a test")), "utf-8")
    monkeypatch.setattr(weights, "FILE", path)
    read = weights.read_all.__wrapped__()
    assert read.keys() == made.keys()
    assert all(np.array_equal(read[name], made[name]) for name in made)


@pytest.mark.parametrize("players", [2, 4])
def test_there_is_room_for_every_game(players: int) -> None:
    place = Workplace(STANDARD, players, True)
    rows = place.lessons(tuning.first_guess(), 0.25, 3, 6)
    begun = 1 + int((np.diff(rows[:, STAGE]) > 0).sum())  # years left only grow when a new game begins
    assert begun == 6
