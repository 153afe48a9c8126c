"""Why a move is not allowed: the rule's number and a sentence that names what was asked for and what there is."""

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.core.words.reasons import Reason
from serai.games.pasha.rules import illegal, moves
from serai.games.pasha.rules.dice import pairs
from serai.games.pasha.rules.state import OVER, Game
from serai.games.pasha.words import notation


def reason(code: int, game: Game, edition: Edition, move: int) -> Reason:
    """The reason behind a code of `illegal.py`, for this move in this position."""
    if code == illegal.GAME_OVER:
        return Reason("P19", _over(int(edition.record[0].rounds)))
    if move < moves.REROLLS:
        return _playing(code, game, edition, move)
    if move < moves.LAMP:
        return _rolling(code, game, edition, move)
    if move == moves.LAMP:
        return _lamp(code, game, edition)
    return _marking(code, game, move)


def current_rule(game: Game) -> str:
    """The number of the rule that the present decision falls under."""
    return "P19" if game.phase == OVER else "P11"


def _over(rounds: int) -> str:
    return ngettext(
        "the game is over: all {number} rounds are played", "the game is over: all {number} rounds are played", rounds
    )


def _playing(code: int, game: Game, edition: Edition, move: int) -> Reason:
    seat = int(game.turn_of)
    match code:
        case illegal.NO_SUCH_CARD:
            kinds = int(edition.record[0].kinds)
            told = ngettext(
                "there is only {number} different card in this edition",
                "there are only {number} different cards in this edition",
                kinds,
            )
            return Reason("P2", told)
        case illegal.CARD_IS_PLAYED:
            played = int(edition.record[0].value[game.played[seat]])
            return Reason("P11", _("one card a turn: {card} has been played", card=played))
    card, hand = int(edition.record[0].value[move]), _numbers(notation.card_values(game.hand[seat], edition))
    if not hand:
        return Reason("P11", _("{card} is not in hand: unknown", card=card))
    return Reason("P11", _("{card} is not in hand: {hand}", card=card, hand=hand))


def _rolling(code: int, game: Game, edition: Edition, move: int) -> Reason:
    match code:
        case illegal.PLAY_A_CARD_FIRST:
            return _card_first()
        case illegal.NO_ROLLS_LEFT:
            rolls = _rolls(game, edition)
            return Reason("P11", _("no rolls left: {used} of {rolls} used", used=rolls, rolls=rolls))
        case illegal.NO_CUBES:
            return Reason("P12", _("no action cubes left: 1 needed, 0 held"))
    rule = "P11" if move < moves.CUBE_REROLLS else "P12"
    asked, dice = _asked_for(edition, move), _numbers(notation.faces_of(game.dice))
    return Reason(rule, _("{asked} is not among the dice {dice}", asked=asked, dice=dice))


def _lamp(code: int, game: Game, edition: Edition) -> Reason:
    record = edition.record[0]
    match code:
        case illegal.PLAY_A_CARD_FIRST:
            return _card_first()
        case illegal.NO_LAMP if record.lamp < 0:
            return Reason("P13", _("no card has a lamp in this edition"))
        case illegal.NO_LAMP:
            card, played = int(record.value[record.lamp]), int(record.value[game.played[game.turn_of]])
            told = _("the lamp is on card {card}, and {played} has been played", card=card, played=played)
            return Reason("P13", told)
        case illegal.LAMP_IS_USED:
            return Reason("P13", _("the lamp has been used this turn, and works once"))
    rolls, left = _rolls(game, edition), int(game.rolls_left)
    told = _("the lamp comes when all rolls are used: {used} of {rolls} are", used=rolls - left, rolls=rolls)
    return Reason("P13", told)


def _marking(code: int, game: Game, move: int) -> Reason:
    if code == illegal.PLAY_A_CARD_FIRST:
        return _card_first()
    dice = _numbers(notation.faces_of(game.dice))
    if code == illegal.NO_TWO_PAIRS:
        return Reason("P14", _("{dice} are not two pairs, so there is no column to choose: mark", dice=dice))
    low, high = notation.faces_of(pairs(int(game.dice)))
    if code == illegal.CHOOSE_A_PAIR:
        return Reason("P14", _("{dice} are two pairs: mark {low} or mark {high}", dice=dice, low=low, high=high))
    told = _(
        "{face} is none of the two pairs in {dice}: mark {low} or mark {high}",
        face=move - moves.MARK,
        dice=dice,
        low=low,
        high=high,
    )
    return Reason("P14", told)


def _card_first() -> Reason:
    return Reason("P11", _("a card is to be played first; then the dice are rolled"))


def _rolls(game: Game, edition: Edition) -> int:
    """How many rolls this turn has, or with a used lamp its second beginning (P5, P13)."""
    record = edition.record[0]
    played = game.played[game.turn_of]
    is_again = played == record.lamp and game.lamp == 0
    return int(record.rolls) + int(played == record.extra_roll and not is_again)


def _asked_for(edition: Edition, move: int) -> str:
    if move < moves.TURNS_UP:
        start = moves.REROLLS if move < moves.CUBE_REROLLS else moves.CUBE_REROLLS
        return notation.chosen_names(move - start, edition)
    return str(move - moves.TURNS_UP + 1 if move < moves.TURNS_DOWN else move - moves.TURNS_DOWN + 2)


def _numbers(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers)
