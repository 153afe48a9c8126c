"""A file that a dying disk has spoilt must be told of at once, not when somebody comes back to a table that is gone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from serai.cli import serve
from serai.core.errors import BadOptions
from serai.store import files
from serai.store.database import Store, sqlite_url
from serai.tables.hub import Hub
from serai.tables.service import Service
from tests.conftest import Clock
from tests.processes import refused
from tests.tables.sitting import begin

PAGE = "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = ?"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database where people play."""
    path = tmp_path / "tables.db"
    store = Store(sqlite_url(path))
    store.migrate()
    begin(Service(store, Hub(), Clock())).turn()
    store.close()
    return path


def spoil(path: Path, table: str) -> None:
    """Let a page of a table hold nonsense."""
    with closing(sqlite3.connect(path)) as connection:
        page, size = connection.execute(PAGE, (table,)).fetchone()
    with path.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(b"\x2a" * size)


def test_a_damaged_file_is_named_in_one_line_before_anything_is_promised(file: Path) -> None:
    spoil(file, "changes")
    told = refused("--database", sqlite_url(file))
    assert "is damaged" in told and str(file) in told and "backup" in told


@pytest.mark.parametrize("table", ["links", "guests", "sqlite_autoindex_tables_1"])
def test_damage_anywhere_in_a_file_is_found(file: Path, table: str) -> None:
    spoil(file, table)
    with pytest.raises(BadOptions, match="is damaged"):
        serve.prepare(sqlite_url(file))


def test_a_file_that_ends_too_early_is_found(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    with pytest.raises(BadOptions, match="is damaged"):
        serve.prepare(sqlite_url(file))


def test_a_whole_file_is_fine_and_a_missing_one_is_not_made(file: Path, tmp_path: Path) -> None:
    serve.prepare(sqlite_url(file))
    files.check(sqlite_url(tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()


def test_looking_for_damage_ends_in_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(file, "changes")
    monkeypatch.setattr(files, "TIME_TO_CHECK", -1.0)
    monkeypatch.setattr(files, "STEPS", 1)
    files.check(sqlite_url(file))
