"""Who sends a request letter by letter, or comes and says nothing, holds a connection for a while and not for ever."""

from collections.abc import Iterator

import pytest

from serai.web.requests.guards import HEADERS
from tests.attacks.lines import Told, line
from tests.databases import new_database
from tests.guests import Running, begin, running


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for a second."""
    database = new_database("sqlite", tmp_path_factory.mktemp("hasty"))
    with running(database, head_seconds=1.0, body_seconds=1.0, idle_seconds=1.0) as found:
        yield found


def is_given_up(answer: Told) -> bool:
    """Whether an answer says that the request took too long, with the headers of every answer."""
    has_headers = all(answer.headers[name.decode()] == value.decode() for name, value in HEADERS.items())
    return answer.status == 408 and answer.headers["connection"] == "close" and has_headers


def test_a_head_that_never_ends_is_given_up(hasty: Running) -> None:
    with line(hasty.url) as caller:
        caller.say("GET /api/games HTTP/1.1\r\nHost: localhost\r\n")
        assert caller.trickle("X-Slow: loris\r\n")
        assert is_given_up(answer := caller.told()) and '"code":"too-slow"' in answer.body


def test_a_first_line_that_never_ends_is_given_up(hasty: Running) -> None:
    with line(hasty.url) as caller:
        caller.say("GET /")
        assert caller.trickle("x")
        assert is_given_up(answer := caller.told()) and "This request took longer than 1 s to be sent." in answer.body


@pytest.mark.parametrize("path", ["/api/tables", "/api/verify", "/tables"])
def test_a_body_that_never_ends_is_given_up(hasty: Running, path: str) -> None:
    with line(hasty.url) as caller:
        caller.say(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")
        assert caller.trickle("{")
        assert is_given_up(caller.told())


def test_a_body_in_chunks_that_never_ends_is_given_up(hasty: Running) -> None:
    with line(hasty.url) as caller:
        caller.say("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert caller.trickle("1\r\n{\r\n")
        assert is_given_up(caller.told())


def test_a_client_that_connects_and_sends_nothing_is_disconnected(hasty: Running) -> None:
    with line(hasty.url) as caller:
        assert caller.rest() == b""


def test_empty_lines_keep_no_connection_open(hasty: Running) -> None:
    with line(hasty.url) as caller:
        assert caller.trickle("\r\n")
        assert caller.rest() == b""


def test_empty_lines_after_an_answer_keep_no_connection_open(hasty: Running) -> None:
    with line(hasty.url) as caller:
        caller.say("GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert caller.ends.recv(65536).startswith(b"HTTP/1.1 200 ")
        caller.ends.settimeout(0.1)
        caller.say("\r\n")
        assert caller.trickle("\r\n")
        assert caller.rest() == b""


def test_a_request_too_large_is_answered_at_once_and_its_rest_is_not_waited_for(hasty: Running) -> None:
    with line(hasty.url) as caller:
        caller.say("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n")
        assert caller.ends.recv(65536).startswith(b"HTTP/1.1 413 ")
        assert caller.trickle("{")
        assert caller.rest() == b""


def test_a_stream_outlives_all_patience_with_requests(hasty: Running) -> None:
    ann, bob = hasty.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    with ann.stream(table) as views, line(hasty.url) as caller:
        first = next(views)["version"]
        assert caller.rest() == b"", "more than a second goes by"
        ann.ask("POST", f"/tables/{table}/chat", {"words": "still here?"})
        assert next(views)["version"] == first + 1
