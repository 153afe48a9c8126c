"""The arena on a Ray cluster: the same games as on one machine, played by processes on many.

Without an address a cluster of this machine's own is started and ended again. Machines of a named cluster need the same
version of Serai, and of whatever entrants are made of.
"""

import os
import re
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from time import monotonic, sleep
from typing import Any

from serai.arena.games import Arena, Crew, Played
from serai.arena.seating import Fixture
from serai.core.errors import BadOptions

PATIENCE = 5.0  # seconds, until a machine answers; Ray would wait for minutes
LOOPBACK = "127.0.0.1"  # by which the processes of a local cluster speak with one another
SHOWN = 150  # characters of either end of an error
STORE = 80 << 20  # bytes for objects that processes share: a local cluster's least; fixtures and results are small


class Troupe:
    """A process of the cluster that has the arena ready."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._arena.prepare()

    def play(self, fixture: Fixture) -> Played:
        """One game."""
        return self._arena.play(fixture)


def play(
    arena: Arena, fixtures: Sequence[Fixture], workers: int | None = None, address: str | None = None
) -> Generator[Played, None, None]:
    """How each fixture ended, in their order; leaving early ends the games that run."""
    with crew(arena, len(fixtures), workers, address) as together:
        yield from together(fixtures)


@contextmanager
def crew(arena: Arena, games: int, workers: int | None = None, address: str | None = None) -> Iterator[Crew]:
    """Processes on a cluster that have the arena ready, for so many games; one for each free core, if not said."""
    check_free()
    arena.check()
    arena.dismiss()
    with cluster(workers, address) as ray:
        count = size(free_cores(ray), games, workers)
        troupes = [ray.remote(num_cpus=1)(Troupe).remote(arena) for _ in range(count)]
        try:
            yield lambda fixtures: hand_out(fixtures, ray, troupes)
        finally:
            for troupe in troupes:
                ray.kill(troupe)


def free_cores(ray: Any) -> float:
    """How many cores nobody uses; it takes a moment until those of somebody who has left are free again."""
    deadline = monotonic() + PATIENCE
    while (cores := float(ray.available_resources().get("CPU", 0))) < 1 and monotonic() < deadline:
        sleep(0.1)
    return cores


def size(cores: float, games: int, workers: int | None) -> int:
    """How many processes can play at once: more than there are cores for would be waited for without end."""
    if cores < 1:
        raise BadOptions("the Ray cluster has no core that is free")
    return max(1, min(int(cores), games, workers or games))


def hand_out(fixtures: Sequence[Fixture], ray: Any, troupes: Sequence[Any]) -> Iterator[Played]:
    """How each fixture ended, played by whoever is free; what goes wrong far away is told as if it were here."""
    pool = ray.util.ActorPool(troupes)
    try:
        yield from pool.map(lambda troupe, fixture: troupe.play.remote(fixture), fixtures)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise BadOptions(f"the Ray cluster does not go on: {one_line(error)}") from None


@contextmanager
def cluster(workers: int | None, address: str | None) -> Iterator[Any]:
    """The package, connected to a cluster; one that was started here is gone afterwards."""
    if address:
        check(address)
    with settings(is_own=not address):
        ray = imported()
        with ExitStack() as afterwards:
            own = {} if address else own_cluster(workers, afterwards)
            afterwards.callback(ray.shutdown)
            with own_signals():
                connect(ray, address or "local", own)
            yield ray


def own_cluster(workers: int | None, afterwards: ExitStack) -> dict[str, Any]:
    """How a cluster of this machine's own is started; its folder is gone afterwards."""
    folder = tempfile.mkdtemp(prefix="serai-ray-")
    afterwards.callback(shutil.rmtree, folder, ignore_errors=True)
    return {
        "num_cpus": workers,
        "include_dashboard": False,
        "object_store_memory": STORE,
        "_temp_dir": folder,
        "_node_ip_address": LOOPBACK,
    }


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
    except (ConnectionError, RuntimeError, ray.exceptions.RayError) as error:
        raise BadOptions(f"no Ray cluster for {address!r}: {one_line(error)}") from None


def one_line(error: Exception) -> str:
    """What an error says, without colours; of long ones how it begins and ends."""
    text = " ".join(re.sub(r"\x1b\[[\d;]*m", "", str(error)).split()) or type(error).__name__
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]} … {text[-SHOWN:]}"


def check_free() -> None:
    """BadOptions if this process is a part of a cluster: whoever has connected it needs it as it is."""
    loaded: Any = sys.modules.get("ray")
    if loaded and loaded.is_initialized():
        raise BadOptions("this process is connected to a Ray cluster already; ray.shutdown() ends that")


def imported() -> Any:
    """The package, which reads its settings."""
    if find_spec("ray") is None:
        raise BadOptions("Ray is not installed (pip install 'serai[research]')")
    import ray
    import ray.util

    refresh()
    return ray


@contextmanager
def settings(is_own: bool) -> Iterator[None]:
    """Settings of Ray for as long as it is used: it keeps to itself, and a cluster of our own lets nobody else in.

    Without a token in the environment Ray would leave one in the home folder for good.
    """
    before = set_for_ray()
    own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)} if is_own else {}
    os.environ.update({"RAY_USAGE_STATS_ENABLED": "0", **own})
    try:
        yield
    finally:
        for name in set_for_ray():
            del os.environ[name]
        os.environ.update(before)
        refresh()


def set_for_ray() -> dict[str, str]:
    """The settings that are in the environment."""
    return {name: value for name, value in os.environ.items() if name.startswith("RAY_")}


def refresh() -> None:
    """Let Ray, where it is loaded, read modes and tokens again: it keeps what it has read first."""
    with suppress(AttributeError):
        inner: Any = sys.modules.get("ray._raylet")
        inner.Config.initialize("")
        inner.AuthenticationTokenLoader.instance().reset_cache()


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
