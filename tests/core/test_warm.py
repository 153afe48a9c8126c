"""Rules are compiled once per machine; a marker says so, and processes that compile at once get on together."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from serai.core.compiled import jit, warm
from serai.core.game import Game

HERE = Path(__file__).parents[1]
SCRIPT = """
import sys, importlib
importlib.import_module("serai.games").__path__.append(sys.argv[1])
from serai.cli.main import main
main(["simulate", "toy", "-n", "5", "--seed", "1"])
from serai.core import game
from serai.core.compiled import jit
kernel = game.load("toy").kernel
print("compiled here:", sum(jit.compilations(getattr(kernel, name)) for name in ("legal", "apply", "play_on", "clone")))
"""


def start(cache: Path) -> "subprocess.Popen[str]":
    """A process that warms the toy."""
    package = Path(str(jit.__file__)).parents[3]
    environment = {"SERAI_CACHE_DIR": str(cache), "PYTHONPATH": str(package), "PATH": ""}
    words = [sys.executable, "-c", SCRIPT, str(HERE / "games")]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(not jit.is_compiled(), reason="nothing is compiled in this mode")
def test_two_processes_compile_at_once_and_a_third_finds_all_of_it_done(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    answers = [process.communicate(timeout=300) for process in both]
    for out, errors in answers:
        lines = errors.splitlines()
        assert lines[0] == "Compiling Toy's rules, once per machine…", errors
        assert lines[1].startswith("  0 of ") and lines[-1].endswith(": done"), errors
        assert not out.endswith("compiled here: 0\n")
    third, errors = start(tmp_path).communicate(timeout=300)
    assert errors == "" and third.endswith("compiled here: 0\n")
    summaries = {out.rsplit("compiled here", 1)[0] for out in (third, *(out for out, _ in answers))}
    assert len(summaries) == 1 and "Toy, 2 players: 5 random games" in third


class Watched(ModuleType):
    """A module that remembers which of another's names were asked for."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        vars(self).update(watched=module, asked=set())

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self.watched, name)


def test_every_compiled_function_has_a_step(toy: Game) -> None:
    module = toy.modules["kernel"]
    kernel: Any = Watched(module)
    for step in warm.steps(replace(toy, kernel=kernel)):
        step.compile()
    functions = {name for name, found in vars(module).items() if getattr(found, "__module__", "") == module.__name__}
    assert functions and kernel.asked == functions


def test_plain_python_is_always_warm(toy: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SERAI_CACHE_DIR", str(tmp_path))
    if jit.is_compiled():
        assert not warm.is_warm(toy)
        warm.leave_marker(toy.modules["kernel"])
    assert warm.is_warm(toy)
