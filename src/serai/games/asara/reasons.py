"""Why a move is not allowed, in words: the rule's number and a sentence that names what was asked for and what
there is.
"""

from serai.core.edition import Edition
from serai.core.words import Reason
from serai.games.asara import illegal, moves, notation, towers
from serai.games.asara.building import nth_tower
from serai.games.asara.narration import piece_names
from serai.games.asara.placing import least_allowed
from serai.games.asara.state import BUYERS, COLOURS, KINDS, SPIES, SPY_BUY, TENT, Game

ASKED = (
    "a buyer is to be placed",
    "a piece is to be bought or declined",
    "a stack to spy on is to be chosen",
    "a piece of the spied stack is to be bought or declined",
    "pieces are to be built",
    "lit windows are to be looked at",
    "lit windows are to be kept",
    "the game is over",
)
ASKED_BY = ("A9", "A13", "A19", "A19", "A14", "A22", "A22", "A32")
AREA_NAMES = (
    "the market of bases",
    "the market of middles",
    "the market of windows",
    "the market of tops",
    "the builders' circle",
    "the bank",
    "the house of spies",
    "the Caliph's favour",
    "the tent",
    "the house of lit windows",
    "the coloured house",
)


def reason(code: int, game: Game, edition: Edition, move: int) -> Reason:
    """The reason behind a code of `illegal.py`, for this move in this position."""
    if code == illegal.GAME_OVER:
        return Reason("A32", "the game is over")
    if code == illegal.NOT_NOW:
        return Reason(decision(game), f"now {ASKED[game.phase]}")
    if move < moves.BUYS:
        return _placing(code, game, edition, move)
    if move <= moves.DECLINE or code == illegal.STACK_EMPTY:
        return _buying(code, game, edition, move)
    if move <= moves.DONE:
        return _building(code, game, move)
    return _looking(code, game, edition, move)


def decision(game: Game) -> str:
    """The number of the rule that the present decision falls under."""
    return ASKED_BY[game.phase]


def _placing(code: int, game: Game, edition: Edition, move: int) -> Reason:
    space, payment = divmod(move, moves.PAYMENTS)
    area = moves.area_of(space)
    where = AREA_NAMES[area]
    money = int(game.money[game.turn_of])
    match code:
        case illegal.NOT_IN_BASIC_GAME:
            return Reason("A8", f"{where} is open in the expert game only")
        case illegal.NO_SUCH_SPACE:
            return Reason("A4", f"{where} has no such space in this edition")
        case illegal.NOT_IN_HAND:
            return Reason("A9", f"{notation.payment_name(payment)} is not in hand")
        case illegal.PAIR_IN_HOUSE:
            return Reason("A18", "the coloured house takes one card, never a pair")
        case illegal.SPACE_TAKEN:
            return Reason("A9", f"{notation.space_name(space, edition)} is taken")
        case illegal.PAIR_FIRST:
            return Reason("A10", f"a pair can't be the first placement in {where}")
        case illegal.WRONG_COLOUR:
            colour = BUYERS[game.colour[area]]
            return Reason("A10", f"{where} is {colour} this year: {colour}, or any two buyers face down")
        case illegal.NOTHING_PAYABLE:
            cheapest = min(_price(edition, piece) for piece in piece_names(game.display[area]))
            return Reason("A11", f"no piece in {where} is payable: {cheapest} Asari needed, {money} held")
        case illegal.NOTHING_TO_SPEND_ON:
            return Reason("A11", f"the display of {where} is empty")
        case illegal.STACKS_EMPTY:
            return Reason("A11", "no stack is left to spy on")
        case illegal.PILE_EMPTY:
            return Reason("A21", "the draw pile is empty, so the tent is closed")
        case illegal.LIT_STACK_EMPTY:
            return Reason("A22", "no lit window is left, so their house is closed")
        case illegal.LOOK_TOO_DEAR:
            record = edition.record[0]
            cheapest = min(int(price) for price in record.look_price[: record.looks])
            return Reason("A22", f"{cheapest} Asari needed for a look, {money} held")
        case illegal.FEE_TOO_HIGH:
            rule = {SPIES: "A19", TENT: "A21"}.get(area, "A14")
            return Reason(rule, f"{edition.record[0].value[space]} Asari needed, {money} held")
        case _:
            return Reason("A14", _nothing_to_build(game, edition, space))


def _nothing_to_build(game: Game, edition: Edition, space: int) -> str:
    most = int(edition.record[0].value[space])
    least = int(least_allowed(game, edition.record[0], space))
    number = f"exactly {most}" if least == most else f"{least} to {most}"
    return f"{number} pieces would have to be built here, which your pieces and towers do not allow"


def _price(edition: Edition, piece: str) -> int:
    return int(edition.record[0].price[COLOURS.index(piece.removesuffix("*"))])


def _buying(code: int, game: Game, edition: Edition, move: int) -> Reason:
    spying = game.phase == SPY_BUY
    rule = "A19" if spying else "A13"
    if code == illegal.STACK_EMPTY:
        return Reason("A19", f"the stack of {KINDS[move - moves.SPIES_ON]} pieces is empty")
    piece = notation.piece_name(move - moves.BUYS)
    if code == illegal.NOT_ON_OFFER:
        where = f"in the stack of {KINDS[game.spied]} pieces" if spying else f"on display in {AREA_NAMES[game.space]}"
        return Reason(rule, f"{piece} is not {where}")
    return Reason(rule, f"{_price(edition, piece)} Asari needed, {game.money[game.turn_of]} held")


def _building(code: int, game: Game, move: int) -> Reason:
    left = int(game.most_built - game.built)
    match code:
        case illegal.COLOURS_DIFFER:
            return Reason("A15", "base and top of a tower have one colour")
        case illegal.NOT_HELD:
            return Reason("A15", "there is no such piece behind the screen")
        case illegal.NO_ROOM_FOR_TOWER:
            return Reason("A14", f"a new tower takes two pieces at once, {left} is left to build")
        case illegal.NOT_FINISHABLE:
            return Reason("A14", f"after that the action could not be finished: {_still_to_build(game)}")
        case illegal.NO_SUCH_TOWER:
            return Reason("A15", "there is no tower with that number")
        case illegal.OTHER_TOWER_COLOUR:
            return Reason("A15", _other_colour(game, move))
        case illegal.NO_DARK_WINDOW:
            return Reason("A23", "the tower has no such window that stood before this action and is still dark")
        case _:
            return Reason("A14", f"not enough is built yet: {_still_to_build(game)}")


def _still_to_build(game: Game) -> str:
    least, most = int(game.least_built - game.built), int(game.most_built - game.built)
    return f"exactly {most} more to build" if least == most else f"{max(least, 0)} to {most} more to build"


def _other_colour(game: Game, move: int) -> str:
    number = (move - moves.ADDS) // 20 if move < moves.LIGHTS else (move - moves.LIGHTS) // 10
    slot = nth_tower(game, int(game.turn_of), number)
    return f"tower {number + 1} is {COLOURS[towers.colour(int(game.towers[slot]))]}, and a tower has one colour"


def _looking(code: int, game: Game, edition: Edition, move: int) -> Reason:
    match code:
        case illegal.NO_SUCH_LOOK:
            return Reason("A22", "this edition has no such look")
        case illegal.LOOK_TOO_DEAR:
            price = edition.record[0].look_price[move - moves.LOOKS]
            return Reason("A22", f"{price} Asari needed, {game.money[game.turn_of]} held")
        case illegal.WRONG_NUMBER_KEPT:
            return Reason("A22", f"exactly {game.keep} of the windows are kept")
        case _:
            return Reason("A22", "not all of these windows are among those being looked at")
