"""How much one server process holds: games at once over HTTP, idle viewers, and one move shown to very many.

The server runs in a process of its own; the client is another, on raw sockets, and shares the machine with it. What
reaches viewers is measured beside a bare Starlette application that sends as many bytes to as many, in the same run and
by the same client. `--games 20 --viewers 100 --watchers 100` is a short trial.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import psutil  # type: ignore[import-untyped]
import uvicorn
from rich.console import Console
from rich.table import Table as Grid
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from serai.cli.terminal.screen import compile_game
from serai.core import game as games
from serai.store.database import sqlite_url
from serai.web import server
from serai.web.settings import BOUNDLESS, Settings, driver_url

GOAL = 1.5  # of the bare application's time, for a move to reach all viewers
PATIENCE = 120.0  # seconds
HERE = "127.0.0.1"
END = b"\n\n\r\n"  # of an event, and of the chunk that it is
SMALL = 64  # bytes; a shorter event is a sign of life
TO_ACT = re.compile(rb'"to_act":(\d+|null),"position"')

Tell = Callable[[str], None]


# The servers, each in a process of its own


def serve_serai(database: str, port: int) -> None:
    """Serai, without limits on how often one may ask."""
    settings = Settings(database, limits=replace(BOUNDLESS, requests_at_once_per_address=10**9))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.serve(settings, server.bind(HERE, port), 1, "warning")
    except KeyboardInterrupt:
        return


def serve_bare(port: int) -> None:
    """As little as can be: everyone who looks waits for one event, and is sent as many bytes as were asked for."""
    turn, frame = asyncio.Event(), b""

    async def frames() -> AsyncIterator[bytes]:
        yield b"retry: 2000\n\n"
        while True:
            await turn.wait()
            yield frame

    async def look(request: Request) -> Response:
        return StreamingResponse(frames(), media_type="text/event-stream")

    async def push(request: Request) -> Response:
        nonlocal turn, frame
        size = int(request.query_params["size"])
        frame = b"id: 1\ndata: " + b"x" * size + b"\n\n"
        told, turn = turn, asyncio.Event()
        told.set()
        return Response()

    routes = [Route("/look", look), Route("/push", push, methods=["POST"]), Route("/api/health", lambda _: Response())]
    uvicorn.run(Starlette(routes=routes), host=HERE, port=port, log_config=None, access_log=False)


@contextmanager
def running(target: Callable[..., None], *given: Any) -> Iterator[tuple[int, BaseProcess]]:
    """A server on a free port, until it is not needed any more."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port = int(probe.getsockname()[1])
    process = multiprocessing.get_context("spawn").Process(target=target, args=(*given, port), daemon=True)
    process.start()
    try:
        asyncio.run(wait_for(port, process))
        yield port, process
    finally:
        process.terminate()
        process.join(30.0)
        if process.is_alive():
            process.kill()


async def wait_for(port: int, process: BaseProcess) -> None:
    """Wait until a server answers."""
    end = perf_counter() + PATIENCE
    while perf_counter() < end and process.is_alive():
        try:
            if (await Line(port).ask("GET", "/api/health"))[0] == 200:
                return
        except OSError:
            await asyncio.sleep(0.1)
    raise RuntimeError("the server did not start")


# The client


@dataclass
class Line:
    """A connection that is kept, one request at a time."""

    port: int
    key: str = ""
    _ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Status and body of the answer; a server may have closed what was idle for long, then it is asked anew."""
        if self._ends is not None:
            try:
                return await self._ask(method, path, body)
            except (asyncio.IncompleteReadError, ConnectionError):
                self._ends = None
        return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        if self._ends is None:
            self._ends = await asyncio.open_connection(HERE, self.port, limit=2**22)
        reader, writer = self._ends
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HERE}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(sent)}\r\n" + (f"Authorization: Bearer {self.key}\r\n" if self.key else "")
        writer.write(f"{head}\r\n".encode() + sent)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        assert length, answer
        return int(answer[9:12]), await reader.readexactly(int(length[1]))

    async def good(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of an answer that is no refusal."""
        status, found = await self.ask(method, path, body)
        assert status in (200, 201), f"{method} {path}: {status} {found[:300]!r}"
        return found


@dataclass
class Game:
    """A game between two seats of one player, with random legal moves."""

    line: Line
    chance: random.Random
    table: str = ""
    view: bytes = b""  # as the seat to act sees it
    times: list[float] = field(default_factory=list)  # seconds that each move took

    async def begin(self, game: str) -> None:
        """Open the table; nobody has to confirm anything."""
        self.line.key = json.loads(await self.line.good("POST", "/api/keys"))["key"]
        setup = {"game": game, "seats": [{"kind": "person"}] * 2}
        body = {"setup": setup, "people": [{"name": "Ann"}, {"name": "Bob"}]}
        self.table = json.loads(await self.line.good("POST", "/api/tables", body))["table"]
        for seat in (0, 1):
            path = f"/api/tables/{self.table}/seats/{seat}/preferences"
            self.view = await self.line.good("PUT", path, {"confirms": False})
        await self.look()

    async def look(self) -> None:
        """See the table as the seat to act does; an answer may be its view already."""
        while (seat := self.to_act) is not None and self.view.endswith(b'"decision":null}'):
            self.view = await self.line.good("GET", f"/api/tables/{self.table}?seat={seat}")

    @property
    def to_act(self) -> int | None:
        """The seat that decides; None when the game is over. Read without reading all of the view."""
        found = TO_ACT.search(self.view)
        assert found
        return None if found[1] == b"null" else int(found[1])

    async def move(self) -> None:
        """One move, timed; then whatever must be seen for the next."""
        decision = json.loads(self.view[self.view.rindex(b'"decision":') + 11 : -1])
        body = {"decision": decision["number"], "move": self.chance.choice(decision["moves"])}
        path = f"/api/tables/{self.table}/seats/{self.to_act}/moves"
        begun = perf_counter()
        self.view = await self.line.good("POST", path, body)
        self.times.append(perf_counter() - begun)
        await self.look()

    async def play(self, until: float, pause: float) -> None:
        """Play till then, or to the end, with pauses of random length."""
        while perf_counter() < until and self.to_act is not None:
            await self.move()
            await asyncio.sleep(self.chance.uniform(0.0, 2.0 * pause))


class Viewer(asyncio.Protocol):
    """Somebody who looks at a stream, and only counts what comes."""

    def __init__(self, path: str, when_seen: Callable[[], None] = lambda: None) -> None:
        self._path, self._when_seen = path, when_seen
        self._tail, self._size = b"", 0
        self.frames = self.signs = 0
        self.last_size = 0
        self.is_alive = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.is_alive = True
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: {HERE}\r\nAccept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Count events when they are there to their last byte."""
        self._tail, self._size = (self._tail + data)[-len(END) :], self._size + len(data)
        if self._tail != END:
            return
        if self._size > SMALL and not data.startswith(b"HTTP/1.1 200"):
            self.frames, self.last_size = self.frames + 1, self._size
            self._when_seen()
        else:
            self.signs += 1
        self._size = 0

    def connection_lost(self, error: Exception | None) -> None:
        """It should not have ended."""
        self.is_alive = False


async def look(port: int, path: str, when_seen: Callable[[], None] = lambda: None) -> Viewer:
    """A viewer, connected."""
    loop = asyncio.get_running_loop()
    return (await loop.create_connection(lambda: Viewer(path, when_seen), HERE, port))[1]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something, or fail."""
    end = perf_counter() + PATIENCE
    while not is_so():
        assert perf_counter() < end, "this took too long"
        await asyncio.sleep(0.02)


# What is measured


@dataclass(frozen=True)
class Pace:
    """Many games at once."""

    games: int
    moves: int
    per_second: float
    p50: float  # seconds
    p99: float


async def play_games(port: int, count: int, seconds: float, pause: float) -> Pace:
    """Games of both kinds at once; any answer but a good one ends the measurement."""
    names = games.names()
    found = [Game(Line(port), random.Random(number)) for number in range(count)]
    for first in range(0, count, 20):
        part = enumerate(found[first : first + 20])
        await asyncio.gather(*(game.begin(names[number % len(names)]) for number, game in part))
    begun = perf_counter()
    await asyncio.gather(*(game.play(begun + seconds, pause) for game in found))
    spent = perf_counter() - begun
    times = [time for game in found for time in game.times]
    cuts = quantiles(times, n=100)
    return Pace(count, len(times), len(times) / spent, median(times), cuts[98])


@dataclass(frozen=True)
class Held:
    """Viewers who see nothing happen."""

    viewers: int
    alive: int
    with_signs: int  # of life, from the server
    before: float  # MB of the server's memory
    after: float


async def hold_viewers(port: int, pid: int, count: int, seconds: float) -> Held:
    """Viewers of twenty tables, for a while."""
    found = [Game(Line(port), random.Random(number)) for number in range(20)]
    for game in found:
        await game.begin(games.names()[0])
    before = megabytes(pid)
    viewers: list[Viewer] = []
    for first in range(0, count, 50):
        paths = [f"/api/tables/{found[number % 20].table}/stream" for number in range(first, min(first + 50, count))]
        viewers += await asyncio.gather(*(look(port, path) for path in paths))
    await until(lambda: all(viewer.frames + viewer.signs for viewer in viewers))
    first_signs = [viewer.signs for viewer in viewers]
    await asyncio.sleep(seconds)
    alive = sum(viewer.is_alive for viewer in viewers)
    signs = sum(viewer.signs > first for viewer, first in zip(viewers, first_signs, strict=True))
    return Held(count, alive, signs, before, megabytes(pid))


def megabytes(pid: int) -> float:
    """What a process has in memory."""
    return float(psutil.Process(pid).memory_info().rss) / 2**20


@dataclass(frozen=True)
class FanOut:
    """Seconds from sending a move until the last viewer has it, in each round."""

    viewers: int
    serai: list[float]
    bare: list[float]
    size: int  # bytes of the last frame

    @property
    def ratio(self) -> float:
        """Of the medians."""
        return median(self.serai) / median(self.bare)


async def fan_out(port: int, bare: int, count: int, rounds: int) -> FanOut:
    """One move after another, by turns with the bare application."""
    game, push = Game(Line(port), random.Random(1)), Line(bare)
    await game.begin(games.names()[0])
    seen = Seen(count)
    viewers = await watch(port, f"/api/tables/{game.table}/stream", count, seen)
    others = await watch(bare, "/look", count, seen)
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rounds + 1):  # the first does not count
        spent = await seen.after(game.move())
        size = viewers[0].last_size
        plain = await seen.after(push.good("POST", f"/push?size={size}"))
        if number:
            ours.append(spent)
            theirs.append(plain)
    assert all(viewer.is_alive for viewer in [*viewers, *others])
    return FanOut(count, ours, theirs, viewers[0].last_size)


async def watch(port: int, path: str, count: int, seen: "Seen") -> list[Viewer]:
    """So many viewers, who have seen what there is."""
    viewers: list[Viewer] = []
    for first in range(0, count, 50):
        part = range(first, min(first + 50, count))
        viewers += await asyncio.gather(*(look(port, path, seen.count) for _ in part))
    await until(lambda: all(viewer.frames + viewer.signs for viewer in viewers))
    await asyncio.sleep(1.0)
    return viewers


class Seen:
    """Counts viewers that have seen something, until it is all of them."""

    def __init__(self, all_of_them: int) -> None:
        self._all, self._left = all_of_them, 0
        self._is_done = asyncio.Event()

    def count(self) -> None:
        """One more."""
        self._left -= 1
        if self._left == 0:
            self._is_done.set()

    async def after(self, doing: Any) -> float:
        """Seconds from beginning to do something until all have seen it."""
        self._left = self._all
        self._is_done.clear()
        begun = perf_counter()
        done = asyncio.ensure_future(doing)
        await asyncio.wait_for(self._is_done.wait(), PATIENCE)
        spent = perf_counter() - begun
        await done
        return spent


# The command


def show(paces: dict[str, Pace], held: Held | None, fan: FanOut | None) -> None:
    """All that was measured."""
    grid = Grid("what", "found")
    for name, pace in paces.items():
        latency = f"p50 {pace.p50 * 1000:.1f} ms, p99 {pace.p99 * 1000:.1f} ms"
        told = f"{pace.moves} moves, {pace.per_second:.0f} a second; {latency}; no errors"
        grid.add_row(f"{pace.games} games at once, {name}", told)
    if held:
        memory = f"{held.before:.0f} MB before, {held.after:.0f} MB after"
        told = f"{held.alive} alive, {held.with_signs} with a sign of life; {memory}"
        grid.add_row(f"{held.viewers} idle viewers", told)
    if fan:
        ours, theirs = median(fan.serai) * 1000, median(fan.bare) * 1000
        told = (
            f"{ours:.0f} ms (best {min(fan.serai) * 1000:.0f}); bare {theirs:.0f} ms (best {min(fan.bare) * 1000:.0f})"
        )
        grid.add_row(f"a move to {fan.viewers} viewers, {fan.size} bytes each", told)
        grid.add_row("ratio", f"{fan.ratio:.2f} (goal: at most {GOAL})")
    Console(width=120).print(grid)


def measure(chosen: argparse.Namespace, database: str, tell: Tell) -> bool:
    """Everything that was asked for; whether nothing fell short."""
    paces: dict[str, Pace] = {}
    held: Held | None = None
    fan: FanOut | None = None
    with running(serve_serai, database) as (port, process):
        if chosen.games:
            tell(f"{chosen.games} games as fast as they go")
            paces["as fast as it goes"] = asyncio.run(play_games(port, chosen.games, chosen.seconds, 0.0))
            tell(f"{chosen.games} games with pauses of {chosen.pause} s")
            paced = asyncio.run(play_games(port, chosen.games, chosen.seconds, chosen.pause))
            paces[f"pauses of {chosen.pause:g} s"] = paced
        if chosen.viewers:
            tell(f"{chosen.viewers} idle viewers")
            held = asyncio.run(hold_viewers(port, process.pid or 0, chosen.viewers, chosen.idle))
        if chosen.watchers:
            tell(f"a move to {chosen.watchers} viewers")
            with running(serve_bare) as (bare, _):
                fan = asyncio.run(fan_out(port, bare, chosen.watchers, chosen.rounds))
    show(paces, held, fan)
    is_held = held is None or held.alive == held.with_signs == held.viewers
    return is_held and (fan is None or fan.ratio <= GOAL)


def main(arguments: list[str]) -> int:
    """Measure and print; exit code 1 when something falls short."""
    parser = argparse.ArgumentParser(description="Measure how much one server process holds.")
    parser.add_argument("--games", type=int, default=500, help="at once; 0: not measured")
    parser.add_argument("--seconds", type=float, default=30.0, help="of play, for each of the two paces")
    parser.add_argument(
        "--pause", type=float, default=4.0, help="mean seconds between a game's moves, at the second pace"
    )
    parser.add_argument("--viewers", type=int, default=2000, help="idle; 0: not measured")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds; signs of life come every 15")
    parser.add_argument("--watchers", type=int, default=1000, help="of one table; 0: not measured")
    parser.add_argument("--rounds", type=int, default=15, help="moves that are shown to the watchers")
    parser.add_argument("--database", help="a URL (default: a file of SQLite that is thrown away)")
    chosen = parser.parse_args(arguments)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in games.names():
        compile_game(games.load(name), bots=True)
    with tempfile.TemporaryDirectory(prefix="serai-tables-") as folder:
        database = driver_url(chosen.database) if chosen.database else sqlite_url(Path(folder) / "tables.db")
        is_fine = measure(chosen, database, lambda text: print(f"{text} …", file=sys.stderr, flush=True))
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
