"""A personal link was stolen: its owner is told of its use, gets rid of the thief, and can't be shut out by him."""

import json

import pytest

from serai.tables import commands
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn, TooMuch
from serai.tables.service import Service
from serai.tables.state import pace
from serai.tables.state.changes import LinkUse, NewLink
from tests.conftest import Clock
from tests.guests import Guest, Running, begin
from tests.surfers import Form, surfing
from tests.tables import sitting as tables
from tests.tables.sitting import ANN, BOB, CLEO, DORA, EMIL, Force, Sitting, again, gather, state_of

THIEF = CLEO


def robbed(service: Service) -> Sitting:
    """A game in which somebody has taken Ann's seat by her link."""
    sitting = tables.begin(service)
    service.enter(service.link_to_seat(sitting.name, ANN, 0), THIEF)
    assert sitting.table.seats[0].players == {ANN, THIEF}
    return sitting


def test_the_owner_sees_when_it_was_used(service: Service) -> None:
    sitting = tables.begin(service)
    service.enter(service.link_to_seat(sitting.name, ANN, 0), THIEF)
    you = sitting.view(0)["you"]
    (link,) = you["links"]
    assert link["uses"] == 1 and not link["is_live"] and link["used_at"] == link["made_at"] == service.clock()
    assert you["devices"] == 2 and sitting.view(1)["you"]["links"] == []
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_a_thief_is_logged_out_and_does_not_come_back(service: Service) -> None:
    sitting = robbed(service)
    others = [service.link_to_seat(sitting.name, who, 0, is_reusable=True) for who in (ANN, THIEF)]
    service.enter(others[1], DORA)
    sitting.do(commands.LogOutOthers, 0)
    assert sitting.table.seats[0].players == {ANN}
    for process in (sitting, again(sitting)):
        with pytest.raises(NotAllowed, match="seat 0 is not yours"):
            process.do(commands.Resign, 0, player=THIEF)
    for link in others:
        with pytest.raises(NotAllowed, match="this link was revoked"):
            service.enter(link, THIEF)
    assert sitting.view(0)["you"]["devices"] == 1 and state_of(again(sitting).table) == state_of(sitting.table)


def test_a_thief_does_not_log_out_the_owner(service: Service) -> None:
    sitting = robbed(service)
    with pytest.raises(OutOfTurn, match="the other devices had this seat before this one, and keep it"):
        sitting.do(commands.LogOutOthers, 0, player=THIEF)
    service.enter(service.link_to_seat(sitting.name, THIEF, 0), DORA)
    sitting.do(commands.LogOutOthers, 0, player=THIEF)
    assert sitting.table.seats[0].players == {ANN, THIEF}
    sitting.do(commands.LogOutOthers, 0)
    assert sitting.table.seats[0].players == {ANN}


def test_a_thief_does_not_outrank_the_owner_at_the_next_game(service: Service) -> None:
    sitting = robbed(service)
    sitting.do(commands.Resign, 1)
    for seat in (0, 1):
        sitting.do(commands.VoteForRematch, seat, True)
    service.rematch(sitting.name)
    name = sitting.table.rematch
    assert name
    rematch = Sitting(service, name)
    assert rematch.table.seats[1].players == {ANN, THIEF}
    with pytest.raises(OutOfTurn, match="keep it"):
        rematch.do(commands.LogOutOthers, 1, player=THIEF)
    rematch.do(commands.LogOutOthers, 1, player=ANN)
    assert rematch.table.seats[1].players == {ANN}


def test_a_thief_who_does_all_he_can_does_not_slow_the_owner_down(service: Service, clock: Clock) -> None:
    sitting = robbed(service)
    for number in range(200):
        for wish in (
            lambda number=number: sitting.do(commands.Prefer, 0, number % 2 == 1, player=THIEF),
            lambda: service.enter(service.link_to_seat(sitting.name, THIEF, 0), EMIL),
            lambda: sitting.do(commands.RevokeLink, 0, sitting.table.link_count, player=THIEF),
            lambda: sitting.do(commands.LogOutOthers, 0, player=THIEF),
        ):
            try:
                wish()
            except (TooMuch, OutOfTurn, BadRequest):
                continue
        clock.turn(1)
    with pytest.raises(TooMuch):
        for number in range(pace.GENERAL.at_once):
            sitting.do(commands.Prefer, 0, number % 2 == 1, player=THIEF)
    sitting.do(commands.LogOutOthers, 0)
    assert sitting.table.seats[0].players == {ANN}


def test_links_are_revoked_by_their_owner_alone_and_only_once(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone")
    sitting.sit(BOB, "Bob")
    service.link_to_seat(sitting.name, ANN, 0)
    with pytest.raises(NotAllowed, match="seat 0 is not yours"):
        sitting.do(commands.RevokeLink, 0, 1, player=BOB)
    with pytest.raises(BadRequest, match="seat 1 has no personal link 1"):
        sitting.do(commands.RevokeLink, 1, 1)
    for _ in range(2):
        sitting.do(commands.RevokeLink, 0, 1)
    assert sitting.types.count("revoked") == 1
    with pytest.raises(NotAllowed, match="seat 0 is not yours"):
        sitting.do(commands.LogOutOthers, 0, player=BOB)


def test_the_next_player_of_a_seat_has_no_links_of_the_one_before(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone")
    sitting.sit(BOB, "Bob")
    service.link_to_seat(sitting.name, BOB, 1)
    sitting.do(commands.Leave, 1)
    sitting.sit(CLEO, "Cleo")
    service.link_to_seat(sitting.name, CLEO, 1)
    assert [link["number"] for link in sitting.view(1)["you"]["links"]] == [2]


def test_links_of_earlier_versions_are_listed_and_can_be_revoked(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    sitting.say(ANN, "as it was")
    older = Force(lambda _, at: [NewLink(at, 0, "f" * 64), LinkUse(at, 0, DORA)])
    service.carry_out(sitting.name, older)
    found = sitting.view(0)["you"]["links"]
    assert [(one["number"], one["is_reusable"], one["uses"]) for one in found] == [(1, False, 0), (2, True, 0)]
    sitting.do(commands.UseLink, 0, "f" * 64, player=CLEO)
    sitting.do(commands.UseLink, 0, "f" * 64, player=EMIL)
    sitting.do(commands.RevokeLink, 0, 2)
    service.enter(link, BOB)
    assert sitting.table.seats[0].players == {ANN, BOB, CLEO, DORA, EMIL}
    assert state_of(again(sitting).table) == state_of(sitting.table)


# At pages and for programs


def test_every_page_of_the_seat_is_told_and_the_thiefs_stream_ends(house: Running) -> None:
    ann, bob, thief = house.newcomers("Ann", "Bob", "Thief")
    table = begin([ann, bob], "pasha")
    link = ann.act(table, 0, "link", is_reusable=True)["link"]
    with ann.stream(table, 0) as views:
        assert [one["uses"] for one in next(views)["you"]["links"]] == [0]
        thief.ask("POST", "/links", {"link": link})
        assert [one["uses"] for one in next(views)["you"]["links"]] == [1]
    with thief.stream(table, 0) as views:
        assert next(views)["you"]["devices"] == 2
        view = ann.act(table, 0, "devices", "DELETE")
        assert view["you"]["devices"] == 1 and view["you"]["links"] == []
        assert [seen for seen in views if seen["you"] and seen["you"]["devices"] == 1] == []
    assert thief.view(table)["you"] is None
    assert thief.ask("POST", "/links", {"link": link}, 403)["message"].startswith("this link was revoked")


def test_a_page_shows_the_use_lists_the_links_and_revokes_them(house: Running) -> None:
    ann, bob, thief = house.newcomers("Ann", "Bob", "Thief")
    with surfing(house, "en") as (page,):
        table, link = ann.open("toy", "person", "anyone")
        bob.sit(table, link)
        for guest in (ann, bob):
            guest.open_nonces(table)
        page.get("/join")
        page.send(page.form("/join"), link=ann.act(table, 0, "link")["link"])
        assert "Your personal link was used at" in page.page.text
        page.send(Form(page.form("/seats/0/link").action, [("reusable", "1")]))
        assert "It works any number of times." in page.page.text
        page.get(f"/t/{table}?seat=0")
        before = page.page.text
        assert "<b>For any number of uses</b>, not used yet" in before and "<b>For one use</b>, used: " in before
        page.send(page.form("/links/2/revoke"))
        assert "For any number of uses" not in page.page.text
        assert live(ann, table) == []
        page.send(page.form("/log-out-others"), status=409)
        assert "had this seat before this one" in page.page.text
    assert bob.ask("DELETE", f"/tables/{table}/seats/0/links/1", status=403)["code"] == "not-allowed"
    assert json.dumps(bob.view(table, 1)["you"]["links"]) == "[]" and thief.view(table)["you"] is None


def live(guest: Guest, table: str) -> list[int]:
    """The links that can be used."""
    return [link["number"] for link in guest.view(table, 0)["you"]["links"] if link["is_live"]]


def test_the_word_of_a_use_goes_when_its_player_has_decided_something(service: Service) -> None:
    sitting = tables.begin(service)
    seat = sitting.to_act
    sitting.give(seat, THIEF)
    assert sitting.table.seats[seat].used_link
    sitting.turn()
    assert sitting.table.seats[seat].used_link is None
