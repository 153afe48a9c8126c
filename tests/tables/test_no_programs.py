"""Whoever comes by page or HTTP can't have a program started: names of programs are refused, and none is loaded."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import httpx
import pytest

from serai.tables import commands
from serai.tables.errors import BadRequest
from serai.tables.service import Service
from serai.tables.state import setup
from tests.databases import new_database
from tests.guests import PATIENCE, running
from tests.tables.sitting import begin, plan

SAID = "a server starts no programs; 'exec:{path}' can take a seat over HTTP"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that would leave a trace if it ran."""
    path = tmp_path / "trap"
    path.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\n", "utf-8")
    path.chmod(0o755)
    return path


def test_a_table_is_not_set_up_with_a_program(trap: Path) -> None:
    stand_in = {"kind": "move", "seconds": 30, "stand_in": f"exec:{trap}"}
    for wrong in (plan("pasha", "person", f"exec:{trap}"), plan("pasha", "person", "random", clock=stand_in)):
        with pytest.raises(BadRequest, match=SAID.format(path=trap)):
            setup.read(wrong)
    assert not trap.with_name("sprung").exists()


def test_a_seat_is_not_handed_to_a_program(service: Service, trap: Path) -> None:
    with pytest.raises(BadRequest, match=SAID.format(path=trap)):
        begin(service).do(commands.HandOver, 0, f"exec:{trap}")
    assert not trap.with_name("sprung").exists()


def test_no_page_and_no_request_starts_a_program(trap: Path, tmp_path: Path) -> None:
    bot = f"exec:{trap}"
    with (
        running(new_database("sqlite", tmp_path)) as house,
        httpx.Client(base_url=house.url, timeout=PATIENCE) as client,
    ):
        page = client.post("/tables", data={"game": "pasha", "seat": ["person", bot]}, headers={"origin": house.url})
        key = client.post("/api/keys").json()["key"]
        wanted = {"game": "pasha", "seats": [{"kind": "person"}, {"kind": "bot", "level": bot}]}
        body = {"setup": wanted, "people": [{"name": "Ann"}]}
        client.cookies.clear()
        request = client.post("/api/tables", json=body, headers={"authorization": f"Bearer {key}"})
    assert page.status_code == 422 and "A server starts no programs" in page.text
    assert request.status_code == 422 and "'vizier'" in request.json()["message"]
    assert not trap.with_name("sprung").exists()


def test_a_server_does_not_even_load_what_starts_programs(run_python: Callable[..., CompletedProcess[str]]) -> None:
    loaded = "import sys, serai.web.app; print([name for name in sys.modules if 'serai.bots' in name])"
    answer = run_python("-c", loaded)
    assert "serai.bots.bot" in answer.stdout, answer.stderr
    assert "program" not in answer.stdout and "entrant" not in answer.stdout
