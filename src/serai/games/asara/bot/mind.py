"""Asara's bots: greedy by evaluation, or searching over whole turns; each sees only what its seat sees."""

import math
from collections.abc import Sequence
from dataclasses import replace

from serai.core.compiled import jit
from serai.core.compiled.rng import Stream, below
from serai.core.edition import Edition
from serai.core.search.mind import Candidate, Mind, Views
from serai.core.search.minds import Search, Survey, ranked
from serai.core.words.reasons import Point
from serai.games.asara import rules
from serai.games.asara.bot import advice, planning, weights
from serai.games.asara.rules.state import BUILD, BUY, KEEP, LOOK, PLACE, SPY, SPY_BUY, UNDER

tree = jit.bind("serai.core.search.tree", "serai.games.asara.tree", rules=rules, guide=planning)

STEPS = {"vizier": 40_000, "caliph": 200_000}  # simulations that take a turn's time: 1 s and 5 s on one slow core
SHARES = {
    PLACE: 0.6,
    BUY: 0.4,
    SPY: 0.2,
    SPY_BUY: 0.2,
    LOOK: 0.2,
    KEEP: 0.18,
    UNDER: 0.02,
}  # of a turn's time, for each decision
BUILDING_SHARE = 0.4  # of a turn's time, for all pieces of a build
MISTAKES = 0.015  # how far a traveller's idea of its chances is off, as the scale of a Gumbel distribution


def share_of_turn(view: Views, edition: Edition) -> float:
    """The part of a turn's time that this decision gets."""
    if view[0].phase == BUILD:
        return BUILDING_SHARE / max(1, int(view[0].most_built))
    return SHARES[int(view[0].phase)]


def begin(view: Views, edition: Edition, level: str, stream: Stream) -> Mind:
    """A mind of this level for what a seat sees."""
    desks = weights.desk_for(view[0])
    if level == "traveller":
        return Traveller(tree, view, edition, desks, stream)
    if level == "merchant":
        return Merchant(tree, view, edition, desks, stream)
    return Vizier(tree, view, edition, desks, stream)


class Merchant(Survey):
    """Plays the turn after which its chances look best."""

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        """What the evaluation sees in the move, beside the best other."""
        return advice.reasons(self, candidate)


class Traveller(Merchant):
    """Sees the same as the merchant, but misjudges."""

    def candidates(self) -> list[Candidate]:
        """Every legal move, the one that seems best first."""
        stream = self.stream.copy()
        judged = super().candidates()
        return ranked(replace(one, worth=one.worth + MISTAKES * gumbel(stream)) for one in judged)


class Vizier(Search):
    """Searches; the caliph is a vizier with more time."""

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        """What the evaluation sees in the move, beside the best other."""
        return advice.reasons(self, candidate)


def gumbel(stream: Stream) -> float:
    """Noise whose largest of many picks each with a chance that grows with its worth."""
    return -math.log(-math.log((below(stream, 1 << 30) + 0.5) / (1 << 30)))
