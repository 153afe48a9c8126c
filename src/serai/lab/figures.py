"""Before and after: every figure of a lab on both editions, its change, and whether chance explains the change.

*Pairs.* Both editions are played with the same deals, so a change is the mean of the differences deal by deal, with
Student's interval. Few deals that agree by chance would look certain; so the variance is reckoned with one more deal,
in which nothing changes.

*Many figures.* Of a hundred figures five leave their 95 % interval by chance. Which ones count as changed is therefore
decided for all of them together, as Benjamini and Hochberg do: of those that are named, about one in twenty may be
chance.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from serai.arena.ratings import Estimate, Numbers, share
from serai.arena.student_t import critical_value, p_value
from serai.lab.experiment import Pair
from serai.lab.tallies import GENERAL, REASONS, SCORES, SHARES, TIES, WINS, GameTally

ERRORS = 0.05  # of the figures that are called changed, so many may be chance
LEAST_DEALS = 2  # for an interval

Key = tuple[str, str]  # group and name


@dataclass(frozen=True)
class Figure:
    """One number on both editions; None on an edition where it does not exist."""

    group: str
    name: str
    is_share: bool
    before: Estimate | None
    after: Estimate | None
    change: Estimate | None
    chance: float  # that a change as large as this comes about by chance
    is_changed: bool = False  # by more than chance explains, among all figures together

    @property
    def ratio(self) -> float | None:
        """The value after as a multiple of the value before; None where that is undefined."""
        if self.before is None or self.after is None or min(self.before.value, self.after.value) <= 0:
            return None
        return self.after.value / self.before.value


@dataclass(frozen=True)
class Figures:
    """All figures of a lab, and each player's points on either edition."""

    deals: int
    figures: list[Figure]
    points: tuple[list[int], list[int]]
    bots: list[Figure]  # wins for each seat, where several bots play
    faults: list[str]
    is_same: bool  # whether every game was the same on both

    @property
    def groups(self) -> list[str]:
        """The groups, in their order."""
        return list(dict.fromkeys(figure.group for figure in self.figures))

    def of(self, group: str) -> list[Figure]:
        """The figures of one group."""
        return [figure for figure in self.figures if figure.group == group]

    def figure(self, group: str, name: str) -> Figure:
        """The figure of that name."""
        return next(figure for figure in self.of(group) if figure.name == name)


def figures_of(pairs: Sequence[Pair]) -> Figures:
    """Every figure of these deals, at least two."""
    sides: tuple[list[GameTally], list[GameTally]] = ([before for before, _ in pairs], [after for _, after in pairs])
    figures = [figure_of(key, *(column(key, side) for side in sides)) for key in keys_of(pairs)]
    names = sorted({name for before, _ in pairs for name, _part in before.bots})
    bots = [bot_figure(name, *sides) for name in names] if len(names) > 1 else []
    marked = mark_changes([*figures, *bots])
    points = tuple([score for tally in side for score in tally.points] for side in sides)
    return Figures(
        deals=len(pairs),
        figures=marked[: len(figures)],
        points=(points[0], points[1]),
        bots=marked[len(figures) :],
        faults=[fault for side in sides for tally in side for fault in tally.faults],
        is_same=all(before == after for before, after in pairs),
    )


def keys_of(pairs: Sequence[Pair]) -> list[Key]:
    """Every statistic of any game once, group by group; reasons for points only where some were scored."""
    groups: dict[str, dict[str, None]] = {}
    for pair in pairs:
        for tally in pair:
            for group, counts in tally.tallies.items():
                groups.setdefault(group, {}).update(dict.fromkeys(counts))
    scored = {name for pair in pairs for tally in pair for name, points in tally.tallies[REASONS].items() if points}
    return [(group, name) for group, names in groups.items() for name in names if group != REASONS or name in scored]


def column(key: Key, side: Sequence[GameTally]) -> Numbers | None:
    """A figure game by game; None where it does not exist on this edition."""
    group, name = key
    if group not in GENERAL and not any(name in tally.tallies.get(group, ()) for tally in side):
        return None
    return np.array([tally.tallies.get(group, {}).get(name, 0.0) for tally in side])


def figure_of(key: Key, before: Numbers | None, after: Numbers | None) -> Figure:
    """A figure from its values game by game."""
    is_share = key in SHARES or key[0] == WINS
    level = level_of_wins if key[0] == WINS or key == (SCORES, TIES) else level_of
    first, second = (level(side) if side is not None else None for side in (before, after))
    change, chance = (None, 1.0) if before is None or after is None else change_of(after - before)
    return Figure(key[0], key[1], is_share, first, second, change, chance)


def bot_figure(name: str, before: Sequence[GameTally], after: Sequence[GameTally]) -> Figure:
    """A bot's part of the wins for each of its seats."""
    won = [
        np.array([sum(part for bot_name, part in tally.bots if bot_name == name) for tally in side], float)
        for side in (before, after)
    ]
    seats = np.array([sum(bot_name == name for bot_name, _part in tally.bots) for tally in before], float)
    change, chance = change_of((won[1] - won[0]) / seats.mean())
    return Figure("Wins by bot", name, True, share(won[0], seats), share(won[1], seats), change, chance)


def level_of(values: Numbers) -> Estimate:
    """A mean with its interval."""
    mean = float(values.mean())
    half = critical_value(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def level_of_wins(values: Numbers) -> Estimate:
    """A share of games with its interval, which stays between 0 and 1."""
    return share(values, np.ones(len(values)))


def change_of(differences: Numbers) -> tuple[Estimate, float]:
    """The mean difference with its interval, and how likely chance alone makes one as large."""
    mean, degrees_of_freedom = float(differences.mean()), len(differences)
    error = float(np.append(differences, 0.0).std(ddof=1)) / math.sqrt(degrees_of_freedom + 1)
    if error == 0:
        return Estimate(0.0, 0.0, 0.0), 1.0
    half = critical_value(degrees_of_freedom) * error
    return Estimate(mean, mean - half, mean + half), p_value(mean / error, degrees_of_freedom)


def mark_changes(figures: Sequence[Figure]) -> list[Figure]:
    """The figures, with those marked that changed by more than chance explains, taken together."""
    chances = sorted(figure.chance for figure in figures if figure.change is not None)
    significant = [chance for rank, chance in enumerate(chances, 1) if chance <= ERRORS * rank / len(chances)]
    limit = max(significant, default=-1.0)
    return [replace(figure, is_changed=figure.change is not None and figure.chance <= limit) for figure in figures]
