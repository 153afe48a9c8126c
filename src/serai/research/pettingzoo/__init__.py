"""The games as PettingZoo environments: `asara_v1`, `pasha_v1`, and `env` and `raw_env` for any game by its name."""

from typing import Any

from serai.research.pettingzoo.table import TableEnv

__all__ = ["env", "raw_env"]


def env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action loses at once, as PettingZoo's own board games have it."""
    return TableEnv(game, **options, illegal_loses=True)


def raw_env(game: str, **options: Any) -> TableEnv:
    """A game where an illegal action raises `IllegalMove` and changes nothing."""
    return TableEnv(game, **options)
