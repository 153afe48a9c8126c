"""What stands between the server and the rest of the world: hosts, origins, sizes, limits, errors that tell nothing."""

import json
import logging
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import create_engine, text

from serai.tables import keys
from serai.web.requests.error_response import PROGRAM_PATHS
from serai.web.requests.guards import HEADERS
from serai.web.requests.keyring import Keyring
from serai.web.settings import Limits
from tests.databases import new_database
from tests.guests import PATIENCE, Guest, Running, begin, commitment, running

SITTING = {"name": "Eve", "nonce_commitment": commitment(b"x" * 32)}
SETUP = {"game": "pasha", "seats": [{"kind": "person"}, {"kind": "anyone"}]}
NEW_TABLE = {"setup": SETUP, "people": [SITTING]}
FROM_ONE_ADDRESS = Limits().players_per_address
MOST_BODY, MOST_RECORD = Limits().body_bytes, Limits().record_bytes
SAFE_HEADERS = {name.decode(): value.decode() for name, value in HEADERS.items()}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that leave it as it was."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as found:
        yield found


def ask(house: Running, method: str, path: str, **request: Any) -> httpx.Response:
    """An answer to nobody in particular."""
    with httpx.Client(base_url=house.url, verify=False, timeout=PATIENCE) as client:
        return client.request(method, path, **request)


def ask_raw(house: Running, request: bytes) -> bytes:
    """The answer to bytes as they are, which no library would send."""
    with socket.create_connection(("127.0.0.1", urlsplit(house.url).port or 0), timeout=PATIENCE) as line:
        line.sendall(request)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def is_refusal(answer: httpx.Response) -> bool:
    """Whether an answer has the form of all refusals: JSON, or for people a page."""
    if not answer.request.url.path.startswith(PROGRAM_PATHS):
        return '<a class="button" href="/">' in answer.text
    body = answer.json()
    return set(body) - {"decision", "version"} == {"code", "message"} and all(map(str, body.values()))


# Where a request goes, and where it comes from


@pytest.mark.parametrize("host", ["localhost", "localhost:80", "127.0.0.1:1", "[::1]", "[::1]:8000"])
def test_the_server_answers_by_its_own_names(house: Running, host: str) -> None:
    assert ask(house, "GET", "/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "evil.localhost",
        "127.0.0.1.evil.example",
        "192.168.0.1",
        "2130706433",
        "[::1",
        "[::1]evil.example",
        "localhost:[",
        "localhost:80@evil.example",
        "localhost/evil.example",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/metrics"])
def test_a_host_that_is_not_ours_is_refused_whatever_is_asked(house: Running, host: str, path: str) -> None:
    answer = ask(house, "GET", path, headers={"host": host})
    assert answer.status_code == 421 and answer.json()["code"] == "wrong-host"
    assert ask(house, "POST", "/api/tables", headers={"host": host}, json=NEW_TABLE).status_code == 421


def test_a_request_without_a_host_is_refused(house: Running) -> None:
    assert b" 421 " in ask_raw(house, b"GET /api/games HTTP/1.0\r\n\r\n").splitlines()[0]


def test_a_server_at_any_address_takes_numbers_but_no_foreign_names(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), is_at_any_address=True) as anywhere:
        hosts = ("192.168.0.1:8000", "[fe80::1]:8000", "evil.example", "192.168.0.1.evil.example")
        found = [ask(anywhere, "GET", "/api/games", headers={"host": host}).status_code for host in hosts]
    assert found == [200, 200, 421, 421]


def with_cookie(house: Running, **headers: str) -> dict[str, str]:
    """Headers as a browser sends them that was given a key."""
    cookie = f"serai_key={house.sign(keys.fresh())}"
    return {"cookie": cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}


@pytest.mark.parametrize(
    "foreign",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": ""},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "OURS"},
        {"sec-fetch-site": "same-origin", "origin": "http://evil.example"},
    ],
)
def test_a_browser_may_not_be_made_to_act_by_another_sites_page(house: Running, foreign: dict[str, str]) -> None:
    here = {name: house.url if value == "OURS" else value for name, value in foreign.items()}
    for key in (with_cookie(house), {}, with_cookie(house) | {"authorization": f"Bearer {keys.fresh()}"}):
        answer = ask(house, "POST", "/api/tables", headers=key | here, json=NEW_TABLE)
        assert answer.status_code == 403 and answer.json()["code"] == "cross-origin"
        assert "set-cookie" not in answer.headers
    for method, path in (("PUT", "stop"), ("DELETE", "bot"), ("POST", "resignation")):
        answer = ask(house, method, f"/api/tables/{'x' * 12}/seats/0/{path}", headers=with_cookie(house) | here)
        assert answer.status_code == 403 and answer.json()["code"] == "cross-origin"


@pytest.mark.parametrize("site", ["same-origin", "none", None])
def test_our_own_pages_and_programs_may_act(house: Running, site: str | None) -> None:
    fetched = {} if site is None else {"sec-fetch-site": site}
    for headers in (
        with_cookie(house, origin=house.url),
        with_cookie(house),
        {"authorization": f"Bearer {keys.fresh()}"},
    ):
        answer = ask(house, "POST", "/api/tables", headers=headers | fetched, json=NEW_TABLE)
        assert answer.status_code == 201, answer.text


def test_a_key_that_no_browser_sends_by_itself_may_come_from_anywhere(house: Running) -> None:
    headers = {
        "authorization": f"Bearer {keys.fresh()}",
        "origin": "http://evil.example",
        "sec-fetch-site": "cross-site",
    }
    answer = ask(house, "POST", "/api/tables", headers=headers, json=NEW_TABLE)
    assert answer.status_code == 201
    assert not [name for name in answer.headers if name.startswith("access-control")]


# What every answer carries


def has_safe_headers(answer: httpx.Response) -> bool:
    """Whether an answer has every header that it should have, once."""
    return all(answer.headers.get_list(name) == [value] for name, value in SAFE_HEADERS.items())


def test_every_answer_says_what_a_browser_may_do_with_it(house: Running) -> None:
    guest = house.guest()
    table, _ = guest.open("pasha", "person", "anyone")
    seat = f"/api/tables/{table}/seats/0"
    mine = {"authorization": guest.client.headers["authorization"]}
    big = b"x" * (MOST_BODY + 1)
    answers = {
        200: ask(house, "GET", f"/api/tables/{table}"),
        201: ask(house, "POST", "/api/tables", json=NEW_TABLE),
        401: ask(house, "POST", f"{seat}/resignation"),
        403: ask(house, "POST", f"{seat}/resignation", headers={"authorization": f"Bearer {keys.fresh()}"}),
        404: ask(house, "GET", "/nothing"),
        405: ask(house, "DELETE", f"/api/tables/{table}"),
        409: ask(house, "POST", f"{seat}/moves", headers=mine, json={"decision": 0, "move": "play 1"}),
        413: ask(house, "POST", "/api/tables", content=big),
        421: ask(house, "GET", "/", headers={"host": "evil.example"}),
        422: ask(house, "POST", "/api/tables", json={}),
    }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert has_safe_headers(answer), f"{status}: {answer.headers}"
        assert "server" not in {name for name in answer.headers if "python" in answer.headers[name].lower()}
    assert has_safe_headers(ask(house, "GET", "/metrics"))
    assert has_safe_headers(ask(house, "OPTIONS", "/api/tables"))
    with httpx.stream("GET", f"{house.url}/api/tables/{table}/stream", timeout=PATIENCE) as stream:
        assert has_safe_headers(stream) and stream.headers["content-type"].startswith("text/event-stream")


def test_the_policy_lets_scripts_come_from_here_only() -> None:
    policy = dict(part.split(" ", 1) for part in SAFE_HEADERS["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'"
    assert (
        policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'" and policy["form-action"] == "'self'"
    )
    assert "unsafe" not in SAFE_HEADERS["content-security-policy"]


def test_a_browsers_key_is_out_of_reach_of_scripts_and_other_sites(house: Running) -> None:
    answer = ask(house, "POST", "/api/tables", json=NEW_TABLE)
    cookie = SimpleCookie(answer.headers["set-cookie"])["serai_key"]
    keyring: Keyring = house.app.state.keyring
    assert keys.FORM.fullmatch(keyring.verify(cookie.value) or "")
    assert cookie["httponly"] and cookie["samesite"] == "lax" and cookie["path"] == "/" and not cookie["domain"]
    assert not cookie["secure"], "a browser would not send it back over http"
    assert cookie.value not in answer.text
    again = ask(house, "POST", "/api/tables", json=NEW_TABLE, headers={"cookie": f"serai_key={cookie.value}"})
    assert again.status_code == 201 and "set-cookie" not in again.headers
    assert len(again.json()["view"]["seats"]) == 2 and again.json()["view"]["you"]["seat"] == 0


def test_looking_seats_nobody_and_changes_nothing(house: Running) -> None:
    ann, eve = house.newcomers("Ann", "Eve")
    table, link = ann.open("pasha", "person", "anyone", listed=True)
    personal = ann.act(table, 0, "link")["link"]
    store = house.app.state.service.store
    before = store.changes_after(table, 0)
    paths = house.app.openapi()["paths"]
    gets = [path.format(name=table, seat=seat) for path in paths if "get" in paths[path] for seat in (0, 1)]
    headers = [{}, with_cookie(house), {"authorization": eve.client.headers["authorization"]}]
    headers += [{"authorization": ann.client.headers["authorization"], "x-http-method-override": "POST"}]
    for path in gets:
        for who in headers:
            for query in ("", f"?link={link}", f"?link={personal}", "?_method=POST"):
                if path.endswith("/stream"):
                    with httpx.stream("GET", house.url + path + query, headers=who, timeout=PATIENCE) as answer:
                        assert answer.status_code == 200 and "set-cookie" not in answer.headers
                else:
                    assert "set-cookie" not in ask(house, "GET", path + query, headers=who).headers
    for path in [*gets, *(f"/api/links/{secret}" for secret in (link, personal)), "/api/links"]:
        for method in ("HEAD", "OPTIONS"):
            ask(house, method, path, headers=headers[-1])
    assert store.changes_after(table, 0) == before and eve.view(table)["you"] is None


# How large, and how many


def test_what_is_too_large_is_refused_with_and_without_its_length(house: Running) -> None:
    big = b'{"words": "' + b"x" * MOST_BODY + b'"}'

    def parts() -> Iterator[bytes]:
        for start in range(0, len(big), 5000):
            yield big[start : start + 5000]

    for content in (big, parts()):
        answer = ask(house, "POST", "/api/tables", content=content)
        assert answer.status_code == 413 and answer.json()["code"] == "too-large"


def test_a_record_may_be_larger_but_not_without_end(house: Running) -> None:
    wordy = {"format": "x" * MOST_BODY}
    assert ask(house, "POST", "/api/verify", json=wordy).status_code == 422
    assert ask(house, "POST", "/api/verify", content=b" " * (MOST_RECORD + 1)).status_code == 413


def test_a_client_that_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), requests_per_second=0.01, burst=5) as strict:
        greedy, modest = ({"authorization": f"Bearer {keys.fresh()}"} for _ in range(2))
        answers = [ask(strict, "GET", "/api/games", headers=greedy) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        refused = answers[-1]
        assert refused.json()["code"] == "too-much" and 1 <= int(refused.headers["retry-after"]) <= 101
        assert is_refusal(refused) and has_safe_headers(refused)
        assert ask(strict, "GET", "/api/games", headers=modest).status_code == 200


def test_many_keys_do_not_help_one_address(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), requests_per_second=0.01, burst=5) as strict:
        allowed = 5 * FROM_ONE_ADDRESS
        fresh = [{"authorization": f"Bearer {keys.fresh()}"} for _ in range(allowed + 3)]
        found = [ask(strict, "GET", "/api/games", headers=headers).status_code for headers in fresh]
        assert found == [200] * allowed + [429] * 3


def test_keys_of_wrong_form_count_as_their_address(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), requests_per_second=0.01, burst=5) as strict:
        forged = [{"authorization": f"Bearer {number}" + "x" * 2000} for number in range(7)]
        found = [ask(strict, "GET", "/api/games", headers=headers).status_code for headers in forged]
        assert found == [200] * 5 + [429] * 2


def test_there_is_an_end_to_how_many_look_on(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), streams=2) as small, ExitStack() as looking:
        guest = small.guest()
        table, _ = guest.open("pasha", "person", "anyone")
        streams = [looking.enter_context(guest.stream(table)) for _ in range(2)]
        assert [next(views)["version"] for views in streams] == [1, 1]
        refused = guest.client.get(f"/tables/{table}/stream")
        assert refused.status_code == 429 and refused.json()["code"] == "too-much"
        assert int(refused.headers["retry-after"]) >= 1 and has_safe_headers(refused)


# What makes no sense


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/tables/", 404),
        ("GET", "/api/tables/../../etc/passwd", 404),
        ("GET", "/api/%00%ff%0a", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/app.py", 422),
        ("GET", "/static/lib/%2e%2e%2fapp.py", 404),
        ("GET", "/stream", 422),
        ("GET", f"/stream?look={'x' * 12}.-.en", 404),
        ("GET", f"/stream?look={'x' * 12}.-.xx", 422),
        ("POST", "/api/games", 405),
        ("TRACE", "/api/games", 405),
        ("HEAD", "/api/games", 405),
        ("QUERY", "/api/tables", 405),
        ("PATCH", f"/api/tables/{'x' * 12}", 405),
        ("GET", f"/api/tables/{'x' * 12}", 404),
        ("GET", "/api/tables/short", 422),
    ],
)
def test_unknown_paths_and_methods_are_refused_like_all_else(
    house: Running, method: str, path: str, status: int
) -> None:
    answer = ask(house, method, path)
    assert answer.status_code == status and has_safe_headers(answer)
    assert method == "HEAD" or is_refusal(answer)
    assert status != 405 or answer.headers["allow"]


BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "a number": b"1",
    "null": b"null",
    "bytes": b"\xff\xfe\x00",
    "deep lists": b"[" * 30_000,
    "deep tables": b'{"setup":' * 5_000 + b"1" + b"}" * 5_000,
    "deep and whole": b'{"setup":{"game":"pasha","seats":[],"edition":' + b'{"a":' * 900 + b"1" + b"}" * 902,
    "not a number": b'{"setup": NaN}',
    "without end": b'{"setup": Infinity, "people": -Infinity}',
    "a huge number": b'{"setup": 1' + b"0" * 5000 + b"}",
    "a huge power": b'{"setup": 1e999}',
    "a key twice": b'{"setup": 1, "setup": 2}',
    "half a character": b'{"setup": "\\ud800"}',
    "half a character as a key": b'{"\\ud800": 1}',
    "half a character as a game": b'{"setup":{"game":"\\ud800","seats":[{"kind":"person"}]},"people":[]}',
    "half a character in an edition": b'{"setup":{"game":"pasha","seats":[{"kind":"person"},{"kind":"anyone"}],'
    b'"edition":{"\\ud800":"\\ud800"}},"people":[{"name":"x"}]}',
    "a number that is none in an edition": b'{"setup":{"game":"pasha","seats":[{"kind":"person"},{"kind":"anyone"}],'
    b'"edition":{"rounds":NaN}},"people":[{"name":"x"}]}',
    "a NUL": b'{"setup":{"game":"pasha\\u0000","seats":[{"kind":"person"}]},"people":[]}',
}


@pytest.mark.parametrize("about", BODIES)
def test_a_body_that_makes_no_sense_is_refused(house: Running, about: str) -> None:
    table = house.guest().open("pasha", "person", "anyone")[0]
    key = {"authorization": f"Bearer {keys.fresh()}", "content-type": "application/json"}
    for path in (
        "tables",
        "verify",
        "links",
        f"tables/{table}/seats",
        f"tables/{table}/seats/0/moves",
        f"tables/{table}/chat",
    ):
        answer = ask(house, "POST", f"/api/{path}", headers=key, content=BODIES[about])
        assert answer.status_code in (400, 422), f"{path}: {answer.status_code} {answer.text[:300]}"
        assert is_refusal(answer) and has_safe_headers(answer)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "x"]
)
def test_a_body_of_another_kind_is_refused(house: Running, kind: str) -> None:
    answer = ask(house, "POST", "/api/tables", content=json.dumps(NEW_TABLE), headers={"content-type": kind})
    assert answer.status_code == 422 and is_refusal(answer)


@pytest.mark.parametrize("key", ["x", "x" * 31, "x" * 33, "x" * 31 + "!", "é" * 32, "x" * 5000, "a b"])
def test_a_programs_key_of_wrong_form_is_refused_and_a_browsers_replaced(house: Running, key: str) -> None:
    answer = ask(house, "POST", "/api/tables", headers={"authorization": f"Bearer {key}".encode()}, json=NEW_TABLE)
    assert answer.status_code == 403 and is_refusal(answer), answer.text
    assert "set-cookie" not in answer.headers
    answer = ask(house, "POST", "/api/tables", headers={"cookie": f"serai_key={key}".encode()}, json=NEW_TABLE)
    assert answer.status_code == 201 and answer.headers["set-cookie"].startswith("serai_key=")
    assert f"={key};" not in answer.headers["set-cookie"]


@pytest.mark.parametrize("kind", ["decision", "version"])
@pytest.mark.parametrize("number", [-1, 2**53 + 1, 2**63, 2**64, 10**400, 1.5, True, "1", None, [1]])
def test_a_decision_is_named_by_a_number_that_a_table_can_have(house: Running, kind: str, number: Any) -> None:
    guest = house.guest()
    table, _ = guest.open("pasha", "person", "anyone")
    refused = guest.act(table, 0, "moves", move="play 1", status=422, **{kind: number})
    assert refused["code"] == "bad-request"


@pytest.mark.parametrize("kind", ["decision", "version"])
def test_the_greatest_number_is_just_stale(server: Running, kind: str) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, "pasha")
    to_act = guests[0].view(table)["to_act"]
    named: dict[str, Any] = {kind: 2**53}
    assert guests[to_act].act(table, to_act, "moves", move="mark", status=409, **named)["code"] == "stale"


TEXTS = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "A\tnn\r\n  B": "A nn B",
    "\u202eevil\u2066": "evil",
    "An\u200bn\ufeff": "An n",
    "Zoë 🐪 王": "Zoë 🐪 王",
    "a\x00b\x1b[2J\x7f": "a b [2J",
    "\u2028data: x\u2029\x85": "data: x",
    "half \ud800 a character": None,
    " ": None,
    "\u200b": None,
    "x" * 41: None,
    "": None,
}


@pytest.mark.parametrize("name", TEXTS, ids=ascii)
def test_names_are_cleaned_and_kept_as_they_are_otherwise(server: Running, name: str) -> None:
    guest = server.guest()
    table, link = guest.open("pasha", "person", "anyone")
    body = json.dumps({"name": name, "link": link}).encode()
    answer = guest.client.post(f"/tables/{table}/seats", content=body, headers={"content-type": "application/json"})
    if TEXTS[name] is None:
        assert answer.status_code == 422 and is_refusal(answer), answer.text
    else:
        assert answer.status_code == 201 and answer.json()["seats"][1]["name"] == TEXTS[name]
        assert answer.headers["content-type"] == "application/json"


def test_chat_is_cleaned_and_reaches_a_stream_in_one_piece(server: Running) -> None:
    guest = server.guest()
    table, _ = guest.open("pasha", "person", "anyone")
    said = ['<b>bold</b> & "quoted"', "two\nlines\n\nid: 9\ndata: {}", "\u202eRTL\u2028\x85\x00.", "🐪" * 500]
    for words in said:
        guest.ask("POST", f"/tables/{table}/chat", {"words": words})
    with guest.stream(table) as views:
        chat = [line["words"] for line in next(views)["chat"]]
    assert chat == [said[0], said[1], "RTL   .", said[3]]
    for words in ("", " \n ", "\u200b", "x" * 501):
        assert guest.ask("POST", f"/tables/{table}/chat", {"words": words}, status=422)["code"] == "bad-request"


def test_an_edition_may_have_any_words_that_can_be_kept(server: Running) -> None:
    guest = server.guest()
    table, _ = guest.open("pasha", "person", "anyone")
    edition = guest.view(table)["edition"]
    texts = [key for key, value in edition.items() if isinstance(value, str)]
    for words in ("\x00", "\u2028", "x" * 1000, "\r\ndata: x"):
        setup = {**SETUP, "edition": edition | dict.fromkeys(texts, words)}
        answer = guest.client.post("/tables", json={"setup": setup, "people": [SITTING]})
        assert answer.status_code in (201, 422), answer.text
    server.app.state.service.bring_up_to_date()


# What an answer never tells


def test_a_refusal_never_repeats_a_secret_that_was_sent(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    table, link = ann.open("pasha", "person", "anyone")
    bob.sit(table, link)
    secret, nonce = keys.fresh(), secrets.token_hex(32)
    seat = f"/tables/{table}/seats/0"
    sent: list[tuple[str, str, Any]] = [
        ("POST", "/links", {"link": secret}),
        ("POST", "/links", {"link": secret + "!"}),
        ("POST", "/links", {"links": secret}),
        ("POST", "/links", [secret]),
        ("GET", f"/links/{secret}", None),
        ("POST", f"/links/{secret}", None),
        ("GET", f"/tables/{secret}", None),
        ("GET", f"/tables/{table}?seat={secret}", None),
        ("GET", f"/tables/{table}/{secret}", None),
        ("POST", f"/tables/{table}/seats", {"name": "Eve", "link": secret}),
        ("POST", f"/tables/{table}/seats", {"name": "Eve", "link": [secret]}),
        ("POST", f"{seat}/nonce", {"nonce": nonce}),
        ("POST", f"{seat}/nonce", {"nonce": nonce.upper()}),
        ("POST", f"{seat}/nonce", {"nonce": nonce, "x": nonce}),
        ("POST", f"{seat}/nonce", {"nonce": {"nonce": nonce}}),
        ("POST", "/tables", {**NEW_TABLE, "people": [{"name": "x", "nonce_commitment": secret}]}),
    ]
    for method, path, body in sent:
        answer = ann.client.request(method, path, json=body)
        assert answer.is_client_error and is_refusal(answer)
        told = (answer.text + str(answer.headers)).lower()
        assert secret.lower() not in told and nonce not in told, f"{method} {path}: {told}"
    for headers in (
        {"authorization": f"Bearer {secret}!"},
        {"cookie": f"serai_key={secret}!"},
        {"authorization": secret},
    ):
        answer = ask(house, "POST", "/api/tables", headers=headers, json={})
        assert answer.is_client_error and secret not in answer.text + str(answer.headers)


NOT_TOLD = ("secret", "sqlite", "Error", "Traceback", "SELECT", ".py", "NoneType")


def faults(house: Running, guest: Guest, table: str) -> Iterator[httpx.Response]:
    """What is answered where something is wrong with the database; the answers tell nothing of it."""
    for method, path, body in (("GET", f"/tables/{table}", None), ("POST", f"/tables/{table}/chat", {"words": "x"})):
        answer = guest.client.request(method, path, json=body)
        assert is_refusal(answer) and has_safe_headers(answer)
        assert not [detail for detail in NOT_TOLD if detail in answer.text]
        yield answer


def test_a_fault_of_ours_is_told_without_details(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path)) as broken:
        guest = broken.guest()
        table, _ = guest.open("pasha", "person", "anyone")
        store = broken.app.state.service.store
        whole, store.engine = store.engine, None
        found = [(answer.status_code, answer.json()["code"]) for answer in faults(broken, guest, table)]
        assert found == [(500, "failed")] * 2
        store.engine = whole
        assert guest.view(table)["version"] == 1
        counted = ask(broken, "GET", "/metrics").text
        assert 'serai_requests_total{method="GET",status="500"} 1.0' in counted


def test_a_lost_database_is_told_without_details_and_when_to_come_again(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path)) as broken:
        guest = broken.guest()
        table, _ = guest.open("pasha", "person", "anyone")
        store = broken.app.state.service.store
        whole, store.engine = store.engine, create_engine(f"sqlite:///{tmp_path}/nowhere/secret.db")
        for answer in faults(broken, guest, table):
            assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
            assert int(answer.headers["retry-after"]) >= 1
        store.engine = whole
        assert guest.view(table)["version"] == 1


def test_a_database_that_fails_does_not_bring_secrets_into_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with running(new_database("sqlite", tmp_path)) as broken:
        ann, bob = broken.newcomers("Ann", "Bob")
        table, link = ann.open("pasha", "person", "anyone")
        bob.sit(table, link)
        service = broken.app.state.service
        with service.store._writing.begin() as connection:
            for name in ("changes", "links", "tables"):
                stop = f"BEFORE INSERT ON {name} BEGIN SELECT RAISE(ABORT, 'no room'); END"
                connection.execute(text(f"CREATE TRIGGER no_{name} {stop}"))
        nonce = ann.nonces[table, 0].hex()
        requests: list[tuple[Guest, str, Any]] = [
            (ann, f"/tables/{table}/seats/0/nonce", {"nonce": nonce}),
            (ann, f"/tables/{table}/seats/0/link", None),
            (ann, "/tables", NEW_TABLE),
        ]
        for guest, path, body in requests:
            assert guest.client.post(path, json=body).status_code == 500
    own = ann.client.headers["authorization"].removeprefix("Bearer ")
    seed = service.store.head(table).server_seed
    logged = caplog.text
    assert "no room" in logged, "the fault itself is to be found in the log"
    for secret in (nonce, own, keys.hashed(own), link, keys.hashed(link), seed.hex(), repr(seed)[2:-1]):
        assert secret not in logged
