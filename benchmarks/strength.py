"""How strong the levels are: every one against the one below, at every table, and strength against time per move.

`python benchmarks/strength.py` plays what has not been played yet, bout after bout, by `serai arena`; figures are kept
as JSON, so it can be stopped and goes on where it was. `--report` writes tables and pictures from what is there.
"""

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from serai.core import game as games

RESULTS = Path(__file__).parent / "measured"
PART = 10  # levels are compared at this part of their steps, with both sides held to it
SEED = 1
BASE = "merchant"  # at 0 in the pictures
LEVELS = ("random", "traveller", "merchant", "vizier", "caliph")
CALIPHS = {(2, False): 100, (3, True): 216}  # games of Asara's caliph where 72 leave too wide an interval


@dataclass(frozen=True)
class Table:
    """A game, how many play it, and whether by the expert rules."""

    game: str
    players: int
    expert: bool = False

    @property
    def name(self) -> str:
        """For people."""
        return f"{self.players} players" + (", expert" if self.expert else "")

    @property
    def words(self) -> list[str]:
        """For the command line."""
        return [self.game, "--players", str(self.players), *(["--expert"] if self.expert else [])]


@dataclass(frozen=True)
class Bout:
    """Two bots at a table, for so many games at least."""

    table: Table
    bot: str
    opponent: str
    games: int

    @property
    def command(self) -> list[str]:
        """What plays it."""
        bots = f"{self.bot},{self.opponent}"
        return ["serai", "arena", *self.table.words, "--bots", bots, "--games", str(self.games), "--seed", str(SEED)]

    def file(self, results: Path) -> Path:
        """Where its figures are kept."""
        words = [self.table.game, str(self.table.players), *(["expert"] if self.table.expert else [])]
        return results / ("-".join([*words, self.bot, self.opponent]).replace(":", "-").replace("=", "") + ".json")


TABLES = (
    *(Table("asara", players, expert) for players in (2, 3, 4) for expert in (False, True)),
    *(Table("pasha", players) for players in (2, 3, 4, 5)),
)


def at_part(game: str, level: str, part: float = PART) -> str:
    """A level with a part of its steps; those that do not search are as they are."""
    steps = games.load(game).bot.STEPS
    return f"{level}:sims={round(steps[level] / part)}" if level in steps else level


def steps_of(table: Table) -> Iterator[Bout]:
    """Each level against the one below."""
    is_first = table == Table("asara", 2)
    many = 400 if is_first else 200
    yield Bout(table, "traveller", "random", many)
    yield Bout(table, "merchant", "traveller", many)
    if table.players == 2:
        yield Bout(table, "merchant", "random", many)
    vizier, caliph = at_part(table.game, "vizier"), at_part(table.game, "caliph")
    if table.game == "pasha":
        yield Bout(table, vizier, "merchant", 240)
        yield Bout(table, caliph, vizier, 60)
    else:
        yield Bout(table, vizier, "merchant", 120 if is_first else 48)
        yield Bout(table, caliph, vizier, CALIPHS.get((table.players, table.expert), 72))


def ladder_of(game: str) -> Iterator[Bout]:
    """Two players with more and more time, up to all that they have at a table."""
    table = Table(game, 2)
    shortest, short = at_part(game, "vizier", 10 * PART), at_part(game, "vizier")
    yield Bout(table, shortest, "merchant", 40 if game == "asara" else 120)
    yield Bout(table, short, shortest, 40 if game == "asara" else 120)
    yield Bout(table, "vizier", "merchant", 20)
    yield Bout(table, "vizier", short, 20)
    yield Bout(table, "caliph", "vizier", 20)


def bouts(game: str) -> list[Bout]:
    """All that is played of a game, what takes longest last."""
    tables = [table for table in TABLES if table.game == game]
    found = [bout for table in tables for bout in steps_of(table)]
    return [*sorted(found, key=is_long), *ladder_of(game)]


def is_long(bout: Bout) -> bool:
    """Whether a caliph plays."""
    return bout.bot.startswith("caliph")


def play(todo: Sequence[Bout], results: Path) -> None:
    """Play what has no figures yet."""
    results.mkdir(parents=True, exist_ok=True)
    for number, bout in enumerate(todo):
        if not bout.file(results).exists():
            print(f"{number + 1} of {len(todo)}: {' '.join(bout.command)}", flush=True)
            command = [sys.executable, "-m", "serai", *bout.command[1:], "--json"]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            bout.file(results).write_text(done.stdout, "utf-8")


@dataclass(frozen=True)
class Result:
    """What a bout came to."""

    bout: Bout
    pairs: int
    share: Mapping[str, float]  # of the bot: value, low, high
    difference: float  # of ratings
    half: float  # of its interval
    seconds: float  # for a turn of the bot
    seconds_of_opponent: float

    @property
    def text(self) -> str:
        """The share and its interval, in per cent."""
        value, low, high = (f"{100 * self.share[item]:.1f}".removesuffix(".0") for item in ("value", "low", "high"))
        return f"{value} % ({low}-{high})"


def read(bout: Bout, results: Path) -> Result | None:
    """A bout's figures, if it was played."""
    if not bout.file(results).exists():
        return None
    found = json.loads(bout.file(results).read_text("utf-8"))
    one, two = found["bots"]
    meeting, rating = found["pairs"][0], one["rating"]
    return Result(
        bout,
        meeting["pairs"],
        meeting["share"],
        rating["value"] - two["rating"]["value"],
        rating["high"] - rating["low"],  # two bots' ratings are opposite, so a half of each makes a whole
        one["times"]["turn"],
        two["times"]["turn"],
    )


def report(game: str, results: Path, docs: Path) -> None:
    """Write a game's tables into the page about bots, and draw its picture."""
    page = docs / "bots.md"
    text = page.read_text("utf-8")
    begin, end = f"<!-- {game}: measured -->", f"<!-- {game}: end -->"
    before, after = text.split(begin)[0], text.split(end)[1]
    page.write_text(f"{before}{begin}\n{tables(game, results)}\n{end}{after}", "utf-8")
    if len(points := climb(game, results)) > 1:
        (docs / f"strength-{game}.svg").write_text(picture(game, points), "utf-8")


def tables(game: str, results: Path) -> str:
    """Shares of every step and ratings of every level, by table."""
    steps = [f"{level} over {below}" for below, level in pairwise(LEVELS)]
    shares = [["table", *steps, "merchant over random"]]
    rated = [["table", *LEVELS]]
    for table in TABLES:
        if table.game == game:
            found = {key(bout): result for bout in steps_of(table) if (result := read(bout, results))}
            pairs = [*pairwise(LEVELS), ("random", "merchant")]
            shares.append([table.name, *(found[pair].text if pair in found else "" for pair in pairs)])
            rated.append([table.name, *ratings([found.get(pair) for pair in pairwise(LEVELS)])])
    told = f"{markdown(shares)}\n\nRatings (Elo scale, random at 0, with 95 % intervals):\n\n{markdown(rated)}"
    return told + at_full_time(game, results)


def at_full_time(game: str, results: Path) -> str:
    """What the levels that search come to with all of their time."""
    wanted = [("vizier", "merchant"), ("caliph", "vizier")]
    played = [bout for bout in ladder_of(game) if (bout.bot, bout.opponent) in wanted]
    found = [result for bout in played if (result := read(bout, results))]
    if not found:
        return ""
    shares = "; ".join(f"{result.bout.bot} over {result.bout.opponent} {result.text}" for result in found)
    return f"\n\nAt full time, two players, {played[0].games} games each as a check: {shares}."


def key(bout: Bout) -> tuple[str, str]:
    """The two levels, the lower first."""
    return bout.opponent.split(":")[0], bout.bot.split(":")[0]


def ratings(steps: Sequence[Result | None]) -> list[str]:
    """Each level's rating: the sum of the steps up to it, as far as they were played."""
    rated, rating, variance = ["0"], 0.0, 0.0
    for step in steps:
        if step is None:
            return rated + [""] * (len(LEVELS) - len(rated))
        rating, variance = rating + step.difference, variance + step.half**2
        rated.append(f"{rating:.0f} ± {math.sqrt(variance):.0f}")
    return rated


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *body])


@dataclass(frozen=True)
class Point:
    """A bot in the picture."""

    name: str
    seconds: float
    rating: float  # above the merchant
    half: float


def climb(game: str, results: Path) -> list[Point]:
    """Bots by their time for a turn, from the merchant up, as far as they were played."""
    table, short = Table(game, 2), at_part(game, "vizier")
    played = [*ladder_of(game), Bout(table, short, "merchant", 0), Bout(table, at_part(game, "caliph"), short, 0)]
    found = [result for bout in played if (result := read(bout, results))]
    seconds: dict[str, float] = {}
    for result in found:  # a bot's time is that of the bout in which the machine was least busy
        for name, spent in ((result.bout.bot, result.seconds), (result.bout.opponent, result.seconds_of_opponent)):
            seconds[name] = min(spent, seconds.get(name, spent))
    if BASE not in seconds:
        return []
    above = [name for name in seconds if name != BASE]
    rated, halves = fitted(found, above)
    points = [Point(name, seconds[name], *rating) for name, *rating in zip(above, rated, halves, strict=True)]
    return sorted([Point(BASE, seconds[BASE], 0.0, 0.0), *points], key=lambda point: point.seconds)


def fitted(found: Sequence[Result], names: Sequence[str]) -> tuple[list[float], list[float]]:
    """Ratings above the merchant's that fit all bouts best, each as it is sure, and the halves of their intervals."""
    rows = np.array([[(name == r.bout.bot) - (name == r.bout.opponent) for name in names] for r in found], float)
    weighed = rows.T / np.array([result.half**2 for result in found])
    spread = np.linalg.inv(weighed @ rows)
    rated = spread @ weighed @ np.array([result.difference for result in found])
    return [float(rating) for rating in rated], [float(half) for half in np.sqrt(np.diag(spread))]


WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 420, 70, 60, 50, 30
LETTER_WIDTH, LETTER_HEIGHT = 7, 15
INK, LINE, PAPER, COLOUR = "#3d3327", "#d8cdb8", "#fffaf0", "#9c4a1a"


def picture(game: str, points: Sequence[Point]) -> str:
    """Rating against time for a turn, on a logarithmic scale, as SVG."""
    first, last = (math.floor(math.log10(points[0].seconds)), math.ceil(math.log10(points[-1].seconds)))
    step = next(size for size in (50, 100, 200, 500) if max(p.rating + p.half for p in points) / size < 9)
    lowest = step * math.floor(min(p.rating - p.half for p in points) / step)
    highest = step * math.ceil(max(p.rating + p.half for p in points) / step)

    def x(seconds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(seconds) - first) / max(1, last - first)

    def y(rating: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (rating - lowest) / (highest - lowest)

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>']
    parts.append(words(WIDTH / 2, 28, f"{game.capitalize()}, two players: strength against time", "middle", 17))
    for power in range(first, last + 1):
        parts += [line(x(10.0**power), TOP, x(10.0**power), HEIGHT - BOTTOM, LINE)]
        parts += [words(x(10.0**power), HEIGHT - BOTTOM + 20, f"{10.0**power:g} s", "middle")]
    for rating in range(lowest, highest + 1, step):
        parts += [line(LEFT, y(rating), WIDTH - RIGHT, y(rating), LINE)]
        parts += [words(LEFT - 8, y(rating) + 4, f"{rating:+d}" if rating else "0", "end")]
    parts.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "time for a turn", "middle"))
    parts.append(
        f'<g transform="rotate(-90 16 {HEIGHT / 2})">{words(16, HEIGHT / 2, "Elo above merchant", "middle")}</g>'
    )
    route = " ".join(f"{x(point.seconds):.1f},{y(point.rating):.1f}" for point in points)
    parts.append(f'<polyline points="{route}" fill="none" stroke="{COLOUR}" stroke-width="2" stroke-opacity="0.5"/>')
    labels = [Label(x(point.seconds) - 6, y(point.rating) + 5, "start", 12) for point in points]  # where no name goes
    for point in points:
        across, up = x(point.seconds), y(point.rating)
        parts.append(line(across, y(point.rating - point.half), across, y(point.rating + point.half), COLOUR))
        parts.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="5" fill="{COLOUR}"/>')
        labels.append(beside(across, up, point.name, labels))
        parts.append(words(labels[-1].x, labels[-1].y, point.name, labels[-1].anchor))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    font = 'font-family="system-ui, sans-serif" font-size="13"'
    title = f"<title>{game.capitalize()}: rating of bots against their time for a turn</title>"
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} role="img">', title, *parts, "</svg>\n"])


@dataclass(frozen=True)
class Label:
    """Where a bot's name stands."""

    x: float
    y: float
    anchor: str
    width: float

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.width if self.anchor == "end" else self.x

    def covers(self, other: "Label") -> bool:
        """Whether two names would be drawn over one another."""
        is_across = self.left < other.left + other.width and other.left < self.left + self.width
        return is_across and abs(self.y - other.y) < LETTER_HEIGHT


def beside(x: float, y: float, name: str, others: Sequence[Label]) -> Label:
    """A place for a name near its point, where no other name is."""
    anchor, aside = ("end", -10) if x > WIDTH * 0.7 else ("start", 10)
    tried = [Label(x + aside, y + down, anchor, LETTER_WIDTH * len(name)) for down in (16, -10, 32, -26, 48, -42)]
    free = [label for label in tried if not any(label.covers(other) for other in others)]
    return next((label for label in free if label.y < HEIGHT - BOTTOM), tried[0])


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="1.5"/>'


def words(x: float, y: float, text: str, anchor: str, size: int = 13) -> str:
    """A few words."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {place} fill="{INK}" stroke="{PAPER}" stroke-width="3" paint-order="stroke">{text}</text>'


def main() -> int:
    """Play, or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="asara, pasha; all, if none is given")
    parser.add_argument(
        "--results", type=Path, default=RESULTS, help="where figures are kept (default: beside this file)"
    )
    parser.add_argument("--report", action="store_true", help="write docs/bots.md and its pictures")
    arguments = parser.parse_args()
    for game in arguments.games or dict.fromkeys(table.game for table in TABLES):
        if arguments.report:
            report(game, arguments.results, Path("docs"))
        else:
            play(bouts(game), arguments.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
