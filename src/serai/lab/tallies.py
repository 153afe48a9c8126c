"""Statistics of one game for a designer: wins by place, margins, length, and how often each thing was used.

Most of them hold for any game. A game's own `count_uses`, if it has one, counts the rest. Places are
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
TURNS, FORCED, LAST_LEAD_CHANGE = "turns", "decisions without a choice", "lead taken for good after"
SHARES = {(SCORES, TIES), (COURSE, FORCED), (COURSE, LAST_LEAD_CHANGE)}  # and all of WINS: parts of 1, shown in percent
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

Tallies = dict[str, dict[str, float]]  # numbers by group and name


@dataclass(frozen=True)
class GameTally:
    """One game: each place's points in the order of play, all statistics, the bots, and their faults."""

    points: tuple[int, ...]
    tallies: Tallies
    bots: tuple[tuple[str, float], ...]  # each place's bot and its part of the win, in the order of play
    faults: tuple[str, ...] = ()


@dataclass
class GameCourse:
    """The course of a game: the number of choices, the turns, and the leaders."""

    choices: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    turns: int = 0
    leaders: list[int | None] = field(default_factory=list)  # after each decision; None while the lead is shared

    def before(self, match: Match) -> None:
        """Count the choices of the next decision."""
        moves = np.zeros(match.game.rules.MOST_MOVES, np.int32)
        self.choices.append(int(match.game.kernel.legal(match.games, 0, match.edition.record, moves)))
        self.seats.append(match.to_act)
        self.turns += bool(match.game.words.is_between_turns(match.games[0]))

    def after(self, match: Match) -> None:
        """Note the leader after a decision."""
        scores = match.scores()
        best = max(scores)
        self.leaders.append(scores.index(best) if scores.count(best) == 1 else None)

    @property
    def changes(self) -> int:
        """How often somebody else took the lead."""
        alone = [leader for leader in self.leaders if leader is not None]
        return sum(leader != before for leader, before in zip(alone[1:], alone, strict=False))

    @property
    def last_lead_change(self) -> float:
        """The part of the game after which the lead did not change any more."""
        last = self.leaders[-1]
        others = [place for place, leader in enumerate(self.leaders, 1) if leader != last]
        return (others[-1] if others else 0) / len(self.leaders)


def ordinal(place: int) -> str:
    """A place in the order of play, counted from 0, in words."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def play_order(match: Match, course: GameCourse) -> list[int]:
    """The seats in the order of play."""
    return [(course.seats[0] + step) % match.players for step in range(match.players)]


def tallies_of(match: Match, course: GameCourse) -> Tallies:
    """All statistics of a finished game."""
    order, scores = play_order(match, course), match.scores()
    places = [ordinal(place) for place in range(match.players)]
    return {
        WINS: dict(zip(places, wins_of(match, order), strict=True)),
        POINTS: {place: float(scores[seat]) for place, seat in zip(places, order, strict=True)},
        SCORES: scores_of(scores, len(match.winners())),
        COURSE: course_of(course),
        REASONS: reasons_of(match),
        **game_counts(match),
    }


def wins_of(match: Match, order: list[int]) -> list[float]:
    """Each place's part of the win."""
    winners = match.winners()
    return [(seat in winners) / max(1, len(winners)) for seat in order]


def scores_of(scores: list[int], winners: int) -> dict[str, float]:
    """The scores and their margins."""
    ranked = sorted(scores, reverse=True)
    statistics = {PLAYER: sum(scores) / len(scores), "points of the best": float(ranked[0])}
    if len(scores) > 2:
        statistics["from best to second"] = float(ranked[0] - ranked[1])
    return statistics | {SPREAD: float(ranked[0] - ranked[-1]), TIES: float(winners > 1)}


def course_of(course: GameCourse) -> dict[str, float]:
    """The game's length, its choices, and its changes of the lead."""
    return {
        "decisions": float(len(course.choices)),
        TURNS: float(course.turns),
        "choices in a decision": sum(course.choices) / len(course.choices),
        FORCED: course.choices.count(1) / len(course.choices),
        "changes of the lead": float(course.changes),
        LAST_LEAD_CHANGE: course.last_lead_change,
    }


def reasons_of(match: Match) -> dict[str, float]:
    """Points of a player by reason: from the events if these hold all points, else from the game's explanation."""
    awards = [(event["seat"], event["points"], event["why"]) for event in match.events if event["type"] == "score"]
    if sum_by_seat(awards, match.players) != match.scores():
        explained = match.game.words.explain(match.games[0], match.edition)
        awards = [(point.seat, point.points, point.why) for point in explained]
    sums = dict.fromkeys(match.game.page.SCORING_ROWS, 0)
    for _seat, points, why in awards:
        sums[why] = sums.get(why, 0) + points
    return {str(match.game.page.scoring_row(why)): points / match.players for why, points in sums.items()}


def sum_by_seat(awards: list[tuple[int, int, str]], players: int) -> list[int]:
    """Each seat's points in these events."""
    return [sum(points for scorer, points, _reason in awards if scorer == seat) for seat in range(players)]


def decisions_of(match: Match) -> dict[str, float]:
    """Moves by their first word."""
    return {
        verb: float(number) for verb, number in Counter(match.name(move).split()[0] for move in match.moves).items()
    }


def game_counts(match: Match) -> Tallies:
    """The game's own statistics, or else its kinds of moves."""
    count = match.game.study.count_uses if match.game.study else None
    return count(match) if count else {DECISIONS: decisions_of(match)}
