"""Verification of records that anybody may send: in a separate process, one at a time, with a time limit.

Reading a large document and recomputing a game keep the interpreter busy, which other requests would have to
wait for. The process starts with the first record, runs at low priority, and ends with the server. Its limit
is CPU time: on a busy machine an honest record takes longer, but costs no more.
"""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, BinaryIO

from anyio import to_thread

from serai.core.errors import SeraiError
from serai.core.records import record, replay
from serai.tables.errors import BadRequest, TooMuch
from serai.web.requests.logs import log_to_stderr
from serai.web.settings import Limits

log = logging.getLogger("serai.web.api.verification")
MOST_WAITING = 4  # records, besides the one that is being verified
RETRY_AFTER = 5  # seconds after which there may be room for another
SECONDS_TO_START = 120.0  # on a busy machine
NICENESS = 10
MOST_DIFFERENCES = 1000  # that are listed
MOST_CHARACTERS = 500  # of a difference or an error: they may repeat the record's content
READY = b"ready\n"
FAILED = "failed"  # the code of an internal error
TRIES = 2
WAIT_FACTOR = 6  # multiple of the CPU time limit after which a waiting process is killed
TIMEOUT_CODES = (-signal.SIGKILL, -signal.SIGPROF) if hasattr(signal, "SIGPROF") else ()  # the process took too long


class InvalidRecord(SeraiError):
    """The process could not read the record."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Verifier:
    """The server's side."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.verification_seconds
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._process: subprocess.Popen[bytes] | None = None

    async def verdict(self, text: bytes) -> dict[str, Any]:
        """The verdict on a record; `SeraiError` if it can't be read."""
        if self._waiting > MOST_WAITING:
            raise TooMuch("other records are being checked at the moment", RETRY_AFTER)
        self._waiting += 1
        try:
            async with self._lock:
                result = await to_thread.run_sync(self._verify, text)
        finally:
            self._waiting -= 1
        if result.get("code") == FAILED:
            raise RuntimeError("a record could not be checked, as the verifier's own line in the log says")
        if "code" in result:
            raise InvalidRecord(result["code"], result["message"])
        return result

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None

    def _verify(self, text: bytes) -> dict[str, Any]:
        for _try in range(TRIES):
            process = self._running_process()
            with kill_after(process, self._seconds * WAIT_FACTOR):
                line = ask(process, text)
            if line:
                result: dict[str, Any] = json.loads(line)
                return result
            self.close()
            if process.returncode in TIMEOUT_CODES:
                break
        raise BadRequest("this record can't be checked here; `serai verify` checks it, however long that takes")

    def _running_process(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = start_process(self._seconds)
            with kill_after(self._process, SECONDS_TO_START):
                assert self._process.stdout and self._process.stdout.readline() == READY, "the verifier did not start"
        return self._process


def start_process(seconds: float) -> "subprocess.Popen[bytes]":
    """A process that verifies records, each within a limit of CPU time; it imports Serai from where this one does."""
    paths = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, "-m", "serai.web.api.verification", str(seconds)]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths}
    )


@contextmanager
def kill_after(process: "subprocess.Popen[bytes]", seconds: float) -> Iterator[None]:
    """Kill a process that does not finish in time."""
    timer = Timer(seconds, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def ask(process: "subprocess.Popen[bytes]", text: bytes) -> bytes:
    """The process's answer, one line; empty when it has ended."""
    assert process.stdin and process.stdout
    try:
        process.stdin.write(b"%d\n" % len(text) + text)
        process.stdin.flush()
    except BrokenPipeError:
        return b""
    return process.stdout.readline()


# The process


def main(seconds: float) -> None:
    """Verify one record after another, until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends at Ctrl-C, and this with it
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    log_to_stderr("warning")
    write_line(sys.stdout.buffer, READY)
    for text in read_texts(sys.stdin.buffer):
        limit_cpu_time(seconds)
        answer = json.dumps(verify(text)).encode() + b"\n"
        limit_cpu_time(0)
        write_line(sys.stdout.buffer, answer)


def limit_cpu_time(seconds: float) -> None:
    """End this process after so much CPU time from now on; 0 removes the limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def read_texts(source: BinaryIO) -> Iterator[bytes]:
    """The texts from standard input, each after its length."""
    while length := source.readline():
        yield source.read(int(length))


def write_line(target: BinaryIO, line: bytes) -> None:
    """Write a line and flush."""
    target.write(line)
    target.flush()


def verify(text: bytes) -> dict[str, Any]:
    """The verdict, or the code and message of an error in the record's form."""
    try:
        return as_response(replay.verify(record.parse(text, "the record")))
    except SeraiError as error:
        return {"code": error.code, "message": str(error)[:MOST_CHARACTERS]}
    except Exception:
        log.exception("a record could not be checked")
        return {"code": FAILED}


def as_response(verdict: replay.Verdict) -> dict[str, Any]:
    """A verdict in the form of the HTTP interface."""
    differences = [str(difference)[:MOST_CHARACTERS] for difference in verdict.differences[:MOST_DIFFERENCES]]
    more = len(verdict.differences) - len(differences)
    remarks = [*verdict.remarks, *([f"{more} more differences are not listed"] if more else [])]
    return {
        "is_fine": verdict.is_fine,
        "decisions": verdict.decisions,
        "differences": differences,
        "remarks": remarks,
    }


if __name__ == "__main__":
    main(float(sys.argv[1]))
