"""Why a move is not allowed, in words: the rule's number and a sentence that names what was asked for and what
there is.
"""

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import later, later_in, ngettext, pgettext
from serai.core.words.reasons import Reason
from serai.games.asara.rules import illegal, moves, towers
from serai.games.asara.rules.building import nth_tower
from serai.games.asara.rules.placing import least_allowed
from serai.games.asara.rules.state import BUYERS, COLOURS, SPIES, SPY_BUY, TENT, Game
from serai.games.asara.words import notation
from serai.games.asara.words.sentences import buyer_words, piece_in_short

ASKED = (
    later("now a buyer is to be placed"),
    later("now a piece is to be bought or declined"),
    later("now a stack to spy on is to be chosen"),
    later("now a piece of the spied stack is to be bought or declined"),
    later("now pieces are to be built"),
    later("now lit windows are to be looked at"),
    later("now lit windows are to be kept"),
    later("now the other lit windows are to be put under the stack"),
    later("now the game is over"),
)
ASKED_BY = ("A9", "A13", "A19", "A19", "A14", "A22", "A22", "A22", "A32")
AREA_NAMES = (
    later_in("area", "the market of bases"),
    later_in("area", "the market of middles"),
    later_in("area", "the market of windows"),
    later_in("area", "the market of tops"),
    later_in("area", "the builders' circle"),
    later_in("area", "the bank"),
    later_in("area", "the house of spies"),
    later_in("area", "the Caliph's favour"),
    later_in("area", "the tent"),
    later_in("area", "the house of lit windows"),
    later_in("area", "the coloured house"),
)
SPACE_NAMES = (
    later_in("space", "base"),
    later_in("space", "middle"),
    later_in("space", "window"),
    later_in("space", "top"),
    later_in("space", "circle.{number}"),
    later_in("space", "bank.{number}"),
    later_in("space", "spies.{number}"),
    later_in("space", "favour"),
    later_in("space", "tent.{number}"),
    later_in("space", "lit"),
    later_in("space", "house"),
)
EMPTY_STACKS = (
    later("the stack of base pieces is empty"),
    later("the stack of middle pieces is empty"),
    later("the stack of window pieces is empty"),
    later("the stack of top pieces is empty"),
)
NOT_IN_STACK = (
    later("{piece} is not in the stack of base pieces"),
    later("{piece} is not in the stack of middle pieces"),
    later("{piece} is not in the stack of window pieces"),
    later("{piece} is not in the stack of top pieces"),
)
TOWER_IS = (
    later("tower {number} is brown, and a tower has one colour"),
    later("tower {number} is green, and a tower has one colour"),
    later("tower {number} is red, and a tower has one colour"),
    later("tower {number} is black, and a tower has one colour"),
    later("tower {number} is white, and a tower has one colour"),
)


def reason(code: int, game: Game, edition: Edition, move: int) -> Reason:
    """The reason behind a code of `illegal.py`, for this move in this position."""
    if code == illegal.GAME_OVER:
        return Reason("A32", _("the game is over"))
    if code == illegal.NOT_NOW:
        return Reason(current_rule(game), _(ASKED[game.phase]))
    if move < moves.BUYS:
        return _placing(code, game, edition, move)
    if move <= moves.DECLINE or code == illegal.STACK_EMPTY:
        return _buying(code, game, edition, move)
    if move <= moves.DONE:
        return _building(code, game, move)
    return _looking(code, game, edition, move)


def current_rule(game: Game) -> str:
    """The number of the rule that the present decision falls under."""
    return ASKED_BY[game.phase]


def area_words(area: int) -> str:
    """An area's name, by its number."""
    return pgettext("area", AREA_NAMES[area])


def space_words(space: int, edition: Edition) -> str:
    """A space's name, by its number: the area in short, with the printed value where it has several."""
    area = moves.area_of(space)
    return pgettext("space", SPACE_NAMES[area], number=int(edition.record[0].value[space]))


def _placing(code: int, game: Game, edition: Edition, move: int) -> Reason:
    space, payment = divmod(move, moves.PAYMENTS)
    area = moves.area_of(space)
    where = area_words(area)
    money = int(game.money[game.turn_of])
    match code:
        case illegal.NOT_IN_BASIC_GAME:
            return Reason("A8", _("{where} is open in the expert game only", where=where))
        case illegal.NO_SUCH_SPACE:
            return Reason("A4", _("{where} has no such space in this edition", where=where))
        case illegal.NOT_IN_HAND:
            return Reason("A9", _not_in_hand(payment))
        case illegal.PAIR_IN_HOUSE:
            return Reason("A18", _("the coloured house takes one card, never a pair"))
        case illegal.SPACE_TAKEN:
            return Reason("A9", _("{space} is taken", space=space_words(space, edition)))
        case illegal.PAIR_FIRST:
            return Reason("A10", _("a pair can't be the first placement in {where}", where=where))
        case illegal.WRONG_COLOUR:
            colour = buyer_words(BUYERS[game.colour[area]])
            told = _("{where} is {colour} this year: {colour}, or any two buyers face down", where=where, colour=colour)
            return Reason("A10", told)
        case illegal.STACKS_EMPTY:
            return Reason("A11", _("no stack is left to spy on"))
        case illegal.PILE_EMPTY:
            return Reason("A21", _("the draw pile is empty, so the tent is closed"))
        case illegal.LIT_STACK_EMPTY:
            return Reason("A22", _("no lit window is left, so their house is closed"))
        case illegal.LOOK_TOO_DEAR:
            record = edition.record[0]
            cheapest = min(int(price) for price in record.look_price[: record.looks])
            return Reason("A22", _("{price} Asari needed for a look, {held} held", price=cheapest, held=money))
        case illegal.FEE_TOO_HIGH:
            rule = {SPIES: "A19", TENT: "A21"}.get(area, "A14")
            return Reason(rule, _too_dear(edition.record[0].value[space], money))
        case _:
            return Reason("A14", _nothing_to_build(game, edition, space))


def _not_in_hand(payment: int) -> str:
    buyer, plus, other = notation.payment_name(payment).partition("+")
    if plus:
        return _("{buyer}+{other} is not in hand", buyer=buyer_words(buyer), other=buyer_words(other))
    return _("{buyer} is not in hand", buyer=buyer_words(buyer))


def _too_dear(price: int, held: int) -> str:
    return _("{price} Asari needed, {held} held", price=int(price), held=int(held))


def _nothing_to_build(game: Game, edition: Edition, space: int) -> str:
    most = int(edition.record[0].value[space])
    least = int(least_allowed(game, edition.record[0], space))
    if least == most:
        return ngettext(
            "exactly {number} piece would have to be built here, which your pieces and towers do not allow",
            "exactly {number} pieces would have to be built here, which your pieces and towers do not allow",
            most,
        )
    return _(
        "{least} to {most} pieces would have to be built here, which your pieces and towers do not allow",
        least=least,
        most=most,
    )


def _price(edition: Edition, piece: str) -> int:
    return int(edition.record[0].price[COLOURS.index(piece.removesuffix("*"))])


def _buying(code: int, game: Game, edition: Edition, move: int) -> Reason:
    spying = game.phase == SPY_BUY
    rule = "A19" if spying else "A13"
    if code == illegal.STACK_EMPTY:
        return Reason("A19", _(EMPTY_STACKS[move - moves.SPIES_ON]))
    piece = notation.piece_name(move - moves.BUYS)
    if code == illegal.NOT_ON_OFFER:
        words = piece_in_short(piece)
        if spying:
            return Reason(rule, _(NOT_IN_STACK[game.spied], piece=words))
        where = area_words(int(game.space))
        return Reason(rule, _("{piece} is not on display in {where}", piece=words, where=where))
    return Reason(rule, _too_dear(_price(edition, piece), game.money[game.turn_of]))


def _building(code: int, game: Game, move: int) -> Reason:
    left = int(game.most_built - game.built)
    match code:
        case illegal.COLOURS_DIFFER:
            return Reason("A15", _("base and top of a tower have one colour"))
        case illegal.NOT_HELD:
            return Reason("A15", _("there is no such piece behind the screen"))
        case illegal.NO_ROOM_FOR_TOWER:
            return Reason("A14", _("a new tower takes two pieces at once, {left} is left to build", left=left))
        case illegal.NOT_FINISHABLE:
            return Reason("A14", _("after that the action could not be finished: {left}", left=_still_to_build(game)))
        case illegal.NO_SUCH_TOWER:
            return Reason("A15", _("there is no tower with that number"))
        case illegal.OTHER_TOWER_COLOUR:
            return Reason("A15", _other_colour(game, move))
        case illegal.NO_DARK_WINDOW:
            return Reason("A23", _("the tower has no such window that stood before this action and is still dark"))
        case _:
            return Reason("A14", _("not enough is built yet: {left}", left=_still_to_build(game)))


def _still_to_build(game: Game) -> str:
    least, most = int(game.least_built - game.built), int(game.most_built - game.built)
    if least == most:
        return ngettext("exactly {number} more to build", "exactly {number} more to build", most)
    return _("{least} to {most} more to build", least=max(least, 0), most=most)


def _other_colour(game: Game, move: int) -> str:
    number = (move - moves.ADDS) // 20 if move < moves.LIGHTS else (move - moves.LIGHTS) // 10
    slot = nth_tower(game, int(game.turn_of), number)
    return _(TOWER_IS[towers.colour(int(game.towers[slot]))], number=number + 1)


def _looking(code: int, game: Game, edition: Edition, move: int) -> Reason:
    match code:
        case illegal.NO_SUCH_LOOK:
            return Reason("A22", _("this edition has no such look"))
        case illegal.LOOK_TOO_DEAR:
            price = edition.record[0].look_price[move - moves.LOOKS]
            return Reason("A22", _too_dear(price, game.money[game.turn_of]))
        case illegal.WRONG_NUMBER_KEPT:
            told = ngettext(
                "exactly {number} of the windows is kept", "exactly {number} of the windows are kept", int(game.keep)
            )
            return Reason("A22", told)
        case illegal.WRONG_NUMBER_ORDERED:
            number = int(game.seen_count)
            return Reason("A22", _("all {number} windows that were not kept go under the stack", number=number))
        case _:
            return Reason("A22", _("not all of these windows are among those being looked at"))
