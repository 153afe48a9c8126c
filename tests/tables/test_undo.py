"""Taking back: only what is one's own, and only while nothing has come of it."""

from dataclasses import replace

import pytest

from serai.store.database import Batch, Summary
from serai.tables import commands
from serai.tables.errors import NotAllowed, OutOfTurn
from serai.tables.service import Service
from serai.tables.state.table import PLAYING
from tests.conftest import Clock
from tests.tables.sitting import PLAYERS, Sitting, again, begin, market, state_of

NOTHING = "nothing to take back"


def test_a_held_decision_is_taken_back_and_another_made(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    assert sitting.view(seat)["you"]["can_undo"]
    sitting.undo(seat)
    assert sitting.types[-1] == "unheld" and "decline" in sitting.legal()


def test_a_turn_is_taken_back_step_by_step_to_its_beginning(service: Service) -> None:
    sitting = begin(service)
    seat, digest, events = sitting.to_act, sitting.digest(), list(sitting.view(0)["events"])
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    sitting.undo(seat)
    sitting.undo(seat)
    assert sitting.digest() == digest and sitting.view(0)["events"] == events
    assert not sitting.view(seat)["you"]["can_undo"] and state_of(again(sitting).table) == state_of(sitting.table)
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(seat)


def test_undone_moves_leave_no_trace_in_the_record(service: Service) -> None:
    sitting = begin(service)
    for _ in range(3):
        seat = sitting.to_act
        sitting.play(seat, market(sitting))
        sitting.undo(seat)
        sitting.turn()
    sitting.play_out()
    moves = [event["move"] for event in sitting.record().events if event["type"] == "move"]
    table = sitting.table
    assert table.match and moves == [table.match.name(played.move) for played in table.decisions]
    assert sitting.types.count("undone") == 3


def test_only_its_player_takes_a_decision_back(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(1 - seat)
    with pytest.raises(NotAllowed):
        sitting.do(commands.Undo, seat, sitting.decision, player=PLAYERS[1 - seat])
    sitting.play(seat, "decline")
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(1 - seat)


def test_nothing_is_taken_back_once_the_turn_is_confirmed(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    sitting.confirm(seat)
    for who in (0, 1):
        with pytest.raises(OutOfTurn, match=NOTHING):
            sitting.undo(who)


def test_nothing_is_taken_back_from_before_anothers_decision(service: Service) -> None:
    sitting = begin(service)
    first = sitting.to_act
    sitting.turn()
    second = sitting.to_act
    sitting.play(second, market(sitting))
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(first)
    sitting.undo(second)
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(second)


def test_what_drew_chance_is_not_taken_back(service: Service) -> None:
    sitting = begin(service, "pasha")
    seat = sitting.to_act
    sitting.play(seat, sitting.legal()[0])
    assert sitting.to_act == seat and sitting.view(None)["events"][-1]["type"] == "roll"
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(seat)


def test_what_showed_something_hidden_is_not_taken_back(service: Service) -> None:
    sitting = begin(service, options={"expert": True})
    while sitting.table.phase == PLAYING:
        seat = sitting.to_act
        if looks := sitting.legal("look"):
            sitting.play(seat, looks[0])
            with pytest.raises(OutOfTurn, match=NOTHING):
                sitting.undo(seat)
            return
        windows = [move for move in sitting.legal("lit") if move.startswith("place")]
        if sitting.table.held is None and windows:
            sitting.play(seat, windows[0])
        else:
            sitting.step()
    pytest.fail("nobody could look at lit windows")


def test_a_bots_decision_is_not_taken_back_by_its_person(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.do(commands.HandOver, seat, "random")
    sitting.answer(market(sitting), "random")
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(seat)
    sitting.do(commands.TakeBack, seat)
    with pytest.raises(OutOfTurn, match=NOTHING):
        sitting.undo(seat)


def test_the_redone_decision_has_the_same_chance(service: Service) -> None:
    sitting = begin(service, options={"expert": True})
    seat, version = sitting.to_act, sitting.version
    sitting.do(commands.Prefer, seat, False)
    tent = next(move for move in sitting.legal() if "tent" in move and "+" not in move)
    sitting.play(seat, market(sitting))
    sitting.undo(seat)
    straight = begin_like(sitting, version)
    straight.play(seat, tent)
    sitting.play(seat, tent)
    assert sitting.digest() == straight.digest()
    assert sitting.table.match and straight.table.match and sitting.table.match.events == straight.table.match.events


def begin_like(sitting: Sitting, version: int) -> Sitting:
    """The same table as it was at a version, under another name, for somebody who does not confirm."""
    service = sitting.service
    head = service.store.head(sitting.name)
    assert head
    first = Batch(sitting.changes[:version], Summary(PLAYING, False, 0, None))
    service.store.create(replace(head, name="like"), first)
    like = Sitting(service, "like")
    like.do(commands.Prefer, like.to_act, False)
    return like


def test_undo_does_not_prolong_the_clock(service: Service, clock: Clock) -> None:
    sitting = begin(service, clock={"kind": "move", "seconds": 60})
    seat, deadline = sitting.to_act, sitting.view(0)["deadline"]
    clock.turn(20)
    sitting.play(seat, market(sitting))
    assert sitting.view(0)["deadline"] == deadline + 20_000
    clock.turn(20)
    sitting.play(seat, "decline")
    sitting.undo(seat)
    assert sitting.view(0)["deadline"] == deadline + 20_000
    sitting.undo(seat)
    assert sitting.view(0)["deadline"] == deadline == sitting.table.due_at()
