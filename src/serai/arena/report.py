"""The arena's report as one page: ratings and their intervals, effects of seats and deals, and faults.

The page is one file without scripts. The same games give the same page; thinking times are only included on request.
"""

import math
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.metadata import version
from itertools import combinations

from serai.arena import charts
from serai.arena import student_t as student
from serai.arena.figures import Figures, Standing, compute_figures, names_of
from serai.arena.formats import Format, Swiss
from serai.arena.games import Arena, GameResult
from serai.arena.ratings import Estimate
from serai.arena.skill import MISSING, is_installed
from serai.core.game import Game

MOST_FAULTS = 30  # lines of reasons
Section = tuple[str, str]


@dataclass(frozen=True)
class Progress:
    """The results of an arena so far, with its format."""

    arena: Arena
    format: Format
    results: Sequence[GameResult]  # whole deals

    @cached_property
    def figures(self) -> Figures:
        """The figures of these results, of which there must be some."""
        return compute_figures(self.arena, self.results)

    @property
    def count(self) -> str:
        """The number of games, and of planned games if some are missing."""
        finished, planned = len(self.results), self.format.games
        return f"{finished:,} games" if finished == planned else f"{finished:,} of {planned:,} games"

    @property
    def table(self) -> str:
        """The game, its number of players and its options."""
        arena = self.arena
        flags = "".join(f", {flag.replace('_', ' ')}" for flag in arena.game.flags if arena.options[flag])
        return f"{arena.game.title}, {arena.players} players{flags}"

    @property
    def scheme(self) -> str:
        """The way opponents are drawn."""
        return f"Swiss in {self.format.rounds} rounds" if self.format.name == Swiss.name else "round-robin"

    @property
    def irreproducible(self) -> list[str]:
        """Bots that would not play the same again."""
        named = zip(names_of(self.arena), self.arena.entrants, strict=True)
        return [name for name, entrant in named if not entrant.is_reproducible]

    @property
    def reproducibility(self) -> str:
        """Whether the same seed gives the same games."""
        if self.irreproducible:
            return f"Not reproducible, because of a time limit or a program: {', '.join(self.irreproducible)}."
        return "The same seed gives the same games on any machine."


def page(progress: Progress, times: bool = False) -> str:
    """The whole report."""
    title = f"{progress.table}: {progress.count}"
    if not progress.results:
        return charts.page(title, [("What was played", introduction(progress) + paragraph("No deal was finished."))])
    figures = progress.figures
    sections = [
        ("What was played", introduction(progress) + standings(figures.standings, times)),
        ("Ratings", ratings(figures)),
        ("Head to head", head_to_head(figures)),
        ("Points", points(progress)),
        ("Seats", seats(figures)),
        ("What points are due to", causes(figures)),
        ("Length of games", length(progress.results)),
        *([("Rounds", rounds(progress, progress.format))] if isinstance(progress.format, Swiss) else []),
        ("Faults", faults(figures)),
    ]
    return charts.page(title, sections)


def introduction(progress: Progress) -> str:
    """The games, whether they are complete, and whether they can be reproduced."""
    arena = progress.arena
    deals = len({game.fixture.deal for game in progress.results})
    edition = f"edition {arena.edition.name}, rules {arena.game.rules.RULES_VERSION}"
    text = f"{progress.table} ({edition}): {progress.scheme}, {progress.count} of {deals:,} deals, seed {arena.seed}."
    parts = [paragraph(text + " Every deal was played in every turn of its table.")]
    if len(progress.results) != progress.format.games:
        parts.append(paragraph("This is a part only: the arena was stopped before its end.", is_strong=True))
    parts.append(paragraph(progress.reproducibility, is_strong=bool(progress.irreproducible)))
    return "".join(parts)


def standings(entries: Sequence[Standing], times: bool) -> str:
    """A line for each bot, the best first."""
    head = ["bot", "rating", "skill", "wins", "points", "seats", *(["turn", "longest decision"] if times else [])]
    rows = []
    for bot in best_first(entries):
        marked = bot.name if bot.is_reproducible else f"{bot.name} (not reproducible)"
        row = [marked, plus_minus(bot.rating), plus_minus(bot.skill, 1) if bot.skill else "", share(bot.wins)]
        thinking = [seconds(bot.times.turn), seconds(bot.times.longest)] if times else []
        rows.append([*row, f"{bot.points:.1f}", f"{bot.seats:,}", *thinking])
    return charts.grid(head, rows) + paragraph(f"A fair share of wins would be {entries[0].fair:.1%}.")


def ratings(figures: Figures) -> str:
    """Both kinds of ratings."""
    ordered = best_first(figures.standings)
    parts = [
        charts.intervals("Rating", [row(bot.name, bot.rating) for bot in ordered], "Elo", 0),
        paragraph(
            "By points against each opponent, the average bot at 0; 95 % intervals, a deal being one observation."
        ),
    ]
    if not is_installed():
        return "".join([*parts, paragraph(f"There are {MISSING}.")])
    skills = [row(bot.name, bot.skill) for bot in ordered if bot.skill]
    parts.append(charts.intervals("Skill", skills, line=25))
    parts.append(
        paragraph("Plackett-Luce (openskill) by places, a newcomer at 25; 95 % intervals, games taken as independent.")
    )
    return "".join(parts)


def head_to_head(figures: Figures) -> str:
    """Each bot against each: the share of pairs with more points."""
    names = [bot.name for bot in best_first(figures.standings)]
    shares: dict[tuple[str, str], float] = {}
    for meeting in figures.meetings:
        shares[meeting.bot, meeting.opponent] = meeting.share.value
        shares[meeting.opponent, meeting.bot] = 1 - meeting.share.value
    values = [[shares.get((name, other)) for other in names] for name in names]
    texts = [["" if value is None else f"{100 * value:.0f} %" for value in line] for line in values]
    chart = charts.matrix("More points than the opponent, share of pairs", names, values, texts, middle=0.5)
    rows = [[meeting.bot, meeting.opponent, f"{meeting.pairs:,}", share(meeting.share)] for meeting in figures.meetings]
    return chart + charts.grid(["bot", "against", "pairs", "more points"], rows)


def points(progress: Progress) -> str:
    """How points are distributed, by bot."""
    names = names_of(progress.arena)
    by_bot: dict[str, list[float]] = {bot.name: [] for bot in best_first(progress.figures.standings)}
    for game in progress.results:
        for bot, score in zip(game.fixture.seating, game.scores, strict=True):
            by_bot[names[bot]].append(score)
    return charts.histogram("Points in a game", by_bot)


def seats(figures: Figures) -> str:
    """Whether seats are fair: wins and points."""
    wins = [row(f"seat {seat.seat}", in_percent(seat.wins)) for seat in figures.effects.seats]
    more = [row(f"seat {seat.seat}", seat.points) for seat in figures.effects.seats]
    return (
        charts.intervals("Wins by seat", wins, "%", 100 * figures.standings[0].fair)
        + charts.intervals("Points by seat, more than the average", more, "points", 0)
        + paragraph("By the same bots in the same deals, whoever sat there; seats are numbered from 0.")
    )


def causes(figures: Figures) -> str:
    """The additive model: shares of the variance, and what each bot adds."""
    shares = {"share": [100 * value for value in figures.effects.variance.values()]}
    named = zip(figures.standings, figures.effects.bots, strict=True)
    bots = sorted((row(bot.name, effect) for bot, effect in named), key=lambda effect: -effect[1])
    about = (
        "Points as a sum of what bot, seat and deal add, by least squares. The rest is luck and play within a deal. "
        "Shares are corrected for what chance alone would explain."
    )
    if not student.is_installed():
        about += f" There are {student.MISSING}."
    return (
        charts.bars("Share of the variance of points", list(figures.effects.variance), shares, "%")
        + charts.intervals("Points by bot, more than the average", bots, "points", 0)
        + paragraph(about)
    )


def length(results: Sequence[GameResult]) -> str:
    """How long games were."""
    decisions = [float(sum(effort.decisions for effort in game.efforts)) for game in results]
    turns = [float(sum(effort.turns for effort in game.efforts)) for game in results]
    return charts.histogram("Decisions in a game", {"all games": decisions}) + charts.histogram(
        "Turns in a game", {"all games": turns}
    )


def rounds(progress: Progress, swiss: Swiss) -> str:
    """The tables and the resting bots of each round."""
    names = names_of(progress.arena)
    finished = {swiss.round_of(game.fixture.deal) for game in progress.results}
    rows = []
    for place, draw in enumerate(swiss.draws, 1):
        if place in finished:
            tables = "; ".join(" – ".join(names[bot] for bot in table) for table in draw.tables)
            rows.append([str(place), tables, ", ".join(names[bot] for bot in draw.resting) or "nobody"])
    pairings = {pair for game in progress.results for pair in combinations(sorted(game.fixture.seating), 2)}
    return charts.grid(["round", "tables", "rests"], rows) + paragraph(f"Different pairings: {len(pairings)}.")


def faults(figures: Figures) -> str:
    """Why chance decided in the place of programs."""
    if not figures.faults:
        return paragraph("None: every decision was made by the bot itself.")
    groups = [bot.name for bot in figures.standings if bot.faults]
    counts = {"faults": [float(bot.faults) for bot in figures.standings if bot.faults]}
    rows = [[fault.bot, fault.reason, f"{fault.times:,}"] for fault in figures.faults[:MOST_FAULTS]]
    about = "Where a program gave no legal answer in time, chance decided in its place, among the legal moves."
    chart = charts.bars("Decisions left to chance", groups, counts)
    return paragraph(about) + chart + charts.grid(["bot", "reason", "times"], rows)


def best_first(standings: Sequence[Standing]) -> list[Standing]:
    """By rating."""
    return sorted(standings, key=lambda standing: -standing.rating.value)


def row(name: str, estimate: Estimate) -> tuple[str, float, float, float]:
    """An estimate as a line of a chart."""
    return name, estimate.value, estimate.low, estimate.high


def in_percent(estimate: Estimate) -> Estimate:
    """A share in hundredths."""
    return Estimate(100 * estimate.value, 100 * estimate.low, 100 * estimate.high)


def plus_minus(estimate: Estimate, places: int = 0) -> str:
    """A rating with half its interval."""
    half = (estimate.high - estimate.low) / 2
    return f"{number(estimate.value, places)} ± {number(half, places)}"


def share(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def number(value: float, places: int = 0, sign: str = "") -> str:
    """A number with `places` decimals, and with its sign if `sign` is `+`; it may be infinite."""
    if math.isinf(value):
        return f"{sign if value > 0 else ''}{charts.format_number(value)}"
    return f"{value:{sign}.{places}f}".replace("-", "−")


def seconds(value: float) -> str:
    """A time."""
    if value >= 1:
        return f"{value:.2f} s"
    return f"{1000 * value:.1f} ms" if value >= 0.001 else f"{1_000_000 * value:.0f} µs"


def paragraph(text: str, is_strong: bool = False) -> str:
    """A sentence or two."""
    words = escape(text)
    return f"<p><strong>{words}</strong></p>" if is_strong else f"<p>{words}</p>"


def versions(game: Game, *packages: str) -> dict[str, object]:
    """The versions of the rules and of packages."""
    return {"rules": game.rules.RULES_VERSION, **{package: version(package) for package in packages}}


def environment(game: Game) -> dict[str, object]:
    """The versions of Python, the rules and the packages that produced the figures."""
    return {"python": platform.python_version(), **versions(game, "serai", "numpy", "numba")}


def about(progress: Progress) -> dict[str, object]:
    """A description of the games, for tables of results."""
    arena = progress.arena
    return {
        "format": "serai-arena/1",
        "game": arena.game.name,
        "edition": arena.edition.name,
        "options": arena.options,
        "seed": arena.seed,
        "versions": versions(arena.game, "serai"),
        "tournament": progress.format.name,
        "rounds": progress.format.rounds,
        "games": len(progress.results),
        "wanted": progress.format.games,
        "is_reproducible": not progress.irreproducible,
        "bots": names_of(arena),
        "not_reproducible": progress.irreproducible,
    }
