"""Requests that take long, very many of them from one address, leave the server's threads to others."""

import threading
from contextlib import ExitStack
from pathlib import Path

from tests.attacks.lines import NEIGHBOUR, Line, ask, get, line
from tests.databases import new_database
from tests.guests import Running, running, wait_until

MANY = 120  # more than there are threads for requests


def test_a_client_that_waits_for_one_table_does_not_make_others_wait(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    stuck, _ = ann.open("pasha", "person", "anyone")
    other, _ = bob.open("pasha", "person", "anyone")
    is_held, may_go = threading.Event(), threading.Event()

    def hold() -> None:
        with house.app.state.service.reading(stuck):
            is_held.set()
            may_go.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait()
    with ExitStack() as stack:
        stack.callback(may_go.set)
        callers: list[Line] = [stack.enter_context(line(house.url)) for _ in range(MANY)]
        for caller in callers:
            caller.say(get(f"/api/tables/{stuck}"))
        assert ask(house.url, get(f"/api/tables/{other}"), NEIGHBOUR).status == 200
        may_go.set()
        assert {caller.told().status for caller in callers} == {200}
    holder.join()


def test_a_client_that_does_not_read_answers_keeps_no_threads_busy(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), requests_at_once_per_address=2) as house, ExitStack() as stack:
        for caller in [stack.enter_context(line(house.url)) for _ in range(3)]:
            caller.fill("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ask(house.url, get("/api/games")).status == 200


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), idle_seconds=1.0) as house, line(house.url) as caller:
        caller.fill("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_until(lambda: house.app.state.connections.number == 0)
