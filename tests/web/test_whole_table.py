"""A whole evening: four people, somebody who watches, another device, a bot that helps out, the record, a rematch."""

import json
import threading
from pathlib import Path

import pytest

from serai.core.records import receipt, record, replay
from tests.guests import PATIENCE, Guest, Running, View, begin, play_out, wait_until

NAMES = ("Ann", "Bob", "Cid", "Dot")


class Watching(threading.Thread):
    """Somebody who watches a table's stream until its game is over."""

    def __init__(self, guest: Guest, table: str) -> None:
        super().__init__()
        self.guest, self.table = guest, table
        self.seen: list[View] = []

    def run(self) -> None:
        """Keep every view."""
        with self.guest.stream(self.table) as views:
            for view in views:
                self.seen.append(view)
                if view["phase"] == "over":
                    return


def verified(guest: Guest, table: str) -> record.Record:
    """The record of a table, which must be true."""
    found = record.check(guest.ask("GET", f"/tables/{table}/record"), "the record")
    verdict = replay.verify(found)
    assert verdict.is_fine, verdict.differences
    return found


def check_receipt(found: record.Record, own: View, folder: Path) -> None:
    """A receipt agrees with the record, as `serai verify --receipt` would find."""
    file = folder / "receipt.json"
    rounds = [one | {"kept": "later"} for one in own["rounds"]]  # which only who keeps it can tell
    file.write_text(json.dumps(own | {"rounds": rounds}))
    verdict = replay.Verdict()
    receipt.compare_receipt(found, receipt.read(file), verdict)
    assert verdict.is_fine, verdict.differences


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_four_people_play_a_game_and_once_more(server: Running, tmp_path: Path, game: str) -> None:
    *guests, phone, eve = server.newcomers(*NAMES, "Phone", "Eve")
    ann, bob, cid, dot = guests
    table = begin(guests, game)
    watching = Watching(eve, table)
    watching.start()

    play_out(guests, table, 9)
    ann.ask("POST", f"/tables/{table}/chat", {"words": "my phone rings"})
    link = ann.act(table, 0, "link")["link"]
    assert phone.ask("POST", "/links", {"link": link})["seat"] == 0
    assert phone.view(table) == ann.view(table)
    guests = [phone, bob, cid, dot]

    play_out(guests, table, 9)
    bob.act(table, 1, "bot", "PUT", level="random")
    decided = len(moves_of(bob.view(table), 1))
    wait_for_bot(guests, table, decided)
    assert bob.act(table, 1, "bot", "DELETE")["seats"][1]["bot"] is None
    bob.ask("POST", f"/tables/{table}/chat", {"words": "back again"})

    view = play_out(guests, table)
    assert view["phase"] == "over" and view["result"]["winners"]
    watching.join(PATIENCE)
    check_watched(watching.seen)

    found = verified(eve, table)
    assert found.names == list(NAMES) and found.data["result"] == view["result"]
    told = [(event["seat"], event["by"]) for event in found.events if event["type"] == "seat"]
    assert told == [(1, "random"), (1, "person")]
    for seat, guest in enumerate((ann, bob, cid, dot)):
        own = guest.act(table, seat, "receipt", "GET")
        assert own["rounds"][0]["nonce"] == guest.nonces[table, seat].hex()
        check_receipt(found, own, tmp_path)

    check_rematch([ann, bob, cid, dot], phone, eve, table)


def moves_of(view: View, seat: int) -> list[str]:
    """The decisions of a seat, as the viewer sees them."""
    return [event["move"] for event in view["events"] if event["type"] == "move" and event["seat"] == seat]


def wait_for_bot(guests: list[Guest], table: str, decided: int) -> None:
    """Others play on until the bot in the second seat has decided something."""
    while len(moves_of(view := guests[0].view(table), 1)) <= decided:
        assert view["phase"] == "playing"
        if view["to_act"] == 1:
            wait_until(lambda: guests[0].view(table)["to_act"] != 1)
        else:
            play_out(guests, table, 1)


def check_watched(seen: list[View]) -> None:
    """Who watches sees every version at most once and in order, all of the chat, nobody's hand, and the end."""
    versions = [view["version"] for view in seen]
    assert versions == sorted(set(versions)) and len(versions) > 20
    assert [said["words"] for said in seen[-1]["chat"]] == ["my phone rings", "back again"]
    assert seen[-1]["phase"] == "over" and seen[-1]["chance"]["revealed"]
    for view in seen[:-1]:
        assert view["you"] is None and view["decision"] is None and view["chance"]["revealed"] is None
        assert all(seat["hand"] is None for seat in view["position"]["seats"])


def check_rematch(guests: list[Guest], phone: Guest, eve: Guest, table: str) -> None:
    """When all wish it there is another table, where each is awaited one seat further on."""
    for seat, guest in enumerate(guests):
        assert guest.view(table)["rematch"] is None
        guest.act(table, seat, "rematch", "PUT", wants=True)
    again = eve.view(table)["rematch"]
    assert again and again != table
    waiting = eve.view(again)
    assert [seat["name"] for seat in waiting["seats"]] == [*NAMES[1:], NAMES[0]]
    assert (
        waiting["phase"] == "gathering" and waiting["chance"]["commitment"] != eve.view(table)["chance"]["commitment"]
    )
    refused = {"name": "Eve", "seat": 0}
    assert eve.ask("POST", f"/tables/{again}/seats", refused, status=403)["code"] == "not-allowed"
    rotated = [*guests[1:], guests[0]]
    for seat, guest in enumerate(rotated):
        assert guest.sit(again) == seat
    for guest in rotated:
        guest.open_nonces(again)
    assert phone.view(again)["you"]["seat"] == 3, "the other device came along"
    assert play_out(rotated, again, 3)["phase"] == "playing"
