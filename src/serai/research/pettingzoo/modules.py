"""A PettingZoo module for each game, made when it is imported, as in `from serai.research.pettingzoo import chess_v1`.

Its `raw_env` has the game's own defaults (`DEFAULTS` in its study). A module of an earlier version says which one there
is now.
"""

import re
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from serai.core import game as games
from serai.core.game import Game
from serai.research import kernels
from serai.research.pettingzoo.table import TableEnv

NAME = re.compile(r"(\w+)_v([0-9]+)")


class Finder(MetaPathFinder):
    """Finds the modules of games inside a package."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module for `<game>_v<version>`, of the present version or an earlier one."""
        package, _, last = name.rpartition(".")
        found = NAME.fullmatch(last) if package == self.package else None
        if found is None or found[1] not in games.names():
            return None
        game, version = games.load(found[1]), int(found[2])
        return spec_from_loader(name, EnvLoader(game, version)) if version <= game.rules.RULES_VERSION else None


class EnvLoader(Loader):
    """Makes the module of one game."""

    def __init__(self, game: Game, version: int) -> None:
        self.game = game
        self.version = version

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module with `env` and `raw_env`; of another version than the present one there is none."""
        title, package = self.game.title, module.__name__.rpartition(".")[0]
        if self.version != self.game.rules.RULES_VERSION:
            raise ImportError(
                f"{self.game.name}_v{self.version} was {title} by version {self.version} of its rules, which is not "
                f"here any more; use {package}.{self.game.name}_{kernels.version_of(self.game)}, whose observations "
                "and actions have other sizes"
            )
        raw_env = env_class(self.game, module.__name__)

        def env(*arguments: Any, **options: Any) -> TableEnv:
            return raw_env(*arguments, **options, illegal_loses=True)

        env.__doc__ = f"{title}; an illegal action loses at once, as in PettingZoo's own board games."
        module.__doc__ = f"{title} as a PettingZoo environment."
        vars(module).update(__all__=["env", "raw_env"], env=env, raw_env=raw_env)


def env_class(game: Game, module: str) -> type[TableEnv]:
    """A game's environment with its own defaults, as a class of that module."""
    defaults = dict(kernels.study_of(game).DEFAULTS)
    usual_players = int(defaults.pop("players", game.player_counts.start))

    class raw_env(TableEnv):
        def __init__(
            self,
            players: int = usual_players,
            render_mode: str | None = None,
            edition: str | Path | None = None,
            *,
            illegal_loses: bool = False,
            **flags: bool,
        ) -> None:
            super().__init__(
                game.name, players, render_mode, edition, illegal_loses=illegal_loses, **(defaults | flags)
            )

    raw_env.__doc__ = f"{game.title}; an illegal action raises `IllegalMove` and changes nothing."
    raw_env.__module__, raw_env.__qualname__ = module, "raw_env"
    return raw_env
