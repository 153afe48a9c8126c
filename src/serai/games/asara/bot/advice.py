"""Why a move is good: what the evaluation sees after it, beside what it sees after the best other move, in points."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream
from serai.core.search.mind import Candidate
from serai.core.search.minds import Search, Survey
from serai.core.words.language import gettext, later
from serai.core.words.reasons import Point
from serai.games.asara.bot import facts, planning
from serai.games.asara.bot.evaluation import Desk, expect_points, share_of_buyers_left, stage_of
from serai.games.asara.bot.facts import (
    COLOURS_NOW,
    COLOURS_SOON,
    FACT_COUNT,
    NOW,
    SEAT_FIRSTS,
    SEAT_SECONDS,
    SOON,
    place_points,
)
from serai.games.asara.rules import hidden, moves
from serai.games.asara.rules.state import COLOURS, HOUSE_SPACE, OVER, Game, Rules
from serai.games.asara.words.reasons import space_words

Games = npt.NDArray[np.void]
Parts = npt.NDArray[np.float64]

# Parts of what a seat expects: prestige, the places of each colour, every other fact, what the best other expects; then
# not points but whether the seat would be first and second in each colour.
PRESTIGE = FACT_COUNT
IN_COLOUR = PRESTIGE + 1
OTHERS = IN_COLOUR + 5
FIRST_IN = OTHERS + 1
SECOND_IN = FIRST_IN + 5
PARTS = SECOND_IN + 5

DEALS = 16  # over which the means are taken
LEAST = 0.15  # points that are worth a word
MOST_REASONS = 5
LIKELY = 0.3  # chance of a space to be taken by the next player that is worth a word

GROUPS = {
    "built": (later("prestige at once"), (PRESTIGE,)),
    "towers": (later("towers in the yearly scorings to come"), (facts.TOWERS,)),
    "gold": (later("gold in the yearly scorings to come"), (facts.GOLD,)),
    "lit": (later("lit windows, built or to be built"), (facts.LIT_BUILT, facts.LIT_READY, facts.LIT_LONE)),
    "favour": (later("the Caliph's favour"), (facts.HAS_FAVOUR, facts.FAVOUR_ONE)),
    "highest": (later("highest tower of all"), (facts.HIGHEST_NOW, facts.HIGHEST_SOON, facts.LEAD_HEIGHT)),
    "most": (later("most towers"), (facts.MOST_NOW, facts.MOST_SOON, facts.LEAD_TOWERS)),
    "lead": (later("lead in the colours"), (facts.LEAD_COLOURS,)),
    "pieces": (
        later("pieces to build with"),
        (
            facts.READY,
            facts.NEW_TOWERS,
            facts.LONE_BASES,
            facts.LONE_TOPS,
            facts.LONE_BETWEEN,
            facts.MATCHED,
            facts.READY_GOLD,
            facts.BEGUN_WORTH,
        ),
    ),
    "money": (
        later("money"),
        (facts.MONEY, facts.MONEY_10, facts.MONEY_25, facts.MONEY_BUYERS),
    ),
    "buyers": (
        later("buyers left in hand, and their colours"),
        (
            facts.HAND,
            facts.OTHER_HANDS,
            facts.IN_DEMAND,
            facts.DIFFERENT,
            facts.NEXT_TURN,
        ),
    ),
    "open": (
        later("what is still open to these buyers this year"),
        (
            facts.BUILD_ONE,
            facts.BUILD_PAIR,
            facts.MARKETS_ONE,
            facts.MARKETS_PAIR,
            facts.BANK_ONE,
            facts.BANK_PAIR,
            facts.SPIES_ONE,
            facts.TENT_ONE,
            facts.LIT_ONE,
            facts.GROWTH,
        ),
    ),
    "others": (later("what it leaves to the others"), (OTHERS,)),
}
HIGHEST = (
    later("highest brown tower"),
    later("highest green tower"),
    later("highest red tower"),
    later("highest black tower"),
    later("highest white tower"),
)
SECOND_HIGHEST = (
    later("second-highest brown tower"),
    later("second-highest green tower"),
    later("second-highest red tower"),
    later("second-highest black tower"),
    later("second-highest white tower"),
)


@rule
def account(
    views: Games,
    editions: npt.NDArray[np.void],
    desks: npt.NDArray[np.void],
    games: Games,
    lists: planning.Lists,
    choice: int,
    plan: planning.Plan,
    stream: Stream,
    deals: int,
    parts: Parts,
) -> None:
    """Write the mean parts of what the viewer expects after a choice and its turn, over so many deals."""
    for part in range(PARTS):
        parts[part] = 0.0
    here = views[0].viewer - views[0].viewer
    for _ in range(deals):
        games[here] = views[0]
        hidden.deal_unknown(games[here], editions[0], stream)
        planning.follow(games, here, editions[0], desks[0], lists, choice, plan)
        add_parts(games[here], editions[0], desks[0], int(views[0].viewer), parts)
    for part in range(PARTS):
        parts[part] /= deals


@rule
def add_parts(game: Game, edition: Rules, desk: Desk, seat: int, parts: Parts) -> None:
    """Add one position's parts."""
    expect_points(game, edition, desk)
    best = -1000.0
    for other in range(game.players):
        if other != seat:
            best = max(best, desk.points[0, other])
    parts[OTHERS] -= best
    parts[PRESTIGE] += game.prestige[seat]
    if game.phase == OVER:
        return
    stage, left = stage_of(game, edition), share_of_buyers_left(game, edition)
    for fact in range(FACT_COUNT):
        if fact != COLOURS_NOW and fact != COLOURS_SOON:
            weight = desk.weights[stage, 0, fact] + left * desk.weights[stage, 1, fact]
            parts[fact] += desk.facts[seat, fact] * weight
    weight_now = desk.weights[stage, 0, COLOURS_NOW] + left * desk.weights[stage, 1, COLOURS_NOW]
    weight_soon = desk.weights[stage, 0, COLOURS_SOON] + left * desk.weights[stage, 1, COLOURS_SOON]
    for colour in range(5):
        parts[IN_COLOUR + colour] += weight_now * place_points(desk.ranks, NOW + colour, edition, colour, seat)
        parts[IN_COLOUR + colour] += weight_soon * place_points(desk.ranks, SOON + colour, edition, colour, seat)
        parts[FIRST_IN + colour] += desk.ranks[SOON + colour, SEAT_FIRSTS + seat] > 0
        parts[SECOND_IN + colour] += desk.ranks[SOON + colour, SEAT_SECONDS + seat] > 0


def reasons(mind: Survey, candidate: Candidate) -> Sequence[Point]:
    """What speaks for and against the move beside the best that is really another, the weightiest first."""
    found = mind.candidates()
    others = [other for other in found if _errand(other) != _errand(candidate)]
    others += [other for other in found if other.move != candidate.move]
    if not others:
        return []
    mine, best_other = _parts(mind, candidate.move), _parts(mind, others[0].move)
    points = [*_grouped(mind.seat, mine - best_other), *_colours(mind.seat, mine, best_other)]
    weighty = sorted((point for point in points if abs(point.points) >= LEAST), key=lambda point: -abs(point.points))
    return [*weighty[:MOST_REASONS], *_haste(mind, candidate)]


def _errand(candidate: Candidate) -> int:
    """Placements on one space are one errand, whatever pays for them; any other move is its own."""
    return candidate.move // moves.PAYMENTS if candidate.move < moves.BUYS else candidate.move


def _parts(mind: Survey, move: int) -> Parts:
    """The parts after a move; every move is looked at over the same deals."""
    parts, plan = np.zeros(PARTS), np.full(mind.tree.PLAN, planning.NO_MOVE, np.int16)
    account(
        mind.view,
        mind.edition.record,
        mind.desks,
        mind.games,
        mind.lists,
        move,
        plan,
        mind.deals_stream(),
        DEALS,
        parts,
    )
    return parts


def _grouped(seat: int, difference: Parts) -> Iterator[Point]:
    for why, (sentence, parts) in GROUPS.items():
        yield Point(seat, float(sum(difference[part] for part in parts)), why, gettext(sentence))


def _colours(seat: int, mine: Parts, other: Parts) -> Iterator[Point]:
    for colour, name in enumerate(COLOURS):
        points = float(mine[IN_COLOUR + colour] - other[IN_COLOUR + colour])
        better = mine if points > 0 else other
        places = HIGHEST if better[FIRST_IN + colour] >= better[SECOND_IN + colour] else SECOND_HIGHEST
        yield Point(seat, points, name, gettext(places[colour]))


def _haste(mind: Survey, candidate: Candidate) -> Iterator[Point]:
    """Whether the space would be gone: how often the next player takes it in the search when it is left free."""
    space = candidate.move // moves.PAYMENTS
    if isinstance(mind, Search) and candidate.move < moves.BUYS and _is_last_place(mind, space):
        taken = mind.reply_share(planning.TO_SPACE + space, range(space * moves.PAYMENTS, (space + 1) * moves.PAYMENTS))
        if taken >= LIKELY:
            where, share = space_words(space, mind.edition), f"{100 * taken:.0f}"
            told = gettext("{space} would be taken by the next player: {share}%", space=where, share=share)
            yield Point(mind.seat, 0.0, "haste", told)


def _is_last_place(mind: Survey, space: int) -> bool:
    return bool(mind.edition.record[0].places[space] - mind.view[0].taken[space] == 1) and space != HOUSE_SPACE
