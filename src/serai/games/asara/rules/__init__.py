"""Asara's rules: what the contract asks of them (`serai.core.contract.Rules`), and where each stands."""

from serai.games.asara.rules import versions
from serai.games.asara.rules.edition import inline_edition, read_edition
from serai.games.asara.rules.hidden import conceal, deal_unknown
from serai.games.asara.rules.illegal import why_illegal
from serai.games.asara.rules.play import (
    EVERY_MOVE,
    MOST_MOVES,
    RULES_VERSION,
    apply,
    is_over,
    legal,
    new,
    random_move,
    scores,
    to_act,
    winners,
)
from serai.games.asara.rules.state import EDITION, OPTIONS, PLAYERS, STATE

__all__ = [
    "EDITION",
    "EVERY_MOVE",
    "MOST_MOVES",
    "OPTIONS",
    "PLAYERS",
    "RULES_VERSION",
    "STATE",
    "apply",
    "conceal",
    "deal_unknown",
    "inline_edition",
    "is_over",
    "legal",
    "new",
    "random_move",
    "read_edition",
    "scores",
    "to_act",
    "versions",
    "why_illegal",
    "winners",
]
