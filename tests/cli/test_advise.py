"""`serai advise`: a recorded decision looked at again by a bot."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from serai.cli.main import main
from serai.core import game as games
from serai.core import simulate
from serai.core.records import record, replay


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What a program reads."""
        assert self.code == 0, self.err
        return json.loads(self.out)


Call = Callable[..., Answer]


@pytest.fixture
def advise(capsys: pytest.CaptureFixture[str]) -> Call:
    """`advise(words)` calls the command."""

    def call(*words: object) -> Answer:
        try:
            code = main(["advise", *map(str, words)])
        except SystemExit as stopped:
            code = int(str(stopped.code))
        return Answer(code, *capsys.readouterr())

    return call


@pytest.fixture
def games_file(tmp_path: Path) -> Path:
    """Two recorded games of Pasha."""
    game, path = games.load("pasha"), tmp_path / "games.jsonl"
    with path.open("xb") as file:
        for number in range(2):
            match = simulate.recorded(game, game.read_edition(), game.options(2), 7, number)
            record.write_line(file, match.record(simulate.random_seats(2)))
    return path


def moves_of(path: Path, number: int = 1) -> list[str]:
    """The moves of a record, in order."""
    found = list(record.read(path))[number - 1]
    return [event["move"] for event in found.events if event["type"] == "move"]


def test_a_bot_ranks_the_moves_of_a_recorded_decision(advise: Call, games_file: Path) -> None:
    words = (games_file, "--at", "1", "--bot", "vizier:sims=50:seed=1", "--json")
    data = advise(*words, "--top", "99").data
    [first, *_] = record.read(games_file)
    match = replay.begin(first)
    assert data["at"] == 1 and data["seat"] == match.to_act and data["played"] == moves_of(games_file)[0]
    assert sorted(move["text"] for move in data["moves"]) == sorted(match.legal())
    assert [move["rank"] for move in data["moves"]] == list(range(1, len(data["moves"]) + 1))
    assert [move["text"] for move in data["moves"] if move["is_played"]] == [data["played"]]
    for move in data["moves"]:
        assert sum(move["wins"]) == pytest.approx(1) and move["win"] == move["wins"][data["seat"]]
        assert len(move["points"]) == 2 and all(reason["sentence"] for reason in move["reasons"])


def test_advice_repeats_with_a_seed_and_without_a_clock(advise: Call, games_file: Path) -> None:
    words = (games_file, "--at", "2", "--bot", "vizier:sims=50", "--seed", "3", "--json")
    assert advise(*words).data == advise(*words).data


def test_the_last_decision_is_meant_unless_another_is_named(advise: Call, games_file: Path) -> None:
    data = advise(games_file, "--game", "2", "--bot", "merchant", "--json").data
    assert data["at"] == len(moves_of(games_file, 2)) and data["played"] == moves_of(games_file, 2)[-1]


def test_people_read_moves_chances_points_and_what_was_played(advise: Call, games_file: Path) -> None:
    answer = advise(games_file, "--at", "2", "--bot", "merchant", "--top", "2")
    lines = answer.out.splitlines()
    assert lines[1].startswith("Decision 2: Random ") and lines[1].endswith(" decides, merchant advises.")
    assert max(map(len, lines)) <= 80
    assert sum(re.match(r"[ ▸] +\d+\. ", line) is not None for line in lines) in (2, 3)
    assert re.search(r"wins \d+\.\d%; points at the end: Random 1 \S+, Random 2 \S+", answer.out)
    [played] = [line for line in lines if re.match(r"▸ +\d+\. ", line)]
    assert played.endswith(f". {moves_of(games_file)[1]}")


def test_an_unfinished_record_can_be_asked_how_to_go_on(advise: Call, games_file: Path) -> None:
    data = json.loads(games_file.read_text("utf-8").splitlines()[0])
    third = [place for place, event in enumerate(data["events"]) if event["type"] == "move"][2]
    data["events"][third:] = [{"type": "stop", "why": "quit"}]
    path = games_file.with_name("short.json")
    path.write_text(json.dumps(data), "utf-8")
    found = advise(path, "--at", "3", "--bot", "merchant", "--json").data
    assert found["at"] == 3 and found["played"] is None
    beyond = advise(path, "--at", "4", "--bot", "merchant")
    assert beyond.err == f"serai: {path}: there is no decision 4; its decisions are 1 to 3\n"


def test_what_cannot_be_advised_is_one_clear_line(advise: Call, games_file: Path) -> None:
    last = len(moves_of(games_file))
    for words, said in (
        (["--at", str(last + 1)], f"there is no decision {last + 1}; its decisions are 1 to {last}"),
        (["--at", "0"], "argument --at: '0' is not a whole number from 1"),
        (["--game", "3"], "there is no record number 3"),
        (["--bot", "dance"], "there is no bot 'dance'; there are: random, traveller,"),
        (["--bot", "random"], "bot 'random' has no reasons for its moves; allowed: traveller,"),
    ):
        answer = advise(games_file, *words)
        assert answer.code == 2 and said in answer.err and answer.err.count("\n") == 1
    assert advise("none.json").err == "serai: none.json: no such file\n"
