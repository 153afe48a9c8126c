"""How those who mark later react to a result that is on the board.

The last player of a round is solved exactly for each card that it may hold. Players between are solved too, but guess
for themselves what comes after them; of their results one is drawn.
"""

from math import comb

import numpy as np

from serai.core import bag
from serai.core.jit import rule
from serai.core.stream import Stream, below
from serai.games.pasha.dice_tables import FIELDS
from serai.games.pasha.hidden import cards_taken
from serai.games.pasha.prospects import Floats
from serai.games.pasha.quick import Desk, Editions, Units, lay_card, mean_forecast, solve_card, start_value
from serai.games.pasha.state import MOST_CARDS, Game, Rules

OTHERS_SPEND = 7  # cubes that others are thought to spend in one turn at most
RESULT, REACTED = 3, 4  # places of a desk's games: with the result, and with later players' turns
HANDFUL = 2  # cards that the last player is thought to choose from when not all of them are tried
FINE = 1 << 30


def set_result(desk: Desk, i: int, seat: int, kind: int, field: int, cubes: int) -> None:
    """Write the position after a seat has laid its card and marked."""
    desk.games[RESULT] = desk.games[i]
    game = desk.games[RESULT]
    if game.played[seat] != kind:
        lay_card(game, seat, kind)
    game.disc[seat] = field
    game.cubes[seat] = cubes


def last_reaction(desk: Desk, editions: Editions, seat: int, kind: int, stream: Stream) -> float:
    """What the last player can make of a card, after the result on the desk."""
    return start_value(desk, solve_card(desk, editions, RESULT, seat, kind, OTHERS_SPEND, stream))


def sample_reactions(desk: Desk, editions: Editions, seat: int, stream: Stream) -> Units[Floats]:
    """Forecasts after the result on the desk, with one draw of what all but the last do, and the last solved."""
    desk.games[REACTED] = desk.games[RESULT]
    game = desk.games[REACTED]
    players = int(game.players)
    later = (seat + 1) % players
    while (later + 1) % players != game.first:
        kind = drawn_cards(game, later, 1, stream)[0]
        turn = solve_card(desk, editions, REACTED, later, kind, OTHERS_SPEND, stream)
        mean_forecast(desk, turn, players)
        take_result(game, later, kind, desk.odds[:, : turn.cubes + 1], below(stream, FINE) / FINE)
        later = (later + 1) % players
        yield
    forecasts = {}
    for kind in drawn_cards(game, later, min(HANDFUL, hand_size(game, editions[0], later)), stream):
        turn = solve_card(desk, editions, REACTED, later, kind, OTHERS_SPEND, stream)
        forecasts[start_value(desk, turn)] = mean_forecast(desk, turn, players)
        yield
    return forecasts[max(forecasts)]


def drawn_cards(game: Game, seat: int, number: int, stream: Stream) -> list[int]:
    """Kinds of cards that a seat may hold, drawn from those it has not played (P21)."""
    unplayed, cards = int(game.unplayed[seat]), []
    for _ in range(number):
        cards.append(bag.draw(unplayed, stream, bag.total(unplayed)))
        unplayed -= bag.one(cards[-1])
    return cards


def take_result(game: Game, seat: int, kind: int, odds: Floats, level: float) -> None:
    """Lay the card and mark the result at this level of its odds, from weakest to strongest (P14)."""
    lay_card(game, seat, kind)
    cubes = odds.shape[1]
    place = int(np.searchsorted(np.cumsum(odds.ravel()), level, side="right"))
    game.disc[seat] = min(place // cubes, FIELDS - 1)
    game.cubes[seat] -= cubes - 1 - place % cubes


@rule
def hand_size(game: Game, edition: Rules, seat: int) -> int:
    """How many cards a seat that has not played this round has in hand (P7, P11)."""
    unplayed = bag.total(int(game.unplayed[seat]))
    return unplayed - (int(edition.rounds) - cards_taken(edition, unplayed))


def card_odds(values: dict[int, float], unplayed: int, hand: int) -> dict[int, float]:
    """How likely each kind is played by who plays the best of a hand that may be any of the unplayed cards (P21)."""
    left = sum(bag.count(unplayed, kind) for kind in range(MOST_CARDS))
    hands = comb(left, hand)
    odds = {}
    for kind in sorted(values, key=values.__getitem__, reverse=True):
        before = comb(left, hand)
        left -= bag.count(unplayed, kind)
        odds[kind] = (before - comb(left, hand)) / hands
    return odds
