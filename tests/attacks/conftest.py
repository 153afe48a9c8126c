"""Servers to attack."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.databases import new_database
from tests.guests import Running, running
from tests.processes import Process

Start = Callable[..., Process]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server in this process, for all tests of a file."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as found:
        yield found


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start(*options, database=…)` starts a server process and waits until it answers."""
    started: list[Process] = []

    def begin(*options: str, database: str | None = None) -> Process:
        process = Process(database or new_database("sqlite", tmp_path), tmp_path, options)
        started.append(process)
        return process.start().wait()

    yield begin
    for process in started:
        process.clear()
