"""However many connections and streams one address opens, others find room, and who finds none is told why."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from serai.web.requests.connections import SPARE_CONNECTIONS
from tests.attacks.lines import HERE, NEIGHBOUR, Line, ask, get, line
from tests.conftest import Run
from tests.databases import new_database
from tests.guests import PATIENCE, Running, running, wait_until

MOST = 5


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with little room for one address."""
    database = new_database("sqlite", tmp_path_factory.mktemp("small"))
    with running(database, connections_per_address=MOST, streams_per_address=2) as found:
        yield found


def crowd(stack: ExitStack, house: Running, number: int, source: str = HERE) -> list[Line]:
    """So many connections on which nothing is said."""
    return [stack.enter_context(line(house.url, source)) for _ in range(number)]


def test_a_connection_too_many_is_told_why_and_one_more_is_hung_up_on(small: Running) -> None:
    with ExitStack() as stack:
        crowd(stack, small, MOST)
        told = crowd(stack, small, SPARE_CONNECTIONS)
        shut = crowd(stack, small, 1)[0]
        assert shut.rest() == b""
        told[0].say(get("/api/games"))
        answer = told[0].told()
        assert answer.status == 429 and '"code":"too-many"' in answer.body and int(answer.headers["retry-after"]) >= 1
        told[1].say(get("/"))
        page = told[1].told()
        assert page.status == 429 and "close some and try again" in page.body


def test_others_find_room(small: Running) -> None:
    with ExitStack() as stack:
        crowd(stack, small, MOST + SPARE_CONNECTIONS)
        assert ask(small.url, get("/api/games"), NEIGHBOUR).status == 200


def test_there_is_room_again_when_some_have_gone(small: Running) -> None:
    with ExitStack() as stack:
        crowd(stack, small, MOST + SPARE_CONNECTIONS)
    wait_until(lambda: ask(small.url, get("/api/games")).status == 200)


def test_streams_of_one_address_have_an_end_and_others_look_on(small: Running) -> None:
    with ExitStack() as stack:
        neighbours = [stack.enter_context(client(small, NEIGHBOUR)) for _ in range(4)]
        here = stack.enter_context(client(small, HERE))
        key = here.post("/api/keys").json()["key"]
        setup = {"game": "pasha", "seats": [{"kind": "person"}, {"kind": "anyone"}]}
        body = {"setup": setup, "people": [{"name": "Ann"}]}
        opened = here.post("/api/tables", json=body, headers={"authorization": f"Bearer {key}"}).json()
        path = f"/api/tables/{opened['table']}/stream"
        for each in neighbours[:2]:
            assert stack.enter_context(each.stream("GET", path)).status_code == 200
        refused = neighbours[2].get(path)
        assert refused.status_code == 429 and refused.json()["code"] == "too-much" and refused.headers["retry-after"]
        assert stack.enter_context(here.stream("GET", path)).status_code == 200


def client(house: Running, source: str) -> httpx.Client:
    """Somebody at an address."""
    return httpx.Client(
        base_url=house.url, transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE, verify=False
    )


def test_a_process_takes_no_more_connections_than_it_has_files_for(run_python: Run) -> None:
    program = """
import resource
from serai.web.requests.connections import RESERVED_FILES, connection_limit, raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (400, 500))
assert connection_limit(10_000) == 400 - RESERVED_FILES and connection_limit(10) == 10
raise_file_limit(10_000)
assert connection_limit(10_000) == 500 - RESERVED_FILES
"""
    assert run_python("-c", program).returncode == 0


def test_all_addresses_together_meet_an_end_too(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), connections=4) as house, ExitStack() as stack:
        crowd(stack, house, 2)
        crowd(stack, house, 2, NEIGHBOUR)
        assert ask(house.url, get("/api/games"), "127.0.0.3").status == 429
