"""`serai warm`: compile now, so that nothing has to wait for it later."""

import argparse
from collections.abc import Sequence

from serai.cli.arguments import Parser
from serai.cli.terminal.screen import make_ready
from serai.core import game


def add_warm(parser: Parser, words: Sequence[str]) -> None:
    """GAME …"""
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"all, if not given: {', '.join(game.names())}")


def run_warm(arguments: argparse.Namespace) -> int:
    """Compile everything of each game that has not been compiled yet."""
    for found in [game.load(name) for name in arguments.games or game.names()]:
        make_ready(found, bots=True)
        print(f"{found.title}'s rules and bots are compiled.")
    return 0
