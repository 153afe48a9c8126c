"""Streams of what a seat sees: server-sent events, each the latest whole view, as JSON or as a page's fragment.

A view is made and encoded once for each seat and version, however many look on; who is slow skips versions, and nothing
queues up. One stream may look at several tables: a browser opens only six connections to a host, and a page more than
six tabs. Everything here runs in one event loop; only views are made in threads.
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
from serai.web.pages.rendering import Fragments, look_of
from serai.web.settings import Limits

log = logging.getLogger("serai.streams")
KEEP_ALIVE = 15.0  # seconds between signs of life where nothing happens
SIGN_OF_LIFE = b": \n\n"
ALIVE = b"event: alive\ndata: \n\n"  # the same for pages, whose scripts are not told of comments
GONE = b"data: gone\n\n"  # what is looked at is not there any more, or not the viewer's
COURTESY = 0.015  # seconds that pages wait for news, so that who made a move is answered first
FULL_PAUSE = 10  # seconds after which there may be room for another
RETRY = 2  # seconds after which a browser comes back

ID = re.compile(r"((?P<epoch>[0-9]+)\.)?(?P<version>[0-9]+)", re.ASCII)  # of an event
DIRECT = "serai.send"  # in a request's scope: the server's own way to send


class Moment(NamedTuple):
    """A version of a table; one of a later epoch is newer whatever its number, for a backup was restored between."""

    epoch: int
    version: int

    @property
    def id(self) -> bytes:
        """As events have it; without an epoch where nothing was ever restored."""
        return (f"{self.epoch}." if self.epoch else "").encode() + b"%d" % self.version


def moment_in(text: str) -> Moment | None:
    """The moment that the id of an event names."""
    found = ID.fullmatch(text)
    return Moment(int(found["epoch"] or 0), int(found["version"])) if found else None


class Place(NamedTuple):
    """What a channel shows: a table by a seat's eyes (None: who watches), as JSON or as a page in a language."""

    table: str
    seat: int | None
    language: str | None = None  # None: JSON
    player: str | None = None  # whose page, where it depends on which seats its browser has


@dataclass(frozen=True)
class Viewer:
    """Who looks on: at a version, the seat was the player's."""

    table: str
    seat: int | None
    player: str | None
    since: Moment
    language: str | None = None  # None: JSON
    name: bytes = b""  # the line with its events' name, where a stream has several viewers
    is_shared: bool = False  # whether the player's browser has several seats

    @property
    def place(self) -> Place:
        """The channel that shows it; a page by a seat's eyes is for one player, what all may see is for all."""
        is_own = self.language is not None and (self.seat is not None or self.is_shared)
        return Place(self.table, self.seat, self.language, self.player if is_own else None)


@dataclass(frozen=True)
class Frame:
    """One event of a stream."""

    at: Moment
    data: bytes
    players: frozenset[str]  # who may see it, as hashes of their keys; it is for all where no seat looks


@dataclass
class Channel:
    """What one seat of one table sees now, and those who look on."""

    streams: set["Stream"] = field(default_factory=set)  # that look on
    frame: Frame | None = None
    is_gone: bool = False  # the table says that it can't be looked at any more
    is_broken: bool = False  # something failed here; who comes back may find it mended
    news: asyncio.Event = field(default_factory=asyncio.Event)  # for the one who makes frames
    task: asyncio.Task[None] | None = None
    unlisten: Callable[[], None] = lambda: None

    def show(self) -> None:
        """Let every viewer see the frame."""
        for stream in self.streams:
            stream.show()

    def wake(self) -> None:
        """Let every stream look what is the matter."""
        for stream in self.streams:
            stream.bell.set()


@dataclass
class Watch:
    """One viewer of a stream, and what was sent last."""

    viewer: Viewer
    channel: Channel
    sent: Moment | None
    is_over: bool = False

    def news(self) -> Frame | None:
        """What the viewer has not been sent yet."""
        frame = self.channel.frame
        is_new = frame is not None and frame.at >= self.viewer.since and frame.at != self.sent
        return frame if is_new else None

    def may_see(self, frame: Frame) -> bool:
        """Whether the seat is still the player's; who has left comes back as somebody who watches."""
        return self.viewer.seat is None or self.viewer.player in frame.players


@dataclass(eq=False)
class Stream:
    """One answer that goes on and on: who looks, and how to reach them."""

    viewers: Sequence[Viewer]
    sent: Moment | None  # what who comes back has seen already
    alive: bytes
    watches: list[Watch] = field(default_factory=list)
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    is_waiting: bool = False  # for the bell; nothing is being sent
    direct: Send | None = None  # the server's own way to send

    def show(self) -> None:
        """Send what is new here and now if that can be done without waiting; else wake the stream's own task to do it.

        A thousand viewers who wait for the same frame need not be woken for it one by one.
        """
        if self.is_waiting and self.direct is not None:
            for watch in self.watches:
                frame = watch.news()
                if frame is None:
                    continue
                if not watch.may_see(frame) or not is_sent(self.direct, watch.viewer.name + frame.data):
                    break
                watch.sent = frame.at
            else:
                return
        self.bell.set()


def is_sent(send: Send, event: bytes) -> bool:
    """Send without waiting; False where one would have to wait, before anything was sent, or where it can't be sent."""
    step = cast(Coroutine[Any, Any, None], send({"type": "http.response.body", "body": event, "more_body": True}))
    try:
        step.send(None)
    except StopIteration:
        return True
    except Exception:
        return False  # the stream's own task will meet it again
    step.close()
    return False


class Streams:
    """All streams of one process."""

    def __init__(self, service: Service, limits: Limits, fragments: Fragments) -> None:
        self._service, self._limits, self._fragments = service, limits, fragments
        self._channels: dict[Place, Channel] = {}
        self._is_closed = False
        self._beats = 0  # of signs of life
        self.viewers = 0
        self._opened: Counter[str] = Counter()  # streams that were promised, by address

    async def keep_alive(self) -> None:
        """Give signs of life, as long as the server runs."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            self._beats += 1
            for channel in self._channels.values():
                channel.wake()

    def close(self) -> None:
        """End every stream; browsers come back by themselves, to this process or another."""
        self._is_closed = True
        for channel in self._channels.values():
            channel.wake()

    def check_room(self, address: str) -> None:
        """There is an end to how many can look on at once, and to how many from one address."""
        if (number := self._opened.total()) >= self._limits.streams:
            raise TooMuch(f"{number} streams are open, which is as many as this server holds", FULL_PAUSE)
        if (number := self._opened[address]) >= self._limits.streams_per_address:
            raise TooMuch(f"{number} streams to your address are open, which is as many as it may have", FULL_PAUSE)

    def open(
        self, address: str, viewers: Sequence[Viewer], sent: Moment | None = None, alive: bytes = SIGN_OF_LIFE
    ) -> "EventStream":
        """What each viewer sees, unless it was sent already, and again whenever a table has changed."""
        self.check_room(address)  # others may have come since that was asked first
        self._opened[address] += 1
        stream = Stream(viewers, sent, alive)
        return EventStream(self._events(stream), stream, partial(self._shut, address))

    def _shut(self, address: str) -> None:
        self._opened[address] -= 1
        if not self._opened[address]:
            del self._opened[address]

    async def _events(self, stream: Stream) -> AsyncIterator[bytes]:
        """All that is sent, but for the frames that are sent at once.

        Where there are several viewers, one that is gone is told so by its name and the others go on. A fault ends the
        stream without a word, as a lost connection does: viewers come back.
        """
        entered = [(viewer, self._enter(viewer.place, stream)) for viewer in stream.viewers]
        stream.watches = [Watch(viewer, channel, stream.sent) for viewer, channel in entered]
        self.viewers += 1
        try:
            yield f"retry: {RETRY * 1000}\n\n".encode()
            beats = self._beats
            while not self._is_closed:
                stream.bell.clear()
                for watch in stream.watches:
                    if watch.channel.is_broken:
                        return
                    frame = watch.news()
                    if watch.channel.is_gone or (frame and not watch.may_see(frame)):
                        watch.is_over = True
                        if watch.viewer.name:
                            yield watch.viewer.name + GONE
                    elif frame:
                        watch.sent = frame.at
                        yield watch.viewer.name + frame.data
                stream.watches = [watch for watch in stream.watches if not watch.is_over]
                if not stream.watches:
                    return
                if beats != self._beats:
                    beats = self._beats
                    yield stream.alive
                stream.is_waiting = True
                await stream.bell.wait()
                stream.is_waiting = False
        finally:
            self.viewers -= 1
            for viewer, channel in entered:
                self._leave(viewer.place, channel, stream)

    def _enter(self, place: Place, stream: Stream) -> Channel:
        channel = self._channels.get(place)
        if channel is None:
            channel = self._channels[place] = Channel()
            loop, news = asyncio.get_running_loop(), channel.news
            channel.unlisten = self._service.hub.listen(place.table, lambda: loop.call_soon_threadsafe(news.set))
            news.set()
            channel.task = asyncio.create_task(self._follow(place, channel))
        channel.streams.add(stream)
        return channel

    def _leave(self, place: Place, channel: Channel, stream: Stream) -> None:
        channel.streams.discard(stream)
        if not channel.streams:
            channel.unlisten()
            if channel.task:
                channel.task.cancel()
            if self._channels.get(place) is channel:
                del self._channels[place]

    async def _follow(self, place: Place, channel: Channel) -> None:
        """Make a frame whenever there is something new."""
        while True:
            await channel.news.wait()
            if place.language is not None and channel.frame is not None:
                await asyncio.sleep(COURTESY)
            channel.news.clear()
            try:
                channel.frame = await to_thread.run_sync(self._make, place)
            except TableError:
                log.info("a stream ended", exc_info=True)
                channel.is_gone = True
            except Exception:
                log.exception("a stream failed")
                channel.is_broken = True
            if channel.is_gone or channel.is_broken:
                channel.wake()
                del self._channels[place]
                return
            channel.show()

    def _make(self, place: Place) -> Frame:
        with self._service.reading(place.table) as table:
            if place.language is not None:
                made = self._fragments.of(table, look_of(table, place.player, place.seat, place.language))
                return Frame(Moment(made.epoch, made.version), made.event, made.players)
            seen, at = view(table, place.seat), Moment(table.epoch, table.version)
            players = frozenset() if place.seat is None else frozenset(table.seats[place.seat].players)
        text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
        return Frame(at, b"id: %s\ndata: %s\n\n" % (at.id, text.encode()), players)


class EventStream(StreamingResponse):
    """A stream that nobody on the way keeps or delays; its events go to the server past all who only see to headers."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], stream: Stream, when_over: Callable[[], None]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._stream, self._when_over = stream, when_over

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until who looks on has gone."""
        self._stream.direct = scope.get(DIRECT)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._when_over()

    async def stream_response(self, send: Send) -> None:
        """The beginning by the usual way, the events by the shortest."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        direct = self._stream.direct or send
        async for event in self.body_iterator:
            await direct({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
