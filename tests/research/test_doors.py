"""Which games other libraries are told of: those whose positions can be written as numbers."""

import shutil
from pathlib import Path

from tests.conftest import Run

TOY = Path(__file__).parents[1] / "games" / "toy"
TOLD = """
import sys
import importlib
importlib.import_module("serai.games").__path__.append(sys.argv[1])
import gymnasium, pettingzoo
from serai.core import game as games
import serai.research.gymnasium, serai.research.pettingzoo
from serai.research.kernels import games_with_study
assert games.names() == ["asara", "bare", "pasha"]
assert games.load("bare").part("observation") is None and games.load("pasha").part("observation")
assert [game.name for game in games_with_study()] == ["asara", "pasha"]
assert [name for name in gymnasium.registry if name.startswith("serai/")] == ["serai/Asara-v2", "serai/Pasha-v1"]
if hasattr(pettingzoo, "register"):
    known = sorted(str(name) for name in pettingzoo.aec_registry if str(name).startswith("serai/"))
    assert known == ["serai/asara-v2", "serai/pasha-v1"], known
"""


def test_a_game_without_observations_is_not_offered_to_other_libraries(run_python: Run, tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "bare", ignore=shutil.ignore_patterns("observation.py", "__pycache__"))
    answer = run_python("-c", TOLD, str(tmp_path))
    assert answer.returncode == 0, answer.stderr
