"""Every test can load the toy game, as `serai.games.toy`, run Python or `serai` in a process, and have a server."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.core import game as games
from serai.core.game import Game
from serai.core.match import Match, start
from serai.core.records.randomness import player_stream
from serai.core.simulate import RandomPlay
from serai.store.database import Store
from serai.tables.hub import Hub
from serai.tables.service import Service
from serai.tables.work.readiness import THIS_PROCESS, Readiness
from serai.tables.work.workers import Workers
from tests import commands
from tests.browser import browser
from tests.databases import KINDS, new_database
from tests.guests import Running, running

__all__ = ["browser"]  # one for all tests of a process: Playwright runs only once in each

HERE = Path(__file__).parent
PACKAGE = Path(str(serai.__file__)).parent.parent

import_module("serai.games").__path__.append(str(HERE / "games"))
os.environ["SERAI_LANGUAGE"] = "en"  # whatever this machine speaks

Answer = subprocess.CompletedProcess[str]
Run = Callable[..., Answer]
Employ = Callable[..., Workers]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, with Serai to be found in it."""
    paths = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")])
    return os.environ | {"PYTHONPATH": paths, "COLUMNS": "80"} | changes


@pytest.fixture
def run_python() -> Run:
    """`run_python(words, **environment)` runs Python in a process of its own."""

    def run(*words: str, typed: str = "", **changes: str) -> Answer:
        return subprocess.run(
            [sys.executable, *words],
            input=typed,
            env=environment(**changes),
            capture_output=True,
            check=False,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def run_serai(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`run_serai(words, typed=…)` runs the command `serai`."""

    def run(*words: str, typed: str = "") -> Answer:
        return commands.call(words, typed, tmp_path_factory.mktemp("serai"))

    return run


@pytest.fixture
def toy() -> Game:
    """The toy game."""
    return games.load("toy")


@pytest.fixture
def new_match() -> Callable[..., Match]:
    """`new_match(name, players, seed=…, **flags)` begins a match."""

    def begin(name: str = "toy", players: int = 2, seed: int = 1, **flags: Any) -> Match:
        return start(name, players=players, seed=seed, **flags)

    return begin


@pytest.fixture
def play_out() -> Callable[..., Match]:
    """`play_out(match, decisions)` plays so many random moves, or to the end."""

    def play(match: Match, decisions: int = sys.maxsize) -> Match:
        players, stream = RandomPlay(match.game, match.edition, match.options), player_stream(1)
        while not match.is_over and len(match.moves) < decisions:
            match.play(players.choose(match, stream))
        return match

    return play


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; the test runs on each kind."""
    return new_database(request.param, tmp_path)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """A store in its present form."""
    store = Store(database)
    store.migrate()
    yield store
    store.close()


class Clock:
    """A clock that stands still until it is turned; in milliseconds."""

    ahead = 0  # of it, the clock on the wall is not

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self.at += round(seconds * 1000)

    def keep(self, is_last: bool = False) -> None:
        """Nobody else has to know."""


@pytest.fixture
def clock() -> Clock:
    """A clock of the test's own."""
    return Clock()


@pytest.fixture
def service(store: Store, clock: Clock) -> Service:
    """Tables on that store, at that clock."""
    return Service(store, Hub(), clock)


@pytest.fixture
def employ() -> Iterator[Employ]:
    """`employ(service, at_once, readiness)`: workers who begin at once and end with the test."""
    employed: list[Workers] = []

    def start(service: Service, at_once: int = 1, readiness: Readiness = THIS_PROCESS) -> Workers:
        employed.append(Workers(service, at_once, readiness))
        employed[-1].start()
        return employed[-1]

    yield start
    for workers in employed:
        workers.stop()


@pytest.fixture
def server(database: str) -> Iterator[Running]:
    """A real server."""
    with running(database) as found:
        yield found
