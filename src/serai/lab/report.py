"""A lab's report as one page: findings first, then each group of figures drawn and in numbers."""

from collections.abc import Iterator, Sequence
from html import escape

from serai.arena import charts
from serai.arena.charts import format_number
from serai.arena.ratings import Estimate
from serai.lab.experiment import Lab
from serai.lab.figures import Figure, Figures
from serai.lab.findings import RARE, Finding, change, estimate_or_nan, findings, largest, title, with_sign
from serai.lab.settings import differences
from serai.lab.tallies import COURSE, DECISIONS, POINTS, REASONS, SCORES, WINS

Section = tuple[str, str]  # heading and HTML
Row = tuple[str, float, float, float]  # name, value, and the ends of its interval

MOST_CHANGES = 12  # changes in one chart
HEAD = ("", "before", "after", "change")
STYLE = """<style>ul{padding-left:1.1rem}
@media(max-width:30rem){table{font-size:.86rem}th,td{padding:.3rem .25rem}
th:first-child,td:first-child{min-width:6.5rem}}
</style>"""
METHOD = (
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


def page(lab: Lab, figures: Figures, planned: int) -> str:
    """The whole report."""
    sections = [
        ("Findings", summary(lab, figures, planned)),
        *changes(figures),
        ("Fairness", fairness(figures)),
        ("Scores", scores(figures)),
        (COURSE, table(figures.of(COURSE))),
        *group_sections(lab, figures),
        ("How this was measured", "".join(f"<p>{escape(words)}</p>" for words in METHOD)),
    ]
    return charts.page(f"{lab.game.title}: {heading(lab)}", sections)


def heading(lab: Lab) -> str:
    """The comparison, in short."""
    changes = differences(lab.before, lab.after)
    if 0 < len(changes) <= 3:
        return ", ".join(f"{key} {before} → {after}" for key, before, after in changes)
    return f"{lab.before.name} → {lab.after.name}"


def conditions(lab: Lab, figures: Figures, planned: int) -> str:
    """The players, options, number of games, bots and seed."""
    flags = "".join(f", {flag.replace('_', ' ')}" for flag in lab.game.flags if lab.options[flag])
    count = f"{figures.deals} games" if figures.deals == planned else f"{figures.deals} of {planned} games"
    bots = ", ".join(entrant.name for entrant in lab.entrants)
    return f"{lab.players} players{flags}; {count} on each edition; {bots}; seed {lab.seed}"


def summary(lab: Lab, figures: Figures, planned: int) -> str:
    """The findings, and the changes of the edition."""
    rows = [list(row) for row in differences(lab.before, lab.after)]
    parts = [
        STYLE,
        f"<p>{escape(conditions(lab, figures, planned))}.</p>",
        findings_list(findings(lab.game, figures)),
        charts.grid(("what was changed", "before", "after"), rows) if rows else "<p>The editions are the same.</p>",
    ]
    if not all(entrant.is_reproducible for entrant in lab.entrants):
        parts.append("<p>Not reproducible, because of a time limit or a program.</p>")
    if figures.faults:
        parts.append(f"<p>{escape(faults(figures))}</p>")
    return "\n".join(parts)


def faults(figures: Figures) -> str:
    """How often chance decided for a player, and the first reason."""
    return f"Chance decided {len(figures.faults)} times in a player's place; the first time: {figures.faults[0]}"


def findings_list(entries: Sequence[Finding]) -> str:
    """Findings as a list, changes in bold."""
    items = (
        f"<li><strong>{escape(finding.sentence)}</strong></li>"
        if finding.is_change
        else f"<li>{escape(finding.sentence)}</li>"
        for finding in entries
    )
    return f"<ul>{''.join(items)}</ul>"


def changes(figures: Figures) -> Iterator[Section]:
    """The largest changes side by side, in percent of the value before."""
    rows: list[Row] = []
    reported: set[tuple[Estimate | None, ...]] = set()
    for figure in largest(figures):
        before, estimates = estimate_or_nan(figure.before).value, (figure.before, figure.after, figure.change)
        if before >= RARE and estimates not in reported and len(rows) < MOST_CHANGES:
            reported.add(estimates)
            rows.append(interval(short(figure), change(figure), 100 / before))
    if rows:
        yield "What changed most", charts.intervals("Change in percent of what there was", rows, "%", 0.0)


def short(figure: Figure) -> str:
    """A figure's name with its group."""
    return f"{title(figure.name)} ({figure.group.partition(',')[0].lower()})"


def interval(name: str, estimate: Estimate, factor: float) -> Row:
    """A line in a chart of intervals."""
    return name, factor * estimate.value, factor * estimate.low, factor * estimate.high


def fairness(figures: Figures) -> str:
    """Wins and points by place, and by bot where several play."""
    wins, points = figures.of(WINS), figures.of(POINTS)
    parts = [
        charts.intervals("Wins by place", sides(wins, 100), "%", 100 / len(wins)),
        table(wins),
        charts.intervals("Points by place", sides(points, 1)),
        table(points),
    ]
    if figures.bots:
        parts += [charts.intervals("Wins by bot, for each seat", sides(figures.bots, 100), "%"), table(figures.bots)]
    return "\n".join(parts)


def sides(figures: Sequence[Figure], factor: float) -> list[Row]:
    """Each figure before and after, for a chart of intervals."""
    return [
        interval(f"{title(figure.name)}, {side}", estimate_or_nan(estimate), factor)
        for figure in figures
        for side, estimate in (("before", figure.before), ("after", figure.after))
    ]


def scores(figures: Figures) -> str:
    """The distribution of points, and the margins."""
    series = dict(zip(("before", "after"), figures.points, strict=True))
    return charts.histogram("Points of all players", series, "points") + table(figures.of(SCORES))


def group_sections(lab: Lab, figures: Figures) -> Iterator[Section]:
    """The sources of points, and the uses, group by group."""
    counts = lab.game.study.USE_SENTENCES if lab.game.study else {}
    for group in figures.groups:
        if group == REASONS:
            yield group, shares(figures.of(group)) + table(figures.of(group))
        elif group not in (WINS, POINTS, SCORES, COURSE):
            unit = "a game" if group in counts or group == DECISIONS else ""
            yield group, bar_chart("Before and after", figures.of(group), unit) + table(figures.of(group))


def bar_chart(heading: str, figures: Sequence[Figure], unit: str) -> str:
    """A group as bars, before and after side by side."""
    series = {
        "before": [estimate_or_nan(figure.before).value for figure in figures],
        "after": [estimate_or_nan(figure.after).value for figure in figures],
    }
    return charts.bars(heading, [title(figure.name) for figure in figures], series, unit)


def shares(figures: Sequence[Figure]) -> str:
    """The sources of points, as parts of all points."""
    values = [[estimate_or_nan(side).value for side in (figure.before, figure.after)] for figure in figures]
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
    return [title(figure.name), *levels, f"{change_mark(figure)} {change_text(figure)}".strip()]


def level(figure: Figure, side: Estimate | None) -> str:
    """A figure on one edition; a dash where it does not exist."""
    if side is None:
        return "–"
    return f"{100 * side.value:.1f} %" if figure.is_share else format_number(side.value)


def change_text(figure: Figure) -> str:
    """A change with its interval."""
    if figure.change is None:
        return ""
    factor = 100 if figure.is_share else 1
    value, half = (factor * number for number in (figure.change.value, figure.change.high - figure.change.value))
    return f"{with_sign(value)} ±{format_number(half)}" if half else with_sign(value)


def change_mark(figure: Figure) -> str:
    """A mark for a figure that went up or down by more than chance."""
    if not figure.is_changed:
        return ""
    return "▲" if change(figure).value > 0 else "▼"
