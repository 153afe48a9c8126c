"""Each point of a game with its reason, in words (A16, A24, A26-A31).

The final scoring is explained place by place. What was scored in the years before is told by the events.
"""

from collections.abc import Sequence

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import later, ngettext
from serai.core.words.reasons import Point
from serai.games.asara.rules import scoring
from serai.games.asara.rules.state import OVER, Game
from serai.games.asara.words.narration import FINAL, towers_of

# The places of each category, in the order of FINAL.
FIRSTS = (
    later("first highest brown tower ({size})"),
    later("first highest green tower ({size})"),
    later("first highest red tower ({size})"),
    later("first highest black tower ({size})"),
    later("first highest white tower ({size})"),
    later("first highest tower of all ({size})"),
    later("first for most towers ({size})"),
)
SECONDS = (
    later("second highest brown tower ({size})"),
    later("second highest green tower ({size})"),
    later("second highest red tower ({size})"),
    later("second highest black tower ({size})"),
    later("second highest white tower ({size})"),
    later("second highest tower of all ({size})"),
    later("second for most towers ({size})"),
)


def explain(game: Game, edition: Edition) -> list[Point]:
    """Every seat's points; once the game is over its final scoring in detail."""
    points: list[Point] = []
    for seat in range(game.players):
        final = _final(game, edition, seat) if game.phase == OVER else []
        earlier = int(game.prestige[seat]) - sum(point.points for point in final)
        points.append(Point(seat, earlier, "years", _("pieces built and the scoring of the years")))
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
        held, each = int(game.money[seat]), int(record.asari_per_prestige)
        return _("{held} Asari, 1 for every full {each} (A29)", held=held, each=each)
    first, second, first_count, second_count = scoring.best_two(game, category)
    for_first, for_second = scoring.places(first, first_count, second_count, record, category)
    ranks = _ranks(game, seat, category)
    parts = [_place(game, category, FIRSTS, ranks.count(first), first, int(first_count), int(for_first))]
    parts.append(_place(game, category, SECONDS, ranks.count(second), second, int(second_count), int(for_second)))
    return "; ".join(part for part in parts if part)


def _ranks(game: Game, seat: int, category: int) -> list[int]:
    if category == scoring.MOST:
        return [int(scoring.player_rank(game, seat))]
    mine = towers_of(game, seat)
    return [int(scoring.tower_rank(tower)) for tower in mine if scoring.competes(tower, category)]


def _place(game: Game, category: int, places: Sequence[str], mine: int, rank: int, tied: int, points: int) -> str:
    """One place: what earned it, how many share it, what each share is."""
    if not mine or not points:
        return ""
    place, rule = _(places[category], size=_size(game, category, rank)), _rule(category, tied)
    if tied == 1:
        return _("{place}: {points} ({rule})", place=place, points=points, rule=rule)
    if mine == 1:
        return _("{place}, shared by {tied}: {points} each ({rule})", place=place, tied=tied, points=points, rule=rule)
    return _(
        "{place}, shared by {tied}: {points} each, {mine} of them ({rule})",
        place=place,
        tied=tied,
        points=points,
        mine=mine,
        rule=rule,
    )


def _size(game: Game, category: int, rank: int) -> str:
    """What is compared: towers or a height, and with experts lit windows (A31)."""
    size, lit = divmod(rank, scoring.LIT_RANGE)
    if category == scoring.MOST and game.expert:
        return ngettext("{number} tower and {lit} lit", "{number} towers and {lit} lit", size, lit=lit)
    if category == scoring.MOST:
        return ngettext("{number} tower", "{number} towers", size)
    if game.expert:
        return _("height {height} and {lit} lit", height=size, lit=lit)
    return _("height {height}", height=size)


def _rule(category: int, tied: int) -> str:
    rule = {scoring.HIGHEST: "A27", scoring.MOST: "A28"}.get(category, "A26")
    return f"{rule}, A30" if tied > 1 else rule
