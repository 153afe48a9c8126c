"""Why a move is not allowed, as a code; `reasons.py` has the sentences. It agrees with `choices.legal` on all moves."""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.games.pasha.rules import dice, moves
from serai.games.pasha.rules.choices import count_marks
from serai.games.pasha.rules.state import OVER, PLAY, ROLL, Game, Rules

(
    LEGAL,
    GAME_OVER,
    NO_SUCH_CARD,
    CARD_IS_PLAYED,
    NOT_IN_HAND,
    PLAY_A_CARD_FIRST,
    NO_ROLLS_LEFT,
    DICE_NOT_SHOWN,
    NO_CUBES,
    NO_LAMP,
    LAMP_IS_USED,
    ROLLS_ARE_LEFT,
    CHOOSE_A_PAIR,
    NO_TWO_PAIRS,
    NOT_A_PAIR,
) = range(15)


@rule
def why_illegal(game: Game, edition: Rules, move: int) -> int:
    """Why the move is not allowed, LEGAL when it is."""
    if game.phase == OVER:
        return GAME_OVER
    if move < moves.REROLLS:
        return why_not_play(game, edition, move - moves.PLAYS)
    if game.phase == PLAY:
        return PLAY_A_CARD_FIRST
    if move < moves.CUBE_REROLLS:
        return why_not_reroll(game, edition, move - moves.REROLLS)
    if move < moves.LAMP:
        return why_not_spend(game, edition, move)
    if move == moves.LAMP:
        return why_no_lamp(game, edition)
    return why_not_mark(game.dice, move)


@rule
def why_not_play(game: Game, edition: Rules, kind: int) -> int:
    """One card from the hand, before rolling (P11)."""
    if kind >= edition.kinds:
        return NO_SUCH_CARD
    if game.phase == ROLL:
        return CARD_IS_PLAYED
    return LEGAL if bag.count(game.hand[game.turn_of], kind) > 0 else NOT_IN_HAND


@rule
def why_not_reroll(game: Game, edition: Rules, number: int) -> int:
    """Any of the dice on the table, while rolls are left (P11)."""
    if game.rolls_left == 0:
        return NO_ROLLS_LEFT
    return LEGAL if dice.has(game.dice, edition.choice[number]) else DICE_NOT_SHOWN


@rule
def why_not_spend(game: Game, edition: Rules, move: int) -> int:
    """A cube rerolls or turns dice on the table (P12)."""
    if game.cubes[game.turn_of] == 0:
        return NO_CUBES
    if move < moves.TURNS_UP:
        chosen = edition.choice[move - moves.CUBE_REROLLS]
    elif move < moves.TURNS_DOWN:
        chosen = bag.one(move - moves.TURNS_UP)
    else:
        chosen = bag.one(move - moves.TURNS_DOWN + 1)
    return LEGAL if dice.has(game.dice, chosen) else DICE_NOT_SHOWN


@rule
def why_no_lamp(game: Game, edition: Rules) -> int:
    """Once, in the turn in which the lamp is played, when all rolls are used (P13)."""
    if game.played[game.turn_of] != edition.lamp:
        return NO_LAMP
    if game.lamp == 0:
        return LAMP_IS_USED
    return LEGAL if game.rolls_left == 0 else ROLLS_ARE_LEFT


@rule
def why_not_mark(shown: int, move: int) -> int:
    """A face is named with two pairs, and only then (P14)."""
    if move == moves.MARK:
        return LEGAL if count_marks(shown) == 1 else CHOOSE_A_PAIR
    if count_marks(shown) == 1:
        return NO_TWO_PAIRS
    return LEGAL if bag.count(dice.pairs(shown), move - moves.MARKS) > 0 else NOT_A_PAIR
