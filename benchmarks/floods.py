"""Whether people can go on playing while one address floods the server: a move's time, and a merchant's answer.

Each flood is a process at the lowest priority, from an address of its own, against a server with its usual limits. The
one who plays is at another address of this machine, at two tables: one for both seats, where moves are timed, and one
with a merchant, whose answers are. `--seconds 5 --moves 50 --runs 1` is a short trial; `--kinds verify,tables` chooses.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_urlsafe
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from tables import HERE, Game, Line, running

from serai.bots.levels import SECONDS
from serai.cli.terminal.screen import compile_game
from serai.core import game as games
from serai.core.match import start
from serai.core.records.record import canonical
from serai.store.database import sqlite_url
from serai.web import server
from serai.web.settings import Settings

ELSEWHERE = "127.0.0.2"  # the address of floods
LOWEST = 19  # priority
TIMES_QUIET, LEAST_BOUND = 3.0, 0.150  # a move's p99 may be so many times that without a flood, or so many seconds
BEYOND = 1.0  # seconds that a merchant may take beyond its time
LOOKING = 0.05  # seconds between looks whether the merchant has answered
BOTS = 200  # tables of two caliphs each
WORKERS = 32  # connections of a flood, where its kind needs no more
SILENT, TRICKLES = 2000, 200  # connections that say nothing, and those that say little
JUNK = 500_000  # bytes
LONG = 60_000  # bytes of headers

Tell = Callable[[str], None]


# The server


def serve(database: str, port: int) -> None:
    """Serai with its usual limits."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    at_once = server.bots_at_once(1)
    with suppress(KeyboardInterrupt):
        server.serve(Settings(database, at_once=at_once), server.bind(HERE, port), 1, "error")


# Floods


@dataclass
class Flood:
    """Somebody who means no good, and what came of it."""

    port: int
    tally: Counter[str] = field(default_factory=Counter)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from elsewhere."""
        return await asyncio.open_connection(HERE, self.port, local_addr=(ELSEWHERE, 0), limit=2**22)

    async def ask(self, ends: Any, method: str, path: str, body: bytes, key: str) -> tuple[str, bytes]:
        """One request on a connection; status and body of its answer."""
        reader, writer = ends
        head = f"{method} {path} HTTP/1.1\r\nHost: {HERE}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Authorization: Bearer {key}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        return answer[9:12].decode(), await reader.readexactly(int(length[1]) if length else 0)

    async def again(self, work: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        """Connect and do something, for ever."""
        while True:
            try:
                ends = await self.connect()
            except OSError:
                self.tally["no connection"] += 1
                await asyncio.sleep(0.1)
                continue
            try:
                await work(ends)
            except (OSError, asyncio.IncompleteReadError):
                self.tally["hung up"] += 1
            finally:
                ends[1].transport.abort()

    async def repeat(self, method: str, path: str, bodies: Callable[[], bytes]) -> None:
        """Ask the same for ever, each time as somebody else."""

        async def work(ends: Any) -> None:
            while True:
                status, _ = await self.ask(ends, method, path, bodies(), fresh())
                self.tally[status] += 1

        await self.again(work)


def fresh() -> str:
    """A key that nobody had before."""
    return token_urlsafe(24)


async def together(*doing: Coroutine[Any, Any, None]) -> None:
    """All at once."""
    await asyncio.gather(*doing)


async def verify(flood: Flood) -> None:
    """Junk and true records to check."""
    match = start("asara", players=4, expert=True, seed=1)
    chance = random.Random(1)
    while not match.is_over:
        match.play(chance.choice(match.legal()))
    true = canonical(match.record([{"name": name, "by": "random"} for name in "ABCD"]))
    deep, wide = b"[" * JUNK, b"[" + b"[]," * (JUNK // 3 - 1) + b"[]]"
    keys = json.dumps({str(number): 0 for number in range(JUNK // 10)}).encode()[:-1] + b', "1": 0}'
    records = [true, deep, wide, keys]
    await together(
        *(flood.repeat("POST", "/api/verify", lambda: random.choice(records)[:JUNK]) for _ in range(WORKERS))
    )


async def connections(flood: Flood) -> None:
    """Very many connections that say nothing, again and again."""

    async def silent(ends: Any) -> None:
        flood.tally["opened"] += 1
        await ends[0].read()

    await together(*(flood.again(silent) for _ in range(SILENT)))


async def headers(flood: Flood) -> None:
    """Heads that never end, or are very long, or are none."""

    async def trickle(ends: Any) -> None:
        ends[1].write(f"GET / HTTP/1.1\r\nHost: {HERE}\r\n".encode())
        while not ends[0].at_eof():
            ends[1].write(b"X-Slow: loris\r\n")
            flood.tally["lines"] += 1
            await asyncio.sleep(0.2)
            if ends[1].transport.is_closing():
                raise ConnectionResetError

    async def long(ends: Any) -> None:
        shape = random.choice(("X-Long: " + "x" * LONG, "x" * LONG, "\r\n".join(["X-Many: 1"] * (LONG // 11))))
        ends[1].write(f"GET / HTTP/1.1\r\nHost: {HERE}\r\n{shape}\r\n\r\n".encode())
        flood.tally[(await ends[0].read())[9:12].decode() or "hung up"] += 1

    await together(*(flood.again(trickle) for _ in range(TRICKLES)), *(flood.again(long) for _ in range(WORKERS)))


async def tables(flood: Flood) -> None:
    """Tables without end."""
    setup = {"game": "asara", "seats": [{"kind": "person"}, {"kind": "anyone"}], "options": {"expert": True}}
    body = json.dumps({"setup": setup, "people": [{"name": "Eve"}]}).encode()
    await together(*(flood.repeat("POST", "/api/tables", lambda: body) for _ in range(WORKERS)))


async def changes(flood: Flood) -> None:
    """Moves, talk and wishes at tables of one's own, as fast as they go."""

    async def play(ends: Any) -> None:
        key, chance = fresh(), random.Random()
        body = {"setup": {"game": "pasha", "seats": [{"kind": "person"}] * 2}, "people": [{"name": "Eve"}] * 2}
        status, answer = await flood.ask(ends, "POST", "/api/tables", json.dumps(body).encode(), key)
        flood.tally[status] += 1
        if status != "201":
            await asyncio.sleep(1.0)
            return
        table = f"/api/tables/{json.loads(answer)['table']}"
        while True:
            seat = chance.randrange(2)
            _status, seen = await flood.ask(ends, "GET", f"{table}?seat={seat}", b"", key)
            view = json.loads(seen)
            moves = (view.get("decision") or {}).get("moves") or ["mark"]
            for wish, given in (
                (f"seats/{seat}/moves", {"version": view.get("version", 0), "move": chance.choice(moves)}),
                (f"seats/{seat}/confirmation", {"version": view.get("version", 0) + 1}),
                ("chat", {"words": "x" * 300}),
            ):
                status, _ = await flood.ask(ends, "POST", f"{table}/{wish}", json.dumps(given).encode(), key)
                flood.tally[status] += 1
            if view.get("phase") == "over":
                return

    await together(*(flood.again(play) for _ in range(WORKERS)))


async def bots(flood: Flood) -> None:
    """Tables of the bots that think longest, which play without anybody."""
    seats = [{"kind": "bot", "level": "caliph"}] * 2

    async def open_all(ends: Any) -> None:
        while True:
            body = {"setup": {"game": random.choice(("asara", "pasha")), "seats": seats}, "people": []}
            status, _ = await flood.ask(ends, "POST", "/api/tables", json.dumps(body).encode(), fresh())
            flood.tally["opened" if status == "201" else status] += 1
            if flood.tally["opened"] >= BOTS:
                await asyncio.sleep(0.05)

    await together(*(flood.again(open_all) for _ in range(4)))


KINDS: dict[str, Callable[[Flood], Coroutine[Any, Any, None]]] = {
    "verify": verify,
    "connections": connections,
    "headers": headers,
    "tables": tables,
    "changes": changes,
    "bots": bots,
}


def pour(kind: str, port: int, ends: Connection) -> None:
    """Flood until told to stop; then say what came of it."""
    os.nice(LOWEST)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    flood = Flood(port)

    async def until_told() -> None:
        work = asyncio.create_task(KINDS[kind](flood))
        await asyncio.wait(
            {work, asyncio.get_running_loop().run_in_executor(None, ends.recv)}, return_when="FIRST_COMPLETED"
        )
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work

    begun = perf_counter()
    asyncio.run(until_told())
    ends.send((dict(flood.tally), perf_counter() - begun))


@dataclass(frozen=True)
class Poured:
    """What a flood did."""

    tally: dict[str, int]
    seconds: float

    def __str__(self) -> str:
        parts = sorted(self.tally.items(), key=lambda pair: -pair[1])
        return ", ".join(
            f"{number / self.seconds:.0f}/s {what}" for what, number in parts if number / self.seconds >= 0.5
        )


@contextmanager
def flooding(kind: str, port: int, told: list[Poured]) -> Iterator[None]:
    """A flood, for as long as something is measured."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=pour, args=(kind, port, theirs), daemon=True)
    process.start()
    try:
        yield
        ours.send("stop")
        if ours.poll(60.0):
            told.append(Poured(*ours.recv()))
    finally:
        process.join(10.0)
        if process.is_alive():
            process.kill()


# Who plays


@dataclass(frozen=True)
class Felt:
    """How it was to play."""

    p99: float  # seconds of a move
    moves: int
    slowest: float  # seconds of a merchant's answer
    answers: int


async def play(port: int, number: int, pause: float) -> list[float]:
    """Moves at a table for both seats; seconds that each took."""
    times: list[float] = []
    chance = random.Random(1)
    while len(times) < number:
        game = Game(Line(port), chance)
        await game.begin(chance.choice(games.names()))
        while game.to_act is not None and len(times) + len(game.times) < number:
            await game.move()
            await asyncio.sleep(chance.uniform(0.0, 2.0 * pause))
        times += game.times
    return times


async def play_merchant(port: int, is_over: asyncio.Event) -> list[float]:
    """Moves against a merchant; seconds that each of its answers took."""
    answers: list[float] = []
    chance = random.Random(2)
    while not is_over.is_set():
        line = Line(port, fresh())
        setup = {"game": "pasha", "seats": [{"kind": "person"}, {"kind": "bot", "level": "merchant"}]}
        body = {"setup": setup, "people": [{"name": "Ann"}]}
        table = f"/api/tables/{json.loads(await line.good('POST', '/api/tables', body))['table']}"
        view = json.loads(await line.good("PUT", f"{table}/seats/0/preferences", {"confirms": False}))
        while view["phase"] != "over" and not is_over.is_set():
            if view["to_act"] == 0:
                wish = {"version": view["version"], "move": chance.choice(view["decision"]["moves"])}
                view = json.loads(await line.good("POST", f"{table}/seats/0/moves", wish))
                await asyncio.sleep(0.1)
                continue
            begun = perf_counter()
            while view["phase"] != "over" and view["to_act"] != 0:
                await asyncio.sleep(LOOKING)
                view = json.loads(await line.good("GET", table))
            answers.append(perf_counter() - begun)
    return answers


async def felt(port: int, moves: int, seconds: float) -> Felt:
    """Play for a while."""
    is_over = asyncio.Event()
    other = asyncio.create_task(play_merchant(port, is_over))
    begun = perf_counter()
    times = await play(port, moves, seconds / moves)
    await asyncio.sleep(max(0.0, begun + seconds - perf_counter()))
    is_over.set()
    answers = await other
    return Felt(quantiles(times, n=100)[98], len(times), max(answers, default=0.0), len(answers))


# The command


@dataclass(frozen=True)
class Found:
    """All runs of one kind of flood."""

    quiet: list[Felt]
    flooded: list[Felt]
    poured: list[Poured]

    @property
    def bound(self) -> float:
        """What a move may take."""
        return max(TIMES_QUIET * median(run.p99 for run in self.quiet), LEAST_BOUND)

    @property
    def p99(self) -> float:
        """What it took."""
        return median(run.p99 for run in self.flooded)

    @property
    def slowest(self) -> float:
        """A merchant's slowest answer."""
        return median(run.slowest for run in self.flooded)

    @property
    def has_answers(self) -> bool:
        """Whether the merchant answered at all."""
        return all(run.answers for run in self.flooded)

    @property
    def is_fine(self) -> bool:
        """Whether people could go on playing."""
        return self.p99 <= self.bound and self.has_answers and self.slowest <= merchant_bound()


def merchant_bound() -> float:
    """What a merchant's answer may take."""
    return SECONDS.get("merchant", 0.0) + BEYOND


def measure(kind: str, chosen: argparse.Namespace, tell: Tell) -> Found:
    """Every run with a server of its own: first without the flood, then with it."""
    found = Found([], [], [])
    for number in range(chosen.runs):
        tell(f"{kind}, run {number + 1} of {chosen.runs}")
        with tempfile.TemporaryDirectory(prefix="serai-floods-") as folder:
            database = sqlite_url(Path(folder) / "tables.db")
            with running(serve, database) as (port, _process):
                found.quiet.append(asyncio.run(felt(port, chosen.moves, chosen.seconds)))
                with flooding(kind, port, found.poured):
                    found.flooded.append(asyncio.run(felt(port, chosen.moves, chosen.seconds)))
    return found


def show(found: dict[str, Found]) -> None:
    """What was measured, with a verdict for each kind."""
    grid = Grid("flood", "its rate, by what was answered", "a move's p99", "the merchant's slowest answer", "verdict")
    for kind, each in found.items():
        quiet = median(run.p99 for run in each.quiet)
        move = f"{each.p99 * 1000:.0f} ms (quiet {quiet * 1000:.0f}, allowed {each.bound * 1000:.0f})"
        answers = sum(run.answers for run in each.flooded)
        answer = f"{each.slowest * 1000:.0f} ms of {answers} (allowed {merchant_bound() * 1000:.0f})"
        grid.add_row(
            kind, str(each.poured[-1]) if each.poured else "?", move, answer, "fine" if each.is_fine else "NOT FINE"
        )
    Console(width=140).print(grid)


def kinds(text: str) -> list[str]:
    """Names of floods."""
    names = text.split(",")
    if unknown := set(names) - set(KINDS):
        raise argparse.ArgumentTypeError(f"no such flood: {', '.join(unknown)}; there are: {', '.join(KINDS)}")
    return names


def main(arguments: list[str]) -> int:
    """Measure and print; exit code 1 when people could not go on playing."""
    parser = argparse.ArgumentParser(description="Measure whether people can play while one address floods the server.")
    parser.add_argument("--kinds", type=kinds, default=list(KINDS), help=f"default: {','.join(KINDS)}")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each flood, at least")
    parser.add_argument("--moves", type=int, default=200, help="that are timed in each run")
    parser.add_argument("--runs", type=int, default=3, help="of each kind, of which the median counts")
    chosen = parser.parse_args(arguments)
    for name in games.names():
        compile_game(games.load(name), bots=True)
    found = {
        kind: measure(kind, chosen, lambda text: print(f"{text} …", file=sys.stderr, flush=True))
        for kind in chosen.kinds
    }
    show(found)
    return 0 if all(each.is_fine for each in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
