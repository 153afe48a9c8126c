"""What can be built in the builders' circle, and whether an action that has begun can still be finished (A14, A15,
A23).

All that matters for finishing is three numbers. *Loose* pieces can be built one at a time: middles and windows
of a colour in which the player has a tower, and lit windows with a dark window to lie on. *Pairs* of base and
top build new towers, two pieces at once. *Waiting* pieces are middles and windows of a colour whose first tower
can still be founded.
"""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.games.asara.rules import towers
from serai.games.asara.rules.state import BASE, LIT, MIDDLE, TOP, WINDOW, Game

PLAIN_KINDS = 0x0F0F0F0F0F  # of a bag of pieces: the counts without gold


@rule
def by_colour(pieces: int) -> int:
    """A bag of pieces with plain and gold counted together, eight bits for each colour."""
    return (pieces & PLAIN_KINDS) + (pieces >> 4 & PLAIN_KINDS)


@rule
def dark_windows(game: Game, seat: int, colour: int) -> int:
    """The player's windows of a colour that stood before this action and are not lit (A23)."""
    dark = 0
    for slot in range(game.tower_count):
        tower = game.towers[slot]
        if towers.owner(tower) == seat and towers.colour(tower) == colour:
            dark += (
                towers.dark_windows(tower, 0)
                + towers.dark_windows(tower, 1)
                - game.fresh[slot, 0]
                - game.fresh[slot, 1]
            )
    return dark


@rule
def can_light(game: Game, slot: int, gold: int) -> bool:
    """Whether the tower has a dark window, plain or gold, that stood before this action (A23)."""
    return towers.dark_windows(game.towers[slot], gold) > game.fresh[slot, gold]


@rule
def material(game: Game, seat: int) -> tuple[int, int, int]:
    """What the player could build now: loose pieces, waiting pieces, pairs of base and top."""
    loose, waiting, pairs = 0, 0, 0
    bases = by_colour(game.pieces[seat, BASE])
    tops = by_colour(game.pieces[seat, TOP])
    between = by_colour(game.pieces[seat, MIDDLE]) + by_colour(game.pieces[seat, WINDOW])
    for colour in range(5):
        shift = 8 * colour
        new_towers = min(bases >> shift & 255, tops >> shift & 255)
        pairs += new_towers
        if game.tower_number[seat, colour] > 0:
            loose += between >> shift & 255
        elif new_towers > 0:
            waiting += between >> shift & 255
    if game.lit_held[seat] > 0:
        for colour in range(5):
            held = bag.count(game.pieces[seat, LIT], 2 * colour)
            if held > 0:
                loose += min(held, dark_windows(game, seat, colour))
    return loose, waiting, pairs


@rule
def can_build(loose: int, waiting: int, pairs: int, least: int, most: int) -> bool:
    """Whether some number of pieces from least to most can be built exactly (A14)."""
    if least <= 0:
        return True
    most = min(most, loose + waiting + 2 * pairs)
    if most < least:
        return False
    if loose > 0 or most > least or least % 2 == 0:
        return True
    return least >= 3 and waiting > 0


@rule
def between_pieces(game: Game, seat: int, colour: int) -> int:
    """The player's middles and windows of a colour, behind the screen."""
    between = by_colour(game.pieces[seat, MIDDLE]) + by_colour(game.pieces[seat, WINDOW])
    return between >> 8 * colour & 255


@rule
def can_add_one(game: Game, seat: int) -> bool:
    """Whether the action can still be finished after one loose piece more."""
    loose, waiting, pairs = material(game, seat)
    return can_build(loose - 1, waiting, pairs, game.least_built - game.built - 1, game.most_built - game.built - 1)


@rule
def can_found(game: Game, seat: int, colour: int) -> bool:
    """Whether there is room for a new tower of this colour and the action can still be finished after it."""
    if game.most_built - game.built < 2:
        return False
    loose, waiting, pairs = material(game, seat)
    if game.tower_number[seat, colour] == 0:
        freed = between_pieces(game, seat, colour)
        loose += freed
        waiting -= freed
    return can_build(loose, waiting, pairs - 1, game.least_built - game.built - 2, game.most_built - game.built - 2)


@rule
def nth_tower(game: Game, seat: int, number: int) -> int:
    """The slot of a player's tower (0 = first founded), or -1."""
    for slot in range(game.tower_count):
        if towers.owner(game.towers[slot]) == seat:
            if number == 0:
                return slot
            number -= 1
    return -1
