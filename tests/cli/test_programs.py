"""Programs as players on the command line: in the arena, at the terminal, and not as advisers."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from serai.cli.main import main
from serai.core.records import record, replay
from tests.bots.programs import talk

Run = Callable[..., CompletedProcess[str]]


def test_the_arena_takes_programs_beside_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = talk(tmp_path / "a, b.py", options=":time=20")
    words = ["pasha", "--bots", f"random,{program},random:seed=4", "--games", "6", "--workers", "1", "--json"]
    assert main(["arena", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in found["bots"]] == ["random", program, "random:seed=4"]
    assert not found["is_reproducible"] and found["games"] == 6


def test_the_arena_refuses_a_program_that_is_not_there(run_serai: Run) -> None:
    answer = run_serai("arena", "pasha", "--bots", "random,exec:./nobody")
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert "serai: bot 'exec:./nobody': there is no program './nobody' that can be run" in answer.stderr


def test_a_program_plays_at_the_terminal_and_stands_in_the_record(run_serai: Run, tmp_path: Path) -> None:
    program, path = talk(tmp_path / "Clever, one.py", options=":time=20"), tmp_path / "r.json"
    answer = run_serai("play", "--terminal", "pasha", "--names", f"random,{program},{program}", "--record", str(path))
    assert answer.returncode == 0, answer.stderr
    assert "Clever, one 1" in answer.stdout and "Chance decides" not in answer.stdout
    [found] = record.read(path)
    assert found.names == ["random", "Clever, one 1", "Clever, one 2"] and replay.verify(found).is_fine
    assert [seat["by"] for seat in found.data["seats"]] == ["random", program, program]


def test_the_terminal_says_when_chance_decides_for_a_program(run_serai: Run, tmp_path: Path) -> None:
    program, path = talk(tmp_path / "fool.py", "say(id=number, move='dance')", ":time=20"), tmp_path / "r.json"
    answer = run_serai("play", "--terminal", "pasha", "--names", f"random,{program}", "--record", str(path))
    assert answer.returncode == 0, answer.stderr
    said = " ".join(answer.stdout.split())
    assert "fool gives no move: not a legal move: 'dance' (decision 1). Chance decides." in said


def test_the_terminal_refuses_a_program_that_does_not_greet(run_serai: Run, tmp_path: Path) -> None:
    program = talk(tmp_path / "mute.py", hello="sys.exit(4)")
    answer = run_serai("play", "--terminal", "pasha", "--names", f"random,{program}")
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert "did not greet: exited with code 4" in answer.stderr


def test_a_program_gives_no_advice(run_serai: Run, tmp_path: Path) -> None:
    answer = run_serai("advise", str(tmp_path / "none.json"), "--bot", "exec:./mybot")
    assert answer.returncode == 2
    assert answer.stderr == (
        "serai: bot 'exec:./mybot' has no reasons for its moves; allowed: traveller, merchant, vizier, caliph\n"
    )
