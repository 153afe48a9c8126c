"""Databases of older servers open in newer ones, and games go on in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import MetaData, insert, select

from serai.store import migrations, schema
from serai.store.database import Store
from serai.tables.clock import ServerTime
from serai.tables.hub import Hub
from serai.tables.service import Service
from tests.conftest import Clock, Employ
from tests.databases import new_database
from tests.guests import wait_until
from tests.tables.sitting import Sitting, begin, gather, state_of

FIRST = "0001"


@pytest.fixture
def oldest(store: Store, tmp_path: Path) -> Iterator[Store]:
    """An empty database of the first form, of the same kind as the other."""
    folder = tmp_path / "oldest"
    folder.mkdir()
    oldest = Store(new_database("postgresql" if store.is_postgresql else "sqlite", folder))
    migrations.upgrade(oldest.engine.execution_options(is_writing=True), FIRST)
    yield oldest
    oldest.close()


def copy(source: Store, target: Store) -> None:
    """Put all into an older form that this one can hold."""
    form = MetaData()
    form.reflect(target.engine)
    with source.engine.connect() as here, target.engine.execution_options(is_writing=True).begin() as there:
        for table in form.sorted_tables:
            if table.name in schema.metadata.tables:
                known = schema.metadata.tables[table.name]
                for row in here.execute(select(*(known.c[column.name] for column in table.c))).mappings():
                    there.execute(insert(table).values(dict(row)))


def test_games_of_the_first_form_go_on(
    store: Store, oldest: Store, service: Service, clock: Clock, employ: Employ
) -> None:
    people, bots = begin(service), gather(service, "asara", "random", "random")
    people.turn()
    copy(store, oldest)
    oldest.migrate()
    later = Service(oldest, Hub(), clock)
    assert state_of(Sitting(later, people.name).table) == state_of(people.table)
    employ(later)
    wait_until(lambda: Sitting(later, bots.name).table.phase == "over")
    Sitting(later, people.name).turn()
    assert Sitting(later, people.name).version > people.version


def test_time_goes_on_where_the_last_change_of_the_first_form_was(
    store: Store, oldest: Store, service: Service, clock: Clock
) -> None:
    begin(service)
    copy(store, oldest)
    oldest.migrate()
    assert ServerTime(oldest, steady=lambda: 0)() == clock()
