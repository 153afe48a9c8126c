"""Real server processes: `serai serve`, started, stopped and killed as a host does it; and programs to interrupt."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]

from tests.guests import PATIENCE, wait_until

FROM_A_TERMINAL = (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)  # a background job ignores them


@dataclass
class Process:
    """A server on a port of its own, which it has again after every start."""

    database: str
    folder: Path  # for what it prints
    options: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)  # of its environment
    port: int = field(default_factory=lambda: free_port())
    _running: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its number, as long as it runs."""
        assert self._running
        return self._running.pid

    @property
    def printed(self) -> str:
        """All that it has said to whoever started it."""
        return self._path("out").read_text("utf-8")

    @property
    def logged(self) -> list[dict[str, Any]]:
        """Its log, which is a JSON object a line."""
        return [json.loads(line) for line in self._path("err").read_text("utf-8").splitlines()]

    def _path(self, kind: str) -> Path:
        return self.folder / f"{self.port}.{kind}"

    def start(self) -> "Process":
        """Start it, in a group of its own; what it prints is added to what it printed before."""
        words = ["serve", "--port", str(self.port), "--database", self.database, *self.options]
        with self._path("out").open("ab") as out, self._path("err").open("ab") as err, default_signals():
            self._running = subprocess.Popen(
                [sys.executable, "-m", "serai", *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=environment() | self.variables,
                start_new_session=True,
            )
        return self

    def is_up(self) -> bool:
        """Whether it answers; it must not have ended by itself."""
        assert self._running and self._running.poll() is None, f"{self.printed}\n{self._path('err').read_text('utf-8')}"
        try:
            return httpx.get(f"{self.url}/api/health", timeout=5.0).is_success
        except httpx.TransportError:
            return False

    def wait(self) -> "Process":
        """Wait until it answers."""
        wait_until(self.is_up)
        return self

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals, is_for_group: bool = False) -> int:
        """Send a signal, to it or, as a terminal does, to its group; its exit code."""
        assert self._running
        if is_for_group:
            os.killpg(self._running.pid, number)
        else:
            self._running.send_signal(number)
        code = self._running.wait(PATIENCE)
        self._running = None
        return code

    def clear(self) -> None:
        """Leave nothing behind, whatever happened."""
        if self._running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait(PATIENCE)
            self._running = None


@contextmanager
def default_signals() -> Iterator[None]:
    """Programs started meanwhile can be interrupted, even where this process ignores interrupts.

    A program inherits which signals are ignored, but no handlers; so handlers that do nothing stand in here.
    """
    ignored = [number for number in FROM_A_TERMINAL if signal.getsignal(number) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda number, frame: None)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def serving(database: str, folder: Path, *options: str, **variables: str) -> Iterator[Process]:
    """A server that answers; nothing is left of it."""
    process = Process(database, folder, options, variables)
    try:
        yield process.start().wait()
    finally:
        process.clear()


def refused(*options: str, **changes: str) -> str:
    """The one line that `serai serve` says before it ends, without a word of what is secret."""
    words = ["serve", *([] if "--port" in options else ["--port", str(free_port())]), *options]
    answer = subprocess.run(
        [sys.executable, "-m", "serai", *words],
        env=environment() | changes,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert answer.returncode == 2 and answer.stdout == "", answer
    assert answer.stderr.startswith("serai: ") and answer.stderr.count("\n") == 1, answer.stderr
    assert "secret-word" not in answer.stderr
    return answer.stderr


def is_left(pid: int) -> bool:
    """Whether a process still runs; one that has ended but was not yet taken leave of does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def environment() -> dict[str, str]:
    """This process's environment, with all that it can import."""
    paths = [path for path in sys.path if path]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1", "COLUMNS": "80"}
