"""`serai tune`: fit the weights of a game's bots by self-play."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from serai.cli.arguments import Parser, add_seed, positive, seed_of
from serai.cli.terminal.screen import compile_game, console
from serai.core import game as games
from serai.core.contract import Tuning
from serai.core.errors import BadOptions
from serai.core.game import Game


def add_tune(parser: Parser, words: Sequence[str]) -> None:
    """GAME, --games, --edition, --output and --seed."""
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "--games", type=positive, metavar="N", help="games of each round (as many as usual, if not given)"
    )
    parser.add_argument("--edition", type=Path, metavar="FILE", help="another edition than the standard one")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write; without it the bots' own file")
    add_seed(parser)


def run_tune(arguments: argparse.Namespace) -> int:
    """Play, fit, print each round, and write the weights."""
    game = games.load(arguments.game)
    tuning = tuning_of(game)
    edition, seed, path = game.read_edition(arguments.edition), seed_of(arguments), arguments.output or tuning.FILE
    compile_game(game)
    out = console()
    tuning.tune(edition, arguments.games or tuning.GAMES, seed, lambda line: out.print(line, markup=False), path)
    out.print(f"Weights: {path}", markup=False)
    return 0


def tuning_of(game: Game) -> Tuning:
    """How the numbers of the game's bots are fitted."""
    if game.bot.tuning is None:
        raise BadOptions(f"the bots of {game.title} have nothing to tune; see docs/add-a-game.md")
    return game.bot.tuning
