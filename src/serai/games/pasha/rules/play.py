"""Pasha's rules: setting up, carrying out a move, and who has how many points.

What may be decided is in `choices.py`, why something may not in `illegal.py`; a player's turn is in `turns.py`, the
end of a round in `rounds.py`, the dice in `dice.py`.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import below
from serai.games.pasha.rules import moves, turns
from serai.games.pasha.rules.rounds import begin_round
from serai.games.pasha.rules.state import (
    MOST_CARDS,
    MOST_SEATS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOT_MARKED,
    OVER,
    POINTS,
    Game,
    Rules,
)

RULES_VERSION = 1
EVERY_MOVE = moves.EVERY_MOVE
MOST_MOVES = 72  # five different dice: 31 rerolls, as many for a cube, 9 dice turned, 1 mark

LOWEST_POINTS = 1000  # nobody can have fewer, below zero
MOST_CUBES = 100  # nobody can have as many

Numbers = npt.NDArray[np.int64]


@rule
def new(game: Game, edition: Rules, options: Numbers) -> None:
    """Set up a game for options: players (P2-P9)."""
    players = int(options[0])
    game.players = players
    game.viewer = NOBODY
    clear_table(game, edition)
    game.first = below(game.open, players)
    for step in range(players):
        seat = (game.first + step) % players
        game.cubes[seat] = edition.own_cubes
        deal_packs(game, edition, seat)
        turns.take_pack(game, edition, seat)
    begin_round(game, edition)


@rule
def clear_table(game: Game, edition: Rules) -> None:
    """Nothing is played, won or marked; the reserve and the bonus stack are full (P3, P8)."""
    game.round_number = 0
    game.dice = 0
    game.rolls_left = 0
    game.lamp = 0
    game.white_cubes = edition.white_cubes
    game.stack = (1 << int(edition.tiles)) - 1
    for place in range(MOST_CARDS):
        game.revealed[place] = NO_TILE
        game.holder[place] = NOBODY
    for seat in range(MOST_SEATS):
        game.hand[seat] = 0
        game.unplayed[seat] = 0
        game.cubes[seat] = 0
        game.played[seat] = NO_CARD
        game.disc[seat] = NOT_MARKED
        for kind in range(MOST_CARDS):
            game.won[seat, kind] = 0
            game.packs[seat, kind] = NO_CARD


@rule
def deal_packs(game: Game, edition: Rules, seat: int) -> None:
    """Shuffle the cards into packs: one after another is drawn from those that are left (P7)."""
    cards = int(edition.cards)
    game.unplayed[seat] = cards
    for place in range(edition.rounds):
        kind = bag.draw(cards, game.hidden, edition.rounds - place)
        cards -= bag.one(kind)
        game.packs[seat, place] = kind


@rule
def to_act(game: Game) -> int:
    """The seat that decides now."""
    return int(game.turn_of)


@rule
def is_over(game: Game) -> bool:
    """Whether the last round has been scored (P19)."""
    return game.phase == OVER


@rule
def apply(game: Game, edition: Rules, move: int) -> None:
    """Carry out a legal move and all that follows from it."""
    seat = int(game.turn_of)
    if move < moves.REROLLS:
        turns.play_card(game, edition, seat, move - moves.PLAYS)
    elif move < moves.CUBE_REROLLS:
        game.rolls_left -= 1
        turns.reroll(game, edition.choice[move - moves.REROLLS])
    elif move < moves.TURNS_UP:
        game.cubes[seat] -= 1
        turns.reroll(game, edition.choice[move - moves.CUBE_REROLLS])
    elif move < moves.TURNS_DOWN:
        face = move - moves.TURNS_UP + 1
        turns.turn_die(game, seat, face, face + 1)
    elif move < moves.LAMP:
        face = move - moves.TURNS_DOWN + 2
        turns.turn_die(game, seat, face, face - 1)
    elif move == moves.LAMP:
        turns.use_lamp(game, edition)
    else:
        turns.mark(game, edition, seat, move - moves.MARK)


@rule
def scores(game: Game, edition: Rules, points: Numbers) -> None:
    """Each seat's points as the game stands (P19)."""
    for seat in range(game.players):
        points[seat] = points_of(game, edition, seat)


@rule
def points_of(game: Game, edition: Rules, seat: int) -> int:
    """Cards won, points tiles, and 1 for each cube left, own or white (P19, PR5)."""
    return card_points(game, edition, seat) + tile_points(game, edition, seat) + int(game.cubes[seat])


@rule
def card_points(game: Game, edition: Rules, seat: int) -> int:
    """The cards won; negative ones subtract (P19)."""
    points = 0
    for kind in range(edition.kinds):
        points += int(game.won[seat, kind]) * int(edition.value[kind])
    return points


@rule
def tile_points(game: Game, edition: Rules, seat: int) -> int:
    """The points tiles that the seat keeps (P17, P19)."""
    points = 0
    for place in range(edition.rounds):
        if game.holder[place] == seat and edition.tile_reward[game.revealed[place]] == POINTS:
            points += int(edition.tile_amount[game.revealed[place]])
    return points


@rule
def winners(game: Game, edition: Rules) -> int:
    """The seats with most points, among them those with most cubes, one bit each; several share (P20)."""
    best = -1
    bits = 0
    for seat in range(game.players):
        standing = (points_of(game, edition, seat) + LOWEST_POINTS) * MOST_CUBES + int(game.cubes[seat])
        if standing > best:
            best = standing
            bits = 0
        if standing == best:
            bits |= 1 << seat
    return bits
