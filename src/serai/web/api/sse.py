"""Server-sent events: each is the latest whole view of a seat, as JSON or as a page's fragment.

A view is made and encoded once for each seat and version, for any number of viewers. A slow viewer skips versions, and
nothing queues up. One connection may show several tables: a browser opens only six connections to a host, and a player
more than six tabs. Everything here runs in one event loop; only views are made in threads.
"""

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, cast

from anyio import to_thread
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from serai.tables.errors import TableError, TooMuch
from serai.tables.service import Service
from serai.tables.views import view
from serai.web.pages.rendering import FragmentCache, look_of
from serai.web.settings import Limits

log = logging.getLogger("serai.streams")
KEEP_ALIVE = 15.0  # seconds between keep-alive messages
SIGN_OF_LIFE = b": \n\n"
ALIVE = b"event: alive\ndata: \n\n"  # for pages, whose scripts do not see comments
GONE = b"data: gone\n\n"  # the table does not exist any more, or the seat is not the viewer's
PAGE_DELAY = 0.015  # seconds that pages wait for news, so that the player who moved is answered first
RETRY_AFTER = 10  # seconds after which there may be room for another
RETRY = 2  # seconds after which a browser reconnects

EVENT_ID = re.compile(r"((?P<epoch>[0-9]+)\.)?(?P<version>[0-9]+)", re.ASCII)  # of an event
DIRECT = "serai.send"  # in a request's scope: the server's own way to send


class Moment(NamedTuple):
    """A version of a table; one of a later epoch is newer whatever its number, for a backup was restored between."""

    epoch: int
    version: int

    @property
    def id(self) -> bytes:
        """The event's id; without an epoch where no backup was restored."""
        return (f"{self.epoch}." if self.epoch else "").encode() + b"%d" % self.version


def parse_moment(text: str) -> Moment | None:
    """The moment of an event's id."""
    match = EVENT_ID.fullmatch(text)
    return Moment(int(match["epoch"] or 0), int(match["version"])) if match else None


class ChannelKey(NamedTuple):
    """What a channel shows: a table from a seat (None: a spectator's), as JSON or as a page in a language."""

    table: str
    seat: int | None
    language: str | None = None  # None: JSON
    player: str | None = None  # for pages that depend on the player's seats


@dataclass(frozen=True)
class Viewer:
    """A viewer of a table; at the moment `since` the seat was the player's."""

    table: str
    seat: int | None
    player: str | None
    since: Moment
    language: str | None = None  # None: JSON
    name: bytes = b""  # the line with its events' name, where a connection has several viewers
    is_shared: bool = False  # whether the player's browser has several seats

    @property
    def key(self) -> ChannelKey:
        """The key of its channel; a seat's page is for one player, public views are shared."""
        is_private = self.language is not None and (self.seat is not None or self.is_shared)
        return ChannelKey(self.table, self.seat, self.language, self.player if is_private else None)


@dataclass(frozen=True)
class Frame:
    """One event."""

    moment: Moment
    data: bytes
    players: frozenset[str]  # the players that may see it, as hashes of their keys; ignored for spectators


@dataclass
class Channel:
    """The current view of one key, and its connections."""

    connections: set["SseConnection"] = field(default_factory=set)
    frame: Frame | None = None
    is_gone: bool = False  # the table can't be viewed any more
    is_broken: bool = False  # making a frame failed; a viewer that reconnects may succeed
    news: asyncio.Event = field(default_factory=asyncio.Event)  # for the task that makes frames
    task: asyncio.Task[None] | None = None
    unlisten: Callable[[], None] = lambda: None

    def send_new(self) -> None:
        """Send the frame to every viewer."""
        for connection in self.connections:
            connection.send_new()

    def wake(self) -> None:
        """Wake every connection's task."""
        for connection in self.connections:
            connection.wakeup.set()


@dataclass
class Subscription:
    """One viewer of a connection, and the moment that was sent last."""

    viewer: Viewer
    channel: Channel
    last_sent: Moment | None
    is_over: bool = False

    def news(self) -> Frame | None:
        """The frame, if the viewer has not got it yet."""
        frame = self.channel.frame
        is_new = frame is not None and frame.moment >= self.viewer.since and frame.moment != self.last_sent
        return frame if is_new else None

    def may_see(self, frame: Frame) -> bool:
        """Whether the seat is still the player's; a player that has left reconnects as a spectator."""
        return self.viewer.seat is None or self.viewer.player in frame.players


@dataclass(eq=False)
class SseConnection:
    """One open response: its viewers, and the way to send to them."""

    viewers: Sequence[Viewer]
    last_sent: Moment | None  # what a returning viewer has seen already
    alive: bytes
    subscriptions: list[Subscription] = field(default_factory=list)
    wakeup: asyncio.Event = field(default_factory=asyncio.Event)
    is_waiting: bool = False  # for `wakeup`; nothing is being sent
    direct: Send | None = None  # the server's own `send`

    def send_new(self) -> None:
        """Send new frames at once if that works without waiting; else wake the connection's task to do it.

        So a thousand viewers of the same frame need not be woken one by one.
        """
        if self.is_waiting and self.direct is not None:
            for subscription in self.subscriptions:
                frame = subscription.news()
                if frame is None:
                    continue
                if not subscription.may_see(frame) or not try_send(self.direct, subscription.viewer.name + frame.data):
                    break
                subscription.last_sent = frame.moment
            else:
                return
        self.wakeup.set()


def try_send(send: Send, event: bytes) -> bool:
    """Send without waiting; False if that would have to wait, before anything is sent, or if it fails."""
    step = cast(Coroutine[Any, Any, None], send({"type": "http.response.body", "body": event, "more_body": True}))
    try:
        step.send(None)
    except StopIteration:
        return True
    except Exception:
        return False  # the connection's task will get the error again
    step.close()
    return False


class SseServer:
    """All connections of one process."""

    def __init__(self, service: Service, limits: Limits, fragments: FragmentCache) -> None:
        self._service, self._limits, self._fragments = service, limits, fragments
        self._channels: dict[ChannelKey, Channel] = {}
        self._is_closed = False
        self._keep_alives = 0  # the number of keep-alive messages
        self.viewers = 0
        self._open_streams: Counter[str] = Counter()  # by address

    async def keep_alive(self) -> None:
        """Send keep-alive messages, as long as the server runs."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            self._keep_alives += 1
            for channel in self._channels.values():
                channel.wake()

    def close(self) -> None:
        """End every connection; browsers reconnect by themselves, to this process or another."""
        self._is_closed = True
        for channel in self._channels.values():
            channel.wake()

    def check_capacity(self, address: str) -> None:
        """TooMuch if there are too many connections in all, or from one address."""
        if (number := self._open_streams.total()) >= self._limits.streams:
            raise TooMuch(f"{number} streams are open, which is as many as this server holds", RETRY_AFTER)
        if (number := self._open_streams[address]) >= self._limits.streams_per_address:
            raise TooMuch(f"{number} streams to your address are open, which is as many as it may have", RETRY_AFTER)

    def open(
        self, address: str, viewers: Sequence[Viewer], last_sent: Moment | None = None, alive: bytes = SIGN_OF_LIFE
    ) -> "SseResponse":
        """A response with each viewer's view, unless it was sent already, and again whenever a table has changed."""
        self.check_capacity(address)  # again, because others may have connected since the first check
        self._open_streams[address] += 1
        connection = SseConnection(viewers, last_sent, alive)
        return SseResponse(self._events(connection), connection, partial(self._release, address))

    def _release(self, address: str) -> None:
        self._open_streams[address] -= 1
        if not self._open_streams[address]:
            del self._open_streams[address]

    async def _events(self, connection: SseConnection) -> AsyncIterator[bytes]:
        """All events except the frames that are sent at once.

        Where there are several viewers, one that is gone gets an event by its name and the others go on. A fault ends
        the response without an event, as a lost connection does: viewers reconnect.
        """
        channels = [(viewer, self._subscribe(viewer.key, connection)) for viewer in connection.viewers]
        connection.subscriptions = [Subscription(viewer, channel, connection.last_sent) for viewer, channel in channels]
        self.viewers += 1
        try:
            yield f"retry: {RETRY * 1000}\n\n".encode()
            keep_alives = self._keep_alives
            while not self._is_closed:
                connection.wakeup.clear()
                for subscription in connection.subscriptions:
                    if subscription.channel.is_broken:
                        return
                    frame = subscription.news()
                    if subscription.channel.is_gone or (frame and not subscription.may_see(frame)):
                        subscription.is_over = True
                        if subscription.viewer.name:
                            yield subscription.viewer.name + GONE
                    elif frame:
                        subscription.last_sent = frame.moment
                        yield subscription.viewer.name + frame.data
                connection.subscriptions = [
                    subscription for subscription in connection.subscriptions if not subscription.is_over
                ]
                if not connection.subscriptions:
                    return
                if keep_alives != self._keep_alives:
                    keep_alives = self._keep_alives
                    yield connection.alive
                connection.is_waiting = True
                await connection.wakeup.wait()
                connection.is_waiting = False
        finally:
            self.viewers -= 1
            for viewer, channel in channels:
                self._unsubscribe(viewer.key, channel, connection)

    def _subscribe(self, key: ChannelKey, connection: SseConnection) -> Channel:
        channel = self._channels.get(key)
        if channel is None:
            channel = self._channels[key] = Channel()
            loop, news = asyncio.get_running_loop(), channel.news
            channel.unlisten = self._service.hub.listen(key.table, lambda: loop.call_soon_threadsafe(news.set))
            news.set()
            channel.task = asyncio.create_task(self._update_channel(key, channel))
        channel.connections.add(connection)
        return channel

    def _unsubscribe(self, key: ChannelKey, channel: Channel, connection: SseConnection) -> None:
        channel.connections.discard(connection)
        if not channel.connections:
            channel.unlisten()
            if channel.task:
                channel.task.cancel()
            if self._channels.get(key) is channel:
                del self._channels[key]

    async def _update_channel(self, key: ChannelKey, channel: Channel) -> None:
        """Make a frame whenever the table has changed."""
        while True:
            await channel.news.wait()
            if key.language is not None and channel.frame is not None:
                await asyncio.sleep(PAGE_DELAY)
            channel.news.clear()
            try:
                channel.frame = await to_thread.run_sync(self._make_frame, key)
            except TableError:
                log.info("a stream ended", exc_info=True)
                channel.is_gone = True
            except Exception:
                log.exception("a stream failed")
                channel.is_broken = True
            if channel.is_gone or channel.is_broken:
                channel.wake()
                del self._channels[key]
                return
            channel.send_new()

    def _make_frame(self, key: ChannelKey) -> Frame:
        with self._service.reading(key.table) as table:
            if key.language is not None:
                fragment = self._fragments.of(table, look_of(table, key.player, key.seat, key.language))
                return Frame(Moment(fragment.epoch, fragment.version), fragment.event, fragment.players)
            seat_view, moment = view(table, key.seat), Moment(table.epoch, table.version)
            players = frozenset() if key.seat is None else frozenset(table.seats[key.seat].players)
        text = json.dumps(seat_view, ensure_ascii=False, separators=(",", ":"))
        return Frame(moment, b"id: %s\ndata: %s\n\n" % (moment.id, text.encode()), players)


class SseResponse(StreamingResponse):
    """A response that proxies neither cache nor delay; its events bypass the middleware, which only handles headers."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], connection: SseConnection, on_close: Callable[[], None]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._connection, self._on_close = connection, on_close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the viewer disconnects."""
        self._connection.direct = scope.get(DIRECT)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_close()

    async def stream_response(self, send: Send) -> None:
        """Send the start through the middleware, the events directly."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        direct = self._connection.direct or send
        async for event in self.body_iterator:
            await direct({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
