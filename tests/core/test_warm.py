"""Rules are compiled once per machine; a marker says so, and processes that compile at once get on together."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from serai.core import jit, warm
from serai.core.game import Game

HERE = Path(__file__).parents[1]
SCRIPT = """
import sys, serai.games
serai.games.__path__.append(sys.argv[1])
from serai.core import game, jit, simulate, warm
toy = game.load("toy")
was_warm = warm.is_warm(toy)
steps = []
warm.warm(toy, lambda label, number, count: steps.append(number))
compiled = sum(jit.compilations(getattr(toy.entry, name)) for name in ("legal", "apply", "play_on", "clone"))
outcomes = simulate.simulate(toy, toy.read_edition(), toy.options(2), 1, range(5))
print(was_warm, warm.is_warm(toy), compiled, steps == list(range(len(steps))), outcomes.scores.tolist())
"""


def start(cache: Path) -> "subprocess.Popen[str]":
    """A process that warms the toy."""
    package = Path(str(jit.__file__)).parents[2]
    environment = {"SERAI_CACHE_DIR": str(cache), "PYTHONPATH": str(package), "PATH": ""}
    words = [sys.executable, "-c", SCRIPT, str(HERE / "games")]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(not jit.is_compiled(), reason="nothing is compiled in this mode")
def test_two_processes_compile_at_once_and_a_third_finds_all_of_it_done(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    answers = [process.communicate(timeout=300) for process in both]
    for out, errors in answers:
        assert out.startswith("False True "), errors
    out, errors = start(tmp_path).communicate(timeout=300)
    assert out.startswith("True True 0 True "), errors
    assert {out.split(" ", 3)[3] for out, _ in [*answers, (out, errors)]} == {out.split(" ", 3)[3]}


class Watched(ModuleType):
    """A module that remembers which of another's names were asked for."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        vars(self).update(watched=module, asked=set())

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self.watched, name)


def test_every_door_has_a_step(toy: Game) -> None:
    entry = Watched(toy.entry)
    for step in warm.steps(replace(toy, entry=entry)):
        step.compile()
    doors = {name for name, door in vars(toy.entry).items() if getattr(door, "__module__", "") == toy.entry.__name__}
    assert doors and entry.asked == doors


def test_plain_python_is_always_warm(toy: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SERAI_CACHE_DIR", str(tmp_path))
    if jit.is_compiled():
        assert not warm.is_warm(toy)
        warm.leave_marker(toy)
    assert warm.is_warm(toy)
