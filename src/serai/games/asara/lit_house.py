"""The house of lit windows: looking at the stack's top windows and keeping some (A22)."""

from serai.core import bag
from serai.core.jit import rule
from serai.games.asara import moves
from serai.games.asara.state import KEEP, LIT, NO_COLOUR, Game, Moves, Rules


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
    """Take the kept windows, the first drawn of equal ones; the rest go under the stack in their order (A22)."""
    for place_seen in range(game.seen_count):
        colour = game.seen[place_seen]
        if bag.count(kept, colour) > 0:
            kept -= bag.one(colour)
            game.pieces[seat, LIT] += bag.one(2 * colour)
            game.lit_held[seat] += 1
        else:
            game.under[game.under_count] = colour
            game.under_by[game.under_count] = seat
            game.under_count += 1
        game.seen[place_seen] = NO_COLOUR
    game.seen_count = 0
    game.keep = 0
