"""A lab's findings in plain sentences: fairness, scores and length, then changes in use."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from serai.arena.charts import format_number
from serai.arena.ratings import Estimate
from serai.core.game import Game
from serai.lab.figures import Figure, Figures
from serai.lab.tallies import COURSE, PLAYER, POINTS, REASONS, SCORES, SPREAD, TURNS, WINS

MOST_USES = 8  # sentences about changes in use
LEAST_CHANGE = 0.05  # of what there was before, to be worth a sentence
RARE = 0.2  # smaller frequencies are compared with this
ALWAYS_REPORTED = ((SCORES, PLAYER), (SCORES, SPREAD), (COURSE, TURNS))
MANY, FEW = 1.5, 0.667  # beyond these ratios the sentence says "… times as often"
HARDLY_ANY = 0.05  # below this ratio the sentence says "hardly any more"


@dataclass(frozen=True)
class Finding:
    """A sentence, and whether it describes a change that is more than chance."""

    sentence: str
    is_change: bool


def findings(game: Game, figures: Figures) -> list[Finding]:
    """Everything worth a sentence, changes first."""
    if figures.is_same:
        return [Finding("Nothing changed: every game went the same way on both editions.", False)]
    sentences = [
        fairness(figures),
        *gains(figures),
        *unfair(figures),
        level_finding(figures.figure(SCORES, PLAYER), "A player scores {after} points"),
        level_finding(figures.figure(SCORES, SPREAD), "From best to last it is {after} points"),
        level_finding(figures.figure(COURSE, TURNS), "A game takes {after} turns"),
        *skill(figures),
        *uses(game, figures),
    ]
    return sorted(sentences, key=lambda finding: not finding.is_change)


def fairness(figures: Figures) -> Finding:
    """Whether a place in the order of play gains or loses."""
    wins = figures.of(WINS)
    changed = [figure for figure in wins if figure.is_changed]
    figure = max(changed or wins, key=lambda figure: round(abs(change(figure).value), 9))
    return level_finding(figure, f"The {figure.name} player wins {{after}} of the games")


def gains(figures: Figures) -> Iterator[Finding]:
    """Places that score more or less than before."""
    for figure in figures.of(POINTS):
        if figure.is_changed:
            yield level_finding(figure, f"The {figure.name} player scores {{after}} points")


def unfair(figures: Figures) -> Iterator[Finding]:
    """Places that win more or less often than their share on the changed edition."""
    wins = figures.of(WINS)
    fair = 1 / len(wins)
    for figure in wins:
        after = estimate_or_nan(figure.after)
        if not after.low <= fair <= after.high:
            more = "more" if after.value > fair else "less"
            interval, earlier = (
                f"{100 * side.low:.0f} to {100 * side.high:.0f} %" for side in (after, estimate_or_nan(figure.before))
            )
            sentence = (
                f"The {figure.name} player wins {more} than a fair {percent(fair)}: {interval}, before {earlier}."
            )
            yield Finding(sentence, False)
            if len(wins) == 2:
                return


def skill(figures: Figures) -> Iterator[Finding]:
    """How often the better bot wins, where several play."""
    if figures.bots:
        best = max(figures.bots, key=lambda figure: estimate_or_nan(figure.before).value)
        yield level_finding(best, f"For each of its seats, {best.name} wins {{after}} of the games")


def uses(game: Game, figures: Figures) -> Iterator[Finding]:
    """The largest changes in use; a figure that several groups share appears once."""
    starts = game.study.USE_SENTENCES if game.study else {}
    reported: set[tuple[Estimate | None, ...]] = set()
    for figure in largest(figures):
        estimates = (figure.before, figure.after, figure.change)
        if estimates not in reported and len(reported) < MOST_USES:
            reported.add(estimates)
            yield Finding(use_sentence(figure, starts.get(figure.group)), True)


def largest(figures: Figures) -> list[Figure]:
    """The other figures that changed by more than chance, sorted by their least change."""
    others = [figure for figure in figures.figures if figure.is_changed and not is_always_reported(figure)]
    return sorted((figure for figure in others if weight(figure) >= LEAST_CHANGE), key=weight, reverse=True)


def is_always_reported(figure: Figure) -> bool:
    """Whether the figure always has a sentence."""
    return figure.group in (WINS, POINTS) or (figure.group, figure.name) in ALWAYS_REPORTED


def weight(figure: Figure) -> float:
    """The end of the interval that is nearer to 0, relative to the value before."""
    low, high = change(figure).low, change(figure).high
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return nearest / max(RARE, estimate_or_nan(figure.before).value)


def use_sentence(figure: Figure, start: str | None) -> str:
    """A sentence about one figure that starts with the game's own words."""
    before, after = estimate_or_nan(figure.before).value, estimate_or_nan(figure.after).value
    way = f"{value(figure, before)} → {value(figure, after)}"
    if figure.group in (SCORES, COURSE):
        return f"{title(figure.name)}: {way}{relative_change(figure)}."
    if figure.group == REASONS:
        points, earlier = format_number(after), format_number(before)
        return f"{title(figure.name)}: {points} points of a player instead of {earlier}{relative_change(figure)}."
    if start is None:
        return f"{figure.group}, {figure.name}: {way}{relative_change(figure)}."
    subject = title(start.format(name=figure.name))
    if figure.ratio is None:
        return f"{subject} {'now' if after > before else 'no more'}: {way} a game."
    if figure.ratio < HARDLY_ANY:
        return f"{subject} hardly any more ({way} a game)."
    if figure.ratio >= MANY or figure.ratio <= FEW:
        return f"{subject} {ratio_text(figure.ratio)} times as often ({way} a game)."
    return f"{subject} {'more' if after > before else 'less'} often: {way} a game{relative_change(figure)}."


def ratio_text(ratio: float) -> str:
    """A ratio to about two digits."""
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2g}"


def relative_change(figure: Figure) -> str:
    """The change relative to the value before."""
    before = estimate_or_nan(figure.before).value
    return f" ({round_with_sign(100 * change(figure).value / before)} %)" if before > 0 else ""


def level_finding(figure: Figure, words: str) -> Finding:
    """A sentence about a figure that is always reported, changed or not."""
    before, after = (value(figure, estimate_or_nan(side).value) for side in (figure.before, figure.after))
    sentence, estimate = words.format(after=after), change(figure)
    if estimate.low == estimate.high:
        return Finding(f"{sentence}, as before.", False)
    if figure.is_changed:
        return Finding(f"{sentence} instead of {before} (more than chance).", True)
    if figure.is_share:
        way = f"{round_with_sign(100 * estimate.low)} to {round_with_sign(100 * estimate.high)} %"
    else:
        way = f"{with_sign(estimate.low)} to {with_sign(estimate.high)}"
    is_within = estimate.low <= 0 <= estimate.high
    return Finding(f"{sentence} instead of {before}: {'within' if is_within else 'perhaps'} chance ({way}).", False)


def value(figure: Figure, number: float) -> str:
    """A figure's number as text."""
    return percent(number) if figure.is_share else format_number(number)


def percent(number: float) -> str:
    """A part of 1."""
    return f"{100 * number:.0f} %" if number in (0, 1) or 0.1 <= number <= 0.9 else f"{100 * number:.1f} %"


def round_with_sign(number: float) -> str:
    """A whole number with its sign."""
    return with_sign(float(round(number)))


def with_sign(number: float) -> str:
    """A change, with its sign."""
    text = format_number(number)
    return f"+{text}" if number > 0 and text != "0" else text


def change(figure: Figure) -> Estimate:
    """The change of a figure that both editions have."""
    return estimate_or_nan(figure.change)


def estimate_or_nan(estimate: Estimate | None) -> Estimate:
    """The estimate, or NaN without one."""
    return estimate or Estimate(math.nan, math.nan, math.nan)


def title(words: str) -> str:
    """The words with a capital letter."""
    return words[:1].upper() + words[1:]
