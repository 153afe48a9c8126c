"""Whoever votes, prefers, hands over, takes back, talks or makes links all the time fills the table with changes."""

from collections.abc import Callable

import pytest

from serai.tables import commands
from serai.tables.errors import TooMuch
from serai.tables.service import Service
from serai.tables.state import pace
from serai.tables.state.table import PLAYING
from tests.conftest import Clock
from tests.guests import Running, begin
from tests.tables import sitting as tables
from tests.tables.sitting import ANN, BOB, PLAYERS, Sitting, again, hashed, market

LINK = hashed("link")  # a personal one that may be used again and again
Flood = Callable[[Sitting, int, int], object]  # the nth time, by a seat


def link_and_revoke(sitting: Sitting, seat: int) -> None:
    """Make a personal link, and take it back."""
    sitting.service.link_to_seat(sitting.name, PLAYERS[seat], seat)
    sitting.do(commands.RevokeLink, seat, sitting.table.link_count)


FLOODS: dict[str, Flood] = {
    "votes": lambda sitting, seat, number: sitting.do(commands.VoteToStop, seat, number % 2 == 0),
    "preferences": lambda sitting, seat, number: sitting.do(commands.Prefer, seat, number % 2 == 1),
    "hand-overs": lambda sitting, seat, number: (
        sitting.do(commands.TakeBack, seat) if number % 2 else sitting.do(commands.HandOver, seat, "random")
    ),
    "links": lambda sitting, seat, number: link_and_revoke(sitting, seat),
    "devices": lambda sitting, seat, number: sitting.do(commands.UseLink, seat, LINK, player=f"{number:064x}"),
    "talk": lambda sitting, seat, number: sitting.say(PLAYERS[seat], f"{number}"),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_so_many_come_at_once_then_one_now_and_then(service: Service, clock: Clock, kind: str) -> None:
    sitting = tables.begin(service)
    seat, flood = 1 - sitting.to_act, FLOODS[kind]
    sitting.do(commands.MakeLink, seat, LINK, True)
    clock.turn(3)
    for number in range(pace.GENERAL.at_once):
        flood(sitting, seat, number)
    version = sitting.version
    for process in (sitting, again(sitting)):
        with pytest.raises(TooMuch, match="please try again in 3 seconds") as refusal:
            flood(process, seat, pace.GENERAL.at_once)
        assert refusal.value.seconds == 3 and sitting.version == version
    clock.turn(3)
    flood(sitting, seat, pace.GENERAL.at_once)
    with pytest.raises(TooMuch):
        flood(sitting, seat, pace.GENERAL.at_once + 1)
    clock.turn(3 * pace.GENERAL.at_once)
    for number in range(pace.GENERAL.at_once):
        flood(sitting, seat, pace.GENERAL.at_once + 1 + number)


def test_others_vote_talk_and_move_all_the_same(service: Service) -> None:
    sitting = tables.begin(service)
    seat = sitting.to_act
    for number in range(pace.GENERAL.at_once):
        for kind in ("votes", "talk"):
            FLOODS[kind](sitting, 1 - seat, number)
    sitting.do(commands.VoteToStop, seat, True)
    sitting.say(PLAYERS[seat], "well")
    sitting.do(commands.Prefer, seat, False)
    sitting.play(seat, market(sitting))


def test_moves_are_taken_back_and_made_again_only_so_often(service: Service, clock: Clock) -> None:
    sitting = tables.begin(service)
    seat = sitting.to_act
    for _ in range(pace.UNDO.at_once):
        sitting.play(seat, market(sitting))
        sitting.undo(seat)
    sitting.play(seat, market(sitting))
    with pytest.raises(TooMuch, match="please try again in 1 second"):
        sitting.undo(seat)
    assert sitting.table.phase == PLAYING and sitting.legal("decline")
    clock.turn(1)
    sitting.undo(seat)


def test_a_seat_is_taken_and_left_only_so_often(service: Service) -> None:
    sitting = tables.gather(service, "asara", "person", "anyone", "anyone", listed=True)
    for _ in range(pace.GENERAL.at_once):
        sitting.sit(BOB, "Bob")
        sitting.do(commands.Leave, 1)
    sitting.sit(BOB, "Bob")
    with pytest.raises(TooMuch):
        sitting.do(commands.Leave, 1)


def test_a_clock_that_is_set_back_keeps_nobody_waiting(service: Service, clock: Clock) -> None:
    sitting = tables.begin(service)
    for number in range(pace.GENERAL.at_once):
        sitting.say(ANN, f"{number}")
    clock.turn(-500)
    sitting.say(ANN, "well")


def test_over_http_it_is_told_when_to_come_again(server: Running) -> None:
    ann, bob = server.newcomers("Ann", "Bob")
    table = begin([ann, bob], "pasha")
    server.app.state.service.clock = Clock()
    path, version = f"/tables/{table}/seats/1/stop", ann.view(table)["version"]
    answers = [bob.client.put(path, json={"wants": number % 2 == 0}) for number in range(30)]
    assert ann.view(table)["version"] == version + 20, "what is wished already is no change, and never refused"
    assert [answer.status_code for answer in answers] == [200] * 20 + [429, 200] * 5
    assert answers[20].headers["retry-after"] == "3" and answers[20].json()["code"] == "too-much"
    assert answers[20].json()["message"] == "That was a lot in a short time; please try again in 3 seconds."
    ann.ask("POST", f"/tables/{table}/chat", {"words": "still here"})
