"""The pages by themselves: in both languages, at every phase, by forms alone, and with what they refuse."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from serai.tables import keys
from serai.tables.service import Service
from serai.tables.state.changes import Cancellation
from serai.web.pages.invites import lan_address
from tests.databases import new_database
from tests.guests import PATIENCE, Guest, Running, begin, play_out, running
from tests.surfers import Form, Forms, Surfer, surfing
from tests.tables.sitting import Force

LANGUAGES = ("en", "de")
SCRIPT = {"serai-fragment": "1"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests here."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pages"))) as found:
        yield found


@pytest.fixture
def surfer(house: Running) -> Iterator[Surfer]:
    """Somebody."""
    with surfing(house, "en") as found:
        yield found[0]


def is_page(html: str, language: str) -> bool:
    """A whole page in a language, without anything that the browser would not be allowed to run or apply."""
    return (
        f'<html lang="{language}">' in html
        and not re.search(r"<script(?![^>]* src=)", html)
        and not re.search(r"<[^>]* (style|on[a-z]+)=", html)
        and "<style" not in html
    )


# Every page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/open", "/open?game=pasha&players=5", "/open?game=asara&screen=1", "/join", "/help"]
)
def test_every_page_is_there_in_every_language(house: Running, language: str, path: str) -> None:
    with surfing(house, language) as (someone,):
        assert is_page(someone.get(path), language)
        assert "serai_key" in someone.client.cookies


def test_what_was_agreed_on_is_shown_to_all(house: Running) -> None:
    with surfing(house, "en", "de") as (ann, eve):
        table = ann.open("asara", "person", "merchant", option="expert", clock="move:60", hints="1")
        agreed = (
            "Expert game, with tent and lit windows · 1 minute for a decision · The vizier may be asked for advice."
        )
        assert agreed in ann.page.text
        assert "1 Minute für eine Entscheidung" in eve.get(f"/t/{table}")
        ann.open("pasha", "person", "anyone", clock="days:3")
        assert "3 days for a decision · No advice is given at this table." in ann.page.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["asara", "pasha", "toy"])
def test_a_table_has_its_pages_at_every_phase(house: Running, game: str, language: str) -> None:
    with surfing(house, language, language) as (ann, eve):
        table = ann.open(game, "person", "anyone", hints="1", chat="1")
        assert is_page(ann.page.text, language) and ann.shown("data-phase") == "gathering"
        invite = re.search(r'value="(http[^"]*/join#[^"]*)"', ann.page.text)
        assert invite and "<svg" in ann.page.text
        assert "join#" not in eve.get(f"/t/{table}")
        eve.get("/join")
        eve.send(eve.form("/join"), link=invite[1], name="Eve")
        assert eve.table == table and eve.shown("data-seat") == "1" and eve.shown("data-phase") == "playing"
        people = {0: ann, 1: eve}
        for _ in range(12):
            for person in people.values():
                person.get(f"/t/{table}")
                assert is_page(person.page.text, language)
            to_act = 0 if ann.shown("data-your-turn") == "1" else 1
            assert people[to_act].shown("data-your-turn") == "1" and people[1 - to_act].shown("data-your-turn") == "0"
            people[to_act].touch()
        for path in (f"/t/{table}/log", f"/t/{table}/log?seat=0", f"/t/{table}/fragment", f"/t/{table}?seat=1"):
            ann.get(path)
        assert isinstance(ann.client.get(f"/t/{table}/film?seat=0").json(), list)
        with surfing(house, language) as (stranger,):
            assert stranger.get(f"/t/{table}") and stranger.shown("data-seat") == ""
            assert stranger.client.get(f"/t/{table}/film?seat=0").status_code == 403
            stranger.get(f"/replay/{table}", 404)
        ann.get(f"/t/{table}")
        ann.send(ann.form("/resign"))
        assert ann.shown("data-phase") == "over" and is_page(ann.page.text, language)
        for seat in ("", "&seat=0", "&seat=1", "&seat=all"):
            for at in (0, 1, 2, 9999):
                assert is_page(ann.get(f"/replay/{table}?at={at}{seat}"), language)
                ann.get(f"/replay/{table}/frame?at={at}{seat}")
        ann.get(f"/replay/{table}?seat=4", 404)
        assert is_page(ann.get("/"), language) and f"/replay/{table}" in ann.page.text


def test_what_is_not_there_is_said_on_a_page(surfer: Surfer) -> None:
    assert is_page(surfer.get("/nothing", 404), "en")
    assert is_page(surfer.get("/%00%ff%0a", 404), "en")
    assert is_page(surfer.get(f"/t/{'x' * 12}", 404), "en")
    assert is_page(surfer.get("/t/short", 422), "en")
    answer = surfer.client.get(f"/t/{'x' * 12}/fragment", headers=SCRIPT)
    assert answer.status_code == 404 and answer.json()["code"] == "no-table"
    assert surfer.client.post("/tables", data={"game": "chess"}).status_code == 422
    assert surfer.client.post("/tables", data={"game": "pasha", "seat": ["person", "genius"]}).status_code == 422
    assert surfer.client.post("/tables", data={"game": "pasha", "clock": "move:1"}).status_code == 422
    assert surfer.client.post("/join", data={"link": keys.fresh()}).status_code == 403
    assert surfer.client.post("/join", data={"link": "nonsense"}).status_code == 403


def test_a_language_is_chosen_and_kept(house: Running) -> None:
    with surfing(house, "it-IT,de;q=0.3,en;q=0.9") as (someone,):
        assert is_page(someone.get("/help"), "en")
        someone.send(Form("/language", [("language", "de"), ("back", "/help")]))
        assert someone.page.url.path == "/help" and is_page(someone.page.text, "de")
        assert is_page(someone.get("/"), "de")
        for back in ("//evil.example/", "https://evil.example/", "/\\evil.example"):
            someone.send(Form("/language", [("language", "xx"), ("back", back)]))
            assert someone.page.url.path == "/" and is_page(someone.page.text, "de")
    with surfing(house, "de-AT,en;q=0.5") as (someone,):
        assert is_page(someone.get("/"), "de")


# Without a script


@pytest.mark.parametrize(("game", "language"), [("asara", "de"), ("pasha", "en"), ("toy", "en")])
def test_whole_turns_are_made_by_forms_alone(house: Running, game: str, language: str) -> None:
    with surfing(house, language) as (ann,):
        ann.get("/")
        quick = next(form for form in Forms(ann.page.text).found if ("game", game) in form.fields)
        ann.send(quick, name="Ann")
        turns = 0
        while ann.wait_for_turn() and turns < 3:
            turns += ann.touch() == "confirm"
        assert turns == 3 or ann.shown("data-phase") == "over"


def test_a_part_is_chosen_exchanged_and_let_go_without_a_script(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        at_turn(ann, "asara")
        first, second = spaces = lit(ann, "space.")[:2]
        for space in spaces:
            touch(ann, space)
            assert ann.page.url.params.get_list("part") == [space] == pressed(ann)
        assert lit(ann, "card.") and first != second
        touch(ann, second)
        assert ann.page.url.params.get_list("part") == [] == pressed(ann)


def test_a_touch_on_a_page_of_the_past_goes_on_from_where_the_table_stands(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        seat = at_turn(ann, "asara", chat="1")
        old, space = ann.form("/move"), lit(ann, "space.")[0]
        ann.send(ann.form("/chat"), words="hello")
        ann.send(old, {"name": "part", "value": space})
        assert 'role="alert"' not in ann.page.text and pressed(ann) == [space] and lit(ann, "card.")
        ann.get(f"/t/{ann.table}?seat={seat}")
        while not ann.has("/confirm"):
            ann.touch()
        ann.send(old, {"name": "part", "value": "card.nobody"}, status=409)
        assert "A decision waits to be confirmed or taken back." in ann.page.text
        ann.send(ann.form("/confirm"))
        ann.send(old, {"name": "part", "value": "card.nobody"}, status=409)
        assert "Pass the device" in ann.page.text and f"Seat {1 - seat} decides now, not seat {seat}." in ann.page.text


def test_what_was_chosen_and_goes_with_nothing_any_more_is_let_go(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        seat = at_turn(ann, "asara")
        space, spaces = lit(ann, "space.")[0], lit(ann, "space.")
        ann.get(f"/t/{ann.table}?seat={seat}&part=tower.9&part={space}&part=nonsense")
        assert pressed(ann) == [space] and lit(ann, "card.")
        ann.get(f"/t/{ann.table}?seat={seat}&part=nonsense")
        assert pressed(ann) == [] and lit(ann, "space.") == spaces


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_parts_that_are_none_are_refused_with_a_sentence(house: Running, game: str) -> None:
    parts = ["die.x", "die.", "die.²", "do.roll", "do.mark.x", "do.cube", "card.", "space.", "tower.x", "tower.²"]
    parts += ["piece.x", "piece.base.", "window.*", "seen.", "found", "", ".", "\u0660", "reroll", "place  "]
    with surfing(house, "en") as (ann,):
        seat = at_turn(ann, game)
        here, decision = f"/t/{ann.table}/seats/{seat}", dict(ann.form("/move").fields)["decision"]
        for one in [[first, *rest] for first in parts for rest in ([], ["do.roll"], ["space.base"], ["die.x"])]:
            asked = ann.client.get(f"{here}/why", params={"part": one})
            assert asked.status_code == 200, (one, asked.text)
            data = {"decision": decision, "part": one}
            sent = ann.client.post(f"{here}/move", data=data, headers={"origin": house.url, **SCRIPT})
            assert sent.status_code == 422, (one, sent.text)
            sent = ann.client.post(f"{here}/move", data=data, headers={"origin": house.url})
            assert sent.status_code in (200, 422), (one, sent.text)


def at_turn(ann: Surfer, game: str, **changes: str) -> int:
    """Two at one screen, seen by the one who is to act; which seat that is."""
    table = ann.open(game, "person", "person", **changes)
    seat = int(re.search(r"\?seat=(\d)\">I am", ann.page.text)[1])  # type: ignore[index]
    ann.get(f"/t/{table}?seat={seat}")
    return seat


def lit(ann: Surfer, kind: str) -> list[str]:
    """The parts of a kind that can be chosen now."""
    return [one["value"] for one in ann.form("/move").open_buttons() if one["value"].startswith(kind)]


def pressed(ann: Surfer) -> list[str]:
    """The parts that are chosen."""
    return [one["value"] for one in ann.form("/move").buttons if one.get("aria-pressed") == "true"]


def touch(ann: Surfer, part: str) -> None:
    """Press the button of a part, lit or not."""
    ann.send(ann.form("/move"), {"name": "part", "value": part})


def test_a_stale_form_is_refused_with_the_page_as_it_is_now(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        table = ann.open("pasha", "person", "person")
        ann.get(f"/t/{table}?seat={re.search(r'[?]seat=([0-9])', ann.page.text)[1]}")  # type: ignore[index]
        old = ann.form("/move")
        button = next(one for one in old.open_buttons() if one["name"] == "move" or "play" in one["value"])
        ann.send(old, button)
        ann.send(ann.form("/move"), ann.chance.choice(ann.form("/move").open_buttons())) if ann.has("/move") else None
        version = ann.shown("data-version")
        other = next((one for one in old.open_buttons() if one["value"] != button["value"]), button)
        ann.send(old, other, status=409)
        assert 'role="alert"' in ann.page.text and ann.shown("data-version") == version
        assert "This has been decided already: " in ann.page.text
        assert is_page(ann.page.text, "en")
        answer = ann.client.post(
            old.action, data={"decision": "1", "part": other["value"]}, headers=SCRIPT | {"origin": house.url}
        )
        assert answer.status_code == 409 and answer.json()["code"] == "stale"
        assert answer.json()["version"] == int(version)


def test_a_form_from_before_decisions_had_numbers_is_obeyed_if_nothing_was_decided_since(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        seat = at_turn(ann, "toy", chat="on")
        old, version = ann.form("/move"), ann.shown("data-version")
        old.fields = [("version", version)]
        ann.send(next(form for form in ann.forms() if form.action.endswith("/chat")), words="well")
        ann.send(old, next(one for one in old.open_buttons() if one["name"] == "move"))
        ann.get(f"/t/{ann.table}?seat={seat}")
        assert int(ann.shown("data-version")) == int(version) + 2
        other = next(one for one in reversed(old.open_buttons()) if one["name"] == "move")
        ann.send(old, other, status=409)
        old.fields = []
        ann.send(old, other, status=422)


def test_the_same_form_twice_is_answered_twice_and_done_once(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        table = ann.open("toy", "person", "person")
        seat = re.search(r"\?seat=(\d)", ann.page.text)[1]  # type: ignore[index]
        ann.get(f"/t/{table}?seat={seat}")
        old = ann.form("/move")
        button = next(one for one in old.open_buttons() if one["name"] == "move")
        ann.send(old, button)
        ann.get(f"/t/{table}?seat={seat}")
        version = ann.shown("data-version")
        ann.send(old, button)
        ann.get(f"/t/{table}?seat={seat}")
        assert ann.shown("data-version") == version


# For the script


def test_the_script_is_answered_with_the_fragment_or_a_refusal(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    seat = ann.view(table)["to_act"]
    guest, other = (ann, bob) if seat == 0 else (bob, ann)
    with scripted(guest) as client, scripted(other) as stranger:
        view = guest.view(table)
        here = f"/t/{table}/seats/{seat}"
        move, number = view["decision"]["moves"][0], view["decision"]["number"]
        refused = stranger.post(f"{here}/move", data={"decision": number, "move": move})
        assert refused.status_code == 403 and refused.json()["code"] == "not-allowed"
        wrong = client.post(f"{here}/move", data={"decision": number, "move": "mark"})
        assert wrong.status_code == 422 and "(P" in wrong.json()["message"]
        why = client.get(f"{here}/why", params={"move": "mark"}).json()
        assert why["rule"].startswith("P") and why["sentence"]
        assert client.get(f"{here}/why", params={"part": "nonsense"}).json()["sentence"]
        assert stranger.get(f"/t/{table}/seats/{1 - seat}/why", params={"move": "mark"}).json()["sentence"]
        assert stranger.get(f"{here}/why").status_code == 403
        done = client.post(f"{here}/move", data={"decision": number, "move": move})
        assert done.status_code == 200 and done.text.lstrip().startswith('<main id="table"')
        assert done.text.rstrip().endswith("</main>") and "<html" not in done.text
        assert f'data-version="{guest.view(table)["version"]}"' in done.text
        assert done.text == client.get(f"/t/{table}/fragment").text
        said = client.post(f"/t/{table}/chat", data={"words": "<b>hello</b>"})
        assert "&lt;b&gt;hello" in said.text and "<b>hello" not in said.text
        assert client.post(f"{here}/preferences", data={"confirms": "0"}).status_code == 200
        assert client.post(f"{here}/bot", data={"level": "random"}).status_code == 200
        assert client.post(f"{here}/bot", data={"level": ""}).status_code == 200
        assert client.post(f"{here}/stop", data={"wants": "1"}).status_code == 200
        assert client.post(f"{here}/stop", data={"wants": "0"}).status_code == 200
        assert client.post(f"{here}/hint").status_code == 403, "two people: no vizier"
        link = client.post(f"{here}/link").json()["link"]
    with surfing(house, "en") as (phone,):
        phone.get("/join")
        phone.send(phone.form("/join"), link=link)
        assert phone.table == table and phone.shown("data-seat") == str(seat)


def scripted(guest: Guest) -> httpx.Client:
    """A guest's own key, as a page's script would use it."""
    return httpx.Client(base_url=guest.url, headers={**guest.client.headers, **SCRIPT}, timeout=PATIENCE)


def test_the_vizier_is_asked_only_where_and_when_he_may_be(house: Running) -> None:
    with surfing(house, "de") as (ann,):
        table = ann.open("toy", "person", "random", "random")
        assert ann.wait_for_turn()
        ann.send(ann.form("/hint"))
        assert "%" in ann.page.text and is_page(ann.page.text, "de") and ann.table == table
        version = ann.shown("data-version")
        hint = next(form for form in Forms(ann.page.text).found if any(b.get("name") == "move" for b in form.buttons))
        ann.send(hint, next(button for button in hint.buttons if button.get("name") == "move"))
        assert ann.shown("data-version") != version
        refused = ann.client.post(f"/t/{table}/seats/1/hint", headers=SCRIPT)
        assert refused.status_code == 403 and refused.json()["code"] == "not-allowed"


def test_the_film_shows_what_others_did_since_ones_last_turn(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        ann.open("toy", "person", "random", "random")
        while ann.wait_for_turn() and 'id="watch-film"' not in ann.page.text:
            ann.touch()
        if ann.shown("data-phase") == "playing":
            film = ann.client.get(f"/t/{ann.table}/film?seat=0").json()
            assert 2 <= len(film) <= 24 and film[0]["words"] == "" and all(scene["words"] for scene in film[1:])
            assert all('class="toy"' in scene["board"] for scene in film)


# Several at one screen


def test_a_shared_screen_shows_a_curtain_between_its_seats(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        table = ann.open("asara", "person", "person")
        assert "Pass the device" in ann.page.text and "<button name=" not in ann.page.text
        seat = int(re.search(r"\?seat=(\d)", ann.page.text)[1])  # type: ignore[index]
        ann.get(f"/t/{table}?seat={1 - seat}")
        assert "Pass the device" in ann.page.text and 'class="asara' not in ann.page.text
        assert ann.client.get(f"/t/{table}/film?seat={1 - seat}").json() == []
        ann.get(f"/t/{table}?seat={seat}")
        assert "Pass the device" not in ann.page.text and 'class="asara' in ann.page.text
        while "Pass the device" not in ann.page.text:
            ann.touch()
        assert f"/t/{table}?seat={1 - seat}" in ann.page.text


def test_players_at_one_screen_find_each_of_their_seats_and_take_one_back_from_a_bot(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        seat = at_turn(ann, "toy")
        table = ann.table
        assert f'<a href="/t/{table}?seat={seat}" aria-current="true">' in ann.page.text
        assert f'<a href="/t/{table}?seat={1 - seat}">' in ann.page.text
        ann.send(next(form for form in Forms(ann.page.text).found if form.action.endswith("/bot")), level="random")
        while f">I am Ann{1 - seat}<" not in ann.get(f"/t/{table}"):
            time.sleep(0.02)
        ann.get(f"/t/{table}?seat={1 - seat}")
        back = next(form for form in Forms(ann.page.text).found if form.action == f"/t/{table}/seats/{seat}/bot")
        ann.send(back, {"name": "level", "value": ""})
        with house.app.state.service.reading(table) as found:
            assert [place.level for place in found.seats] == [None, None]


def test_players_at_one_screen_play_again_by_one_wish(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        ann.open("toy", "person", "person", "random")
        first = ann.table
        for seat in (0, 1):
            ann.send(Form(f"/t/{first}/seats/{seat}/stop", [("wants", "1")]))
        ann.get(f"/t/{first}")
        assert ann.shown("data-phase") == "over" and ann.shown("data-seat") == ""
        ann.send(ann.form("/rematch"), {"name": "wants", "value": "1"})
        again = re.search(r'href="/t/([\w-]{12})">To the next game', ann.page.text)
        assert again and again[1] != first
        ann.get(f"/t/{again[1]}")
        sit = ann.form("/sit")
        assert [value for name, value in sit.fields if name == "name"] == ["Ann1", "Ann0"]
        ann.send(sit)
        with house.app.state.service.reading(again[1]) as found:
            assert found.phase == "playing" and [place.name for place in found.seats] == ["Ann1", "random", "Ann0"]


def test_a_listed_table_is_found_in_the_lobby_and_then_watched(house: Running) -> None:
    with surfing(house, "en", "en", "en") as (ann, bob, eve):
        table = ann.open("pasha", "person", "anyone", listed="1")
        hidden = ann.open("pasha", "person", "anyone")
        assert table in bob.get("/") and hidden not in bob.page.text
        bob.get(f"/t/{table}")
        bob.send(bob.form("/sit"), name="Bob")
        assert bob.shown("data-seat") == "1" and bob.shown("data-phase") == "playing"
        assert f'href="/t/{table}"' in eve.get("/") and "serai_name" in bob.client.cookies
        eve.send(Form(f"/t/{hidden}/sit", [("name", "Eve")]), status=403)
        assert f'href="/t/{table}"' in ann.get("/")


def test_a_game_that_did_not_begin_is_listed_with_whose_page_was_silent(house: Running) -> None:
    service: Service = house.app.state.service
    (ann,) = house.newcomers("Ann")
    with surfing(house, "en", "de") as (bob, eve):
        table, _link = ann.open("pasha", "person", "anyone", listed=True)
        bob.get(f"/t/{table}")
        bob.send(bob.form("/sit"), name="Bob")
        assert bob.shown("data-phase") == "opening" and "Games that did not begin" not in bob.get("/")
        service.carry_out(table, Force(lambda _, at: [Cancellation(at, (0,))]))
        assert "Games that did not begin" in bob.get("/") and "Ann’s page did not open its number." in bob.page.text
        assert "Partien, die nicht begannen" in eve.get("/") and f'href="/t/{table}"' in eve.page.text
        assert "the page of Ann did not open its part of the chance in time" in bob.get(f"/t/{table}")
    void = ann.ask("GET", "/tables")["void"]
    assert [(line["table"], line["ended"]["seats"]) for line in void] == [(table, [0])]


def test_a_rematch_awaits_its_players_at_their_seats(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        ann.open("toy", "person", "random")
        first = ann.table
        ann.send(ann.form("/resign"))
        ann.send(ann.form("/rematch"), {"name": "wants", "value": "1"})
        again = re.search(r'href="/t/([\w-]{12})"', ann.page.text)
        assert again and again[1] != first
        ann.get(f"/t/{again[1]}")
        ann.send(ann.form("/sit"))
        assert ann.shown("data-phase") == "playing" and ann.shown("data-seat") == "1"


# Links for others


def test_a_link_that_was_refused_is_still_in_the_form(house: Running) -> None:
    with surfing(house, "en", "en") as (ann, eve):
        ann.open("pasha", "person", "anyone")
        link = re.search(r'value="(http[^"]*/join#[^"]*)"', ann.page.text)[1]  # type: ignore[index]
        eve.get("/join")
        eve.send(eve.form("/join"), status=422, link=link, name="E" * 99)
        form = eve.form("/join")
        assert ("link", link) in form.fields and "#" not in str(eve.page.url) and not eve.page.url.query
        assert ("back", "/join") in eve.form("/language").fields
        eve.send(form, name="Eve")
        assert eve.shown("data-phase") == "playing"


def chance_in(lobby: str, table: str) -> dict[str, Any]:
    """What a lobby tells its script of a table's chance."""
    found = re.search(rf"data-table=\"{table}\" data-chance='([^']*)'", lobby)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_a_waiting_player_is_told_that_their_page_is_needed_once_more(house: Running) -> None:
    with surfing(house, "de") as (ann,):
        own = "Zeit dafür: 3 Tage."
        ann.open("pasha", "person", "anyone", clock="days:3")
        assert own not in ann.page.text, "a page without a script commits to nothing"
        bob = house.guest("Bob")
        table = ann.open("pasha", "person", "anyone", clock="days:3", nonce_commitment="0" * 64)
        assert own in ann.page.text and chance_in(ann.get("/"), table)["open"] == []
        link = re.search(r"/join#([\w-]+)", ann.get(f"/t/{table}"))[1]  # type: ignore[index]
        bob.sit(table, link)
        assert own in ann.get(f"/t/{table}") and "Ann0, Bob" in ann.page.text
        found = chance_in(ann.get("/"), table)
        assert found["open"] == [0] and found["nonce_commitments"][0] == "0" * 64


def test_the_link_has_an_address_that_others_reach_or_the_page_says_how(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path)) as alone, surfing(alone, "en") as (ann,):
        ann.open("pasha", "person", "anyone")
        assert "serai serve --host 0.0.0.0" in ann.page.text
    anywhere = running(new_database("sqlite", tmp_path), is_at_any_address=True)
    with anywhere as server, surfing(server, "en") as (ann,):
        ann.open("pasha", "person", "anyone")
        assert "serai serve --host" not in ann.page.text
        address = lan_address() or "127.0.0.1"
        assert f'value="http://{address}:' in ann.page.text


# The stream of fragments


def frames(answer: httpx.Response) -> Iterator[tuple[str, str]]:
    """The events of a stream: name and data."""
    name, data = "", []
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data.append(line.removeprefix("data: "))
        elif not line and data:
            yield name, "\n".join(data)
            name, data = "", []


def test_one_stream_shows_several_tables_and_says_which_is_gone(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    first, second = (begin([ann, bob], "pasha") for _ in range(2))
    waiting, link = ann.open("pasha", "person", "anyone", "anyone")
    bob.sit(waiting, link)
    looks = [f"{first}.0.en", f"{first}.-.de", f"{second}.0.de", f"{waiting}.1.en", f"{'x' * 12}.-.en"]
    with (
        scripted(bob) as client,
        client.stream("GET", "/stream", params={"look": looks}) as answer,
    ):
        assert answer.status_code == 200
        events = (event for event in frames(answer) if event[0] != "alive")
        shown = dict(next(events) for _ in range(4))
        assert set(shown) == set(looks[:4])
        assert 'data-seat=""' in shown[looks[0]], "the seat is not Bob's: he watches"
        for look, language in ((looks[0], "en"), (looks[1], "de")):
            strangers = httpx.get(f"{house.url}/t/{first}/fragment", headers={"accept-language": language}).text
            seen = shown[look].replace(f'data-look="{look}"', f'data-look="{first}.-.{language}"')
            assert seen.split("\n") == [line for line in strangers.split("\n") if line]
        bob.ask("POST", f"/tables/{second}/chat", {"words": "hello"})
        name, html = next(events)
        assert name == looks[2] and "hello" in html
        bob.ask("DELETE", f"/tables/{waiting}/seats/1")
        assert next(events) == (looks[3], "gone")
        ann.ask("POST", f"/tables/{first}/chat", {"words": "on"})
        assert {next(events)[0], next(events)[0]} == {looks[0], looks[1]}
    with scripted(bob) as client:
        assert client.get("/stream", params={"look": [f"{first}.-.en"] * 40}).status_code == 422


def test_a_fragment_is_the_same_for_answer_page_and_stream(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    table = begin([ann, bob], "asara")
    with scripted(ann) as client, client.stream("GET", "/stream", params={"look": f"{table}.0.en"}) as answer:
        _name, streamed = next(frames(answer))
        fetched = client.get(f"/t/{table}/fragment?seat=0").text
        assert [line for line in fetched.split("\n") if line] == streamed.split("\n")
        assert fetched in client.get(f"/t/{table}?seat=0").text
        assert f'data-look="{table}.0.en"' in fetched
        choices = re.search(r"data-choices='([^']*)'", fetched)
        assert choices is not None
        listed = [choice[0] for choice in json.loads(choices[1].replace("&#39;", "'").replace("&amp;", "&"))]
        decision = ann.view(table)["decision"]
        assert listed == (decision["moves"] if decision else [])


def test_a_finished_game_is_replayed_decision_by_decision(house: Running) -> None:
    guests = [house.guest("Ann", 1), house.guest("Bob", 2)]
    table = begin(guests, "toy")
    play_out(guests, table)
    with surfing(house, "en") as (eve,):
        last = max(int(number) for number in re.findall(r'max="(\d+)"', eve.get(f"/replay/{table}")))
        assert last > 3
        seen = [eve.get(f"/replay/{table}/frame?at={at}&seat=all") for at in range(last + 1)]
        assert len(set(seen)) == last + 1 and "winner" in seen[-1]
        for seat in (0, 1):
            as_one = eve.get(f"/replay/{table}/frame?at=0&seat={seat}")
            for owner in (0, 1):
                cards = re.findall(rf'id="card-{owner}-[^"]*"', seen[0])
                assert cards and re.findall(rf'id="card-{owner}-[^"]*"', as_one) == (cards if owner == seat else [])
