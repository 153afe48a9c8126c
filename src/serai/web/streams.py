"""Streams of what a seat sees: server-sent events, each the latest whole view, whose id is the table's version.

A view is made and encoded once for each seat and version, however many look on; who is slow skips versions, and nothing
queues up. Everything here runs in one event loop; only views are made in threads.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from anyio import to_thread
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from serai.tables.errors import TableError, TooMuch
from serai.tables.service import Service
from serai.tables.views import view

log = logging.getLogger("serai.streams")
KEEP_ALIVE = 15.0  # seconds between signs of life where nothing happens
SIGN_OF_LIFE = b": \n\n"
RETRY = 2  # seconds after which a browser comes back

DIRECT = "serai.send"  # in a request's scope: the server's own way to send

Place = tuple[str, int | None]  # a table and a seat; None: who watches


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


@dataclass(frozen=True)
class Frame:
    """One event of a stream."""

    version: int
    data: bytes
    players: frozenset[str]  # who may see it, as hashes of their keys; it is for all where no seat looks


@dataclass
class Channel:
    """What one seat of one table sees now, and those who look on."""

    viewers: int = 0
    frame: Frame | None = None
    is_ended: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)  # for the one who makes frames
    turn: asyncio.Event = field(default_factory=asyncio.Event)  # for the viewers; a new one after each turn
    task: asyncio.Task[None] | None = None
    unlisten: Callable[[], None] = lambda: None

    def wake(self) -> None:
        """Let every viewer look."""
        self.turn.set()
        self.turn = asyncio.Event()


class Streams:
    """All streams of one process."""

    def __init__(self, service: Service, most: int) -> None:
        self._service, self._most = service, most
        self._channels: dict[Place, Channel] = {}
        self._is_closed = False
        self.viewers = 0

    async def keep_alive(self) -> None:
        """Give signs of life, as long as the server runs."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
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

    async def frames(self, viewer: Viewer, sent: int | None) -> AsyncIterator[bytes]:
        """What the viewer sees, unless it was sent already, and again whenever the table has changed."""
        place = viewer.table, viewer.seat
        channel = self._enter(place)
        try:
            yield f"retry: {RETRY * 1000}\n\n".encode()
            while not self._is_closed and not channel.is_ended:
                turn, frame = channel.turn, channel.frame
                if frame is None or frame.version < viewer.since or frame.version == sent:
                    await turn.wait()
                    if channel.frame is frame and not self._is_closed:
                        yield SIGN_OF_LIFE
                elif viewer.seat is not None and viewer.player not in frame.players:
                    return  # who has left the seat comes back as somebody who watches
                else:
                    sent = frame.version
                    yield frame.data
        finally:
            self._leave(place, channel)

    def _enter(self, place: Place) -> Channel:
        self.viewers += 1
        channel = self._channels.get(place)
        if channel is None:
            channel = self._channels[place] = Channel()
            loop, news = asyncio.get_running_loop(), channel.news
            channel.unlisten = self._service.hub.listen(place[0], lambda: loop.call_soon_threadsafe(news.set))
            news.set()
            channel.task = asyncio.create_task(self._follow(place, channel))
        channel.viewers += 1
        return channel

    def _leave(self, place: Place, channel: Channel) -> None:
        self.viewers -= 1
        channel.viewers -= 1
        if channel.viewers == 0:
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
                channel.frame = await to_thread.run_sync(self._make, *place)
            except Exception as error:
                log.log(
                    logging.INFO if isinstance(error, TableError) else logging.ERROR, "a stream ended", exc_info=True
                )
                channel.is_ended = True
                del self._channels[place]
                channel.wake()
                return
            channel.wake()

    def _make(self, name: str, seat: int | None) -> Frame:
        with self._service.reading(name) as table:
            seen, version = view(table, seat), table.version
            players = frozenset() if seat is None else frozenset(table.seats[seat].players)
        text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
        return Frame(version, f"id: {version}\ndata: {text}\n\n".encode(), players)
