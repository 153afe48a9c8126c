"""How those who mark later react, to all fields that a seat may mark at once.

The last player of a round is solved exactly, one lane of a `batch` for each field. Players between get what ordinary
ones would (`prospects.react`), with a card and some luck that are drawn.
"""

import numpy as np

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.pasha.bot.batch import LANES, Lanes, start_values, values_for_two
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.bot.prospects import (
    FIELD_STEP,
    ORDINARY_CUBES,
    PLACES,
    add_outcome,
    look_ahead,
    react,
    special_of,
)
from serai.games.pasha.bot.quick import (
    OTHERS_SPEND,
    QUANTILES,
    ROUND_PLACES,
    SETTLED,
    Desk,
    Editions,
    Units,
    clear_row,
    copy_with_card,
    lay_card,
    lay_drawn_card,
    striving,
    turn_with,
)
from serai.games.pasha.bot.solver import Turn
from serai.games.pasha.rules import rounds
from serai.games.pasha.rules.hidden import cards_taken
from serai.games.pasha.rules.state import FACES, MOST_SEATS, Game, Rules

RESULT, REACTED = 3, 4  # places of a desk's games: with the cards of all laid, and with all discs but the last


def lay_result(desk: Desk, i: int, seat: int, kind: int, cubes: int) -> None:
    """Write the position after a seat has laid its card and marked, but for the field."""
    copy_with_card(desk, i, RESULT, seat, kind)
    desk.games[RESULT].cubes[seat] = cubes


def react_to_all(desk: Desk, editions: Editions, seat: int, kind: int) -> Units[tuple[Lanes, Lanes, Lanes]]:
    """What the last player can make of a card after each field of a seat: what it is worth to it, and to that seat.

    The last one tells what an ordinary player's turn would be worth to that seat.
    """
    players = int(desk.games[RESULT].players)
    last = (int(desk.games[RESULT].first) - 1) % players
    turn = turn_with(editions[0], kind, min(int(desk.games[RESULT].cubes[last]), OTHERS_SPEND))
    lay_card(desk.games[RESULT], last, kind)
    ordinary = np.zeros(LANES, np.float32)
    fill_lanes(desk, editions, seat, last, turn, ordinary)
    if players > 2:
        own, aside = yield from values_for_two(desk.batch, desk.dice, turn)
    else:
        own = np.zeros(LANES, np.float32)
        start_values(desk.batch, desk.dice, turn, own)
        aside = 1 - own
    return own[:FIELDS], aside[:FIELDS], ordinary[:FIELDS]


@rule
def fill_lanes(desk: Desk, editions: Editions, seat: int, last: int, turn: Turn, ordinary: Lanes) -> None:
    """Write what every result of the last player is worth to it and to a seat, after each field of that seat."""
    look_ahead(desk.games[RESULT], editions[0], desk.ahead)
    for field in range(FIELDS):
        lay_discs(desk, editions[0], seat, last, field)
        fill_lane(desk, editions[0], seat, last, turn, field)
        ordinary[field] = mean_of_ordinary(desk, editions[0], last, turn, field)


@rule
def mean_of_ordinary(desk: Desk, edition: Rules, last: int, turn: Turn, field: int) -> float:
    """What an ordinary turn of the last player is worth to who has marked a field."""
    game, best, total = desk.games[REACTED], 0, 0.0
    for other in range(game.players):
        if other != last:
            best = max(best, int(game.disc[other]))
    special, cubes = special_of(edition, int(game.played[last])), min(turn.cubes, ORDINARY_CUBES)
    for place in range(QUANTILES):
        result = int(desk.later.ordinary[1 + best // FIELD_STEP, special, cubes, place])
        total += desk.batch.aside[turn.cubes - result % PLACES, result // PLACES, field]
    return total / QUANTILES


@rule
def lay_discs(desk: Desk, edition: Rules, seat: int, last: int, field: int) -> None:
    """Mark a field, and let the players before the last react; what is known of rounds holds while they do the same."""
    game, reacted = desk.games[RESULT], desk.games[REACTED]
    is_same = field > 0
    game.disc[seat] = field
    react(game, edition, seat, last, desk.later)
    for other in range(game.players):
        if other != seat and other != last:
            is_same &= game.disc[other] == reacted.disc[other] and game.cubes[other] == reacted.cubes[other]
    desk.games[REACTED] = desk.games[RESULT]
    if not is_same:
        for place in range(ROUND_PLACES * ROUND_PLACES):
            desk.memo.known[place] = 0


@rule
def fill_lane(desk: Desk, edition: Rules, seat: int, last: int, turn: Turn, field: int) -> None:
    """Write the same after one field.

    What a round leads to depends on the discs' columns and on whose are ahead, whatever the rows (P15-P17).
    """
    game, memo, batch = desk.games[REACTED], desk.memo, desk.batch
    place = ROUND_PLACES * (MOST_SEATS * column_of(field) + discs_behind(game, seat, last))
    for marked in range(FIELDS):
        game.disc[last] = marked
        known = place + MOST_SEATS * column_of(marked) + discs_behind(game, last, last)
        if memo.known[known] == 0:
            settle_round(desk, edition, seat, last, turn, known)
        for cubes in range(turn.cubes + 1):
            batch.worth[cubes, marked, field] = memo.own[known, cubes]
            batch.aside[cubes, marked, field] = memo.aside[known, cubes]


@rule
def column_of(field: int) -> int:
    """1 to 6, or 0 beside the board."""
    return 1 + (field - 1) % FACES if field > 0 else 0


@rule
def discs_behind(game: Game, seat: int, last: int) -> int:
    """How many discs a seat's is ahead of; the last player's is left out."""
    strength, number = rounds.strength(game, seat), 0
    for other in range(game.players):
        if other != last and rounds.strength(game, other) < strength:
            number += 1
    return number


@rule
def settle_round(desk: Desk, edition: Rules, seat: int, last: int, turn: Turn, place: int) -> None:
    """What the round leads to with the discs as they lie, for each number of cubes that the last player leaves."""
    players = int(desk.games[REACTED].players)
    desk.games[SETTLED] = desk.games[REACTED]
    desk.games[SETTLED].cubes[last] -= turn.cubes
    clear_row(desk.sums[0], turn.cubes)
    add_outcome(
        desk.games[SETTLED],
        edition,
        desk.weights,
        desk.ahead,
        last,
        turn.cubes,
        1.0,
        desk.sums[0],
        desk.sums[FIELDS, 0],
    )
    desk.memo.known[place] = 1
    for cubes in range(turn.cubes + 1):
        desk.memo.own[place, cubes] = striving(desk.sums[0, cubes], desk.lead, players, last)
        desk.memo.aside[place, cubes] = striving(desk.sums[0, cubes], desk.lead, players, seat)


def draw_others(desk: Desk, seat: int, stream: Stream) -> None:
    """Give each player between a seat and the last a card that it may hold, and some luck."""
    game = desk.games[RESULT]
    players = int(game.players)
    other = (seat + 1) % players
    while (other + 1) % players != game.first:
        lay_drawn_card(desk, game, other, stream)
        desk.later.places[other] = below(stream, QUANTILES)
        other = (other + 1) % players


@rule
def hand_size(game: Game, edition: Rules, seat: int) -> int:
    """How many cards a seat that has not played this round has in hand (P7, P11)."""
    unplayed = bag.total(int(game.unplayed[seat]))
    return unplayed - (int(edition.rounds) - cards_taken(edition, unplayed))
