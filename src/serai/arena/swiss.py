"""The draw of a Swiss round: who sits together when those of similar standing are to meet.

Nobody rests a second time before all have rested once. Among the draws that this leaves, one with the fewest repeated
pairings is taken, and of those the one in which the best sit with the next best. So that a draw does not force
repetitions upon later rounds it looks ahead as far as its patience goes; it counts what it has looked at, not time, so
that the same results always give the same draw.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from serai.arena.seating import Seating

PATIENCE = 100_000  # tables looked at for a draw
FORESIGHT = 5_000  # of them for each number of rounds ahead


@dataclass(frozen=True)
class Draw:
    """One round: who sits together, and who rests."""

    tables: tuple[Seating, ...]
    resting: Seating


@dataclass(frozen=True)
class Past:
    """What earlier rounds were like."""

    met: tuple[tuple[int, ...], ...]  # how often, by bot and bot
    rested: tuple[int, ...]  # how often, by bot

    @classmethod
    def none(cls, bots: int) -> "Past":
        """Before the first round."""
        return cls(((0,) * bots,) * bots, (0,) * bots)

    def after(self, draw: Draw) -> "Past":
        """With one more round."""
        met, rested = [list(row) for row in self.met], list(self.rested)
        for table in draw.tables:
            for bot, other in combinations(table, 2):
                met[bot][other] += 1
                met[other][bot] += 1
        for bot in draw.resting:
            rested[bot] += 1
        return Past(tuple(map(tuple, met)), tuple(rested))

    def repeated(self, table: Sequence[int]) -> int:
        """How often those of a table have met."""
        return sum(self.met[bot][other] for bot, other in combinations(table, 2))


class OutOfPatience(Exception):
    """Too much was looked at."""


class Search:
    """Looks for draws of tables with so many seats, within its patience."""

    def __init__(self, players: int, patience: int) -> None:
        self.players = players
        self._patience = patience
        self._hopeless: set[tuple[Past, Seating, int]] = set()

    def draws(self, order: Sequence[int], past: Past) -> Iterator[tuple[int, Draw]]:
        """Draws with the fewest repeated pairings and how many these are, those that keep to the order best first."""
        choices = list(resting_choices(order, past, len(order) % self.players))
        seated = {resting: tuple(bot for bot in order if bot not in resting) for resting in choices}
        is_found = False
        for repeated in count(min(self.bound(left, past) for left in seated.values())):
            for resting, left in seated.items():
                for tables in self.tables(left, past, repeated):
                    is_found = True
                    yield repeated, Draw(tables, resting)
            if is_found:
                return

    def tables(self, left: Seating, past: Past, allowed: int) -> Iterator[tuple[Seating, ...]]:
        """Every way to seat those who are left with no more repeated pairings than allowed."""
        if not left:
            yield ()
        if not left or (past, left, allowed) in self._hopeless:
            return
        is_found = False
        for mates in combinations(left[1:], self.players - 1):
            self._look()
            rest = tuple(bot for bot in left[1:] if bot not in mates)
            over = allowed - past.repeated((left[0], *mates))
            if over >= 0 and self.bound(rest, past) <= over:
                for others in self.tables(rest, past, over):
                    is_found = True
                    yield ((left[0], *mates), *others)
        if not is_found:
            self._hopeless.add((past, left, allowed))

    def bound(self, left: Sequence[int], past: Past) -> int:
        """Repeated pairings that can't be avoided: everybody's least known company, each pairing counted twice."""
        company = (sorted(past.met[bot][other] for other in left if other != bot) for bot in left)
        return math.ceil(sum(sum(known[: self.players - 1]) for known in company) / 2)

    def goes_on(self, past: Past, rounds: int) -> bool:
        """Whether so many rounds can follow without any repetition."""
        if rounds <= 0:
            return True
        for repeated, draw in self.draws(range(len(past.rested)), past):
            if repeated:
                return False
            if self.goes_on(past.after(draw), rounds - 1):
                return True
        return False

    def _look(self) -> None:
        self._patience -= 1
        if self._patience < 0:
            raise OutOfPatience


def draw(order: Sequence[int], past: Past, players: int, rounds: int) -> Draw:
    """The next round, from the bots in the order of their standing; so many rounds are to follow."""
    try:
        repeated, first = next(Search(players, PATIENCE).draws(order, past))
    except OutOfPatience:
        return plain_draw(order, past, players)
    for ahead in range(0 if repeated else min(rounds, fresh_rounds(past, players) - 1), 0, -1):
        if found := with_foresight(order, past, players, ahead):
            return found
    return first


def with_foresight(order: Sequence[int], past: Past, players: int, rounds: int) -> Draw | None:
    """The first draw after which so many rounds go on without repetitions; when patience ends, the one looked at."""
    search, looked_at = Search(players, FORESIGHT), None
    try:
        for _, looked_at in search.draws(order, past):
            if search.goes_on(past.after(looked_at), rounds):
                return looked_at
    except OutOfPatience:
        return looked_at
    return None


def fresh_rounds(past: Past, players: int) -> int:
    """For how many rounds at most there are enough pairings that have not been."""
    bots = len(past.rested)
    unmet = sum(row.count(0) for row in past.met) - bots
    return unmet // ((bots - bots % players) * (players - 1))


def resting_choices(order: Sequence[int], past: Past, number: int) -> Iterator[Seating]:
    """Who may rest: those who have rested least, of these the last in the order first."""
    ranked = sorted(reversed(order), key=lambda bot: past.rested[bot])
    if not number:
        yield ()
        return
    limit = past.rested[ranked[number - 1]]
    surely = tuple(bot for bot in ranked if past.rested[bot] < limit)
    maybe = [bot for bot in ranked if past.rested[bot] == limit]
    yield from (surely + chosen for chosen in combinations(maybe, number - len(surely)))


def plain_draw(order: Sequence[int], past: Past, players: int) -> Draw:
    """Table by table, each time those whom the best one left knows least; for fields too large to search."""
    resting = next(resting_choices(order, past, len(order) % players))
    left, tables = [bot for bot in order if bot not in resting], []
    while left:
        table = [left.pop(0)]
        while len(table) < players:
            table.append(min(left, key=lambda bot: past.repeated((*table, bot))))
            left.remove(table[-1])
        tables.append(tuple(table))
    return Draw(tuple(tables), resting)
