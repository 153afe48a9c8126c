"""`serai play`: play in a browser, from a server on this machine; `--terminal` plays in the terminal instead."""

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
FIRST_PORT, PORTS_TO_TRY = 8000, 20
LOOPBACK, ALL_ADDRESSES = "127.0.0.1", "0.0.0.0"
SERVER_TIMEOUT = 60.0  # seconds to wait for the server before opening the browser


def add_play(parser: Parser, words: Sequence[str]) -> None:
    """The server's options, or those of a game in the terminal."""
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
    """Serve, and open the lobby in a browser."""
    if arguments.terminal:
        return terminal.run_play(arguments)
    host = ALL_ADDRESSES if arguments.lan else LOOPBACK
    url = arguments.database or serve.database_of_environment()
    with serve.prepare_to_serve(url):
        listener = server.bind(host, arguments.port) if arguments.port is not None else bind_free_port(host)
        if not arguments.no_browser and can_browse():
            threading.Thread(target=browse, args=(listener.getsockname()[1],), daemon=True).start()
        return serve.run(Settings(url, command=f"{command_name()} play --lan"), listener, host)


def bind_free_port(host: str) -> socket.socket:
    """Listen at the default port, or the next free one."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
        try:
            return server.bind(host, port, is_alone=True)
        except OSError:
            continue
    return server.bind(host, 0)


def can_browse() -> bool:
    """Whether a browser can open a window; in a bare terminal it would take over the terminal."""
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return "BROWSER" in os.environ or has_screen or sys.platform in ("darwin", "win32")


def browse(port: int) -> None:
    """Open the lobby in a browser as soon as the server answers."""
    end = monotonic() + SERVER_TIMEOUT
    while monotonic() < end:
        try:
            socket.create_connection((LOOPBACK, port), timeout=1.0).close()
        except OSError:
            sleep(0.05)
            continue
        webbrowser.open(f"http://localhost:{port}/")
        return


def command_name() -> str:
    """The `serai` command as the user can type it."""
    if shutil.which("serai"):
        return "serai"
    path = Path(sys.argv[0]).absolute()
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
