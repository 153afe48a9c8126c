"""Ratings by openskill (Plackett-Luce), as many rating systems know them: a skill and how unsure it is.

Such ratings are reckoned game after game, and those that come last weigh a little more. So all games are gone through
once in the order of their deals and once in the reverse order, from the same beginning, and the mean is taken: it does
not depend on the order in which games were played. Intervals are as the model sees them: it takes games as independent
of one another, which those of one deal are not, so they are narrower than those of `serai.arena.ratings`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from serai.arena.games import Played
from serai.arena.ratings import Estimate, Z

MISSING = "no skill ratings, because openskill is not installed (pip install 'serai[research]')"


def is_there() -> bool:
    """Whether the package is installed."""
    return find_spec("openskill") is not None


def skills(played: Sequence[Played], bots: int) -> list[Estimate] | None:
    """Each bot's skill with its interval, on openskill's scale (a newcomer at 25); None without the package."""
    if not is_there():
        return None
    from openskill.models import PlackettLuce

    ordered = sorted(played, key=lambda game: (game.fixture.deal, game.fixture.seating))
    model = PlackettLuce(tau=0)  # bots do not change with time
    passes = [one_pass(model, games, bots) for games in (ordered, ordered[::-1])]
    return [estimate([ratings[bot] for ratings in passes]) for bot in range(bots)]


def one_pass(model: Any, played: Iterable[Played], bots: int) -> list[tuple[float, float]]:
    """Skill and doubt of each bot after these games, in this order."""
    ratings = [model.rating() for _ in range(bots)]
    for game in played:
        teams = [[ratings[bot]] for bot in game.fixture.seating]
        by_bot = defaultdict(list)
        for bot, [rated] in zip(game.fixture.seating, model.rate(teams, ranks=ranks(game)), strict=True):
            by_bot[bot].append(rated)
        for bot, found in by_bot.items():  # who has several seats learns from each of them
            mu, sigma = (sum(getattr(rated, name) for rated in found) / len(found) for name in ("mu", "sigma"))
            ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return [(float(rating.mu), float(rating.sigma)) for rating in ratings]


def ranks(game: Played) -> list[int]:
    """Each seat's place, 0 for winners; others by their points, equal ones share a place."""
    keys = [
        (seat not in game.winners, -points if seat not in game.winners else 0)
        for seat, points in enumerate(game.scores)
    ]
    return [sum(other < key for other in keys) for key in keys]


def estimate(found: Sequence[tuple[float, float]]) -> Estimate:
    """The mean of several ratings."""
    value, doubt = (sum(numbers) / len(found) for numbers in zip(*found, strict=True))
    return Estimate(value, value - Z * doubt, value + Z * doubt)
