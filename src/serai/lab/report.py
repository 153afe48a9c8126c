"""A lab's report as one page: findings first, then each group of figures drawn and in numbers."""

from collections.abc import Iterator, Sequence
from html import escape

from serai.arena import charts
from serai.arena.charts import shown
from serai.arena.ratings import Estimate
from serai.lab.experiment import Lab
from serai.lab.figures import Figure, Figures
from serai.lab.findings import RARE, Finding, change, findings, known, largest, signed, title
from serai.lab.settings import differences
from serai.lab.tallies import COURSE, DECISIONS, POINTS, REASONS, SCORES, WINS

Section = tuple[str, str]  # heading and HTML
Row = tuple[str, float, float, float]  # name, value, and the ends of its interval

MOST_DRAWN = 12  # changes in one chart
HEAD = ("", "before", "after", "change")
STYLE = """<style>ul{padding-left:1.1rem}
@media(max-width:30rem){table{font-size:.86rem}th,td{padding:.3rem .25rem}
th:first-child,td:first-child{min-width:6.5rem}}
</style>"""
MEASURED = (
    "Both editions were played with the same deals, by the same bots with the same chance of their own. A change is "
    "the mean of the differences deal by deal; within what stands behind ± it is sure in 95 of 100 cases.",
    "▲ and ▼ mark changes that are more than chance. That is decided for all figures together, so that of those marked "
    "about one in twenty may be chance all the same. Where nothing is marked, a change within the interval can't be "
    "excluded: more games make it narrower.",
    "Places are those in the order of play at the start: the first player is who decides first. A shared win counts in "
    "equal parts.",
    "Bots play well by what they know of the game, which they learned on the standard edition. People may use a change "
    "in ways that bots don't see.",
)


def page(lab: Lab, found: Figures, wanted: int) -> str:
    """The whole report."""
    sections = [
        ("Findings", summary(lab, found, wanted)),
        *changes(found),
        ("Fairness", fairness(found)),
        ("Scores", scores(found)),
        (COURSE, table(found.of(COURSE))),
        *group_sections(lab, found),
        ("How this was measured", "".join(f"<p>{escape(words)}</p>" for words in MEASURED)),
    ]
    return charts.page(f"{lab.game.title}: {heading(lab)}", sections)


def heading(lab: Lab) -> str:
    """What was compared, in short."""
    changed = differences(lab.before, lab.after)
    if 0 < len(changed) <= 3:
        return ", ".join(f"{key} {before} → {after}" for key, before, after in changed)
    return f"{lab.before.name} → {lab.after.name}"


def conditions(lab: Lab, found: Figures, wanted: int) -> str:
    """Who played what, and how often."""
    flags = "".join(f", {flag.replace('_', ' ')}" for flag in lab.game.flags if lab.options[flag])
    count = f"{found.deals} games" if found.deals == wanted else f"{found.deals} of {wanted} games"
    bots = ", ".join(entrant.name for entrant in lab.entrants)
    return f"{lab.players} players{flags}; {count} on each edition; {bots}; seed {lab.seed}"


def summary(lab: Lab, found: Figures, wanted: int) -> str:
    """The findings, and what was changed."""
    rows = [list(row) for row in differences(lab.before, lab.after)]
    parts = [
        STYLE,
        f"<p>{escape(conditions(lab, found, wanted))}.</p>",
        listed(findings(lab.game, found)),
        charts.grid(("what was changed", "before", "after"), rows) if rows else "<p>The editions are the same.</p>",
    ]
    if not all(entrant.is_reproducible for entrant in lab.entrants):
        parts.append("<p>Not reproducible, because of a time limit or a program.</p>")
    if found.faults:
        parts.append(f"<p>{escape(faults(found))}</p>")
    return "\n".join(parts)


def faults(found: Figures) -> str:
    """How often chance had to decide for a player, and why at first."""
    return f"Chance decided {len(found.faults)} times in a player's place; the first time: {found.faults[0]}"


def listed(told: Sequence[Finding]) -> str:
    """Findings as a list, changes in bold."""
    items = (
        f"<li><strong>{escape(finding.sentence)}</strong></li>"
        if finding.is_change
        else f"<li>{escape(finding.sentence)}</li>"
        for finding in told
    )
    return f"<ul>{''.join(items)}</ul>"


def changes(found: Figures) -> Iterator[Section]:
    """The largest changes side by side, as parts of what there was."""
    rows: list[Row] = []
    told: set[tuple[Estimate | None, ...]] = set()
    for figure in largest(found):
        before, same = known(figure.before).value, (figure.before, figure.after, figure.change)
        if before >= RARE and same not in told and len(rows) < MOST_DRAWN:
            told.add(same)
            rows.append(interval(short(figure), change(figure), 100 / before))
    if rows:
        yield "What changed most", charts.intervals("Change in percent of what there was", rows, "%", 0.0)


def short(figure: Figure) -> str:
    """A figure's name where its group is not to be seen."""
    return f"{title(figure.name)} ({figure.group.partition(',')[0].lower()})"


def interval(name: str, estimate: Estimate, factor: float) -> Row:
    """A line in a chart of intervals."""
    return name, factor * estimate.value, factor * estimate.low, factor * estimate.high


def fairness(found: Figures) -> str:
    """Wins and points by place, and by bot where several play."""
    wins, points = found.of(WINS), found.of(POINTS)
    parts = [
        charts.intervals("Wins by place", sides(wins, 100), "%", 100 / len(wins)),
        table(wins),
        charts.intervals("Points by place", sides(points, 1)),
        table(points),
    ]
    if found.bots:
        parts += [charts.intervals("Wins by bot, for each seat", sides(found.bots, 100), "%"), table(found.bots)]
    return "\n".join(parts)


def sides(figures: Sequence[Figure], factor: float) -> list[Row]:
    """Each figure before and after, for a chart of intervals."""
    return [
        interval(f"{title(figure.name)}, {side}", known(estimate), factor)
        for figure in figures
        for side, estimate in (("before", figure.before), ("after", figure.after))
    ]


def scores(found: Figures) -> str:
    """How points are distributed, and how far apart players end."""
    series = dict(zip(("before", "after"), found.points, strict=True))
    return charts.histogram("Points of all players", series, "points") + table(found.of(SCORES))


def group_sections(lab: Lab, found: Figures) -> Iterator[Section]:
    """Where points come from, and what is used, group by group."""
    counts = lab.game.study.USE_SENTENCES if lab.game.study else {}
    for group in found.groups:
        if group == REASONS:
            yield group, shares(found.of(group)) + table(found.of(group))
        elif group not in (WINS, POINTS, SCORES, COURSE):
            unit = "a game" if group in counts or group == DECISIONS else ""
            yield group, drawn("Before and after", found.of(group), unit) + table(found.of(group))


def drawn(heading: str, figures: Sequence[Figure], unit: str) -> str:
    """A group as bars, before and after side by side."""
    series = {
        "before": [known(figure.before).value for figure in figures],
        "after": [known(figure.after).value for figure in figures],
    }
    return charts.bars(heading, [title(figure.name) for figure in figures], series, unit)


def shares(figures: Sequence[Figure]) -> str:
    """Where points come from, as parts of all points."""
    values = [[known(side).value for side in (figure.before, figure.after)] for figure in figures]
    totals = [sum(side) or 1.0 for side in zip(*values, strict=True)]
    series = {
        name: [100 * value[place] / totals[place] for value in values] for place, name in enumerate(("before", "after"))
    }
    return charts.bars("Where points come from", [title(figure.name) for figure in figures], series, "% of all points")


def table(figures: Sequence[Figure]) -> str:
    """A group in numbers."""
    return charts.grid(HEAD, [row(figure) for figure in figures])


def row(figure: Figure) -> list[str]:
    """A figure in numbers: before, after, and its change, marked if that is more than chance."""
    levels = [level(figure, side) for side in (figure.before, figure.after)]
    return [title(figure.name), *levels, f"{mark(figure)} {change_shown(figure)}".strip()]


def level(figure: Figure, side: Estimate | None) -> str:
    """A figure on one edition; a dash where it has no such thing."""
    if side is None:
        return "–"
    return f"{100 * side.value:.1f} %" if figure.is_share else shown(side.value)


def change_shown(figure: Figure) -> str:
    """A change with its interval."""
    if figure.change is None:
        return ""
    factor = 100 if figure.is_share else 1
    value, half = (factor * number for number in (figure.change.value, figure.change.high - figure.change.value))
    return f"{signed(value)} ±{shown(half)}" if half else signed(value)


def mark(figure: Figure) -> str:
    """Whether a figure went up or down by more than chance."""
    if not figure.is_changed:
        return ""
    return "▲" if change(figure).value > 0 else "▼"
