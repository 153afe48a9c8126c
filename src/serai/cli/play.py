"""`serai play`: the tables in a browser, served by this machine alone; `--terminal` plays a game right here instead."""

import argparse
import os
import shutil
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep

from serai.cli import serve
from serai.cli.arguments import Parser
from serai.cli.terminal import game as terminal
from serai.web import server
from serai.web.settings import Settings

TERMINAL = "--terminal"
FIRST_PORT, TRIED = 8000, 20
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
PATIENCE = 60.0  # seconds until the server must be there, before the browser is given up


def add_play(parser: Parser, words: Sequence[str]) -> None:
    """A server for this machine, or a game at the terminal with options of its own."""
    help_text = "play a game at this terminal; `serai play --terminal --help` says more"
    parser.add_argument(TERMINAL, action="store_true", help=help_text)
    if TERMINAL in words:
        terminal.add_play(parser, [word for word in words if word != TERMINAL])
        return
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("--lan", action="store_true", help="let others on the local network play too")
    parser.add_argument("--port", type=serve.port, help=f"default: {FIRST_PORT}, or the next that is free")
    serve.add_database(parser)


def run_play(arguments: argparse.Namespace) -> int:
    """Serve, and open the browser at the lobby."""
    if arguments.terminal:
        return terminal.run_play(arguments)
    host = EVERYWHERE if arguments.lan else HERE
    url = arguments.database or serve.database_of_environment()
    with serve.ready(url):
        bound = server.bind(host, arguments.port) if arguments.port is not None else first_free(host)
        if not arguments.no_browser and can_browse():
            threading.Thread(target=browse, args=(bound.getsockname()[1],), daemon=True).start()
        return serve.run(Settings(url, command=f"{program()} play --lan"), bound, host)


def first_free(host: str) -> socket.socket:
    """The usual port, or the next that nobody has."""
    for port in range(FIRST_PORT, FIRST_PORT + TRIED):
        try:
            return server.bind(host, port, is_alone=True)
        except OSError:
            continue
    return server.bind(host, 0)


def can_browse() -> bool:
    """Whether a browser has a screen to open at; in a bare terminal it would take the terminal over."""
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return "BROWSER" in os.environ or has_screen or sys.platform in ("darwin", "win32")


def browse(port: int) -> None:
    """Open the lobby as soon as the server answers."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            socket.create_connection((HERE, port), timeout=1.0).close()
        except OSError:
            sleep(0.05)
            continue
        webbrowser.open(f"http://localhost:{port}/")
        return


def program() -> str:
    """This command as it can be typed again."""
    if shutil.which("serai"):
        return "serai"
    path = Path(sys.argv[0]).absolute()
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
