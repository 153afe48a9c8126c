"""`kill -9` during play: servers are killed at random moments while guests play at several tables at once.

Guests ask again, for the same decision, whatever was not answered, at whichever server answers. They remember what was
acknowledged. When a game is over its record must verify and hold exactly what they did, in order; no version that a
guest has seen may ever go back. `python -m tests.killing --kills 200 --database postgresql` is the long run; tests do a
short one. The first failure ends it and is what it tells.
"""

import argparse
import random
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.progress import Progress

from serai.core.records import record, replay
from tests.databases import KINDS, new_database
from tests.guests import View, commitment, seat_plan
from tests.processes import Process

PATIENCE = 180.0  # seconds without any answer, or for a table to go on, before the proof has failed
LOOKING = 0.05  # seconds between two looks of one who waits
LONGEST_LIFE = 4.0  # of a server that answers, in times of the mean
KILLED_STARTING = 0.1  # how often a server does not even come to answer
BOTH = 0.25  # how often both servers die, where there are two
PARTIES = (
    ("asara", "person", "person"),
    ("pasha", "person", "person", "merchant"),
    ("asara", "person", "traveller", "merchant"),
    ("pasha", "person", "vizier"),
)

Answer = dict[str, Any]


@dataclass
class Tally:
    """What a run went through."""

    kills: int = 0
    games: int = 0
    decisions: int = 0
    retries: int = 0  # requests that were not answered at first
    repeated: int = 0  # decisions that were carried out but not answered, and then answered as done

    def add(self, other: "Tally") -> None:
        """Put together."""
        self.games += other.games
        self.decisions += other.decisions
        self.retries += other.retries
        self.repeated += other.repeated


@dataclass
class Player:
    """A guest at one seat of one table, who does not give up."""

    client: httpx.Client
    urls: list[str]
    seat: int
    chance: random.Random
    is_broken: threading.Event  # the proof has failed somewhere
    tally: Tally = field(default_factory=Tally)
    table: str = ""
    nonce: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    stands: list[str] = field(default_factory=list)  # acknowledged decisions that were not taken back
    newest: int = 0  # the highest version seen

    def __post_init__(self) -> None:
        self.client.headers["authorization"] = f"Bearer {self.ask('POST', '/keys')['key']}"

    def ask(self, method: str, path: str, body: Any = None, refused: int = 0, is_patient: bool = True) -> Answer:
        """The answer, by whatever server gives one; `refused` is a status that is an answer too."""
        end, tries = time.monotonic() + PATIENCE, 0
        while True:
            assert not self.is_broken.is_set(), "the proof has failed elsewhere"
            assert time.monotonic() < end, f"{method} {path} was never answered"
            try:
                answer = self.client.request(method, f"{self.urls[0]}/api{path}", json=body)
            except httpx.TransportError:
                self.urls.append(self.urls.pop(0))
                tries += 1
                if not is_patient:
                    raise
                time.sleep(LOOKING)
                continue
            if answer.status_code == 429:
                time.sleep(float(answer.headers["retry-after"]))
                continue
            assert answer.is_success or answer.status_code == refused, f"{method} {path}: {answer.text[:500]}"
            self.tally.retries += tries > 0
            found: Answer = answer.json()
            return found

    def look(self) -> View:
        """What this guest sees; the table never goes back."""
        return self.newer(self.ask("GET", f"/tables/{self.table}"))

    def newer(self, view: View) -> View:
        """A view, which must not be older than one seen before."""
        assert view["version"] >= self.newest, f"version {view['version']} after {self.newest}"
        self.newest = view["version"]
        return view

    def sit(self, link: str) -> None:
        """Take the seat; who asks again may have it already."""
        body = {
            "name": f"Guest {self.seat}",
            "nonce_commitment": commitment(self.nonce),
            "seat": self.seat,
            "link": link,
        }
        self.ask("POST", f"/tables/{self.table}/seats", body, refused=409)
        assert self.look()["chance"]["nonce_commitments"][self.seat] == commitment(self.nonce)

    def play(self) -> None:
        """Open the nonce and play to the end."""
        self.ask("POST", self.at("nonce"), {"nonce": self.nonce.hex()})
        self.ask("PUT", self.at("preferences"), {"confirms": self.chance.random() < 0.5})
        end, seen = time.monotonic() + PATIENCE, 0
        while (view := self.look())["phase"] in ("opening", "playing"):
            if len(view["events"]) > seen:
                end, seen = time.monotonic() + PATIENCE, len(view["events"])
            assert time.monotonic() < end, f"table {self.table} stands still: {view['seats']}, to act {view['to_act']}"
            if view["decision"]:
                self.decide(view)
            else:
                time.sleep(LOOKING)
                if self.chance.random() < 0.02:  # which leaves what others decide as it is
                    self.ask("PUT", self.at("preferences"), {"confirms": not view["you"]["confirms"]})

    def at(self, what: str) -> str:
        """The path of something that this seat does."""
        return f"/tables/{self.table}/seats/{self.seat}/{what}"

    def decide(self, view: View) -> None:
        """Move, confirm, or now and then take back; what is acknowledged is remembered."""
        held, moves = view["decision"]["held"], view["decision"]["moves"]
        if view["you"]["can_undo"] and self.chance.random() < 0.1:
            if self.acknowledged("undo", view):
                self.stands.pop()
        elif held:
            self.acknowledged("confirmation", view)
        else:
            move = self.chance.choice(moves)
            if self.acknowledged("moves", view, move=move):
                self.stands.append(move)

    def acknowledged(self, what: str, view: View, **wish: str) -> bool:
        """Whether something was done, however often it had to be asked; a stale wish was not."""
        was_done, body = False, {"decision": view["decision"]["number"], **wish}
        try:
            answer = self.ask("POST", self.at(what), body, refused=409, is_patient=False)
        except httpx.TransportError:
            now = self.look()["decision"]
            was_done = now is None or now["number"] > body["decision"]
            answer = self.ask("POST", self.at(what), body, refused=409)
        if "code" in answer:
            assert answer["code"] == "stale" and answer["decision"] > body["decision"], answer
            return False
        assert self.newer(answer)["version"] > view["version"]
        self.tally.decisions += 1
        self.tally.repeated += was_done
        return True


@dataclass
class Parties:
    """Tables at which guests play one game after another."""

    urls: list[str]
    tally: Tally
    is_done: threading.Event = field(default_factory=threading.Event)
    is_broken: threading.Event = field(default_factory=threading.Event)
    failure: BaseException | None = None  # the first; others only follow from it
    lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def proving(self) -> Iterator[None]:
        """What fails in here ends the whole proof."""
        try:
            yield
        except BaseException as failure:
            with self.lock:
                self.failure = self.failure or failure
            self.is_broken.set()
            raise

    def keep_playing(self, number: int, kind: tuple[str, ...]) -> None:
        """Play such games until it is enough; the last one to its end."""
        for game in range(10**6):
            with self.proving():
                self.play(random.Random(1000 * number + game), *kind)
            if self.is_done.is_set():
                return

    def play(self, chance: random.Random, game: str, *seats: str) -> None:
        """One game, and the proof of its record."""
        with ExitStack() as clients:
            players = [self.come(clients, seat, chance) for seat, kind in enumerate(seats) if kind == "person"]
            plans = [{"kind": "anyone"} if kind == "person" else seat_plan(kind) for kind in seats]
            opened = players[0].ask("POST", "/tables", {"setup": {"game": game, "seats": plans}, "people": []})
            for player in players:
                player.table = opened["table"]
                player.sit(opened["link"])
            with ThreadPoolExecutor(len(players)) as pool:
                for playing in [pool.submit(self.play_seat, player) for player in players]:
                    playing.result()
            prove(players)
        with self.lock:
            self.tally.games += 1
            for player in players:
                self.tally.add(player.tally)

    def come(self, clients: ExitStack, seat: int, chance: random.Random) -> Player:
        """A guest for a seat, whose connections end with the others'."""
        client = clients.enter_context(httpx.Client(timeout=20.0))
        return Player(client, rotated(self.urls, seat), seat, random.Random(chance.random()), self.is_broken)

    def play_seat(self, player: Player) -> None:
        """One guest's part."""
        with self.proving():
            player.play()


def rotated(urls: list[str], by: int) -> list[str]:
    """The same, beginning elsewhere."""
    return [*urls[by % len(urls) :], *urls[: by % len(urls)]]


def prove(players: list[Player]) -> None:
    """The record verifies and holds every acknowledged decision once, in order, and no other of these seats."""
    found = record.check(players[0].ask("GET", f"/tables/{players[0].table}/record"), players[0].table)
    verdict = replay.verify(found)
    assert verdict.is_fine, verdict.differences[0]
    assert found.data["events"][-1]["type"] == "end"
    for player in players:
        moves = [event["move"] for event in found.events if event["type"] == "move" and event["seat"] == player.seat]
        assert moves == player.stands, (
            f"table {player.table}, seat {player.seat}: {moves} recorded, {player.stands} done"
        )


@contextmanager
def processes(kind: str, folder: Path) -> Iterator[list[Process]]:
    """A server on SQLite, or two on one PostgreSQL; nothing is left of them."""
    database = new_database(kind, folder)
    found = [Process(database, folder) for _ in range(1 if kind == "sqlite" else 2)]
    try:
        for process in found:
            process.start()
        for process in found:
            process.wait()
        yield found
    finally:
        for process in found:
            process.clear()


def run(
    kind: str, kills: int, folder: Path, seed: int = 1, tell: Callable[[int], object] = lambda kills: None
) -> Tally:
    """Play, kill so many times, play all games to their ends, and prove them."""
    tally = Tally()
    with processes(kind, folder) as servers, ThreadPoolExecutor(len(PARTIES)) as pool:
        parties, fate = Parties([server.url for server in servers], tally), Fate(servers, random.Random(seed))
        playing = [pool.submit(parties.keep_playing, *numbered) for numbered in enumerate(PARTIES)]
        with suppress(BaseException), parties.proving():
            while tally.kills < kills and not parties.is_broken.wait(fate.life()):
                tally.kills += fate.strike()
                tell(tally.kills)
        parties.is_done.set()
        wait(playing)
        if parties.failure:
            raise parties.failure
        faults = [line for server in servers for line in server.logged if line["level"] in ("error", "critical")]
        assert not faults, faults[0]
    return tally


@dataclass
class Fate:
    """Kills servers and starts them again."""

    servers: list[Process]
    chance: random.Random
    start_took: float = 3.0  # seconds, the last time

    def life(self) -> float:
        """Seconds until the next is killed: on average as long as the last start took.

        So games go on even where the machine is busy and a start takes long. Lives are distributed exponentially,
        which makes a kill as likely at one moment as at any other.
        """
        return min(self.chance.expovariate(1 / self.start_took), LONGEST_LIFE * self.start_took)

    def strike(self) -> int:
        """Kill a server, or all, and start again; how many were killed."""
        chosen = self.servers if self.chance.random() < BOTH else [self.chance.choice(self.servers)]
        for server in chosen:
            server.kill()
        for server in chosen:
            server.start()
        is_killed_again = self.chance.random() < KILLED_STARTING
        if is_killed_again:
            time.sleep(self.chance.uniform(0.0, self.start_took))
            chosen[0].kill()
            chosen[0].start()
        begun = time.monotonic()
        for server in chosen:
            server.wait()
        self.start_took = time.monotonic() - begun
        return len(chosen) + is_killed_again


def main(arguments: list[str]) -> None:
    """Kill, and say what it came to."""
    parser = argparse.ArgumentParser(description="Kill servers during play; nothing that was acknowledged may be lost.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="serai-killing-") as folder, Progress() as progress:
        task = progress.add_task(f"kills, {chosen.database}", total=chosen.kills)

        def tell(kills: int) -> None:
            progress.update(task, completed=kills)

        tally = run(chosen.database, chosen.kills, Path(folder), chosen.seed, tell)
        progress.console.print(
            f"{chosen.database}: {tally.kills} kills, {tally.games} games of which every record verifies, "
            f"{tally.decisions} acknowledged decisions and none lost or doubled; {tally.retries} requests asked again, "
            f"{tally.repeated} decisions had been made before their answer was lost"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
