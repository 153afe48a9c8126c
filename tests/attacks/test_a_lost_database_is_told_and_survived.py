"""A database that is lost, or can only be read, is told as such; pages and programs come again, and games go on."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser, expect
from psycopg import sql
from sqlalchemy.engine import make_url

from tests.databases import new_postgresql, postgresql
from tests.guests import PATIENCE, Running, begin, running, wait_until
from tests.pages.people import person

Trouble = Callable[[str], AbstractContextManager[None]]


def command(words: str, database: str) -> None:
    """Have PostgreSQL do something to a database from outside, and cut off whoever uses it."""
    name = make_url(database).database or ""
    with psycopg.connect(postgresql().get_uri(), autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER DATABASE {} " + words).format(sql.Identifier(name)))
        hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        connection.execute(hang_up, (name,))


@contextmanager
def lost(database: str) -> Iterator[None]:
    """Nobody can use it for a while."""
    command("WITH ALLOW_CONNECTIONS false", database)
    try:
        yield
    finally:
        command("WITH ALLOW_CONNECTIONS true", database)


@contextmanager
def read_only(database: str) -> Iterator[None]:
    """It can only be read for a while."""
    command("SET default_transaction_read_only = on", database)
    try:
        yield
    finally:
        command("RESET default_transaction_read_only", database)


@pytest.fixture(scope="module")
def database() -> str:
    """A database of PostgreSQL, which can be taken away."""
    return new_postgresql()


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Running]:
    """A server that uses it."""
    with running(database) as found:
        yield found


def health(server: Running) -> int:
    """What the health check says."""
    return httpx.get(f"{server.url}/api/health", timeout=PATIENCE).status_code


@pytest.mark.parametrize("trouble", [lost, read_only])
def test_what_can_not_be_saved_is_to_be_sent_again(server: Running, database: str, trouble: Trouble) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    before = ann.view(table)["version"]
    wait_until(lambda: health(server) == 200)
    with trouble(database):
        answer = ann.client.post(f"/tables/{table}/chat", json={"words": "hello"})
        assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
        assert int(answer.headers["retry-after"]) >= 1
        wait_until(lambda: health(server) == 503)
    wait_until(lambda: health(server) == 200)
    wait_until(lambda: ann.client.post(f"/tables/{table}/chat", json={"words": "hello"}).is_success)
    assert ann.view(table)["version"] == before + 1, "it was said once"


def test_people_are_told_on_a_page(server: Running, database: str) -> None:
    with lost(database):
        page = httpx.get(server.url, headers={"accept-language": "de"}, timeout=PATIENCE)
    assert page.status_code == 503 and "Die Tische sind gerade nicht erreichbar" in page.text


def test_a_page_sends_a_move_again_until_it_is_saved(server: Running, database: str, browser: Browser) -> None:
    with person(browser, server.url) as ann:
        page = ann.page
        page.goto("/")
        page.locator("section[aria-labelledby=game-pasha]").get_by_role("button", name="Play now").click()
        assert ann.wait_for_turn()
        version, move = ann.version(), next(iter(ann.choices()))
        with lost(database):
            with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
                ann.touch(move)
            assert sent.value.status == 503
            expect(page.locator("#connection")).to_be_visible()
        ann.wait_past(version)
        expect(page.locator("#connection")).to_be_hidden()
