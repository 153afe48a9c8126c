"""Addresses and headers of any length cost the server no memory: they are refused in words, as all else is."""

import pytest

from serai.web.requests.guards import HEADERS
from serai.web.settings import Limits
from tests.attacks.lines import ask, get, line
from tests.guests import Running

LIMITS = Limits()
HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\n"


def test_an_address_that_is_too_long_is_refused(house: Running) -> None:
    answer = ask(house.url, get("/api/games?" + "x" * LIMITS.url_bytes))
    assert answer.status == 414 and '"code":"url-too-long"' in answer.body
    assert all(answer.headers[name.decode()] == value.decode() for name, value in HEADERS.items())


def test_an_address_without_end_is_refused_before_it_ends(house: Running) -> None:
    with line(house.url) as caller:
        caller.say("GET /" + "x" * (LIMITS.url_bytes + 1))
        assert caller.told().status == 414


@pytest.mark.parametrize(
    "headers",
    [
        "X-Long: " + "x" * LIMITS.head_bytes,
        "Cookie: " + "x" * LIMITS.head_bytes,
        "x" * LIMITS.head_bytes + ": 1",
        "\r\n".join(f"X-{number}: {number}" for number in range(LIMITS.head_bytes // 4)),
    ],
    ids=["one header", "one cookie", "one name", "many headers"],
)
def test_headers_that_are_too_long_are_refused_whole_or_not(house: Running, headers: str) -> None:
    for end in ("\r\n\r\n", "\r\n", ""):
        answer = ask(house.url, HEAD + headers + end)
        assert answer.status == 431, answer
        assert "The headers may have at most 32768 bytes." in answer.body


def test_people_are_told_on_a_page_in_their_language_and_programs_in_json(house: Running) -> None:
    long = "X-Long: " + "x" * LIMITS.head_bytes
    page = ask(house.url, get("/", "Accept-Language: de", long))
    assert page.status == 431 and page.headers["content-type"].startswith("text/html")
    assert "Die Kopfzeilen dürfen höchstens 32768 Bytes haben." in page.body
    program = ask(house.url, get("/api/games", "Accept-Language: de", long))
    assert program.headers["content-type"] == "application/json" and '"code":"head-too-large"' in program.body


def test_what_is_no_request_is_refused_with_the_headers_of_every_answer(house: Running) -> None:
    for nonsense in ("NONSENSE\r\n\r\n", "\x16\x03\x01\x02", "GET  / HTTP/9.9\r\n\r\n", HEAD + "no colon\r\n\r\n"):
        answer = ask(house.url, nonsense)
        assert answer.status == 400 and "What was sent is no request that can be read." in answer.body
        assert all(answer.headers[name.decode()] == value.decode() for name, value in HEADERS.items())


def test_words_are_not_written_for_one_address_without_end(house: Running) -> None:
    answers = [ask(house.url, "NONSENSE\r\n\r\n", "127.0.0.3") for _ in range(60)]
    assert {answer.status for answer in answers} == {400}
    assert answers[0].body and "" in {answer.body for answer in answers}


def test_a_client_that_asks_for_another_protocol_is_answered_in_this_one(house: Running) -> None:
    upgrade = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA")
    with line(house.url) as caller:
        caller.say("\r\n".join(("GET /api/games HTTP/1.1", "Host: localhost", *upgrade, "", "")))
        answer = caller.told()
    assert answer.status == 200 and answer.headers["connection"] == "close"


def test_requests_are_not_queued_without_end(house: Running) -> None:
    with line(house.url) as caller:
        caller.say("GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
        assert caller.rest().count(b"HTTP/1.1 200 ") < 20
