"""The example that learns Pasha, shortened: what it learns is more than nothing."""

import re
from pathlib import Path

from tests.conftest import Run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_pasha.py"


def test_a_network_that_played_against_itself_beats_random_moves(run_python: Run, tmp_path: Path) -> None:
    saved = tmp_path / "pasha.npz"
    answer = run_python(str(EXAMPLE), "--lessons", "120", "--games", "500", "--save", str(saved))
    assert answer.returncode == 0, answer.stderr
    told = re.search(r"120 lessons: ([0-9.]+)% of 500 games", answer.stdout)
    assert told and float(told[1]) > 60, answer.stdout
    assert saved.stat().st_size > 100_000
