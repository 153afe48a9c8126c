"""Arguments that several commands share: a game, its players and options, an edition, a seed."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from serai.core.edition import Edition
    from serai.core.game import Game, Options

FAILED = 2


class Parser(argparse.ArgumentParser):
    """Reports an error in one line; options can't be abbreviated."""

    def __init__(self, prog: str, description: str, add_help: bool = True) -> None:
        super().__init__(prog=prog, description=description, add_help=add_help, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with code 2."""
        line = " ".join(message.split())
        self.exit(FAILED, f"serai: {line} (see {self.prog} --help)\n")


@dataclass(frozen=True)
class Table:
    """A game to play with its edition and options."""

    game: "Game"
    edition: "Edition"
    options: "Options"

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.options["players"])


def add_table(parser: Parser, words: Sequence[str], *, is_optional: bool = False) -> None:
    """GAME, --players, --edition, and the named game's options."""
    from serai.core import game

    parser.add_argument("game", metavar="GAME", nargs="?" if is_optional else None, help=", ".join(game.names()))
    parser.add_argument("--players", type=int, metavar="N", help="how many play (the fewest, if not given)")
    parser.add_argument("--edition", type=Path, metavar="FILE", help="another edition than the standard one")
    name = next((word for word in words if word in game.names()), None)
    for flag in game.load(name).flags if name else ():
        parser.add_argument(option_name(flag), action="store_true", dest=flag, help=f"{flag.replace('_', ' ')}: on")


def option_name(flag: str) -> str:
    """A game's option as a command-line flag."""
    return "--" + flag.replace("_", "-")


def table_of(arguments: argparse.Namespace, name: str | None = None) -> Table:
    """The table that the arguments describe."""
    from serai.core import game

    table_game = game.load(name or arguments.game)
    players = table_game.player_counts.start if arguments.players is None else arguments.players
    options = table_game.options(players, **{flag: bool(getattr(arguments, flag, False)) for flag in table_game.flags})
    return Table(table_game, table_game.read_edition(arguments.edition), options)


def add_seed(parser: Parser) -> None:
    """--seed."""
    parser.add_argument("--seed", metavar="S", help="a number; the same seed gives the same game")


def seed_of(arguments: argparse.Namespace) -> int:
    """The given seed, or a fresh one."""
    from serai.core.records import randomness

    return randomness.fresh_seed() if arguments.seed is None else randomness.parse_seed(arguments.seed)


def positive(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def not_negative(text: str) -> int:
    """A whole number from 0."""
    return 0 if text == "0" else positive(text)
