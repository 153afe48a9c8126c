"""A plan for one card: what each result would lead to, first by guesses, then by what the others can really do.

A result is a field and a number of cubes unspent. A plan's forecasts begin with `quick` guesses. With two players the
reaction of the other is then worked out for one result after another (`exact_units`); with more, reactions are drawn
again and again (`drawn_units`). Results not yet worked out lean on their neighbours.
"""

import numpy as np
import numpy.typing as npt

from serai.core import bag
from serai.core.edition import Edition
from serai.core.stream import Stream, fill, next_word
from serai.games.pasha import prospects, reactions, solver
from serai.games.pasha.dice_tables import FIELDS
from serai.games.pasha.quick import MOST_SPENT, Desk, Floats, Units, solve_laid, strive_for
from serai.games.pasha.solver import Turn
from serai.games.pasha.state import MOST_CARDS

VIEW = 0  # place of a desk's games: what the seat sees
TRUST = 2.0  # draws that the first guess weighs as much as
FIELD_ORDER = sorted(range(FIELDS), key=lambda field: [field % step != 0 for step in (36, 18, 12, 6, 3)])


class Plan:
    """What a seat may expect of a turn with one card."""

    def __init__(self, desk: Desk, edition: Edition, seat: int, kind: int, turn: Turn, stream: Stream) -> None:
        self.desk, self.edition, self.seat, self.kind, self.turn = desk, edition, seat, kind, turn
        game = desk.games[VIEW]
        self.players = int(game.players)
        self.kept = int(game.cubes[seat]) - turn.cubes
        solve_laid(desk, edition.record, VIEW, seat, kind, turn, stream.copy())
        self.guessed: Floats = desk.sums[:FIELDS, : turn.cubes + 1, : 2 * self.players].copy()
        self.guessed_worth: Floats = desk.worth[:, : turn.cubes + 1].copy()
        self.spread = float(desk.weights[prospects.SPREAD] * np.sqrt(desk.ahead.sums[prospects.SWING])) + 1.0
        sums = desk.ahead.sums
        self.start = float(desk.weights[prospects.START] * sums[prospects.STAKE]) * bool(sums[prospects.LEFT])
        self.exact = np.full((FIELDS, turn.cubes + 1), np.nan)  # worth of results whose reactions are worked out
        self.drawn = np.zeros((FIELDS, 2 * self.players))  # sums of forecasts, where reactions are drawn
        self.draws = np.zeros(FIELDS)

    def react_exactly(self, field: int, cubes: int, stream: Stream) -> Units[None]:
        """Work out the last player's reaction to a result, card by card, for two players."""
        desk, record = self.desk, self.edition.record
        other = 1 - self.seat
        unplayed = int(desk.games[VIEW].unplayed[other])
        values: dict[int, float] = {}
        for kind in range(MOST_CARDS):
            if bag.count(unplayed, kind):
                reactions.set_result(desk, VIEW, self.seat, self.kind, field, self.kept + cubes)
                values[kind] = reactions.last_reaction(desk, record, other, kind, stream)
                yield
        hand = reactions.hand_size(desk.games[VIEW], record[0], other)
        odds = reactions.card_odds(values, unplayed, hand)
        self.exact[field, cubes] = 1.0 - sum(values[kind] * odds[kind] for kind in values)

    def draw_reactions(self, field: int, stream: Stream) -> Units[None]:
        """Draw what later players do after a result, all cubes unspent."""
        reactions.set_result(self.desk, VIEW, self.seat, self.kind, field, self.kept + self.turn.cubes)
        self.drawn[field] += yield from reactions.sample_reactions(self.desk, self.edition.record, self.seat, stream)
        self.draws[field] += 1

    def forecasts(self) -> tuple[Floats, Floats]:
        """Forecasts for each result, and what they are worth to the seat."""
        if self.draws.any():
            return self._by_draws()
        if not np.isnan(self.exact).all():
            return self._by_exact_worth()
        return self.guessed, self.guessed_worth

    def _by_exact_worth(self) -> tuple[Floats, Floats]:
        """Two players: worth by the exact ones, those between by their neighbours; chances and points move along."""
        change = np.zeros_like(self.guessed_worth)
        known = np.zeros(FIELDS)
        for cubes in range(self.turn.cubes, -1, -1):
            found = ~np.isnan(self.exact[:, cubes])
            if found.any():
                places = np.flatnonzero(found)
                known = np.interp(range(FIELDS), places, (self.exact - self.guessed_worth)[places, cubes])
            change[:, cubes] = known
        sums = self.guessed.copy()
        before = sums[..., self.seat].copy()
        sums[..., self.seat] = np.clip(before + change, 0.0, 1.0)
        sums[..., 1 - self.seat] = 1.0 - sums[..., self.seat]
        shift = self.spread * (odds_logarithm(sums[..., self.seat]) - odds_logarithm(before)) / 2
        sums[..., 2 + self.seat] += shift
        sums[..., 3 - self.seat] -= shift
        return sums, self.guessed_worth + change

    def _by_draws(self) -> tuple[Floats, Floats]:
        """More players: the first guess moved towards the mean of the draws."""
        places = np.flatnonzero(self.draws)
        number = self.draws[places, None]
        moved = (self.drawn[places] / number - self.guessed[places, self.turn.cubes]) * (number / (number + TRUST))
        change = np.array([np.interp(range(FIELDS), places, column) for column in moved.T]).T
        sums = self.guessed + change[:, None, :]
        wins = np.clip(sums[..., : self.players], 1e-9, None)
        sums[..., : self.players] = wins / wins.sum(axis=-1, keepdims=True)
        worth = np.zeros((FIELDS, MOST_SPENT + 1))
        strive_for(sums, self.desk.lead, self.players, self.seat, self.turn.cubes, worth)
        return sums, worth[:, : self.turn.cubes + 1].copy()

    def solve(self) -> tuple[Floats, Floats]:
        """Solve the turn on the desk; forecasts and worth of each result."""
        sums, worth = self.forecasts()
        solver.solve(self.desk.layers, self.desk.dice, worth, self.turn)
        return sums, worth

    def odds(self, turn: Turn, holding: int) -> Floats:
        """How likely each result is in the turn solved on the desk, going on from a holding of dice."""
        odds = np.zeros((FIELDS, turn.cubes + 1))
        solver.follow(self.desk.layers, self.desk.dice, turn, holding, odds)
        return odds


def odds_logarithm(chance: Floats) -> Floats:
    """The logarithm of a chance's odds, kept within reason."""
    within = np.clip(chance, 0.02, 0.98)
    result: npt.NDArray[np.float64] = np.log(within / (1.0 - within))
    return result


def exact_units(plans: list[Plan], stream: Stream, cubes: int) -> Units[None]:
    """Work out every field of every plan for two players, with so many cubes unspent."""
    for field in FIELD_ORDER:
        for plan in plans:
            yield from plan.react_exactly(field, cubes, stream)


def drawn_units(plans: list[Plan], stream: Stream, rounds: int) -> Units[None]:
    """Draw reactions to every result of every plan, so many times; the same chance for all results of one time."""
    for _ in range(rounds):
        for field in FIELD_ORDER:
            for plan in plans:
                yield from plan.draw_reactions(field, stream.copy())
        fill(stream, np.uint64(next_word(stream)), 0)
