"""A decision that its game has a caution for waits for its player's word, whatever the player prefers."""

import pytest

from serai.tables import commands
from serai.tables.service import Service
from tests.tables.sitting import PLAYERS, Sitting, begin, dear_edition, market


def decide(sitting: Sitting, move: str, *, is_warned: bool) -> None:
    """The player to act decides: at a page, which warns, or by a program."""
    seat, decision = sitting.to_act, sitting.decision
    sitting.service.carry_out(sitting.name, commands.Play(PLAYERS[seat], seat, decision, move, is_warned))


@pytest.mark.parametrize("confirms", [True, False])
def test_it_is_held_even_for_a_player_who_does_not_confirm(service: Service, confirms: bool) -> None:
    sitting = begin(service, edition=dear_edition())
    seat = sitting.to_act
    sitting.do(commands.Prefer, seat, confirms)
    move = market(sitting)
    decide(sitting, move, is_warned=True)
    held = sitting.view(seat)["decision"]
    assert sitting.types[-1] == "held" and (held["held"], held["moves"]) == (move, [])
    sitting.undo(seat)
    assert sitting.types[-1] == "unheld" and move in sitting.legal()
    decide(sitting, move, is_warned=True)
    sitting.confirm(seat)
    assert sitting.types[-1] == "moved" and sitting.to_act != seat


def test_any_other_stands_at_once_for_a_player_who_does_not_confirm(service: Service) -> None:
    sitting = begin(service, edition=dear_edition())
    seat = sitting.to_act
    sitting.do(commands.Prefer, seat, False)
    decide(sitting, bank(sitting), is_warned=True)
    assert sitting.types[-1] == "moved"


def bank(sitting: Sitting) -> str:
    """A placement that anybody can make, with one card."""
    return min((move for move in sitting.legal() if "bank" in move), key=len)


def test_a_program_that_does_not_confirm_is_not_held_up(service: Service) -> None:
    sitting = begin(service, edition=dear_edition())
    seat = sitting.to_act
    sitting.do(commands.Prefer, seat, False)
    decide(sitting, market(sitting), is_warned=False)
    assert sitting.types[-1] == "moved" and sitting.to_act != seat
