"""Who plays whom and where: every bot sits in every place of a deal as often as the others, and meets them all.

A deal is one game's chance. It is played once for each turn of the table, so that no bot owes its points to its place
or to the deal. Bots are numbered here; the arena knows who they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count, permutations

from serai.core.errors import BadOptions

Seating = tuple[int, ...]  # the number of the bot in each seat


@dataclass(frozen=True)
class Fixture:
    """One game to be played: its deal, by number, and who sits where."""

    deal: int
    seating: Seating


def fixtures(bots: int, players: int, games: int) -> list[Fixture]:
    """At least so many games, in whole rounds: in a round every line-up has a deal, in every turn of the table."""
    if bots < 2 or players < 2:
        raise BadOptions(f"an arena needs at least 2 bots and 2 seats, not {bots} and {players}")
    together = line_ups(bots, players)
    found = [fixture for deal in range(len(together)) for fixture in fixtures_of(deal, together)]
    if games < len(found):
        least = f"{len(found)} or more, so that each sits in each place"
        raise BadOptions(f"{games} games are too few for {bots} bots at {players} seats; allowed: {least}")
    for first in count(len(together), len(together)):
        if len(found) >= games:
            break
        found += [fixture for deal in range(first, first + len(together)) for fixture in fixtures_of(deal, together)]
    return found


def fixtures_of(deal: int, together: Sequence[Seating]) -> list[Fixture]:
    """The games of one deal: its line-up, in an order that changes from round to round, in every turn."""
    around, line_up = divmod(deal, len(together))
    orders = orders_of(together[line_up])
    return [Fixture(deal, seating) for seating in turns_of(orders[around % len(orders)])]


def line_ups(bots: int, players: int) -> list[Seating]:
    """Who sits together: all of them equally often, then every choice of those for whom seats are left."""
    times, left = divmod(players, bots)
    everyone = tuple(range(bots)) * times
    return [tuple(sorted(everyone + chosen)) for chosen in combinations(range(bots), left)]


@cache
def orders_of(line_up: Seating) -> list[Seating]:
    """Every order of a line-up around the table; one that is another turned is left out."""
    first, *others = line_up
    return sorted({min(turns_of((first, *order))) for order in permutations(others)})


def turns_of(order: Sequence[int]) -> list[Seating]:
    """The table turned seat by seat; each seating once."""
    return list(dict.fromkeys((*order[place:], *order[:place]) for place in range(len(order))))
