"""Nobody learns what is not theirs to know: answers are compared, and every secret is looked for in all of them."""

import base64
import copy
import json
import logging
import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from serai.core.records import record, replay
from serai.core.records.randomness import Committed, Nonce, derived_stream, one_round
from serai.core.records.record import Event
from serai.games.asara.rules.state import BUYERS, COLOURS
from serai.store.database import Conflict
from serai.tables import commands, keys
from serai.tables.batches import batch_of
from serai.tables.cache import CachedTable
from serai.tables.service import Service
from serai.tables.state.changes import Change, HeldMove, Move
from serai.tables.state.outcomes import Decision, Outcome
from serai.tables.state.saved_changes import SavedChange
from serai.tables.state.table import PLAYING, Table
from serai.web.requests.logs import log_to_stderr
from tests.databases import new_database
from tests.guests import PATIENCE, Guest, Running, View, begin, play_out, running, wait_until
from tests.tables.sitting import Force

FLAGS = ((2, 0, 0), (2, 1, 1), (3, 0, 1), (3, 1, 0), (4, 0, 0), (4, 1, 1))  # players, and any two options together
LATE = 6  # decisions back for which a move is tried
ASARA = [("asara", players, {"expert": bool(e), "open_screens": bool(o)}) for players, e, o in FLAGS]
PASHA: list[tuple[str, int, dict[str, bool]]] = [("pasha", players, {}) for players in (2, 3, 4, 5)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that compare."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as found:
        yield found


# Secrets of others, replaced by something else


def scrambled_asara(events: list[Event], seat: int | None) -> list[Event]:
    """Other cards, windows and face-down buyers for all but the seat (A33)."""

    def other(name: str) -> str:
        names = BUYERS if name in BUYERS else COLOURS
        return names[(names.index(name) + 1) % len(names)]

    def scrambled(event: Event) -> Event:
        if event.get("seat") == seat:
            return event
        for key in ("cards", "pieces"):
            if event["type"] in ("deal", "draw", "look") and key in event:
                return event | {key: [other(name) for name in event[key]]}
        words = event.get("move", "").split()
        if words[:1] == ["place"] and ("+" in words[1] or words[2] == "house"):
            words[1] = "+".join(map(other, words[1].split("+")))
        elif words[:1] in (["keep"], ["under"]):
            words[1:] = [COLOURS[(COLOURS.index(name) + 1) % 5] for name in words[1:]]
        return event | ({"move": " ".join(words)} if words else {})

    return [scrambled(event) for event in events]


def scrambled_pasha(events: list[Event], seat: int | None) -> list[Event]:
    """Other packs for all but the seat, and of its own all that it has not taken in hand at first (P21)."""

    def scrambled(event: Event) -> Event:
        if event["type"] != "packs":
            return event
        known = 3 if event["seat"] == seat else 0
        cards = event["cards"]
        return event | {"cards": cards[:known] + cards[: known - 1 if known else None : -1]}

    return [scrambled(event) for event in events]


SCRAMBLED = {"asara": scrambled_asara, "pasha": scrambled_pasha}


def twin(table: Table, seat: int | None, seed: int) -> Table:
    """A table that differs from this one in all that the seat (None: who watches) may not know, and in nothing else."""
    assert table.match
    other, match = copy.copy(table), table.match.copy(same_chance=True)
    other.game = copy.copy(table.game)
    match.position.redeal(seat, seed)
    match.events = SCRAMBLED[table.setup.game.name](match.events, seat)
    match.private = [private for private in match.private if private[1] == seat]
    match.private += [(0, player, {"type": "pack", "seat": player, "cards": [9]}) for player in others(table, seat)]
    strange = {
        number: Nonce(bytes([number] * 32), place.nonce.by) for number, place in enumerate(table.seats) if place.nonce
    }
    other.seats = [
        place if number == seat else replace(place, players={"0" * 64}, nonce=strange[number])
        for number, place in enumerate(table.seats)
    ]
    match.position.randomness = one_round(table.server_seed, strange.values())
    other.outcomes = [disguised(table, outcome, seat) for outcome in table.outcomes]
    other.game.decisions = [one if one.seat == seat else forged(one) for one in table.decisions]
    if table.held is not None and table.to_act != seat:
        other.held = next((move for move in table.match.legal_moves() if move != table.held), table.held)
    other.game.match = match
    return other


def others(table: Table, seat: int | None) -> list[int]:
    """All seats but this."""
    return [number for number in range(len(table.seats)) if number != seat]


def forged(decision: Decision) -> Decision:
    """Another decision."""
    return replace(decision, move=decision.move + 1)


def disguised(table: Table, outcome: Outcome, seat: int | None) -> Outcome:
    """What became of a decision, with another move as far as the seat may not know it."""
    if outcome.move is None or outcome.seat == seat or table.match is None:
        return outcome
    if outcome.kind == "held":
        return replace(outcome, move=outcome.move + 1)
    event = {"type": "move", "seat": outcome.seat, "move": table.match.name(outcome.move)}
    other = SCRAMBLED[table.setup.game.name]([event], seat)[0]
    return replace(outcome, move=table.match.parse(other["move"]))


@contextmanager
def in_place_of(service: Service, table: Table) -> Iterator[None]:
    """For a while the server has this table in memory."""
    cached = service._cache._tables[table.name]
    service._cache._tables[table.name] = CachedTable(table, cached.lock)
    try:
        yield
    finally:
        service._cache._tables[table.name] = cached


# All that somebody can ask


def answers(
    house: Running, client: httpx.Client, table: str, seat: int | None, wrong: list[str], decision: int
) -> dict[str, bytes]:
    """Every answer that a seat's player, or who watches, can get without changing anything."""
    name = f"/tables/{table}"
    mine = 0 if seat is None else seat
    paths = [
        name,
        f"{name}?seat={mine}",
        f"{name}/seats/{mine}/moves",
        f"{name}/seats/{mine}/receipt",
        f"{name}/record",
        "/tables",
    ]
    found = {path: raw(client.get(path)) for path in paths}
    found |= {
        f"moves of {other}": raw(client.get(f"{name}/seats/{other}/moves")) for other in range(5) if other != mine
    }
    for move in wrong:
        body = {"decision": decision, "move": move}
        found[f"play {move}"] = raw(client.post(f"{name}/seats/{mine}/moves", json=body))
    for past in range(max(0, decision - LATE), decision):
        body = {"decision": past, "move": "nonsense"}
        found[f"play for {past}"] = raw(client.post(f"{name}/seats/{mine}/moves", json=body))
    found["stream"] = first_frame(house, client, table)
    return found


def raw(answer: httpx.Response) -> bytes:
    """An answer as it came; only the date may differ."""
    headers = [(name, value) for name, value in answer.headers.raw if name.lower() != b"date"]
    return repr((answer.status_code, headers)).encode() + answer.content


def first_frame(house: Running, client: httpx.Client, table: str) -> bytes:
    """What a new stream sends at once."""
    streams = house.app.state.streams
    wait_until(lambda: not streams._channels)
    heard = b""
    with client.stream("GET", f"/tables/{table}/stream") as answer:
        for part in answer.iter_raw():
            heard += part
            if b"data: " in heard and heard.endswith(b"\n\n"):
                break
    wait_until(lambda: not streams._channels)
    return heard


def play_on(service: Service, name: str, chance: random.Random, is_there: Callable[[Table], bool]) -> bool:
    """Make random decisions, held first where they end a turn, until the table is there; False when it is over."""
    while True:
        with service.reading(name) as table:
            if table.phase != PLAYING or is_there(table):
                return table.phase == PLAYING
            assert table.match and table.to_act is not None
            seat, held = table.to_act, table.held
            move = chance.choice(table.match.legal_moves()) if held is None else held
            holds = held is None and table.game.ends_turn(move)
            service.carry_out(name, Force(partial(just, seat, move, holds)))


def just(seat: int, move: int, holds: bool, table: Table, at: int) -> list[Change]:
    """A decision that nobody asks for."""
    return [HeldMove(at, seat, move) if holds else Move(at, seat, move, None)]


def after(decisions: int) -> Callable[[Table], bool]:
    """A position so many decisions later, at least one of which is made."""
    return lambda table: len(table.decisions) >= decisions and table.held is None


def is_held(table: Table) -> bool:
    """A decision that only its player may know."""
    return table.held is not None


def is_looking(table: Table) -> bool:
    """Somebody looks at lit windows."""
    assert table.match
    return bool(table.match.events[-1]["type"] == "look")


@pytest.mark.parametrize(("game", "players", "flags"), ASARA + PASHA, ids=str)
def test_games_that_differ_in_what_a_seat_may_not_know_look_alike(
    house: Running, game: str, players: int, flags: dict[str, bool]
) -> None:
    guests = house.newcomers(*"ABCDE"[:players])
    name = begin(guests, game, options=flags)
    service: Service = house.app.state.service
    chance = random.Random(f"{game}{players}{flags}")
    stranger = house.guest("Eve")
    has_differed: set[int] = set()
    places: list[Callable[[Table], bool]] = [after(9), is_held, after(40), *([is_looking] if game == "asara" else [])]
    for number, is_there in enumerate(places):
        if not play_on(service, name, chance, is_there):
            assert is_there is is_looking, "the game was over too soon"
            break
        with service.reading(name) as table:
            assert table.match
            tried = [chance.randrange(table.setup.game.rules.EVERY_MOVE) for _ in range(4)]
            wrong = [table.match.name(move) for move in tried if table.match.why_illegal(move)]
        for seat in (None, *range(players)):
            client = stranger.client if seat is None else guests[seat].client
            looks = answers(house, client, name, seat, wrong, table.decision)
            with in_place_of(service, twin(table, seat, number)):
                again = answers(house, client, name, seat, wrong, table.decision)
            for asked in looks:
                assert looks[asked] == again[asked], f"{asked} tells {seat} a secret"
            if seat is not None:  # were its own secrets others, the seat would see it: the comparison has teeth
                other = twin(table, (seat + 1) % players, number)
                other.seats = table.seats
                with in_place_of(service, other):
                    if raw(client.get(f"/tables/{name}")) != looks[f"/tables/{name}"]:
                        has_differed.add(seat)
    assert has_differed >= set(range(players)), "no secret of a seat's own was ever replaced"


def test_the_twin_of_a_table_differs_in_every_kind_of_secret(house: Running) -> None:
    for game, kinds in {"asara": {"deal", "move", "draw", "look"}, "pasha": {"packs"}}.items():
        guests = house.newcomers("A", "B", "C")
        name = begin(guests, game)
        play_on(house.app.state.service, name, random.Random(3), after(120))
        with house.app.state.service.reading(name) as table:
            other = twin(table, 0, 1)
            assert table.match and other.match
            pairs = list(zip(table.match.events, other.match.events, strict=True))
            changed = {one["type"] for one, two in pairs if one != two}
            seen = {one["type"] for one, _ in pairs}
            assert changed == kinds & seen and changed
            assert all(one == two for one, two in pairs if one.get("seat") == 0 and one["type"] != "packs")
            assert other.match.games.tobytes() != table.match.games.tobytes()


# Seats that somebody has left


def test_a_player_that_has_left_a_seat_sees_nothing_of_the_next_one(server: Running) -> None:
    ann, bob, cid, eve = server.newcomers("Ann", "Bob", "Cid", "Eve")
    table, link = ann.open("pasha", "person", "anyone", "anyone")
    assert eve.sit(table, link) == 1
    personal = eve.act(table, 1, "link")["link"]
    with eve.stream(table, 1) as views:
        assert next(views)["you"]["seat"] == 1
        eve.ask("DELETE", f"/tables/{table}/seats/1")
        ann.commit_anew(table)
        assert [guest.sit(table, link) for guest in (bob, cid)] == [1, 2]
        for guest in (ann, bob, cid):
            guest.open_nonces(table)
        seen = list(views)
    assert all(view["you"] is None or view["phase"] == "gathering" for view in seen)
    assert eve.ask("POST", "/links", {"link": personal}, status=403)["code"] == "not-allowed"
    assert eve.view(table)["you"] is None and bob.view(table)["position"]["seats"][1]["hand"]
    assert eve.ask("GET", f"/tables/{table}/stream?seat=1", status=403)["code"] == "not-allowed"


def test_a_personal_link_is_not_made_for_a_seat_that_is_being_left(server: Running) -> None:
    ann, eve = server.newcomers("Ann", "Eve")
    table, link = ann.open("pasha", "person", "anyone", "anyone")
    service: Service = server.app.state.service
    eve.sit(table, link)
    player = keys.hashed(eve.client.headers["authorization"].removeprefix("Bearer "))
    with service.reading(table) as found:
        make = commands.MakeLink(player, 1, keys.hashed(keys.fresh()), False)
        late = batch_of(found, [SavedChange(change) for change in make.decide(found, service.clock())])
    version = service.store.version(table)
    eve.ask("DELETE", f"/tables/{table}/seats/1")
    with pytest.raises(Conflict, match="not at version"):
        service.store.append(table, version, late)


# Looking for every secret in all that leaves the server


@dataclass
class Heard:
    """All answers, with who got them."""

    parts: list[tuple[str, bytes]] = field(default_factory=list)

    def listen(self, guest: Guest) -> None:
        """Keep every answer from now on."""

        def keep(answer: httpx.Response) -> None:
            if "event-stream" not in answer.headers.get("content-type", ""):
                answer.read()
                headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
                self.parts.append((guest.name, headers + b"\n\n" + answer.content))

        guest.client.event_hooks = {"response": [keep]}

    def follow(self, guest: Guest, table: str) -> threading.Thread:
        """Keep every frame of a stream, until the game is over."""

        def read() -> None:
            with guest.client.stream("GET", f"/tables/{table}/stream") as answer:
                heard = b""
                for part in answer.iter_raw():
                    heard += part
                    *frames, heard = heard.split(b"\n\n")
                    self.parts += [(guest.name, frame) for frame in frames]
                    if any(is_after_the_end(frame) for frame in frames):
                        return

        thread = threading.Thread(target=read)
        thread.start()
        return thread

    def before_the_end(self, but: str = "") -> bytes:
        """What was told while the game ran, to all but one."""
        return b"\n".join(part for who, part in self.parts if who != but and not is_after_the_end(part))


def is_after_the_end(part: bytes) -> bool:
    """Whether an answer or frame shows a game that is over."""
    return b'"phase":"over"' in part


def forms(secret: bytes) -> list[str]:
    """A secret as somebody might write it."""
    plain, safe = base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode()
    return [secret.hex(), str(int.from_bytes(secret, "big")), plain.rstrip("="), safe.rstrip("="), repr(secret)[2:-1]]


def words_in(told: bytes) -> str:
    """Everything that is long enough to be a number or a secret, each once."""
    text = told.decode("utf-8", "replace")
    return " ".join(
        set(re.findall(r"[A-Za-z0-9+/_-]{14,}", text)) | set(re.findall(r"[A-Za-z0-9+/_-]{14,}", text.lower()))
    )


def states_of(found: record.Record) -> set[str]:
    """Every word of both streams before and after each decision, and before the next ones, as numbers are written."""
    match = replay.begin(found)
    assert isinstance(found.randomness, Committed)
    words = [*match.games[0].open, *match.games[0].hidden]
    for event in replay.moments(found):
        replay.follow(match, event)
        words += [*match.games[0].open, *match.games[0].hidden]
    for number in range(len(match.moves) + 4):
        words += [
            word
            for label in (b"open", b"hidden")
            for word in derived_stream(found.randomness.rounds[0].table_seed, number, label)
        ]
    return {form for word in words for form in (str(int(word)), f"{int(word):016x}")}


@contextmanager
def logging_to_stderr() -> Iterator[None]:
    """Log as a server does that is to say everything."""
    root, libraries = logging.getLogger(), logging.getLogger("sqlalchemy")
    handlers, level, of_libraries = root.handlers[:], root.level, libraries.level
    root.handlers.clear()
    try:
        log_to_stderr("debug")
        for library in ("httpx", "httpcore"):
            logging.getLogger(library).propagate = False  # the guests' own
        yield
    finally:
        for library in ("httpx", "httpcore"):
            logging.getLogger(library).propagate = True
        logging.captureWarnings(False)
        root.handlers[:] = handlers
        root.setLevel(level)
        libraries.setLevel(of_libraries)


def provoke(guests: list[Guest], table: str, view: View) -> None:
    """Errors of every kind, and all that people may do besides moves."""
    ann, bob = guests[:2]
    number = view["decision"]["number"] if view["decision"] else 1
    wrong: list[tuple[str, str, Any]] = [
        ("POST", f"/tables/{table}/seats/0/moves", {"decision": 0, "move": "mark"}),
        ("POST", f"/tables/{table}/seats/0/moves", {"decision": number, "move": "mark 9"}),
        ("POST", f"/tables/{table}/seats/0/moves", {"decision": number, "move": "nonsense"}),
        ("POST", f"/tables/{table}/seats/1/moves", {"version": view["version"], "move": "mark"}),
        ("POST", f"/tables/{table}/seats/0/nonce", {"nonce": "0" * 64}),
        ("POST", "/links", {"link": keys.fresh()}),
        ("GET", f"/tables/{table}/record", None),
        ("GET", f"/tables/{table}?seat=1", None),
        ("GET", "/nothing", None),
        ("PATCH", f"/tables/{table}", None),
        ("POST", "/verify", {"format": "serai-record/1"}),
    ]
    for method, path, body in wrong:
        assert ann.client.request(method, path, json=body).is_client_error
    for path in ("/tables", "/games", "/health", "/openapi.json", f"/tables/{table}/seats/0/receipt"):
        ann.ask("GET", path)
    ann.ask("POST", f"/tables/{table}/chat", {"words": "hello"})
    ann.act(table, 0, "bot", "PUT", level="random")
    ann.act(table, 0, "bot", "DELETE")
    bob.act(table, 1, "preferences", "PUT", confirms=False)
    bob.act(table, 1, "preferences", "PUT", confirms=True)
    bob.act(table, 1, "stop", "PUT", wants=True)
    bob.act(table, 1, "stop", "PUT", wants=False)


def undo_once(guests: list[Guest], table: str) -> None:
    """Play until something can be taken back, and take it back."""
    while True:
        seat = guests[0].view(table)["to_act"]
        view = guests[seat].view(table)
        if view["you"]["can_undo"]:
            guests[seat].act(table, seat, "undo", decision=view["decision"]["number"])
            return
        guests[seat].move(view)


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_no_answer_stream_or_log_line_holds_a_secret_before_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    with logging_to_stderr(), running(new_database("sqlite", tmp_path)) as server:
        heard = Heard()
        ann, bob, cid, eve = guests = server.newcomers("Ann", "Bob", "Cid", "Eve")
        own = {guest.name: guest.client.headers["authorization"].removeprefix("Bearer ") for guest in guests}
        for guest in guests:
            heard.listen(guest)
        table, link = ann.open(game, "person", "anyone", "anyone")
        bob.sit(table, link)
        cid.ask("POST", f"/tables/{table}/seats", {"name": "Cid", "link": link})
        nonces = {name: nonce for guest, name in ((ann, "Ann"), (bob, "Bob")) for nonce in guest.nonces.values()}
        told = words_in(heard.before_the_end())
        assert not [form for nonce in nonces.values() for form in forms(nonce) if form in told]
        for guest in (ann, bob):
            guest.open_nonces(table)
        personal = bob.act(table, 1, "link")["link"]
        threads = [heard.follow(guest, table) for guest in (ann, eve)]
        provoke(guests, table, play_out([ann, bob, cid], table, 5))
        undo_once([ann, bob, cid], table)
        seed = server.app.state.service.store.head(table).server_seed
        play_out([ann, bob, cid], table)
        for thread in threads:
            thread.join(PATIENCE)
        found = record.check(server.guest("Zoe").ask("GET", f"/tables/{table}/record"), "the record")
    log = capsys.readouterr().err
    assert replay.verify(found).is_fine and isinstance(found.randomness, Committed)
    assert found.randomness.rounds[0].server_seed == seed and len(found.randomness.rounds[0].nonces) == 3
    assert [found.randomness.rounds[0].nonces[seat].nonce for seat in (0, 1)] == list(nonces.values())
    assert '"started"' in log and "serai" in log

    everything, lines = heard.before_the_end(), log.encode()
    assert len(everything) > 100_000 and b'"phase":"playing"' in everything
    told = words_in(everything) + " " + words_in(lines)
    secrets = [seed, found.randomness.rounds[0].table_seed]
    for secret in secrets:
        assert secret not in everything and secret not in lines
        assert not [form for form in forms(secret) if form in told or form in log]
    numbers = set(told.split()) | set(re.findall(r"\d{10,}|[0-9a-f]{16}", told))
    assert not states_of(found) & numbers
    for name, nonce in nonces.items():
        rest = words_in(heard.before_the_end(but=name)) + " " + log
        assert not [form for form in forms(nonce) if form in rest]
    cids = found.randomness.rounds[0].nonces[2].nonce
    assert not [form for form in forms(cids) if form in words_in(heard.before_the_end(but="Cid")) + log]
    for name, key in own.items():
        assert key not in everything.decode() and keys.hashed(key) not in told and key not in log
        assert keys.hashed(key) not in log, name
    for owner, secret_link in (("Ann", link), ("Bob", personal)):
        assert secret_link not in heard.before_the_end(but=owner).decode() and secret_link not in log
        assert keys.hashed(secret_link) not in told + log
    after_the_end = b"\n".join(part for _, part in heard.parts if is_after_the_end(part))
    assert seed.hex().encode() in after_the_end, "the end reveals what was searched for"


def test_a_secret_that_was_told_would_be_found() -> None:
    seed = bytes(range(32))
    for form in forms(seed)[:4]:
        assert form in words_in(json.dumps({"x": f"<{form}>"}).encode())
    assert forms(seed)[0] in words_in(seed.hex().upper().encode())
