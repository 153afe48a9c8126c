"""Tables that another version of the rules began: they go on where all agrees, and else leave a record."""

from typing import Any

import pytest
from sqlalchemy import select, update

from serai.core.records import record, replay
from serai.store import schema
from serai.store.database import Store
from serai.tables import commands
from serai.tables.batches import RULES_CHANGED
from serai.tables.cache import rules_version
from serai.tables.errors import Archived
from serai.tables.past_positions import finished_game
from serai.tables.service import Service
from tests import earlier
from tests.tables.sitting import PLAYERS, Sitting, again, begin, gather, market, state_of
from tests.tables.test_store import at_once

OLD = 0


def aged(sitting: Sitting) -> Sitting:
    """The table as if older rules had begun it, in a process that has just started."""
    sitting.service.store.set_rules_version(sitting.name, OLD)
    return again(sitting)


def tamper(sitting: Sitting) -> dict[str, Any]:
    """Let an event of the last decision be what other rules might have made of it; the event."""
    here = schema.changes.c.table == sitting.name
    with sitting.service.store.engine.begin() as connection:
        rows = connection.execute(select(schema.changes.c.version, schema.changes.c.data).where(here)).all()
        version, data = max((row.version, row.data) for row in rows if row.data["type"] == "moved")
        data["events"].append({"type": "score", "seat": 0, "points": 99, "why": "elegance"})
        connection.execute(update(schema.changes).where(here, schema.changes.c.version == version).values(data=data))
    found: dict[str, Any] = data["events"][-1]
    return found


def played(service: Service) -> Sitting:
    """A game amid which rules change."""
    sitting = begin(service)
    sitting.play(sitting.to_act, market(sitting))
    sitting.undo(sitting.to_act)
    sitting.turn()
    sitting.turn()
    return sitting


def test_a_table_goes_on_where_every_event_agrees(service: Service, store: Store) -> None:
    sitting = played(service)
    other = aged(sitting)
    other.service.bring_up_to_date()
    head = store.head(sitting.name)
    assert head and head.rules_version == rules_version("asara")
    assert state_of(other.table) == state_of(sitting.table)
    other.turn()


def test_a_table_that_has_not_begun_goes_on(service: Service, store: Store) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    other = aged(sitting)
    other.service.bring_up_to_date()
    other.sit("b" * 64, "Bob")
    assert other.table.phase == "playing"


def test_a_table_is_stopped_where_an_event_differs_and_its_record_can_be_read(service: Service, store: Store) -> None:
    sitting = played(service)
    events = list(sitting.table.match.events) if sitting.table.match else []
    odd = tamper(sitting)
    other = aged(sitting)
    other.service.bring_up_to_date()
    with pytest.raises(Archived, match=f"rules version {OLD}; what is left is its record"):
        other.view(0)
    found = record.check(store.record(sitting.name), "the record")
    assert found.events == [*events, odd, {"type": "stop", "why": RULES_CHANGED}]
    assert found.data["result"] is None and found.data["rules_version"] == OLD and found.names == ["Ann", "Bob"]
    remarks = replay.verify(found).remarks
    assert any("only its events could be checked" in remark for remark in remarks)
    assert store.count_due(10**15) == 0 and store.outdated(["playing"], {"asara": rules_version("asara")}) == []


def test_nothing_is_stopped_twice(service: Service, store: Store) -> None:
    sitting = played(service)
    tamper(sitting)
    services = [aged(sitting).service for _ in range(3)]
    assert at_once(3, lambda number: services[number].bring_up_to_date()) == [None] * 3
    services[0].bring_up_to_date()
    assert sitting.types.count("stopped") == 1 and store.version(sitting.name) == len(sitting.changes)


def test_a_setup_that_the_rules_do_not_know_any_more_is_stopped_too(service: Service, store: Store) -> None:
    sittings = [played(service), gather(service, "asara", "person", "anyone")]
    for sitting in sittings:
        head = store.head(sitting.name)
        assert head
        setup = head.setup | {"options": head.setup["options"] | {"elegance": True}}
        with store.engine.begin() as connection:
            here = schema.tables.c.name == sitting.name
            connection.execute(update(schema.tables).where(here).values(setup=setup, rules_version=OLD))
    other = again(sittings[0]).service
    other.bring_up_to_date()
    for sitting in sittings:
        with pytest.raises(Archived), other.reading(sitting.name):
            pass
    assert store.record(sittings[0].name) and store.record(sittings[1].name) is None
    assert store.outdated(["playing", "gathering"], {"asara": rules_version("asara")}) == []


def test_a_finished_table_still_shows_where_every_event_agrees(service: Service) -> None:
    sitting = played(service)
    sitting.do(commands.Resign, 0)
    other = aged(sitting)
    other.service.bring_up_to_date()
    assert state_of(other.table) == state_of(sitting.table)


def test_of_a_finished_table_that_differs_the_record_is_left(service: Service, store: Store) -> None:
    sitting = played(service)
    sitting.do(commands.Resign, 0)
    before = store.record(sitting.name)
    tamper(sitting)
    other = aged(sitting)
    other.service.bring_up_to_date()
    with pytest.raises(Archived):
        other.view(None)
    assert before and store.record(sitting.name) == before


# Tables as version 1 of Asara's rules left them; their editions do not say whose colour the favour's space has.


def left(service: Service, name: str, phase: str = "playing") -> Sitting:
    """A table of version 1, in a process of today."""
    sitting = Sitting(service, earlier.save(service.store, name, phase))
    head = service.store.head(sitting.name)
    assert head and head.rules_version == 1 and "favour_area" not in head.setup["edition"]
    return sitting


@pytest.mark.parametrize("name", earlier.IN_PLAY)
def test_a_table_of_version_1_goes_on_where_the_rules_are_still_the_same(service: Service, name: str) -> None:
    phase = "gathering" if name == "gathering" else "playing"
    sitting = left(service, name, phase)
    service.bring_up_to_date()
    head = service.store.head(sitting.name)
    assert head and head.rules_version == 2 and sitting.table.phase == phase
    if phase == "gathering":
        sitting.sit(PLAYERS[1], "Bob")
    assert service.store.outdated(["playing"], {"asara": 2}) == []
    found = sitting.play_out().record()
    assert found.data["rules_version"] == 2 and found.data["edition"]["favour_area"] == "own"


def test_whoever_was_looking_at_lit_windows_by_version_1_puts_them_back_by_version_2(service: Service) -> None:
    sitting = left(service, "looking")
    service.bring_up_to_date()
    sitting.play(sitting.to_act, sitting.legal("keep")[0])
    assert sitting.legal() == sitting.legal("under")


@pytest.mark.parametrize("name", earlier.STOPPED)
def test_a_table_of_version_1_is_stopped_when_lit_windows_have_gone_back(service: Service, name: str) -> None:
    sitting, saved = left(service, name), earlier.played(name)["changes"]
    events = [event for change in saved for event in change.get("events", ())]
    for _ in range(2):
        service.bring_up_to_date()
        assert sitting.changes == [*saved, {"type": "stopped", "at": service.clock(), "why": RULES_CHANGED}]
        with pytest.raises(Archived, match="rules version 1; what is left is its record"):
            sitting.view(0)
    found = record.check(service.store.record(sitting.name))
    assert found.events == [*events, {"type": "stop", "why": RULES_CHANGED}] and found.data["result"] is None


@pytest.mark.parametrize("name", earlier.STOPPED)
def test_the_record_of_a_stopped_table_of_version_1_is_called_true_as_far_as_it_goes(
    service: Service, name: str
) -> None:
    sitting = left(service, name)
    service.bring_up_to_date()
    verdict = replay.verify(record.check(service.store.record(sitting.name)))
    assert verdict.parting and verdict.differences == []
    assert "which is no fault of the record" in verdict.remarks[0]


def test_the_replay_of_a_stopped_table_of_version_1_is_told_from_its_events(service: Service) -> None:
    sitting = left(service, "expert")
    service.bring_up_to_date()
    data = service.store.record(sitting.name)
    assert data
    found = finished_game(data)
    assert found.positions is None and found.game and found.edition and found.winners == ()
    assert [event for block in found.blocks for event in block] == data["events"]


@pytest.mark.parametrize(("name", "is_drawn"), [("finished", False), ("finished-basic", True)])
def test_a_finished_table_of_version_1_keeps_its_record(service: Service, name: str, is_drawn: bool) -> None:
    sitting = left(service, name, "over")
    service.bring_up_to_date()
    data = service.store.record(sitting.name)
    assert data == earlier.played(name)["record"]
    assert (finished_game(data).positions is not None) == is_drawn
    if is_drawn:
        assert sitting.view(0)["phase"] == "over"
    else:
        with pytest.raises(Archived):
            sitting.view(0)
