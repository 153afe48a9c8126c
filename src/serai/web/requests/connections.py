"""What stands before a request is read: how many connections, how large a head, how much time for head and body.

uvicorn has no such limits, so its protocol is given them here. A refusal is told as all others are, a page for people
and JSON for programs; then the connection is closed, a moment later than its sending side, so that the answer is not
lost to a client that is still sending.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from time import monotonic
from typing import Any, Final

import httptools
from starlette.datastructures import Headers
from starlette.responses import Response
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from serai.core.words.language import SOURCE, later, speaking
from serai.web.pages.rendering import language_of
from serai.web.requests.addresses import Proxies, counted
from serai.web.requests.error_response import Refusal
from serai.web.requests.guards import API, HEADERS, SLOW_DOWN
from serai.web.requests.quotas import Limit
from serai.web.settings import Limits

CONNECTIONS: Final = "connections"  # where the server's state has what is shared by all of them
SPARE = 8  # connections above an address's number that are told why, before others are closed at once
MOST_PIPELINED = 8  # requests that are sent before the one in front is answered
LINGER = 1.0  # seconds that a refused connection is still read from
LONGEST_PAUSE = 1.0  # seconds in which nothing is read from somebody who asks too often
FULL_PAUSE = 10  # seconds after which there may be room for another connection
TIME_TO_READ = 5.0  # seconds, when the server stops, for who reads an answer slowly
WORDS_PER_SECOND, WORDS_AT_ONCE = 5.0, 20.0  # refusals of an address that are told in words
CROWDED = later("too many connections are open to this server, or to your address; close some and try again")
PIPELINED = later("too many requests were sent at once")
UNREADABLE = later("what was sent is no request that can be read")
LONG_ADDRESS = later("this address may have at most {most} bytes")
LONG_HEAD = later("the headers may have at most {most} bytes")
SLOW = later("this request took longer than {seconds} s to be sent")
STOPPING = later("the server is being stopped")
RESERVE = 256  # open files that are for the database, the log and whatever else is no connection


def room_for(wanted: int) -> int:
    """How many connections there can be: each is an open file, of which the system gives a process so many."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if most == resource.RLIM_INFINITY else max(1, min(wanted, most - RESERVE))


def ask_for_files(wanted: int) -> None:
    """Have the system allow so many connections, as far as it does."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVE if most == resource.RLIM_INFINITY else min(wanted + RESERVE, most)
    if now not in (resource.RLIM_INFINITY, most) and now < needed:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))


class Entry(Enum):
    """What becomes of a new connection."""

    OPEN = auto()
    TOLD = auto()  # its first request is refused
    SHUT = auto()


class Connections:
    """All connections of one process, counted by address; a proxy's are not, for they are many people's."""

    def __init__(self, limits: Limits, proxies: Proxies, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.limits, self.proxies = limits, proxies
        self._most = most
        self._by_address: Counter[str] = Counter()
        self.number = 0
        self.words = Limit(WORDS_PER_SECOND, WORDS_AT_ONCE, clock)

    def enter(self, address: str) -> Entry:
        """One more."""
        group = counted(address)
        self._by_address[group] += 1
        self.number += 1
        over = self.number - self._most
        if address not in self.proxies:
            over = max(over, self._by_address[group] - self.limits.connections_per_address)
        return Entry.OPEN if over <= 0 else Entry.TOLD if over <= SPARE else Entry.SHUT

    def leave(self, address: str) -> None:
        """One less."""
        group = counted(address)
        self._by_address[group] -= 1
        self.number -= 1
        if not self._by_address[group]:
            del self._by_address[group]


class Part(Enum):
    """What of a request is awaited."""

    HEAD = auto()
    BODY = auto()
    NOTHING = auto()  # the request is whole


class BoundedProtocol(HttpToolsProtocol):
    """One connection of a server."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._house: Connections = app_state[CONNECTIONS]
        self._limits = self._house.limits
        self._address = ""
        self._entry = Entry.OPEN
        self._part, self._parts = Part.HEAD, 0  # what is awaited, and how many parts were before it
        self._timer: asyncio.TimerHandle | None = None
        self._timed = -1  # for which part the timer runs
        self._reading: asyncio.TimerHandle | None = None  # for who does not read
        self._head_bytes = 0  # of a head that is not whole yet
        self._header_bytes = 0  # of its whole headers
        self._why: Refusal | None = None  # a callback of the parser refuses
        self._is_refused = False
        self._pause = 0.0  # before anything else is read

    # A connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._entry = self._house.enter(self._address)
        if self._entry is Entry.SHUT:
            transport.abort()
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._stop_timer()
        if self._reading:
            self._reading.cancel()
        self._house.leave(self._address)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: who has not sent a whole request is not waited for, who reads slowly not for long."""
        if self._part is Part.BODY and not self._is_refused:
            self._refuse(Refusal(503, "stopping", STOPPING, {"Retry-After": str(FULL_PAUSE)}))
            return
        super().shutdown()
        self.loop.call_later(TIME_TO_READ, self._leave_slow_reader)

    def pause_writing(self) -> None:
        """Somebody does not read what is sent; that is not waited for without end."""
        super().pause_writing()
        self._reading = self.loop.call_later(self._limits.idle_seconds, self._leave_slow_reader)

    def resume_writing(self) -> None:
        """They have read on."""
        super().resume_writing()
        if self._reading:
            self._reading.cancel()

    def _leave_slow_reader(self) -> None:
        if self.flow.write_paused:
            self.transport.abort()

    # What is received

    def data_received(self, data: bytes) -> None:
        """Read on; what comes after a refusal is thrown away."""
        if self._is_refused:
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self.cycle.keep_alive = False  # nothing else is spoken here, and nothing after this can be read
        except httptools.HttpParserError:
            self._refuse(self._why or Refusal(400, "bad-request", UNREADABLE))
            return
        self._go_on(len(data))

    def _go_on(self, length: int) -> None:
        """Whatever was not sent whole must come in time, and a head must not grow without end."""
        if self._part is Part.HEAD and self._parts:
            self._head_bytes += length
        if self._head_bytes > self._limits.head_bytes and self._part is Part.HEAD:
            self._refuse(self._too_long())
        elif self._part is Part.NOTHING:
            self._stop_timer()
        elif self._timed != self._parts:
            self._start_timer()

    def _await(self, part: Part) -> None:
        self._part, self._parts = part, self._parts + 1

    def on_message_begin(self) -> None:
        """The first byte of a request; what comes between requests keeps no connection open."""
        self._unset_keepalive_if_required()
        super().on_message_begin()
        self.scope["extensions"] = {SLOW_DOWN: self._slow_down}  # type: ignore[dict-item]
        self._head_bytes = self._header_bytes = 0
        self._await(Part.HEAD)

    def on_url(self, url: bytes) -> None:
        """A part of the address that is asked for."""
        super().on_url(url)
        if len(self.url) > self._limits.url_bytes:
            self._stop_reading(self._too_long())

    def on_header(self, name: bytes, value: bytes) -> None:
        """A whole header."""
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > self._limits.head_bytes:
            self._stop_reading(self._too_long())

    def on_headers_complete(self) -> None:
        """The head is whole: the request is answered from now on, while its body may still be on its way."""
        if self._entry is Entry.TOLD:
            self._stop_reading(Refusal(429, "too-many", CROWDED, {"Retry-After": str(FULL_PAUSE)}))
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop_reading(Refusal(429, "too-many", PIPELINED, {"Retry-After": "1"}))
        self._unset_keepalive_if_required()
        super().on_headers_complete()
        self._await(Part.BODY)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._await(Part.NOTHING)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer is whole; who asks too often waits a moment until the next request is read."""
        super().on_response_complete()
        if self._pause and not self.transport.is_closing():
            self.flow.pause_reading()
            self.loop.call_later(self._pause, self._resume)
            self._pause = 0.0

    def _resume(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def _slow_down(self, seconds: float) -> None:
        """Somebody asks too often; a proxy's connections are other people's too."""
        if self._address not in self._house.proxies:
            self._pause = min(seconds, LONGEST_PAUSE)

    # In time

    def _start_timer(self) -> None:
        self._stop_timer()
        seconds = self._limits.head_seconds if self._part is Part.HEAD else self._limits.body_seconds
        self._timer, self._timed = self.loop.call_later(seconds, self._too_slow, seconds), self._parts

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer, self._timed = None, -1

    def _too_slow(self, seconds: float) -> None:
        """Who has begun a request is told; who only has come and said nothing is not."""
        if self._parts == 0 or self._is_answered:
            self.transport.close()
            return
        self._refuse(Refusal(408, "too-slow", SLOW, seconds=f"{seconds:g}"))

    @property
    def _is_answered(self) -> bool:
        """Whether an answer was begun, so that nothing else can be said."""
        if self._part is Part.BODY:
            return self.cycle.response_started or bool(self.pipeline)
        return self.cycle is not None and not self.cycle.response_complete

    # Refusals

    def _too_long(self) -> Refusal:
        most = self._limits.url_bytes
        if len(self.url) > most:
            return Refusal(414, "url-too-long", LONG_ADDRESS, most=most)
        most = self._limits.head_bytes
        return Refusal(431, "head-too-large", LONG_HEAD, most=most)

    def _stop_reading(self, refusal: Refusal) -> None:
        """The parser stops at an error of its callbacks."""
        self._why = refusal
        raise ValueError(refusal.code)

    def _refuse(self, refusal: Refusal) -> None:
        """Say why, unless an answer is on its way, and close."""
        self._is_refused = True
        self._stop_timer()
        if self._is_answered:
            self.transport.close()
            return
        if self._part is Part.BODY:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(self._written(refusal))
        self.flow.resume_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)

    def _written(self, refusal: Refusal) -> bytes:
        """A refusal as it is sent: in words, unless this address has been told often enough."""
        response = self._in_words(refusal) if self._may_have_words() else Response(status_code=refusal.status)
        head = [STATUS_LINE[response.status_code]]
        safe = [(name, value) for name, value in HEADERS.items() if name.decode() not in response.headers]
        for name, value in (*self.server_state.default_headers, *response.raw_headers, *safe):
            head += [name, b": ", value, b"\r\n"]
        return b"".join([*head, b"connection: close\r\n\r\n", response.body])

    def _may_have_words(self) -> bool:
        address = counted(self._address)
        is_allowed = self._house.words.wait(address) == 0.0
        if is_allowed:
            self._house.words.take(address)
        return is_allowed

    def _in_words(self, refusal: Refusal) -> Response:
        headers = Headers(raw=self.headers or [])
        path = self.url[: self._limits.url_bytes].decode("ascii", "replace").partition("?")[0] if self._parts else "/"
        with speaking(SOURCE if path.startswith(API) else language_of(headers)):
            return refusal.response(path, headers)
