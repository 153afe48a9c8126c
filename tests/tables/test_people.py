"""What people do around a game: bots that play for them, resigning, stopping, clocks, talk."""

from typing import Any

import pytest

from serai.tables import commands
from serai.tables.commands import Lapse
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.service import Service
from serai.tables.state import table
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, CLEO, Sitting, again, begin, gather, market, state_of

DAY = 86_400.0
MINUTE: dict[str, Any] = {"kind": "move", "seconds": 60, "stand_in": "traveller"}


def events(sitting: Sitting, kind: str) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator sees them."""
    return [event for event in sitting.view(None)["events"] if event["type"] == kind]


# Bots that play for people


def test_a_seat_is_handed_to_a_bot_and_taken_back(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    for _ in range(2):
        sitting.do(commands.HandOver, seat, "traveller")
    assert sitting.view(None)["seats"][seat]["bot"] == "traveller" and sitting.view(seat)["decision"] is None
    with pytest.raises(OutOfTurn, match="take it back first"):
        sitting.play(seat, market(sitting))
    for _ in range(2):
        sitting.do(commands.TakeBack, seat)
    assert [event["by"] for event in events(sitting, "seat")] == ["traveller", "person"]
    sitting.play(seat, market(sitting))


def test_a_bot_that_is_not_there_is_named(service: Service) -> None:
    with pytest.raises(BadRequest, match="there is no bot 'genius'; there are: random"):
        begin(service).do(commands.HandOver, 0, "genius")


def test_what_was_held_is_forgotten_when_a_bot_takes_over(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    sitting.do(commands.HandOver, seat, "random")
    assert sitting.table.held is None and sitting.types[-2:] == ["unheld", "handed"]


def test_nobody_hands_over_the_seat_of_another(service: Service) -> None:
    sitting = begin(service)
    for command, wish in ((commands.HandOver, ["random"]), (commands.TakeBack, []), (commands.Resign, [])):
        with pytest.raises(NotAllowed):
            sitting.do(command, 0, *wish, player=BOB)


def test_handing_over_and_taking_back_does_not_prolong_the_clock(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock=MINUTE)
    seat, deadline = sitting.to_act, sitting.view(0)["deadline"]
    clock.turn(50)
    sitting.do(commands.HandOver, seat, "random")
    assert sitting.view(0)["deadline"] is None and sitting.table.due_at() is not None
    clock.turn(5)
    sitting.do(commands.TakeBack, seat)
    assert sitting.view(0)["deadline"] == deadline


def test_who_takes_a_seat_back_after_the_clock_has_lapsed_has_time_to_decide(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock=MINUTE)
    seat = sitting.to_act
    clock.turn(60)
    service.carry_out(sitting.name, Lapse())
    clock.turn(60)
    sitting.do(commands.TakeBack, seat)
    assert sitting.view(0)["deadline"] == clock() + 60_000


def test_a_clock_is_not_prolonged_by_what_others_take_back(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock=MINUTE)
    seat, deadline = sitting.to_act, sitting.view(0)["deadline"]
    sitting.do(commands.HandOver, 1 - seat, "random")
    clock.turn(60)
    sitting.do(commands.TakeBack, 1 - seat)
    assert sitting.view(0)["deadline"] == deadline


# Resigning


def test_with_two_players_a_resignation_ends_the_game(service: Service) -> None:
    sitting = begin(service)
    sitting.play(sitting.to_act, market(sitting))
    sitting.do(commands.Resign, 0)
    found = sitting.record()
    assert found.data["result"] == {"scores": None, "winners": [1]}
    assert found.events[-2:] == [{"type": "resign", "seat": 0}, {"type": "stop", "why": "resigned"}]
    assert sitting.table.phase == "over" and sitting.table.due_at() is None
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_with_more_players_a_bot_plays_on_for_who_resigned(service: Service) -> None:
    sitting = begin(service, "pasha", 3, clock=MINUTE)
    for _ in range(2):
        sitting.do(commands.Resign, 0)
    assert sitting.table.phase == "playing" and sitting.table.seats[0].level == "traveller"
    assert sitting.view(None)["seats"][0]["has_resigned"] and sitting.types.count("resigned") == 1
    with pytest.raises(OutOfTurn, match="seat 0 has resigned"):
        sitting.do(commands.TakeBack, 0)


def test_who_resigned_cannot_win(service: Service) -> None:
    sitting = begin(service, "pasha", 3)
    sitting.do(commands.Resign, 0)
    while sitting.table.phase == "playing":
        if sitting.to_act == 0:
            sitting.answer(sitting.legal()[-1], "merchant")
        else:
            sitting.step()
    result = sitting.record().data["result"]
    assert 0 not in result["winners"] and len(result["scores"]) == 3


# Stopping


def test_a_game_stops_only_when_all_people_agree(service: Service) -> None:
    sitting = begin(service, "asara", 2, "merchant")
    sitting.do(commands.VoteToStop, 0, True)
    assert sitting.table.phase == "playing" and sitting.view(None)["seats"][0]["wants_stop"]
    sitting.do(commands.VoteToStop, 0, False)
    sitting.do(commands.VoteToStop, 1, True)
    assert sitting.table.phase == "playing"
    sitting.do(commands.VoteToStop, 0, True)
    assert sitting.view(None)["ended"]["why"] == "agreed" and sitting.record().data["result"] is None
    assert sitting.record().events[-1] == {"type": "stop", "why": "agreed"}
    with pytest.raises(OutOfTurn, match="the game is over"):
        sitting.do(commands.VoteToStop, 0, True)


def test_a_table_that_has_not_begun_is_void_when_all_agree(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    sitting.do(commands.VoteToStop, 0, True)
    assert sitting.table.phase == "void" and service.store.record(sitting.name) is None


def test_a_game_without_a_move_for_thirty_days_stops(service: Service, clock: Clock) -> None:
    sitting = begin(service)
    clock.turn(30 * DAY - 1)
    sitting.say(ANN, "is anybody there?")
    service.carry_out(sitting.name, Lapse())
    assert sitting.table.phase == "playing"
    clock.turn(1)
    assert service.store.count_due(clock()) == 1
    service.carry_out(sitting.name, Lapse())
    assert sitting.view(None)["ended"]["why"] == "idle" and sitting.record().events[-1]["why"] == "idle"


def test_a_move_after_twenty_nine_days_keeps_a_game_alive(service: Service, clock: Clock) -> None:
    sitting = begin(service)
    clock.turn(29 * DAY)
    sitting.play(sitting.to_act, market(sitting))
    clock.turn(29 * DAY)
    service.carry_out(sitting.name, Lapse())
    assert sitting.table.phase == "playing"


def test_a_table_where_nobody_comes_is_void_after_thirty_days(service: Service, clock: Clock) -> None:
    sitting = gather(service, "asara", "person", "anyone", listed=True)
    clock.turn(30 * DAY)
    service.carry_out(sitting.name, Lapse())
    assert sitting.table.phase == "void" and service.store.listed(9) == []


# Clocks


@pytest.mark.parametrize(("kind", "seconds"), [("move", 30), ("days", 86_400)])
def test_a_lapsed_clock_hands_the_seat_to_the_stand_in(service: Service, clock: Clock, kind: str, seconds: int) -> None:
    sitting = begin(service, clock={"kind": kind, "seconds": seconds, "stand_in": "traveller"})
    seat = sitting.to_act
    clock.turn(seconds - 0.001)
    service.carry_out(sitting.name, Lapse())
    assert sitting.table.seats[seat].level is None
    clock.turn(0.001)
    assert service.store.count_due(clock()) == 1
    for _ in range(2):
        service.carry_out(sitting.name, Lapse())
    assert events(sitting, "seat") == [{"type": "seat", "seat": seat, "by": "traveller"}]
    assert sitting.table.seats[1 - seat].level is None


def test_every_decision_has_the_clocks_time(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock=MINUTE)
    clock.turn(50)
    sitting.play(sitting.to_act, market(sitting))
    assert sitting.view(None)["deadline"] == clock() + 60_000


def test_a_lapsed_clock_confirms_what_is_held(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock=MINUTE)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    clock.turn(60)
    service.carry_out(sitting.name, Lapse())
    assert sitting.to_act != seat and sitting.table.seats[seat].level is None and sitting.types[-1] == "moved"


def test_a_lapse_that_comes_when_a_bot_has_to_decide_changes_nothing(service: Service) -> None:
    sitting = gather(service, "asara", "random", "random")
    before = sitting.version
    service.carry_out(sitting.name, Lapse())
    assert sitting.version == before


def test_without_a_clock_there_is_no_deadline(service: Service, clock: Clock) -> None:
    sitting = begin(service)
    clock.turn(DAY)
    service.carry_out(sitting.name, Lapse())
    assert sitting.view(0)["deadline"] is None and sitting.table.seats[sitting.to_act].level is None


# Talk


def test_what_is_said_is_seen_by_all(service: Service) -> None:
    sitting = begin(service)
    sitting.say(BOB, "  good luck\nto all ")
    assert sitting.view(None)["chat"] == sitting.view(0)["chat"]
    assert sitting.view(0)["chat"] == [{"seat": 1, "words": "good luck\nto all", "at": service.clock()}]


def test_only_who_sits_at_a_table_speaks(service: Service) -> None:
    with pytest.raises(NotAllowed, match="only who sits here"):
        begin(service).say(CLEO, "hello")


def test_a_table_may_do_without_talk(service: Service) -> None:
    sitting = begin(service, chat=False)
    with pytest.raises(NotAllowed, match="no chat"):
        sitting.say(ANN, "hello")
    assert sitting.view(0)["chat"] is None


@pytest.mark.parametrize("words", ["", " \n ", "\x00", "x" * 501])
def test_a_message_has_one_to_five_hundred_characters(service: Service, words: str) -> None:
    sitting = begin(service)
    with pytest.raises(BadRequest, match="allowed: 1 to 500"):
        sitting.say(ANN, words)
    sitting.say(ANN, "x" * 500)


def test_control_characters_are_cleaned_from_what_is_said(service: Service) -> None:
    sitting = begin(service)
    sitting.say(ANN, "a\x00b\x1b[2Jc\u202ed\ud800e\rf")
    assert sitting.view(0)["chat"][0]["words"] == "a b [2Jc d e f"
    assert again(sitting).view(0)["chat"] == sitting.view(0)["chat"]


def test_a_table_keeps_the_newest_of_what_is_said(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_MESSAGES", 10)
    sitting = begin(service)
    for number in range(12):
        sitting.say(ANN, f"message {number}")
    assert [said["words"] for said in sitting.view(None)["chat"]] == [f"message {number}" for number in range(2, 12)]
    assert state_of(again(sitting).table) == state_of(sitting.table)
