"""The games as PettingZoo environments: a module for each, `<game>_v<version of its rules>`, with `env` and `raw_env`.

`env` and `raw_env` here are for any game by its name. Importing this package also makes every game known to
`pettingzoo.make`, where PettingZoo has it: `serai/<game>_v<version>`.
"""

import sys
from typing import TYPE_CHECKING, Any

import pettingzoo

from serai.research import kernels
from serai.research.pettingzoo.modules import Finder
from serai.research.pettingzoo.table import TableEnv

__all__ = ["env", "raw_env"]


def env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action loses at once, as PettingZoo's own board games have it."""
    return TableEnv(game, **options, illegal_loses=True)


def raw_env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action raises `IllegalMove` and changes nothing."""
    return TableEnv(game, **options)


def register_games() -> None:
    """Make every game with numbers for programs known by its name."""
    for game in kernels.games_with_study():
        name = f"{game.name}_{kernels.version_of(game)}"
        pettingzoo.register("aec", f"serai/{name}", f"{__name__}.{name}:env")


if TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """The module of a game."""


sys.meta_path.append(Finder(__name__))
if hasattr(pettingzoo, "register"):  # versions before 1.27 have none
    register_games()
