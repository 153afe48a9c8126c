"""Versions count every change; decisions only what people decide, by numbers that never return."""

from collections.abc import Callable

import pytest

from serai.tables import commands
from serai.tables.commands import Lapse
from serai.tables.errors import NotAllowed, OutOfTurn, Stale
from serai.tables.service import Service
from serai.tables.state.table import NO_DECISION
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, PLAYERS, Sitting, again, begin, gather, market, state_of

Act = Callable[[], None]


def numbers(sitting: Sitting, acts: list[Act]) -> list[tuple[int, int]]:
    """By how much version and decision grow with each act."""
    found = []
    for act in acts:
        before = sitting.version, sitting.decision
        act()
        found.append((sitting.version - before[0], sitting.decision - before[1]))
    return found


def test_the_version_counts_every_change_and_never_goes_back(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    acts: list[Act] = [
        lambda: sitting.play(seat, market(sitting)),
        lambda: sitting.undo(seat),
        lambda: sitting.play(seat, market(sitting)),
        lambda: sitting.play(seat, "decline"),
        lambda: sitting.undo(seat),
        lambda: sitting.say(ANN, "well"),
        lambda: sitting.do(commands.Prefer, seat, False),
        lambda: sitting.play(seat, "decline"),
    ]
    assert numbers(sitting, acts) == [(1, 1)] * 5 + [(1, 0)] * 2 + [(1, 1)]
    assert sitting.version == len(sitting.changes)


def test_what_people_say_and_wish_is_no_decision(service: Service) -> None:
    sitting = begin(service, "asara", 3)
    seat = sitting.to_act
    other = (seat + 1) % 3
    acts: list[Act] = [
        lambda: sitting.say(BOB, "hello"),
        lambda: sitting.do(commands.Prefer, other, False),
        lambda: sitting.do(commands.VoteToStop, other, True),
        lambda: sitting.do(commands.VoteToStop, other, False),
        lambda: sitting.do(commands.HandOver, other, "random"),
        lambda: sitting.do(commands.TakeBack, other),
        lambda: sitting.do(commands.Resign, (seat + 2) % 3),
    ]
    assert numbers(sitting, acts) == [(1, 0)] * 7
    service.link_to_seat(sitting.name, PLAYERS[other], other)
    sitting.play(seat, market(sitting), sitting.decision)


def test_who_decides_instead_decides_something_else(service: Service) -> None:
    sitting = begin(service, "asara", 3)
    seat = sitting.to_act
    acts: list[Act] = [
        lambda: sitting.do(commands.HandOver, seat, "random"),
        lambda: sitting.do(commands.TakeBack, seat),
        lambda: sitting.do(commands.Resign, seat),
    ]
    assert numbers(sitting, acts) == [(1, 1)] * 3


def test_a_game_that_begins_or_ends_is_another_decision(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    assert sitting.decision == 0
    sitting.sit(BOB, "Bob")
    assert sitting.decision == 1
    sitting.do(commands.Resign, 0)
    assert sitting.decision == 2 and state_of(again(sitting).table) == state_of(sitting.table)


# What is stale


def test_a_stale_move_is_refused_and_told_the_present_decision(service: Service) -> None:
    sitting = begin(service)
    seat, decision = sitting.to_act, sitting.decision
    move = market(sitting)
    sitting.play(seat, move)
    with pytest.raises(Stale) as refusal:
        sitting.play(seat, "decline", decision)
    assert (refusal.value.decision, refusal.value.version) == (decision + 1, sitting.version)
    assert len(sitting.table.decisions) == 1 and sitting.table.held is None


@pytest.mark.parametrize("ahead", [1, 10**9, -(10**9)])
def test_a_decision_that_never_was_is_refused(service: Service, ahead: int) -> None:
    sitting = begin(service)
    with pytest.raises(Stale, match="There is no such decision at this table; the present one is number 1"):
        sitting.play(sitting.to_act, market(sitting), sitting.decision + ahead)


def test_a_move_for_a_decision_that_was_undone_is_refused_and_says_so(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    undone = sitting.decision
    sitting.undo(seat)
    sitting.play(seat, market(sitting))
    with pytest.raises(Stale, match=r"^The last move was taken back meanwhile\. What you sent changed nothing"):
        sitting.play(seat, "decline", undone)
    assert len(sitting.table.decisions) == 1 and sitting.table.held is None


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda sitting, seat: sitting.play(seat, "decline"), "This has been decided already: .* buys nothing\\. What"),
        (lambda sitting, seat: sitting.do(commands.HandOver, seat, "random"), "A bot took over the seat before"),
        (lambda sitting, seat: sitting.do(commands.Resign, seat), "The game ended before this was decided\\. What"),
    ],
)
def test_a_refusal_says_what_became_of_the_decision(
    service: Service, act: Callable[[Sitting, int], None], words: str
) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    decision = sitting.decision
    act(sitting, seat)
    with pytest.raises(Stale, match=words):
        sitting.play(seat, "done", decision)


def test_what_is_held_is_told_to_nobody_else(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    decision = sitting.decision
    sitting.play(seat, "decline")
    with pytest.raises(Stale, match=r"^This has been decided already\. What"):
        sitting.play(1 - seat, "decline", decision)


# What is repeated


def test_a_repeated_move_is_answered_again_and_not_made_twice(service: Service) -> None:
    sitting = begin(service)
    seat, decision, version, move = sitting.to_act, sitting.decision, sitting.version, market(sitting)
    for _ in range(3):
        sitting.play(seat, move, decision)
        sitting.say(BOB, "well")
    assert sitting.version == version + 4 and len(sitting.table.decisions) == 1


def test_a_repeated_move_is_not_made_again_after_it_was_taken_back(service: Service) -> None:
    sitting = begin(service)
    seat, decision, move = sitting.to_act, sitting.decision, market(sitting)
    sitting.play(seat, move, decision)
    sitting.undo(seat)
    sitting.play(seat, move, decision)
    assert not sitting.table.decisions and sitting.decision == decision + 2
    sitting.play(seat, move)
    for _ in range(2):
        sitting.play(seat, move, decision)
        sitting.undo(seat, decision + 1)
    assert len(sitting.table.decisions) == 1 and sitting.decision == decision + 3


def test_what_is_repeated_is_known_in_another_process_too(service: Service) -> None:
    sitting = begin(service)
    seat, decision, move = sitting.to_act, sitting.decision, market(sitting)
    sitting.play(seat, move, decision)
    sitting.say(BOB, "well")
    other = again(sitting)
    other.play(seat, move, decision)
    assert len(other.table.decisions) == 1 and other.version == sitting.version


def test_another_move_for_the_same_decision_is_stale(service: Service) -> None:
    sitting = begin(service)
    seat, decision = sitting.to_act, sitting.decision
    move = market(sitting)
    other = next(other for other in sitting.legal() if other != move)
    sitting.play(seat, move, decision)
    with pytest.raises(Stale):
        sitting.play(seat, other, decision)


def test_a_repeated_move_that_ended_the_turn_is_answered_again(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.do(commands.Prefer, seat, False)
    sitting.play(seat, market(sitting))
    decision, version = sitting.decision, sitting.version
    for _ in range(2):
        sitting.play(seat, "decline", decision)
    assert sitting.version == version + 1 and sitting.to_act != seat


def holding(service: Service) -> tuple[Sitting, int, int]:
    """A table where a turn's last move waits for its player's word; the seat, and the decision."""
    sitting = begin(service, clock={"kind": "move", "seconds": 60})
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    return sitting, seat, sitting.decision


def test_a_repeated_confirmation_is_answered_again(service: Service) -> None:
    sitting, seat, decision = holding(service)
    for _ in range(2):
        sitting.confirm(seat, decision)
    assert sitting.decision == decision + 1 and len(sitting.table.decisions) == 2


def test_a_confirmation_that_the_clock_has_given_already_is_answered(service: Service, clock: Clock) -> None:
    sitting, seat, decision = holding(service)
    clock.turn(60)
    service.carry_out(sitting.name, Lapse())
    sitting.confirm(seat, decision)
    assert sitting.decision == decision + 1


def test_a_move_is_no_confirmation_and_the_other_way_round(service: Service) -> None:
    sitting, seat, decision = holding(service)
    sitting.confirm(seat, decision)
    with pytest.raises(Stale):
        sitting.play(seat, "decline", decision)
    with pytest.raises(Stale):
        sitting.confirm(seat, decision - 1)


def test_a_repeated_undo_takes_back_once(service: Service) -> None:
    sitting, seat, decision = holding(service)
    for _ in range(2):
        sitting.undo(seat, decision)
    assert sitting.decision == decision + 1 and len(sitting.table.decisions) == 1


def test_the_last_move_of_a_game_is_answered_again(service: Service) -> None:
    sitting = begin(service, "pasha")
    for seat in (0, 1):
        sitting.do(commands.Prefer, seat, False)
    while sitting.table.phase == "playing":
        seat, decision, move = sitting.to_act, sitting.decision, sitting.chance.choice(sitting.legal())
        sitting.play(seat, move, decision)
    version = sitting.version
    sitting.play(seat, move, decision)
    assert sitting.version == version


def test_what_a_bot_has_played_is_nobodys_move(service: Service) -> None:
    sitting = begin(service)
    seat, move = sitting.to_act, market(sitting)
    sitting.do(commands.HandOver, seat, "random")
    decision = sitting.decision
    sitting.answer(move, "random")
    with pytest.raises(Stale):
        sitting.play(seat, move, decision)


def test_nobody_is_answered_for_the_seat_of_another(service: Service) -> None:
    sitting = begin(service)
    seat, decision, move = sitting.to_act, sitting.decision, market(sitting)
    sitting.play(seat, move, decision)
    stranger = PLAYERS[1 - seat]
    with pytest.raises(NotAllowed):
        service.carry_out(sitting.name, commands.Play(stranger, seat, decision, move))


# By versions


def test_a_version_names_the_decision_that_was_open_at_it(service: Service) -> None:
    sitting = begin(service)
    seat, seen = sitting.to_act, [(sitting.version, sitting.decision)]
    acts: list[Act] = [
        lambda: sitting.say(ANN, "well"),
        lambda: sitting.play(seat, market(sitting)),
        lambda: sitting.do(commands.Prefer, seat, False),
        lambda: sitting.undo(seat),
    ]
    for act in acts:
        act()
        seen.append((sitting.version, sitting.decision))
    for version, decision in seen:
        assert service.decision_of(sitting.name, None, version) == decision
    assert [again(sitting).table.decision_at(version) for version, _ in seen] == [decision for _, decision in seen]


def test_a_version_that_never_was_names_no_decision(service: Service) -> None:
    sitting = begin(service)
    for version in (sitting.version + 1, 10**9, -1):
        assert service.decision_of(sitting.name, None, version) == NO_DECISION
        with pytest.raises(Stale):
            sitting.play(sitting.to_act, market(sitting), NO_DECISION)


def test_before_a_game_begins_there_is_nothing_to_decide(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(OutOfTurn, match="the game has not begun"):
        sitting.play(0, "decline", 0)
    sitting.sit(BOB, "Bob")
    with pytest.raises(Stale, match="The game has begun meanwhile"):
        sitting.play(0, "decline", 0)
