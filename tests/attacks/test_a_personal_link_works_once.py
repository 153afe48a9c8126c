"""Whoever finds a personal link that was used, in a history, a chat or a photo of its code, gets nothing by it."""

import pytest

from serai.tables import commands
from serai.tables.commands import links
from serai.tables.errors import NotAllowed, OutOfTurn
from serai.tables.hub import Hub
from serai.tables.keys import hashed as hash_of
from serai.tables.service import Service
from serai.tables.state.changes import Change
from serai.tables.state.table import Table
from tests.guests import Running, begin
from tests.surfers import surfing
from tests.tables import sitting as tables
from tests.tables.sitting import ANN, BOB, CLEO, DORA, EMIL, Force, again, gather

USED, REVOKED = "this link was used already", "this link was revoked"


def test_a_second_device_is_refused_and_told_why(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    assert service.enter(link, CLEO) == (sitting.name, 0)
    version = sitting.version
    for process in (service, again(sitting).service):
        with pytest.raises(NotAllowed, match=f"{USED}; make a new one at the table"):
            process.enter(link, DORA)
    assert sitting.version == version and sitting.table.seats[0].players == {ANN, CLEO}
    assert DORA not in service.store.tables_of(DORA, 9)


def test_the_device_that_used_it_may_follow_it_again(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    for player in (CLEO, CLEO, ANN):
        assert service.enter(link, player) == (sitting.name, 0)
    assert sitting.types.count("claimed") == 1


def test_its_own_player_does_not_use_it_up(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    service.enter(link, ANN)
    service.enter(link, CLEO)
    assert sitting.table.seats_of(CLEO) == [0]


def test_of_two_devices_at_once_one_gets_the_seat(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    other = Service(service.store, Hub(), service.clock)

    def use_late(table: Table, at: int) -> list[Change]:
        """What was allowed when it was looked at, while another process lets somebody else come."""
        changes = commands.UseLink(CLEO, 0, hash_of(link)).decide(table, at)
        other.enter(link, DORA)
        return changes

    with pytest.raises(NotAllowed, match=USED):
        service.carry_out(sitting.name, Force(use_late))
    assert sitting.table.seats[0].players == {ANN, DORA} and sitting.types.count("claimed") == 1


def test_it_works_more_than_once_only_where_its_owner_said_so(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0, is_reusable=True)
    for player in (CLEO, DORA):
        service.enter(link, player)
    assert sitting.table.seats[0].players == {ANN, CLEO, DORA}
    assert [(one["uses"], one["is_live"]) for one in sitting.view(0)["you"]["links"]] == [(2, True)]
    sitting.do(commands.RevokeLink, 0, 1)
    with pytest.raises(NotAllowed, match=f"{REVOKED}; make a new one at the table"):
        service.enter(link, EMIL)
    assert sitting.view(0)["you"]["links"] == []


def test_one_that_was_used_lets_nobody_sit_down_elsewhere_at_the_table(house: Running) -> None:
    ann, phone, eve = house.newcomers("Ann", "Phone", "Eve")
    table, _ = ann.open("pasha", "person", "anyone", "anyone")
    link = ann.act(table, 0, "link")["link"]
    body = {"name": "Eve", "link": link}
    assert eve.ask("POST", f"/tables/{table}/seats", body, 403)["code"] == "not-allowed"
    assert phone.ask("POST", "/links", {"link": link})["seat"] == 0
    assert eve.ask("POST", f"/tables/{table}/seats", body, 403)["code"] == "not-allowed"
    refused = eve.ask("POST", "/links", {"link": link}, 403)
    assert refused["code"] == "not-allowed" and refused["message"].startswith(USED)


def test_links_that_can_be_used_do_not_pile_up(service: Service) -> None:
    sitting = tables.begin(service)
    for _ in range(links.MOST_LINKS):
        service.link_to_seat(sitting.name, BOB, 1)
    service.clock.turn(60)  # type: ignore[attr-defined]
    with pytest.raises(OutOfTurn, match="this seat has 20 personal links that can still be used; revoke one first"):
        service.link_to_seat(sitting.name, BOB, 1)
    sitting.do(commands.RevokeLink, 1, 7)
    service.link_to_seat(sitting.name, BOB, 1)
    numbers = [link["number"] for link in sitting.view(1)["you"]["links"]]
    assert numbers == [number for number in range(1, links.MOST_LINKS + 2) if number != 7]


def test_a_page_says_in_its_language_that_a_link_was_used(house: Running) -> None:
    guests = house.newcomers("Ann", "Bob")
    table = begin(guests, "pasha")
    link = guests[0].act(table, 0, "link")["link"]
    with surfing(house, "de", "de") as (phone, stranger):
        for surfer, status in ((phone, 200), (stranger, 403)):
            surfer.get("/join")
            surfer.send(surfer.form("/join"), status=status, link=link)
        assert phone.table == table and phone.shown("data-seat") == "0"
        assert "schon benutzt" in stranger.page.text
