"""What one game shows a designer: who won from which place, how close it was, how long, and what was used.

Most of it holds for any game. What is counted beyond that, a game's own `count_uses` says, if it has one. Places are
those in the order of play: the first belongs to the seat that decides first.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from serai.core.match import Match

WINS = "Wins by place"
POINTS = "Points by place"
SCORES = "Scores"
COURSE = "Length and course"
REASONS = "Points of a player, by source"
DECISIONS = "Decisions, by kind"
GENERAL = (WINS, POINTS, SCORES, COURSE, REASONS, DECISIONS)
PLAYER, SPREAD, TIES = "points of a player", "from best to last", "shared wins"
TURNS, FORCED, SETTLED = "turns", "decisions without a choice", "lead taken for good after"
SHARES = {(SCORES, TIES), (COURSE, FORCED), (COURSE, SETTLED)}  # and all of WINS: parts of 1, told in percent
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

Tallies = dict[str, dict[str, float]]  # numbers by group and name


@dataclass(frozen=True)
class Seen:
    """One game: each place's points, in the order of play, all that was counted, and why chance decided for whom."""

    points: tuple[int, ...]
    tallies: Tallies
    bots: tuple[tuple[str, float], ...]  # who sat where, in the order of play, and the part of the win
    faults: tuple[str, ...] = ()


@dataclass
class Course:
    """A game as it goes: how many choices there were, whose turns, who was in the lead."""

    choices: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    turns: int = 0
    leaders: list[int | None] = field(default_factory=list)  # after each decision; None while the lead is shared

    def before(self, match: Match) -> None:
        """A decision is to be made."""
        moves = np.zeros(match.game.rules.MOST_MOVES, np.int32)
        self.choices.append(int(match.game.kernel.legal(match.games, 0, match.edition.record, moves)))
        self.seats.append(match.to_act)
        self.turns += bool(match.game.words.is_between_turns(match.games[0]))

    def after(self, match: Match) -> None:
        """A decision was made."""
        scores = match.scores()
        best = max(scores)
        self.leaders.append(scores.index(best) if scores.count(best) == 1 else None)

    @property
    def changes(self) -> int:
        """How often somebody else took the lead."""
        alone = [leader for leader in self.leaders if leader is not None]
        return sum(leader != before for leader, before in zip(alone[1:], alone, strict=False))

    @property
    def settled(self) -> float:
        """The part of the game after which nobody but the last one was in the lead."""
        last = self.leaders[-1]
        others = [place for place, leader in enumerate(self.leaders, 1) if leader != last]
        return (others[-1] if others else 0) / len(self.leaders)


def ordinal(place: int) -> str:
    """A place in the order of play, counted from 0, in words."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def in_order(match: Match, course: Course) -> list[int]:
    """The seats in the order of play."""
    return [(course.seats[0] + step) % match.players for step in range(match.players)]


def tallies_of(match: Match, course: Course) -> Tallies:
    """All that is counted of a finished game."""
    order, scores = in_order(match, course), match.scores()
    places = [ordinal(place) for place in range(match.players)]
    return {
        WINS: dict(zip(places, wins_of(match, order), strict=True)),
        POINTS: {place: float(scores[seat]) for place, seat in zip(places, order, strict=True)},
        SCORES: scores_of(scores, len(match.winners())),
        COURSE: course_of(course),
        REASONS: reasons_of(match),
        **uses_of(match),
    }


def wins_of(match: Match, order: list[int]) -> list[float]:
    """Each place's part of the win."""
    winners = match.winners()
    return [(seat in winners) / max(1, len(winners)) for seat in order]


def scores_of(scores: list[int], winners: int) -> dict[str, float]:
    """How high the scores are, and how far apart."""
    ranked = sorted(scores, reverse=True)
    found = {PLAYER: sum(scores) / len(scores), "points of the best": float(ranked[0])}
    if len(scores) > 2:
        found["from best to second"] = float(ranked[0] - ranked[1])
    return found | {SPREAD: float(ranked[0] - ranked[-1]), TIES: float(winners > 1)}


def course_of(course: Course) -> dict[str, float]:
    """How long the game was, how free, and how open."""
    return {
        "decisions": float(len(course.choices)),
        TURNS: float(course.turns),
        "choices in a decision": sum(course.choices) / len(course.choices),
        FORCED: course.choices.count(1) / len(course.choices),
        "changes of the lead": float(course.changes),
        SETTLED: course.settled,
    }


def reasons_of(match: Match) -> dict[str, float]:
    """Points of a player by reason: as the events tell them, if they tell all, else as the game explains them."""
    told = [(event["seat"], event["points"], event["why"]) for event in match.events if event["type"] == "score"]
    if sum_by_seat(told, match.players) != match.scores():
        explained = match.game.words.explain(match.games[0], match.edition)
        told = [(point.seat, point.points, point.why) for point in explained]
    sums = dict.fromkeys(match.game.page.SCORING_ROWS, 0)
    for _seat, points, why in told:
        sums[why] = sums.get(why, 0) + points
    return {str(match.game.page.scoring_row(why)): points / match.players for why, points in sums.items()}


def sum_by_seat(told: list[tuple[int, int, str]], players: int) -> list[int]:
    """Each seat's points in these events."""
    return [sum(points for whose, points, _why in told if whose == seat) for seat in range(players)]


def decisions_of(match: Match) -> dict[str, float]:
    """Moves by their first word."""
    return {
        verb: float(number) for verb, number in Counter(match.name(move).split()[0] for move in match.moves).items()
    }


def uses_of(match: Match) -> Tallies:
    """What the game itself counts, or else its kinds of moves."""
    count = match.game.study.count_uses if match.game.study else None
    return count(match) if count else {DECISIONS: decisions_of(match)}
