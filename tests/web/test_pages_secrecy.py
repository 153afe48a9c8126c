"""Pages, fragments and their stream tell nobody what is not theirs to know, as `test_secrecy` shows for programs."""

import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from serai.core.records import record
from serai.core.records.randomness import Committed, player_stream
from serai.tables import keys
from serai.tables.past_positions import observation, positions
from serai.tables.service import Service
from serai.tables.state.table import Table
from serai.web.api.sse import ALIVE
from serai.web.pages.replays import boards, decisions_since
from serai.web.pages.table import with_parts
from tests.databases import new_database
from tests.guests import PATIENCE, Guest, Running, begin, running, wait_until
from tests.web.test_secrecy import after, forms, in_place_of, is_held, play_on, raw, states_of, twin, words_in

NAMES = ("Ann", "Bob", "Cem")

GAMES: tuple[tuple[str, int, dict[str, bool]], ...] = (
    ("asara", 3, {"expert": True}),
    ("asara", 2, {}),
    ("pasha", 3, {}),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that compare."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as found:
        yield found


def browser(guest: Guest, language: str = "en", **headers: str) -> httpx.Client:
    """A guest's own key at the pages."""
    known = {**guest.client.headers, "accept-language": language, **headers}
    return httpx.Client(base_url=guest.url, headers=known, timeout=PATIENCE)


def looks(house: Running, client: httpx.Client, table: str, seat: int | None, touched: list[str]) -> dict[str, bytes]:
    """Every page and part of a page that a seat's player, or who watches, can get without changing anything."""
    house.app.state.fragments.clear()
    mine = 0 if seat is None else seat
    here = f"/t/{table}"
    paths = ["/", here, f"{here}?seat={mine}", f"{here}/fragment", f"{here}/log", f"{here}/log?seat={mine}"]
    paths += [f"{here}/film?seat={other}" for other in range(3) if other != seat]  # one's own: see below
    paths += [f"{here}/seats/{mine}/why?part={part}&part={touched[0]}" for part in touched]
    paths += [f"{here}?seat={mine}&part={part}" for part in touched]
    paths += [f"/replay/{table}", f"/replay/{table}/frame?at=3&seat=all"]
    found = {path: raw(client.get(path)) for path in paths}
    found["stream"] = first_fragment(house, client, f"{table}.{mine}.en")
    return found


def first_fragment(house: Running, client: httpx.Client, look: str) -> bytes:
    """What a new stream sends at once."""
    streams = house.app.state.streams
    wait_until(lambda: not streams._channels)
    heard = b""
    with client.stream("GET", "/stream", params={"look": look}) as answer:
        for part in answer.iter_raw():
            heard += part
            if b"</main>" in heard and heard.endswith(b"\n\n"):
                break
    wait_until(lambda: not streams._channels)
    return heard.replace(ALIVE, b"")  # a sign of life may come at any time


@pytest.mark.parametrize(("game", "players", "flags"), GAMES, ids=str)
def test_pages_of_games_that_differ_in_what_a_seat_may_not_know_are_alike(
    house: Running, game: str, players: int, flags: dict[str, bool]
) -> None:
    guests = house.newcomers(*"ABC"[:players])
    name = begin(guests, game, options=flags, hints=True)
    service: Service = house.app.state.service
    chance = random.Random(f"{game}{players}")
    stranger = house.guest("Eve")
    has_differed: set[int] = set()
    places: list[Callable[[Table], bool]] = [after(9), is_held, after(40)]
    for number, is_there in enumerate(places):
        assert play_on(service, name, chance, is_there), "the game was over too soon"
        with service.reading(name) as table:
            touched = touchable(table, chance)
        for seat in (None, *range(players)):
            with browser(stranger if seat is None else guests[seat]) as client:
                seen = looks(house, client, name, seat, touched)
                with in_place_of(service, twin(table, seat, number)):
                    again = looks(house, client, name, seat, touched)
                for asked in seen:
                    assert seen[asked] == again[asked], f"{asked} tells {seat} a secret"
                if seat is not None:
                    assert film_of(table, seat) == film_of(table, seat, twin(table, seat, number)), "the film tells it"
                if seat is not None:  # were its own secrets others, the seat would see it: the comparison has teeth
                    other = twin(table, (seat + 1) % players, number)
                    other.seats = table.seats
                    with in_place_of(service, other):
                        house.app.state.fragments.clear()
                        if raw(client.get(f"/t/{name}/fragment")) != seen[f"/t/{name}/fragment"]:
                            has_differed.add(seat)
    house.app.state.fragments.clear()
    assert has_differed >= set(range(players)), "no secret of a seat's own was ever replaced"


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_a_shared_screen_tells_each_of_its_seats_only_what_is_theirs(house: Running, game: str) -> None:
    ann, bob = house.newcomers("A", "B")
    name, link = ann.open(game, "person", "person", "anyone")
    bob.sit(name, link)
    for guest in (ann, bob):
        guest.open_nonces(name)
    service: Service = house.app.state.service
    chance = random.Random(game)
    acting: set[int | None] = set()
    while not acting >= {0, 1, 2}:
        assert play_on(service, name, chance, lambda table: table.to_act not in acting), "the game was over too soon"
        with service.reading(name) as table:
            touched = touchable(table, chance)
        acting.add(table.to_act)
        for seat in (0, 1):
            eyes = seat if table.to_act in (seat, 2) else None  # while the other of them is to act there is a curtain
            other = twin(table, eyes, len(acting))
            other.seats = table.seats
            with browser(ann) as client:
                seen = shared_looks(house, client, name, seat, touched)
                with in_place_of(service, other):
                    again = shared_looks(house, client, name, seat, touched)
            for asked in seen:
                assert seen[asked] == again[asked], f"{asked} tells {eyes} a secret while {table.to_act} is to act"
    house.app.state.fragments.clear()


def shared_looks(house: Running, client: httpx.Client, table: str, seat: int, touched: list[str]) -> dict[str, bytes]:
    """What a browser with seats 0 and 1 shows to who looks by one of them, or by none."""
    house.app.state.fragments.clear()
    here = f"/t/{table}"
    paths = ["/", here, f"{here}/fragment", f"{here}/log"]
    paths += [f"{here}?seat={seat}", f"{here}/fragment?seat={seat}", f"{here}/log?seat={seat}"]
    paths += [f"{here}?seat={seat}&part={part}" for part in touched]
    found = {path: raw(client.get(path)) for path in paths}
    return found | {look: first_fragment(house, client, f"{table}.{look}.en") for look in (str(seat), "-")}


def film_of(table: Table, seat: int, other: Table | None = None) -> list[dict[str, str]]:
    """A seat's film; with another table, of its events and of positions that differ in what the seat can't know."""
    match = table.match
    assert match
    first, last = decisions_since(match, seat)
    assert first < last
    found = positions(match, match.moves[:last])
    if other is None:
        return boards(match, found, first, seat, NAMES)
    twins = np.zeros_like(found)
    for place in range(len(found)):
        view = observation(match.game, match.edition, found, place, seat)
        match.game.kernel.resample(view, 0, match.edition.record, player_stream(place), twins, place)
    assert other.match and (twins != found).any()
    return boards(other.match, twins, first, seat, NAMES)


def touchable(table: Table, chance: random.Random) -> list[str]:
    """Some parts of moves, of which hardly any go together."""
    assert table.match
    every = list(table.setup.game.words.every_move(table.setup.edition))
    moves = [table.match.name(chance.choice(every)) for _ in range(8)]
    found = with_parts(table.match, moves, table.match.view(None))
    return sorted({part for parts in found.values() for part in parts})[:5]


# Looking for every secret in all that a whole game shows


class Pages:
    """Somebody who plays by the page's script, and all that the server ever answered."""

    def __init__(self, guest: Guest, heard: list[tuple[str, bytes]]) -> None:
        self.name, self._heard = guest.name, heard
        self.client = browser(guest, **{"serai-fragment": "1"})
        self.client.event_hooks = {"response": [self._keep]}
        self.chance = random.Random(guest.name)

    def _keep(self, answer: httpx.Response) -> None:
        if "event-stream" not in answer.headers.get("content-type", ""):
            answer.read()
            headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
            self._heard.append((self.name, headers + b"\n\n" + answer.content))

    def follow(self, look: str) -> threading.Thread:
        """Keep every event of a stream, until the game is over."""

        def read() -> None:
            heard = b""
            with self.client.stream("GET", "/stream", params={"look": look}) as answer:
                for part in answer.iter_raw():
                    heard += part
                    *events, heard = heard.split(b"\n\n")
                    self._heard.extend((self.name, event) for event in events)
                    if any(is_over(event) for event in events):
                        return

        thread = threading.Thread(target=read)
        thread.start()
        return thread

    def act(self, table: str, seat: int) -> bool:
        """Look at everything, and decide if it is one's turn; False when the game is over."""
        html = self.client.get(f"/t/{table}?seat={seat}").text
        if 'data-phase="playing"' not in html:
            return False
        if 'data-your-turn="1"' not in html:
            return True
        for path in (f"/t/{table}/log?seat={seat}", f"/t/{table}/film?seat={seat}", f"/t/{table}/film?seat=0", "/"):
            if self.chance.random() < 0.1:
                self.client.get(path)
        decision = re.findall(r'name="decision" value="(\d+)"', html)[0]
        if 'id="confirm"' in html:
            self.client.post(f"/t/{table}/seats/{seat}/confirm", data={"decision": decision})
            return True
        listed = re.findall(r"data-choices='([^']*)'", html)[0].replace("&#39;", "'").replace("&amp;", "&")
        _move, *parts = self.chance.choice(json.loads(listed))
        done = self.client.post(f"/t/{table}/seats/{seat}/move", data={"decision": decision, "part": parts})
        assert done.status_code == 200, done.text
        return True


def is_over(part: bytes) -> bool:
    """Whether an answer or event shows a game that is over."""
    return b'data-phase="over"' in part or b"/replay/" in part


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_no_page_fragment_or_stream_holds_a_secret_before_the_end(tmp_path: Path, game: str) -> None:
    heard: list[tuple[str, bytes]] = []
    with running(new_database("sqlite", tmp_path)) as server:
        ann, bob, _ = guests = server.newcomers("Ann", "Bob", "Eve")
        own = {guest.name: guest.client.headers["authorization"].removeprefix("Bearer ") for guest in guests}
        table, link = ann.open(game, "person", "anyone", "random", hints=True)
        people = [Pages(guest, heard) for guest in guests]
        for page in people:
            page.client.get(f"/t/{table}")
        bob.sit(table, link)
        nonces = {"Ann": ann.nonces[table, 0], "Bob": bob.nonces[table, 1]}
        for page in people:
            page.client.get(f"/t/{table}")
        ann.open_nonces(table)
        for page in people:
            page.client.get(f"/t/{table}")
        bob.open_nonces(table)
        personal = people[1].client.post(f"/t/{table}/seats/1/link").json()["link"].rpartition("#")[2]
        threads = [people[0].follow(f"{table}.0.en"), people[2].follow(f"{table}.-.de")]
        people[0].client.post(f"/t/{table}/seats/0/hint")
        people[0].client.post(f"/t/{table}/seats/1/move", data={"decision": 1, "move": "mark"})
        people[0].client.post(f"/t/{table}/seats/0/move", data={"decision": 1, "part": ["x"]})
        people[0].client.get(f"/t/{table}/seats/0/why", params={"part": ["x", "y"]})
        while all([page.act(table, seat) for seat, page in enumerate(people[:2])]):
            pass
        seed = server.app.state.service.store.head(table).server_seed
        for thread in threads:
            thread.join(PATIENCE)
        found = record.check(server.guest("Zoe").ask("GET", f"/tables/{table}/record"), "the record")
        for page in people:
            page.client.close()
    assert isinstance(found.randomness, Committed)

    before = [(who, part) for who, part in heard if not is_over(part)]
    everything = b"\n".join(part for _, part in before)
    assert len(everything) > 500_000 and everything.count(b'data-phase="playing"') > 50
    told = words_in(everything)
    for secret in (seed, found.randomness.rounds[0].table_seed):
        assert secret not in everything and not [form for form in forms(secret) if form in told]
    numbers = set(told.split()) | set(re.findall(r"\d{10,}|[0-9a-f]{16}", told))
    assert not states_of(found) & numbers
    for nonce in (*nonces.values(), found.randomness.rounds[0].nonces[2].nonce):
        assert not [form for form in forms(nonce) if form in told]
    for key in own.values():
        assert key not in everything.decode() and keys.hashed(key) not in told
    for owner, secret_link in (("Ann", link), ("Bob", personal)):
        others = b"\n".join(part for who, part in before if who != owner).decode()
        assert secret_link not in others and keys.hashed(secret_link) not in told
