"""Somebody says a thousand things: the table keeps the newest lines, and everybody can go on speaking."""

from serai.tables.service import Service
from serai.tables.state.table import MOST_SAID, Change, Table
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, again, begin, told


def test_the_oldest_lines_go_and_never_the_right_to_speak(service: Service, clock: Clock) -> None:
    sitting = begin(service)

    def go_on_and_on(_table: Table, at: int) -> list[Change]:
        return [{"type": "said", "at": at, "seat": 0, "words": f"{number}"} for number in range(1000)]

    service.change(sitting.name, go_on_and_on)
    sitting.say(BOB, "may I?")
    clock.turn(3)
    sitting.say(ANN, "of course")
    lines = [said["words"] for said in sitting.view(None)["chat"]]
    assert len(lines) == MOST_SAID and lines[-3:] == ["999", "may I?", "of course"]
    assert told(again(sitting).table) == told(sitting.table)
