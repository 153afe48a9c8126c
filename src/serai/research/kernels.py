"""The compiled functions that research adds to a game's own: observations as numbers, masks, many games at once.

A game has them when it has a part `study`; `serai.research.stepping` is bound to it once per game.
"""

from collections.abc import Iterator
from types import ModuleType

from serai.core import game as games
from serai.core.compiled import jit
from serai.core.contract import Study
from serai.core.errors import BadOptions
from serai.core.game import Game


def study_of(game: Game) -> Study:
    """The game's part `study`, with `LAYOUT`, `ACTIONS` and `write_numbers`."""
    if game.study is None:
        raise BadOptions(f"{game.title} has no part study: its positions can't be written as numbers")
    return game.study


def games_with_study() -> Iterator[Game]:
    """The games whose positions can be written as numbers; only these can be played through other libraries."""
    for game in map(games.load, games.names()):
        if game.study:
            yield game


def version_of(game: Game) -> str:
    """The version of a game's environments, such as `v2`: that of its rules."""
    return f"v{game.rules.RULES_VERSION}"


def kernel_of(game: Game) -> ModuleType:
    """`serai.research.stepping`, bound to this game."""
    study_of(game)
    bound = {part: game.modules[part] for part in ("rules", "study")}
    return jit.bind("serai.research.stepping", f"serai.games.{game.name}.stepping", **bound)
