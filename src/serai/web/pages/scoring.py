"""Recent events for one viewer: which events are new, and scorings point by point, as tables.

The events of one decision are a block that begins with its move. A block with points for more than the move itself is a
scoring.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from serai.core.game import Game
from serai.core.match import Match
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.core.words.reasons import Point
from serai.tables.past_positions import blocks
from serai.web.pages.contexts import ScoreRow, ScoreSheet

NEUTRAL_EVENTS = ("move", "score")  # a decision with only these is no scoring


@dataclass(frozen=True)
class Window:
    """Indices of a match's events: the viewer's last turn starts at `first`, the others' moves are new."""

    first: int  # the viewer's last move before that of others, or the beginning
    begin: int  # the events that are new to the viewer …
    end: int  # … up to here


def window(events: Sequence[Event], seat: int | None) -> Window:
    """The events that are new to a viewer: all between the viewer's last turn and the current one."""
    end = len(events)
    place = end
    while (move := _last_move(events, place)) is not None and events[move]["seat"] == seat:
        place = move  # decisions of the present turn
    if place < end and move is not None:
        end = place
    first = place
    while (move := _last_move(events, first)) is not None and events[move]["seat"] != seat:
        first = move
    if move is None:
        return Window(0, 0, end)
    return Window(move, first, end)


def _last_move(events: Sequence[Event], before: int) -> int | None:
    """The index of the last move before an index."""
    for place in range(before - 1, -1, -1):
        if events[place]["type"] == "move":
            return place
    return None


def sheets(match: Match, events: Sequence[Event], names: Sequence[str]) -> list[ScoreSheet]:
    """Every scoring among events, and after the game the final one, whose points add up to the scores."""
    game = match.game
    points: list[Point] = game.words.explain(match.games[0], match.edition) if match.has_ended else []
    final = {point.why for point in points}
    scorings = [sheet for block in blocks(events) if (sheet := _sheet(game, block, names, final))]
    return [*scorings, _final(game, points, names)] if points else scorings


def _sheet(game: Game, block: Sequence[Event], names: Sequence[str], final: set[str]) -> ScoreSheet | None:
    """The scoring in a block, without points that belong to the final scoring."""
    if all(event["type"] in NEUTRAL_EVENTS for event in block):
        return None
    left_out = {*game.page.NOT_SCORED, *final}
    scores = [event for event in block if event["type"] == "score" and event["why"] not in left_out]
    if not scores:
        return None
    rows = []
    for why in _in_order(game, [event["why"] for event in scores]):
        given = [event for event in scores if event["why"] == why]
        points = [sum(event["points"] for event in given if event["seat"] == seat) for seat in range(len(names))]
        rows.append(ScoreRow(str(game.page.scoring_row(why)), points))
    title = game.page.scoring_title(list(block))
    return ScoreSheet(title, names, rows, _totals(rows, len(names)), is_final=False)


def _final(game: Game, points: Sequence[Point], names: Sequence[str]) -> ScoreSheet:
    rows = []
    for why in _in_order(game, [point.why for point in points]):
        of_kind = [point for point in points if point.why == why]
        given = [round(sum(point.points for point in of_kind if point.seat == seat)) for seat in range(len(names))]
        details = [_("{who}: {words}", who=names[point.seat], words=point.sentence) for point in of_kind]
        rows.append(ScoreRow(str(game.page.scoring_row(why)), given, details))
    return ScoreSheet(_("Final scoring"), names, rows, _totals(rows, len(names)), is_final=True)


def _in_order(game: Game, reasons: Sequence[str]) -> list[str]:
    """The reasons for points, each once, in the game's order."""
    order = {why: place for place, why in enumerate(game.page.SCORING_ROWS)}
    return sorted(dict.fromkeys(reasons), key=lambda why: order.get(why, len(order)))


def _totals(rows: Sequence[ScoreRow], seats: int) -> list[int]:
    return [sum(row.points[seat] for row in rows) for seat in range(seats)]
