"""A real server in a thread, and guests who sit at its tables by HTTP alone."""

import hashlib
import json
import random
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from serai.store.database import BotTableLimits
from serai.web.app import create_app
from serai.web.requests.keyring import Keyring
from serai.web.server import uvicorn_config
from serai.web.settings import BOUNDLESS, Limits, Settings

View = dict[str, Any]
PATIENCE = 60.0  # seconds to wait for something before a test fails


@dataclass(frozen=True)
class Running:
    """A server that answers, and its guests."""

    app: FastAPI
    url: str
    guests: "list[Guest]" = field(default_factory=list)

    def guest(self, name: str = "Ann", seed: int = 1) -> "Guest":
        """Somebody new."""
        self.guests.append(Guest(self.url, name, random.Random(seed)))
        return self.guests[-1]

    def sign(self, key: str) -> str:
        """A key as the server gives it to a browser."""
        keyring: Keyring = self.app.state.keyring
        return keyring.sign(key)

    def newcomers(self, *names: str) -> "list[Guest]":
        """Several, each of whom plays otherwise."""
        return [self.guest(name, seed) for seed, name in enumerate(names)]


@contextmanager
def running(database: str, port: int = 0, **settings: Any) -> Iterator[Running]:
    """Serve from a thread, on a port that is free unless one is given; without limits, unless they are given."""
    limits = {field.name: settings.pop(field.name) for field in fields(Limits) if field.name in settings}
    settings = {"bot_tables": BotTableLimits(10**6, 10**6)} | settings
    chosen = Settings(database, limits=replace(BOUNDLESS, **limits), **settings)
    app = create_app(chosen)
    server = uvicorn.Server(uvicorn_config(app, chosen, port=port))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        found = Running(app, f"http://127.0.0.1:{port}")
        yield found
        for guest in found.guests:
            guest.client.close()
    finally:
        app.state.streams.close()
        server.should_exit = True
        thread.join()


def wait_until(is_so: Any) -> None:
    """Wait for something, or fail."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.01)


@dataclass
class Guest:
    """Somebody with a key, who makes nonces as a page does and plays at random."""

    url: str
    name: str
    chance: random.Random
    nonces: dict[tuple[str, int], bytes] = field(default_factory=dict)  # by table and seat
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx.Client(base_url=f"{self.url}/api", timeout=PATIENCE)
        self.client.headers["authorization"] = f"Bearer {self.ask('POST', '/keys')['key']}"

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """The answer's JSON; the status must be as expected, or a good one."""
        answer = self.client.request(method, path, json=body)
        is_fine = answer.is_success if status is None else answer.status_code == status
        assert is_fine, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def open(self, game: str, *seats: str, **setup: Any) -> tuple[str, str]:
        """Open a table, its seats as `person`, `anyone` or a bot's level; its name and link."""
        plans = [seat_plan(seat) for seat in seats]
        own = [number for number, seat in enumerate(seats) if seat == "person"]
        fresh = {seat: secrets.token_bytes(32) for seat in own}
        people = [{"name": self.name, "nonce_commitment": commitment(fresh[seat])} for seat in own]
        opened = self.ask("POST", "/tables", {"setup": {"game": game, "seats": plans, **setup}, "people": people})
        self.nonces |= {(opened["table"], seat): nonce for seat, nonce in fresh.items()}
        return opened["table"], opened["link"]

    def sit(self, table: str, link: str | None = None, seat: int | None = None) -> int:
        """Take a seat; which one."""
        nonce = secrets.token_bytes(32)
        body = {"name": self.name, "nonce_commitment": commitment(nonce), "link": link, "seat": seat}
        view = self.ask("POST", f"/tables/{table}/seats", body)
        mine = [
            number for number, found in enumerate(view["chance"]["nonce_commitments"]) if found == commitment(nonce)
        ]
        self.nonces[table, mine[0]] = nonce
        return mine[0]

    def open_nonces(self, table: str) -> None:
        """Open what was committed to at a table."""
        for (name, seat), nonce in self.nonces.items():
            if name == table:
                self.act(table, seat, "nonce", nonce=nonce.hex())

    def commit_anew(self, table: str) -> None:
        """Make another nonce for each own seat of a table where all that was committed to was discarded."""
        for name, seat in [place for place in self.nonces if place[0] == table]:
            view = self.view(name, seat)
            if view["you"]["is_to_commit_anew"]:
                nonce = self.nonces[name, seat] = secrets.token_bytes(32)
                given = {"round": view["chance"]["round"], "nonce_commitment": commitment(nonce)}
                self.act(name, seat, "commitment", **given)

    def view(self, table: str, seat: int | None = None) -> View:
        """What this guest sees."""
        found: View = self.ask("GET", f"/tables/{table}" + ("" if seat is None else f"?seat={seat}"))
        return found

    def act(
        self, table: str, seat: int, what: str, method: str = "POST", status: int | None = None, **body: Any
    ) -> Any:
        """Do something for a seat."""
        return self.ask(method, f"/tables/{table}/seats/{seat}/{what}", body or None, status)

    def move(self, view: View) -> View:
        """Make a random decision, or confirm the one that is held."""
        seat, decision = view["you"]["seat"], view["decision"]["number"]
        if view["decision"]["held"]:
            found: View = self.act(view["table"], seat, "confirmation", decision=decision)
        else:
            move = self.chance.choice(view["decision"]["moves"])
            found = self.act(view["table"], seat, "moves", decision=decision, move=move)
        return found

    @contextmanager
    def stream(self, table: str, seat: int | None = None, last: int | None = None) -> Iterator[Iterator[View]]:
        """The views of a stream, as they come."""
        headers = {} if last is None else {"last-event-id": str(last)}
        path = f"/tables/{table}/stream" + ("" if seat is None else f"?seat={seat}")
        with self.client.stream("GET", path, headers=headers) as answer:
            assert answer.status_code == 200
            yield (json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line.startswith("data: "))


def seat_plan(seat: str) -> dict[str, str]:
    """A seat as a setup has it."""
    return {"kind": seat} if seat in ("person", "anyone") else {"kind": "bot", "level": seat}


def commitment(nonce: bytes) -> str:
    """What a page sends of its nonce."""
    return hashlib.sha256(nonce).hexdigest()


def begin(guests: Sequence[Guest], game: str, *bots: str, **setup: Any) -> str:
    """A table where every guest has a seat, in their order, then the bots; all nonces are open."""
    seats = ["person", *("anyone" for _ in guests[1:]), *bots]
    table, link = guests[0].open(game, *seats, **setup)
    for guest in guests[1:]:
        guest.sit(table, link)
    for guest in guests:
        guest.open_nonces(table)
    return table


def play_out(guests: Sequence[Guest], table: str, decisions: int | None = None) -> View:
    """Play until the game is over, or so many more decisions were made by guests."""
    made = 0
    while True:
        view = guests[0].view(table)
        if view["phase"] != "playing" or made == decisions:
            return view
        if view["to_act"] >= len(guests):
            time.sleep(0.01)
            continue
        mine = guests[view["to_act"]].view(table, view["to_act"])
        if mine["decision"]:
            guests[view["to_act"]].move(mine)
            made += 1
        elif mine["seats"][mine["you"]["seat"]]["bot"]:
            time.sleep(0.01)
