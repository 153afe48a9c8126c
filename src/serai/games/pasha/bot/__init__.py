"""How Pasha's bots think: what the contract asks for (`serai.core.contract.Bot`), and where it stands."""

from serai.games.pasha.bot import tuning
from serai.games.pasha.bot.mind import STEPS, begin, rehearse, share_of_turn

__all__ = [
    "STEPS",
    "begin",
    "rehearse",
    "share_of_turn",
    "tuning",
]
