"""The bots' minds for Pasha: what each level looks at before it plays, and what it thinks of every move.

All levels solve the turn exactly for some table of results' worth (`solver`). The traveller's is a rule of thumb, and
it errs; the merchant strives to win, counts what is to come (`prospects`), and guesses what others get, whatever it
does; the vizier works out how the others can react (`plans`) and looks into the next round (`sequel`); the caliph is a
vizier with more time.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain, islice, zip_longest

import numpy as np

from serai.core.compiled import bag
from serai.core.compiled.rng import Stream, fill, next_word
from serai.core.edition import Edition
from serai.core.records.randomness import stream_of
from serai.core.search.mind import LEVELS, Candidate, Views
from serai.core.words.reasons import Point
from serai.games.pasha.bot import advice, sequel, solver, thumb, tuning
from serai.games.pasha.bot.dice_tables import FIELDS, HOLDINGS
from serai.games.pasha.bot.plans import VIEW, Plan, reaction_units
from serai.games.pasha.bot.quick import MOST_SPENT, Desk, Floats, Units, desk, turn_with
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules import choices
from serai.games.pasha.rules import play as rules
from serai.games.pasha.rules.dice import number_of
from serai.games.pasha.rules.play import MOST_MOVES
from serai.games.pasha.rules.state import PLAY, STATE

STEPS = {"vizier": 1000, "caliph": 5000}  # of a whole turn: about one second, about five
CARD_SHARE = 0.15  # of a turn's time for the choice of the card
TRAVELLER, MERCHANT, VIZIER, CALIPH = "traveller", "merchant", "vizier", "caliph"
MOST_AT_ONCE = 45  # cubes that are thought of spending when cards are compared, over all of them
FIRST_REACTIONS = 12  # to each card, before the next round is looked into
LOOKS = 200  # into the next round with each card


def share_of_turn(view: Views, edition: Edition) -> float:
    """The part of a turn's time for this decision: one for the card, the rest by rolls and cubes that are left.

    Every decision about the dice leaves at least one roll, cube or lamp less, so the shares of all sum to 1 at most.
    """
    game, record = view[0], edition.record[0]
    if game.phase == PLAY:
        return CARD_SHARE if bag.present(int(game.hand[game.turn_of])).bit_count() > 1 else 0.0
    left = int(game.rolls_left) + int(game.cubes[game.turn_of]) + int(game.lamp) * int(record.rolls)
    usual = int(record.rolls) - 1 + int(record.own_cubes)
    most = 2 * int(record.rolls) + 1 + int(record.own_cubes) + int(record.white_cubes)
    return (1.0 - CARD_SHARE) * _frequency(left, usual) / sum(_frequency(number, usual) for number in range(most + 1))


def _frequency(left: int, usual: int) -> float:
    """How often so many rolls and cubes are left, compared with none: more than usual are rare."""
    return float(np.exp(-0.5 * max(0, left - usual)))


@cache
def _weights() -> dict[int, Floats]:
    return tuning.load()


def begin(view: Views, edition: Edition, level: str, stream: Stream) -> "TurnMind":
    """A mind for one decision."""
    game = view[0]
    fitted = _weights()[int(game.players)]
    table = desk(edition, fitted, reacts=int(level in (VIZIER, CALIPH)))
    table.games[VIEW] = game
    return TurnMind(table, edition, level, stream.copy())


class TurnMind:
    """A decision in a turn: which card to play, or what to do with the dice."""

    def __init__(self, table: Desk, edition: Edition, level: str, stream: Stream) -> None:
        self._desk, self._edition, self._level, self._stream = table, edition, level, stream
        self._first_stream = stream.copy()
        game = table.games[VIEW]
        self.seat, self.players = int(game.turn_of), int(game.players)
        listed = np.zeros(MOST_MOVES, np.int32)
        self.moves = [int(move) for move in listed[: choices.legal(game, edition.record[0], listed)]]
        self.plans = self._begin_plans()
        self.ahead = np.zeros(len(self.plans))  # what looking into the next round adds to each card's worth
        self._worths = {TRAVELLER: self._thumb_worth, MERCHANT: self._greedy_worth}
        self._work = self._units()

    def think(self, steps: int) -> int:
        """Go on for up to so many steps; 0 when nothing is left to think about."""
        for done in range(steps):
            if next(self._work, self) is self:
                return done
        return steps

    def candidates(self) -> Sequence[Candidate]:
        """Every legal move, best first."""
        found = self._cards() if self._is_card() else self._dice_moves()
        return sorted(self._err(found), key=lambda candidate: (-candidate.worth, candidate.move))

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        """What speaks for and against a move, in points for the seat that decides."""
        return advice.reasons(self, candidate)

    def chance(self) -> Stream:
        """The same chance whenever it is asked for."""
        return self._first_stream.copy()

    def _is_card(self) -> bool:
        return bool(self._desk.games[VIEW].phase == PLAY)

    def _begin_plans(self) -> list[Plan]:
        """A plan for each card that may be played, or the one for the card that is."""
        game, record = self._desk.games[VIEW], self._edition.record[0]
        cubes = min(int(game.cubes[self.seat]), MOST_SPENT)
        if self._is_card():
            cubes = min(cubes, MOST_AT_ONCE // len(self.moves))
            turns = {move: turn_with(record, move, cubes) for move in self.moves}
        else:
            turns = {
                int(game.played[self.seat]): Turn(int(game.lamp), int(game.rolls_left), int(record.rolls) - 1, cubes)
            }
        return [Plan(self._desk, self._edition, self.seat, kind, turn, self.chance()) for kind, turn in turns.items()]

    def _units(self) -> Units[None]:
        """The work of the stronger levels, in small steps: how others react, and for the card the next round too."""
        if self._level not in (VIZIER, CALIPH):
            return
        reactions = reaction_units(self.plans, self._stream.copy())
        if len(self.plans) == 1:
            yield from reactions
            return
        yield from islice(reactions, FIRST_REACTIONS * len(self.plans))
        looks = sequel.units(self.plans, self.ahead, self._stream.copy(), LOOKS)
        yield from chain.from_iterable(zip_longest(looks, reactions))

    def solve(self, plan: Plan) -> tuple[Floats, Floats]:
        """Solve a plan's turn on the desk as this level sees it; forecasts and worth of each result."""
        if self._level in self._worths:
            worth = self._worths[self._level](plan)
            solver.solve(self._desk.layers, self._desk.dice, worth, plan.turn)
            return plan.guessed, worth
        return plan.solve()

    def _thumb_worth(self, plan: Plan) -> Floats:
        return thumb.worth(self._desk.games[VIEW], self._edition, plan.kind, plan.turn.cubes)

    def _greedy_worth(self, plan: Plan) -> Floats:
        """Chances and points with others guessed, who do not look at the board; what they can really do is left out."""
        return plan.guessed_worth

    def _cards(self) -> list[Candidate]:
        found = []
        for number, plan in enumerate(self.plans):
            sums, worth = self.solve(plan)
            odds = plan.odds(plan.turn, 0)
            value = float((odds * worth).sum()) + float(self.ahead[number])
            found.append(self._candidate(plan.kind, value, np.tensordot(odds, sums, 2)))
        return found

    def _dice_moves(self) -> list[Candidate]:
        plan, table = self.plans[0], self._desk
        sums, worth = self.solve(plan)
        means = np.empty((*table.layers.value.shape[:2], plan.turn.cubes + 1, HOLDINGS, 2 * self.players))
        solver.measure(table.layers, table.dice, plan.turn, sums, means)
        found = []
        for move in self.moves:
            place = solver.place_of_move(table.dice, plan.turn, self.shown, move)
            if place is None:
                result = solver.marked_field(table.dice, self.shown, move), plan.turn.cubes
                found.append(self._candidate(move, float(worth[result]), sums[result]))
            else:
                found.append(self._candidate(move, float(table.layers.value[place]), means[place]))
        return found

    @property
    def shown(self) -> int:
        """The holding of the five dice on the table."""
        return int(number_of(self._edition.record[0], int(self._desk.games[VIEW].dice))) + 1

    def _candidate(self, move: int, worth: float, forecast: Floats) -> Candidate:
        wins = np.clip(forecast[: self.players], 0.0, 1.0)
        shares = tuple(float(win) for win in wins / wins.sum())
        return Candidate(move, worth, shares, tuple(float(points) for points in forecast[self.players :]))

    def _err(self, found: list[Candidate]) -> list[Candidate]:
        """The traveller misjudges every move a little, always in the same way for one decision."""
        if self._level != TRAVELLER:
            return found
        stream = self.chance()
        slips = [thumb.slip((int(next_word(stream)) >> 11) / (1 << 53), self._is_card()) for _ in found]
        return [
            Candidate(move.move, move.worth + slip, move.wins, move.points)
            for move, slip in zip(found, slips, strict=True)
        ]


def rehearse(edition: Edition) -> None:
    """Call everything compiled once, with the types that play uses."""
    views = np.zeros(1, STATE)
    for players in (2, 3):
        stream = stream_of(players, 0)
        fill(views[0].open, np.uint64(1), 0)
        fill(views[0].hidden, np.uint64(1), 4)
        rules.new(views[0], edition.record[0], np.array([players], np.int64))
        for level in LEVELS:
            mind = begin(views, edition, level, stream)
            mind.think(8)
            mind.reasons(mind.candidates()[0])
        list(sequel.look(mind.plans[0], np.ones((FIELDS, 1)), stream))
        rules.apply(views[0], edition.record[0], mind.candidates()[0].move)
        mind = begin(views, edition, VIZIER, stream)
        mind.reasons(mind.candidates()[0])
