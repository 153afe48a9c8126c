"""Tables, editions, links, chat and other changes have quotas for each player and each address; moves have none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from serai.tables import keys
from tests.databases import new_database
from tests.guests import Guest, Running, begin, play_out, running
from tests.surfers import Surfer

QUOTAS: dict[str, Any] = {
    "tables_per_hour": 4,
    "editions_per_hour": 1,
    "links_per_hour": 2,
    "chat_per_minute": 3,
    "hints_per_minute": 1,
    "changes_per_minute": 6,
    "verifications_per_minute": 2,
    "players_per_address": 2,
}
SETUP: dict[str, Any] = {"game": "pasha", "seats": [{"kind": "person"}, {"kind": "anyone"}]}
NEW_TABLE = {"setup": SETUP, "people": [{"name": "Eve"}]}


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    """A server with little patience."""
    with running(new_database("sqlite", tmp_path), **QUOTAS) as found:
        yield found


def tried(guest: Guest, path: str, body: Any, times: int) -> list[int]:
    """The statuses of one request made so many times; who is refused is told when to come again."""
    answers = [guest.client.post(path, json=body) for _ in range(times)]
    for answer in answers:
        if answer.status_code == 429:
            assert answer.json()["code"] == "too-much" and int(answer.headers["retry-after"]) >= 1
    return [answer.status_code for answer in answers]


def test_one_player_opens_so_many_tables(strict: Running) -> None:
    ann, bob = strict.newcomers("Ann", "Bob")
    assert tried(ann, "/tables", NEW_TABLE, 6) == [201] * 4 + [429] * 2
    assert tried(bob, "/tables", NEW_TABLE, 1) == [201]


def test_many_keys_of_one_address_open_so_many_tables_together(strict: Running) -> None:
    guest = strict.guest()
    found = []
    for _ in range(10):
        guest.client.headers["authorization"] = f"Bearer {keys.fresh()}"
        found += tried(guest, "/tables", NEW_TABLE, 1)
    assert found == [201] * 8 + [429] * 2


def test_tables_count_however_they_are_opened(strict: Running) -> None:
    statuses = []
    with httpx.Client(base_url=strict.url, headers={"origin": strict.url}) as browser:
        browser.get("/")
        for path, form in (("/tables", {"game": "pasha"}), ("/lessons", {"game": "asara"})) * 3:
            statuses.append(browser.post(path, data=form).status_code)
    assert statuses == [303] * 4 + [429] * 2


def test_people_are_told_on_a_page(strict: Running) -> None:
    with Surfer(strict.url, "de").client as browser:
        for _ in range(6):  # the first has no key yet
            page = browser.post("/tables", data={"game": "pasha"}, follow_redirects=False)
    assert page.status_code == 429 and "zu viele Tische eröffnet" in page.text and page.headers["retry-after"]


def test_editions_links_chat_and_changes_have_quotas_of_their_own(strict: Running) -> None:
    ann = strict.guest()
    table = begin([ann], "pasha", "merchant")
    edition = ann.view(table)["edition"]
    own = {"setup": {**SETUP, "edition": edition}, "people": [{"name": "Eve"}]}
    assert tried(ann, "/tables", own, 2) == [201, 429]
    assert tried(ann, f"/tables/{table}/seats/0/link", None, 3) == [201] * 2 + [429]
    assert tried(ann, f"/tables/{table}/chat", {"words": "hello"}, 4) == [200] * 3 + [429]
    assert 429 in tried(ann, f"/tables/{table}/seats", None, 8)
    assert tried(ann, "/verify", {}, 3) == [422] * 2 + [429]


def test_a_whole_game_meets_no_quota(tmp_path: Path) -> None:
    few = QUOTAS | {"changes_per_minute": 10}
    with running(new_database("sqlite", tmp_path), **few) as house:
        guests = house.newcomers("Ann", "Bob")
        assert play_out(guests, begin(guests, "pasha"))["phase"] == "over"


def test_records_of_all_players_of_an_address_are_counted_together(strict: Running) -> None:
    ann, bob = strict.newcomers("Ann", "Bob")
    assert tried(ann, "/verify", {}, 2) + tried(bob, "/verify", {}, 1) == [422, 422, 429]
