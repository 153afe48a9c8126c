"""Saving tables: one file of SQLite, or PostgreSQL. Every method is one transaction, durable when it returns."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    bindparam,
    case,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from serai.store import migrations, turns
from serai.store.files import create_privately, file_of
from serai.store.schema import changes, guests, heartbeat, links, records, secrets, shared, tables, unsigned_players

Data: TypeAlias = dict[str, Any]  # JSON
Opener: TypeAlias = tuple[str | None, str | None]  # the address and the player that opened a table, as hashes

CHANNEL = "serai"  # where PostgreSQL notifies of changes; the payload is the table's name
BUSY = 30_000  # milliseconds that SQLite waits for another writer
READ_ONLY = "25006"  # PostgreSQL's code for a database that can't be written

VERSION_OF = select(tables.c.version).where(tables.c.name == bindparam("name"))  # asked at every request, so made once


def is_unavailable(error: BaseException) -> bool:
    """Whether an error means that the database can't be used now, and may be again without anybody mending a fault."""
    if isinstance(error, OperationalError | InterfaceError | NoConnection):
        return True
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) == READ_ONLY


class Conflict(Exception):
    """Somebody else changed the table first."""


class TooManyBotTables(Exception):
    """Bots play alone at `most` tables already that this player, or this address, has opened."""

    def __init__(self, most: int, is_of_address: bool) -> None:
        super().__init__(f"bots play alone at {most} tables")
        self.most, self.is_of_address = most, is_of_address


@dataclass(frozen=True)
class Head:
    """What is known of a table without its changes."""

    name: str
    setup: dict[str, Any]
    server_seed: bytes
    rules_version: int
    version: int = 0
    opened_by: str | None = None  # a player, as the hash of a key
    opened_from: str | None = None  # an address, as a hash


@dataclass(frozen=True)
class BotTableLimits:
    """At how many tables bots may play alone at once."""

    of_player: int  # who opened them
    of_address: int  # from which they were opened


@dataclass(frozen=True)
class Summary:
    """What a table's changes have come to, as far as tables are looked up by it."""

    phase: str
    is_listed: bool
    changed_at: int
    due_at: int | None
    has_people: bool = True  # in the game, not bots alone


@dataclass(frozen=True)
class Batch:
    """Changes to be saved together, and what is saved beside them."""

    changes: Sequence[Data]
    summary: Summary
    players: Iterable[str] = ()  # who come to the table, as hashes
    record: dict[str, Any] | None = None  # when the game is over
    links: dict[str, int | None] = field(default_factory=dict)  # hashes, and the seat that each opens; None: any
    closed_seats: Iterable[int] = ()  # whose links open nothing any more
    is_talk: bool = False  # and nothing else: work that failed is not tried again for it
    bot_tables: BotTableLimits | None = None  # to be kept, for these changes leave the table to bots alone


def engine_for(url: str) -> Engine:
    """The engine for a database URL, whose errors show no values; SQLite has many readers and one writer at a time."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=8, max_overflow=24, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(url, connect_args={"timeout": BUSY / 1000}, hide_parameters=True)
    path = file_of(url)

    @event.listens_for(engine, "do_connect")
    def _create(*_: object) -> None:
        if path is not None:
            create_privately(path)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get("is_writing", False):  # a single question needs no transaction
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def sqlite_url(path: Path) -> str:
    """The URL of a file."""
    return f"sqlite:///{path}"


class Store:
    """All that is saved, and nothing else: no rules, no clock."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self._writing = self.engine.execution_options(is_writing=True)
        self._one_writer: AbstractContextManager[object] = nullcontext() if self.is_postgresql else threading.Lock()

    @property
    def is_postgresql(self) -> bool:
        """Whether other processes may share this database and be notified of changes."""
        return self.engine.dialect.name == "postgresql"

    @property
    def listen_url(self) -> str:
        """Where changes of other processes can be listened to, in PostgreSQL."""
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def migrate(self) -> None:
        """Bring the database to the present form."""
        migrations.upgrade(self._writing)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def beat(self, now: int) -> None:
        """Write something, to see whether the database can be written: it may be lost, full, or for reading only."""
        with self._change() as connection:
            connection.execute(update(heartbeat).values(at=now))

    @contextmanager
    def _change(self) -> Iterator[Connection]:
        """A transaction that writes; on SQLite one at a time, for a waiting writer looks again only now and then."""
        with self._one_writer, self._writing.begin() as connection:
            yield connection

    # Tables and their changes

    def create(self, head: Head, batch: Batch) -> None:
        """A new table with its first changes."""
        with self._change() as connection:
            self._create(connection, head, batch)

    def append(self, name: str, after: int, batch: Batch) -> None:
        """Save changes that were made for a version; `Conflict` when it is not the present one any more."""
        with self._change() as connection:
            self._append(connection, name, after, batch)

    def append_and_create(self, name: str, after: int, batch: Batch, head: Head, first: Batch) -> None:
        """Both or neither: changes of a table, and another table that comes of them."""
        with self._change() as connection:
            self._append(connection, name, after, batch)
            self._create(connection, head, first)

    def _create(self, connection: Connection, head: Head, batch: Batch) -> None:
        row = {name: value for name, value in asdict(head).items() if name != "version"}
        connection.execute(insert(tables).values(**row, version=0, **asdict(batch.summary)))
        self._append(connection, head.name, 0, batch)

    def _append(self, connection: Connection, name: str, after: int, batch: Batch) -> None:
        version = after + len(batch.changes)
        here = tables.c.name == name, tables.c.version == after
        row = {"version": version, **asdict(batch.summary), **self._work_columns(batch)}
        if batch.bot_tables:
            self._check_bot_tables(connection, name, batch.bot_tables)
        if connection.execute(update(tables).where(*here).values(row)).rowcount != 1:
            raise Conflict(f"table {name} is not at version {after} any more")
        if batch.changes:
            numbered = enumerate(batch.changes, after + 1)
            connection.execute(insert(changes), [{"table": name, "version": n, "data": data} for n, data in numbered])
        for player in batch.players:
            self._add_guest(connection, player, name)
        for seat in batch.closed_seats:
            connection.execute(delete(links).where(links.c.table == name, links.c.seat == seat))
        for link, opens in batch.links.items():
            connection.execute(insert(links).values(hash=link, table=name, seat=opens))
        if batch.record is not None:
            connection.execute(insert(records).values(table=name, data=batch.record))
        if self.is_postgresql:
            connection.execute(select(func.pg_notify(CHANNEL, name)))

    @staticmethod
    def _work_columns(batch: Batch) -> dict[str, Any]:
        """Work that failed is tried again when something has changed; where there is none, addresses are forgotten."""
        again = case((tables.c.worker.is_(None), 0), else_=tables.c.leased_until)
        columns: dict[str, Any] = {} if batch.is_talk else {"leased_until": again}
        return columns | ({"opened_from": None} if batch.summary.due_at is None else {})

    def _check_bot_tables(self, connection: Connection, name: str, limits: BotTableLimits) -> None:
        """Raise where bots play alone at too many other tables of the player, or address, that opened this one."""
        mine = connection.execute(select(*turns.OPENER).where(tables.c.name == name)).one()
        for column, opener, most in zip(turns.OPENER, mine, (limits.of_address, limits.of_player), strict=True):
            if opener is None:
                continue
            if self.is_postgresql:  # so that of many who come at once each counts the others
                connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(opener))))
            alone = column == opener, tables.c.name != name, tables.c.due_at.is_not(None), ~tables.c.has_people
            if connection.execute(select(func.count()).select_from(tables).where(*alone)).scalar_one() >= most:
                raise TooManyBotTables(most, is_of_address=column is tables.c.opened_from)

    @staticmethod
    def _add_guest(connection: Connection, player: str, name: str) -> None:
        here = guests.c.player == player, guests.c.table == name
        if connection.execute(select(guests.c.player).where(*here)).first() is None:
            connection.execute(insert(guests).values(player=player, table=name))

    def head(self, name: str) -> Head | None:
        """A table's setup and version."""
        columns = [tables.c[column.name] for column in fields(Head)]
        with self.engine.connect() as connection:
            row = connection.execute(select(*columns).where(tables.c.name == name)).one_or_none()
        return None if row is None else Head(*row)

    def version(self, name: str) -> int:
        """A table's present version; 0 when there is no such table."""
        with self.engine.connect() as connection:
            found = connection.execute(VERSION_OF, {"name": name}).scalar_one_or_none()
        return int(found or 0)

    def changes_after(self, name: str, version: int) -> list[Data]:
        """What changed since a version, in order."""
        wanted = select(changes.c.data).where(changes.c.table == name, changes.c.version > version)
        with self.engine.connect() as connection:
            return list(connection.execute(wanted.order_by(changes.c.version)).scalars())

    def record(self, name: str) -> dict[str, Any] | None:
        """The record of a game that is over."""
        with self.engine.connect() as connection:
            wanted = select(records.c.data).where(records.c.table == name)
            found: dict[str, Any] | None = connection.execute(wanted).scalar_one_or_none()
        return found

    # Who may sit where

    def link_target(self, link: str) -> tuple[str, int | None] | None:
        """The table, and the seat if it is a certain one, that a link opens."""
        with self.engine.connect() as connection:
            row = connection.execute(select(links.c.table, links.c.seat).where(links.c.hash == link)).one_or_none()
        return None if row is None else (row[0], row[1])

    def secret(self, name: str) -> bytes:
        """What all servers of this database, and nobody else, know."""
        with self.engine.connect() as connection:
            wanted = select(secrets.c.value).where(secrets.c.name == name)
            return bytes(connection.execute(wanted).scalar_one())

    def had_seat_unsigned(self, player: str) -> bool:
        """Whether a player had a seat before keys in cookies were signed."""
        with self.engine.connect() as connection:
            wanted = select(unsigned_players.c.player).where(unsigned_players.c.player == player)
            return connection.execute(wanted).first() is not None

    def tables_of(self, player: str, most: int) -> list[str]:
        """The tables where a player sits, the last changed first."""
        joined = guests.join(tables, tables.c.name == guests.c.table)
        wanted = select(tables.c.name).select_from(joined).where(guests.c.player == player)
        return self._names(wanted.order_by(tables.c.changed_at.desc()).limit(most))

    def listed(self, most: int) -> list[str]:
        """Tables that anyone may sit down at, the last changed first."""
        wanted = select(tables.c.name).where(tables.c.is_listed)
        return self._names(wanted.order_by(tables.c.changed_at.desc()).limit(most))

    def watchable(self, phase: str, most: int) -> list[str]:
        """Tables in a phase that were opened to anyone, the last changed first."""
        is_for_all = tables.c.setup["listed"].as_boolean()
        wanted = select(tables.c.name).where(tables.c.phase == phase, is_for_all)
        return self._names(wanted.order_by(tables.c.changed_at.desc()).limit(most))

    def voided(self, since: int, most: int, player: str | None = None) -> list[str]:
        """Tables that somebody's silence has ended since a moment, the last first: a player's, or those for anyone."""
        silence = select(changes.c.version).where(
            changes.c.table == tables.c.name, changes.c.data["type"].as_string() == "voided"
        )
        theirs = tables.c.name.in_(select(guests.c.table).where(guests.c.player == player))
        whose = tables.c.setup["listed"].as_boolean() if player is None else theirs
        recent = tables.c.phase == "void", tables.c.changed_at >= since
        wanted = select(tables.c.name).where(*recent, whose, silence.exists())
        return self._names(wanted.order_by(tables.c.changed_at.desc()).limit(most))

    def _names(self, wanted: Any) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    # Work that is due

    def count_due(self, now: int, has_people: bool | None = None) -> int:
        """How many tables wait for the server to do something; those with people, or those of bots alone."""
        return self._count(turns.is_due(now, has_people))

    def count_free(self, now: int, has_people: bool) -> int:
        """At how many of those nobody does it."""
        return self._count(turns.is_free(now, has_people))

    def _count(self, which: ColumnElement[bool]) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(tables).where(which)).scalar_one())

    def demand(self, now: int, has_people: bool) -> dict[Opener, int]:
        """How many tables of each address and player are due."""
        with self.engine.connect() as connection:
            rows = connection.execute(turns.demand(now, has_people)).all()
        return {(row[0], row[1]): row[2] for row in rows}

    def opener_of(self, name: str) -> Opener:
        """The address and the player that opened a table."""
        with self.engine.connect() as connection:
            row = connection.execute(select(*turns.OPENER).where(tables.c.name == name)).one()
        return row[0], row[1]

    def lease(self, worker: str, now: int, until: int, most: int, has_people: bool = True) -> list[str]:
        """Take over work that is due and that nobody is doing; the database decides who gets it."""
        wanted = turns.in_turn(now, has_people).limit(most)
        if self.is_postgresql:
            wanted = wanted.with_for_update(of=tables, skip_locked=True)
        with self._change() as connection:
            names = list(connection.execute(wanted).scalars())
            if names:
                taken = update(tables).where(tables.c.name.in_(names))
                connection.execute(taken.values(worker=worker, leased_until=until))
        return names

    def renew(self, worker: str, names: Sequence[str], until: int) -> None:
        """Go on with work that this process has leased."""
        with self._change() as connection:
            mine = tables.c.worker == worker, tables.c.name.in_(names)
            connection.execute(update(tables).where(*mine).values(leased_until=until))

    def release(self, worker: str, name: str) -> None:
        """Let work go, done or not."""
        self._let_go(worker, name, leased_until=0, failures=0)

    def postpone(self, worker: str, name: str, until: int, failures: int) -> None:
        """Let work go that has failed this often by now; nobody tries it again before a moment."""
        self._let_go(worker, name, leased_until=until, failures=failures)

    def _let_go(self, worker: str, name: str, **values: int) -> None:
        with self._change() as connection:
            mine = tables.c.worker == worker, tables.c.name == name
            connection.execute(update(tables).where(*mine).values(worker=None, **values))

    def failures(self, name: str) -> int:
        """How often a table's work has failed, one time after another."""
        with self.engine.connect() as connection:
            return int(connection.execute(select(tables.c.failures).where(tables.c.name == name)).scalar_one())

    # What all servers share

    def last_time(self) -> int:
        """The last time that is known: of a change, or saved by a server; 0 when there is none."""
        with self.engine.connect() as connection:
            saved = connection.execute(select(shared.c.at)).scalar_one()
            changed = connection.execute(select(func.max(tables.c.changed_at))).scalar_one()
        return max(int(saved), int(changed or 0))

    def save_time(self, at: int) -> int:
        """Save the time, or the later one that another server has saved; which of them it is."""
        latest = case((shared.c.at > at, shared.c.at), else_=at)
        with self._change() as connection:
            if self.is_postgresql:  # it may be lost with the power, and need not be waited for
                connection.execute(text("SET LOCAL synchronous_commit = off"))
            connection.execute(update(shared).values(at=latest))
            return int(connection.execute(select(shared.c.at)).scalar_one())

    # Other versions of the rules

    def outdated(self, phases: Sequence[str], versions: dict[str, int]) -> list[str]:
        """Tables in these phases whose game had another version of the rules when they were opened."""
        game = tables.c.setup["game"].as_string()
        is_other = or_(*((game == name) & (tables.c.rules_version != version) for name, version in versions.items()))
        return self._names(select(tables.c.name).where(tables.c.phase.in_(phases), is_other))

    def set_rules_version(self, name: str, version: int) -> None:
        """From now on a table is played by this version of the rules."""
        with self._change() as connection:
            connection.execute(update(tables).where(tables.c.name == name).values(rules_version=version))
