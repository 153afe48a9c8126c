"""Why a mind likes a move or not, in words: this round's cards and tiles, cubes, and what other moves would give."""

from typing import TYPE_CHECKING, Any

import numpy as np

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream
from serai.core.edition import Edition
from serai.core.search.mind import Candidate
from serai.core.words.language import decimal, ngettext
from serai.core.words.language import gettext as _
from serai.core.words.reasons import Point
from serai.games.pasha.bot import solver
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.bot.plans import VIEW, Plan
from serai.games.pasha.bot.prospects import Editions, Floats
from serai.games.pasha.bot.quick import GUESSED, GUESSES, SETTLED, Desk, copy_with_card, guess_later
from serai.games.pasha.rules import moves, rounds
from serai.games.pasha.rules import play as rules
from serai.games.pasha.rules.state import FACES, NOBODY, Game
from serai.games.pasha.words.narration import tiles_of

if TYPE_CHECKING:
    from serai.games.pasha.bot.mind import TurnMind

BEST_CARD, CARD_POINTS, COLUMNS = 0, 1, 2  # what a result brings: best card taken, points of cards, each column's tiles
MOST_REASONS = 5
LAID = 1  # place of a desk's games: with the card laid


def reasons(mind: "TurnMind", candidate: Candidate) -> list[Point]:
    """Two to five reasons, the weightiest first."""
    plan = plan_of(mind, candidate.move)
    mind.solve(plan)
    odds = odds_of(mind, plan, candidate.move)
    brought = np.tensordot(odds.sum(axis=1), brings(plan, mind.chance()), 1)
    found = [cards_reason(plan, brought), cubes_reason(plan, odds), compared(mind, candidate)]
    found += tile_reasons(plan, brought) + start_reason(plan, brought)
    return sorted(found, key=lambda point: -abs(point.points))[:MOST_REASONS]


def plan_of(mind: "TurnMind", move: int) -> Plan:
    """The plan that a move belongs to."""
    return next((plan for plan in mind.plans if plan.kind == move), mind.plans[0])


def odds_of(mind: "TurnMind", plan: Plan, move: int) -> Floats:
    """How likely each result is after a move, when the turn goes on as solved."""
    if move < moves.REROLLS:
        return plan.odds(plan.turn, 0)
    odds = np.zeros((FIELDS, plan.turn.cubes + 1))
    place = solver.place_of_move(plan.desk.dice, plan.turn, mind.shown, move)
    if place is None:
        odds[solver.marked_field(plan.desk.dice, mind.shown, move), plan.turn.cubes] = 1.0
        return odds
    lamp, rolls, cubes, holding = place
    turn = plan.turn._replace(lamp=lamp, rolls=rolls, cubes=cubes)
    odds[:, : cubes + 1] = plan.odds(turn, holding)
    return odds


def brings(plan: Plan, stream: Stream) -> Floats:
    """What each field brings in this round, with later players guessed."""
    desk = plan.desk
    copy_with_card(desk, VIEW, LAID, plan.seat, plan.kind)
    result = np.zeros((FIELDS, COLUMNS + FACES))
    add_gains(desk, plan.edition.record, plan.seat, stream, result)
    return result


@rule
def add_gains(desk: Desk, editions: Editions, seat: int, stream: Stream, result: Floats) -> None:
    """Settle the round with each field of the seat and each guess of the others (P16, P17)."""
    edition = editions[0]
    for nth in range(GUESSES):
        guess_later(desk, editions, LAID, seat, stream, nth)
        for field in range(FIELDS):
            desk.games[SETTLED] = desk.games[GUESSED]
            game = desk.games[SETTLED]
            game.disc[seat] = field
            before = rules.card_points(game, edition, seat)
            if rounds.next_ranked(game, rounds.BETTER_THAN_ANY) == seat:
                result[field, BEST_CARD] += 1.0 / GUESSES
            for column in range(FACES):
                if rounds.best_in_column(game, column + 1) == seat:
                    result[field, COLUMNS + column] += 1.0 / GUESSES
            rounds.give_cards(game, edition)
            result[field, CARD_POINTS] += (rules.card_points(game, edition, seat) - before) / GUESSES


def point(plan: Plan, points: Any, why: str, sentence: str) -> Point:
    """A reason; its points are no whole number."""
    return Point(plan.seat, round(float(points), 2), why, sentence)


def cards_reason(plan: Plan, brought: Floats) -> Point:
    """The cards of this round (P16)."""
    points = brought[CARD_POINTS]
    played = [int(plan.edition.record[0].value[kind]) for kind in plan.desk.games[LAID].played if kind != NOBODY]
    said = {"chance": percent(brought[BEST_CARD]), "card": max(played), "points": decimal(points, "+.1f")}
    if plan.later:
        sentence = _("{chance} % to take the {card} or better; cards of this round: {points}", **said)
    else:
        sentence = _("{chance} % to take the {card}; cards of this round: {points}", **said)
    return point(plan, points, "cards", sentence)


def start_reason(plan: Plan, brought: Floats) -> list[Point]:
    """Who is ranked best starts the next round, and so has to mark before the others (P18)."""
    if plan.start == 0.0:
        return []
    points = plan.start * (brought[BEST_CARD] - 1.0 / plan.players)
    sentence = _(
        "{chance} % to be the first to mark in the next round: {points}",
        chance=percent(brought[BEST_CARD]),
        points=decimal(points, "+.1f"),
    )
    return [point(plan, points, "start", sentence)]


def percent(chance: float) -> str:
    """A chance in hundredths; what is said of it has the sign."""
    return f"{100 * chance:.0f}"


def cubes_reason(plan: Plan, odds: Floats) -> Point:
    """Cubes kept are a point each (P19)."""
    kept = float((odds * np.arange(plan.turn.cubes + 1)).sum()) + plan.kept
    sentence = _("keeps {cubes} cubes on average: {points}", cubes=decimal(kept, ".1f"), points=decimal(kept, "+.1f"))
    return point(plan, kept, "cubes", sentence)


def tile_reasons(plan: Plan, brought: Floats) -> list[Point]:
    """The tiles above each column, by the chance to take them (P17)."""
    game = plan.desk.games[VIEW]
    found = []
    for tile in tiles_of(game, plan.edition, NOBODY):
        chance = float(brought[COLUMNS + tile["face"] - 1])
        points = chance * tile_worth(game, plan.edition, plan.seat, tile)
        found.append(point(plan, points, "tiles", tile_words(tile, chance, points)))
    return [reason for reason in found if abs(reason.points) >= 0.05]


def tile_words(tile: dict[str, Any], chance: float, points: float) -> str:
    """A tile, the chance to take it, and what that is worth."""
    said = {"column": tile["face"], "chance": percent(chance), "points": decimal(points, "+.1f")}
    match tile["reward"]:
        case "points":
            return ngettext(
                "the tile of {number} point above column {column}, {chance} % to take it: {points}",
                "the tile of {number} points above column {column}, {chance} % to take it: {points}",
                tile["amount"],
                **said,
            )
        case "cubes":
            return ngettext(
                "the tile of {number} cube above column {column}, {chance} % to take it: {points}",
                "the tile of {number} cubes above column {column}, {chance} % to take it: {points}",
                tile["amount"],
                **said,
            )
    return _("the tile of discarding above column {column}, {chance} % to take it: {points}", **said)


def tile_worth(game: Game, edition: Edition, seat: int, tile: dict[str, Any]) -> float:
    """Points that a tile brings at once: its amount, cubes as far as there are, negative cards won so far (P17)."""
    if tile["reward"] == "discard":
        record = edition.record[0]
        return float(-sum(int(game.won[seat, kind]) * int(record.value[kind]) for kind in range(record.positive)))
    return float(tile["amount"] if tile["reward"] == "points" else min(tile["amount"], int(game.white_cubes)))


def compared(mind: "TurnMind", candidate: Candidate) -> Point:
    """The expected end of the game, beside the best other move."""
    others = [other for other in mind.candidates() if other.move != candidate.move]
    own, plan = candidate.points[mind.seat], mind.plans[0]
    if not others:
        sentence = _("the only move; {points} points expected at the end", points=decimal(own, ".1f"))
        return point(plan, 0.0, "end", sentence)
    better = own - others[0].points[mind.seat]
    chance = candidate.wins[mind.seat] - others[0].wins[mind.seat]
    sentence = _(
        "{points} points expected at the end, {better} beside the best other move; chance to win {chance} %",
        points=decimal(own, ".1f"),
        better=decimal(better, "+.1f"),
        chance=decimal(100 * chance, "+.1f"),
    )
    return point(plan, better, "end", sentence)
