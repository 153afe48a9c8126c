"""The arena on a Ray cluster: the same games as on one machine, played by processes on many.

Without an address a cluster of this machine's own is started and ended again. Machines of a named cluster need the same
version of Serai, and of whatever entrants are made of.
"""

import os
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from serai.bots.arena import Arena, Played
from serai.bots.crews import Crew
from serai.bots.seating import Fixture
from serai.core import game as games
from serai.core.errors import BadOptions

PATIENCE = 5.0  # seconds, until a machine answers; Ray would wait for minutes
STORE = 80 << 20  # bytes for objects that processes share: a local cluster's least; fixtures and results are small


class Troupe:
    """A process of the cluster that has the arena ready."""

    def __init__(self, name: str, data: dict[str, Any], source: str, *others: Any) -> None:
        game = games.load(name)
        self._arena = Arena(game, game.edition_of(data, source), *others)
        self._arena.prepare()

    def play(self, fixture: Fixture) -> Played:
        """One game."""
        return self._arena.play(fixture)


def play(
    arena: Arena, fixtures: Sequence[Fixture], workers: int | None = None, address: str | None = None
) -> Generator[Played, None, None]:
    """How each fixture ended, in their order; leaving early ends the games that run."""
    with crew(arena, workers, address) as together:
        yield from together(fixtures)


@contextmanager
def crew(arena: Arena, workers: int | None = None, address: str | None = None) -> Iterator[Crew]:
    """Processes on a cluster that have the arena ready; as many as it has cores, if not said."""
    arena.check()
    with cluster(workers, address) as ray:
        count = workers or int(ray.cluster_resources().get("CPU", 1))
        packed = (arena.game.name, arena.edition.data, arena.edition.source)
        troupes = [
            ray.remote(num_cpus=1)(Troupe).remote(*packed, arena.options, arena.entrants, arena.seed)
            for _ in range(count)
        ]
        try:
            yield lambda fixtures: hand_out(fixtures, ray, troupes)
        finally:
            for troupe in troupes:
                ray.kill(troupe)


def hand_out(fixtures: Sequence[Fixture], ray: Any, troupes: Sequence[Any]) -> Iterator[Played]:
    """How each fixture ended, played by whoever is free; what goes wrong far away is told as if it were here."""
    pool = ray.util.ActorPool(troupes)
    try:
        yield from pool.map(lambda troupe, fixture: troupe.play.remote(fixture), fixtures)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


@contextmanager
def cluster(workers: int | None, address: str | None) -> Iterator[Any]:
    """The package, connected to a cluster; one that was started here is gone afterwards."""
    if address:
        check(address)
    ray = imported(not address)
    folder = None if address else tempfile.mkdtemp(prefix="serai-ray-")
    own = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": STORE, "_temp_dir": folder}
    try:
        with own_signals():
            connect(ray, address or "local", {} if address else own)
        yield ray
    finally:
        ray.shutdown()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def check(address: str) -> None:
    """BadOptions if nobody listens there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError):
        allowed = "HOST:PORT or ray://HOST:PORT of a cluster that runs, or auto"
        raise BadOptions(f"no Ray cluster answers at {address!r}; allowed: {allowed}") from None


def connect(ray: Any, address: str, options: dict[str, Any]) -> None:
    """Become a part of the cluster."""
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", **options)
    except ConnectionError as error:
        raise BadOptions(f"no Ray cluster for {address!r}: {error}") from None


def imported(is_own: bool) -> Any:
    """The package, told to keep to itself; a cluster of our own lets nobody else in."""
    if find_spec("ray") is None:
        raise BadOptions("Ray is not installed (pip install 'serai[research]')")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if is_own:
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # older versions would let anyone in who reaches the machine
    import ray
    import ray.util

    return ray


@contextmanager
def own_signals() -> Iterator[None]:
    """Whatever is done about a signal stays so, though Ray would have it otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
