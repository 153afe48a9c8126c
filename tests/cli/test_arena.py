"""`serai arena`, as people and programs call it."""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import psutil  # type: ignore[import-untyped]
import pytest

import serai
from serai.arena import skill
from serai.arena import student_t as student
from serai.arena.games import Arena, GameResult
from serai.arena.seating import Fixture
from serai.cli.main import main
from tests.guests import wait_until
from tests.processes import default_signals

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
    assert "seat " in text and "Variance of points due to: bot " in text and "Skill (openskill): " in text


def test_without_openskill_the_rest_is_there_and_says_so(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill, "find_spec", lambda name: None)
    assert main([*ARENA, "--games", "4", "--workers", "1"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "There are no skill ratings, because openskill is not installed" in text and "rating wins" in text


def test_without_scipy_the_rest_is_there_and_says_so(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(student, "find_spec", lambda name: None)
    page = tmp_path / "arena.html"
    assert main([*ARENA, "--games", "4", "--workers", "1", "--report", str(page)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "There are no intervals of points by bot and seat, because scipy is not installed" in text
    assert "because scipy is not installed" in page.read_text("utf-8") and "rating wins" in text
    assert main([*ARENA, "--games", "4", "--workers", "1", "--json"]) == 0
    seat = json.loads(capsys.readouterr().out)["effects"]["seats"][0]
    assert seat["points"]["low"] is None and seat["points"]["value"] is not None


def test_names_are_shown_as_they_are(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "[bot]"
    path.write_text(PLAYS_FIRST.format(python=sys.executable), "utf-8")
    path.chmod(0o755)
    bots = f"random,exec:'{path}' '[/a]':time=20"
    assert main(["arena", "toy", "--bots", bots, "--games", "4", "--workers", "1"]) == 0
    text = "".join(capsys.readouterr().out.split())
    assert "[bot]" in text and "[/a]" in text


PLAYS_FIRST = """#!{python} -IS
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({{"id": message["id"], "name": "first", "move": 0}}), flush=True)
"""


def test_a_file_that_can_not_be_written_loses_no_other_and_no_figures(tmp_path: Path, capsys: Capture) -> None:
    long = tmp_path / f"{'r' * 249}.html"  # a name so long that there is none left for a draft
    words = [*ARENA, "--games", "4", "--workers", "1", "--report", str(long), "--results", str(tmp_path / "table.json")]
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert "Pasha, 2 players: 4 games of 2 deals, seed 7" in out and err.endswith(": File name too long\n")
    assert json.loads((tmp_path / "table.json").read_text("utf-8"))["games"] == 4
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]


def test_a_swiss_is_the_same_for_the_same_seed_on_one_core_or_two(tmp_path: Path, capsys: Capture) -> None:
    bots = ",".join(f"random:seed={number}" for number in range(5))
    words = ["arena", "pasha", "--bots", bots, "--format", "swiss", "--rounds", "5", "--games", "20", "--seed", "7"]
    for workers in ("1", "2"):
        paths = [str(tmp_path / f"{workers}{kind}") for kind in (".csv", ".html")]
        assert main([*words, "--workers", workers, "--results", paths[0], "--report", paths[1]]) == 0
        assert "Pasha, 2 players, Swiss in 5 rounds: 20 games of 10 deals, seed 7" in capsys.readouterr().out
    for kind in (".csv", ".html"):
        assert (tmp_path / f"1{kind}").read_bytes() == (tmp_path / f"2{kind}").read_bytes()
    rows = list(csv.DictReader((tmp_path / "1.csv").read_text("utf-8").splitlines()))
    tables = {(row["round"], *sorted(row["seating"].split("-"))) for row in rows}
    assert len(rows) == 40 and len(tables) == len({table[1:] for table in tables}) == 10


def test_an_interrupt_shows_what_was_finished() -> None:
    with default_signals():
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


def of_files(folder: Path) -> list[str]:
    """Every kind of file, in a folder."""
    tables = [word for kind in ("json", "csv", "parquet") for word in ("--results", str(folder / f"table.{kind}"))]
    return [*tables, "--report", str(folder / "report.html")]


def run(*words: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "serai", *words],
        env=os.environ | {"PYTHONPATH": str(PACKAGE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def is_ours(process: psutil.Process, folder: Path) -> bool:
    """Whether a process has the folder among its words."""
    try:
        return str(folder) in " ".join(process.cmdline()) or process.cwd() == str(folder)
    except psutil.Error:
        return False


def test_a_cluster_plays_the_same_games_byte_for_byte_and_is_gone_afterwards(tmp_path: Path) -> None:
    words = ["arena", "pasha", "--players", "3", "--games", "12", "--seed", "7", "--workers", "2", "--json"]
    words += ["--bots", "random,traveller,merchant,vizier:sims=20"]
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    out, err = run(*words, *of_files(there), "--ray", cwd=there).communicate(timeout=300)
    assert err == "" and main([*words, *of_files(here)]) == 0
    assert sorted(path.name for path in there.iterdir()) == ["report.html", "table.csv", "table.json", "table.parquet"]
    for path in here.iterdir():
        assert path.read_bytes() == (there / path.name).read_bytes()
    assert json.loads(out)["is_complete"]
    wait_until(lambda: not any(is_ours(process, there) for process in psutil.process_iter()))


@pytest.mark.parametrize(("where", "is_typed"), [([], False), (["--ray"], True)])
def test_a_request_to_end_leaves_readable_parts_and_no_process(
    tmp_path: Path, where: list[str], is_typed: bool
) -> None:
    words = [*ARENA, "--games", "100000", "--workers", "2", *of_files(tmp_path), *where]
    with default_signals():
        child = pexpect.spawn(
            sys.executable,
            ["-m", "serai", *words],
            env=os.environ | {"PYTHONPATH": str(PACKAGE), "TERM": "xterm"},
            dimensions=(40, 80),
            encoding="utf-8",
            timeout=120,
            cwd=str(tmp_path),
        )
    child.expect(r" [1-9]\d+/100000")
    assert len([process for process in psutil.process_iter() if is_ours(process, tmp_path)]) >= 3
    if is_typed:
        child.sendintr()
    else:
        child.kill(signal.SIGTERM)
    child.expect(r"Pasha, 2 players: (\d+) of 100000 games")
    games = int(child.match.group(1))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130 and "Traceback" not in child.before
    page = (tmp_path / "report.html").read_text("utf-8")
    assert f"{games:,} of 100,000 games" in page and "This is a part only" in page
    table = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert (table["games"], table["wanted"], len(table["rows"])) == (games, 100_000, 2 * games)
    assert len((tmp_path / "table.csv").read_text("utf-8").splitlines()) == 1 + 2 * games
    wait_until(lambda: not any(is_ours(process, tmp_path) for process in psutil.process_iter()))


def test_an_interrupt_before_a_deal_is_whole_leaves_files_as_they_were(tmp_path: Path, capsys: Capture) -> None:
    paths = [tmp_path / name for name in ("table.csv", "report.html")]
    for path in paths:
        path.write_text("of yesterday", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Arena, "play", interrupted)
        code = main([*ARENA, "--workers", "1", "--results", str(paths[0]), "--report", str(paths[1])])
    assert code == 130 and capsys.readouterr().out == ""
    assert [path.read_text("utf-8") for path in paths] == ["of yesterday"] * 2


def interrupted(arena: Arena, fixture: Fixture) -> GameResult:
    """A game amid which somebody types Ctrl-C."""
    raise KeyboardInterrupt


def test_an_arena_that_can_not_begin_leaves_files_as_they_were(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "table.csv"
    path.write_text("of yesterday", "utf-8")
    words = ["arena", "pasha", "--bots", "random,exec:false", "--results", str(path), "--workers", "2"]
    assert main(words) == 2 and "exec:false" in capsys.readouterr().err
    assert path.read_text("utf-8") == "of yesterday" and list(tmp_path.iterdir()) == [path]


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
        ([*ARENA, "--format", "knockout"], "serai: argument --format: invalid choice: 'knockout' (choose from"),
        ([*ARENA, "--rounds", "3"], "serai: rounds can only be given for the format swiss"),
        ([*ARENA, "--format", "swiss", "--players", "3"], "serai: a Swiss with 3 seats at a table needs at least 3"),
        ([*ARENA, "--results", "table.xls"], "serai: results can't be written to 'table.xls'; allowed: names that"),
        ([*ARENA, "--report", "nowhere/report.html"], "serai: 'nowhere/report.html' can't be written: it needs"),
        ([*ARENA, "--ray", "127.0.0.1:9"], "serai: no Ray cluster answers at '127.0.0.1:9'; allowed: HOST:PORT"),
    ],
)
def test_a_bad_request_is_one_clear_line(capsys: Capture, words: list[str], said: str) -> None:
    try:
        code = main(words)
    except SystemExit as stopped:
        code = int(str(stopped.code))
    out, err = capsys.readouterr()
    assert code == 2 and err.startswith(said) and err.count("\n") == 1 and out == ""
