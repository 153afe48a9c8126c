"""`serai serve`: the server, on one machine or many."""

import argparse
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from serai.cli.arguments import Parser, positive
from serai.cli.terminal.screen import compile_game
from serai.core import game as games
from serai.core.errors import BadOptions
from serai.core.words.language import SOURCE, speaking
from serai.core.words.language import gettext as _
from serai.store import files
from serai.store.database import Store
from serai.web import assets, server
from serai.web.pages.invites import lan_address
from serai.web.settings import (
    DATABASE,
    LIMITS,
    LOCAL_HOSTS,
    PROXIES,
    YEAR,
    Limits,
    Settings,
    default_database,
    driver_url,
    proxy,
    read_limit,
    read_limits,
)

ALL_ADDRESSES = ("0.0.0.0", "::")  # a server that listens here is reached at every address of the machine
LEVELS = ("debug", "info", "warning", "error")
FAILED = 1


def add_serve(parser: Parser, words: Sequence[str]) -> None:
    """The addresses, the database, the processes, and limits."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    parser.add_argument("--port", type=port, default=8000, help="default: 8000; 0: any that is free")
    parser.add_argument(
        "--name", action="append", default=[], help="a name by which browsers reach it; may be repeated"
    )
    add_database(parser)
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes; several need PostgreSQL")
    parser.add_argument(
        "--proxy",
        action="append",
        type=proxy_address,
        metavar="ADDRESS",
        help=f"a proxy, or network of them, that says for whom it asks; may be repeated (default: ${PROXIES}, or none)",
    )
    parser.add_argument(
        "--hsts",
        type=seconds,
        default=YEAR,
        metavar="SECONDS",
        help="for how long browsers that came by HTTPS come by nothing else (default: a year; 0: they are not told)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        type=limit,
        default=[],
        metavar="NAME=NUMBER",
        help=f"how much one may ask; may be repeated (default: ${LIMITS}, and docs/host.md for the rest)",
    )
    parser.add_argument("--log", choices=LEVELS, default="warning", help="what is logged (default: warning)")


def add_database(parser: Parser) -> None:
    """--database."""
    parser.add_argument(
        "--database", type=database, metavar="URL", help=f"where tables are saved (default: ${DATABASE}, or a file)"
    )


def port(text: str) -> int:
    """A port's number."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; allowed: 0 to 65535")
    return int(text)


def seconds(text: str) -> int:
    """A number of seconds."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; expected: 0 or more, such as 86400")
    return int(text)


def proxy_address(text: str) -> str:
    """An address or a network of proxies."""
    try:
        return proxy(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def limit(text: str) -> tuple[str, float]:
    """A limit's name and amount."""
    try:
        name, number = read_limit(text)
        Limits().with_changes([(name, number)])
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name, number


def database(text: str) -> str:
    """A database's URL."""
    try:
        kind = make_url(driver_url(text)).get_backend_name()
    except ArgumentError:
        kind = ""
    if kind not in ("sqlite", "postgresql"):
        expected = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        raise argparse.ArgumentTypeError(f"this is no database URL; expected: {expected}")
    return driver_url(text)


def run_serve(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    url = arguments.database or database_of_environment()
    if arguments.workers > 1 and not url.startswith("postgresql"):
        told = _("{number} workers need PostgreSQL (--database); with SQLite there can be only 1")
        raise BadOptions(told.format(number=arguments.workers))
    proxies = arguments.proxy or proxies_of_environment()
    limits = limits_of_environment().with_changes(arguments.limit)
    with prepare_to_serve(url):
        listener = server.bind(arguments.host, arguments.port)
        settings = Settings(url, proxies=tuple(proxies), hsts_seconds=arguments.hsts, limits=limits)
        return run(settings, listener, arguments.host, arguments.name, arguments.workers, arguments.log)


@contextmanager
def prepare_to_serve(url: str) -> Iterator[None]:
    """Compile the games, check the pages' files, and lock and prepare the database."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends it as Ctrl-C does, with a last word
    if missing_files := assets.missing():
        raise BadOptions(_("the pages need {files}, which `make setup` fetches", files=", ".join(missing_files)))
    with lock_database(url):
        for name in games.names():
            compile_game(games.load(name), bots=True)
        prepare(url)
        yield


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Lock an SQLite database for this server; other processes may still read it."""
    try:
        with files.one_server(url):
            yield
    except files.FileInUse as other:
        sentence = _(
            "the database {place} has a server already, process {number}; stop that one, or name another database"
        )
        raise BadOptions(sentence.format(place=public_url(url), number=str(other) or "?")) from None


def run(
    settings: Settings,
    listener: socket.socket,
    host: str,
    names: Sequence[str] = (),
    workers: int = 1,
    log: str = "warning",
) -> int:
    """Print the addresses and how to stop, and serve until stopped."""
    print(_("Serai runs at {address}", address=address(listener)), flush=True)
    if host in ALL_ADDRESSES and (other := lan_address()):
        lan_url = f"http://{other}:{listener.getsockname()[1]}"
        print(_("Others on your network find it at {address}", address=lan_url), flush=True)
    print(_("Tables are saved in {place}", place=public_url(settings.database)), flush=True)
    print(_("Ctrl-C stops it; nothing is lost."), flush=True)
    settings = replace(
        settings,
        hosts=(*LOCAL_HOSTS, host, *names),
        is_at_any_address=host in ALL_ADDRESSES,
        at_once=server.bots_at_once(workers),
    )
    try:
        with speaking(SOURCE):  # until a browser asks for a language
            is_fine = server.serve(settings, listener, workers, log)
    except KeyboardInterrupt:
        is_fine = True
    print(_("Serai has stopped.") if is_fine else _("Serai could not start."), flush=True)
    return 0 if is_fine else FAILED


def prepare(url: str) -> None:
    """Check and migrate the database before the server starts; report an error in one line."""
    store = Store(url)
    try:
        files.check(url)
        store.migrate()
    except files.DamagedFile as error:
        sentence = _("the database {place} is damaged: {why}; put a backup in its place")
        raise BadOptions(sentence.format(place=public_url(url), why=error)) from None
    except (SQLAlchemyError, CommandError) as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BadOptions(_("the database {place} can't be used: {why}", place=public_url(url), why=why)) from None
    finally:
        store.close()


def public_url(url: str) -> str:
    """A database's URL without its password."""
    return make_url(url).render_as_string(hide_password=True)


def database_of_environment() -> str:
    """The database of the environment variable, or the default file."""
    if url := os.environ.get(DATABASE):
        try:
            return database(url)
        except argparse.ArgumentTypeError as error:
            raise BadOptions(f"{DATABASE}: {error}") from None
    return default_database()


def proxies_of_environment() -> list[str]:
    """The proxies of the environment variable, by default none."""
    try:
        return [proxy(entry.strip()) for entry in os.environ.get(PROXIES, "").split(",") if entry.strip()]
    except ValueError as error:
        raise BadOptions(f"{PROXIES}: {error}") from None


def limits_of_environment() -> Limits:
    """The default limits, changed by the environment variable."""
    try:
        return Limits().with_changes(read_limits(os.environ.get(LIMITS, "")))
    except ValueError as error:
        raise BadOptions(f"{LIMITS}: {error}") from None


def address(listener: socket.socket) -> str:
    """The server's URL for a browser."""
    host, number = listener.getsockname()[:2]
    name = "localhost" if host in ALL_ADDRESSES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{number}"
