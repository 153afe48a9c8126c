"""Asara as a PettingZoo environment."""

from pathlib import Path
from typing import Any

from serai.research.pettingzoo.table import TableEnv

__all__ = ["env", "raw_env"]


class raw_env(TableEnv):
    """Asara; an illegal action raises `IllegalMove` and changes nothing."""

    def __init__(
        self,
        players: int = 3,
        expert: bool = True,
        open_screens: bool = False,
        render_mode: str | None = None,
        edition: str | Path | None = None,
        *,
        illegal_loses: bool = False,
    ) -> None:
        flags = {"expert": expert, "open_screens": open_screens}
        super().__init__("asara", players, render_mode, edition, illegal_loses=illegal_loses, **flags)


def env(**options: Any) -> raw_env:
    """Asara; an illegal action loses at once, as in PettingZoo's own board games."""
    return raw_env(**options, illegal_loses=True)
