"""Why a move is not allowed, as a code; `reasons.py` turns codes into sentences with the rule's number.

The checks stand in the order in which a player would ask: is it time for this, is the card there, is the space
free, does the colour fit, can the action be carried out and paid for.
"""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.games.asara.rules import moves, placing, towers
from serai.games.asara.rules.building import can_add_one, can_found, can_light, nth_tower
from serai.games.asara.rules.lit_house import are_seen, is_order_of_seen
from serai.games.asara.rules.state import (
    BASE,
    BUILD,
    BUY,
    FIRST_SPACE,
    HOUSE,
    KEEP,
    LIT,
    LIT_HOUSE,
    LOOK,
    MIDDLE,
    NO_COLOUR,
    OVER,
    PLACE,
    SPIES,
    SPY,
    SPY_BUY,
    TENT,
    TOP,
    UNDER,
    WINDOW,
    Game,
    Rules,
)

LEGAL = 0
GAME_OVER = 1
NOT_NOW = 2
NO_SUCH_SPACE = 3
NOT_IN_BASIC_GAME = 4
NOT_IN_HAND = 5
PAIR_IN_HOUSE = 6
SPACE_TAKEN = 7
PAIR_FIRST = 8
WRONG_COLOUR = 9
FEE_TOO_HIGH = 10
NOTHING_TO_BUILD = 11
STACKS_EMPTY = 12
PILE_EMPTY = 13
LIT_STACK_EMPTY = 14
NOT_ON_OFFER = 15
PRICE_TOO_HIGH = 16
STACK_EMPTY = 17
COLOURS_DIFFER = 18
NOT_HELD = 19
NO_ROOM_FOR_TOWER = 20
NOT_FINISHABLE = 21
NO_SUCH_TOWER = 22
OTHER_TOWER_COLOUR = 23
NO_DARK_WINDOW = 24
TOO_FEW_BUILT = 25
NO_SUCH_LOOK = 26
LOOK_TOO_DEAR = 27
WRONG_NUMBER_KEPT = 28
NOT_SEEN = 29
WRONG_NUMBER_ORDERED = 30


@rule
def why_illegal(game: Game, edition: Rules, move: int) -> int:
    """The reason why the player to act may not make this move, 0 when it is legal."""
    seat = game.turn_of
    if game.phase == OVER:
        return GAME_OVER
    if game.phase != phase_of(game, move):
        return NOT_NOW
    if game.phase == PLACE:
        return why_not_place(game, edition, seat, move // moves.PAYMENTS, move % moves.PAYMENTS)
    if game.phase == BUY:
        return why_not_buy(edition, game.display[game.space], game.money[seat], move)
    if game.phase == SPY_BUY:
        return why_not_buy(edition, game.stack[game.spied], game.money[seat], move)
    if game.phase == SPY:
        return LEGAL if game.stack[move - moves.SPIES_ON] != 0 else STACK_EMPTY
    if game.phase == BUILD:
        return why_not_build(game, seat, move)
    if game.phase == LOOK:
        return why_not_look(game, edition, seat, move - moves.LOOKS)
    if game.phase == KEEP:
        return why_not_keep(game, moves.kept_of(move - moves.KEEPINGS))
    return why_not_under(game, move - moves.UNDERS)


@rule
def phase_of(game: Game, move: int) -> int:
    """When such a move is made; purchases are made at markets and from a spied stack alike."""
    if move < moves.BUYS:
        return PLACE
    if move <= moves.DECLINE:
        return SPY_BUY if game.phase == SPY_BUY else BUY
    if move < moves.FOUNDS:
        return SPY
    if move <= moves.DONE:
        return BUILD
    if move < moves.UNDERS:
        return LOOK if move < moves.KEEPINGS else KEEP
    return UNDER


@rule
def why_not_place(game: Game, edition: Rules, seat: int, space: int, payment: int) -> int:
    """Placing a buyer (A9-A12)."""
    area = moves.area_of(space)
    if not placing.is_open(game, area):
        return NOT_IN_BASIC_GAME
    if space >= FIRST_SPACE[area] + edition.spaces[area]:
        return NO_SUCH_SPACE
    if not holds(game, seat, payment):
        return NOT_IN_HAND
    if area == HOUSE:
        return PAIR_IN_HOUSE if payment >= 5 else LEGAL
    if not placing.is_free(game, edition, space):
        return SPACE_TAKEN
    if payment >= 5 and game.colour[area] == NO_COLOUR:
        return PAIR_FIRST
    if payment < 5 and game.colour[area] != NO_COLOUR and game.colour[area] != payment:
        return WRONG_COLOUR
    return why_not_act(game, edition, seat, area, space)


@rule
def holds(game: Game, seat: int, payment: int) -> bool:
    """Whether the player has the card, or both cards of the pair."""
    if payment < 5:
        return game.hand[seat, payment] > 0
    first, second = moves.colours_of_pair(payment)
    if first == second:
        return game.hand[seat, first] > 1
    return game.hand[seat, first] > 0 and game.hand[seat, second] > 0


@rule
def why_not_act(game: Game, edition: Rules, seat: int, area: int, space: int) -> int:
    """Whether the space's action can be carried out and paid for (A11)."""
    if placing.usable_spaces(game, edition, seat, area) >> space - FIRST_SPACE[area] & 1:
        return LEGAL
    if area == SPIES and not placing.has_stack(game):
        return STACKS_EMPTY
    if area == TENT and game.pile_size == 0:
        return PILE_EMPTY
    if area == LIT_HOUSE:
        return LIT_STACK_EMPTY if game.lit_unseen + game.under_count == 0 else LOOK_TOO_DEAR
    if edition.value[space] > game.money[seat]:
        return FEE_TOO_HIGH
    return NOTHING_TO_BUILD


@rule
def why_not_buy(edition: Rules, offered: int, money: int, move: int) -> int:
    """Buying a piece on offer (A13, A19); declining is always allowed."""
    if move == moves.DECLINE:
        return LEGAL
    piece = move - moves.BUYS
    if bag.count(offered, piece) == 0:
        return NOT_ON_OFFER
    return LEGAL if edition.price[piece // 2] <= money else PRICE_TOO_HIGH


@rule
def why_not_build(game: Game, seat: int, move: int) -> int:
    """Building one piece, or two for a new tower, or stopping (A14, A15, A23)."""
    if move == moves.DONE:
        return LEGAL if game.built >= game.least_built else TOO_FEW_BUILT
    if move < moves.ADDS:
        return why_not_found(game, seat, (move - moves.FOUNDS) // 10, (move - moves.FOUNDS) % 10)
    if move < moves.LIGHTS:
        what = (move - moves.ADDS) % 20
        slot = nth_tower(game, seat, (move - moves.ADDS) // 20)
        held = bag.count(game.pieces[seat, MIDDLE if what < 10 else WINDOW], what % 10)
        return why_not_into_tower(game, seat, slot, what % 10 // 2, held)
    what = (move - moves.LIGHTS) % 10
    slot = nth_tower(game, seat, (move - moves.LIGHTS) // 10)
    reason = why_not_into_tower(game, seat, slot, what // 2, bag.count(game.pieces[seat, LIT], what - what % 2))
    if reason in (LEGAL, NOT_FINISHABLE) and not can_light(game, slot, what % 2):
        return NO_DARK_WINDOW
    return reason


@rule
def why_not_found(game: Game, seat: int, base: int, top: int) -> int:
    """Founding a tower of one colour from a base and a top (A15)."""
    if base // 2 != top // 2:
        return COLOURS_DIFFER
    if bag.count(game.pieces[seat, BASE], base) == 0 or bag.count(game.pieces[seat, TOP], top) == 0:
        return NOT_HELD
    if game.most_built - game.built < 2:
        return NO_ROOM_FOR_TOWER
    return LEGAL if can_found(game, seat, base // 2) else NOT_FINISHABLE


@rule
def why_not_into_tower(game: Game, seat: int, slot: int, colour: int, held: int) -> int:
    """Adding a piece to a standing tower of its colour (A15)."""
    if held == 0:
        return NOT_HELD
    if slot < 0:
        return NO_SUCH_TOWER
    if towers.colour(game.towers[slot]) != colour:
        return OTHER_TOWER_COLOUR
    return LEGAL if can_add_one(game, seat) else NOT_FINISHABLE


@rule
def why_not_look(game: Game, edition: Rules, seat: int, look: int) -> int:
    """Paying for a look (A22)."""
    if look >= edition.looks:
        return NO_SUCH_LOOK
    return LEGAL if edition.look_price[look] <= game.money[seat] else LOOK_TOO_DEAR


@rule
def why_not_keep(game: Game, kept: int) -> int:
    """Keeping windows that are being looked at (A22)."""
    if bag.total(kept) != game.keep:
        return WRONG_NUMBER_KEPT
    return LEGAL if are_seen(game, kept) else NOT_SEEN


@rule
def why_not_under(game: Game, order: int) -> int:
    """Putting the windows that were not kept under the stack (A22)."""
    if moves.order_size(order) != game.seen_count:
        return WRONG_NUMBER_ORDERED
    return LEGAL if is_order_of_seen(game, order) else NOT_SEEN
