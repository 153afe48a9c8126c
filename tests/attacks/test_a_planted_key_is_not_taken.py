"""Nobody else can choose the key that a browser has: not by making one up, and not by setting a cookie beside ours."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from serai.store.database import Store
from serai.store.migrations import upgrade
from serai.tables import keys
from serai.web.requests.identity import COOKIE, HOST_COOKIE
from tests.databases import KINDS, new_database
from tests.guests import PATIENCE, Running, running

SECURE = {"x-forwarded-proto": "https"}
NEW_TABLE = {"game": "pasha"}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server behind a proxy, which adds HTTPS."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("public")), proxies=("127.0.0.1/32",)) as found:
        yield found


def visit(house: Running, cookie: str = "", path: str = "/", **headers: str) -> httpx.Response:
    """A page, for a browser with these cookies."""
    sent: dict[str, Any] = {**headers, **({"cookie": cookie.encode()} if cookie else {})}
    return httpx.get(f"{house.url}{path}", headers=sent, timeout=PATIENCE)


def given(answer: httpx.Response, name: str = COOKIE) -> str | None:
    """The key's cookie that an answer sets."""
    found = [line for line in answer.headers.get_list("set-cookie") if line.startswith(f"{name}=")]
    return found[0].partition(";")[0].partition("=")[2] if found else None


@pytest.mark.parametrize("forged", ["x" * 32, "x" * 32 + "." + "y" * 22, "", ".", "x" * 32 + ".", "é" * 32])
def test_a_key_that_was_never_given_is_replaced(house: Running, forged: str) -> None:
    for path in ("/", "/help"):
        fresh = given(visit(house, f"{COOKIE}={forged}", path))
        assert fresh and "x" * 32 not in fresh
        assert given(visit(house, f"{COOKIE}={fresh}", path)) is None, "ours is kept"


def test_a_key_signed_by_another_server_is_replaced(house: Running, public: Running) -> None:
    fresh = given(visit(house))
    assert fresh and given(visit(public, f"{COOKIE}={fresh}"))


def test_a_programs_key_can_not_be_made_a_browsers(house: Running) -> None:
    key = httpx.post(f"{house.url}/api/keys").json()["key"]
    assert given(visit(house, f"{COOKIE}={key}"))
    assert httpx.get(f"{house.url}/api/tables", headers={"authorization": f"Bearer {key}"}).status_code == 200


def test_two_keys_are_refused_and_the_planted_one_is_taken_back(house: Running) -> None:
    mine, planted = given(visit(house)), given(visit(house))
    both = f"{COOKIE}={planted}; {COOKIE}={mine}"
    for path in ("/t/abcdefghijkl/log", "/api/tables/abcdefghijkl"):
        answer = visit(house, both, path, host="localhost")
        assert answer.status_code == 400 and "second key" in answer.text
        assert given(answer) == '""', "it is forgotten"
    lines = visit(house, both, "/t/abcdefghijkl/log", host="localhost").headers.get_list("set-cookie")
    assert all("Max-Age=0" in line for line in lines)
    paths = {found[1] for line in lines if (found := re.search("Path=([^;]*)", line))}
    assert {"/t", "/t/", "/t/abcdefghijkl"} <= paths and "/" not in paths, "our own is left alone"


def test_a_key_for_all_of_a_domain_is_taken_back(tmp_path: Path) -> None:
    hosts = ("127.0.0.1", "games.example.org")
    with running(new_database("sqlite", tmp_path), hosts=hosts) as house:
        both = f"{COOKIE}={given(visit(house))}; {COOKIE}={given(visit(house))}"
        lines = visit(house, both, "/", host="games.example.org").headers.get_list("set-cookie")
    assert {found[1] for line in lines if (found := re.search("Domain=([^;]*)", line))} == {
        "games.example.org",
        "example.org",
    }
    assert all("Domain" in line for line in lines if "Path=/;" in line)


def test_nobody_acts_with_two_keys(house: Running) -> None:
    both = f"{COOKIE}={given(visit(house))}; {COOKIE}={given(visit(house))}"
    answer = httpx.post(f"{house.url}/tables", data=NEW_TABLE, headers={"cookie": both})
    assert answer.status_code == 400


def test_over_https_only_this_host_can_have_set_the_key(public: Running) -> None:
    answer = visit(public, **SECURE)
    line = answer.headers["set-cookie"]
    assert (
        line.startswith(f"{HOST_COOKIE}=") and "Secure" in line and "Path=/;" in line and "domain" not in line.lower()
    )
    own = given(answer, HOST_COOKIE)
    assert given(visit(public, f"{HOST_COOKIE}={own}", **SECURE), HOST_COOKIE) is None
    genuine = given(visit(public))  # got by plain HTTP, and planted by a sibling
    assert given(visit(public, f"{COOKIE}={genuine}", **SECURE), HOST_COOKIE) not in (None, genuine)
    assert given(visit(public, f"{COOKIE}={genuine}; {HOST_COOKIE}={own}", **SECURE), HOST_COOKIE) is None


def test_a_form_of_a_page_without_https_is_refused_over_https(public: Running) -> None:
    host = public.url.partition("://")[2]
    for origin, status in ((f"http://{host}", 403), (f"https://{host}", 303)):
        sent = SECURE | {"origin": origin}
        assert httpx.post(f"{public.url}/tables", data=NEW_TABLE, headers=sent).status_code == status


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_with_a_seat_from_before_keys_were_signed_keeps_it(kind: str, tmp_path: Path) -> None:
    database, key = new_database(kind, tmp_path), keys.fresh()
    before(database, keys.hashed(key))
    with running(database, proxies=("127.0.0.1/32",)) as house:
        signed = house.sign(key)
        assert given(visit(house, f"{COOKIE}={key}")) == signed
        assert given(visit(house, f"{COOKIE}={key}", **SECURE), HOST_COOKIE) == signed
        assert given(visit(house, f"{COOKIE}={keys.fresh()}")) != signed
        assert given(visit(house, f"{COOKIE}={signed}")) is None


def before(database: str, player: str) -> None:
    """A database of the time before, with a seat of a player."""
    store = Store(database)
    upgrade(store._writing, "0001")
    table = "name, setup, server_seed, rules_version, version, phase, is_listed, changed_at, leased_until"
    values = ":name, :setup, :seed, 1, 0, 'void', :no, 0, 0"
    with store._writing.begin() as connection:
        given = {"name": "t" * 12, "setup": '{"game": "pasha"}', "seed": b"x" * 32, "no": False}
        connection.execute(text(f"INSERT INTO tables ({table}) VALUES ({values})"), given)
        seat = {"player": player, "name": "t" * 12}
        connection.execute(text('INSERT INTO guests (player, "table") VALUES (:player, :name)'), seat)
    store.close()
