"""What a position is worth once a round is over: each seat's expected points at the end, and its chance to win.

Expected points are those of now plus a fitted sum of features of what is still to come (`FEATURES`, weights in
`weights.toml`). Chances to win follow from them by a spread that shrinks with the cards and tiles that are left. After
the last round nothing is guessed: the rules say who has won (P19, P20).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.rules import play as rules
from serai.games.pasha.rules import rounds
from serai.games.pasha.rules.state import CUBES, DISCARD, MOST_SEATS, NO_CARD, NO_TILE, NOBODY, POINTS, Game, Rules

Floats = npt.NDArray[np.float64]
Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]

FEATURES = (
    "cards",  # positive cards that a player has still to play, the mean over all players
    "negatives",  # the same of negative cards
    "tiles to come",  # points of tiles not revealed yet, a player's share
    "tiles",  # points of tiles on the table, a player's share
    "own cards",  # how much more the seat's own positive cards are than the mean
    "own negatives",
    "extra roll",  # the seat has it still to play, times a round's stake
    "lamp",
    "cubes",  # more than the mean
    "cubes for a round",  # the same, as far as they can be used: the first in each round helps most
    "cubes for long",
    "all cubes",  # the mean over all players
    "discards",  # own negative cards won that a tile may still discard
    "all discards",  # the mean over all players
    "start",  # the seat starts the next round, times a round's stake
    "white cubes",  # of tiles, a player's share
)
SPREAD = len(FEATURES)  # the last weight
(CARDS, NEGATIVES, TO_COME, TILES, OWN_CARDS, OWN_NEGATIVES, EXTRA_ROLL, LAMP, OWN_CUBES, ROUND_CUBES, LONG_CUBES) = (
    range(11)
)
(ALL_CUBES, OWN_DISCARDS, ALL_DISCARDS, START, WHITE_CUBES) = range(11, SPREAD)
WEIGHTS = SPREAD + 1

MOST_CUBES = 128  # of one player, and above any number that the rules allow
LONG = 3.0  # rounds' worth of cubes
DISCARD_SWING = 4.0  # squared points that a discard may move, in the spread
LEFT, STAKE, DISCARDS_TO_COME, SWING, POINTS_TO_COME, CUBES_TO_COME = range(6)

ORDINARY_CUBES = 5  # more do not change what an ordinary player gets
PLACES = 16  # an ordinary result is one number: field * PLACES + cubes spent
FIELD_STEP = 3  # fields that are one to who reacts


class Later(NamedTuple):
    """A guess of what those who mark later will get."""

    reacts: int  # 1 when they look at the discs that lie there, 0 when not
    ordinary: npt.NDArray[np.int16]  # by the best disc (0: not looked at), special card, cubes, and place: a result
    places: npt.NDArray[np.int64]  # by seat: how lucky each is, as a place among the results
    cubes: npt.NDArray[np.int64]  # by seat: before its turn


class Ahead(NamedTuple):
    """What is to come after this round, as far as this round's results do not change it."""

    cubes: Floats  # (MOST_CUBES, 2): features of a number of cubes: for a round, for long
    sums: Floats  # (6): rounds left, stake of a round, …
    scratch: Floats  # (MOST_SEATS, SPREAD): the features of each seat
    fixed: Floats  # (MOST_SEATS): points to come, those for cubes left out


def ahead() -> Ahead:
    """Room for what is to come."""
    return Ahead(np.zeros((MOST_CUBES, 2)), np.zeros(6), np.zeros((MOST_SEATS, SPREAD)), np.zeros(MOST_SEATS))


@rule
def look_ahead(game: Game, edition: Rules, out: Ahead) -> None:
    """Take stock of cards still to play and tiles still to come; cards of this round are played already."""
    players = int(game.players)
    left = int(edition.rounds) - int(game.round_number)
    out.sums[LEFT] = left
    positive, negative, swing = sum_cards(game, edition, out.scratch)
    sum_tiles_to_come(game, edition, left, out.sums)
    out.sums[SWING] = (swing + out.sums[SWING]) / players
    stake = (positive + negative + out.sums[POINTS_TO_COME]) / players / max(left, 1)
    out.sums[STAKE] = stake
    extra = hold_special(game, edition.extra_roll, out.scratch, EXTRA_ROLL)
    lamp = hold_special(game, edition.lamp, out.scratch, LAMP)
    for seat in range(players):
        row = out.scratch[seat]
        row[CARDS] = positive / players
        row[NEGATIVES] = negative / players
        row[OWN_CARDS] -= positive / players
        row[OWN_NEGATIVES] -= negative / players
        row[EXTRA_ROLL] = stake * (row[EXTRA_ROLL] - extra / players)
        row[LAMP] = stake * (row[LAMP] - lamp / players)
        row[TO_COME] = out.sums[POINTS_TO_COME] / players
    for cubes in range(MOST_CUBES):
        use_of_cubes(cubes, left, stake, out.cubes)


@rule
def use_of_cubes(cubes: int, left: int, stake: float, out: Floats) -> None:
    """What so many cubes can do in the rounds that are left: less and less, each."""
    rounds_left = max(left, 1)
    out[cubes, 0] = stake * rounds_left * (1.0 - np.exp(-cubes / rounds_left))
    out[cubes, 1] = stake * rounds_left * (1.0 - np.exp(-cubes / rounds_left / LONG))


@rule
def sum_cards(game: Game, edition: Rules, out: Floats) -> tuple[float, float, float]:
    """Cards still to play: positive and negative ones of each seat and of all, and the sum of their squares."""
    all_positive = 0.0
    all_negative = 0.0
    swing = 0.0
    for seat in range(game.players):
        positive = 0.0
        negative = 0.0
        for kind in range(edition.kinds):
            number = bag.count(int(game.unplayed[seat]), kind)
            value = float(edition.value[kind])
            swing += number * value * value
            if value > 0.0:
                positive += number * value
            else:
                negative -= number * value
        out[seat, OWN_CARDS] = positive
        out[seat, OWN_NEGATIVES] = negative
        all_positive += positive
        all_negative += negative
    return all_positive, all_negative, swing


@rule
def hold_special(game: Game, kind: int, out: Floats, feature: int) -> float:
    """Who has a special card still to play; how many have (P5)."""
    holders = 0.0
    for seat in range(game.players):
        has = 1.0 if kind != NO_CARD and bag.count(int(game.unplayed[seat]), int(kind)) > 0 else 0.0
        out[seat, feature] = has
        holders += has
    return holders


@rule
def sum_tiles_to_come(game: Game, edition: Rules, left: int, sums: Floats) -> None:
    """Points, cubes and discards of the tiles that will be revealed, on average: set after set (P8, P10)."""
    for item in range(DISCARDS_TO_COME, CUBES_TO_COME + 1):
        sums[item] = 0.0
    stack = int(game.stack)
    tile = 0
    while tile < edition.tiles and left > 0:
        of_set = rounds.tiles_of_set(stack, edition, edition.tile_set[tile])
        share = min(1.0, left / max(of_set, 1))
        this_set = int(edition.tile_set[tile])
        while tile < edition.tiles and edition.tile_set[tile] == this_set:
            if stack >> tile & 1:
                add_tile(edition, tile, share, sums)
            tile += 1
        left -= of_set


@rule
def add_tile(edition: Rules, tile: int, share: float, sums: Floats) -> None:
    """Count one tile, or a share of it."""
    amount = float(edition.tile_amount[tile])
    if edition.tile_reward[tile] == POINTS:
        sums[POINTS_TO_COME] += share * amount
        sums[SWING] += share * amount * amount
    elif edition.tile_reward[tile] == CUBES:
        sums[CUBES_TO_COME] += share * amount
        sums[SWING] += share * amount * amount
    elif edition.tile_reward[tile] == DISCARD:
        sums[DISCARDS_TO_COME] += share
        sums[SWING] += share * DISCARD_SWING


@rule
def settle(game: Game, edition: Rules) -> None:
    """The end of a round without the beginning of the next (P16-P18)."""
    best = rounds.next_ranked(game, rounds.BETTER_THAN_ANY)
    rounds.give_cards(game, edition)
    rounds.give_tiles(game, edition)
    game.first = best


@rule
def hide_new_tile(game: Game) -> None:
    """Back to the moment before the round's tile was revealed (P10)."""
    number = int(game.round_number) - 1
    if game.revealed[number] != NO_TILE:
        game.stack |= 1 << int(game.revealed[number])
        game.revealed[number] = NO_TILE
    game.round_number = number


@rule
def note_features(game: Game, edition: Rules, out: Ahead) -> float:
    """Write each seat's features for a settled round; the mean swing of what is left."""
    players = int(game.players)
    points = 0.0
    cubes = out.sums[CUBES_TO_COME]
    discards = out.sums[DISCARDS_TO_COME]
    swing = 0.0
    for place in range(game.round_number):
        tile = int(game.revealed[place])
        if tile != NO_TILE and game.holder[place] == NOBODY:
            amount = float(edition.tile_amount[tile])
            swing += amount * amount if edition.tile_reward[tile] != DISCARD else DISCARD_SWING
            points += amount if edition.tile_reward[tile] == POINTS else 0.0
            cubes += amount if edition.tile_reward[tile] == CUBES else 0.0
            discards += 1.0 if edition.tile_reward[tile] == DISCARD else 0.0
    note_piles(game, edition, min(1.0, discards), out)
    for seat in range(players):
        out.scratch[seat, TILES] = points / players
        out.scratch[seat, WHITE_CUBES] = min(cubes, float(game.white_cubes)) / players
        out.scratch[seat, START] = out.sums[STAKE] * ((1.0 if game.first == seat else 0.0) - 1.0 / players)
    return out.sums[SWING] + swing / players


@rule
def note_piles(game: Game, edition: Rules, discards: float, out: Ahead) -> None:
    """Negative cards won that may still be discarded (P17)."""
    total = 0.0
    for seat in range(game.players):
        negative = 0.0
        for kind in range(edition.positive):
            negative -= int(game.won[seat, kind]) * int(edition.value[kind])
        out.scratch[seat, OWN_DISCARDS] = negative * discards
        total += negative * discards
    for seat in range(game.players):
        out.scratch[seat, ALL_DISCARDS] = total / game.players


@rule
def note_cubes(game: Game, out: Ahead) -> None:
    """Write the features of each seat's cubes."""
    players = int(game.players)
    for item in range(3):
        total = 0.0
        for seat in range(players):
            cubes = int(game.cubes[seat])
            total += cubes if item == 0 else out.cubes[cubes, item - 1]
        for seat in range(players):
            cubes = int(game.cubes[seat])
            own = float(cubes) if item == 0 else out.cubes[cubes, item - 1]
            out.scratch[seat, OWN_CUBES + item] = own - total / players
            if item == 0:
                out.scratch[seat, ALL_CUBES] = total / players


@rule
def sum_fixed(players: int, weights: Floats, out: Ahead) -> None:
    """Sum up what is to come for each seat, whatever cubes it has."""
    for seat in range(players):
        points = 0.0
        for feature in range(SPREAD):
            if not OWN_CUBES <= feature <= ALL_CUBES:
                points += weights[feature] * out.scratch[seat, feature]
        out.fixed[seat] = points


@rule
def forecast(game: Game, edition: Rules, weights: Floats, swing: float, out: Ahead, result: Floats) -> None:
    """Each seat's chance to win, then each seat's expected points, for a settled round whose fixed part is known."""
    players = int(game.players)
    for seat in range(players):
        result[players + seat] = rules.points_of(game, edition, seat)
    if out.sums[LEFT] <= 0.0:
        share_win(game, edition, result)
        return
    note_cubes(game, out)
    for seat in range(players):
        points = out.fixed[seat]
        for feature in range(OWN_CUBES, ALL_CUBES + 1):
            points += weights[feature] * out.scratch[seat, feature]
        result[players + seat] += points
    share_chances(players, weights[SPREAD] * np.sqrt(swing) + 1e-9, result)


@rule
def share_win(game: Game, edition: Rules, result: Floats) -> None:
    """The game is over: the winners share (P20)."""
    bits = rules.winners(game, edition)
    number = 0
    for seat in range(game.players):
        number += bits >> seat & 1
    for seat in range(game.players):
        result[seat] = (bits >> seat & 1) / number


@rule
def share_chances(players: int, spread: float, result: Floats) -> None:
    """Chances to win by expected points: equal leads count less while much can still happen."""
    most = result[players]
    for seat in range(1, players):
        most = max(most, result[players + seat])
    total = 0.0
    for seat in range(players):
        result[seat] = np.exp((result[players + seat] - most) / spread)
        total += result[seat]
    for seat in range(players):
        result[seat] /= total


@rule
def special_of(edition: Rules, kind: int) -> int:
    """Which special card a card is, if any (P5)."""
    return (1 if kind == edition.extra_roll else 0) + (2 if kind == edition.lamp else 0)


@rule
def react(game: Game, edition: Rules, seat: int, until: int, later: Later) -> None:
    """Later players, up to a seat, mark what an ordinary one gets against the best disc so far (P15)."""
    players = int(game.players)
    best = int(game.disc[seat])
    other = int(game.first)
    while other != seat:
        best = max(best, int(game.disc[other]))
        other = (other + 1) % players
    other = (seat + 1) % players
    while other != until:
        cubes = int(later.cubes[other])
        special = special_of(edition, int(game.played[other]))
        result = later.ordinary[1 + best // FIELD_STEP, special, min(cubes, ORDINARY_CUBES), later.places[other]]
        game.disc[other] = result // PLACES
        game.cubes[other] = cubes - result % PLACES
        best = max(best, int(game.disc[other]))
        other = (other + 1) % players


@rule
def add_outcomes(
    games: Games,
    i: int,
    j: int,
    editions: Editions,
    weights: Floats,
    out: Ahead,
    seat: int,
    spend: int,
    share: float,
    later: Later,
    sums: Floats,
) -> None:
    """What each result of a seat leads to: added, by a share, to `sums`.

    `games[i]` has every other disc, those of later players as `later` guesses them, and `out` has looked ahead from it;
    `games[j]` is scratch; `sums` is indexed by field, cubes unspent of those that may be spent, and forecast; its last
    row is scratch.
    """
    edition = editions[0]
    kept = int(games[i].cubes[seat]) - spend
    for field in range(FIELDS):
        games[j] = games[i]
        games[j].disc[seat] = field
        games[j].cubes[seat] = kept
        if later.reacts:
            react(games[j], edition, seat, int(games[j].first), later)
        add_outcome(games[j], edition, weights, out, seat, spend, share, sums[field], sums[FIELDS, 0])


@rule
def add_outcome(
    game: Game,
    edition: Rules,
    weights: Floats,
    out: Ahead,
    seat: int,
    spend: int,
    share: float,
    sums: Floats,
    result: Floats,
) -> None:
    """What a result leads to with each number of cubes unspent, from none on; the round is settled on the way."""
    settle(game, edition)
    swing = note_features(game, edition, out)
    players = int(game.players)
    sum_fixed(players, weights, out)
    for cubes in range(spend + 1):
        if cubes > 0:
            game.cubes[seat] += 1
        forecast(game, edition, weights, swing, out, result)
        for item in range(2 * players):
            sums[cubes, item] += share * result[item]


@rule
def forecast_position(games: Games, i: int, editions: Editions, weights: Floats, out: Ahead, result: Floats) -> None:
    """The forecast for a position at the beginning of a round, as it was before the new tile; the tile is hidden."""
    game = games[i]
    edition = editions[0]
    hide_new_tile(game)
    look_ahead(game, edition, out)
    swing = note_features(game, edition, out)
    sum_fixed(int(game.players), weights, out)
    forecast(game, edition, weights, swing, out, result)
