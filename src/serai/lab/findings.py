"""What a lab found, in plain sentences: fairness, scores and length, then what is used more or less than before."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from serai.arena.charts import shown
from serai.arena.ratings import Estimate
from serai.core.game import Game
from serai.lab.figures import Figure, Figures
from serai.lab.tallies import COURSE, PLAYER, POINTS, REASONS, SCORES, SPREAD, TURNS, WINS

MOST_USES = 8  # sentences about what is used otherwise
LEAST_CHANGE = 0.05  # of what there was before, to be worth a sentence
RARE = 0.2  # what happens less often in a game is compared with this
ALWAYS = ((SCORES, PLAYER), (SCORES, SPREAD), (COURSE, TURNS))
MANY, FEW = 1.5, 0.667  # from where on a change is told as so many times as often
HARDLY = 0.05  # below this part of what there was, it is hardly there any more


@dataclass(frozen=True)
class Finding:
    """A sentence, and whether it tells of a change that is more than chance."""

    sentence: str
    is_change: bool


def findings(game: Game, found: Figures) -> list[Finding]:
    """Everything worth a sentence, changes first."""
    if found.is_same:
        return [Finding("Nothing changed: every game went the same way on both editions.", False)]
    told = [
        fairness(found),
        *gains(found),
        *unfair(found),
        plain(found.one(SCORES, PLAYER), "A player scores {after} points"),
        plain(found.one(SCORES, SPREAD), "From best to last it is {after} points"),
        plain(found.one(COURSE, TURNS), "A game takes {after} turns"),
        *skill(found),
        *uses(game, found),
    ]
    return sorted(told, key=lambda finding: not finding.is_change)


def fairness(found: Figures) -> Finding:
    """Whether a place in the order of play gains or loses."""
    wins = found.of(WINS)
    changed = [figure for figure in wins if figure.is_changed]
    chosen = max(changed or wins, key=lambda figure: round(abs(change(figure).value), 9))
    return plain(chosen, f"The {chosen.name} player wins {{after}} of the games")


def gains(found: Figures) -> Iterator[Finding]:
    """Places that score more or less than before."""
    for figure in found.of(POINTS):
        if figure.is_changed:
            yield plain(figure, f"The {figure.name} player scores {{after}} points")


def unfair(found: Figures) -> Iterator[Finding]:
    """A place that wins more or less often than its share, on the edition as it is after the change."""
    wins = found.of(WINS)
    fair = 1 / len(wins)
    for figure in wins:
        after = known(figure.after)
        if not after.low <= fair <= after.high:
            more = "more" if after.value > fair else "less"
            told, earlier = (
                f"{100 * side.low:.0f} to {100 * side.high:.0f} %" for side in (after, known(figure.before))
            )
            sentence = f"The {figure.name} player wins {more} than a fair {percent(fair)}: {told}, before {earlier}."
            yield Finding(sentence, False)
            if len(wins) == 2:
                return


def skill(found: Figures) -> Iterator[Finding]:
    """Whether the better bot wins more often or less, where several play."""
    if found.bots:
        best = max(found.bots, key=lambda figure: known(figure.before).value)
        yield plain(best, f"For each of its seats, {best.name} wins {{after}} of the games")


def uses(game: Game, found: Figures) -> Iterator[Finding]:
    """What is used most otherwise, each figure once where several groups have the same."""
    telling = game.study.USE_SENTENCES if game.study else {}
    told: set[tuple[Estimate | None, ...]] = set()
    for figure in largest(found):
        same = (figure.before, figure.after, figure.change)
        if same not in told and len(told) < MOST_USES:
            told.add(same)
            yield Finding(use(figure, telling.get(figure.group)), True)


def largest(found: Figures) -> list[Figure]:
    """What else changed by more than chance, by how much it did so at least."""
    others = [figure for figure in found.figures if figure.is_changed and not is_always_told(figure)]
    return sorted((figure for figure in others if weight(figure) >= LEAST_CHANGE), key=weight, reverse=True)


def is_always_told(figure: Figure) -> bool:
    """Whether there is a sentence about the figure in any case."""
    return figure.group in (WINS, POINTS) or (figure.group, figure.name) in ALWAYS


def weight(figure: Figure) -> float:
    """The end of the interval that is nearer to no change, as a part of what there was."""
    low, high = change(figure).low, change(figure).high
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return nearest / max(RARE, known(figure.before).value)


def use(figure: Figure, telling: str | None) -> str:
    """A sentence about one figure; how it begins, the game says."""
    before, after = known(figure.before).value, known(figure.after).value
    way = f"{value(figure, before)} → {value(figure, after)}"
    if figure.group in (SCORES, COURSE):
        return f"{title(figure.name)}: {way}{part(figure)}."
    if figure.group == REASONS:
        return f"{title(figure.name)}: {shown(after)} points of a player instead of {shown(before)}{part(figure)}."
    if telling is None:
        return f"{figure.group}, {figure.name}: {way}{part(figure)}."
    subject = title(telling.format(name=figure.name))
    if figure.ratio is None:
        return f"{subject} {'now' if after > before else 'no more'}: {way} a game."
    if figure.ratio < HARDLY:
        return f"{subject} hardly any more ({way} a game)."
    if figure.ratio >= MANY or figure.ratio <= FEW:
        return f"{subject} {times(figure.ratio)} times as often ({way} a game)."
    return f"{subject} {'more' if after > before else 'less'} often: {way} a game{part(figure)}."


def times(ratio: float) -> str:
    """A ratio to about two digits."""
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2g}"


def part(figure: Figure) -> str:
    """The change as a part of what there was."""
    before = known(figure.before).value
    return f" ({rounded(100 * change(figure).value / before)} %)" if before > 0 else ""


def plain(figure: Figure, words: str) -> Finding:
    """A sentence about a figure that is always told, changed or not."""
    before, after = (value(figure, known(side).value) for side in (figure.before, figure.after))
    told, found = words.format(after=after), change(figure)
    if found.low == found.high:
        return Finding(f"{told}, as before.", False)
    if figure.is_changed:
        return Finding(f"{told} instead of {before} (more than chance).", True)
    if figure.is_share:
        way = f"{rounded(100 * found.low)} to {rounded(100 * found.high)} %"
    else:
        way = f"{signed(found.low)} to {signed(found.high)}"
    is_within = found.low <= 0 <= found.high
    return Finding(f"{told} instead of {before}: {'within' if is_within else 'perhaps'} chance ({way}).", False)


def value(figure: Figure, number: float) -> str:
    """A figure's number as it is read."""
    return percent(number) if figure.is_share else shown(number)


def percent(number: float) -> str:
    """A part of 1."""
    return f"{100 * number:.0f} %" if number in (0, 1) or 0.1 <= number <= 0.9 else f"{100 * number:.1f} %"


def rounded(number: float) -> str:
    """A whole number with its sign."""
    return signed(float(round(number)))


def signed(number: float) -> str:
    """A change, with its sign."""
    written = shown(number)
    return f"+{written}" if number > 0 and written != "0" else written


def change(figure: Figure) -> Estimate:
    """The change of a figure that both editions have."""
    return known(figure.change)


def known(estimate: Estimate | None) -> Estimate:
    """The estimate; without one nothing is known."""
    return estimate or Estimate(math.nan, math.nan, math.nan)


def title(words: str) -> str:
    """Words as a sentence begins with them."""
    return words[:1].upper() + words[1:]
