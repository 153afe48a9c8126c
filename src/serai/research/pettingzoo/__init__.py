"""The games as PettingZoo environments: `asara_v2`, `pasha_v1`, and `env` and `raw_env` for any game by its name.

Importing this package also makes every game known to `pettingzoo.make`, where PettingZoo has it: `serai/asara_v2`.
The version is that of a game's rules.
"""

from importlib.util import find_spec
from typing import Any

import pettingzoo

from serai.research import kernels
from serai.research.pettingzoo.table import TableEnv

__all__ = ["env", "raw_env"]


def env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action loses at once, as PettingZoo's own board games have it."""
    return TableEnv(game, **options, illegal_loses=True)


def raw_env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action raises `IllegalMove` and changes nothing."""
    return TableEnv(game, **options)


def register_games() -> None:
    """Make every game with observations known by its name; those that have a module here have its defaults."""
    for game in kernels.games_with_study():
        name = f"{game.name}_{kernels.version_of(game)}"
        if find_spec(f"{__name__}.{name}"):
            pettingzoo.register("aec", f"serai/{name}", f"{__name__}.{name}:env")
        else:
            pettingzoo.register("aec", f"serai/{name}", f"{__name__}:env", kwargs={"game": game.name})


if hasattr(pettingzoo, "register"):  # versions before 1.27 have none
    register_games()
