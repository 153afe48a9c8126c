"""Raw connections, on which an attacker says what no library would."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.guests import PATIENCE

ASKED = 200  # times, for more than all buffers between hold
HERE, NEIGHBOUR = "127.0.0.1", "127.0.0.2"  # two addresses of this machine


@dataclass
class Told:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: str


@dataclass
class Line:
    """One connection."""

    ends: socket.socket

    def say(self, text: str | bytes) -> None:
        """Send something, whole or not."""
        self.ends.sendall(text.encode() if isinstance(text, str) else text)

    def trickle(self, text: str, pause: float = 0.1) -> bool:
        """Send letter by letter, over and over; whether anybody answered or hung up."""
        self.ends.settimeout(pause)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for letter in text:
                try:
                    self.say(letter)
                    if self.ends.recv(1, socket.MSG_PEEK) is not None:
                        return True
                except TimeoutError:
                    continue
                except OSError:
                    return True
        return False

    def fill(self, request: str) -> None:
        """Ask for more and more without reading any of it, until the server hangs up or nothing can be on its way."""
        with suppress(ConnectionError):
            for _ in range(ASKED):
                self.say(request)
                time.sleep(0.01)  # one after the other: what comes at once is not queued without end

    def rest(self) -> bytes:
        """All that still comes until the server hangs up."""
        self.ends.settimeout(PATIENCE)
        found = b""
        try:
            while part := self.ends.recv(65536):
                found += part
        except ConnectionResetError:
            pass
        return found

    def told(self) -> Told:
        """The answer, before the server hangs up."""
        return read(self.rest())


def read(answer: bytes) -> Told:
    """An answer in parts."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert first.startswith("HTTP/1.1 "), answer[:200]
    pairs = (line.partition(": ") for line in lines)
    return Told(int(first.split()[1]), {name.lower(): value for name, _, value in pairs}, body.decode())


def connected(port: int, source: str) -> socket.socket:
    """A connection that holds little which was not read."""
    ends = socket.socket()
    ends.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    ends.settimeout(PATIENCE)
    ends.bind((source, 0))
    ends.connect((HERE, port))
    return ends


@contextmanager
def line(url: str, source: str = HERE) -> Iterator[Line]:
    """A connection to a server, from one of this machine's addresses."""
    place = urlsplit(url)
    with connected(place.port or 0, source) as ends:
        yield Line(ends)


def ask(url: str, request: str | bytes, source: str = HERE) -> Told:
    """The answer to one request, after which the server hangs up."""
    with line(url, source) as caller:
        caller.say(request)
        return caller.told()


def get(path: str, *headers: str) -> str:
    """A request after which the connection is closed."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""))


def post(path: str, body: str, *headers: str, length: int | None = None) -> str:
    """A form that is sent, after which the connection is closed; its length may be a lie."""
    size = len(body.encode()) if length is None else length
    own = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {size}")
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", "Connection: close", *own, *headers, "", body))
