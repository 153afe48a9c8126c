"""A quick, good turn: exact with the dice, and guessing what those who mark later will do.

Later players are given results as an ordinary player would get them (`ordinary_results`), each with a card drawn from
those that it has not played. Whole games are played this way to fit the weights, and the stronger minds start from it.
"""

from collections.abc import Generator
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below, next_word
from serai.core.edition import Edition
from serai.games.pasha.bot import prospects, solver
from serai.games.pasha.bot.batch import Batch, batch
from serai.games.pasha.bot.dice_tables import FIELDS, KEPT, DiceTables, dice_tables
from serai.games.pasha.bot.prospects import (
    FIELD_STEP,
    ORDINARY_CUBES,
    PLACES,
    Ahead,
    Later,
    add_outcomes,
    look_ahead,
    special_of,
)
from serai.games.pasha.bot.solver import Layers, Turn
from serai.games.pasha.rules import moves
from serai.games.pasha.rules import play as rules
from serai.games.pasha.rules.dice import number_of
from serai.games.pasha.rules.state import FACES, MOST_CARDS, MOST_SEATS, OVER, ROLL, STATE, Game, Rules

Floats = npt.NDArray[np.float64]
Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]
Results = npt.NDArray[np.int16]
R = TypeVar("R")
Units: TypeAlias = Generator[
    None, None, R
]  # work in small steps; between them a desk's layers, sums and odds may change

MOST_SPENT = 12  # cubes that anyone thinks of spending in one turn
OTHERS_SPEND = 7  # cubes that others are thought to spend in one turn at most
QUANTILES = 64
SPECIALS = 4  # no special card, extra roll, lamp, both
GUESSES = 16
CUBE_PRICE = 1.2  # points, for an ordinary player
ORDINARY_STAKE = 1.6  # what an ordinary player fights for in a round, in mean cards
BEATING = 0.75  # of that stake, for beating the best disc so far
REACTIONS = 1 + (FIELDS + FIELD_STEP - 1) // FIELD_STEP
CARELESS = 0.25  # of an ordinary player's turns, in which the round is not worth more than the first roll
LEAD = 0.005  # chance to win that a point of lead is worth to who strives to win
ROUND_PLACES = (FACES + 1) * MOST_SEATS  # a disc's column, or none, and how many discs it is ahead of
WORK, GUESSED, SETTLED = 5, 6, 7  # places of a desk's games that these functions write to
DESK_GAMES = 8


class Memo(NamedTuple):
    """What rounds lead to when the last player marks, by the places of a seat's disc and the last one (`reactions`)."""

    known: npt.NDArray[np.int8]  # (ROUND_PLACES²)
    own: Floats  # (ROUND_PLACES², OTHERS_SPEND + 1): worth to the last player, by cubes that it leaves unspent
    aside: Floats  # the same: to that seat


class Desk(NamedTuple):
    """All that looking ahead needs: tables, and room to work in."""

    dice: DiceTables
    later: Later  # (REACTIONS, SPECIALS, ORDINARY_CUBES + 1, QUANTILES): what ordinary players get, weakest first
    weights: Floats  # (prospects.WEIGHTS)
    lead: float  # what a point of lead is worth beside the chance to win
    layers: Layers
    batch: Batch
    memo: Memo
    ahead: Ahead
    games: Games  # (DESK_GAMES)
    sums: Floats  # (FIELDS + 1, MOST_SPENT + 1, 2 * MOST_SEATS): forecasts for each result of the seat to act
    worth: Floats  # (FIELDS, MOST_SPENT + 1): what the seat to act strives for
    odds: Floats  # (FIELDS, MOST_SPENT + 1): how likely each result is


def desk(edition: Edition, weights: Floats, lead: float = LEAD, reacts: int = 1) -> Desk:
    """A desk for one edition and one number of players, with these weights; later players react to discs or not."""
    sums = np.zeros((FIELDS + 1, MOST_SPENT + 1, 2 * MOST_SEATS))
    worth, odds = np.zeros((FIELDS, MOST_SPENT + 1)), np.zeros((FIELDS, MOST_SPENT + 1))
    games = np.zeros(DESK_GAMES, STATE)
    layers, turns = solver.layers(MOST_SPENT), batch(OTHERS_SPEND)
    kinds = ROUND_PLACES * ROUND_PLACES
    memo = Memo(np.zeros(kinds, np.int8), np.zeros((kinds, OTHERS_SPEND + 1)), np.zeros((kinds, OTHERS_SPEND + 1)))
    later = Later(reacts, ordinary(edition), np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64))
    return Desk(dice_tables(), later, weights, lead, layers, turns, memo, prospects.ahead(), games, sums, worth, odds)


def ordinary(edition: Edition) -> Results:
    """What an ordinary player gets in this edition."""
    record = edition.record[0]
    cards = [abs(int(record.value[kind])) * bag.count(int(record.cards), kind) for kind in range(record.kinds)]
    specials = {special_of(record, kind) for kind in range(record.kinds)}
    stake = ORDINARY_STAKE * sum(cards) / int(record.rounds)
    return ordinary_results(int(record.rolls), stake, tuple(sorted(specials)))


@cache
def ordinary_results(rolls: int, stake: float, specials: tuple[int, ...]) -> Results:
    """The quantiles of an ordinary player's results, by the best disc so far, special card and cubes."""
    results = np.zeros((REACTIONS, SPECIALS, ORDINARY_CUBES + 1, QUANTILES), np.int16)
    room, dice = solver.layers(ORDINARY_CUBES), dice_tables()
    careless = careless_odds(room)
    odds = np.zeros((FIELDS, ORDINARY_CUBES + 1))
    for reaction in range(REACTIONS):
        worth = ordinary_worth(stake, reaction)
        for special in specials:
            turn = Turn(special >> 1, rolls - 1 + (special & 1), rolls - 1, ORDINARY_CUBES)
            solver.solve(room, dice, worth, turn)
            for cubes in range(ORDINARY_CUBES + 1):
                solver.follow(room, dice, turn._replace(cubes=cubes), 0, odds)
                mixed = (1 - CARELESS) * odds[:, : cubes + 1]
                mixed[:, cubes] += CARELESS * careless[:, 0]
                results[reaction, special, cubes] = quantiles(mixed)
    return results


def careless_odds(room: Layers) -> Floats:
    """How likely each result is for who marks the first roll."""
    odds, at_once = np.zeros((FIELDS, ORDINARY_CUBES + 1)), Turn(0, 0, 0, 0)
    solver.solve(room, dice_tables(), odds, at_once)
    solver.follow(room, dice_tables(), at_once, 0, odds)
    return odds


def ordinary_worth(stake: float, reaction: int) -> Floats:
    """What results are worth to an ordinary player: the higher the better, or above all to beat the best so far."""
    fields = np.arange(FIELDS)
    worth = stake * fields / (FIELDS - 1)
    if reaction > 0:
        worth = BEATING * stake * (fields >= (reaction - 1) * FIELD_STEP + 1) + (1 - BEATING) * worth
    return worth[:, None] + CUBE_PRICE * np.arange(ORDINARY_CUBES + 1)


def quantiles(odds: Floats) -> Results:
    """Equally likely results, from weakest to strongest."""
    cubes = odds.shape[1] - 1
    codes = [field * PLACES + cubes - left for field in range(FIELDS) for left in range(cubes + 1)]
    up_to = np.cumsum(odds.ravel())
    places = np.searchsorted(up_to, (np.arange(QUANTILES) + 0.5) / QUANTILES * up_to[-1])
    return np.array(codes, np.int16)[places]


def turn_with(edition: Rules, kind: int, cubes: int) -> Turn:
    """What a whole turn with this card may use, so many cubes among it (P11-P13)."""
    special, again = special_of(edition, kind), int(edition.rolls) - 1
    return Turn(special >> 1, again + (special & 1), again, cubes)


@rule
def lay_card(game: Game, seat: int, kind: int) -> None:
    """Play a card without rolling (P11)."""
    game.unplayed[seat] -= bag.one(kind)
    game.played[seat] = kind


@rule
def copy_with_card(desk: Desk, i: int, j: int, seat: int, kind: int) -> None:
    """Write a position once more, with a seat's card laid if it was not."""
    desk.games[j] = desk.games[i]
    if desk.games[j].played[seat] != kind:
        lay_card(desk.games[j], seat, kind)


@rule
def drawn_card(game: Game, seat: int, stream: Stream) -> int:
    """The kind of a card that a seat may play, drawn from those it has not played (P21)."""
    unplayed = int(game.unplayed[seat])
    return bag.draw(unplayed, stream, bag.total(unplayed))


@rule
def lay_drawn_card(desk: Desk, game: Game, seat: int, stream: Stream) -> int:
    """A later player plays any card it has left; which, and with how many cubes its turn begins."""
    kind = drawn_card(game, seat, stream)
    lay_card(game, seat, kind)
    desk.later.cubes[seat] = game.cubes[seat]
    return kind


@rule
def guess_turn(desk: Desk, edition: Rules, game: Game, seat: int, stream: Stream, place: int) -> None:
    """A later player plays any card it has left and gets an ordinary result."""
    kind = lay_drawn_card(desk, game, seat, stream)
    cubes = int(game.cubes[seat])
    desk.later.places[seat] = place
    result = int(desk.later.ordinary[0, special_of(edition, kind), min(cubes, ORDINARY_CUBES), place])
    game.disc[seat] = result // PLACES
    game.cubes[seat] = cubes - result % PLACES


@rule
def guess_later(desk: Desk, editions: Editions, i: int, seat: int, stream: Stream, nth: int) -> None:
    """Write the position with a guess of every later player's turn; the next player's guesses are spread evenly."""
    desk.games[GUESSED] = desk.games[i]
    game = desk.games[GUESSED]
    players = int(game.players)
    place = (nth * QUANTILES + below(stream, QUANTILES)) // GUESSES
    later = (seat + 1) % players
    while later != game.first:
        guess_turn(desk, editions[0], game, later, stream, place)
        place = below(stream, QUANTILES)
        later = (later + 1) % players


@rule
def quick_outcomes(desk: Desk, editions: Editions, i: int, seat: int, spend: int, stream: Stream) -> None:
    """Forecasts for each result of a seat that has laid its card, and what they are worth to it."""
    clear_sums(desk.sums, spend)
    players = int(desk.games[i].players)
    guesses = 1 if (seat + 1) % players == desk.games[i].first else GUESSES
    for nth in range(guesses):
        guess_later(desk, editions, i, seat, stream, nth)
        look_ahead(desk.games[GUESSED], editions[0], desk.ahead)
        add_outcomes(
            desk.games,
            GUESSED,
            SETTLED,
            editions,
            desk.weights,
            desk.ahead,
            seat,
            spend,
            1.0 / guesses,
            desk.later,
            desk.sums,
        )
    strive_for(desk.sums, desk.lead, players, seat, spend, desk.worth)


@rule
def clear_sums(sums: Floats, spend: int) -> None:
    """Nothing is added yet."""
    for field in range(FIELDS):
        clear_row(sums[field], spend)


@rule
def clear_row(sums: Floats, spend: int) -> None:
    """Nothing is added yet for a field."""
    for cubes in range(spend + 1):
        for item in range(2 * MOST_SEATS):
            sums[cubes, item] = 0.0


@rule
def strive_for(sums: Floats, lead: float, players: int, seat: int, spend: int, worth: Floats) -> None:
    """What the forecasts of each result are worth to a seat."""
    for field in range(FIELDS):
        for cubes in range(spend + 1):
            worth[field, cubes] = striving(sums[field, cubes], lead, players, seat)


@rule
def striving(forecast: Floats, lead: float, players: int, seat: int) -> float:
    """What a forecast is worth to a seat: its chance to win, and its lead in points over the mean of the others."""
    total = 0.0
    for other in range(players):
        total += forecast[players + seat] - forecast[players + other]
    return float(forecast[seat] + lead * total / (players - 1))


@rule
def solve_laid(desk: Desk, editions: Editions, i: int, seat: int, kind: int, turn: Turn, stream: Stream) -> None:
    """Solve what is left of a turn, for a seat that has laid a card or lays it now."""
    copy_with_card(desk, i, WORK, seat, kind)
    quick_outcomes(desk, editions, WORK, seat, turn.cubes, stream)
    solver.solve(desk.layers, desk.dice, desk.worth, turn)


def solve_card(desk: Desk, editions: Editions, i: int, seat: int, kind: int, stream: Stream) -> Turn:
    """Solve a whole turn with a card."""
    turn = turn_with(editions[0], kind, min(int(desk.games[i].cubes[seat]), MOST_SPENT))
    solve_laid(desk, editions, i, seat, kind, turn, stream)
    return turn


def start_value(desk: Desk, turn: Turn) -> float:
    """The worth of the solved turn before its first roll."""
    return float(desk.layers.value[turn.lamp, turn.rolls, turn.cubes, 0])


def mean_forecast(desk: Desk, turn: Turn, players: int) -> Floats:
    """The mean of the forecasts of the solved turn's results; their odds stay on the desk."""
    solver.follow(desk.layers, desk.dice, turn, 0, desk.odds)
    odds, sums = desk.odds[:, : turn.cubes + 1], desk.sums[:FIELDS, : turn.cubes + 1, : 2 * players]
    result: Floats = np.tensordot(odds, sums, 2)
    return result


def card_units(desk: Desk, editions: Editions, i: int, stream: Stream) -> Units[tuple[int, Turn]]:
    """The kind of the card with the best turn, and that turn, which is left solved on the desk."""
    seat, hand = int(desk.games[i].turn_of), int(desk.games[i].hand[desk.games[i].turn_of])
    values = {}
    for kind in range(MOST_CARDS):
        if bag.count(hand, kind):
            turn = solve_card(desk, editions, i, seat, kind, stream.copy())
            values[kind] = start_value(desk, turn)
            yield
    best = max(values, key=values.__getitem__)
    turn = solve_card(desk, editions, i, seat, best, stream.copy())
    next_word(stream)
    return best, turn


def turn_units(desk: Desk, editions: Editions, i: int, stream: Stream) -> Units[None]:
    """Play a whole turn, in a full game; what others hold is not looked at."""
    game, edition, dice = desk.games[i], editions[0], desk.dice
    seat = int(game.turn_of)
    kind, turn = yield from card_units(desk, editions, i, stream)
    kept = int(game.cubes[seat]) - turn.cubes
    rules.apply(game, edition, moves.PLAYS + kind)
    while game.phase == ROLL:
        shown = number_of(edition, int(game.dice)) + 1
        plan = desk.layers.plan[game.lamp, game.rolls_left, game.cubes[seat] - kept, shown - KEPT]
        rules.apply(game, edition, solver.move_of(dice, shown, int(plan)))


def quick_rounds(desk: Desk, editions: Editions, i: int, last: int, stream: Stream) -> None:
    """Play on to the end of a round."""
    while desk.games[i].phase != OVER and desk.games[i].round_number <= last:
        for _ in turn_units(desk, editions, i, stream):
            pass
