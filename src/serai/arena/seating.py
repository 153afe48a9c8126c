"""The schedule: every bot sits in every place of a deal equally often, and meets all the others.

A deal is one game's chance. It is played once for each rotation of the table, so that no bot owes its points to its
place or to the deal. Bots are numbers here; the arena knows their names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count, permutations

from serai.core.errors import BadOptions

Seating = tuple[int, ...]  # the number of the bot in each seat


@dataclass(frozen=True)
class Fixture:
    """One game to be played: the number of its deal, and its seating."""

    deal: int
    seating: Seating


def fixtures(bots: int, players: int, games: int) -> list[Fixture]:
    """At least `games` games, in whole rounds: in a round every line-up plays a deal in every rotation."""
    if bots < 2 or players < 2:
        raise BadOptions(f"an arena needs at least 2 bots and 2 seats, not {bots} and {players}")
    groups = line_ups(bots, players)
    schedule = [fixture for deal in range(len(groups)) for fixture in fixtures_of(deal, groups)]
    if games < len(schedule):
        least = f"{len(schedule)} or more, so that each sits in each place"
        raise BadOptions(f"{games} games are too few for {bots} bots at {players} seats; allowed: {least}")
    for first in count(len(groups), len(groups)):
        if len(schedule) >= games:
            break
        schedule += [fixture for deal in range(first, first + len(groups)) for fixture in fixtures_of(deal, groups)]
    return schedule


def fixtures_of(deal: int, groups: Sequence[Seating]) -> list[Fixture]:
    """The games of one deal: its line-up, in an order that changes from round to round, in every rotation."""
    round_number, group = divmod(deal, len(groups))
    orders = orders_of(groups[group])
    return [Fixture(deal, seating) for seating in turns_of(orders[round_number % len(orders)])]


def line_ups(bots: int, players: int) -> list[Seating]:
    """The bots that sit together: each equally often, with every choice of bots for the seats that are left."""
    times, seats_left = divmod(players, bots)
    everyone = tuple(range(bots)) * times
    return [tuple(sorted(everyone + extra)) for extra in combinations(range(bots), seats_left)]


@cache
def orders_of(line_up: Seating) -> list[Seating]:
    """Every order of a line-up around the table; rotations of one another count once."""
    first, *others = line_up
    return sorted({min(turns_of((first, *order))) for order in permutations(others)})


def turns_of(order: Sequence[int]) -> list[Seating]:
    """The rotations of an order, each once."""
    return list(dict.fromkeys((*order[place:], *order[:place]) for place in range(len(order))))
