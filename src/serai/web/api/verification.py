"""Checking records that anybody may send: in a process of its own, one at a time, with an end to how long it may take.

Reading a large document and recomputing a game keep the interpreter busy, which a server's other answers would have to
wait for. The process is started when it is wanted first, gives way to all others, and ends when the server does. What
it may take is measured in its own time: on a busy machine an honest record takes longer, but costs no more.
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
MOST_WAITING = 4  # records, besides the one that is being checked
FULL_PAUSE = 5  # seconds after which there may be room for another
SECONDS_TO_START = 120.0  # on a busy machine
POLITENESS = 10  # how far the process steps back behind others
MOST_TOLD = 1000  # differences that are told one by one
LONGEST = 500  # characters of one of them, or of a refusal: they may repeat what was sent
READY = b"ready\n"
FAILED = "failed"  # the code of a fault of ours
TRIES = 2
PATIENCE = 6  # times as long as a check may compute, until a process that waits for something is given up
GIVEN_UP = (-signal.SIGKILL, -signal.SIGPROF) if hasattr(signal, "SIGPROF") else ()  # it took too long


class Refused(SeraiError):
    """A record that can't be read, as the process found."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Verifier:
    """The server's side."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.verification_seconds
        self._is_free = asyncio.Lock()
        self._waiting = 0
        self._process: subprocess.Popen[bytes] | None = None

    async def verdict(self, text: bytes) -> dict[str, Any]:
        """What recomputing a record finds; `SeraiError` where it can't be read."""
        if self._waiting > MOST_WAITING:
            raise TooMuch("other records are being checked at the moment", FULL_PAUSE)
        self._waiting += 1
        try:
            async with self._is_free:
                found = await to_thread.run_sync(self._answer, text)
        finally:
            self._waiting -= 1
        if found.get("code") == FAILED:
            raise RuntimeError("a record could not be checked, as the verifier's own line in the log says")
        if "code" in found:
            raise Refused(found["code"], found["message"])
        return found

    def close(self) -> None:
        """Let the process go."""
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None

    def _answer(self, text: bytes) -> dict[str, Any]:
        for _try in range(TRIES):
            process = self._started()
            with killed_after(process, self._seconds * PATIENCE):
                line = asked(process, text)
            if line:
                found: dict[str, Any] = json.loads(line)
                return found
            self.close()
            if process.returncode in GIVEN_UP:
                break
        raise BadRequest("this record can't be checked here; `serai verify` checks it, however long that takes")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = begin(self._seconds)
            with killed_after(self._process, SECONDS_TO_START):
                assert self._process.stdout and self._process.stdout.readline() == READY, "the verifier did not start"
        return self._process


def begin(seconds: float) -> "subprocess.Popen[bytes]":
    """A process that checks records, each in so much of its own time; it finds Serai where this one does."""
    paths = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, "-m", "serai.web.api.verification", str(seconds)]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths}
    )


@contextmanager
def killed_after(process: "subprocess.Popen[bytes]", seconds: float) -> Iterator[None]:
    """End a process that is not done in time."""
    timer = Timer(seconds, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def asked(process: "subprocess.Popen[bytes]", text: bytes) -> bytes:
    """The process's answer in one line; empty when it has ended."""
    assert process.stdin and process.stdout
    try:
        process.stdin.write(b"%d\n" % len(text) + text)
        process.stdin.flush()
    except BrokenPipeError:
        return b""
    return process.stdout.readline()


# The process


def main(seconds: float) -> None:
    """Check one record after another, until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends at Ctrl-C, and this with it
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    log_to_stderr("warning")
    answer_to(sys.stdout.buffer, READY)
    for text in texts(sys.stdin.buffer):
        ends_after(seconds)
        answer = json.dumps(checked(text)).encode() + b"\n"
        ends_after(0)
        answer_to(sys.stdout.buffer, answer)


def ends_after(seconds: float) -> None:
    """Let this process end when it has computed for so long from now on; 0: not any more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def texts(source: BinaryIO) -> Iterator[bytes]:
    """What is sent: each text after its length."""
    while length := source.readline():
        yield source.read(int(length))


def answer_to(target: BinaryIO, line: bytes) -> None:
    """Say something at once."""
    target.write(line)
    target.flush()


def checked(text: bytes) -> dict[str, Any]:
    """What recomputing finds, or the code and message of what is wrong with the record's form."""
    try:
        return told(replay.verify(record.parse(text, "the record")))
    except SeraiError as error:
        return {"code": error.code, "message": str(error)[:LONGEST]}
    except Exception:
        log.exception("a record could not be checked")
        return {"code": FAILED}


def told(verdict: replay.Verdict) -> dict[str, Any]:
    """A verdict as the interface gives it."""
    differences = [str(difference)[:LONGEST] for difference in verdict.differences[:MOST_TOLD]]
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
