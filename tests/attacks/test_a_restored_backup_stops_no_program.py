"""Programs keep to docs/http.md when moves are lost: they say what they saw, commit anew and play on."""

import json
import random
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from serai.core.records import receipt, record, replay
from serai.tables.commands import Command, Play
from tests.attacks.backups import Forgetful, forgetful
from tests.guests import PATIENCE, Guest, commitment, wait_until

BOT = Path(__file__).parents[2] / "examples" / "http_bot.py"
FAILURES = 2
MINE = 0  # the seat of the program that the test itself is


def play(guest: Guest, table: str, decisions: int) -> None:
    """Decide so often; the other program answers by itself."""
    for _ in range(decisions):
        wait_until(lambda: guest.view(table, MINE)["decision"])
        guest.move(guest.view(table, MINE))


def commit_anew(guest: Guest, table: str, mark: str) -> None:
    """What docs/http.md tells programs to do when the stream has broken off."""
    view = guest.ask("POST", f"/tables/{table}/seen", {"mark": mark})
    assert view["epoch"] == 1 and view["phase"] == "renewing" and view["decision"] is None
    assert view["you"]["is_to_commit_anew"]
    guest.nonces[table, MINE] = bytes(32)
    hashed = commitment(guest.nonces[table, MINE])
    guest.act(table, MINE, "commitment", round=view["chance"]["round"], nonce_commitment=hashed)
    wait_until(lambda: guest.view(table, MINE)["phase"] == "opening")
    guest.open_nonces(table)
    wait_until(lambda: guest.view(table, MINE)["phase"] == "playing")


def fail_at_first(server: Forgetful, patch: pytest.MonkeyPatch) -> list[str]:
    """The database is lost when the other program moves, a few times; each is noted."""
    service = server.house.app.state.service
    failed: list[str] = []
    carry_out = service.carry_out

    def fail(name: str, command: Command, *rest: Any) -> Any:
        if not isinstance(command, Play) or command.seat == MINE or len(failed) == FAILURES:
            return carry_out(name, command, *rest)
        failed.append(name)
        raise OperationalError("", {}, Exception("lost"))

    patch.setattr(service, "carry_out", fail)
    return failed


def check_record(guest: Guest, table: str, kept: dict[str, Any]) -> None:
    """The record says when chance was renewed, and is true by the other program's receipt."""
    found = record.check(guest.ask("GET", f"/tables/{table}/record"), "the record")
    verdict = replay.verify(found)
    receipt.compare_receipt(found, receipt.check(kept), verdict)
    assert verdict.is_true and len(kept["rounds"]) == 2, (verdict.differences, verdict.remarks)
    assert any(remark.startswith("chance was renewed once, after move") for remark in verdict.remarks)


def test_a_bot_over_http_plays_on_with_new_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with forgetful(tmp_path) as server, ExitStack() as stack:
        guest = Guest(server.url, "Ann", random.Random(1))
        stack.callback(guest.client.close)
        table, link = guest.open("pasha", "person", "anyone")
        words = [sys.executable, str(BOT), server.url, "--seed", "1", "--link", link]
        bot = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        stack.enter_context(bot)
        stack.callback(bot.kill)
        wait_until(lambda: guest.view(table, MINE)["phase"] == "opening")
        guest.open_nonces(table)
        play(guest, table, 2)
        server.back_up()
        play(guest, table, 3)
        mark = guest.view(table, MINE)["mark"]
        server.go_back()
        commit_anew(guest, table, mark)
        failed = fail_at_first(server, monkeypatch)
        while len(failed) < FAILURES:
            play(guest, table, 1)
        guest.act(table, MINE, "resignation")
        tale = bot.communicate(timeout=PATIENCE)[0]
        assert bot.returncode == 0 and "verdict: fine" in tale, tale
        check_record(guest, table, json.loads((tmp_path / f"{table}-1.receipt.json").read_text("utf-8")))
