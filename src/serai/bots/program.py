"""A program in a process of its own, asked and answering by lines of JSON, with a deadline for every answer.

Nothing here waits without end: input and output are read and written as far as they go, what is kept of either is
bounded, and the program ends with whoever started it, together with all that it has started itself. What is asked and
what an answer means is for `program_player`; `docs/write-a-bot.md` explains it to whoever writes a program.
"""

import json
import math
import os
import select
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from serai.core.short_repr import shown

MOST_BYTES = 1 << 16  # in an answer
FLOOD = 1 << 20  # bytes without an end of line, after which a program is not listened to any more
CHUNK = 1 << 16
LOG_BYTES = 2000  # kept of what it writes to standard error
LOG_SHOWN = 300  # characters, with a fault
GRACE = 1.0  # seconds to end by itself when its input has ended
LAST_WORDS = 0.5  # seconds between the end of a program's output and its own

# Outlives this process by a moment: its input ends when this process does, however that was ended.
GUARD = 'read -r line; kill -9 -"$1"'

Pipes = subprocess.Popen[bytes]


class Fault(Exception):
    """Why there is no answer that can be used; the program goes on."""


class Broken(Fault):
    """A fault after which the program has to be started again."""


class Program:
    """A process and the lines that go to it and come from it."""

    def __init__(self, words: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, bufsize=0)
        try:
            guard = guard_of(self._process)
        except BaseException:
            end(self._process, None, os.getpid(), 0.0)
            raise
        self._finalizer = weakref.finalize(self, end, self._process, guard, os.getpid(), GRACE)
        self._input, self._output, self._log = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr) if stream
        )
        self._waiting = select.poll()
        for descriptor in (self._input, self._output, self._log):
            os.set_blocking(descriptor, False)
        for descriptor in (self._output, self._log):
            self._waiting.register(descriptor, select.POLLIN)
        self._unsent, self._heard, self._logged = bytearray(), bytearray(), bytearray()
        self._asked = 0

    @property
    def pid(self) -> int:
        """The number of its process, and of the group of all that it starts."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message as far as it goes at once; the rest goes with the next one."""
        self._unsent += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        self._send()

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message with a new id, and wait for its answer: an object with that id; Fault if there is none."""
        if len(self._unsent) > FLOOD:
            raise Broken("does not read its input")
        self._asked += 1
        self.tell({**message, "id": self._asked})
        deadline = monotonic() + seconds
        while True:
            try:
                line = self._line(deadline)
            except TimeoutError:
                raise self._silence(seconds) from None
            if (answer := answer_to(self._asked, line)) is not None:
                return answer

    def said(self) -> str:
        """The end of what it wrote to standard error since this was last asked."""
        self._read_log()
        words = " ".join(self._logged.decode(errors="replace").split())
        self._logged.clear()
        return words[-LOG_SHOWN:]

    def close(self, grace: float = GRACE) -> None:
        """End it, after so many seconds by force."""
        if found := self._finalizer.detach():
            process, guard, owner, _ = found[2]
            end(process, guard, owner, grace)

    def _line(self, deadline: float) -> bytes:
        """The next whole line that it writes."""
        searched = 0
        while (place := self._heard.find(b"\n", searched)) < 0:
            searched = len(self._heard)
            if searched > FLOOD:
                raise Broken(f"more than {FLOOD} bytes without an end of line")
            self._wait(deadline)
        line = bytes(self._heard[:place])
        del self._heard[: place + 1]
        return line

    def _wait(self, deadline: float) -> None:
        """Until there is something to read or room to write."""
        left = deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        ready = {descriptor for descriptor, _ in self._waiting.poll(math.ceil(1000 * left))}
        if self._log in ready:
            self._read_log()
        if self._input in ready:
            self._send()
        if self._output in ready:
            self._hear()

    def _hear(self) -> None:
        """Read what it has written."""
        with suppress(BlockingIOError):
            found = os.read(self._output, CHUNK)
            if not found:
                raise Broken(self._last_words())
            self._heard += found

    def _send(self) -> None:
        """Write what it will take; the rest waits until there is room."""
        with suppress(BlockingIOError):
            try:
                del self._unsent[: os.write(self._input, self._unsent)]
            except BrokenPipeError:
                self._forget(self._input)
                return
        if self._unsent:
            self._waiting.register(self._input, select.POLLOUT)
        else:
            self._forget(self._input)

    def _read_log(self) -> None:
        """Keep the end of what it has written to standard error."""
        with suppress(BlockingIOError):
            found = os.read(self._log, CHUNK)
            if not found:
                self._forget(self._log)
            self._logged += found
            del self._logged[:-LOG_BYTES]

    def _forget(self, descriptor: int) -> None:
        """Wait for this no more."""
        with suppress(KeyError):
            self._waiting.unregister(descriptor)

    def _silence(self, seconds: float) -> Fault:
        """Why there was no answer in time."""
        if self._process.poll() is not None:
            return Broken(self._last_words())
        if self._unsent:
            return Broken(f"did not read its input within {seconds:g} s")
        return Fault(f"no answer within {seconds:g} s")

    def _last_words(self) -> str:
        """How its output ended."""
        try:
            code = self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"


def guard_of(process: Pipes) -> Pipes:
    """A process that ends the program and its group when this process is gone without having done so."""
    nothing = subprocess.DEVNULL
    words = ["/bin/sh", "-c", GUARD, "guard", str(process.pid)]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, start_new_session=True, bufsize=0
    )


def end(process: Pipes, guard: Pipes | None, owner: int, grace: float) -> None:
    """End a program, its guard and all that the program has started; a copy of this process leaves them alone."""
    if os.getpid() != owner:
        return
    if process.stdin:
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(grace)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    if guard:
        guard.kill()
    for ended in filter(None, (process, guard)):
        ended.wait()
        for stream in (ended.stdin, ended.stdout, ended.stderr):
            if stream:
                stream.close()


def answer_to(number: int, line: bytes) -> dict[str, Any] | None:
    """The answer with that id; None for a late one to an earlier question; Fault for anything else."""
    if len(line) > MOST_BYTES:
        raise Fault(f"an answer of {len(line)} bytes; allowed: {MOST_BYTES}")
    try:
        answer = json.loads(line.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Fault(f"not JSON: {shown(line.decode(errors='replace'))}") from None
    if not isinstance(answer, dict):
        raise Fault(f"not an object: {shown(answer)}")
    found = answer.get("id")
    if not isinstance(found, int) or isinstance(found, bool):
        raise Fault(f"an answer without an id: {shown(answer)}")
    if found > number:
        raise Fault(f"an answer to {shown(found)}, which was not asked")
    return answer if found == number else None


def refuse_constant(text: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError(text)
