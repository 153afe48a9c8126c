"""Somebody says a thousand things: the table keeps the newest lines, and everybody can go on speaking."""

from serai.tables.service import Service
from serai.tables.state.changes import Message
from serai.tables.state.table import MOST_MESSAGES
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, Force, again, begin, state_of


def test_the_oldest_lines_go_and_never_the_right_to_speak(service: Service, clock: Clock) -> None:
    sitting = begin(service)
    service.carry_out(sitting.name, Force(lambda _, at: [Message(at, 0, f"{number}") for number in range(1000)]))
    sitting.say(BOB, "may I?")
    clock.turn(3)
    sitting.say(ANN, "of course")
    lines = [said["words"] for said in sitting.view(None)["chat"]]
    assert len(lines) == MOST_MESSAGES and lines[-3:] == ["999", "may I?", "of course"]
    assert state_of(again(sitting).table) == state_of(sitting.table)
