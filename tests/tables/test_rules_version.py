"""Tables that another version of the rules began: they go on where all agrees, and else leave a record."""

from typing import Any

import pytest
from sqlalchemy import select, update

from serai.core import record, replay
from serai.store import schema
from serai.store.database import Store
from serai.tables import commands
from serai.tables.errors import Archived
from serai.tables.service import RULES_CHANGED, Service, rules_version
from tests.tables.sitting import Sitting, again, begin, gather, market, told
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
    assert told(other.table) == told(sitting.table)
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
    sitting.do(commands.resign, 0)
    other = aged(sitting)
    other.service.bring_up_to_date()
    assert told(other.table) == told(sitting.table)


def test_of_a_finished_table_that_differs_the_record_is_left(service: Service, store: Store) -> None:
    sitting = played(service)
    sitting.do(commands.resign, 0)
    before = store.record(sitting.name)
    tamper(sitting)
    other = aged(sitting)
    other.service.bring_up_to_date()
    with pytest.raises(Archived):
        other.view(None)
    assert before and store.record(sitting.name) == before
