"""Looking into the next round: what the forecast after this round leaves out is drawn again and again.

For one card after another, this round is played to its end: the seat gets a result by its plan's odds, the others hold
cards as they may (P21) and play quickly. So is the next round up to its last player, whose turn is solved. The mean of
what it leads to tells more than the forecast after this round did. The difference, less where it is uncertain, is
added to the card's worth.
"""

import numpy as np

from serai.core.compiled import bag
from serai.core.compiled.rng import Stream, below, fill, next_word
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.bot.plans import VIEW, Plan
from serai.games.pasha.bot.prospects import Editions, Floats, forecast_position
from serai.games.pasha.bot.quick import Desk, Units, card_units, lay_card, mean_forecast, striving, turn_units
from serai.games.pasha.rules import rounds, turns
from serai.games.pasha.rules.hidden import deal_unknown
from serai.games.pasha.rules.state import MOST_SEATS, Game

PLAYED, BETWEEN = 2, 3  # places of a desk's games: the round as it is played, and after its end
LEAST_LOOKS = 4  # before anything is believed
FINE = 1 << 30
DOUBT = 0.02  # how far off a forecast's comparison of two cards is thought to be, as a chance to win


def units(plans: list[Plan], ahead: Floats, stream: Stream, times: int) -> Units[None]:
    """Look into the next round with each plan, so many times; `ahead` is kept up to date."""
    game = plans[0].desk.games[VIEW]
    if game.round_number >= plans[0].edition.record[0].rounds:
        return
    odds = []
    for plan in plans:
        plan.solve()
        odds.append(plan.odds(plan.turn, 0))
        yield
    seen: list[list[float]] = []
    for _ in range(times):
        found = []
        for number, plan in enumerate(plans):
            found.append((yield from look(plan, odds[number], stream.copy())))
        seen.append(found)
        ahead[:] = trusted(np.array(seen))
        fill(stream, np.uint64(next_word(stream)), 0)


def trusted(seen: Floats) -> Floats:
    """What each card gains over the mean of all, less where it is uncertain; `seen` is by time and card.

    All cards were looked at with the same chance each time, so that what differs is due to them.
    """
    if len(seen) < LEAST_LOOKS:
        return np.zeros(seen.shape[1])
    gains = seen - seen.mean(axis=1, keepdims=True)
    error = gains.var(axis=0).mean() / (len(seen) - 1)
    result: Floats = gains.mean(axis=0) * DOUBT**2 / (DOUBT**2 + error)
    return result


def look(plan: Plan, odds: Floats, stream: Stream) -> Units[float]:
    """Play this round to its end and most of the next; by how much that changes what the forecast is worth."""
    desk, editions = plan.desk, plan.edition.record
    desk.games[PLAYED] = desk.games[VIEW]
    game = desk.games[PLAYED]
    deal_unknown(game, editions[0], stream)
    number = int(game.round_number)
    finish_turn(game, editions, plan, odds, below(stream, FINE) / FINE)
    while game.round_number == number:
        yield from turn_units(desk, editions, PLAYED, stream)
    said = forecast_between(desk, editions)
    while (game.turn_of + 1) % plan.players != game.first:
        yield from turn_units(desk, editions, PLAYED, stream)
    _, turn = yield from card_units(desk, editions, PLAYED, stream)
    seen = mean_forecast(desk, turn, plan.players)
    return striving(seen, desk.lead, plan.players, plan.seat) - striving(said, desk.lead, plan.players, plan.seat)


def finish_turn(game: Game, editions: Editions, plan: Plan, odds: Floats, level: float) -> None:
    """Play the plan's card and mark the result at this level of the odds (P11, P14)."""
    seat = plan.seat
    take_result(game, seat, plan.kind, odds, level)
    game.hand[seat] -= bag.one(plan.kind)
    if game.hand[seat] == 0:
        turns.take_pack(game, editions[0], seat)
    game.turn_of = (seat + 1) % plan.players
    if game.turn_of == game.first:
        rounds.end_round(game, editions[0])


def take_result(game: Game, seat: int, kind: int, odds: Floats, level: float) -> None:
    """Lay the card and mark the result at this level of its odds, from weakest to strongest (P14)."""
    lay_card(game, seat, kind)
    cubes = odds.shape[1]
    place = int(np.searchsorted(np.cumsum(odds.ravel()), level, side="right"))
    game.disc[seat] = min(place // cubes, FIELDS - 1)
    game.cubes[seat] -= cubes - 1 - place % cubes


def forecast_between(desk: Desk, editions: Editions) -> Floats:
    """What the forecast says once the round is over, before the next tile."""
    desk.games[BETWEEN] = desk.games[PLAYED]
    result = np.zeros(2 * MOST_SEATS)
    forecast_position(desk.games, BETWEEN, editions, desk.weights, desk.ahead, result)
    return result
