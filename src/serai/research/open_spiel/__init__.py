"""Serai's games for OpenSpiel: importing this registers every game by its folder's name.

`pyspiel.load_game("pasha(players=3)")` then works like any other game of OpenSpiel, and so do its algorithms. Parameters:
`players`; the game's own options as true or false; `edition`, the path of an edition file (the standard one without);
`chance` and `rng_seed`, which say how chance comes about (`serai.research.open_spiel.line`).
"""

from serai.research.open_spiel.game import SpielGame, SpielState, register
from serai.research.open_spiel.rollout import CompiledRollout

__all__ = ["CompiledRollout", "SpielGame", "SpielState", "register"]

register()
