"""Each point of a game with its reason, in words (A16, A24, A26-A31).

The final scoring is explained place by place. What was scored in the years before is told by the events.
"""

from serai.core.edition import Edition
from serai.core.words import Point
from serai.games.asara import scoring
from serai.games.asara.narration import FINAL, towers_of
from serai.games.asara.state import COLOURS, OVER, Game


def explain(game: Game, edition: Edition) -> list[Point]:
    """Every seat's points; once the game is over its final scoring in detail."""
    points: list[Point] = []
    for seat in range(game.players):
        final = _final(game, edition, seat) if game.phase == OVER else []
        earlier = int(game.prestige[seat]) - sum(point.points for point in final)
        points.append(Point(seat, earlier, "years", "pieces built and the scoring of the years"))
        points += final
    return points


def _final(game: Game, edition: Edition, seat: int) -> list[Point]:
    record = edition.record[0]
    scored = [(why, int(scoring.final_points(game, record, seat, category))) for category, why in enumerate(FINAL)]
    return [
        Point(seat, points, why, _sentence(game, edition, seat, category, points))
        for category, (why, points) in enumerate(scored)
        if points
    ]


def _sentence(game: Game, edition: Edition, seat: int, category: int, points: int) -> str:
    record = edition.record[0]
    if category == scoring.MONEY:
        return f"{game.money[seat]} Asari, 1 for every full {record.asari_per_prestige} (A29)"
    first, second, first_count, second_count = scoring.best_two(game, category)
    for_first, for_second = scoring.places(first, first_count, second_count, record, category)
    ranks = _ranks(game, seat, category)
    parts = [_place(game, edition, category, "first", ranks.count(first), first, first_count, for_first)]
    parts.append(_place(game, edition, category, "second", ranks.count(second), second, second_count, for_second))
    return "; ".join(part for part in parts if part)


def _ranks(game: Game, seat: int, category: int) -> list[int]:
    if category == scoring.MOST:
        return [int(scoring.player_rank(game, seat))]
    mine = towers_of(game, seat)
    return [int(scoring.tower_rank(tower)) for tower in mine if scoring.competes(tower, category)]


def _place(
    game: Game, edition: Edition, category: int, place: str, mine: int, rank: int, tied: int, points: int
) -> str:
    """One place: what earned it, how many share it, what each share is."""
    if not mine or not points:
        return ""
    size, lit = divmod(rank, scoring.LIT_RANGE)
    what = f"{size} towers" if category == scoring.MOST else f"height {size}"
    tie_break = f" and {lit} lit" if game.expert else ""
    share = f", shared by {tied}: {points} each" if tied > 1 else f": {points}"
    several = f", {mine} of them" if mine > 1 else ""
    return f"{place} {_category(category)} ({what}{tie_break}){share}{several} ({_rule(category, tied)})"


def _category(category: int) -> str:
    if category == scoring.MOST:
        return "for most towers"
    return "highest tower of all" if category == scoring.HIGHEST else f"highest {COLOURS[category]} tower"


def _rule(category: int, tied: int) -> str:
    rule = {scoring.HIGHEST: "A27", scoring.MOST: "A28"}.get(category, "A26")
    return f"{rule}, A30" if tied > 1 else rule
