"""How Asara's bots think: what the contract asks for (`serai.core.contract.Bot`), and where it stands."""

from serai.games.asara.bot import tuning
from serai.games.asara.bot.mind import STEPS, begin, share_of_turn

__all__ = [
    "STEPS",
    "begin",
    "share_of_turn",
    "tuning",
]
