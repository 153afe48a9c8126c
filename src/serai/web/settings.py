"""A server's settings, from the command line and the environment, validated once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from serai.tables.database import DEFAULT_BOT_TABLES, BotTableLimits, sqlite_url

DATABASE = "SERAI_DATABASE_URL"
LIMITS = "SERAI_LIMITS"
PROXIES = "FORWARDED_ALLOW_IPS"
COMMAND = "serai serve --host 0.0.0.0"
LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
YEAR = 365 * 86_400  # seconds
ALL = "*"  # every address
MAPPED_PREFIX = 96  # bits before the IPv4 address in an IPv4-mapped IPv6 address


@dataclass(frozen=True)
class Limits:
    """Limits for one player, one address and all clients of a process; `docs/host.md` explains each.

    Where a limit is for a player, an address may have it `players_per_address` times.
    """

    requests_per_second: float = 50.0
    burst: int = 300
    players_per_address: int = 8
    requests_at_once_per_address: int = 4
    tables_per_hour: int = 120
    editions_per_hour: int = 30
    links_per_hour: int = 60
    chat_per_minute: int = 30
    hints_per_minute: int = 30
    changes_per_minute: int = 120
    verifications_per_minute: int = 10  # of an address
    verification_seconds: float = 10.0
    connections: int = 20_000
    connections_per_address: int = 400
    streams: int = 10_000
    streams_per_address: int = 200
    url_bytes: int = 8 * 1024
    head_bytes: int = 32 * 1024
    body_bytes: int = 64 * 1024
    record_bytes: int = 512 * 1024
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    idle_seconds: float = 75.0  # longer than proxies keep a connection, or else they send into one that closes

    def with_changes(self, changes: Iterable[tuple[str, float]]) -> "Limits":
        """The limits with changes, by their names in the configuration; ValueError says what is wrong."""
        kinds = {field.name: field.type for field in fields(self)}
        amounts: dict[str, Any] = {}
        for name, number in changes:
            key = name.replace("-", "_")
            if key not in kinds:
                raise ValueError(f"{name!r} is no limit; there are: {', '.join(limit_names())}")
            amounts[key] = check_limit(name, number, is_whole=kinds[key] is int)
        return replace(self, **amounts)


BOUNDLESS = Limits(  # for measurements and tests on one machine; sizes and times stay
    requests_per_second=1e9,
    burst=10**9,
    tables_per_hour=10**9,
    editions_per_hour=10**9,
    links_per_hour=10**9,
    chat_per_minute=10**9,
    hints_per_minute=10**9,
    changes_per_minute=10**9,
    verifications_per_minute=10**9,
    connections_per_address=10**9,
    streams_per_address=10**9,
)


def limit_names() -> list[str]:
    """The names of all limits in the configuration."""
    return [field.name.replace("_", "-") for field in fields(Limits)]


def check_limit(name: str, number: float, is_whole: bool) -> float:
    """Check the value of a limit."""
    if not 0 < number < 1e12 or (is_whole and number != int(number)):
        raise ValueError(f"{name}={number:g}; expected: a {'whole ' if is_whole else ''}number above 0")
    return int(number) if is_whole else number


def read_limits(text: str) -> list[tuple[str, float]]:
    """Names and values of `streams=2000 tables-per-hour=60`; ValueError says what is wrong."""
    return [read_limit(part) for part in text.replace(",", " ").split()]


def read_limit(text: str) -> tuple[str, float]:
    """A name and a value."""
    name, _equals, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise ValueError(f"{text!r} gives no number; expected: NAME=NUMBER, such as streams=2000") from None


@dataclass(frozen=True)
class Settings:
    """The settings of a server process."""

    database: str
    hosts: tuple[str, ...] = LOCAL_HOSTS  # names that requests may address
    is_at_any_address: bool = False  # requests may also address any IP address, which no foreign name can take over
    at_once: int | None = None  # bots that think at the same time; None: one for each core
    limits: Limits = Limits()
    bot_tables: BotTableLimits = DEFAULT_BOT_TABLES
    proxies: tuple[str, ...] = ()  # addresses or networks of trusted proxies
    hsts_seconds: int = YEAR  # of Strict-Transport-Security; 0: no header
    command: str = COMMAND  # the command that opens the server to the local network


def proxy(text: str) -> str:
    """An address or network of proxies; ValueError says what is wrong."""
    try:
        return ALL if text == ALL else str(ip_network(text.strip()))
    except ValueError:
        expected = "an address or a network, such as 127.0.0.1 or 10.0.0.0/8"
        raise ValueError(f"{text!r} is no proxy's address; expected: {expected}") from None


def trusted_networks(proxies: Sequence[str]) -> list[str]:
    """Proxies for uvicorn's comparison: IPv4 networks also as IPv4-mapped IPv6."""
    if ALL in proxies:
        return [ALL]
    networks = list(proxies)
    for network in map(ip_network, proxies):
        if network.version == 4:
            networks.append(f"::ffff:{network.network_address}/{MAPPED_PREFIX + network.prefixlen}")
    return networks


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(user_data_path("serai"))
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder / "tables.db")


def driver_url(url: str) -> str:
    """A database URL with the driver that we use."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url
