"""Asara's scoring in plain Python, for tests to compare with: slow, and written from the rules' words alone."""

from collections.abc import Callable
from math import ceil
from typing import Any, TypeVar

from serai.games.asara.rules.state import COLOURS
from serai.games.asara.tests.table import Table

T = TypeVar("T")


def year_points(table: Table, seat: int) -> dict[str, int]:
    """What a player scores at a year's end, by reason (A24)."""
    towers = [text.split() for text in table.towers_of(seat)]
    hidden_gold = sum(tower.count("lit*") for tower in towers)
    gold = sum(part.endswith("*") and part != "lit*" for tower in towers for part in tower)
    return {
        "towers": len(towers),
        "gold": gold - hidden_gold,
        "lit": sum(part.startswith("lit") for tower in towers for part in tower),
        "favour": int(table.game.favour_holder == seat),
    }


def shares(contestants: list[T], rank: Callable[[T], Any], first: int, second: int) -> list[tuple[T, int]]:
    """Who gets how much for first and second place (A30)."""
    ranks = sorted({rank(each) for each in contestants}, reverse=True)
    if not ranks:
        return []
    best = [each for each in contestants if rank(each) == ranks[0]]
    if len(best) > 1:
        return [(each, ceil((first + second) / len(best))) for each in best]
    next_best = [each for each in contestants if len(ranks) > 1 and rank(each) == ranks[1]]
    return [(best[0], first)] + [(each, ceil(second / len(next_best))) for each in next_best]


def final_points(table: Table) -> list[dict[str, int]]:
    """What each player scores at the end, by reason (A26 to A31)."""
    data = table.edition.data
    towers = [(seat, text.split()) for seat in range(table.players) for text in table.towers_of(seat)]
    points = [dict.fromkeys((*COLOURS, "highest", "most", "money"), 0) for _ in range(table.players)]

    def lit(tower: list[str]) -> int:
        return tower.count("lit") + tower.count("lit*")

    def tower_rank(entry: tuple[int, list[str]]) -> tuple[int, int]:
        return len(entry[1]) - 1 - lit(entry[1]), lit(entry[1])

    def player_rank(seat: int) -> tuple[int, int]:
        mine = [tower for owner, tower in towers if owner == seat]
        return len(mine), sum(lit(tower) for tower in mine)

    for colour in COLOURS:
        rivals = [entry for entry in towers if entry[1][0] == colour]
        for (seat, _), share in shares(rivals, tower_rank, *data["final_colour"][colour]):
            points[seat][colour] += share
    for (seat, _), share in shares(towers, tower_rank, *data["final_highest"]):
        points[seat]["highest"] += share
    builders = sorted({seat for seat, _ in towers})
    for seat, share in shares(builders, player_rank, *data["final_most"]):
        points[seat]["most"] += share
    for seat in range(table.players):
        points[seat]["money"] = table.money_of(seat) // data["asari_per_prestige"]
    return points
