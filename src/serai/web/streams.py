"""Streams of what a seat sees: server-sent events, each the latest whole view, as JSON or as a page's fragment.

A view is made and encoded once for each seat and version, however many look on; who is slow skips versions, and nothing
queues up. One stream may look at several tables: a browser opens only six connections to a host, and a page more than
six tabs. Everything here runs in one event loop; only views are made in threads.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from anyio import to_thread
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from serai.tables.errors import TableError, TooMuch
from serai.tables.service import Service
from serai.tables.views import view
from serai.web.rendering import Fragments, look_of

log = logging.getLogger("serai.streams")
KEEP_ALIVE = 15.0  # seconds between signs of life where nothing happens
SIGN_OF_LIFE = b": \n\n"
ALIVE = b"event: alive\ndata: \n\n"  # the same for pages, whose scripts are not told of comments
GONE = b"data: gone\n\n"  # what is looked at is not there any more, or not the viewer's
RETRY = 2  # seconds after which a browser comes back

DIRECT = "serai.send"  # in a request's scope: the server's own way to send


class Place(NamedTuple):
    """What a channel shows: a table by a seat's eyes (None: who watches), as JSON or as a page in a language."""

    table: str
    seat: int | None
    language: str | None = None  # None: JSON
    player: str | None = None  # whose page, where it depends on which seats its browser has


class EventStream(StreamingResponse):
    """A stream that nobody on the way keeps or delays; its events go to the server past all who only see to headers."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._direct: Send | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until who looks on has gone."""
        self._direct = scope.get(DIRECT)
        await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """The beginning by the usual way, the events by the shortest: a thousand viewers wait for the same one."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        direct = self._direct or send
        async for event in self.body_iterator:
            await direct({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


@dataclass(frozen=True)
class Viewer:
    """Who looks on: at a version, the seat was the player's."""

    table: str
    seat: int | None
    player: str | None
    since: int
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

    version: int
    data: bytes
    players: frozenset[str]  # who may see it, as hashes of their keys; it is for all where no seat looks


@dataclass
class Channel:
    """What one seat of one table sees now, and those who look on."""

    bells: set[asyncio.Event] = field(default_factory=set)  # one for each stream that looks on
    frame: Frame | None = None
    is_gone: bool = False  # the table says that it can't be looked at any more
    is_broken: bool = False  # something failed here; who comes back may find it mended
    news: asyncio.Event = field(default_factory=asyncio.Event)  # for the one who makes frames
    task: asyncio.Task[None] | None = None
    unlisten: Callable[[], None] = lambda: None

    def wake(self) -> None:
        """Let every viewer look."""
        for bell in self.bells:
            bell.set()


@dataclass
class Watch:
    """One viewer of a stream, and what was sent last."""

    viewer: Viewer
    channel: Channel
    sent: int | None
    is_over: bool = False

    def news(self) -> Frame | None:
        """What the viewer has not been sent yet."""
        frame = self.channel.frame
        is_new = frame is not None and frame.version >= self.viewer.since and frame.version != self.sent
        return frame if is_new else None

    def may_see(self, frame: Frame) -> bool:
        """Whether the seat is still the player's; who has left comes back as somebody who watches."""
        return self.viewer.seat is None or self.viewer.player in frame.players


class Streams:
    """All streams of one process."""

    def __init__(self, service: Service, most: int, fragments: Fragments) -> None:
        self._service, self._most, self._fragments = service, most, fragments
        self._channels: dict[Place, Channel] = {}
        self._is_closed = False
        self._beats = 0  # of signs of life
        self.viewers = 0

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

    def check_room(self) -> None:
        """There is an end to how many can look on at once."""
        if self.viewers >= self._most:
            raise TooMuch(f"{self.viewers} streams are open, which is as many as this server holds", 10)

    async def frames(
        self, viewers: Sequence[Viewer], sent: int | None = None, alive: bytes = SIGN_OF_LIFE
    ) -> AsyncIterator[bytes]:
        """What each viewer sees, unless it was sent already, and again whenever a table has changed.

        Where there are several, one that is gone is told so by its name and the others go on. A fault ends the stream
        without a word, as a lost connection does: viewers come back.
        """
        bell = asyncio.Event()
        watches = [Watch(viewer, self._enter(viewer.place, bell), sent) for viewer in viewers]
        entered = [(watch.viewer.place, watch.channel) for watch in watches]
        self.viewers += 1
        try:
            yield f"retry: {RETRY * 1000}\n\n".encode()
            beats = self._beats
            while not self._is_closed:
                bell.clear()
                for watch in watches:
                    if watch.channel.is_broken:
                        return
                    frame = watch.news()
                    if watch.channel.is_gone or (frame and not watch.may_see(frame)):
                        watch.is_over = True
                        if watch.viewer.name:
                            yield watch.viewer.name + GONE
                    elif frame:
                        watch.sent, beats = frame.version, self._beats
                        yield watch.viewer.name + frame.data
                watches = [watch for watch in watches if not watch.is_over]
                if not watches:
                    return
                if beats != self._beats:
                    beats = self._beats
                    yield alive
                await bell.wait()
        finally:
            self.viewers -= 1
            for place, channel in entered:
                self._leave(place, channel, bell)

    def _enter(self, place: Place, bell: asyncio.Event) -> Channel:
        channel = self._channels.get(place)
        if channel is None:
            channel = self._channels[place] = Channel()
            loop, news = asyncio.get_running_loop(), channel.news
            channel.unlisten = self._service.hub.listen(place.table, lambda: loop.call_soon_threadsafe(news.set))
            news.set()
            channel.task = asyncio.create_task(self._follow(place, channel))
        channel.bells.add(bell)
        return channel

    def _leave(self, place: Place, channel: Channel, bell: asyncio.Event) -> None:
        channel.bells.discard(bell)
        if not channel.bells:
            channel.unlisten()
            if channel.task:
                channel.task.cancel()
            if self._channels.get(place) is channel:
                del self._channels[place]

    async def _follow(self, place: Place, channel: Channel) -> None:
        """Make a frame whenever there is something new."""
        while True:
            await channel.news.wait()
            channel.news.clear()
            try:
                channel.frame = await to_thread.run_sync(self._make, place)
            except TableError:
                log.info("a stream ended", exc_info=True)
                channel.is_gone = True
            except Exception:
                log.exception("a stream failed")
                channel.is_broken = True
            channel.wake()
            if channel.is_gone or channel.is_broken:
                del self._channels[place]
                return

    def _make(self, place: Place) -> Frame:
        with self._service.reading(place.table) as table:
            if place.language is not None:
                made = self._fragments.of(table, look_of(table, place.player, place.seat, place.language))
                return Frame(made.version, made.event, made.players)
            seen, version = view(table, place.seat), table.version
            players = frozenset() if place.seat is None else frozenset(table.seats[place.seat].players)
        text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
        return Frame(version, f"id: {version}\ndata: {text}\n\n".encode(), players)
