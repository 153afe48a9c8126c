"""How a server is set up: from the command line and the environment, checked once."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from serai.store.database import Room, sqlite_url
from serai.tables.service import ROOM

DATABASE = "SERAI_DATABASE_URL"
COMMAND = "serai serve --host 0.0.0.0"
HERE = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Settings:
    """All that a server process is told."""

    database: str
    hosts: tuple[str, ...] = HERE  # names by which it may be addressed
    is_at_any_address: bool = False  # and by any number that stands for an address, which no foreign name can take over
    at_once: int | None = None  # bots that think at the same time; as many as there are cores, if not given
    requests_per_second: float = 50.0  # of one player, on average
    burst: int = 300
    room: Room = ROOM  # for tables at which bots play alone
    most_streams: int = 10_000  # that look on at once
    command: str = COMMAND  # that opens the server to the local network


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(user_data_path("serai"))
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder / "tables.db")


def driver_url(url: str) -> str:
    """A URL as hosts write it, with the driver that we use."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url
