"""An arena as one page to read: who is better and how sure that is, what seats and deals did, and what went wrong.

The page is one file without scripts. The same games give the same page; how long bots thought is only in it when asked
for.
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
from serai.arena.figures import Figures, Standing, figures, names_of
from serai.arena.formats import Format, Swiss
from serai.arena.games import Arena, Played
from serai.arena.ratings import Estimate
from serai.arena.skill import MISSING, is_there
from serai.core.game import Game

MOST_FAULTS = 30  # lines of reasons
Section = tuple[str, str]


@dataclass(frozen=True)
class Course:
    """What was played so far, and out of what."""

    arena: Arena
    format: Format
    played: Sequence[Played]  # whole deals

    @cached_property
    def figures(self) -> Figures:
        """What these games say; there must be some."""
        return figures(self.arena, self.played)

    @property
    def count(self) -> str:
        """How many games, and of how many if some are missing."""
        done, wanted = len(self.played), self.format.games
        return f"{done:,} games" if done == wanted else f"{done:,} of {wanted:,} games"

    @property
    def table(self) -> str:
        """What is played."""
        arena = self.arena
        flags = "".join(f", {flag.replace('_', ' ')}" for flag in arena.game.flags if arena.options[flag])
        return f"{arena.game.title}, {arena.players} players{flags}"

    @property
    def scheme(self) -> str:
        """How opponents were found."""
        return f"Swiss in {self.format.rounds} rounds" if self.format.name == Swiss.name else "round-robin"

    @property
    def changeable(self) -> list[str]:
        """Bots that would not play the same again."""
        named = zip(names_of(self.arena), self.arena.entrants, strict=True)
        return [name for name, entrant in named if not entrant.is_reproducible]

    @property
    def repeatable(self) -> str:
        """Whether the same seed gives the same games."""
        if self.changeable:
            return f"Not reproducible, because of a time limit or a program: {', '.join(self.changeable)}."
        return "The same seed gives the same games on any machine."


def page(course: Course, times: bool = False) -> str:
    """The whole report."""
    title = f"{course.table}: {course.count}"
    if not course.played:
        return charts.page(title, [("What was played", introduction(course) + paragraph("No deal was finished."))])
    found = course.figures
    sections = [
        ("What was played", introduction(course) + standings(found.standings, times)),
        ("Ratings", ratings(found)),
        ("Head to head", head_to_head(found)),
        ("Points", points(course)),
        ("Seats", seats(found)),
        ("What points are due to", causes(found)),
        ("Length of games", length(course.played)),
        *([("Rounds", rounds(course, course.format))] if isinstance(course.format, Swiss) else []),
        ("Faults", faults(found)),
    ]
    return charts.page(title, sections)


def introduction(course: Course) -> str:
    """What was played, whether it is whole, and whether it can be had again."""
    arena = course.arena
    deals = len({game.fixture.deal for game in course.played})
    edition = f"edition {arena.edition.name}, rules {arena.game.rules.RULES_VERSION}"
    text = f"{course.table} ({edition}): {course.scheme}, {course.count} of {deals:,} deals, seed {arena.seed}."
    parts = [paragraph(text + " Every deal was played in every turn of its table.")]
    if len(course.played) != course.format.games:
        parts.append(paragraph("This is a part only: the arena was stopped before its end.", is_strong=True))
    parts.append(paragraph(course.repeatable, is_strong=bool(course.changeable)))
    return "".join(parts)


def standings(found: Sequence[Standing], times: bool) -> str:
    """A line for each bot, the best first."""
    head = ["bot", "rating", "skill", "wins", "points", "seats", *(["turn", "longest decision"] if times else [])]
    rows = []
    for bot in best_first(found):
        marked = bot.name if bot.is_reproducible else f"{bot.name} (not reproducible)"
        row = [marked, plus_minus(bot.rating), plus_minus(bot.skill, 1) if bot.skill else "", share(bot.wins)]
        spent = [seconds(bot.times.turn), seconds(bot.times.longest)] if times else []
        rows.append([*row, f"{bot.points:.1f}", f"{bot.seats:,}", *spent])
    return charts.grid(head, rows) + paragraph(f"A fair share of wins would be {found[0].fair:.1%}.")


def ratings(found: Figures) -> str:
    """Both kinds of ratings."""
    ordered = best_first(found.standings)
    parts = [
        charts.intervals("Rating", [row(bot.name, bot.rating) for bot in ordered], "Elo", 0),
        paragraph(
            "By points against each opponent, the average bot at 0; 95 % intervals, a deal being one observation."
        ),
    ]
    if not is_there():
        return "".join([*parts, paragraph(f"There are {MISSING}.")])
    skilled = [row(bot.name, bot.skill) for bot in ordered if bot.skill]
    parts.append(charts.intervals("Skill", skilled, line=25))
    parts.append(
        paragraph("Plackett-Luce (openskill) by places, a newcomer at 25; 95 % intervals, games taken as independent.")
    )
    return "".join(parts)


def head_to_head(found: Figures) -> str:
    """Each against each: the share of pairs with more points."""
    names = [bot.name for bot in best_first(found.standings)]
    known: dict[tuple[str, str], float] = {}
    for meeting in found.meetings:
        known[meeting.bot, meeting.opponent] = meeting.share.value
        known[meeting.opponent, meeting.bot] = 1 - meeting.share.value
    values = [[known.get((name, other)) for other in names] for name in names]
    texts = [["" if value is None else f"{100 * value:.0f} %" for value in line] for line in values]
    chart = charts.matrix("More points than the opponent, share of pairs", names, values, texts, middle=0.5)
    rows = [[meeting.bot, meeting.opponent, f"{meeting.pairs:,}", share(meeting.share)] for meeting in found.meetings]
    return chart + charts.grid(["bot", "against", "pairs", "more points"], rows)


def points(course: Course) -> str:
    """How points are distributed, by bot."""
    names = names_of(course.arena)
    by_bot: dict[str, list[float]] = {bot.name: [] for bot in best_first(course.figures.standings)}
    for game in course.played:
        for bot, score in zip(game.fixture.seating, game.scores, strict=True):
            by_bot[names[bot]].append(score)
    return charts.histogram("Points in a game", by_bot)


def seats(found: Figures) -> str:
    """Whether seats are fair: wins and points."""
    wins = [row(f"seat {seat.seat}", in_percent(seat.wins)) for seat in found.effects.seats]
    more = [row(f"seat {seat.seat}", seat.points) for seat in found.effects.seats]
    return (
        charts.intervals("Wins by seat", wins, "%", 100 * found.standings[0].fair)
        + charts.intervals("Points by seat, more than the average", more, "points", 0)
        + paragraph("By the same bots in the same deals, whoever sat there; seats are numbered from 0.")
    )


def causes(found: Figures) -> str:
    """The additive model: shares of the variance, and what each bot adds."""
    shares = {"share": [100 * value for value in found.effects.variance.values()]}
    named = zip(found.standings, found.effects.bots, strict=True)
    bots = sorted((row(bot.name, effect) for bot, effect in named), key=lambda effect: -effect[1])
    about = (
        "Points as a sum of what bot, seat and deal add, by least squares. The rest is luck and play within a deal. "
        "Shares are corrected for what chance alone would explain."
    )
    if not student.is_there():
        about += f" There are {student.MISSING}."
    return (
        charts.bars("Share of the variance of points", list(found.effects.variance), shares, "%")
        + charts.intervals("Points by bot, more than the average", bots, "points", 0)
        + paragraph(about)
    )


def length(played: Sequence[Played]) -> str:
    """How long games were."""
    decisions = [float(sum(effort.decisions for effort in game.efforts)) for game in played]
    turns = [float(sum(effort.turns for effort in game.efforts)) for game in played]
    return charts.histogram("Decisions in a game", {"all games": decisions}) + charts.histogram(
        "Turns in a game", {"all games": turns}
    )


def rounds(course: Course, swiss: Swiss) -> str:
    """Who met whom in each round, and who rested."""
    names = names_of(course.arena)
    done = {swiss.round_of(game.fixture.deal) for game in course.played}
    rows = []
    for place, drawn in enumerate(swiss.drawn, 1):
        if place in done:
            tables = "; ".join(" – ".join(names[bot] for bot in table) for table in drawn.tables)
            rows.append([str(place), tables, ", ".join(names[bot] for bot in drawn.resting) or "nobody"])
    met = {pair for game in course.played for pair in combinations(sorted(game.fixture.seating), 2)}
    return charts.grid(["round", "tables", "rests"], rows) + paragraph(f"Different pairings: {len(met)}.")


def faults(found: Figures) -> str:
    """Why chance decided in the place of programs."""
    if not found.faults:
        return paragraph("None: every decision was made by the bot itself.")
    groups = [bot.name for bot in found.standings if bot.faults]
    counts = {"faults": [float(bot.faults) for bot in found.standings if bot.faults]}
    rows = [[fault.bot, fault.reason, f"{fault.times:,}"] for fault in found.faults[:MOST_FAULTS]]
    about = "Where a program gave no legal answer in time, chance decided in its place, among the legal moves."
    chart = charts.bars("Decisions left to chance", groups, counts)
    return paragraph(about) + chart + charts.grid(["bot", "reason", "times"], rows)


def best_first(found: Sequence[Standing]) -> list[Standing]:
    """By rating."""
    return sorted(found, key=lambda standing: -standing.rating.value)


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
    """A number with so many places, and with its sign if that is wanted (`+`); infinite ones too."""
    if math.isinf(value):
        return f"{sign if value > 0 else ''}{charts.shown(value)}"
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
    """Of the rules, and of packages."""
    return {"rules": game.rules.RULES_VERSION, **{package: version(package) for package in packages}}


def made_with(game: Game) -> dict[str, object]:
    """What figures were made with."""
    return {"python": platform.python_version(), **versions(game, "serai", "numpy", "numba")}


def about(course: Course) -> dict[str, object]:
    """What the games were, for tables of results."""
    arena = course.arena
    return {
        "format": "serai-arena/1",
        "game": arena.game.name,
        "edition": arena.edition.name,
        "options": arena.options,
        "seed": arena.seed,
        "versions": versions(arena.game, "serai"),
        "tournament": course.format.name,
        "rounds": course.format.rounds,
        "games": len(course.played),
        "wanted": course.format.games,
        "is_reproducible": not course.changeable,
        "bots": names_of(arena),
        "not_reproducible": course.changeable,
    }
