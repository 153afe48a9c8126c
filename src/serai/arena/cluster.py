"""The arena on a Ray cluster: the same games as on one machine, played by processes on many.

Without an address a cluster is started on this machine, and stopped afterwards. Machines of a named cluster need the
same version of Serai and of the entrants' code.
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

from serai.arena.games import Arena, GameResult, PlayAll
from serai.arena.seating import Fixture
from serai.core.errors import BadOptions

TIMEOUT = 5.0  # seconds for a machine to answer; Ray would wait for minutes
LOOPBACK = "127.0.0.1"  # the address that the processes of a local cluster use among themselves
EXCERPT_LENGTH = 150  # characters of either end of an error
OBJECT_STORE_BYTES = (
    80 << 20
)  # bytes for objects that processes share: a local cluster's least; fixtures and results are small


class ArenaActor:
    """A process of the cluster that has the arena ready."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._arena.prepare()

    def play(self, fixture: Fixture) -> GameResult:
        """One game."""
        return self._arena.play(fixture)


def play(
    arena: Arena, fixtures: Sequence[Fixture], workers: int | None = None, address: str | None = None
) -> Generator[GameResult, None, None]:
    """The result of each fixture, in their order; leaving early ends the running games."""
    with worker_pool(arena, len(fixtures), workers, address) as play_all:
        yield from play_all(fixtures)


@contextmanager
def worker_pool(arena: Arena, games: int, workers: int | None = None, address: str | None = None) -> Iterator[PlayAll]:
    """Processes on a cluster that have the arena ready; by default one for each free core."""
    check_unconnected()
    arena.check()
    arena.dismiss()
    with cluster(workers, address) as ray:
        count = worker_count(free_cores(ray), games, workers)
        actors = [ray.remote(num_cpus=1)(ArenaActor).remote(arena) for _ in range(count)]
        try:
            yield lambda fixtures: submit_ahead(fixtures, ray, actors)
        finally:
            for actor in actors:
                ray.kill(actor)


def free_cores(ray: Any) -> float:
    """The number of free cores; the cores of a client that just left take a moment to be free again."""
    deadline = monotonic() + TIMEOUT
    while (cores := float(ray.available_resources().get("CPU", 0))) < 1 and monotonic() < deadline:
        sleep(0.1)
    return cores


def worker_count(cores: float, games: int, workers: int | None) -> int:
    """How many processes can play at once; Ray would wait forever for more processes than cores."""
    if cores < 1:
        raise BadOptions("the Ray cluster has no core that is free")
    return max(1, min(int(cores), games, workers or games))


def submit_ahead(fixtures: Sequence[Fixture], ray: Any, actors: Sequence[Any]) -> Iterator[GameResult]:
    """The result of each fixture, played by any free actor; a remote exception is raised here."""
    pool = ray.util.ActorPool(actors)
    try:
        yield from pool.map(lambda actor, fixture: actor.play.remote(fixture), fixtures)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise BadOptions(f"the Ray cluster does not go on: {one_line(error)}") from None


@contextmanager
def cluster(workers: int | None, address: str | None) -> Iterator[Any]:
    """The Ray package, connected to a cluster; a cluster that was started here is stopped afterwards."""
    if address:
        check(address)
    with ray_environment(is_local=not address):
        ray = import_ray()
        with ExitStack() as cleanup:
            options = {} if address else local_cluster_options(workers, cleanup)
            cleanup.callback(ray.shutdown)
            with keep_signal_handlers():
                connect(ray, address or "local", options)
            yield ray


def local_cluster_options(workers: int | None, cleanup: ExitStack) -> dict[str, Any]:
    """The options that start a cluster on this machine; its folder is removed afterwards."""
    folder = tempfile.mkdtemp(prefix="serai-ray-")
    cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
    return {
        "num_cpus": workers,
        "include_dashboard": False,
        "object_store_memory": OBJECT_STORE_BYTES,
        "_temp_dir": folder,
        "_node_ip_address": LOOPBACK,
    }


def check(address: str) -> None:
    """BadOptions if nobody listens there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    try:
        socket.create_connection((host, int(port)), TIMEOUT).close()
    except (OSError, ValueError, OverflowError):
        allowed = "HOST:PORT or ray://HOST:PORT of a cluster that runs, or auto"
        raise BadOptions(f"no Ray cluster answers at {address!r}; allowed: {allowed}") from None


def connect(ray: Any, address: str, options: dict[str, Any]) -> None:
    """Connect this process to the cluster."""
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", **options)
    except (ConnectionError, RuntimeError, ray.exceptions.RayError) as error:
        raise BadOptions(f"no Ray cluster for {address!r}: {one_line(error)}") from None


def one_line(error: Exception) -> str:
    """An error's message without colours; the middle of a long one is left out."""
    text = " ".join(re.sub(r"\x1b\[[\d;]*m", "", str(error)).split()) or type(error).__name__
    return text if len(text) <= 2 * EXCERPT_LENGTH else f"{text[:EXCERPT_LENGTH]} … {text[-EXCERPT_LENGTH:]}"


def check_unconnected() -> None:
    """BadOptions if this process is connected to a cluster already: other code needs that connection."""
    ray: Any = sys.modules.get("ray")
    if ray and ray.is_initialized():
        raise BadOptions("this process is connected to a Ray cluster already; ray.shutdown() ends that")


def import_ray() -> Any:
    """Import Ray and let it read its settings."""
    if find_spec("ray") is None:
        raise BadOptions("Ray is not installed (pip install 'serai[research]')")
    import ray
    import ray.util

    reload_ray_settings()
    return ray


@contextmanager
def ray_environment(is_local: bool) -> Iterator[None]:
    """Set Ray's environment variables while it is used: no usage statistics, and a local cluster asks for a token.

    Without a token in the environment Ray would leave one in the home folder for good.
    """
    before = ray_variables()
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)} if is_local else {}
    os.environ.update({"RAY_USAGE_STATS_ENABLED": "0", **token})
    try:
        yield
    finally:
        for name in ray_variables():
            del os.environ[name]
        os.environ.update(before)
        reload_ray_settings()


def ray_variables() -> dict[str, str]:
    """Ray's variables in the environment."""
    return {name: value for name, value in os.environ.items() if name.startswith("RAY_")}


def reload_ray_settings() -> None:
    """Let Ray, where it is loaded, read modes and tokens again: it caches the first values it reads."""
    with suppress(AttributeError):
        raylet: Any = sys.modules.get("ray._raylet")
        raylet.Config.initialize("")
        raylet.AuthenticationTokenLoader.instance().reset_cache()


@contextmanager
def keep_signal_handlers() -> Iterator[None]:
    """Keep this process's signal handlers, which Ray would replace."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
