"""`serai warm`: compile every game now, so that no later command has to wait for it."""

import argparse
from collections.abc import Sequence

from serai.cli.arguments import Parser
from serai.cli.terminal.screen import compile_game
from serai.core import game


def add_warm(parser: Parser, words: Sequence[str]) -> None:
    """GAME …"""
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"all, if not given: {', '.join(game.names())}")


def run_warm(arguments: argparse.Namespace) -> int:
    """Compile each game's rules and bots where they are not compiled yet."""
    for loaded_game in [game.load(name) for name in arguments.games or game.names()]:
        compile_game(loaded_game, bots=True)
        print(f"{loaded_game.title}'s rules and bots are compiled.")
    return 0
