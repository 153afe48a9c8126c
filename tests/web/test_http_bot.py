"""The bot-writer's starting point, run as its reader would run it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.core.records import receipt, record, replay
from tests.databases import new_database
from tests.guests import PATIENCE, Running, running

BOT = Path(__file__).parents[2] / "examples" / "http_bot.py"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with limits as they are by themselves."""
    with running(
        new_database("sqlite", tmp_path_factory.mktemp("house")), requests_per_second=50.0, burst=300
    ) as found:
        yield found


def start(house: Running, folder: Path, *words: str) -> "subprocess.Popen[str]":
    """A bot in a process of its own."""
    command = [sys.executable, str(BOT), house.url, "--seed", "1", *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def told(line: str, what: str) -> str:
    """What a bot says of something."""
    name, _, words = line.strip().partition(": ")
    assert name == what, line
    return words


def check_files(folder: Path, seats: int) -> None:
    """Each bot has kept a record that verifies and a receipt that agrees with it."""
    records, receipts = sorted(folder.glob("*.record.json")), sorted(folder.glob("*.receipt.json"))
    assert len(records) == len(receipts) == seats
    for kept, own in zip(records, receipts, strict=True):
        found = record.check(record.load_json(kept.read_bytes(), kept.name), kept.name)
        verdict = replay.verify(found)
        receipt.compare_receipt(found, receipt.read(own), verdict)
        assert verdict.is_fine, verdict.differences


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_two_bots_play_one_another_by_a_link(house: Running, tmp_path: Path, game: str) -> None:
    with start(house, tmp_path, "--game", game, "--wait", "--name", "Ann") as ann:
        assert ann.stdout
        told(ann.stdout.readline(), "table")
        link = told(ann.stdout.readline(), "link")
        with start(house, tmp_path, "--link", link, "--name", "Bob") as bob:
            tales = [bot.communicate(timeout=4 * PATIENCE)[0] for bot in (ann, bob)]
    assert [ann.returncode, bob.returncode] == [0, 0], tales
    assert all("verdict: fine" in tale for tale in tales)
    check_files(tmp_path, 2)


def test_a_bot_plays_the_servers_bot(house: Running, tmp_path: Path) -> None:
    with start(house, tmp_path, "--opponent", "random") as bot:
        tale = bot.communicate(timeout=4 * PATIENCE)[0]
    assert bot.returncode == 0 and "verdict: fine" in tale, tale
    check_files(tmp_path, 1)


def test_a_bot_says_what_was_wrong(house: Running, tmp_path: Path) -> None:
    with start(house, tmp_path, "--link", "x" * 32) as bot:
        tale = bot.communicate(timeout=PATIENCE)[0]
    assert bot.returncode == 1 and "this link opens nothing" in tale
