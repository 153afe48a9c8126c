"""Whole games at a table: they end, their records verify, and any process builds the same table."""

import pytest

from serai.core import game as games
from serai.tables import commands
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.service import Service
from tests.tables.sitting import ANN, BOB, NAMES, again, begin, gather, market, state_of

COUNTS = [(game, players) for game in ("asara", "pasha") for players in games.load(game).player_counts]


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_a_game_is_played_to_the_end_and_its_record_verifies(service: Service, game: str, players: int) -> None:
    sitting = begin(service, game, players)
    for seat in range(1, players):
        sitting.do(commands.Prefer, seat, False)
    sitting.play_out()
    found = sitting.record()
    assert found.names == list(NAMES[:players]) and found.events[-1] == {"type": "end"}
    assert sitting.view(None)["result"] == found.data["result"] and found.data["result"]["winners"]
    assert found.data["randomness"] == sitting.view(None)["chance"]["revealed"]
    assert state_of(again(sitting).table) == state_of(sitting.table)
    assert {change["seat"] for change in sitting.changes if change["type"] == "held"} == {0}


def test_experts_play_asara_to_the_end(service: Service) -> None:
    sitting = begin(service, "asara", 2, options={"expert": True}).play_out()
    assert sitting.record().options["expert"]


def test_a_table_built_anew_amid_the_game_is_the_same_and_goes_on(service: Service) -> None:
    sitting = begin(service, "pasha", 3)
    sitting.say(BOB, "good luck")
    for _ in range(12):
        sitting.step()
    other = again(sitting)
    assert state_of(other.table) == state_of(sitting.table)
    other.step()
    assert state_of(sitting.table) == state_of(other.table)


def test_one_person_may_play_all_seats_at_one_screen(service: Service) -> None:
    sitting = gather(service, "asara", "person", "person")
    for _ in range(6):
        seat, decision = sitting.to_act, sitting.decision
        if sitting.table.held is not None:
            sitting.do(commands.Confirm, seat, decision, player=ANN)
        else:
            sitting.do(commands.Play, seat, decision, sitting.legal()[0], player=ANN)
    assert len(sitting.table.decisions) >= 3


def test_who_is_not_to_act_cannot_move(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    with pytest.raises(OutOfTurn, match=f"seat {seat} decides now, not seat {1 - seat}"):
        sitting.play(1 - seat, sitting.legal()[0])
    with pytest.raises(NotAllowed, match=f"seat {seat} is not yours"):
        sitting.do(commands.Play, seat, sitting.decision, sitting.legal()[0], player=(BOB, ANN)[seat])


def test_nobody_moves_before_the_game_has_begun(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(OutOfTurn, match="the game has not begun"):
        sitting.play(0, "place blue base")


def test_nobody_moves_when_the_game_is_over(service: Service) -> None:
    sitting = begin(service)
    sitting.do(commands.Resign, 0)
    with pytest.raises(OutOfTurn, match="the game is over"):
        sitting.play(1, "place blue base")


@pytest.mark.parametrize("move", ["dance", "", "place blue moon", "buy", "7", "\x00"])
def test_what_is_no_move_is_named(service: Service, move: str) -> None:
    sitting = begin(service)
    with pytest.raises(BadRequest):
        sitting.play(sitting.to_act, move)


def test_a_move_against_the_rules_is_named_with_its_rule(service: Service) -> None:
    sitting = begin(service)
    with pytest.raises(BadRequest, match=r"illegal move 'decline': .+ \(A\d+"):
        sitting.play(sitting.to_act, "decline")


# Held decisions


def test_a_turns_last_decision_is_held_and_nobody_else_sees_it(service: Service) -> None:
    sitting = begin(service, "asara", 3)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    others = [other for other in (None, 0, 1, 2) if other != seat]
    seen = [sitting.unversioned(other) for other in others]
    sitting.play(seat, "decline")
    assert [sitting.unversioned(other) for other in others] == seen
    assert sitting.view(seat)["decision"] == {"number": sitting.decision, "held": "decline", "moves": []}
    assert sitting.to_act == seat and len(sitting.table.decisions) == 1


def test_a_held_decision_is_durable_and_stands_when_confirmed(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    other = again(sitting)
    assert other.view(seat)["decision"]["held"] == "decline"
    other.confirm(seat)
    assert sitting.to_act != seat and sitting.table.held is None and sitting.types[-2:] == ["held", "moved"]


def test_nothing_else_is_decided_while_a_decision_is_held(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    with pytest.raises(OutOfTurn, match="waits to be confirmed or taken back"):
        sitting.play(seat, "decline")


def test_nothing_is_confirmed_when_nothing_is_held(service: Service) -> None:
    sitting = begin(service)
    with pytest.raises(OutOfTurn, match="nothing waits to be confirmed"):
        sitting.confirm(sitting.to_act)


def test_who_does_not_want_to_confirm_is_not_asked(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    for _ in range(2):
        sitting.do(commands.Prefer, seat, False)
    sitting.play(seat, market(sitting))
    sitting.play(seat, "decline")
    assert sitting.to_act != seat and "held" not in sitting.types and sitting.types.count("preferred") == 1
    assert not sitting.view(seat)["you"]["confirms"]
