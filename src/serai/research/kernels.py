"""The compiled functions that research adds to a game's own: observations as numbers, masks, and many games at once.

A game offers them when its folder has an `observation.py`; `serai.research.stepping` is bound to it once per game.
"""

from collections.abc import Iterator
from types import ModuleType

from serai.core import game as games
from serai.core.compiled import jit
from serai.core.errors import BadOptions
from serai.core.game import Game


def observation_of(game: Game) -> ModuleType:
    """The game's `observation` module, with `LAYOUT`, `ACTIONS` and `write`."""
    module = game.part("observation")
    if module is None:
        raise BadOptions(f"{game.title} has no observation.py: its positions can't be written as numbers")
    return module


def games_with_study() -> Iterator[Game]:
    """The games that have an `observation` module; only these can be played through other libraries."""
    for game in map(games.load, games.names()):
        if game.part("observation"):
            yield game


def version_of(game: Game) -> str:
    """The version of a game's environments, such as `v2`: that of its rules."""
    return f"v{game.rules.RULES_VERSION}"


def kernel_of(game: Game) -> ModuleType:
    """`serai.research.stepping`, bound to this game."""
    return jit.bind(
        "serai.research.stepping",
        f"serai.games.{game.name}.stepping",
        rules=game.rules,
        hidden=game.hidden,
        observation=observation_of(game),
    )
