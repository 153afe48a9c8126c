"""A plan for one card: what each result would lead to, first by guesses, then by what the others can really do.

A result is a field and a number of cubes unspent. A plan's forecasts begin with `quick` guesses. Then the reactions of
those who mark later are worked out (`reactions`), for one number of cubes unspent after another: exactly where only one
player is left to mark, else again and again with the players between drawn. Numbers of cubes between lean on those.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.rng import Stream, fill, next_word
from serai.core.edition import Edition
from serai.games.pasha.bot import prospects, reactions, solver
from serai.games.pasha.bot.batch import Lanes
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.bot.quick import Desk, Floats, Units, drawn_card, solve_laid
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules.state import MOST_CARDS

VIEW = 0  # place of a desk's games: what the seat sees
TRUST = 0.5  # draws that the first guess weighs as much as


@dataclass(frozen=True)
class Reactions:
    """What the last player can make of the cards that it may hold, as far as they were tried."""

    hand: int  # cards it holds
    number: dict[int, int]  # of each kind that it has not played
    own: dict[int, Lanes]  # by kind and field: worth to it
    aside: dict[int, Lanes]  # worth to the seat that decides

    def worth(self, kinds: Iterable[int]) -> Floats:
        """What each field is worth to the seat that decides, if the last player has cards of these kinds only.

        It plays the best of its hand, which may be any of the cards (P21).
        """
        number = np.array([self.number[kind] for kind in kinds])
        own, aside = (np.array([found[kind] for kind in kinds], np.float64) for found in (self.own, self.aside))
        best_first = np.argsort(-own, axis=0, kind="stable")
        cards, hand = int(number.sum()), min(self.hand, int(number.sum()))
        hands = np.array([comb(left, hand) for left in range(cards + 1)]) / comb(cards, hand)
        without = hands[cards - np.cumsum(number[best_first], axis=0)]  # that have none of the best so far
        odds = -np.diff(without, axis=0, prepend=1.0)
        result: Floats = (odds * np.take_along_axis(aside, best_first, axis=0)).sum(axis=0)
        return result


class Plan:
    """What a seat may expect of a turn with one card."""

    def __init__(self, desk: Desk, edition: Edition, seat: int, kind: int, turn: Turn, stream: Stream) -> None:
        self.desk, self.edition, self.seat, self.kind, self.turn = desk, edition, seat, kind, turn
        game = desk.games[VIEW]
        self.players = int(game.players)
        self.last = (int(game.first) - 1) % self.players  # the seat that marks last
        self.later = (self.last - seat) % self.players  # how many mark later
        self.kept = int(game.cubes[seat]) - turn.cubes
        solve_laid(desk, edition.record, VIEW, seat, kind, turn, stream.copy())
        self.guessed: Floats = desk.sums[:FIELDS, : turn.cubes + 1, : 2 * self.players].copy()
        self.guessed_worth: Floats = desk.worth[:, : turn.cubes + 1].copy()
        self.spread = float(desk.weights[prospects.SPREAD] * np.sqrt(desk.ahead.sums[prospects.SWING])) + 1.0
        sums = desk.ahead.sums
        self.start = float(desk.weights[prospects.START] * sums[prospects.STAKE]) * bool(sums[prospects.LEFT])
        self.reactions: dict[int, Reactions] = {}  # where one player is left to mark: by cubes unspent
        self.drawn = np.zeros((FIELDS, turn.cubes + 1))  # else: sums over draws of what reactions change
        self.draws = np.zeros(turn.cubes + 1)

    def react(self, cubes: int) -> Units[None]:
        """Work out the last player's reactions to every field with so many cubes unspent, one card after another."""
        desk, record = self.desk, self.edition.record
        found = Reactions(int(reactions.hand_size(desk.games[VIEW], record[0], self.last)), {}, {}, {})
        unplayed = int(desk.games[VIEW].unplayed[self.last])
        for kind in most_different(unplayed):
            reactions.lay_result(desk, VIEW, self.seat, self.kind, self.kept + cubes)
            found.own[kind], found.aside[kind], _ = yield from reactions.react_to_all(desk, record, self.seat, kind)
            found.number[kind] = bag.count(unplayed, kind)
            self.reactions[cubes] = found
            yield

    def draw(self, cubes: int, stream: Stream) -> Units[None]:
        """Draw players between and the last one's card; by how much its reactions are worse than ordinary ones."""
        desk = self.desk
        reactions.lay_result(desk, VIEW, self.seat, self.kind, self.kept + cubes)
        reactions.draw_others(desk, self.seat, stream)
        kind = int(drawn_card(desk.games[VIEW], self.last, stream))
        _, aside, ordinary = yield from reactions.react_to_all(desk, self.edition.record, self.seat, kind)
        self.drawn[:, cubes] += aside - ordinary
        self.draws[cubes] += 1
        yield

    def forecasts(self) -> tuple[Floats, Floats]:
        """Forecasts for each result, and what they are worth to the seat."""
        if self.later == 1:
            known = sorted(self.reactions)
            moved = [self._worked_out(cubes) - self.guessed_worth[:, cubes] for cubes in known]
        else:
            known = [int(cubes) for cubes in np.flatnonzero(self.draws)]
            moved = [self.drawn[:, cubes] / (self.draws[cubes] + TRUST) for cubes in known]
        if not known:
            return self.guessed, self.guessed_worth
        change = np.array([np.interp(range(self.turn.cubes + 1), known, row) for row in np.transpose(moved)])
        return self._moved(change), self.guessed_worth + change

    def _worked_out(self, cubes: int) -> Floats:
        """What each field is worth with so many cubes unspent: as with all of them, and the difference that this makes.

        Fewer cards may have been tried so far than with all cubes unspent; the difference is that of the same cards.
        """
        first, found = self.reactions[self.turn.cubes], self.reactions[cubes]
        return first.worth(first.own) + found.worth(found.own) - first.worth(found.own)

    def _moved(self, change: Floats) -> Floats:
        """The guessed forecasts with other chances for the seat; those of others, and points, move along."""
        sums = self.guessed.copy()
        before = sums[..., self.seat].copy()
        after = np.clip(before + change, 0.0, 1.0)
        others = np.arange(self.players) != self.seat
        chances = sums[..., : self.players][..., others] + 1e-9
        sums[..., : self.players][..., others] = chances * ((1.0 - after) / chances.sum(axis=-1))[..., None]
        sums[..., self.seat] = after
        shift = self.spread * (odds_logarithm(after) - odds_logarithm(before)) / self.players
        sums[..., self.players :] -= shift[..., None]
        sums[..., self.players + self.seat] += self.players * shift
        return sums

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


def most_different(cards: int) -> list[int]:
    """The kinds in a bag of cards: one between, the highest, the lowest, then the rest."""
    kinds = [kind for kind in range(MOST_CARDS) if bag.count(cards, kind)]
    return list(dict.fromkeys((kinds[len(kinds) // 2], kinds[-1], kinds[0], *kinds)))


def reaction_units(plans: list[Plan], stream: Stream) -> Units[None]:
    """Work out reactions to all plans: all cubes unspent first, then none, half, and the numbers between.

    Where others are drawn this goes on and on; each time all plans have the same chance.
    """
    most = plans[0].turn.cubes
    if plans[0].later == 1:
        for cubes in dict.fromkeys((most, 0, most // 2, *range(most))):
            for plan in plans:
                yield from plan.react(cubes)
    while plans[0].later > 1:
        for cubes in (most, most, 0):
            for plan in plans:
                yield from plan.draw(cubes, stream.copy())
            fill(stream, np.uint64(next_word(stream)), 0)
