"""Limits before a request is read: the number of connections, the size of the head, the time for head and body.

uvicorn has no such limits, so its protocol gets them here. A refusal is a response like all others, a page for people
and JSON for programs; then the connection is closed, a moment later than its sending side, so that the response is not
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
from serai.web.requests.addresses import Proxies, address_group
from serai.web.requests.error_response import Refusal
from serai.web.requests.guards import API, HEADERS, SLOW_DOWN
from serai.web.requests.quotas import RateLimit
from serai.web.settings import Limits

CONNECTIONS: Final = "connections"  # the key of the shared `Connections` in the server's state
SPARE_CONNECTIONS = 8  # connections above an address's limit that get an error response; further ones are just closed
MOST_PIPELINED = 8  # requests that may be sent before the first is answered
LINGER = 1.0  # seconds that a refused connection is still read from
LONGEST_PAUSE = 1.0  # seconds in which nothing is read from a client with too many requests
RETRY_AFTER = 10  # seconds after which there may be room for another connection
STOP_READ_SECONDS = 5.0  # for slow readers when the server stops
TEXTS_PER_SECOND, TEXTS_AT_ONCE = 5.0, 20.0  # refusals of an address that have a text
CROWDED = later("too many connections are open to this server, or to your address; close some and try again")
PIPELINED = later("too many requests were sent at once")
UNREADABLE = later("what was sent is no request that can be read")
LONG_ADDRESS = later("this address may have at most {most} bytes")
LONG_HEAD = later("the headers may have at most {most} bytes")
SLOW = later("this request took longer than {seconds} s to be sent")
STOPPING = later("the server is being stopped")
RESERVED_FILES = 256  # open files for the database, the log and everything else that is not a connection


def connection_limit(requested: int) -> int:
    """The number of possible connections: each is an open file, which the system limits."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return requested if most == resource.RLIM_INFINITY else max(1, min(requested, most - RESERVED_FILES))


def raise_file_limit(requested: int) -> None:
    """Raise the system's limit of open files for so many connections, as far as it allows."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = requested + RESERVED_FILES if most == resource.RLIM_INFINITY else min(requested + RESERVED_FILES, most)
    if now not in (resource.RLIM_INFINITY, most) and now < needed:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))


class Entry(Enum):
    """The treatment of a new connection."""

    OPEN = auto()
    REFUSED = auto()  # its first request is refused
    CLOSED = auto()


class Connections:
    """All connections of one process, counted by address; a proxy's have no limit, because they are many people's."""

    def __init__(self, limits: Limits, proxies: Proxies, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.limits, self.proxies = limits, proxies
        self._most = most
        self._by_address: Counter[str] = Counter()
        self.number = 0
        self.text_limit = RateLimit(TEXTS_PER_SECOND, TEXTS_AT_ONCE, clock)

    def enter(self, address: str) -> Entry:
        """Count a new connection."""
        group = address_group(address)
        self._by_address[group] += 1
        self.number += 1
        over = self.number - self._most
        if address not in self.proxies:
            over = max(over, self._by_address[group] - self.limits.connections_per_address)
        return Entry.OPEN if over <= 0 else Entry.REFUSED if over <= SPARE_CONNECTIONS else Entry.CLOSED

    def leave(self, address: str) -> None:
        """Count a closed connection."""
        group = address_group(address)
        self._by_address[group] -= 1
        self.number -= 1
        if not self._by_address[group]:
            del self._by_address[group]


class Part(Enum):
    """The part of a request that is expected."""

    HEAD = auto()
    BODY = auto()
    NOTHING = auto()  # the request is complete


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
        self._connections: Connections = app_state[CONNECTIONS]
        self._limits = self._connections.limits
        self._address = ""
        self._entry = Entry.OPEN
        self._part, self._parts = Part.HEAD, 0  # the expected part, and the number of parts before it
        self._timer: asyncio.TimerHandle | None = None
        self._timed_part = -1  # the number of the part that the timer runs for
        self._read_timer: asyncio.TimerHandle | None = None  # for a client that does not read
        self._head_bytes = 0  # of an incomplete head
        self._header_bytes = 0  # of its complete headers
        self._refusal: Refusal | None = None  # by a callback of the parser
        self._is_refused = False
        self._pause = 0.0  # seconds before the next read

    # A connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept, refuse or close a new connection."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._entry = self._connections.enter(self._address)
        if self._entry is Entry.CLOSED:
            transport.abort()
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a closed connection."""
        self._stop_timer()
        if self._read_timer:
            self._read_timer.cancel()
        self._connections.leave(self._address)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Stop with the server: do not wait for incomplete requests, and not for long for slow readers."""
        if self._part is Part.BODY and not self._is_refused:
            self._refuse(Refusal(503, "stopping", STOPPING, {"Retry-After": str(RETRY_AFTER)}))
            return
        super().shutdown()
        self.loop.call_later(STOP_READ_SECONDS, self._abort_slow_reader)

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not forever."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(self._limits.idle_seconds, self._abort_slow_reader)

    def resume_writing(self) -> None:
        """Stop the timer of a client that reads again."""
        super().resume_writing()
        if self._read_timer:
            self._read_timer.cancel()

    def _abort_slow_reader(self) -> None:
        if self.flow.write_paused:
            self.transport.abort()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Parse data; data after a refusal is ignored."""
        if self._is_refused:
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self.cycle.keep_alive = False  # no other protocol is supported, and nothing after this can be parsed
        except httptools.HttpParserError:
            self._refuse(self._refusal or Refusal(400, "bad-request", UNREADABLE))
            return
        self._check_progress(len(data))

    def _check_progress(self, length: int) -> None:
        """Limit the time of an incomplete part, and the size of a head."""
        if self._part is Part.HEAD and self._parts:
            self._head_bytes += length
        if self._head_bytes > self._limits.head_bytes and self._part is Part.HEAD:
            self._refuse(self._too_long())
        elif self._part is Part.NOTHING:
            self._stop_timer()
        elif self._timed_part != self._parts:
            self._start_timer()

    def _expect(self, part: Part) -> None:
        self._part, self._parts = part, self._parts + 1

    def on_message_begin(self) -> None:
        """Begin a request; bytes between requests do not keep a connection open."""
        self._unset_keepalive_if_required()
        super().on_message_begin()
        self.scope["extensions"] = {SLOW_DOWN: self._slow_down}  # type: ignore[dict-item]
        self._head_bytes = self._header_bytes = 0
        self._expect(Part.HEAD)

    def on_url(self, url: bytes) -> None:
        """Check the length of the URL."""
        super().on_url(url)
        if len(self.url) > self._limits.url_bytes:
            self._stop_reading(self._too_long())

    def on_header(self, name: bytes, value: bytes) -> None:
        """Check the size of the headers."""
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > self._limits.head_bytes:
            self._stop_reading(self._too_long())

    def on_headers_complete(self) -> None:
        """Start to handle the request, while its body may still be on its way."""
        if self._entry is Entry.REFUSED:
            self._stop_reading(Refusal(429, "too-many", CROWDED, {"Retry-After": str(RETRY_AFTER)}))
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop_reading(Refusal(429, "too-many", PIPELINED, {"Retry-After": "1"}))
        self._unset_keepalive_if_required()
        super().on_headers_complete()
        self._expect(Part.BODY)

    def on_message_complete(self) -> None:
        """Expect nothing more of the request."""
        self._expect(Part.NOTHING)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Pause before the next request is read, if the client makes too many."""
        super().on_response_complete()
        if self._pause and not self.transport.is_closing():
            self.flow.pause_reading()
            self.loop.call_later(self._pause, self._resume)
            self._pause = 0.0

    def _resume(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def _slow_down(self, seconds: float) -> None:
        """Pause for a client with too many requests, except for proxies, whose connections are other people's too."""
        if self._address not in self._connections.proxies:
            self._pause = min(seconds, LONGEST_PAUSE)

    # Timers

    def _start_timer(self) -> None:
        self._stop_timer()
        seconds = self._limits.head_seconds if self._part is Part.HEAD else self._limits.body_seconds
        self._timer, self._timed_part = self.loop.call_later(seconds, self._too_slow, seconds), self._parts

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer, self._timed_part = None, -1

    def _too_slow(self, seconds: float) -> None:
        """Refuse a request that took too long; a connection without a request is just closed."""
        if self._parts == 0 or self._is_answered:
            self.transport.close()
            return
        self._refuse(Refusal(408, "too-slow", SLOW, seconds=f"{seconds:g}"))

    @property
    def _is_answered(self) -> bool:
        """Whether a response has begun, so that no other can be sent."""
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
        """Stop the parser by an exception in its callback."""
        self._refusal = refusal
        raise ValueError(refusal.code)

    def _refuse(self, refusal: Refusal) -> None:
        """Send a refusal, unless a response has begun, and close."""
        self._is_refused = True
        self._stop_timer()
        if self._is_answered:
            self.transport.close()
            return
        if self._part is Part.BODY:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(self._encode(refusal))
        self.flow.resume_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)

    def _encode(self, refusal: Refusal) -> bytes:
        """A refusal as bytes: with its text, unless this address has had many."""
        response = self._response_with_text(refusal) if self._may_send_text() else Response(status_code=refusal.status)
        head = [STATUS_LINE[response.status_code]]
        safe = [(name, value) for name, value in HEADERS.items() if name.decode() not in response.headers]
        for name, value in (*self.server_state.default_headers, *response.raw_headers, *safe):
            head += [name, b": ", value, b"\r\n"]
        return b"".join([*head, b"connection: close\r\n\r\n", response.body])

    def _may_send_text(self) -> bool:
        address = address_group(self._address)
        is_allowed = self._connections.text_limit.wait(address) == 0.0
        if is_allowed:
            self._connections.text_limit.take(address)
        return is_allowed

    def _response_with_text(self, refusal: Refusal) -> Response:
        headers = Headers(raw=self.headers or [])
        path = self.url[: self._limits.url_bytes].decode("ascii", "replace").partition("?")[0] if self._parts else "/"
        with speaking(SOURCE if path.startswith(API) else language_of(headers)):
            return refusal.response(path, headers)
