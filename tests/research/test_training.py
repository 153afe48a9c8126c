"""The example that learns Pasha, shortened: what it learns is more than nothing."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_pasha.py"


def test_a_network_that_played_against_itself_beats_random_moves(run_python: Run, tmp_path: Path) -> None:
    saved = tmp_path / "pasha.npz"
    answer = run_python(str(EXAMPLE), "--lessons", "120", "--minutes", "1000", "--games", "500", "--save", str(saved))
    assert answer.returncode == 0, answer.stderr
    told = re.search(r"120 lessons: ([0-9.]+)% of 500 games", answer.stdout)
    assert told and float(told[1]) > 60, answer.stdout
    with np.load(saved) as weights:
        assert set(weights) == {"seen", "seen_bias", "act", "act_bias", "gain", "gain_bias"}


@pytest.mark.parametrize("words", [("--minutes", "0"), ("--minutes", "nan"), ("--lessons", "0"), ("--games", "0")])
def test_no_time_and_nothing_to_do_are_refused(run_python: Run, words: tuple[str, str]) -> None:
    answer = run_python(str(EXAMPLE), *words)
    assert answer.returncode == 2 and f"argument {words[0]}: {words[1]} is" in answer.stderr
    assert "allowed:" in answer.stderr
