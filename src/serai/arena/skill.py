"""Ratings by openskill (Plackett-Luce): a skill and its uncertainty.

These ratings are updated game by game, and later games weigh a little more. So all games are rated once in the order of
their deals and once in the reverse order, from the same start, and the mean is taken: it does not depend on the order
in which games were played. The intervals are the model's: it assumes that games are independent, which the games of one
deal are not, so they are narrower than those of `serai.arena.ratings`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from serai.arena.games import GameResult
from serai.arena.ratings import Estimate, Z

MISSING = "no skill ratings, because openskill is not installed (pip install 'serai[research]')"


def is_installed() -> bool:
    """Whether the package is installed."""
    return find_spec("openskill") is not None


def skills(results: Sequence[GameResult], bots: int) -> list[Estimate] | None:
    """Each bot's skill with its interval, on openskill's scale (a newcomer at 25); None without the package."""
    if not is_installed():
        return None
    from openskill.models import PlackettLuce

    ordered = sorted(results, key=lambda game: (game.fixture.deal, game.fixture.seating))
    model = PlackettLuce(tau=0)  # bots do not change with time
    passes = [rate_in_order(model, games, bots) for games in (ordered, ordered[::-1])]
    return [estimate([ratings[bot] for ratings in passes]) for bot in range(bots)]


def rate_in_order(model: Any, results: Iterable[GameResult], bots: int) -> list[tuple[float, float]]:
    """Each bot's skill and its uncertainty after these games, in this order."""
    ratings = [model.rating() for _ in range(bots)]
    for game in results:
        teams = [[ratings[bot]] for bot in game.fixture.seating]
        by_bot = defaultdict(list)
        for bot, [rating] in zip(game.fixture.seating, model.rate(teams, ranks=ranks(game)), strict=True):
            by_bot[bot].append(rating)
        for bot, updates in by_bot.items():  # a bot with several seats learns from each of them
            mu, sigma = (sum(getattr(rating, name) for rating in updates) / len(updates) for name in ("mu", "sigma"))
            ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return [(float(rating.mu), float(rating.sigma)) for rating in ratings]


def ranks(game: GameResult) -> list[int]:
    """Each seat's place, 0 for winners; others by their points, equal ones share a place."""
    keys = [
        (seat not in game.winners, -points if seat not in game.winners else 0)
        for seat, points in enumerate(game.scores)
    ]
    return [sum(other < key for other in keys) for key in keys]


def estimate(ratings: Sequence[tuple[float, float]]) -> Estimate:
    """The mean of several ratings."""
    value, doubt = (sum(numbers) / len(ratings) for numbers in zip(*ratings, strict=True))
    return Estimate(value, value - Z * doubt, value + Z * doubt)
