"""Versions: they only grow, what is stale is refused, and what is repeated is answered again."""

from collections.abc import Callable

import pytest

from serai.tables import commands
from serai.tables.errors import NotAllowed, Stale
from serai.tables.service import Service
from tests.tables.sitting import ANN, PLAYERS, Sitting, begin, market


def test_the_version_counts_every_change_and_never_goes_back(service: Service) -> None:
    sitting = begin(service)
    seat, seen = sitting.to_act, [sitting.version]
    acts: list[Callable[[], None]] = [
        lambda: sitting.play(seat, market(sitting)),
        lambda: sitting.undo(seat),
        lambda: sitting.play(seat, market(sitting)),
        lambda: sitting.play(seat, "decline"),
        lambda: sitting.undo(seat),
        lambda: sitting.say(ANN, "well"),
        lambda: sitting.do(commands.prefer, seat, False),
        lambda: sitting.play(seat, "decline"),
    ]
    for act in acts:
        act()
        seen.append(sitting.version)
    assert seen == list(range(seen[0], seen[0] + 9)) and sitting.version == len(sitting.changes)


def test_a_stale_move_is_refused_and_told_the_present_version(service: Service) -> None:
    sitting = begin(service)
    seat, version = sitting.to_act, sitting.version
    sitting.say(ANN, "hello")
    with pytest.raises(Stale, match=f"for version {version} of the table; it is at {version + 1}") as refusal:
        sitting.play(seat, market(sitting), version)
    assert refusal.value.version == version + 1 and not sitting.table.played


@pytest.mark.parametrize("ahead", [1, 10**9, -(10**9)])
def test_a_version_that_never_was_is_refused(service: Service, ahead: int) -> None:
    sitting = begin(service)
    with pytest.raises(Stale):
        sitting.play(sitting.to_act, market(sitting), sitting.version + ahead)


def test_a_repeated_move_is_answered_again_and_not_made_twice(service: Service) -> None:
    sitting = begin(service)
    seat, version, move = sitting.to_act, sitting.version, market(sitting)
    for _ in range(3):
        sitting.play(seat, move, version)
    assert sitting.version == version + 1 and len(sitting.table.played) == 1


def test_another_move_for_the_same_version_is_stale(service: Service) -> None:
    sitting = begin(service)
    seat, version = sitting.to_act, sitting.version
    move = market(sitting)
    other = next(other for other in sitting.legal() if other != move)
    sitting.play(seat, move, version)
    with pytest.raises(Stale):
        sitting.play(seat, other, version)


def test_a_repeated_move_that_ended_the_turn_is_answered_again(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.do(commands.prefer, seat, False)
    sitting.play(seat, market(sitting))
    version = sitting.version
    for _ in range(2):
        sitting.play(seat, "decline", version)
    assert sitting.version == version + 1 and sitting.to_act != seat


def holding(service: Service) -> tuple[Sitting, int, int]:
    """A table where a turn's last decision waits for its player's word; the seat, and the version."""
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    return sitting, seat, sitting.version


def test_a_repeated_confirmation_is_answered_again(service: Service) -> None:
    sitting, seat, version = holding(service)
    for _ in range(2):
        sitting.confirm(seat, version)
    assert sitting.version == version + 1 and len(sitting.table.played) == 2


def test_a_repeated_undo_takes_back_once(service: Service) -> None:
    sitting, seat, version = holding(service)
    for _ in range(2):
        sitting.undo(seat, version)
    assert sitting.version == version + 1 and len(sitting.table.played) == 1


def test_the_last_decision_of_a_game_is_answered_again(service: Service) -> None:
    sitting = begin(service, "pasha")
    for seat in (0, 1):
        sitting.do(commands.prefer, seat, False)
    while sitting.table.phase == "playing":
        seat, version, move = sitting.to_act, sitting.version, sitting.chance.choice(sitting.legal())
        sitting.play(seat, move, version)
    sitting.play(seat, move, version)
    assert sitting.version == version + 1


def test_nobody_is_answered_for_the_seat_of_another(service: Service) -> None:
    sitting = begin(service)
    seat, version, move = sitting.to_act, sitting.version, market(sitting)
    sitting.play(seat, move, version)
    stranger = PLAYERS[1 - seat]
    with pytest.raises(NotAllowed):
        service.decide(
            sitting.name,
            stranger,
            seat,
            version,
            lambda table, at: commands.play(table, stranger, seat, version, move, at),
            lambda table, change: commands.is_same_move(table, change, seat, move),
        )
