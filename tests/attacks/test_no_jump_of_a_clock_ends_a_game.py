"""The clock on the wall is turned by an hour or by forty days, while a server runs or while none does."""

import os
import random
from contextlib import ExitStack, closing
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from serai.store.database import Store, sqlite_url
from serai.tables.clock import LONGEST_STEP, ServerTime, Time
from serai.tables.commands import Lapse
from serai.tables.hub import Hub
from serai.tables.service import Service
from serai.tables.work.workers import LEASE
from tests.conftest import Employ
from tests.guests import Guest, begin, wait_until
from tests.processes import environment, serving
from tests.tables.sitting import ANN, Sitting, gather, state_of
from tests.tables.sitting import begin as sit_down

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000  # milliseconds
NOON = 1_800_000_000_000
JUMPS = {"an hour back": -HOUR, "forty days on": 40 * DAY, "to 1970": -NOON, "a century on": 36_500 * DAY}
A_DAY: dict[str, Any] = {"kind": "days", "seconds": 86_400, "stand_in": "random"}


class Machine:
    """A clock on the wall, which can be turned, and a steady one; both go on only when told to."""

    def __init__(self) -> None:
        self.wall, self.steady = NOON, 77_777

    def live(self, milliseconds: int, time: Time) -> None:
        """Let time pass in which a server looks at the clock every second."""
        for _ in range(0, milliseconds, SECOND):
            self.pause(SECOND)
            time()

    def pause(self, milliseconds: int) -> None:
        """Let time pass in which nobody looks."""
        self.wall, self.steady = self.wall + milliseconds, self.steady + milliseconds

    def time(self, store: Store) -> ServerTime:
        """The time of a server that starts now."""
        return ServerTime(store, lambda: self.wall, lambda: self.steady)


@pytest.fixture
def machine() -> Machine:
    """A machine's clocks."""
    return Machine()


def start(store: Store, machine: Machine) -> Service:
    """A server that has just started."""
    return Service(store, Hub(), machine.time(store))


def in_every_phase(service: Service) -> list[Sitting]:
    """Tables where something is due sooner or later, in each phase, and one where a bot waits for its turn."""
    person = [("Ann", "0" * 64)]
    opening = service.open({**plan_of_two(), "clock": A_DAY}, ANN, person).name
    return [
        sit_down(service, "asara", 2, clock={"kind": "move", "seconds": 10}),
        sit_down(service, "asara", 2, clock=A_DAY),
        sit_down(service, "asara", 2),
        gather(service, "asara", "person", "anyone"),
        Sitting(service, opening),
    ]


def plan_of_two() -> dict[str, Any]:
    """A person who has still to open a nonce, and a bot."""
    return {"game": "asara", "options": {}, "seats": [{"kind": "person"}, {"kind": "bot", "level": "random"}]}


def bots_turn(service: Service) -> Sitting:
    """A table where a person waits for a bot."""
    while True:
        sitting = gather(service, "asara", "person", "random")
        if sitting.to_act == 1:
            return sitting


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS.keys())
def test_nothing_lapses_when_the_clock_jumps_while_a_server_runs(
    store: Store, machine: Machine, jump: int, employ: Employ
) -> None:
    service = start(store, machine)
    sittings = in_every_phase(service)
    before, bot = [state_of(sitting.table) for sitting in sittings], bots_turn(service)
    machine.wall += jump
    employ(service)
    wait_until(lambda: bot.to_act == 0)
    for sitting in sittings:
        service.carry_out(sitting.name, Lapse())
    assert [without_deadlines(state_of(sitting.table)) for sitting in sittings] == list(map(without_deadlines, before))


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS.keys())
def test_nothing_lapses_when_the_clock_has_jumped_before_a_server_starts(
    store: Store, machine: Machine, jump: int, employ: Employ
) -> None:
    before = start(store, machine)
    names, bot = [sitting.name for sitting in in_every_phase(before)], bots_turn(before).name
    machine.wall += jump
    service = start(store, machine)
    employ(service)
    wait_until(lambda: Sitting(service, bot).to_act == 0)
    sittings = [Sitting(service, name) for name in names]
    for name in names:
        service.carry_out(name, Lapse())
    assert [sitting.table.phase for sitting in sittings] == ["playing", "playing", "playing", "gathering", "opening"]
    assert not any("handed" in sitting.types for sitting in sittings)


def without_deadlines(seen: dict[str, Any]) -> dict[str, Any]:
    """What is the same whatever the clock on the wall says."""
    return seen | {"views": [view | {"deadline": None} for view in seen["views"]]}


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS.keys())
def test_a_clock_has_as_much_time_left_as_before_and_then_lapses(store: Store, machine: Machine, jump: int) -> None:
    service = start(store, machine)
    sitting = sit_down(service, "asara", 2, clock={"kind": "move", "seconds": 100})
    machine.live(40 * SECOND, service.clock)
    machine.wall += jump
    assert sitting.view(0)["deadline"] - machine.wall == 60 * SECOND
    machine.live(59 * SECOND, service.clock)
    service.carry_out(sitting.name, Lapse())
    assert "handed" not in sitting.types
    machine.live(SECOND, service.clock)
    service.carry_out(sitting.name, Lapse())
    assert sitting.types[-1] == "handed"


def test_nobodys_time_runs_while_no_server_does(store: Store, machine: Machine) -> None:
    service = start(store, machine)
    name = sit_down(service, "asara", 2, clock={"kind": "move", "seconds": 100}).name
    machine.live(40 * SECOND, service.clock)
    service.clock.keep(is_last=True)
    machine.pause(40 * DAY)
    again = Sitting(start(store, machine), name)
    assert again.view(0)["deadline"] - machine.wall == 60 * SECOND


def test_a_machine_that_sleeps_takes_nobodys_time(store: Store, machine: Machine) -> None:
    service = start(store, machine)
    sitting = sit_down(service, "asara", 2, clock={"kind": "move", "seconds": 100})
    machine.pause(8 * HOUR)
    assert sitting.view(0)["deadline"] - machine.wall == 100 * SECOND - LONGEST_STEP


def test_a_server_that_was_killed_goes_on_after_the_last_change(store: Store, machine: Machine) -> None:
    service = start(store, machine)
    sitting = sit_down(service)
    machine.live(9 * SECOND, service.clock)
    sitting.say(ANN, "now")
    machine.wall -= 40 * DAY
    assert start(store, machine).clock() == sitting.table.changed_at == NOON + 9 * SECOND


def test_what_was_said_keeps_the_time_of_day_at_which_it_was_said(store: Store, machine: Machine) -> None:
    name = sit_down(start(store, machine)).name
    machine.pause(40 * DAY)
    sitting = Sitting(start(store, machine), name)
    sitting.say(ANN, "I am back")
    machine.pause(40 * DAY)
    later = Sitting(start(store, machine), name)
    assert [said["at"] for said in later.view(0)["chat"]] == [NOON + 40 * DAY]


def test_a_lease_holds_through_a_jump_and_ends_when_its_owner_is_dead(store: Store, machine: Machine) -> None:
    service = start(store, machine)
    name, clock = bots_turn(service).name, service.clock
    assert store.lease("dead", clock(), clock() + LEASE, 9) == [name]
    for jump in JUMPS.values():
        machine.wall += jump
        assert store.lease("other", clock(), clock() + LEASE, 9) == []
    machine.pause(LEASE)
    assert store.lease("other", clock(), clock() + LEASE, 9) == [name]


def test_machines_whose_clocks_differ_share_one_time(store: Store) -> None:
    here, there = Machine(), Machine()
    there.wall, there.steady = NOON + HOUR, 5
    first, second = here.time(store), there.time(store)
    assert (first(), second()) == (NOON, NOON + HOUR)
    for machine, time in ((there, second), (here, first)):
        machine.live(35 * SECOND, time)
        time.keep()
    assert first() == second() == NOON + HOUR + 35 * SECOND and (first.ahead, second.ahead) == (-HOUR, 0)


def test_a_game_at_a_real_server_survives_every_jump(tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    with ExitStack() as stack:
        variables = turned_by(shift, tmp_path)
        server = stack.enter_context(serving(sqlite_url(tmp_path / "tables.db"), tmp_path, **variables))
        ann, bob = (Guest(server.url, name, random.Random(name)) for name in ("Ann", "Bob"))
        stack.enter_context(closing(ann.client))
        stack.enter_context(closing(bob.client))
        long = begin([ann, bob], "asara", clock={"kind": "days", "seconds": 86_400})
        names = long, begin([ann, bob], "pasha"), ann.open("asara", "person", "random")[0]
        quick = begin([ann], "asara", "random")
        for jump in (-HOUR, 40 * DAY):
            shift.write_text(str(jump))
            check_all_goes_on(ann, quick, *names)
        server.kill()
        server.start().wait()
        check_all_goes_on(ann, quick, *names)


def turned_by(shift: Path, folder: Path) -> dict[str, str]:
    """The environment of a process whose clock on the wall is off by as many milliseconds as a file says."""
    (folder / "sitecustomize.py").write_text(
        "import time, pathlib\n"
        f"off = lambda: int(pathlib.Path({str(shift)!r}).read_text() or 0)\n"
        "seconds, nanoseconds = time.time, time.time_ns\n"
        "time.time = lambda: seconds() + off() / 1000\n"
        "time.time_ns = lambda: nanoseconds() + off() * 10**6\n"
    )
    return {"PYTHONPATH": os.pathsep.join([str(folder), environment()["PYTHONPATH"]])}


def check_all_goes_on(guest: Guest, quick: str, long: str, idle: str, opening: str) -> None:
    """The bot answers, so that the server has looked for whatever is due; nothing was, and pages tell the time left."""
    while (view := guest.view(quick))["to_act"] == 0:
        guest.move(view)
    wait_until(lambda: guest.view(quick)["to_act"] == 0)
    assert [guest.view(table)["phase"] for table in (long, idle, opening)] == ["playing", "playing", "opening"]
    assert [seat["bot"] for seat in guest.view(long)["seats"]] == [None, None]
    wait_until(lambda: 23 * HOUR < time_left(guest, long) <= DAY + 2 * SECOND)  # an answer's date may be a second old


def time_left(guest: Guest, table: str) -> float:
    """Milliseconds until somebody's clock lapses, as a page reckons them."""
    answer = guest.client.get(f"/tables/{table}")
    date = parsedate_to_datetime(answer.headers["date"]).timestamp() * 1000
    return float(answer.json()["deadline"]) - date
