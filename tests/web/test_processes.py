"""Server processes as a host runs them: several on one PostgreSQL, their start, their end, and what they say."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from sqlalchemy import text

from serai.core.records import record, replay
from serai.store.database import Store, sqlite_url
from tests.databases import new_database, new_postgresql
from tests.guests import PATIENCE, Guest, begin, play_out, wait_until
from tests.processes import FROM_A_TERMINAL, Process, default_signals, is_left, refused

Start = Callable[..., Process]
NOBODY = "postgresql://nobody:secret-word@127.0.0.1:1/none"  # nothing listens at port 1


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start(database, options)` starts a server and waits until it answers."""
    started: list[Process] = []

    def begin_one(database: str, *options: str) -> Process:
        started.append(Process(database, tmp_path, options).start())
        return started[-1].wait()

    yield begin_one
    for process in started:
        process.clear()


@pytest.fixture
def guest() -> Iterator[Callable[..., Guest]]:
    """`guest(process, name)` is somebody new at a server."""
    found: list[Guest] = []

    def come(process: Process, name: str) -> Guest:
        found.append(Guest(process.url, name, random.Random(name)))
        return found[-1]

    yield come
    for each in found:
        each.client.close()


class Watch(threading.Thread):
    """Looks at a stream until it ends, and remembers the versions that it saw."""

    def __init__(self, guest: Guest, table: str, last: int | None = None) -> None:
        super().__init__(daemon=True)
        self._guest, self._table, self._last = guest, table, last
        self.versions: list[int] = []
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            with self._guest.stream(self._table, last=self._last) as views:
                for view in views:
                    self.versions.append(view["version"])
        except Exception as error:
            self.error = error

    def wait_for(self, version: int) -> None:
        """Wait until this version, or a later one, was seen."""
        wait_until(lambda: self.versions and self.versions[-1] >= version)


def at(guest: Guest, process: Process) -> Guest:
    """The same guest, who asks another server from now on."""
    guest.client.base_url = f"{process.url}/api"
    return guest


def test_players_at_different_processes_see_each_other_move(start: Start, guest: Callable[..., Guest]) -> None:
    database = new_postgresql()
    here, there = start(database), start(database)
    ann, bob = guest(here, "Ann"), guest(there, "Bob")
    table = begin([ann, bob], "pasha")
    watches = [Watch(ann, table), Watch(bob, table)]
    for _ in range(12):
        view = play_out([ann, bob], table, 1)
        for watch in watches:
            watch.wait_for(view["version"])
    assert all(watch.versions == sorted(set(watch.versions)) for watch in watches)
    assert all(watch.error is None for watch in watches)


def test_viewers_of_a_process_that_stops_go_on_at_another(start: Start, guest: Callable[..., Guest]) -> None:
    database = new_postgresql()
    here, there = start(database), start(database)
    ann, bob = guest(here, "Ann"), guest(there, "Bob")
    table = begin([ann, bob], "asara")
    watch = Watch(ann, table)
    view = play_out([ann, bob], table, 3)
    watch.wait_for(view["version"])
    code = here.end(signal.SIGTERM)
    watch.join(PATIENCE)
    assert not watch.is_alive() and watch.error is None, f"the stream was cut off: {watch.error!r}"
    assert code == 0 and here.printed.endswith("Serai has stopped.\n")
    at(ann, there)
    newest = play_out([ann, bob], table, 2)["version"]
    again = Watch(ann, table, watch.versions[-1])
    again.wait_for(newest)
    assert again.versions == [newest]


def test_a_bot_whose_process_is_killed_is_thought_for_by_another(start: Start, guest: Callable[..., Guest]) -> None:
    database = new_postgresql()
    processes = {process.pid: process for process in (start(database), start(database))}
    ann = guest(next(iter(processes.values())), "Ann")
    table = begin([ann], "asara", "caliph")
    play_to_the_bots_turn(ann, table)
    wait_until(lambda: owner(database, table))
    killed = processes.pop(int((owner(database, table) or "").partition("-")[0]))
    killed.kill()
    begun, (left,) = time.monotonic(), processes.values()
    before = at(ann, left).view(table)
    assert before["to_act"] == 1, "the bot was too fast for this test"
    wait_until(lambda: ann.view(table)["version"] > before["version"])
    seconds = time.monotonic() - begun
    sys.stderr.write(f"the other process made the bot's decision after {seconds:.1f} s\n")


def play_to_the_bots_turn(guest: Guest, table: str) -> None:
    """Decide until the bot, seat 1, has to."""
    while (view := guest.view(table))["to_act"] == 0:
        guest.move(view)


def owner(database: str, table: str) -> str | None:
    """Which process has the lease of a table's work."""
    store = Store(database)
    with store.engine.connect() as connection:
        found = connection.execute(text("SELECT worker FROM tables WHERE name = :name"), {"name": table}).scalar_one()
    store.close()
    return None if found is None else str(found)


@pytest.mark.parametrize(("number", "is_for_group"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_workers_serve_and_stop_cleanly(
    start: Start, guest: Callable[..., Guest], number: signal.Signals, is_for_group: bool
) -> None:
    server = start(new_postgresql(), "--workers", "2")
    ann, bob = guest(server, "Ann"), guest(server, "Bob")
    table = begin([ann, bob], "pasha")
    watch = Watch(ann, table)
    watch.wait_for(play_out([ann, bob], table, 4)["version"])
    family = [server.pid, *(child.pid for child in psutil.Process(server.pid).children(recursive=True))]
    assert len(family) >= 3
    code = server.end(number, is_for_group)
    watch.join(PATIENCE)
    assert watch.error is None and not watch.is_alive()
    assert code == 0 and server.printed.endswith("Serai has stopped.\n")
    wait_until(lambda: not any(map(is_left, family)))
    assert server.logged == []


def test_a_clean_end_while_a_bot_thinks_loses_nothing(
    start: Start, guest: Callable[..., Guest], tmp_path: Path
) -> None:
    server = start(new_database("sqlite", tmp_path))
    ann = guest(server, "Ann")
    table = begin([ann], "pasha", "caliph")
    play_to_the_bots_turn(ann, table)
    before = ann.view(table)
    assert server.end(signal.SIGTERM) == 0
    server.start().wait()
    wait_until(lambda: ann.view(table)["version"] > before["version"])
    after = ann.view(table)
    assert after["events"][: len(before["events"])] == before["events"]
    assert server.logged == []


def test_what_cannot_be_served_is_said_in_one_line(tmp_path: Path) -> None:
    sqlite, broken = sqlite_url(tmp_path / "tables.db"), tmp_path / "broken.db"
    broken.write_text("this is no database, however long one looks at it; " * 50)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "2 workers need PostgreSQL" in refused("--database", sqlite, "--workers", "2")
        assert "this is no database URL" in refused("--database", "mysql://somewhere/else")
        assert f"127.0.0.1:{port}: Address already in use" in refused("--database", sqlite, "--port", port)
        assert "Connection refused" in refused("--database", NOBODY)
        assert "Connection refused" in refused("--database", NOBODY, "--workers", "2")
        assert "unable to open database file" in refused("--database", sqlite_url(tmp_path / "no" / "folder.db"))
        assert "not a database" in refused("--database", sqlite_url(broken))
        assert "SERAI_DATABASE_URL" in refused(SERAI_DATABASE_URL="nonsense")


def test_a_server_says_where_it_is_and_where_it_saves(start: Start, tmp_path: Path) -> None:
    server = start(sqlite_url(tmp_path / "tables.db"))
    assert server.printed.splitlines() == [
        f"Serai runs at {server.url}",
        f"Tables are saved in sqlite:///{tmp_path}/tables.db",
        "Ctrl-C stops it; nothing is lost.",
    ]
    assert server.end(signal.SIGINT) == 0 and server.printed.endswith("Serai has stopped.\n")


def test_logs_are_json_and_hold_no_secret(start: Start, guest: Callable[..., Guest]) -> None:
    server = start(new_postgresql(), "--log", "debug")
    ann, bob = guest(server, "Ann"), guest(server, "Bob")
    table = begin([ann, bob], "pasha", "merchant")
    link = ann.act(table, 0, "link")["link"]
    bob.ask("POST", "/links", {"link": link})
    bob.ask("POST", "/links", {"link": link[::-1]}, 403)
    bob.act(table, 1, "moves", status=409, version=1, move="nonsense")
    watch = Watch(ann, table)
    play_out([ann, bob], table)
    found = ann.ask("GET", f"/tables/{table}/record")
    assert replay.verify(record.check(found, table)).is_fine
    server.end(signal.SIGTERM)
    watch.join(PATIENCE)
    assert server.logged and all({"at", "level", "from", "message"} <= line.keys() for line in server.logged)
    assert not [line for line in server.logged if line["level"] in ("warning", "error", "critical")]
    text = str(server.logged) + server.printed
    assert not [secret for secret in secrets_of([ann, bob], link, found) if secret in text]


def secrets_of(guests: list[Guest], link: str, found: dict[str, Any]) -> list[str]:
    """Keys, links, seeds and nonces."""
    keys = [guest.client.headers["authorization"].removeprefix("Bearer ") for guest in guests]
    nonces = [nonce["nonce"] for nonce in found["randomness"]["nonces"]]
    return [*keys, link, link[::-1], found["randomness"]["server_seed"], *nonces]


SHOWS_WHAT_IT_IGNORES = """
import signal
names = ("SIGINT", "SIGQUIT", "SIGHUP")
print(*(name for name in names if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN))
"""


@pytest.fixture
def in_the_background() -> Iterator[None]:
    """This process ignores what a background job ignores."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in FROM_A_TERMINAL}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def ignored_by_a_program() -> list[str]:
    """Which interrupts a program that is started now ignores."""
    answer = subprocess.run([sys.executable, "-c", SHOWS_WHAT_IT_IGNORES], capture_output=True, check=True, text=True)
    return answer.stdout.split()


def test_programs_can_be_interrupted_though_the_tests_run_in_the_background(in_the_background: None) -> None:
    assert ignored_by_a_program() == ["SIGINT", "SIGQUIT", "SIGHUP"]
    with default_signals():
        assert ignored_by_a_program() == []
        for number in FROM_A_TERMINAL:
            os.kill(os.getpid(), number)  # does nothing, as before
    assert all(signal.getsignal(number) == signal.SIG_IGN for number in FROM_A_TERMINAL)
