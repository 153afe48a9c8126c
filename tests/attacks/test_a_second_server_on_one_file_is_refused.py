"""Two servers on one file of SQLite would each tell their viewers of tables that the other has changed meanwhile."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from serai.store.database import Store, sqlite_url
from tests.processes import refused, serving


def test_a_second_server_on_one_file_is_refused_in_one_line_that_names_both(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    other = tmp_path / "another-name.db"
    with serving(sqlite_url(file), tmp_path) as first:
        other.symlink_to(file)
        for path in (file, other):
            told = refused("--database", sqlite_url(path))
            assert f"process {first.pid};" in told and str(path) in told
        assert first.is_up()


def test_other_commands_may_open_the_file_of_a_server(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(sqlite_url(file), tmp_path):
        store = Store(sqlite_url(file))
        assert store.count_due(0) == 0
        store.close()
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))


def test_a_server_that_was_killed_is_not_in_the_way(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path / "tables.db"), tmp_path) as server:
        killed = server.pid
        server.kill()
        assert str(killed) in (tmp_path / "tables.db.lock").read_text("ascii")
        assert server.start().wait().pid != killed


def test_what_others_may_not_read_is_not_open_to_them_beside_the_file_either(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with serving(sqlite_url(tmp_path / "tables.db"), tmp_path):
            beside = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("tables.db*")}
    finally:
        os.umask(before)
    assert beside == dict.fromkeys(["tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"], 0o600)
