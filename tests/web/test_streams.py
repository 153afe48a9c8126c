"""Streams of views: what comes, when, in what order, and what is left when nobody looks any more."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from serai.tables.errors import NoTable
from serai.tables.state.changes import Change, Message
from serai.tables.state.table import Table
from serai.web.api import sse as stream_module
from tests.databases import new_database
from tests.guests import PATIENCE, Guest, Running, begin, running, wait_until
from tests.tables.sitting import Force


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that need only one database."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as found:
        yield found


def say(guest: Guest, table: str, words: str) -> int:
    """A change that anyone at the table can make; the version then."""
    return int(guest.ask("POST", f"/tables/{table}/chat", {"words": words})["version"])


def talk(table: Table, at: int) -> list[Change]:
    """A long line by whoever has the first seat."""
    return [Message(at, 0, "x" * 500)]


def nobody_looks(house: Running) -> bool:
    """Whether nothing is left of any stream."""
    found = house.app.state.streams
    return found.viewers == 0 and not found._channels and not house.app.state.service.hub._listeners


def test_a_stream_sends_the_whole_view_at_once_and_again_at_each_change(server: Running) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    with ann.stream(table) as views:
        assert next(views) == ann.view(table)
        for number in range(3):
            version = say(bob, table, f"{number}")
            view = next(views)
            assert view["version"] == version and view["chat"][-1]["words"] == f"{number}"
            assert view == ann.view(table)
    wait_until(lambda: nobody_looks(server))


def test_a_returning_viewer_gets_only_what_is_new(house: Running) -> None:
    ann = house.guest()
    table, _ = ann.open("pasha", "person", "anyone")
    version = say(ann, table, "hello")
    path = f"/tables/{table}/stream"
    for last in (version - 1, 0, "", "x", "-1", "²", version + 5):
        headers = {b"last-event-id": str(last).encode()}
        with ann.client.stream("GET", path, headers=headers) as answer:
            first = next(line for line in answer.iter_lines() if line.startswith("id: "))
        assert first == f"id: {version}"
    assert ann.client.get(path, headers={"last-event-id": "1" * 21}).status_code == 422
    with ann.stream(table, last=version) as views:
        newer = say(ann, table, "again")
        assert next(views)["version"] == newer, "what was seen already is not sent again"


def test_a_stream_gives_signs_of_life_where_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "KEEP_ALIVE", 0.05)
    with running(new_database("sqlite", tmp_path)) as lively:
        ann = lively.guest()
        table, _ = ann.open("pasha", "person", "anyone")
        heard = b""
        with ann.client.stream("GET", f"/tables/{table}/stream", headers={"last-event-id": "1"}) as answer:
            for part in answer.iter_raw():
                heard += part
                if heard.count(b": \n\n") == 3:
                    break
        assert heard.startswith(b"retry: 2000\n\n") and b"data" not in heard, "there was nothing new to send"


def test_streams_end_cleanly_when_the_server_closes(tmp_path: Path) -> None:
    ends: list[str] = []
    begun = threading.Barrier(3)

    def look_on(url: str, table: str) -> None:
        with httpx.stream("GET", f"{url}/api/tables/{table}/stream", timeout=PATIENCE) as answer:
            lines = answer.iter_lines()
            next(line for line in lines if line.startswith("data: "))
            begun.wait(PATIENCE)
            ends.append("".join(lines))  # a broken end would raise

    with running(new_database("sqlite", tmp_path)) as short:
        table, _ = short.guest().open("pasha", "person", "anyone")
        threads = [threading.Thread(target=look_on, args=(short.url, table)) for _ in range(2)]
        for thread in threads:
            thread.start()
        begun.wait(PATIENCE)
    for thread in threads:
        thread.join(PATIENCE)
    assert ends == ["", ""]


def test_a_slow_viewer_skips_versions_and_sees_the_last(house: Running) -> None:
    ann = house.guest()
    table, _ = ann.open("asara", "person", "anyone")
    where = urlsplit(house.url)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((where.hostname, where.port))
        line.settimeout(PATIENCE)
        line.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        wait_until(lambda: house.app.state.streams.viewers == 1)
        for _ in range(250):
            house.app.state.service.carry_out(table, Force(talk))  # more than any guest may say at once
        last = ann.view(table)["version"]
        heard = b""
        while f"id: {last}\n".encode() not in heard:
            heard += line.recv(65536)
    seen = [int(found[4:]) for found in heard.decode(errors="replace").splitlines() if found.startswith("id: ")]
    assert seen == sorted(set(seen)) and seen[-1] == last and len(seen) < 250, "nothing queues up"
    wait_until(lambda: nobody_looks(house))


def test_a_viewer_that_leaves_is_forgotten(server: Running) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    for _ in range(3):
        with ann.stream(table) as own, bob.stream(table) as others, bob.stream(table) as again:
            for views in (own, others, again):
                next(views)
            found = server.app.state.streams
            assert found.viewers == 3 and len(found._channels) == 2
        wait_until(lambda: nobody_looks(server))
    say(ann, table, "and the table goes on")


def test_a_stream_of_a_table_that_is_not_there_never_begins(house: Running) -> None:
    ann = house.guest()
    table, _ = ann.open("pasha", "person", "anyone")
    assert ann.ask("GET", f"/tables/{'x' * 12}/stream", status=404)["code"] == "no-table"
    assert ann.ask("GET", f"/tables/{table}/stream?seat=1", status=403)["code"] == "not-allowed"
    assert nobody_looks(house)


def test_seats_and_spectators_are_sent_different_views(house: Running) -> None:
    ann, bob, eve = house.newcomers("Ann", "Bob", "Eve")
    table = begin([ann, bob], "pasha")
    with ann.stream(table) as first, bob.stream(table) as second, eve.stream(table) as third:
        seen = [next(views) for views in (first, second, third)]
    hands = [[seat["hand"] is not None for seat in view["position"]["seats"]] for view in seen]
    assert hands == [[True, False], [False, True], [False, False]]
    assert [view["you"] and view["you"]["seat"] for view in seen] == [0, 1, None]


def test_a_player_with_two_seats_at_one_screen_sees_no_hand_until_a_seat_is_named(house: Running) -> None:
    both = house.guest()
    table, _ = both.open("pasha", "person", "person")
    both.open_nonces(table)
    with both.stream(table) as views:
        hidden = next(views)
    assert hidden["you"] is None and hidden["decision"] is None and hidden == both.view(table)
    assert all(seat["hand"] is None for seat in hidden["position"]["seats"])
    assert not [event for event in hidden["events"] if "cards" in event and event["type"].startswith("pack")]
    for seat in (0, 1):
        with both.stream(table, seat) as views:
            shown = next(views)
        assert shown["you"]["seat"] == seat
        assert [place["hand"] is not None for place in shown["position"]["seats"]] == [seat == 0, seat == 1]


def test_a_player_that_claims_a_seat_sees_it_although_spectators_are_connected(house: Running) -> None:
    ann, bob, phone = house.newcomers("Ann", "Bob", "Phone")
    table = begin([ann, bob], "pasha")
    with ann.stream(table) as views:
        next(views)
        link = ann.act(table, 0, "link")["link"]
        assert phone.ask("POST", "/links", {"link": link})["seat"] == 0
        with phone.stream(table) as again:
            assert next(again)["you"]["seat"] == 0
        last = phone.view(table)["version"]
        assert any(view["version"] == last for view in views)


def test_every_frame_is_one_event_with_the_version_as_its_id(house: Running) -> None:
    ann = house.guest()
    table, _ = ann.open("pasha", "person", "anyone")
    say(ann, table, "two\nlines, and ünïcödé")
    heard = b""
    with ann.client.stream("GET", f"/tables/{table}/stream") as answer:
        for part in answer.iter_raw():
            heard += part
            if heard.count(b"\n\n") == 2:
                break
    retry, event, rest = heard.split(b"\n\n")
    identity, data = event.split(b"\n")
    assert retry == b"retry: 2000" and rest == b"" and identity == b"id: 2"
    assert json.loads(data.removeprefix(b"data: ")) == ann.view(table)


@pytest.mark.parametrize(("fault", "is_gone"), [(NoTable("it is not there"), True), (OSError("no disk"), False)])
def test_pages_are_told_that_a_table_is_gone_only_by_the_table_itself(
    house: Running, monkeypatch: pytest.MonkeyPatch, fault: Exception, is_gone: bool
) -> None:
    ann = house.guest()
    table, _ = ann.open("pasha", "person", "anyone")

    def fail(_place: stream_module.ChannelKey) -> stream_module.Frame:
        raise fault

    with ann.client.stream("GET", f"{house.url}/stream?look={table}.0.en") as answer:
        lines = answer.iter_lines()
        next(line for line in lines if line.startswith("data: "))
        monkeypatch.setattr(house.app.state.streams, "_make_frame", fail)
        say(ann, table, "what nobody can show")
        assert ("data: gone" in list(lines)) == is_gone, "the stream ends; who is told nothing comes back"
    monkeypatch.undo()
    with ann.stream(table) as views:
        assert next(views)["chat"][-1]["words"] == "what nobody can show"
    wait_until(lambda: nobody_looks(house))
