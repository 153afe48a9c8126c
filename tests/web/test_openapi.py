"""The interface keeps to its own description: cases made from the OpenAPI document, and the views of whole games.

`SERAI_CASES` says how many cases are made; they are the same each time.
"""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import requests
import schemathesis
import schemathesis.specs.openapi.schemas  # what is loaded later, amid a request, is compiled while other threads run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from serai.tables import keys
from serai.web.api import schemas
from serai.web.app import create_app
from serai.web.settings import Settings
from tests.databases import new_database
from tests.guests import Guest, Running, begin, play_out, running

CASES = int(os.environ.get("SERAI_CASES", "200"))
STREAM = "/api/tables/{name}/stream"
DOCUMENT = create_app(Settings("sqlite://")).openapi()
OPERATIONS = [(path, method) for path in DOCUMENT["paths"] for method in DOCUMENT["paths"][path] if path != STREAM]
CHECKS: list[Callable[..., Any]] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class Scene:
    """Tables in every phase, and those who sit at them."""

    def __init__(self, house: Running) -> None:
        self.house, self.session = house, requests.Session()
        self.guests = house.newcomers("Ann", "Bob", "Cid")
        ann, bob, cid = self.guests
        self.links: list[str] = []
        self.tables = [self.gathering(game) for game in ("asara", "pasha")]
        for game in ("asara", "pasha"):
            self.tables.append(begin(self.guests, game))
            play_out(self.guests, self.tables[-1], 8)
            opening, link = ann.open(game, "person", "anyone")
            bob.sit(opening, link)
            over = begin([ann, cid], game)
            ann.act(over, 0, "resignation")
            self.tables += [opening, over]
        self.record = ann.ask("GET", f"/tables/{self.tables[-1]}/record")

    def gathering(self, game: str) -> str:
        """A table with a free seat."""
        table, link = self.guests[0].open(game, "person", "anyone", "anyone", listed=True)
        self.links.append(link)
        return table

    def make_real(self, case: Any, luck: random.Random) -> dict[str, str]:
        """Put real tables, seats, decisions, versions, moves and links into a case; the headers of an asker."""
        guest = luck.choice(self.guests)
        table = luck.choice(self.tables)
        if "name" in case.path_parameters:
            case.path_parameters["name"] = table
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = luck.randrange(3)
        if isinstance(case.body, dict):
            self.make_body_real(case, guest, table, luck)
        if luck.random() < 0.1:
            return {}
        return {
            "Authorization": guest.client.headers["authorization"] if luck.random() < 0.9 else f"Bearer {keys.fresh()}"
        }

    def make_body_real(self, case: Any, guest: Guest, table: str, luck: random.Random) -> None:
        """Put what a player could know into a body."""
        view = guest.view(table)
        body = case.body
        if "version" in body:
            body["version"] = view["version"]
        if "decision" in body and view["decision"]:
            body["decision"] = view["decision"]["number"]
        if "move" in body and view["decision"]:
            body["move"] = luck.choice(view["decision"]["moves"] or ["mark"])
            case.path_parameters["seat"] = view["you"]["seat"]
        if "link" in body:
            body["link"] = luck.choice(self.links)
        if case.operation.path == "/api/verify" and luck.random() < 0.7:
            case.body = self.record | {key: value for key, value in body.items() if luck.random() < 0.5}
        if "setup" in body and isinstance(body["setup"], dict) and luck.random() < 0.7:
            setup = {"game": luck.choice(["asara", "pasha"]), "seats": [{"kind": "person"}, {"kind": "anyone"}]}
            body["setup"] = {key: value for key, value in body["setup"].items() if key != "edition"} | setup
            body["people"] = body.get("people") if luck.random() < 0.5 else [{"name": "Ann"}]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server with tables of every kind."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as house:
        found = Scene(house)
        with found.session:
            yield found


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: part)
def test_every_answer_is_as_the_document_says(scene: Scene, path: str, method: str) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    good = operation.as_strategy(GenerationMode.POSITIVE)
    bad = operation.as_strategy(GenerationMode.NEGATIVE) if has_input(path, method) else good
    number = max(4, CASES // len(OPERATIONS))

    @settings(
        max_examples=number,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(good, good, bad), luck=st.randoms(use_true_random=False))
    def check(case: Any, luck: random.Random) -> None:
        case.path_parameters = dict(case.path_parameters or {})
        headers = scene.make_real(case, luck) if luck.random() < 0.8 else {}
        case.call_and_validate(base_url=scene.house.url, session=scene.session, headers=headers, checks=CHECKS)

    check()


def has_input(path: str, method: str) -> bool:
    """Whether there is anything that could be wrong."""
    operation = DOCUMENT["paths"][path][method]
    return "requestBody" in operation or bool(operation.get("parameters"))


def test_the_document_has_every_path_and_every_refusal() -> None:
    assert schemathesis.openapi.from_dict(DOCUMENT).statistic.operations.total == len(OPERATIONS) + 1
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            refusals = {status: answer for status, answer in operation["responses"].items() if status[0] == "4"}
            assert {"400", "401", "403", "404", "405", "409", "413", "421", "422", "429"} <= set(refusals), (
                f"{method} {path}"
            )
            for answer in refusals.values():
                shape = answer["content"]["application/json"]["schema"]["$ref"]
                assert shape.endswith("/Refusal")
            assert operation["summary"] and operation["description"]


def test_the_document_is_served_and_names_no_server(scene: Scene) -> None:
    answer = httpx.get(f"{scene.house.url}/api/openapi.json")
    assert answer.json() == DOCUMENT and "servers" not in DOCUMENT


def test_a_streams_refusals_are_as_the_document_says(scene: Scene) -> None:
    guest = scene.guests[0]
    for query, table, status in (
        ("?seat=9", scene.tables[0], 422),
        ("?seat=1", scene.tables[0], 403),
        ("", "x" * 12, 404),
    ):
        answer = guest.client.get(f"/tables/{table}/stream{query}")
        assert answer.status_code == status
        schemas.Refusal.model_validate(answer.json())


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_every_view_of_a_whole_game_has_the_documented_shape(scene: Scene, game: str) -> None:
    ann, bob, eve = scene.house.newcomers("Ann", "Bob", "Eve")
    table, link = ann.open(game, "person", "anyone", "random")
    looks = [eve.view(table), ann.view(table)]
    bob.sit(table, link)
    looks.append(bob.view(table))
    for guest in (ann, bob):
        guest.open_nonces(table)
    while (view := play_out([ann, bob], table, 7))["phase"] == "playing":
        looks += [view, bob.view(table), eve.view(table)]
    looks += [guest.view(table) for guest in (ann, bob, eve)]
    for view in looks:
        schemas.View.model_validate(view)
    assert {view["phase"] for view in looks} >= {"gathering", "opening", "playing", "over"}
    assert any(view["decision"] and view["decision"]["held"] for view in looks)
