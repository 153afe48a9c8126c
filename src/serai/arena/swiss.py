"""The draw of a Swiss round, in which bots of similar standing meet.

No bot rests a second time before all have rested once. Of the remaining draws, one with the fewest repeated pairings is
taken, and of those the one in which the best sit with the next best. The search looks ahead so that a draw does not
force repetitions in later rounds. Its limit is a number of tables, not a time, so the same results always give the same
draw.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from serai.arena.seating import Seating

SEARCH_LIMIT = 100_000  # tables that are examined for a draw
LOOKAHEAD_LIMIT = 5_000  # tables that are examined for each number of rounds ahead


@dataclass(frozen=True)
class Draw:
    """One round: the bots at each table, and the bots that rest."""

    tables: tuple[Seating, ...]
    resting: Seating


@dataclass(frozen=True)
class History:
    """The pairings and rests of earlier rounds."""

    meetings: tuple[tuple[int, ...], ...]  # how often, by bot and bot
    rests: tuple[int, ...]  # how often, by bot

    @classmethod
    def empty(cls, bots: int) -> "History":
        """Before the first round."""
        return cls(((0,) * bots,) * bots, (0,) * bots)

    def with_draw(self, draw: Draw) -> "History":
        """The history with one more round."""
        meetings, rests = [list(row) for row in self.meetings], list(self.rests)
        for table in draw.tables:
            for bot, other in combinations(table, 2):
                meetings[bot][other] += 1
                meetings[other][bot] += 1
        for bot in draw.resting:
            rests[bot] += 1
        return History(tuple(map(tuple, meetings)), tuple(rests))

    def repeat_count(self, table: Sequence[int]) -> int:
        """How often the bots of a table have met."""
        return sum(self.meetings[bot][other] for bot, other in combinations(table, 2))


class SearchLimitReached(Exception):
    """The search has examined as many tables as it may."""


class Search:
    """Looks for draws of tables with `players` seats, within a limit."""

    def __init__(self, players: int, limit: int) -> None:
        self.players = players
        self._tables_left = limit
        self._dead_ends: set[tuple[History, Seating, int]] = set()

    def draws(self, order: Sequence[int], history: History) -> Iterator[tuple[int, Draw]]:
        """Draws with the fewest repeated pairings, and their number; draws closest to the order come first."""
        choices = list(resting_choices(order, history, len(order) % self.players))
        seated = {resting: tuple(bot for bot in order if bot not in resting) for resting in choices}
        has_draw = False
        for repeats in count(min(self.bound(left, history) for left in seated.values())):
            for resting, left in seated.items():
                for tables in self.tables(left, history, repeats):
                    has_draw = True
                    yield repeats, Draw(tables, resting)
            if has_draw:
                return

    def tables(self, left: Seating, history: History, allowed: int) -> Iterator[tuple[Seating, ...]]:
        """Every way to seat the remaining bots with no more repeated pairings than allowed."""
        if not left:
            yield ()
        if not left or (history, left, allowed) in self._dead_ends:
            return
        has_draw = False
        for mates in combinations(left[1:], self.players - 1):
            self._count_table()
            rest = tuple(bot for bot in left[1:] if bot not in mates)
            over = allowed - history.repeat_count((left[0], *mates))
            if over >= 0 and self.bound(rest, history) <= over:
                for others in self.tables(rest, history, over):
                    has_draw = True
                    yield ((left[0], *mates), *others)
        if not has_draw:
            self._dead_ends.add((history, left, allowed))

    def bound(self, left: Sequence[int], history: History) -> int:
        """A lower bound of repeated pairings: every bot sits with the opponents it has met least."""
        company = (sorted(history.meetings[bot][other] for other in left if other != bot) for bot in left)
        return math.ceil(sum(sum(known[: self.players - 1]) for known in company) / 2)

    def can_continue(self, history: History, rounds: int) -> bool:
        """Whether `rounds` more rounds are possible without any repetition."""
        if rounds <= 0:
            return True
        for repeats, draw in self.draws(range(len(history.rests)), history):
            if repeats:
                return False
            if self.can_continue(history.with_draw(draw), rounds - 1):
                return True
        return False

    def _count_table(self) -> None:
        self._tables_left -= 1
        if self._tables_left < 0:
            raise SearchLimitReached


def draw(order: Sequence[int], history: History, players: int, rounds: int) -> Draw:
    """The next round, from the bots in the order of their standing, with `rounds` more to follow."""
    try:
        repeats, first = next(Search(players, SEARCH_LIMIT).draws(order, history))
    except SearchLimitReached:
        return plain_draw(order, history, players)
    for ahead in range(0 if repeats else min(rounds, fresh_rounds(history, players) - 1), 0, -1):
        if lookahead := draw_with_lookahead(order, history, players, ahead):
            return lookahead
    return first


def draw_with_lookahead(order: Sequence[int], history: History, players: int, rounds: int) -> Draw | None:
    """The first draw that allows `rounds` rounds without repetitions; at the search limit, the last candidate."""
    search, candidate = Search(players, LOOKAHEAD_LIMIT), None
    try:
        for _, candidate in search.draws(order, history):
            if search.can_continue(history.with_draw(candidate), rounds):
                return candidate
    except SearchLimitReached:
        return candidate
    return None


def fresh_rounds(history: History, players: int) -> int:
    """The most rounds that new pairings are enough for."""
    bots = len(history.rests)
    unmet = sum(row.count(0) for row in history.meetings) - bots
    return unmet // ((bots - bots % players) * (players - 1))


def resting_choices(order: Sequence[int], history: History, number: int) -> Iterator[Seating]:
    """The bots that may rest: those with the fewest rests, and of these the last in the order first."""
    ranked = sorted(reversed(order), key=lambda bot: history.rests[bot])
    if not number:
        yield ()
        return
    limit = history.rests[ranked[number - 1]]
    certain = tuple(bot for bot in ranked if history.rests[bot] < limit)
    candidates = [bot for bot in ranked if history.rests[bot] == limit]
    yield from (certain + pick for pick in combinations(candidates, number - len(certain)))


def plain_draw(order: Sequence[int], history: History, players: int) -> Draw:
    """Each table: the best remaining bot with the opponents it has met least; for fields too large to search."""
    resting = next(resting_choices(order, history, len(order) % players))
    left, tables = [bot for bot in order if bot not in resting], []
    while left:
        table = [left.pop(0)]
        while len(table) < players:
            table.append(min(left, key=lambda bot: history.repeat_count((*table, bot))))
            left.remove(table[-1])
        tables.append(tuple(table))
    return Draw(tuple(tables), resting)
