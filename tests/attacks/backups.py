"""Backups of a file of SQLite: made while a server uses it, restored while none does."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from serai.store.database import sqlite_url
from tests.guests import Running, running


def back_up(file: Path) -> Path:
    """A copy of a database as it is now, beside it."""
    copy = file.with_name("backup.db")
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    return copy


def restore(file: Path) -> None:
    """Put the copy in the database's place, as docs/host.md says."""
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(file.with_name("backup.db"), file)


@dataclass
class Forgetful:
    """A server in this process that goes back to a backup and keeps its address."""

    file: Path
    _stack: ExitStack
    house: Running = field(init=False)

    def __post_init__(self) -> None:
        self.house = self._stack.enter_context(running(sqlite_url(self.file)))

    @property
    def url(self) -> str:
        """Where it is reached."""
        return self.house.url

    def back_up(self) -> None:
        """Keep a copy of what is saved."""
        back_up(self.file)

    def go_back(self) -> None:
        """Stop, restore the copy, start again."""
        port = int(self.url.rpartition(":")[2])
        self._stack.close()
        restore(self.file)
        self.house = self._stack.enter_context(running(sqlite_url(self.file), port))


@contextmanager
def forgetful(folder: Path) -> Iterator[Forgetful]:
    """A server that can be set back."""
    with ExitStack() as stack:
        yield Forgetful(folder / "tables.db", stack)
