"""From an open table to a game that has begun: seats, links, nonces."""

import hashlib
import secrets
from typing import Any

import pytest

from serai.store.database import Store
from serai.tables import commands, keys, views
from serai.tables.commands import Lapse
from serai.tables.errors import BadRequest, NoTable, NotAllowed, OutOfTurn
from serai.tables.service import Service
from serai.tables.state.changes import Cancellation
from serai.tables.state.setup import DAY
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, CLEO, NAMES, PLAYERS, Force, Sitting, again, gather, plan, state_of

NONCES = [secrets.token_bytes(32) for _ in PLAYERS]


def commitment(seat: int) -> str:
    """What a seat's page shows of its nonce."""
    return hashlib.sha256(NONCES[seat]).hexdigest()


def committed(service: Service, players: int = 2, **setup: Any) -> Sitting:
    """A table whose people have all committed to nonces of their own, which are still to be opened."""
    seats = ["person", *["anyone"] * (players - 1)]
    opened = service.open(plan("asara", *seats, **setup), ANN, [("Ann", commitment(0))])
    sitting = Sitting(service, opened.name, opened.link)
    for seat in range(1, players):
        sitting.sit(PLAYERS[seat], NAMES[seat], commitment=commitment(seat))
    assert sitting.table.phase == "opening"
    return sitting


# Seats


def test_who_opens_a_table_sits_on_the_seats_for_persons(service: Service) -> None:
    table = gather(service, "asara", "person", "anyone", "person").table
    assert table.phase == "gathering" and table.seats_of(ANN) == [0, 2]
    assert [seat.name for seat in table.seats] == ["Ann", "", "Cleo"]


def test_as_many_people_must_be_named_as_there_are_seats_for_them(service: Service) -> None:
    with pytest.raises(BadRequest, match="1 people for 2 seats of kind 'person'"):
        service.open(plan("asara", "person", "person"), ANN, [("Ann", None)])
    assert service.store.tables_of(ANN, 9) == []


def test_anyone_with_the_link_sits_down_and_the_game_begins(service: Service) -> None:
    sitting = gather(service, "pasha", "person", "anyone", "merchant")
    assert service.follow(sitting.link) == (sitting.name, None)
    sitting.sit(BOB, "Bob")
    assert sitting.table.phase == "playing" and sitting.table.seats_of(BOB) == [1]
    assert service.store.tables_of(BOB, 9) == [sitting.name]


def test_a_link_that_was_never_given_opens_nothing(service: Service) -> None:
    for link in (keys.fresh(), "short", ""):
        with pytest.raises(NotAllowed):
            service.follow(link)


def test_a_table_of_bots_begins_at_once(service: Service) -> None:
    sitting = gather(service, "asara", "random", "traveller")
    table = sitting.table
    assert table.phase == "playing" and table.due_at() == service.clock()
    assert [seat.nonce.by for seat in table.seats if seat.nonce] == ["server", "server"]


def test_no_table_is_found_by_another_name(service: Service) -> None:
    with pytest.raises(NoTable, match="there is no table 'nowhere'"), service.reading("nowhere"):
        pass


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_of_somebody_else_or_a_bot_is_taken(service: Service, seat: int) -> None:
    sitting = gather(service, "asara", "person", "anyone", "merchant")
    with pytest.raises(OutOfTurn, match=f"seat {seat} is taken"):
        sitting.sit(BOB, "Bob", seat)


def test_nobody_sits_down_twice_on_one_seat(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(OutOfTurn, match="seat 0 is taken"):
        sitting.sit(ANN, "Ann", 0)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_named(service: Service, seat: int) -> None:
    with pytest.raises(BadRequest, match=f"there is no seat {seat}; there are 0 to 1"):
        gather(service, "asara", "person", "anyone").sit(BOB, "Bob", seat)


def test_nobody_sits_down_when_the_game_has_begun(service: Service) -> None:
    sitting = gather(service, "asara", "person", "person")
    with pytest.raises(OutOfTurn, match="every seat is taken"):
        sitting.sit(BOB, "Bob")


def test_who_leaves_makes_room_for_another_and_may_come_back(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone")
    sitting.sit(BOB, "Bob")
    sitting.do(commands.Leave, 1)
    assert not sitting.table.seats[1].is_taken and sitting.table.seats[1].name == ""
    sitting.sit(CLEO, "Cleo")
    assert sitting.table.seats_of(CLEO) == [1]
    sitting.sit(BOB, "Bob")
    assert sitting.table.seats_of(BOB) == [2] and sitting.table.phase == "playing"


def test_who_opened_a_table_may_leave_and_come_back(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    sitting.do(commands.Leave, 0)
    sitting.sit(ANN, "Ann")
    assert sitting.table.seats_of(ANN) == [0] and sitting.table.phase == "gathering"


def test_only_the_own_seat_is_left_and_only_before_the_game(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(NotAllowed, match="seat 0 is not yours"):
        sitting.do(commands.Leave, 0, player=BOB)
    sitting.sit(BOB, "Bob")
    with pytest.raises(OutOfTurn, match="hand the seat to a bot, or resign"):
        sitting.do(commands.Leave, 1)


def test_a_listed_table_is_found_while_it_has_a_free_seat(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone", listed=True)
    gather(service, "asara", "person", "anyone")
    sitting.sit(BOB, "Bob")
    assert service.store.listed(9) == [sitting.name]
    sitting.sit(CLEO, "Cleo")
    assert service.store.listed(9) == []


def test_a_personal_link_gives_the_seat_to_another_device(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    link = service.link_to_seat(sitting.name, ANN, 0)
    for _ in range(2):
        assert service.enter(link, CLEO) == (sitting.name, 0)
    assert sitting.table.seats_of(ANN) == sitting.table.seats_of(CLEO) == [0]
    assert sitting.types.count("claimed") == 1 and service.store.tables_of(CLEO, 9) == [sitting.name]


def test_only_its_player_gets_a_link_to_a_seat(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(NotAllowed):
        service.link_to_seat(sitting.name, BOB, 0)


def test_a_link_to_a_seat_ends_when_its_player_leaves(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone")
    sitting.sit(BOB, "Bob")
    link, other = service.link_to_seat(sitting.name, BOB, 1), service.link_to_seat(sitting.name, ANN, 0)
    sitting.do(commands.Leave, 1)
    sitting.sit(CLEO, "Cleo")
    with pytest.raises(NotAllowed, match="opens nothing"):
        service.follow(link)
    assert service.follow(other) == (sitting.name, 0) and service.follow(sitting.link) == (sitting.name, None)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_name_has_one_to_forty_characters(service: Service, name: str) -> None:
    with pytest.raises(BadRequest, match="allowed: 1 to 40"):
        gather(service, "asara", "person", "anyone").sit(BOB, name)


def test_a_name_loses_control_characters_and_needless_space(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    sitting.sit(BOB, "  Bob\x1b[31m \u202e\n the\tBuilder\ud800 ")
    assert sitting.table.seats[1].name == "Bob [31m the Builder"


# Nonces


@pytest.mark.parametrize("wrong", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "０" * 64, "0" * 63 + "\n"])
def test_a_commitment_of_the_wrong_form_is_refused_and_not_repeated(service: Service, wrong: str) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(BadRequest, match="64 hexadecimal digits, lower case") as refusal:
        sitting.sit(BOB, "Bob", commitment=wrong)
    assert not wrong or wrong not in str(refusal.value)
    assert sitting.types == ["sat"]


def test_the_game_begins_when_every_nonce_is_open(service: Service) -> None:
    sitting = committed(service)
    assert sitting.view(None)["chance"]["by"] == [None, None]
    sitting.do(commands.OpenNonce, 1, NONCES[1].hex())
    assert sitting.table.phase == "opening"
    sitting.do(commands.OpenNonce, 0, NONCES[0].hex())
    assert sitting.table.phase == "playing" and sitting.view(None)["chance"]["by"] == ["page", "page"]
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_another_nonce_than_the_one_committed_to_is_refused(service: Service) -> None:
    sitting = committed(service)
    with pytest.raises(BadRequest, match=f"seat 0 committed to, whose SHA-256 is {commitment(0)}"):
        sitting.do(commands.OpenNonce, 0, NONCES[1].hex())
    with pytest.raises(BadRequest, match="64 hexadecimal digits"):
        sitting.do(commands.OpenNonce, 0, "nonce")
    assert sitting.table.phase == "opening" and sitting.table.seats[0].nonce is None


def test_a_nonce_opened_twice_is_opened_once(service: Service) -> None:
    sitting = committed(service)
    for _ in range(2):
        sitting.do(commands.OpenNonce, 0, NONCES[0].hex())
    sitting.do(commands.OpenNonce, 1, NONCES[1].hex())
    sitting.do(commands.OpenNonce, 1, NONCES[1].hex())
    assert sitting.types.count("nonce") == 2
    with pytest.raises(OutOfTurn, match="only once"):
        sitting.do(commands.OpenNonce, 1, NONCES[0].hex())


def test_a_nonce_is_not_opened_before_all_have_committed(service: Service) -> None:
    opened = service.open(plan("asara", "person", "anyone"), ANN, [("Ann", commitment(0))])
    with pytest.raises(OutOfTurn, match="when every seat has committed"):
        Sitting(service, opened.name).do(commands.OpenNonce, 0, NONCES[0].hex())


def test_nobody_opens_the_nonce_of_another_seat(service: Service) -> None:
    with pytest.raises(NotAllowed):
        committed(service).do(commands.OpenNonce, 0, NONCES[0].hex(), player=BOB)


@pytest.mark.parametrize(
    ("kind", "seconds", "time"),
    [("none", 0, 24 * 3600), ("move", 10, 15 * 60), ("move", 3600, 15 * 60), ("days", 3 * DAY, 3 * DAY)],
)
def test_who_does_not_open_in_time_voids_the_table_by_name(
    service: Service, clock: Clock, kind: str, seconds: int, time: int
) -> None:
    sitting = committed(service, clock={"kind": kind, "seconds": seconds})
    sitting.do(commands.OpenNonce, 0, NONCES[0].hex())
    clock.turn(time - 0.1)
    service.carry_out(sitting.name, Lapse())
    assert sitting.table.phase == "opening"
    clock.turn(0.1)
    assert service.store.count_due(clock()) == 1
    service.carry_out(sitting.name, Lapse())
    view = sitting.view(None)
    assert view["phase"] == "void" and view["ended"] == {"why": "a nonce was not opened", "seats": [1]}
    assert view["chance"]["revealed"] is None and service.store.record(sitting.name) is None
    assert service.store.count_due(clock() + 10**12) == 0
    with pytest.raises(OutOfTurn):
        sitting.do(commands.OpenNonce, 1, NONCES[1].hex())


def test_a_game_that_did_not_begin_is_listed_for_a_week(service: Service, clock: Clock) -> None:
    own, listed = committed(service), committed(service, listed=True)
    gather(service, "asara", "person", "anyone").do(commands.VoteToStop, 0, True)
    clock.turn(DAY)
    for sitting in (own, listed):
        service.carry_out(sitting.name, Force(lambda _, at: [Cancellation(at, (0, 1))]))
        clock.turn(1)
    assert service.void(BOB, 9) == [listed.name, own.name]
    assert service.void(CLEO, 9) == service.void(None, 9) == [listed.name]
    assert views.line(listed.table)["ended"] == {"why": "a nonce was not opened", "seats": [0, 1]}
    clock.turn(6 * DAY)
    assert service.void(BOB, 9) == [listed.name, own.name]
    clock.turn(DAY)
    assert service.void(BOB, 9) == []


def test_a_nonce_that_one_opens_gives_no_more_time_to_the_others(service: Service, clock: Clock) -> None:
    sitting = committed(service, 3)
    clock.turn(DAY - 20)
    sitting.do(commands.OpenNonce, 0, NONCES[0].hex())
    clock.turn(20)
    service.carry_out(sitting.name, Lapse())
    assert sitting.view(None)["ended"]["seats"] == [1, 2]


def test_no_view_of_a_running_table_holds_a_secret(service: Service, store: Store) -> None:
    sitting = committed(service)
    for seat in (0, 1):
        sitting.do(commands.OpenNonce, seat, NONCES[seat].hex())
    head = store.head(sitting.name)
    assert head
    secret = [head.server_seed.hex(), *(nonce.hex() for nonce in NONCES), ANN, BOB]
    for viewer in (None, 0, 1):
        text = repr(sitting.view(viewer))
        assert [found for found in secret if found in text] == []
