"""Pasha as a PettingZoo environment."""

from pathlib import Path
from typing import Any

from serai.research.pettingzoo.table import TableEnv

__all__ = ["env", "raw_env"]


class raw_env(TableEnv):
    """Pasha; an illegal action raises `IllegalMove` and changes nothing."""

    def __init__(
        self,
        players: int = 3,
        render_mode: str | None = None,
        edition: str | Path | None = None,
        *,
        illegal_loses: bool = False,
    ) -> None:
        super().__init__("pasha", players, render_mode, edition, illegal_loses=illegal_loses)


def env(**options: Any) -> raw_env:
    """Pasha; an illegal action loses at once, as in PettingZoo's own board games."""
    return raw_env(**options, illegal_loses=True)
