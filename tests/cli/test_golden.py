"""Golden games: a header is enough to begin one; a changed text is shown as a difference, and can be rewritten."""

import shutil
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from serai.cli import golden
from serai.core import game as games
from serai.core.errors import BadRecord
from serai.core.game import Game

HEADER = "players: 2\ndouble: yes\nseed: 7\n"


@pytest.fixture
def file(toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only golden file of the only game."""
    copy = replace(toy, folder=tmp_path)
    shutil.copy(toy.folder / "standard.toml", tmp_path)
    monkeypatch.setattr(games, "load", lambda name: copy)
    monkeypatch.setattr(golden, "compile_game", lambda game: None)
    path = tmp_path / "tests" / "golden" / "short.txt"
    path.parent.mkdir(parents=True)
    path.write_text(HEADER, "utf-8")
    yield path


def run(update: bool = False) -> int:
    """`serai golden toy`."""
    return golden.run_golden(Namespace(game="toy", update=update))


def test_a_header_becomes_a_whole_game_that_stays_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(update=True) == 0
    text = file.read_text("utf-8")
    assert text.startswith(HEADER + "\n    ") and "\n> " in text and "\nDigest: " in text and " wins." in text
    assert run() == 0
    assert capsys.readouterr().out.endswith("1 golden games, 0 differing\n")


def test_a_difference_is_shown_and_leaves_the_file_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(update=True)
    text = file.read_text("utf-8").replace(" rolls ", " throws ")
    file.write_text(text, "utf-8")
    assert run() == 1
    shown = capsys.readouterr().out
    assert "\n-    Ann throws " in shown and "\n+    Ann rolls " in shown
    assert file.read_text("utf-8") == text


def test_moves_are_kept_as_long_as_they_are_allowed(file: Path) -> None:
    run(update=True)
    lines = file.read_text("utf-8").splitlines()
    places = [place for place, line in enumerate(lines) if line.startswith("> ")]
    kept, lines[places[3]] = [lines[place] for place in places[:3]], "> Ann: play 99"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert run() == 1
    assert run(update=True) == 0
    again = [line for line in file.read_text("utf-8").splitlines() if line.startswith("> ")]
    assert again[:3] == kept and "play 99" not in again[3]
    assert run() == 0


def test_a_game_can_end_early(file: Path) -> None:
    file.write_text(HEADER + "decisions: 3\n", "utf-8")
    run(update=True)
    assert file.read_text("utf-8").count("\n> ") == 3


@pytest.mark.parametrize("line", ["players: many", "expert: yes", "players 2"])
def test_a_wrong_setting_is_named(file: Path, line: str) -> None:
    file.write_text(line + "\n", "utf-8")
    with pytest.raises(BadRecord, match="is no setting; allowed: players, seed, decisions, double"):
        run()
