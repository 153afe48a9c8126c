"""Asara for research and statistics: what the contract asks for (`serai.core.contract.Study`), and where it stands."""

from serai.games.asara.study.observation import ACTIONS, DEFAULTS, LAYOUT, STEPS_PER_SECOND, write_numbers
from serai.games.asara.study.sketch import draw_svg
from serai.games.asara.study.uses import USE_SENTENCES, count_uses

__all__ = [
    "ACTIONS",
    "DEFAULTS",
    "LAYOUT",
    "STEPS_PER_SECOND",
    "USE_SENTENCES",
    "count_uses",
    "draw_svg",
    "write_numbers",
]
