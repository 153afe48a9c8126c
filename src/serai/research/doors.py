"""The compiled doors that research uses beside a game's own: observations as numbers, masks, and many games at once.

A game offers them when its folder has an `observation.py`; `serai.research.stepping` is bound to it once per game.
"""

import importlib.util
from importlib import import_module
from types import ModuleType

from serai.core import jit
from serai.core.errors import BadOptions
from serai.core.game import Game


def observation_of(game: Game) -> ModuleType:
    """The game's `observation` module, with `LAYOUT`, `ACTIONS` and `write`."""
    name = f"serai.games.{game.name}.observation"
    if importlib.util.find_spec(name) is None:
        raise BadOptions(f"{game.title} has no observation.py: its positions can't be written as numbers")
    return import_module(name)


def of(game: Game) -> ModuleType:
    """`serai.research.stepping`, bound to this game."""
    return jit.bind(
        "serai.research.stepping",
        f"serai.games.{game.name}.stepping",
        rules=game.rules,
        hidden=game.hidden,
        observation=observation_of(game),
    )
