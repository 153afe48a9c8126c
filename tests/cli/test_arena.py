"""`serai arena`, as people and programs call it."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

import serai
from serai.cli.main import main

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # pexpect, on newer Pythons

ARENA = ("arena", "pasha", "--bots", "random,random:seed=4", "--seed", "7")
PACKAGE = Path(str(serai.__file__)).parent.parent


def without_times(text: str) -> Any:
    """The figures that the machine's speed does not touch."""
    data = json.loads(text)
    for bot in data["bots"]:
        assert bot.pop("times").keys() == {"turn", "decision", "longest"}
    return data


def test_programs_get_every_figure_and_the_same_ones_with_the_same_seed(capsys: Capture) -> None:
    words = [*ARENA, "--players", "3", "--games", "12", "--json", "--workers", "1"]
    assert main(words) == 0
    data = without_times(capsys.readouterr().out)
    assert main(words) == 0 and data == without_times(capsys.readouterr().out)
    assert {"game": "pasha", "edition": "standard", "seed": 7, "games": 12, "deals": 4}.items() <= data.items()
    assert data["options"] == {"players": 3} and data["is_complete"] and data["is_reproducible"]
    assert data["versions"].keys() == {"rules", "python", "serai", "numpy", "numba"}
    assert [bot["name"] for bot in data["bots"]] == ["random", "random:seed=4"]
    assert data["bots"][0].keys() >= {"is_reproducible", "seats", "wins", "fair", "points", "rating"}
    [pair] = data["pairs"]
    assert pair.keys() == {"bot", "opponent", "pairs", "share", "difference"} and pair["pairs"] == 24
    assert pair["share"]["low"] <= pair["share"]["value"] <= pair["share"]["high"]


def test_people_get_tables_in_80_columns(capsys: Capture) -> None:
    bots = "random,random:seed=123,random"
    assert main(["arena", "asara", "--expert", "--bots", bots, "--games", "6", "--workers", "1"]) == 0
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("Asara, 2 players, expert: 6 games of 3 deals, seed ")
    for word in ("rating", "wins", "points", "turn", "decision", "longest", "against", "pairs", "random:seed=123"):
        assert word in text


def test_an_interrupt_shows_what_was_finished() -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "serai", *ARENA, "--games", "100000", "--workers", "2"],
        env=os.environ | {"PYTHONPATH": str(PACKAGE), "TERM": "xterm"},
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=120,
    )
    child.expect(r" [1-9]\d\d/100000")
    child.sendintr()
    child.expect(r"Pasha, 2 players: (\d+) of 100000 games of (\d+) deals, seed 7\r\n")
    games, deals = map(int, child.match.groups())
    child.expect(pexpect.EOF)
    child.close()
    assert games == 2 * deals > 0 and child.exitstatus == 130
    assert "serai: interrupted" in child.before and "Traceback" not in child.before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arena", "asara"], "serai: the following arguments are required: --bots"),
        (["arena", "chess", "--bots", "random,random"], "serai: there is no game 'chess'"),
        (["arena", "asara", "--bots", "random,dance"], "serai: there is no bot 'dance'; there are: random, traveller,"),
        (["arena", "asara", "--bots", "random,"], "serai: there is no bot ''; there are: "),
        (["arena", "asara", "--bots", "random,vizier:time=x"], "serai: bot 'vizier:time=x': time is 'x'; allowed: "),
        (["arena", "asara", "--bots", "random"], "serai: an arena needs at least 2 bots and 2 seats, not 1 and 2"),
        (["arena", "asara", "--bots", "random,random", "--games", "1"], "serai: 1 games are too few for 2 bots"),
        (["arena", "asara", "--bots", "random,random", "--games", "0"], "serai: argument --games: '0' is not"),
        (["arena", "asara", "--bots", "random,random", "--workers", "0"], "serai: argument --workers: '0' is not"),
        (["arena", "pasha", "--bots", "random,random", "--players", "9"], "serai: Pasha is for 2 to 5 players, not 9"),
    ],
)
def test_a_bad_request_is_one_clear_line(capsys: Capture, words: list[str], said: str) -> None:
    try:
        code = main(words)
    except SystemExit as stopped:
        code = int(str(stopped.code))
    out, err = capsys.readouterr()
    assert code == 2 and err.startswith(said) and err.count("\n") == 1 and out == ""
