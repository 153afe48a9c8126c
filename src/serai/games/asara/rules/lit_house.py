"""The house of lit windows: looking at the stack's top windows, keeping some, putting the rest under it (A22)."""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.games.asara.rules import moves
from serai.games.asara.rules.state import KEEP, LIT, MOST_ORDERED, NO_COLOUR, UNDER, Game, Moves, Rules


@rule
def are_seen(game: Game, kept: int) -> bool:
    """Whether all windows of this choice are among those being looked at."""
    for place_seen in range(game.seen_count):
        if bag.count(kept, game.seen[place_seen]) > 0:
            kept -= bag.one(game.seen[place_seen])
    return kept == 0


@rule
def list_looks(game: Game, edition: Rules, seat: int, listed: Moves) -> int:
    """Each look at the lit windows that can be paid (A22)."""
    number = 0
    for look in range(edition.looks):
        if edition.look_price[look] <= game.money[seat]:
            listed[number] = moves.LOOKS + look
            number += 1
    return number


@rule
def list_keeps(game: Game, listed: Moves) -> int:
    """Each choice of as many windows as are kept from those that are seen (A22)."""
    number = 0
    for rank in range(moves.first_keep(game.keep), moves.first_keep(game.keep + 1)):
        if are_seen(game, moves.kept_of(rank)):
            listed[number] = moves.KEEPINGS + rank
            number += 1
    return number


@rule
def is_order_of_seen(game: Game, order: int) -> bool:
    """Whether the windows of an order are just those being looked at; it has as many."""
    ordered = 0
    for place_seen in range(game.seen_count):
        ordered += bag.one(moves.colour_in_order(order, place_seen))
    return are_seen(game, ordered)


@rule
def list_orders(game: Game, listed: Moves) -> int:
    """Each order in which the windows being looked at can go under the stack, equal ones not told apart (A22)."""
    number = 0
    count = int(game.seen_count)
    for rank in range(moves.first_order(count), moves.first_order(count + 1)):
        if is_order_of_seen(game, rank):
            listed[number] = moves.UNDERS + rank
            number += 1
    return number


@rule
def as_drawn(game: Game) -> int:
    """The move that puts the windows being looked at under the stack as they were drawn."""
    rank = 0
    for place_seen in range(game.seen_count):
        rank = 5 * rank + int(game.seen[place_seen])
    return moves.UNDERS + moves.first_order(int(game.seen_count)) + rank


@rule
def look(game: Game, edition: Rules, seat: int, way: int) -> None:
    """Pay and look at the top lit windows: the unseen ones first, then those put under the stack (A22)."""
    game.money[seat] -= edition.look_price[way]
    number = int(min(edition.look_seen[way], game.lit_unseen + game.under_count))
    for place_seen in range(number):
        game.seen[place_seen] = draw_lit(game)
    game.seen_count = number
    game.keep = min(edition.look_kept[way], number)
    game.phase = KEEP


@rule
def draw_lit(game: Game) -> int:
    """The colour of the stack's next lit window."""
    if game.lit_unseen > 0:
        piece = bag.draw(game.stack[LIT], game.hidden, game.lit_unseen)
        game.stack[LIT] -= bag.one(piece)
        game.lit_unseen -= 1
        return piece // 2
    colour = int(game.under[0])
    last = int(game.under_count) - 1
    for place_under in range(last):
        game.under[place_under] = game.under[place_under + 1]
        game.under_by[place_under] = game.under_by[place_under + 1]
    game.under[last] = NO_COLOUR
    game.under_by[last] = 0
    game.under_count = last
    return colour


@rule
def keep(game: Game, seat: int, kept: int) -> None:
    """Take the kept windows; the rest stay in sight, as drawn, while the player chooses their order (A22)."""
    rest = 0
    for place_seen in range(game.seen_count):
        colour = game.seen[place_seen]
        if bag.count(kept, colour) > 0:
            kept -= bag.one(colour)
            game.pieces[seat, LIT] += bag.one(2 * colour)
            game.lit_held[seat] += 1
        else:
            game.seen[rest] = colour
            rest += 1
    for place_seen in range(rest, game.seen_count):
        game.seen[place_seen] = NO_COLOUR
    game.seen_count = rest
    game.keep = 0
    if 2 <= rest <= MOST_ORDERED:
        game.phase = UNDER
    else:
        lay_under(game, seat)


@rule
def put_under(game: Game, seat: int, order: int) -> None:
    """The rest go under the stack in the order that the player chose, the first to be drawn again first (A22)."""
    for place_seen in range(game.seen_count):
        game.seen[place_seen] = moves.colour_in_order(order, place_seen)
    lay_under(game, seat)


@rule
def lay_under(game: Game, seat: int) -> None:
    """What is being looked at goes under the stack as it lies, behind what lies there."""
    for place_seen in range(game.seen_count):
        game.under[game.under_count] = game.seen[place_seen]
        game.under_by[game.under_count] = seat
        game.under_count += 1
        game.seen[place_seen] = NO_COLOUR
    game.seen_count = 0
