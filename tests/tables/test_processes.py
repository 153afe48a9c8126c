"""Several processes on one database: they hear of one another, and none acts on what has passed."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.store.database import CHANNEL, Store
from serai.tables import cache, commands
from serai.tables.errors import Stale
from serai.tables.hub import Hub, PostgresListener
from serai.tables.service import Service
from serai.tables.state.changes import Change
from serai.tables.state.table import Table
from tests.conftest import Clock
from tests.databases import new_database
from tests.tables.sitting import ANN, BOB, Force, Sitting, again, begin, market, state_of


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Store]:
    """A store that several processes may share."""
    store = Store(new_database("postgresql", tmp_path))
    store.migrate()
    yield store
    store.close()


def test_a_change_by_one_process_is_heard_in_another(shared: Store, clock: Clock) -> None:
    here, there = Service(shared, Hub(), clock), Service(shared, Hub(), clock)
    sitting, heard, other = begin(here), threading.Event(), threading.Event()
    there.hub.listen(sitting.name, heard.set)
    there.hub.listen("another table", other.set)
    url = shared.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    ear = PostgresListener(url, CHANNEL, there.hub)
    ear.start()
    try:
        assert heard.wait(30) and other.wait(30), "who has just begun to listen looks at everything"
        heard.clear()
        other.clear()
        sitting.play(sitting.to_act, market(sitting))
        assert heard.wait(30) and not other.is_set()
    finally:
        ear.stop()
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_who_listens_no_more_is_told_nothing(service: Service) -> None:
    sitting = begin(service)
    heard: list[int] = []
    end = service.hub.listen(sitting.name, lambda: heard.append(sitting.version))
    sitting.say(ANN, "one")
    end()
    end()
    sitting.say(ANN, "two")
    assert heard == [sitting.version - 1]


def test_a_process_that_is_behind_catches_up_before_it_refuses(service: Service, store: Store, clock: Clock) -> None:
    sitting = begin(service)
    behind = Sitting(Service(store, Hub(), clock), sitting.name)
    seat, decision, version = behind.to_act, behind.decision, behind.version
    sitting.play(seat, market(sitting))
    behind.play(seat, "decline", decision + 1)
    sitting.confirm(seat, decision + 2)
    with pytest.raises(Stale) as refusal:
        behind.play(behind.to_act, market(behind), decision)
    assert (refusal.value.decision, refusal.value.version) == (decision + 3, version + 3)
    assert state_of(behind.table) == state_of(sitting.table)


def test_who_waited_for_a_change_that_failed_does_not_see_it(service: Service, store: Store, clock: Clock) -> None:
    sitting, other = begin(service), Service(store, Hub(), clock)
    seen: list[list[str]] = []

    def look_and_say(table: Table, at: int) -> list[Change]:
        seen.append([message.words for message in table.chat])
        return commands.Say(BOB, "three").decide(table, at)

    waiting = threading.Thread(target=service.carry_out, args=(sitting.name, Force(look_and_say)))

    def say_too_late(table: Table, at: int) -> list[Change]:
        if not waiting.ident:
            waiting.start()
            time.sleep(0.3)
            other.carry_out(sitting.name, commands.Say(BOB, "one"))
        return commands.Say(ANN, "two").decide(table, at)

    service.carry_out(sitting.name, Force(say_too_late))
    waiting.join()
    saved = [change["words"] for change in sitting.changes if change["type"] == "said"]
    assert sorted(saved) == ["one", "three", "two"] and saved[0] == "one"
    assert seen[-1] == saved[: saved.index("three")]
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_many_threads_of_two_processes_lose_nothing(service: Service, store: Store, clock: Clock) -> None:
    sitting, other = begin(service), Service(store, Hub(), clock)
    before = sitting.version

    def talk(one: Service, player: str, thread: int) -> None:
        speaker = Sitting(one, sitting.name)
        for number in range(4):
            speaker.say(player, f"{thread} {number}")

    speakers = enumerate((one, player) for one in (service, other) for player in (ANN, BOB))
    threads = [threading.Thread(target=talk, args=(*speaker, number)) for number, speaker in speakers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sitting.version == before + 16 == len(sitting.changes)
    assert len({message.words for message in sitting.table.chat}) == 16
    assert state_of(again(sitting).table) == state_of(sitting.table) == state_of(Sitting(other, sitting.name).table)


def test_tables_that_were_not_asked_for_the_longest_leave_memory_and_come_back_from_the_database(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "CACHE_SIZE", 2)
    crowded = Service(store, Hub(), clock)
    first, second, third = (begin(crowded) for _ in range(3))
    first.say(ANN, "still here")
    assert set(crowded._cache._tables) == {first.name, third.name}
    before = state_of(again(second).table)
    assert state_of(second.table) == before and set(crowded._cache._tables) == {first.name, second.name}
