"""Records are checked in a process of its own: one that takes for ever, or breaks it, holds up nothing else."""

import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from serai.core.errors import BadRecord
from serai.core.records import record
from serai.web.api.verification import MOST_WAITING
from tests.attacks.conftest import Start
from tests.attacks.lines import ask, post
from tests.conftest import Run
from tests.databases import new_database
from tests.guests import PATIENCE, Running, begin, play_out, running, wait_until
from tests.processes import Process, is_left

MANY = 200_000


@pytest.fixture
def written(run_serai: Run, tmp_path: Path) -> bytes:
    """A true record."""
    path = tmp_path / "records.jsonl"
    run_serai("simulate", "pasha", "--players", "2", "-n", "1", "--records", str(path))
    return path.read_bytes().splitlines()[0]


def verified(url: str, text: bytes) -> httpx.Response:
    """What a server answers to a record."""
    return httpx.post(f"{url}/api/verify", content=text, timeout=PATIENCE)


def verifier_of(server: Process) -> psutil.Process:
    """The process that checks a server's records."""
    found = [
        child for child in psutil.Process(server.pid).children() if "serai.web.api.verification" in child.cmdline()
    ]
    assert len(found) == 1
    return found[0]


def test_a_check_without_end_is_ended_and_nobody_waits_for_it(start: Start, written: bytes) -> None:
    server = start("--limit", "verification-seconds=2", "--limit", "verifications-per-minute=1000")
    assert verified(server.url, written).json()["is_fine"]
    stuck = verifier_of(server)
    stuck.suspend()
    with ThreadPoolExecutor(MOST_WAITING + 2) as pool:
        asked = [pool.submit(verified, server.url, written) for _ in range(MOST_WAITING + 2)]
        assert httpx.get(f"{server.url}/api/games", timeout=PATIENCE).status_code == 200
        statuses = sorted(answer.result().status_code for answer in asked)
    assert statuses == [200] * MOST_WAITING + [422, 429], "one was ended, the others were checked, one found no room"
    assert not is_left(stuck.pid)
    assert verified(server.url, written).json()["is_fine"]


def test_a_broken_verifier_is_replaced(start: Start, written: bytes) -> None:
    server = start()
    assert verified(server.url, written).json()["is_fine"]
    broken = verifier_of(server)
    broken.terminate()
    wait_until(lambda: not is_left(broken.pid))
    assert verified(server.url, written).json()["is_fine"] and verifier_of(server).pid != broken.pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_verifier_outlives_its_server(start: Start, written: bytes, number: signal.Signals) -> None:
    server = start()
    assert verified(server.url, written).status_code == 200
    left = verifier_of(server)
    server.end(number, is_for_group=number is signal.SIGINT)
    wait_until(lambda: not is_left(left.pid))
    assert server.logged == []


def test_verifiers_step_back_behind_the_server(start: Start, written: bytes) -> None:
    server = start()
    assert verified(server.url, written).status_code == 200
    assert verifier_of(server).nice() > psutil.Process(server.pid).nice() == os.nice(0)


JUNK: dict[str, Callable[[], bytes]] = {
    "deep": lambda: b"[" * 250_000 + b"]" * 250_000,
    "deep tables": lambda: b'{"a":' * 80_000 + b"1" + b"}" * 80_000,
    "a huge number": lambda: b'{"rules_version": ' + b"9" * 500_000 + b"}",
    "many keys and one twice": lambda: json.dumps({str(key): 0 for key in range(40_000)}).encode()[:-1] + b', "1": 0}',
    "many lists": lambda: b"[" + b"[]," * 150_000 + b"[]]",
    "a long text": lambda: b'"' + b"x" * 500_000 + b'"',
    "half a character": lambda: b'{"format": "\\ud800"}',
    "nothing": lambda: b"",
    "no text": lambda: b"\xff" * 500_000,
    "lines": lambda: b"\n" * 500_000,
}


@pytest.mark.parametrize("kind", JUNK)
def test_junk_is_refused_with_a_short_word(house: Running, kind: str) -> None:
    answer = verified(house.url, JUNK[kind]())
    assert answer.status_code == 422 and answer.json()["code"] == "bad-record"
    assert len(answer.content) < 2000, "what was sent is not sent back"


def test_a_key_that_stands_twice_among_very_many_is_found() -> None:
    pairs = [(str(number), 0) for number in range(MANY)]
    with pytest.raises(BadRecord, match="the key '199999' stands twice"):
        record.load_json((json.dumps(dict(pairs))[:-1] + ', "199999": 0}').encode(), "the record")


def test_a_record_is_as_large_as_said_and_no_larger(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), record_bytes=70_000) as house:
        assert verified(house.url, b"[" * 70_000).status_code == 422
        assert verified(house.url, b"[" * 70_001).status_code == 413
        lie = ask(house.url, post("/api/verify", "[", length=10**18))
        assert lie.status == 413, "its length is enough to refuse it"


def test_a_game_of_a_table_verifies_and_a_changed_one_does_not(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    play_out([ann, bob], table)
    found = ann.ask("GET", f"/tables/{table}/record")
    assert verified(house.url, json.dumps(found).encode()).json()["is_fine"]
    found["events"] = [{**event, "dice": [6] * 5} if "dice" in event else event for event in found["events"]]
    verdict = verified(house.url, json.dumps(found).encode()).json()
    assert not verdict["is_fine"] and "events[" in verdict["differences"][0]
