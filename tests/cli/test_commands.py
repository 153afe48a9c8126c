"""The commands, each in a process of its own, as people call them."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.fairness import receipt_of, recorded, renewed

Run = Callable[..., CompletedProcess[str]]
COMMANDS = (
    "play",
    "simulate",
    "arena",
    "replay",
    "verify",
    "advise",
    "rules",
    "edition",
    "tune",
    "bench",
    "golden",
    "warm",
)


@pytest.fixture
def games_file(run_serai: Run, tmp_path: Path) -> Path:
    """Two recorded games of Pasha."""
    path = tmp_path / "games.jsonl"
    answer = run_serai("simulate", "pasha", "-n", "2", "--seed", "7", "--records", str(path))
    assert answer.returncode == 0, answer.stderr
    return path


def changed(path: Path, change: Callable[[Any], object]) -> Path:
    """The file's first record alone, changed."""
    data = json.loads(path.read_text("utf-8").splitlines()[0])
    change(data)
    other = path.with_name("changed.json")
    other.write_text(json.dumps(data), "utf-8")
    return other


def test_help_lists_every_command(run_serai: Run) -> None:
    for words in ([], ["--help"], ["help"]):
        answer = run_serai(*words)
        assert answer.returncode == 0
        assert all(f"\n  {command} " in answer.stdout for command in COMMANDS)


def test_help_needs_no_compiled_code(run_python: Run) -> None:
    code = (
        "import sys\n"
        "from serai.cli.main import main\n"
        "main(['--help'])\n"
        "print([slow for slow in ('numba', 'numpy', 'rich') if slow in sys.modules])\n"
    )
    assert run_python("-c", code).stdout.endswith("[]\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run_serai: Run, command: str) -> None:
    answer = run_serai(command, "--help")
    assert answer.returncode == 0 and answer.stdout.startswith(f"usage: serai {command}")


def test_a_games_own_options_are_in_its_help(run_serai: Run) -> None:
    assert "--open-screens" in run_serai("simulate", "asara", "--help").stdout
    assert "--expert" not in run_serai("simulate", "pasha", "--help").stdout


def test_simulate_sums_up_and_repeats_with_a_seed(run_serai: Run) -> None:
    words = ("simulate", "asara", "--players", "3", "--expert", "--open-screens", "-n", "50", "--seed", "0x2a")
    first, second = run_serai(*words), run_serai(*words)
    assert first.returncode == 0 and first.stdout == second.stdout
    assert first.stdout.startswith("Asara, 3 players, expert, open screens: 50 random games, seed 42\n")
    assert "share of wins" in first.stdout and "Decisions in a game: " in first.stdout


def test_one_game_of_a_simulation_can_be_played_again(run_serai: Run, games_file: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.jsonl"
    run_serai("simulate", "pasha", "-n", "1", "--first", "1", "--seed", "7", "--records", str(alone))
    assert alone.read_text("utf-8").splitlines() == games_file.read_text("utf-8").splitlines()[1:]


def test_records_are_never_written_over(run_serai: Run, games_file: Path) -> None:
    before = games_file.read_bytes()
    answer = run_serai("simulate", "pasha", "-n", "1", "--records", str(games_file))
    assert answer.returncode == 2 and answer.stderr == f"serai: {games_file}: File exists\n"
    assert games_file.read_bytes() == before


def test_replay_tells_a_game_in_words(run_serai: Run, games_file: Path) -> None:
    answer = run_serai("replay", str(games_file), "--game", "2")
    lines = answer.stdout.splitlines()
    assert answer.returncode == 0
    assert lines[0] == "Pasha, edition standard: Random 1 (random), Random 2 (random)"
    assert any("▸ Random 1 plays" in line for line in lines)
    assert lines[-2].startswith("Points: Random 1 ") and lines[-1].endswith((" wins.", " share the win."))


def test_replay_steps_from_table_to_table(run_serai: Run, games_file: Path) -> None:
    answer = run_serai("replay", str(games_file), "--step", typed="\n\nq\n")
    assert answer.returncode == 0 and answer.stdout.count("Enter: go on, q: stop") == 3
    assert "round 1 of 9" in answer.stdout
    at_once = run_serai("replay", str(games_file), "--step", typed="")
    assert at_once.returncode == 0 and at_once.stdout.count("Enter: go on") == 1 and at_once.stderr == ""


def test_replay_shows_what_it_cannot_tell(run_serai: Run, games_file: Path) -> None:
    def add_strange_events(data: Any) -> None:
        data["events"][1:1] = [{"type": "miracle", "seat": 9}, {"type": "resign", "seat": 0}, {"type": "roll"}]

    answer = run_serai("replay", str(changed(games_file, add_strange_events)))
    assert answer.returncode == 0
    assert '{"seat":9,"type":"miracle"}' in answer.stdout and "Random 1 resigns." in answer.stdout


def test_verify_says_that_a_record_is_true(run_serai: Run, games_file: Path) -> None:
    answer = run_serai("verify", str(games_file))
    assert answer.returncode == 0
    assert answer.stdout.splitlines()[0].endswith("recomputed, all the same")
    assert answer.stdout.splitlines()[-1] == "2 checked, 0 differing"


def test_verify_says_what_differs_and_where(run_serai: Run, games_file: Path) -> None:
    def change_a_die(data: Any) -> None:
        roll = next(event for event in data["events"] if event["type"] == "roll")
        roll["dice"] = [1, 1, 1, 1, 1]

    answer = run_serai("verify", str(changed(games_file, change_a_die)))
    assert answer.returncode == 1
    assert 'the record says {"dice":[1,1,1,1,1],' in answer.stdout and 'recomputing gives {"dice":[' in answer.stdout
    assert answer.stdout.splitlines()[-1] == "It differs."


def test_verify_compares_a_receipt(run_serai: Run, games_file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "receipt.json"
    zeros = "0" * 64
    receipt = {"format": "serai-receipt/1", "table": "t", "commitment": zeros, "seat": 0, "nonce": zeros}
    kept.write_text(json.dumps(receipt | {"nonce_commitments": [zeros, zeros]}), "utf-8")
    answer = run_serai("verify", str(games_file), "--receipt", str(kept))
    assert answer.returncode == 2 and "was not committed to" in answer.stderr


def table_files(folder: Path, kept: str) -> tuple[str, str]:
    """A record of a table whose chance was renewed, and a receipt of it that was kept then."""
    match = renewed("pasha", (12,), 20)
    match.stop("enough")
    own = receipt_of(match)
    for one in own["rounds"]:
        one["kept"] = kept
    for name, document in (("game", recorded(match)), ("receipt", own)):
        (folder / f"{name}.json").write_text(json.dumps(document), "utf-8")
    return str(folder / "game.json"), str(folder / "receipt.json")


def test_verify_calls_a_record_true_only_with_a_receipt_from_before_the_opening(run_serai: Run, tmp_path: Path) -> None:
    game, own = table_files(tmp_path, "before")
    alone, together = run_serai("verify", game), run_serai("verify", game, "--receipt", own)
    assert alone.returncode == together.returncode == 0
    assert alone.stdout.splitlines()[-1] == "It is consistent." and together.stdout.splitlines()[-1] == "It is true."
    assert "Only a receipt from before the opening can tell" in alone.stdout
    assert "It does not prove that the host did not look at the running game" in together.stdout
    for answer in (alone, together):
        assert "chance was renewed once, after move 12" in answer.stdout
        assert "the server made the nonce of seat 1 (<b>Bo</b>), though a person plays there" in answer.stdout


def test_verify_says_that_a_receipt_kept_later_proves_nothing(run_serai: Run, tmp_path: Path) -> None:
    game, own = table_files(tmp_path, "later")
    answer = run_serai("verify", game, "--receipt", own)
    assert answer.returncode == 0 and answer.stdout.splitlines()[-1] == "It is consistent."
    assert "for chance after move 12 the receipt was kept when nonces were open already" in answer.stdout


def test_verify_says_that_a_receipt_seems_to_be_of_another_table(run_serai: Run, tmp_path: Path) -> None:
    game, own = table_files(tmp_path, "before")
    other = renewed("asara", (), 3)
    Path(own).write_text(json.dumps(receipt_of(other)), "utf-8")
    answer = run_serai("verify", game, "--receipt", own)
    assert answer.returncode == 1 and answer.stdout.splitlines()[-1] == "It differs."
    assert "seems to be of another table" in answer.stdout


def test_rules_shows_the_page_or_one_rule(run_serai: Run) -> None:
    assert "The colour rule" in run_serai("rules", "asara", "A10").stdout
    page = run_serai("rules", "pasha").stdout
    assert "P1 " in page and "P21 " in page and max(map(len, page.splitlines())) <= 80


def test_edition_shows_each_value_with_its_provenance(run_serai: Run) -> None:
    answer = run_serai("edition", "asara")
    lines = answer.stdout.splitlines()
    assert any("price.black" in line and "6" in line and "● rulebook" in line for line in lines)
    assert any("tent" in line and "○ assumed" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_edition_prints_a_file_that_can_be_corrected_and_used(run_serai: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = run_serai("edition", "pasha", "--toml").stdout
    mine.write_text(
        text.replace('name = "standard"', 'name = "my box"').replace("own_cubes = 5", "own_cubes = 4"), "utf-8"
    )
    assert "edition my box" in run_serai("edition", "pasha", "--edition", str(mine)).stdout
    records = tmp_path / "r.jsonl"
    answer = run_serai("simulate", "pasha", "-n", "1", "--edition", str(mine), "--records", str(records))
    assert answer.returncode == 0 and json.loads(records.read_text("utf-8"))["edition"]["own_cubes"] == 4


def test_bench_measures_for_people_and_programs(run_serai: Run) -> None:
    answer = run_serai("bench", "pasha", "--json")
    figures = json.loads(answer.stdout)["pasha"]
    assert {"decisions", "choices", "games", "clones", "python_decisions", "forced_share"} <= figures.keys()
    assert 0 < figures["choices"] < figures["decisions"] and 0 < figures["forced_share"] < 1
    assert "clones per second" in run_serai("bench", "asara").stdout


def test_golden_games_are_as_they_were(run_serai: Run) -> None:
    answer = run_serai("golden")
    assert answer.returncode == 0, answer.stdout


def test_warm_compiles_every_game(run_serai: Run) -> None:
    answer = run_serai("warm")
    assert answer.stdout == "Asara's rules and bots are compiled.\nPasha's rules and bots are compiled.\n"


def test_a_reader_that_goes_away_is_no_error(run_python: Run) -> None:
    code = (
        "import subprocess, sys\n"
        "words = [sys.executable, '-m', 'serai', 'rules', 'asara']\n"
        "p = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "p.stdout.close()\n"
        "print(repr(p.stderr.read()))\n"
    )
    assert run_python("-c", code).stdout == "b''\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dance"], "serai: there is no command 'dance'; there are: play, serve, simulate,"),
        (["simulate"], "serai: the following arguments are required: GAME"),
        (["simulate", "chess"], "serai: there is no game 'chess'; there are: asara, pasha"),
        (["simulate", "asara", "--players", "9"], "serai: Asara is for 2 to 4 players, not 9"),
        (["simulate", "asara", "--players", "two"], "serai: argument --players: invalid int value: 'two'"),
        (["simulate", "asara", "-n", "0"], "serai: argument -n: '0' is not a whole number from 1"),
        (["simulate", "asara", "-n", "-5"], "serai: argument -n: "),
        (["simulate", "asara", "--seed", "x"], "serai: 'x' is no seed; allowed: "),
        (["simulate", "pasha", "--expert"], "serai: unrecognized arguments: --expert"),
        (["simulate", "asara", "--edition", "none.toml"], "serai: none.toml: no such edition file"),
        (["simulate", "asara", "--records", "none/r.jsonl"], "serai: none/r.jsonl: No such file or directory"),
        (["replay", "none.json"], "serai: none.json: no such file"),
        (["replay", "."], "serai: .: can't be read (Is a directory)"),
        (["replay"], "serai: the following arguments are required: FILE"),
        (["verify", "none.jsonl"], "serai: none.jsonl: no such file"),
        (["rules", "asara", "Z9"], "serai: Asara has no rule 'Z9'; its rules are A1 to A33"),
        (["rules", "chess"], "serai: there is no game 'chess'"),
        (["edition", "chess"], "serai: there is no game 'chess'"),
        (["edition", "asara", "--edition", "none.toml"], "serai: none.toml: no such edition file"),
        (["golden", "chess"], "serai: there is no game 'chess'"),
        (["warm", "chess"], "serai: there is no game 'chess'"),
        (["bench", "chess"], "serai: there is no game 'chess'"),
        (["play", "chess"], "serai: unrecognized arguments: chess (see serai play --help)"),
        (["play", "--terminal", "chess"], "serai: there is no game 'chess'"),
        (["play", "--terminal", "asara", "--names", "Ann"], "serai: Asara is for 2 to 4 players, not 1"),
        (
            ["play", "--terminal", "asara", "--players", "3", "--names", "Ann,Bob"],
            "serai: 2 names for 3 players: Ann, Bob",
        ),
        (["play", "--terminal", "asara", "--names", "Ann,[red]"], "serai: '[red]' can't be a name"),
        (["play", "--terminal", "asara", "--names", "Ann,Ann"], "serai: two players have the name 'Ann'"),
        (["play", "--terminal", "asara", "--names", "Ann,Bob", "--seed", "-1"], "serai: "),
    ],
)
def test_a_bad_request_is_one_clear_line(run_serai: Run, tmp_path: Path, words: list[str], said: str) -> None:
    answer = run_serai(*words)
    assert answer.returncode == 2
    assert answer.stderr.startswith(said) and answer.stderr.count("\n") == 1 and answer.stdout == ""


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("cut.json", b'{"format": "serai-re', "cut off"),
        ("cut.jsonl", b'{"format":"serai-record/1","game":"asara"}\n', "key rules_version is missing"),
        ("noise.jsonl", bytes(range(255, 0, -1)), "not text in UTF-8"),
        ("other.json", b'{"moves": []}', "unknown key moves"),
        ("empty.jsonl", b"", "holds no record"),
    ],
)
def test_a_damaged_record_is_one_clear_line(
    run_serai: Run, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    for command in ("verify", "replay"):
        answer = run_serai(command, str(path))
        assert answer.returncode == 2
        assert answer.stderr.startswith(f"serai: {path}") and said in answer.stderr and answer.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("house = 5", "house = -5", "house is -5; allowed: "),
        ("house = 5", 'house = "five"', "house is 'five'; allowed: "),
        ("house = 5", "mouse = 5", "unknown key mouse"),
        ("house = 5", "house = ", "not a TOML file"),
    ],
)
def test_a_wrong_edition_is_one_clear_line(run_serai: Run, tmp_path: Path, line: str, wrong: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run_serai("edition", "asara", "--toml").stdout.replace(line, wrong, 1), "utf-8")
    answer = run_serai("simulate", "asara", "-n", "1", "--edition", str(path))
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"serai: {path}: {said}") and answer.stderr.count("\n") == 1


def test_a_record_with_a_wrong_edition_or_options_cannot_be_verified(run_serai: Run, games_file: Path) -> None:
    for change in (lambda data: data["edition"].pop("cards"), lambda data: data["options"].update(expert=True)):
        answer = run_serai("verify", str(changed(games_file, change)))
        assert answer.returncode == 2 and answer.stderr.count("\n") == 1
