"""`serai lab`, as people and programs call it."""

import json
import os
import signal
import sys
from pathlib import Path

import pexpect
import pytest

import serai
from serai.arena import student_t as student
from serai.cli.main import main
from tests.processes import default_signals

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # pexpect, on newer Pythons

LAB = ("lab", "pasha", "--bots", "random", "--seed", "7")
PACKAGE = Path(str(serai.__file__)).parent.parent


def test_without_scipy_the_lab_says_what_to_install(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(student, "find_spec", lambda name: None)
    assert main([*LAB, "--set", "rolls=2"]) == 2
    assert "the lab needs scipy, which is not installed (pip install 'serai[research]')" in capsys.readouterr().err


def test_programs_get_every_figure_and_the_same_ones_with_the_same_seed(capsys: Capture) -> None:
    words = [*LAB, "--players", "3", "--set", "own_cubes=0", "--set", "rolls=2", "--games", "8", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    text = capsys.readouterr().out
    assert main([*words, "--json"]) == 0 and capsys.readouterr().out == text
    data = json.loads(text)
    assert {"game": "pasha", "before": "standard", "after": "standard, edited", "seed": 7, "games": 8}.items() <= (
        data.items()
    )
    assert data["changes"] == [
        {"key": "rolls", "before": "3", "after": "2"},
        {"key": "own_cubes", "before": "5", "after": "0"},
    ]
    assert data["options"] == {"players": 3} and data["is_complete"] and data["is_reproducible"] and not data["faults"]
    assert data["versions"].keys() == {"rules", "python", "serai", "numpy", "numba"}
    [turned] = [figure for figure in data["figures"] if figure["name"] == "spent on turning a die"]
    assert turned["group"] == "Cubes" and turned["is_changed"] and turned["change"]["high"] < 0
    assert any(finding["is_change"] for finding in data["findings"])


def test_people_get_findings_and_a_table_in_80_columns_and_a_page(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "lab.html"
    words = ["lab", "asara", "--expert", "--bots", "random,random:seed=3", "--set", "start_money=60,60,60,60"]
    assert main([*words, "--seed", "7", "--games", "6", "--workers", "1", "--report", str(page)]) == 0
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("Asara, 2 players, expert; 6 games on each edition; random, random:seed=3; seed 7")
    assert lines[1] == "  start_money: 20,21,22,23 → 60,60,60,60"
    for word in ("○ ", "Wins by place", "Scores", "Length and course", "before", "after", "change", "more than chance"):
        assert word in text
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_two_edition_files_are_compared(capsys: Capture, tmp_path: Path) -> None:
    assert main(["edition", "pasha", "--toml"]) == 0
    standard = capsys.readouterr().out
    paths = []
    for rolls in (2, 4):
        paths.append(tmp_path / f"{rolls}.toml")
        paths[-1].write_text(
            standard.replace("rolls = 3", f"rolls = {rolls}").replace('"standard"', f'"{rolls} rolls"'), "utf-8"
        )
    words = [*LAB, "--games", "2", "--workers", "1", "--json", "--against", str(paths[0])]
    assert main([*words, "--edition", str(paths[1])]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["before"], data["after"]) == ("2 rolls", "4 rolls")
    assert data["changes"] == [{"key": "rolls", "before": "2", "after": "4"}]
    assert main([*words, "--set", "rolls=5"]) == 0
    assert json.loads(capsys.readouterr().out)["changes"] == [{"key": "rolls", "before": "2", "after": "5"}]


@pytest.mark.parametrize("is_typed", [True, False])
def test_an_interrupt_leaves_a_report_of_what_was_finished(tmp_path: Path, is_typed: bool) -> None:
    page = tmp_path / "lab.html"
    with default_signals():
        child = pexpect.spawn(
            sys.executable,
            ["-m", "serai", *LAB, "--set", "rolls=4", "--games", "100000", "--workers", "2", "--report", str(page)],
            env=os.environ | {"PYTHONPATH": str(PACKAGE), "TERM": "xterm"},
            dimensions=(80, 80),
            encoding="utf-8",
            timeout=120,
        )
    child.expect(r" [1-9]\d/100000")
    if is_typed:
        child.sendintr()
    else:
        child.kill(signal.SIGTERM)
    child.expect(r"Pasha, 2 players; (\d+) of 100000 games on each edition; random; seed 7\r\n")
    games = child.match.group(1)
    child.expect(pexpect.EOF)
    child.close()
    assert int(games) > 1 and child.exitstatus == 130
    assert "serai: interrupted" in child.before and "Traceback" not in child.before
    assert f"{games} of 100000 games" in page.read_text("utf-8") and list(tmp_path.iterdir()) == [page]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "serai: nothing is changed; give --set KEY=VALUE or --edition FILE"),
        (["--set", "rolls"], "serai: --set 'rolls' is no change; expected KEY=VALUE, such as pack_size=3"),
        (["--set", "dice=6"], "serai: the edition has no key 'dice'; there are: name, cards, pack_size, "),
        (["--set", "rolls=0"], "serai: pasha/standard.toml, edited: rolls is 0; allowed: a whole number from 1 to 6"),
        (["--set", "rolls=4", "--games", "1"], "serai: 1 games are too few to compare; allowed: 2 or more"),
        (["--set", "rolls=4", "--bots", "dance"], "serai: there is no bot 'dance'; there are: random, traveller,"),
        (["--set", "rolls=4", "--report", "nowhere/lab.html"], "serai: 'nowhere/lab.html' can't be written: it needs"),
        (["--edition", "nowhere.toml"], "serai: nowhere.toml: no such edition file"),
        (["--set", "rolls=4", "--against", "nowhere.toml"], "serai: nowhere.toml: no such edition file"),
        (["--set", "rolls=4", "--players", "9"], "serai: Pasha is for 2 to 5 players, not 9"),
    ],
)
def test_a_bad_request_is_one_clear_line(capsys: Capture, words: list[str], said: str) -> None:
    assert main(["lab", "pasha", *words]) == 2
    out, err = capsys.readouterr()
    assert err.startswith(said) and err.count("\n") == 1 and out == ""
