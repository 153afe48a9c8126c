"""The file of SQLite: only its owner may read it, only one server may use it, and damage is found at the start."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic

from sqlalchemy.engine import make_url

try:
    import fcntl
except ImportError:  # not a Unix: there nothing keeps two servers apart
    fcntl = None  # type: ignore[assignment]

PRIVATE = 0o600  # it holds the seeds of running games
LOCK = ".lock"  # added to the file's name
TIME_TO_CHECK = 5.0  # seconds; the rest of a very large file goes unchecked
STEPS = 10_000  # of SQLite, between two looks at the clock


class FileInUse(Exception):
    """Another server has the file."""


class DamagedFile(Exception):
    """The file is not whole."""


def file_of(url: str) -> Path | None:
    """The file that a database URL names; None for any other kind of database, or one in memory."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database or found.database.startswith((":memory:", "file:")):
        return None
    return Path(found.database)


def create_privately(path: Path) -> None:
    """Make an empty file for its owner alone, if there is none; SQLite gives the files beside it the same mode."""
    with suppress(OSError):  # opening it reports why it can't be made
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


@contextmanager
def one_server(url: str) -> Iterator[None]:
    """Be the only server of a file of SQLite, or raise `FileInUse`; the system unlocks it however a server ends."""
    path = file_of(url)
    if path is None or fcntl is None or not path.resolve().parent.is_dir():  # opening it reports a missing folder
        yield
        return
    with lock_of(path.resolve()).open("r+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileInUse(lock.read().strip()) from None
        lock.truncate()
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def lock_of(path: Path) -> Path:
    """The file beside a database that its server locks; it holds the number of the server's process."""
    found = path.with_name(path.name + LOCK)
    create_privately(found)
    return found


def check(url: str) -> None:
    """Look for damage, as far as there is time; `DamagedFile` says what is wrong."""
    path = file_of(url)
    if path is None or not path.exists():
        return
    end = monotonic() + TIME_TO_CHECK
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.set_progress_handler(lambda: monotonic() > end, STEPS)
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:  # out of time, or it can't be opened, which opening it reports
        return
    except sqlite3.DatabaseError as error:
        raise DamagedFile(str(error)) from None
    if found != "ok":
        raise DamagedFile(found.splitlines()[-1])
