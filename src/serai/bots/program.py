"""A program in its own process that answers questions by lines of JSON, with a deadline for every answer.

Nothing here waits without end: input and output are non-blocking, their buffers are bounded, and the program ends with
the process that started it, together with its whole process group. The questions and the meaning of answers are in
`program_player`; `docs/write-a-bot.md` explains them to authors of programs.
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
MOST_BUFFERED = 1 << 20  # bytes without an end of line, after which a program's output is not read any more
CHUNK = 1 << 16
LOG_BYTES = 2000  # of standard error that are kept
LOG_SHOWN = 300  # characters, with a fault
GRACE = 1.0  # seconds to exit when its input has ended
EXIT_WAIT = 0.5  # seconds between the end of a program's output and its own

# The guard outlives this process by a moment: its input ends when this process does, however that happens.
GUARD = 'read -r line; kill -9 -"$1"'

Pipes = subprocess.Popen[bytes]


class Fault(Exception):
    """There is no usable answer; the program goes on."""


class BrokenProgram(Fault):
    """A fault after which the program must be started again."""


class Program:
    """A process with its input and output lines."""

    def __init__(self, words: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, bufsize=0)
        try:
            guard = start_guard(self._process)
        except BaseException:
            end(self._process, None, os.getpid(), 0.0)
            raise
        self._finalizer = weakref.finalize(self, end, self._process, guard, os.getpid(), GRACE)
        self._input, self._output, self._log = (
            pipe.fileno() for pipe in (self._process.stdin, self._process.stdout, self._process.stderr) if pipe
        )
        self._poll = select.poll()
        for descriptor in (self._input, self._output, self._log):
            os.set_blocking(descriptor, False)
        for descriptor in (self._output, self._log):
            self._poll.register(descriptor, select.POLLIN)
        self._outbox, self._received, self._log_tail = bytearray(), bytearray(), bytearray()
        self._last_id = 0

    @property
    def pid(self) -> int:
        """Its process ID, which is also its process group's."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it is still running."""
        return self._process.poll() is None

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message as far as it goes without waiting; the rest goes with the next one."""
        self._outbox += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        self._flush()

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message with a new id, and wait for its answer: an object with that id; Fault if there is none."""
        if len(self._outbox) > MOST_BUFFERED:
            raise BrokenProgram("does not read its input")
        self._last_id += 1
        self.send({**message, "id": self._last_id})
        deadline = monotonic() + seconds
        while True:
            try:
                line = self._line(deadline)
            except TimeoutError:
                raise self._timeout_fault(seconds) from None
            if (answer := answer_to(self._last_id, line)) is not None:
                return answer

    def take_log(self) -> str:
        """The end of its standard error since the last call."""
        self._read_log()
        words = " ".join(self._log_tail.decode(errors="replace").split())
        self._log_tail.clear()
        return words[-LOG_SHOWN:]

    def close(self, grace: float = GRACE) -> None:
        """End it, after `grace` seconds by force."""
        if arguments := self._finalizer.detach():
            process, guard, owner, _ = arguments[2]
            end(process, guard, owner, grace)

    def _line(self, deadline: float) -> bytes:
        """The next whole line of its output."""
        searched = 0
        while (place := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > MOST_BUFFERED:
                raise BrokenProgram(f"more than {MOST_BUFFERED} bytes without an end of line")
            self._wait(deadline)
        line = bytes(self._received[:place])
        del self._received[: place + 1]
        return line

    def _wait(self, deadline: float) -> None:
        """Wait until there is something to read or room to write."""
        left = deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        ready = {descriptor for descriptor, _ in self._poll.poll(math.ceil(1000 * left))}
        if self._log in ready:
            self._read_log()
        if self._input in ready:
            self._flush()
        if self._output in ready:
            self._receive()

    def _receive(self) -> None:
        """Read its output."""
        with suppress(BlockingIOError):
            chunk = os.read(self._output, CHUNK)
            if not chunk:
                raise BrokenProgram(self._exit_reason())
            self._received += chunk

    def _flush(self) -> None:
        """Write as much of the outbox as it will take."""
        with suppress(BlockingIOError):
            try:
                del self._outbox[: os.write(self._input, self._outbox)]
            except BrokenPipeError:
                self._unregister(self._input)
                return
        if self._outbox:
            self._poll.register(self._input, select.POLLOUT)
        else:
            self._unregister(self._input)

    def _read_log(self) -> None:
        """Read its standard error and keep the end."""
        with suppress(BlockingIOError):
            chunk = os.read(self._log, CHUNK)
            if not chunk:
                self._unregister(self._log)
            self._log_tail += chunk
            del self._log_tail[:-LOG_BYTES]

    def _unregister(self, descriptor: int) -> None:
        """Stop waiting for a descriptor."""
        with suppress(KeyError):
            self._poll.unregister(descriptor)

    def _timeout_fault(self, seconds: float) -> Fault:
        """The reason why there was no answer in time."""
        if self._process.poll() is not None:
            return BrokenProgram(self._exit_reason())
        if self._outbox:
            return BrokenProgram(f"did not read its input within {seconds:g} s")
        return Fault(f"no answer within {seconds:g} s")

    def _exit_reason(self) -> str:
        """The reason why its output ended."""
        try:
            code = self._process.wait(EXIT_WAIT)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"


def start_guard(process: Pipes) -> Pipes:
    """Start a process that ends the program and its group if this process ends without doing so."""
    nothing = subprocess.DEVNULL
    words = ["/bin/sh", "-c", GUARD, "guard", str(process.pid)]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, start_new_session=True, bufsize=0
    )


def end(process: Pipes, guard: Pipes | None, owner: int, grace: float) -> None:
    """End a program, its group and its guard; does nothing in a forked copy of this process."""
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
    for child in filter(None, (process, guard)):
        child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe:
                pipe.close()


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
    answer_id = answer.get("id")
    if not isinstance(answer_id, int) or isinstance(answer_id, bool):
        raise Fault(f"an answer without an id: {shown(answer)}")
    if answer_id > number:
        raise Fault(f"an answer to {shown(answer_id)}, which was not asked")
    return answer if answer_id == number else None


def refuse_constant(text: str) -> None:
    """Refuse NaN and Infinity, which are not JSON."""
    raise ValueError(text)
