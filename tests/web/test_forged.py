"""Forged, stale, repeated and misdirected requests, very many of them: nothing changes that should not, nothing breaks.

`SERAI_FORGED` says how many; each is drawn from a seed, so a failure can be found again.
"""

import asyncio
import os
import random
import secrets
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from serai.core.records import record, replay
from serai.tables import keys
from tests.databases import new_database
from tests.guests import Guest, Running, begin, play_out, running

FORGED = int(os.environ.get("SERAI_FORGED", "400"))
AT_ONCE = 16
ACTIONS = (
    "moves",
    "confirmation",
    "undo",
    "nonce",
    "bot",
    "resignation",
    "stop",
    "rematch",
    "preferences",
    "link",
    "receipt",
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True)
class Forgery:
    """A request that must not change anything."""

    method: str
    path: str
    key: str | None
    body: Any


@dataclass
class Scene:
    """Tables of both games in several phases, who sits at them, and what they did."""

    chance: random.Random
    tables: dict[str, list[Guest]]  # by name, the players of each seat; None for bots
    bots: dict[str, int]  # the seat of a bot, where there is one
    links: dict[str, str]
    spent: list[tuple[str, int, str, Any]]  # what was done already: table, seat, action, body
    moves: list[str]
    decisions: dict[str, int] = field(default_factory=dict)  # what is to be decided at each table

    def key(self, guest: Guest) -> str:
        """The key of a guest."""
        return guest.client.headers["authorization"].removeprefix("Bearer ")

    def stranger(self) -> str | None:
        """Somebody without a seat, or nobody at all, or who only looks like somebody."""
        return self.chance.choice([None, keys.fresh(), "x" * 32, "x", keys.fresh()[:-1], "0" * 64])

    def table(self) -> str:
        """Any table."""
        return self.chance.choice(list(self.tables))

    def named(self, table: str, version: int) -> dict[str, int]:
        """The present decision, by its number or by the table's version."""
        return self.chance.choice([{"decision": self.decisions[table]}, {"version": version}])

    def body(self, table: str, version: int) -> Any:
        """What might be asked for."""
        return self.chance.choice(
            [
                {**self.named(table, version), "move": self.chance.choice(self.moves)},
                self.named(table, version),
                {"nonce": secrets.token_hex(32)},
                {"level": "random"},
                {"wants": True},
                {"confirms": False},
                {"words": "forged"},
                {"link": keys.fresh()},
                {"name": "Eve", "link": keys.fresh()},
            ]
        )


def by_a_stranger(scene: Scene, versions: dict[str, int]) -> Forgery:
    """Somebody acts for a seat without having it."""
    name = scene.table()
    seat, action = scene.chance.randrange(5), scene.chance.choice(ACTIONS)
    method = scene.chance.choice(("POST", "PUT", "DELETE"))
    return Forgery(method, f"/tables/{name}/seats/{seat}/{action}", scene.stranger(), scene.body(name, versions[name]))


def by_another_seat(scene: Scene, versions: dict[str, int]) -> Forgery:
    """A player acts for somebody else's seat, a bot's, or one that is not there."""
    name = scene.table()
    players = scene.tables[name]
    own = scene.chance.randrange(len(players))
    seat = scene.chance.choice([number for number in range(5) if number != own])
    action = scene.chance.choice(ACTIONS)
    method = scene.chance.choice(("POST", "PUT", "DELETE"))
    path = f"/tables/{name}/seats/{seat}/{action}"
    return Forgery(method, path, scene.key(players[own]), scene.body(name, versions[name]))


def once_more(scene: Scene, versions: dict[str, int]) -> Forgery:
    """What was done already, by the same player or another."""
    name, seat, action, body = scene.chance.choice(scene.spent)
    who = scene.tables[name][seat] if scene.chance.random() < 0.6 else scene.chance.choice(scene.tables[name])
    return Forgery("POST", f"/tables/{name}/seats/{seat}/{action}", scene.key(who), body)


def too_late(scene: Scene, versions: dict[str, int]) -> Forgery:
    """An answer to a decision that is past, or has not come yet."""
    name = scene.table()
    seat = scene.chance.randrange(len(scene.tables[name]))
    kind, present = scene.chance.choice([("decision", scene.decisions[name]), ("version", versions[name])])
    number = scene.chance.choice([0, 1, max(0, present - 1), present + 1, 2**53])
    action = scene.chance.choice(("moves", "confirmation", "undo"))
    body = {kind: number} | ({"move": scene.chance.choice(scene.moves)} if action == "moves" else {})
    return Forgery("POST", f"/tables/{name}/seats/{seat}/{action}", scene.key(scene.tables[name][seat]), body)


def against_the_rules(scene: Scene, versions: dict[str, int]) -> Forgery:
    """A move that is none, for the present decision."""
    name = scene.table()
    seat = scene.chance.randrange(len(scene.tables[name]))
    move = scene.chance.choice(
        ["play 99", "cube 7+", "mark 0", "buy pink", "look 4", "", "place", "done done", "🎲", "x" * 300]
    )
    body = {**scene.named(name, versions[name]), "move": move}
    return Forgery("POST", f"/tables/{name}/seats/{seat}/moves", scene.key(scene.tables[name][seat]), body)


def by_a_wrong_nonce(scene: Scene, versions: dict[str, int]) -> Forgery:
    """A nonce that nobody committed to, or that of another seat."""
    name = scene.table()
    seat = scene.chance.randrange(len(scene.tables[name]))
    guest = scene.tables[name][seat]
    alien = [nonce.hex() for (table, number), nonce in guest.nonces.items() if (table, number) != (name, seat)]
    nonce = scene.chance.choice([secrets.token_hex(32), "0" * 64, "x", *alien])
    return Forgery("POST", f"/tables/{name}/seats/{seat}/nonce", scene.key(guest), {"nonce": nonce})


def by_a_wrong_link(scene: Scene, versions: dict[str, int]) -> Forgery:
    """A link of another table, or of none."""
    name = scene.table()
    alien = [link for table, link in scene.links.items() if table != name]
    link = scene.chance.choice([keys.fresh(), "x" * 32, *alien])
    body = {"name": "Eve", "link": link, "seat": scene.chance.choice([None, 0, 1, 2, 4])}
    return Forgery("POST", f"/tables/{name}/seats", keys.fresh(), body)


def mutilated(scene: Scene, versions: dict[str, int]) -> Forgery:
    """Anything at all, by somebody who has no seat."""
    name, chance = scene.table(), scene.chance
    parts = ["tables", name, "seats", str(chance.randrange(-1, 6)), chance.choice(ACTIONS)]
    for _ in range(chance.randrange(3)):
        parts[chance.randrange(len(parts))] = chance.choice(
            ["..", "", "%00", "0x1", "%ff", name[::-1], "tables", "'--", "links"]
        )
    path = "/" + "/".join(parts[: chance.randrange(1, len(parts) + 1)])
    body = chance.choice([None, [], 1, "x", {"version": "1"}, {"x": {}}, scene.body(name, versions[name])])
    return Forgery(chance.choice(METHODS), path, scene.stranger(), body)


Forger = Callable[[Scene, dict[str, int]], Forgery]
FORGERS: list[Forger] = [
    by_a_stranger,
    by_another_seat,
    once_more,
    too_late,
    against_the_rules,
    by_a_wrong_nonce,
    by_a_wrong_link,
    mutilated,
]


@contextmanager
def noting(scene: Scene, guests: list[Guest]) -> Iterator[None]:
    """Note what guests do, to do it again later."""

    def note(request: httpx.Request) -> None:
        parts = request.url.path.split("/")
        if request.method == "POST" and len(parts) == 7 and parts[6] in ("moves", "confirmation", "nonce"):
            scene.spent.append((parts[3], int(parts[5]), parts[6], httpx.Response(200, content=request.content).json()))

    for guest in guests:
        guest.client.event_hooks = {"request": [note]}
    yield
    for guest in guests:
        guest.client.event_hooks = {}


def set_scene(house: Running, seed: int) -> Scene:
    """Running tables of both games, one with a bot, one that waits for nonces and one for people."""
    ann, bob, cid = guests = house.newcomers("Ann", "Bob", "Cid")
    scene = Scene(
        random.Random(seed), {}, {}, {}, [], ["mark", "lamp", "play 1", "reroll 1", "decline", "place blue base"]
    )
    with noting(scene, guests):
        for game in ("asara", "pasha"):
            running_table = begin(guests, game)
            play_out(guests, running_table, 12)
            scene.tables[running_table] = guests
            with_bot = begin([ann, bob], game, "random")
            scene.tables[with_bot], scene.bots[with_bot] = [ann, bob], 2
            while (view := ann.view(with_bot))["to_act"] == 2 or len(view["events"]) < 15:
                play_out([ann, bob], with_bot, 1)
            opening, link = bob.open(game, "person", "anyone")
            cid.sit(opening, link)
            scene.tables[opening], scene.links[opening] = [bob, cid], link
            gathering, link = cid.open(game, "person", "anyone", listed=False)
            scene.tables[gathering], scene.links[gathering] = [cid], link
    return scene


def apart(sending: Coroutine[Any, Any, list[httpx.Response]]) -> list[httpx.Response]:
    """Run it in a thread of its own: in this one an event loop of another test may be running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, sending).result()


async def send_all(house: Running, forgeries: list[Forgery]) -> list[httpx.Response]:
    """Many at once, in no order."""
    limit = asyncio.Semaphore(AT_ONCE)
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=f"{house.url}/api", timeout=120, limits=limits) as client:

        async def send(forgery: Forgery) -> httpx.Response:
            headers = {} if forgery.key is None else {"authorization": f"Bearer {forgery.key}"}
            async with limit:
                return await client.request(forgery.method, forgery.path, headers=headers, json=forgery.body)

        return await asyncio.gather(*map(send, forgeries))


def changes_of(house: Running, scene: Scene) -> dict[str, list[dict[str, Any]]]:
    """All that was ever saved of each table."""
    return {name: house.app.state.service.store.changes_after(name, 0) for name in scene.tables}


def decision_of(house: Running, name: str) -> int:
    """What is to be decided at a table."""
    with house.app.state.service.reading(name) as table:
        found: int = table.decision
    return found


def test_forged_requests_change_nothing_and_break_nothing(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path)) as house:
        scene = set_scene(house, 11)
        before = changes_of(house, scene)
        versions = {name: len(changes) for name, changes in before.items()}
        scene.decisions |= {name: decision_of(house, name) for name in scene.tables}
        forgeries = [scene.chance.choice(FORGERS)(scene, versions) for _ in range(FORGED)]
        answers = apart(send_all(house, forgeries))
        broken = [(f, a.status_code, a.text) for f, a in zip(forgeries, answers, strict=True) if a.is_server_error]
        assert not broken, broken[:3]
        assert {a.status_code for a in answers} >= {401, 403, 404, 405, 409, 422}
        after = changes_of(house, scene)
        for name in scene.tables:
            assert after[name] == before[name], f"{name} was changed: {after[name][len(before[name]) :]}"
            assert house.app.state.service.store.version(name) == versions[name]
        check_answers(scene, forgeries, answers)
        check_games_go_on(scene)


def check_answers(scene: Scene, forgeries: list[Forgery], answers: list[httpx.Response]) -> None:
    """What was accepted is what its own player repeated, or may be read by all; who has no seat saw none."""
    players = {scene.key(guest) for guests in scene.tables.values() for guest in guests}
    for forgery, answer in zip(forgeries, answers, strict=True):
        if answer.is_success and forgery.method != "GET":
            is_repeated = forgery.path.endswith(("/moves", "/confirmation", "/nonce"))
            is_anyones = forgery.path in ("/tables", "/links") or not forgery.path.startswith("/tables/")
            assert (is_repeated and forgery.key in players) or is_anyones, f"{forgery}: {answer.text[:200]}"
        if answer.is_success and forgery.key not in players and '"serai-view/1"' in answer.text:
            assert answer.json()["you"] is None, forgery


def check_games_go_on(scene: Scene) -> None:
    """The tables play on as if nothing had happened; one game of each to its end."""
    for name, guests in scene.tables.items():
        if guests[0].view(name)["phase"] == "playing" and name not in scene.bots:
            assert play_out(guests, name)["phase"] == "over"
            assert replay.verify(record.check(guests[0].ask("GET", f"/tables/{name}/record"), name)).is_fine


def test_a_decision_that_is_sent_again_is_answered_again_and_made_once(server: Running) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    store = server.app.state.service.store
    for _ in range(12):
        seat = ann.view(table)["to_act"]
        guest = (ann, bob)[seat]
        view = guest.view(table)
        held = view["decision"]["held"]
        what = "confirmation" if held else "moves"
        body = {"decision": view["decision"]["number"]} | ({} if held else {"move": view["decision"]["moves"][-1]})
        first = guest.act(table, seat, what, **body)
        changes = store.changes_after(table, 0)
        assert guest.act(table, seat, what, **body) == first, "the same answer, although the turn may have passed on"
        assert store.changes_after(table, 0) == changes


def test_of_many_answers_to_one_decision_one_is_carried_out(server: Running) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "asara")
    seat = ann.view(table)["to_act"]
    guest = (ann, bob)[seat]
    view = guest.view(table)
    key = guest.client.headers["authorization"].removeprefix("Bearer ")
    path = f"/tables/{table}/seats/{seat}/moves"
    moves = view["decision"]["moves"][:12]
    wishes = [Forgery("POST", path, key, {"decision": view["decision"]["number"], "move": move}) for move in moves * 2]
    answers = apart(send_all(server, wishes))
    made = server.app.state.service.store.changes_after(table, view["version"])
    assert len(made) == 1 and {answer.status_code for answer in answers} <= {200, 409}
    accepted = {wish.body["move"] for wish, answer in zip(wishes, answers, strict=True) if answer.is_success}
    assert len(accepted) == 1 and sum(answer.is_success for answer in answers) == 2
