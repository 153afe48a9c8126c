"""Why a move of the toy is not allowed."""

import numpy as np

from serai.core.edition import Edition
from serai.core.words.reasons import Reason

from ..rules import play as rules

REASONS = {
    rules.OVER: Reason("T4", "the game is over"),
    rules.NO_CARD: Reason("T2", "no such card is held"),
    rules.NO_PAIR: Reason("T3", "the two cards are not held"),
    rules.NO_PILE: Reason("T3", "the pile is empty"),
    rules.NOT_A_PAIR: Reason("T3", "the lower card comes first"),
}


def reason(code: int, game: np.record, edition: Edition, move: int) -> Reason:
    """The rule's number and a sentence."""
    return REASONS[code]
