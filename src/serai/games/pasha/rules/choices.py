"""Which moves there are: all of them in a list, or one of them at random without making the list.

The order is the same in both: rerolls, rerolls for a cube, dice turned up, dice turned down, the lamp, marking.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.pasha.rules import dice, moves
from serai.games.pasha.rules.state import MOST_CARDS, OVER, PLAY, Game, Rules

Moves = npt.NDArray[np.int32]


@rule
def legal(game: Game, edition: Rules, listed: Moves) -> int:
    """Write every legal move, each once; how many there are."""
    if game.phase == OVER:
        return 0
    if game.phase == PLAY:
        return list_cards(int(game.hand[game.turn_of]), listed)
    return list_rolling(game, edition, listed)


@rule
def list_cards(hand: int, listed: Moves) -> int:
    """Each kind of card in hand; equal cards are one choice (P11, PR7)."""
    number = 0
    for kind in range(MOST_CARDS):
        if bag.count(hand, kind) > 0:
            listed[number] = moves.PLAYS + kind
            number += 1
    return number


@rule
def list_rolling(game: Game, edition: Rules, listed: Moves) -> int:
    """What can be done with the dice on the table; cubes also while rolls are left (P11-P14, PR6)."""
    shown = game.dice
    number = 0
    if game.rolls_left > 0:
        number = list_rerolls(shown, edition, moves.REROLLS, listed, number)
    if game.cubes[game.turn_of] > 0:
        number = list_rerolls(shown, edition, moves.CUBE_REROLLS, listed, number)
        for nth in range(count_turns(shown)):
            listed[number] = nth_turn(shown, nth)
            number += 1
    if can_use_lamp(game):
        listed[number] = moves.LAMP
        number += 1
    for nth in range(count_marks(shown)):
        listed[number] = nth_mark(shown, nth)
        number += 1
    return number


@rule
def list_rerolls(shown: int, edition: Rules, first: int, listed: Moves, number: int) -> int:
    """Each choice of at least one die; dice of one face are alike (P11, P12)."""
    for nth in range(dice.count_choices(shown)):
        listed[number] = first + dice.number_of(edition, dice.nth_choice(shown, nth))
        number += 1
    return number


@rule
def can_use_lamp(game: Game) -> bool:
    """Whether a lamp was played this turn, is unused, and all rolls are used (P13)."""
    return game.lamp == 1 and game.rolls_left == 0


@rule
def count_turns(shown: int) -> int:
    """In how many ways a die can be turned up or down (P12)."""
    faces = dice.faces_shown(shown)
    return dice.size(faces & dice.NOT_SIX) + dice.size(faces & dice.NOT_ONE)


@rule
def nth_turn(shown: int, nth: int) -> int:
    """One of these moves, from 0: first the dice turned up, then those turned down."""
    faces = dice.faces_shown(shown)
    ups = dice.size(faces & dice.NOT_SIX)
    if nth < ups:
        return moves.TURNS_UP + nth_bit(faces & dice.NOT_SIX, nth)
    return moves.TURNS_DOWN - 1 + nth_bit(faces & dice.NOT_ONE, nth - ups)


@rule
def count_marks(shown: int) -> int:
    """With two pairs the player chooses the column, else there is one way to mark (P14)."""
    return 2 if dice.is_two_pairs(shown) else 1


@rule
def nth_mark(shown: int, nth: int) -> int:
    """One of these moves, from 0: the lower pair's column first."""
    if dice.is_two_pairs(shown):
        return moves.MARKS + nth_bit(dice.pairs(shown), nth)
    return moves.MARK


@rule
def nth_bit(kinds: int, nth: int) -> int:
    """The kind or face, from 0, that the nth of a bag's single bits stands for."""
    kind = 0
    while nth > 0 or kinds & 1 == 0:
        nth -= kinds & 1
        kinds >>= 4
        kind += 1
    return kind


@rule
def random_move(game: Game, edition: Rules, stream: Stream, listed: Moves) -> tuple[int, int]:
    """One of the legal moves, each equally likely, and how many there are."""
    if game.phase == PLAY:
        return random_card(int(game.hand[game.turn_of]), stream)
    return random_rolling(game, edition, stream)


@rule
def random_card(hand: int, stream: Stream) -> tuple[int, int]:
    """Any kind of card in hand (P11)."""
    kinds = bag.present(hand)
    number = bag.total(kinds)
    return moves.PLAYS + nth_bit(kinds, below(stream, number)), number


@rule
def random_rolling(game: Game, edition: Rules, stream: Stream) -> tuple[int, int]:
    """Anything that can be done with the dice on the table (P11-P14)."""
    shown = game.dice
    choices = dice.count_choices(shown)
    rerolls = choices if game.rolls_left > 0 else 0
    has_cube = game.cubes[game.turn_of] > 0
    cube_rerolls = choices if has_cube else 0
    turns = count_turns(shown) if has_cube else 0
    lamps = 1 if can_use_lamp(game) else 0
    number = rerolls + cube_rerolls + turns + lamps + count_marks(shown)
    nth = below(stream, number)
    if nth < rerolls + cube_rerolls:
        return random_reroll(edition, shown, nth, rerolls), number
    nth -= rerolls + cube_rerolls
    if nth < turns:
        return nth_turn(shown, nth), number
    nth -= turns
    if nth < lamps:
        return moves.LAMP, number
    return nth_mark(shown, nth - lamps), number


@rule
def random_reroll(edition: Rules, shown: int, nth: int, rerolls: int) -> int:
    """The nth reroll: those that cost a cube come after the others."""
    first = moves.REROLLS
    if nth >= rerolls:
        nth -= rerolls
        first = moves.CUBE_REROLLS
    return first + dice.number_of(edition, dice.nth_choice(shown, nth))
