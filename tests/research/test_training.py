"""The example that learns Pasha, shortened: what it learns is more than nothing."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from serai.research.vector import VectorEnv
from tests.conftest import Run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_pasha.py"


class Watched(VectorEnv):
    """Games whose ends are kept by their numbers."""

    ended: ClassVar[dict[int, list[float]]] = {}

    def step(self, actions: Any) -> None:
        numbers = self.numbers.copy()
        super().step(actions)
        self.ended.update((int(numbers[place]), self.rewards[place].tolist()) for place in np.flatnonzero(self.is_over))


class First:
    """Thinks most of the first legal action."""

    def think(self, observations: Any, masks: Any) -> tuple[Any, Any, Any]:
        return None, masks.astype(np.float32), None


@pytest.mark.soak
def test_a_network_that_played_against_itself_beats_random_moves(run_python: Run, tmp_path: Path) -> None:
    saved = tmp_path / "pasha.npz"
    answer = run_python(str(EXAMPLE), "--lessons", "120", "--minutes", "1000", "--games", "500", "--save", str(saved))
    assert answer.returncode == 0, answer.stderr
    told = re.search(r"120 lessons: ([0-9.]+)% of 500 games", answer.stdout)
    assert told and float(told[1]) > 60, answer.stdout


def test_what_was_learned_is_saved(run_python: Run, tmp_path: Path) -> None:
    saved = tmp_path / "pasha.npz"
    answer = run_python(str(EXAMPLE), "--lessons", "2", "--minutes", "1000", "--games", "50", "--save", str(saved))
    assert answer.returncode == 0 and re.search(r"2 lessons: [0-9.]+% of 50 games", answer.stdout), answer.stderr
    with np.load(saved) as weights:
        assert set(weights) == {"seen", "seen_bias", "act", "act_bias", "gain", "gain_bias"}


@pytest.mark.parametrize("words", [("--minutes", "0"), ("--minutes", "nan"), ("--lessons", "0"), ("--games", "0")])
def test_no_time_and_nothing_to_do_are_refused(run_python: Run, words: tuple[str, str]) -> None:
    answer = run_python(str(EXAMPLE), *words)
    assert answer.returncode == 2 and f"argument {words[0]}: {words[1]} is" in answer.stderr
    assert "allowed:" in answer.stderr


def test_just_the_first_games_count_and_either_seat_in_every_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    example = import_module(EXAMPLE.stem)
    monkeypatch.setattr(example, "VectorEnv", Watched)
    share = example.share_of_wins(First(), 600, seed=3)
    won = [(1 + Watched.ended[number][number % 2]) / 2 for number in range(600)]
    assert share == sum(won) / 600 and len(Watched.ended) > 600
