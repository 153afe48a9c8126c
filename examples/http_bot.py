"""A bot that plays over HTTP: one file to start from, with nothing but httpx.

    python examples/http_bot.py http://127.0.0.1:8000                  opens a table of Pasha against the server's bot
    python examples/http_bot.py http://127.0.0.1:8000 --game asara     the same for Asara
    python examples/http_bot.py http://127.0.0.1:8000 --wait           opens a table and prints its link
    python examples/http_bot.py http://127.0.0.1:8000 --link LINK      sits down at somebody else's table

To make a bot of your own, rewrite `choose`: it is given all that your seat may know, and every legal move.
The rest keeps to the server's manners:

1. A key says who you are. It is the only way back to your seat, so it is a secret.
2. Chance is fair: you make a secret number, the nonce, and show only its SHA-256; when all have done so you open it,
   but not before you have stored a receipt of all that was committed to, equal to all that you were shown. From all
   nonces and a number of the server's own come all cards and dice. Should somebody leave, or the server be set back to
   a backup, all commit anew.
3. A stream tells you whenever something has changed. Each event is the whole view of your seat, so you can never miss
   anything: if the line breaks, come back and go on with the newest view.
4. A move names the decision that it answers, by its number. If somebody has decided it meanwhile, or a bot has taken
   over, the server answers 409 and nothing has happened: look again. A turn's last move is held until you confirm it.
5. When the game is over its record shows the server's number, and anyone can recompute every card and die.
"""

import argparse
import hashlib
import json
import random
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

View = dict[str, Any]  # all that a seat may know of a table, as the server tells it
Move = dict[str, str]  # `move`, as the server wants it back, and `words`, for people


def choose(view: View, moves: list[Move], chance: random.Random) -> str:
    """Your strategy. `view["position"]` is the table as you see it, `view["events"]` is all that has happened."""
    return chance.choice(moves)["move"]


class Bot:
    """Somebody with a key, at one table."""

    def __init__(self, url: str, name: str, seed: int | None) -> None:
        self.table, self.seat = "", 0
        self.name = name
        self.nonce = secrets.token_bytes(32)
        self.shown: dict[str, Any] = {}  # the commitments of this round, each as it was first shown
        self.rounds: list[dict[str, Any]] = []  # of the receipt
        self.mark = ""  # of the last view
        self.chance = random.Random(seed)
        self.api = httpx.Client(base_url=f"{url.rstrip('/')}/api", timeout=60)
        self.api.headers["authorization"] = f"Bearer {self.ask('POST', '/keys')['key']}"

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request. Who asks too much (429) is told how long to wait; any other refusal is for the caller to handle.

        When the line breaks, or the server is in trouble (500 and above), we do not know whether it has heard us. At a
        table we simply ask again: the same move for the same decision is answered once more and never made twice.
        """
        while True:
            try:
                answer = self.api.request(method, path, json=body)
            except httpx.TransportError:
                if not self.table:
                    raise
                time.sleep(1)
                continue
            if answer.status_code == 429 or (answer.status_code >= 500 and self.table):
                time.sleep(float(answer.headers.get("retry-after", "1")))
            elif answer.is_error:
                raise Refused(answer)
            else:
                return answer.json()

    # Sitting down

    @property
    def commitment(self) -> str:
        """What others are shown of our nonce, which stays with us for now."""
        return hashlib.sha256(self.nonce).hexdigest()

    def _person(self) -> dict[str, str]:
        """Who we are, and our commitment."""
        return {"name": self.name, "nonce_commitment": self.commitment}

    def open_table(self, game: str, opponent: str | None) -> None:
        """A table of our own: against one of the server's bots, or against whoever gets the link."""
        other = {"kind": "anyone"} if opponent is None else {"kind": "bot", "level": opponent}
        setup = {"game": game, "seats": [{"kind": "person"}, other]}
        opened = self.ask("POST", "/tables", {"setup": setup, "people": [self._person()]})
        self.table, self.seat = opened["table"], 0
        say("table", self.table)
        if opponent is None:
            say("link", opened["link"])

    def sit_down(self, link: str) -> None:
        """Somebody else's table: the link tells which, and lets us take a free seat."""
        self.table = self.ask("POST", "/links", {"link": link})["table"]
        view = self.ask("POST", f"/tables/{self.table}/seats", {**self._person(), "link": link})
        self.seat = view["you"]["seat"]
        say("table", f"{self.table}, seat {self.seat}")

    def act(self, what: str, body: Any) -> None:
        """Do something for our seat."""
        self.ask("POST", f"/tables/{self.table}/seats/{self.seat}/{what}", body)

    # Following the table

    def views(self) -> Iterator[View]:
        """Every view that the stream tells us; when the line breaks we come back and say what we saw last."""
        last = ""
        while True:
            try:
                headers = {"last-event-id": last} if last else {}
                path = f"/tables/{self.table}/stream?seat={self.seat}"
                with self.api.stream("GET", path, headers=headers) as answer:
                    if answer.status_code == 200:
                        for line in answer.iter_lines():
                            # An event is `id: VERSION`, `data: VIEW` and an empty line; lines with `:` first only say
                            # that the server is still there.
                            if line.startswith("id: "):
                                last = line.removeprefix("id: ")
                            elif line.startswith("data: "):
                                yield json.loads(line.removeprefix("data: "))
                    elif answer.status_code != 429 and answer.status_code < 500:
                        answer.read()
                        raise Refused(answer)
            except httpx.TransportError as error:
                say("stream", f"lost ({type(error).__name__}), coming back")
            time.sleep(1)
            if self.mark:
                # Should a backup have been restored meanwhile, this is how the server learns that moves are lost.
                self.ask("POST", f"/tables/{self.table}/seen", {"mark": self.mark})

    def play(self) -> View:
        """Until the game is over; the last view."""
        for view in self.views():
            self.mark = view["mark"]
            if view["phase"] in ("over", "void"):
                return view
            try:
                self.answer(view)
            except Refused as refused:
                # The view was old already, as may happen when others act at the same time: the stream has a newer one.
                if refused.status != 409:
                    raise
        raise AssertionError("a stream does not end before its table")

    def answer(self, view: View) -> None:
        """What this view asks of us, if anything."""
        self.compare(view)
        if view["you"]["is_to_commit_anew"]:
            self.nonce = secrets.token_bytes(32)
            self.act("commitment", {"round": view["chance"]["round"], "nonce_commitment": self.commitment})
            return
        if view["phase"] == "opening" and not view["seats"][self.seat]["has_opened"]:
            self.keep_receipt()
            self.act("nonce", {"nonce": self.nonce.hex()})
            return
        decision = view["decision"]
        if decision is None:
            return  # somebody else's turn
        if decision["held"]:
            self.act("confirmation", {"decision": decision["number"]})
            return
        # `decision["moves"]` has the moves too; this answer also has words for each.
        legal = self.ask("GET", f"/tables/{self.table}/seats/{self.seat}/moves")
        if legal["decision"] == decision["number"]:
            move = choose(view, legal["moves"], self.chance)
            self.act("moves", {"decision": decision["number"], "move": move})

    # Fairness

    def compare(self, view: View) -> None:
        """Within a round of commitments nothing that was shown may change; whoever is shown otherwise stops here."""
        told = view["chance"]
        now = {
            "round": (view["epoch"], told["round"]),
            "server": told["commitment"],
            "seats": told["nonce_commitments"],
        }
        before = self.shown
        if before and before["round"] == now["round"]:
            pairs = zip(before["seats"], now["seats"], strict=True)
            if before["server"] != now["server"] or any(old not in (None, new) for old, new in pairs):
                raise Unfair("the server shows other commitments than it showed before")
        self.shown = now

    def keep_receipt(self) -> None:
        """Store all commitments before our nonce is open: with it you can prove that nothing was changed afterwards."""
        receipt = self.ask("GET", f"/tables/{self.table}/seats/{self.seat}/receipt")
        told = receipt["rounds"][-1]
        commitments = told["nonce_commitments"]
        if None in commitments or len(set(commitments)) < len(commitments) or commitments[self.seat] != self.commitment:
            raise Unfair("the receipt has not one commitment of its own for every seat")
        if (told["commitment"], commitments) != (self.shown["server"], self.shown["seats"]):
            raise Unfair("the receipt has other commitments than were shown")
        earlier = [one for one in self.rounds if one["after"] < told["after"]]
        if [*earlier, told][0]["after"] != 0:
            raise Unfair("the receipt does not begin with the set-up")
        self.rounds = [*earlier, told | {"nonce": self.nonce.hex(), "kept": "before"}]
        text = json.dumps(receipt | {"rounds": self.rounds}, indent=1)
        file = Path(f"{self.table}-{self.seat}.receipt.json")
        file.write_text(text)
        if file.read_text() != text:
            raise Unfair(f"the receipt could not be stored in {file}")

    def keep_record(self) -> bool:
        """The record, and what the server finds when it recomputes it; `serai verify` does so without the server."""
        record = self.ask("GET", f"/tables/{self.table}/record")
        file = f"{self.table}-{self.seat}.record.json"
        Path(file).write_text(json.dumps(record))
        verdict = self.ask("POST", "/verify", record)
        say("record", f"{file}, {verdict['decisions']} decisions")
        say("verdict", "fine" if verdict["is_fine"] else "; ".join(verdict["differences"]))
        return bool(verdict["is_fine"])


class Refused(Exception):
    """The server's answer, when it is no."""

    def __init__(self, answer: httpx.Response) -> None:
        self.status = answer.status_code
        super().__init__(f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}")


class Unfair(Exception):
    """What keeps our nonce closed."""


def say(what: str, words: object) -> None:
    """A line for whoever looks on."""
    sys.stdout.write(f"{what}: {words}\n")
    sys.stdout.flush()


def main() -> int:
    """Play one game; 0 when its record is fine."""
    parser = argparse.ArgumentParser(description="Play one game over HTTP.")
    parser.add_argument("url", help="of the server, such as http://127.0.0.1:8000")
    parser.add_argument("--game", default="pasha", help="asara or pasha")
    parser.add_argument("--link", help="of a table to sit down at; without it one is opened")
    parser.add_argument("--wait", action="store_true", help="open the table for whoever gets its link")
    parser.add_argument("--opponent", default="traveller", help="the bot to play against")
    parser.add_argument("--name", default="HTTP bot")
    parser.add_argument("--seed", type=int, help="to make the same random choices again")
    given = parser.parse_args()
    try:
        return run(given)
    except (Refused, Unfair, httpx.TransportError) as error:
        say("failed", error)
        return 1


def run(given: argparse.Namespace) -> int:
    """Sit down, play, check."""
    bot = Bot(given.url, given.name, given.seed)
    if given.link:
        bot.sit_down(given.link)
    else:
        bot.open_table(given.game, None if given.wait else given.opponent)
    view = bot.play()
    if view["phase"] == "void":
        say("void", f"seats {view['ended']['seats']}: {view['ended']['why']}")
        return 1
    say("result", json.dumps(view["result"]))
    return 0 if bot.keep_record() else 1


if __name__ == "__main__":
    sys.exit(main())
