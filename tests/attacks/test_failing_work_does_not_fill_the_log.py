"""Work at a table that fails each time must rest for longer and longer, and leave the others alone."""

import logging
import time
from collections.abc import Callable

import pytest

from serai.tables import commands
from serai.tables.commands.bots import Task, task_of
from serai.tables.commands.checks import check_gathering
from serai.tables.service import Service
from serai.tables.state.table import Table
from serai.tables.work import workers as work
from serai.tables.work.workers import BEAT, LONGEST_PAUSE, LONGEST_SILENCE, pause
from tests.conftest import Clock, Employ
from tests.guests import wait_until
from tests.tables.sitting import ANN, Sitting, begin

Fail = Callable[[str], None]


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """`fail(table)`: from now on its work fails."""
    broken = set[str]()

    def look(table: Table) -> Task | None:
        if table.name in broken:
            raise ZeroDivisionError("a table stumbles")
        return task_of(table)

    monkeypatch.setattr(work, "task_of", look)
    return broken.add


def failures(caplog: pytest.LogCaptureFixture) -> list[float]:
    """After how many seconds each failure was to be tried again."""
    return [record.again_in for record in caplog.records if record.getMessage() == "work failed"]  # type: ignore[attr-defined]


def bots(service: Service) -> Sitting:
    """A table where a bot has to decide."""
    sitting = begin(service, "asara", 1, "random")
    if sitting.to_act == 0:
        sitting.do(commands.Prefer, 0, False)
        sitting.turn()
    return sitting


def test_failing_work_rests_for_longer_each_time_and_is_told_once_each_time(
    service: Service, clock: Clock, employ: Employ, fail: Fail, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = bots(service)
    fail(sitting.name)
    employ(service)
    for number, seconds in enumerate((1.0, 2.0, 4.0, 8.0), 1):
        wait_until(lambda: len(failures(caplog)) >= number)  # noqa: B023
        time.sleep(0.2)
        assert failures(caplog)[-1] == seconds and len(failures(caplog)) == number
        clock.turn(seconds)


def test_others_are_served_while_failing_work_rests(
    service: Service, employ: Employ, fail: Fail, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = bots(service), bots(service)
    fail(broken.name)
    employ(service)
    wait_until(lambda: whole.to_act == 0 and failures(caplog))
    assert service.store.count_due(service.clock()) == 0, "what rests does not count as waiting"


def test_a_change_at_the_table_ends_the_rest_but_talk_does_not(
    service: Service, employ: Employ, fail: Fail, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = bots(service)
    fail(sitting.name)
    employ(service)
    wait_until(lambda: len(failures(caplog)) == 1)
    for _ in range(5):
        sitting.say(ANN, "is anybody there?")
    assert service.store.count_due(service.clock()) == 0
    sitting.do(commands.Prefer, 0, sitting.table.seats[0].confirms is False)
    wait_until(lambda: len(failures(caplog)) == 2)
    assert failures(caplog) == [1.0, 2.0]


def test_work_that_succeeds_is_not_held_against_it(
    service: Service, clock: Clock, employ: Employ, monkeypatch: pytest.MonkeyPatch, fail: Fail
) -> None:
    sitting = bots(service)
    with monkeypatch.context() as broken:
        broken.setattr(work, "task_of", lambda table: 1 / 0)
        employ(service)
        wait_until(lambda: service.store.failures(sitting.name) == 1)
    clock.turn(1)
    wait_until(lambda: sitting.to_act == 0)
    wait_until(lambda: service.store.failures(sitting.name) == 0)


def test_work_that_is_refused_rests_too_without_alarm(
    service: Service, employ: Employ, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "serai.work")
    sitting = bots(service)
    monkeypatch.setattr(work, "task_of", check_gathering)
    employ(service)
    wait_until(lambda: service.store.failures(sitting.name) == 1)
    time.sleep(0.2)
    told = [record for record in caplog.records if record.name == "serai.work"]
    assert [(record.levelname, record.getMessage()) for record in told] == [("INFO", "work was refused")]


def test_pauses_double_up_to_the_longest() -> None:
    assert [pause(number, 1.0, LONGEST_PAUSE) for number in (1, 2, 9, 10, 10**6)] == [1, 2, 256, 300, 300]
    assert [pause(number, BEAT, LONGEST_SILENCE) for number in (0, 1, 2, 3, 99)] == [0.5, 0.5, 1, 2, 30]
