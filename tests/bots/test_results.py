"""Tables of results hold the same rows in every form, the same bytes for the same games, and appear whole."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from serai.arena import results
from serai.arena.games import Effort, GameResult
from serai.arena.seating import Fixture
from serai.core.errors import BadOptions
from tests.bots.test_arena import randoms

EFFORTS = (Effort(3, 9, 0.5, 0.25), Effort(4, 8, 1.5, 0.75))
PLAYED = [
    GameResult(Fixture(0, (0, 1)), (10, 5), (0,), EFFORTS),
    GameResult(Fixture(0, (1, 0)), (6, 6), (0, 1), EFFORTS, ((), ("too slow", "no move, \"9\"", "too slow"))),
]  # fmt: skip
ABOUT = {"game": "toy", "games": 2}


def rows(times: bool = False) -> list[results.Row]:
    """The table of these games, all of the first round."""
    return results.rows_of(randoms("toy", 2), PLAYED, lambda deal: 1, times)


def read(path: Path) -> list[dict[str, Any]]:
    """A table as it was written."""
    if path.suffix == ".json":
        return list(json.loads(path.read_text("utf-8"))["rows"])
    if path.suffix == ".parquet":
        return list(parquet.read_table(path).to_pylist())
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: typed(key, value) for key, value in row.items()} for row in csv.DictReader(file)]


def typed(key: str, value: str) -> object:
    """A value of a CSV file as its column has it."""
    kind = (results.COLUMNS | results.TIMES)[key]
    return {"int32": int, "float64": float, "string": str}[kind](value)


def test_a_row_tells_all_about_a_seat_of_a_game() -> None:
    assert rows()[3] == {
        "round": 1,
        "deal": 0,
        "seating": "1-0",
        "seat": 1,
        "bot": "random",
        "points": 6,
        "won": 0.5,
        "turns": 4,
        "decisions": 8,
        "faults": 3,
        "reasons": 'too slow | no move, "9"',
    }
    assert [(row["bot"], row["won"], row["faults"]) for row in rows()[:2]] == [
        ("random", 1.0, 0),
        ("random:seed=9", 0.0, 0),
    ]


@pytest.mark.parametrize("times", [False, True])
@pytest.mark.parametrize("kind", results.WRITERS)
def test_every_form_holds_the_same_rows(tmp_path: Path, kind: str, times: bool) -> None:
    path = tmp_path / f"table{kind}"
    results.write(path, ABOUT, rows(times), times)
    assert read(path) == rows(times) and list(tmp_path.iterdir()) == [path]
    assert ("seconds" in read(path)[0]) == times


@pytest.mark.parametrize("kind", results.WRITERS)
def test_the_same_games_are_the_same_bytes_and_none_make_a_table_too(tmp_path: Path, kind: str) -> None:
    one, two, empty = (tmp_path / f"{name}{kind}" for name in ("one", "two", "empty"))
    for path in (one, two):
        results.write(path, ABOUT, rows())
    results.write(empty, ABOUT, [])
    assert one.read_bytes() == two.read_bytes() and read(empty) == []


def test_json_and_parquet_say_what_the_table_is_about(tmp_path: Path) -> None:
    for kind in (".json", ".parquet"):
        results.write(tmp_path / f"table{kind}", ABOUT, rows())
    assert json.loads((tmp_path / "table.json").read_text("utf-8"))["games"] == 2
    assert json.loads(parquet.read_schema(tmp_path / "table.parquet").metadata[b"serai"]) == ABOUT


def test_a_file_that_can_not_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match=r"'.*table\.xls'; allowed: names that end in \.json, \.csv, \.parquet"):
        results.check(tmp_path / "table.xls")
    with pytest.raises(BadOptions, match="needs a folder that exists"):
        results.check(tmp_path / "nowhere" / "table.csv")


def test_a_folder_that_is_read_only_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == tmp_path and mode == os.W_OK))
    with pytest.raises(BadOptions, match=r"'.*table\.csv' can't be written: its folder is read-only"):
        results.check(tmp_path / "table.csv")


def test_what_fails_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    results.write(path, ABOUT, rows())
    before = path.read_bytes()
    with pytest.raises(TypeError):
        results.write(path, {"game": object()}, rows())
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
