"""Serai's games for OpenSpiel: importing this registers every game by its folder's name.

`pyspiel.load_game("pasha(players=3)")` then works like any other game of OpenSpiel, and so do its algorithms.
Parameters: `players`; the game's own options as true or false; `edition`, the path of an edition file; `chance`, how
many equally likely outcomes a chance node has (0: they are drawn); `rng_seed` for what is drawn (-1: none).
"""

from serai.research.open_spiel.game import SpielGame, SpielState, register
from serai.research.open_spiel.rollout import CompiledRollout

__all__ = ["CompiledRollout", "SpielGame", "SpielState", "register"]

register()
