"""What a seat knows, and how what it does not know may lie (A33).

Both work on a copy: `conceal` turns a copy of a game into a seat's observation, `deal_unknown` turns a copy of
an observation into a game as chance would have dealt it. In an observation the draw pile holds every buyer, and
the stack of lit windows every lit window, whose place the seat can't know; all numbers of hidden things stay.
"""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, next_word
from serai.games.asara.rules.state import LIT, NO_COLOUR, Game, Rules
from serai.games.asara.rules.years import draw_one


@rule
def conceal(view: Game, edition: Rules, seat: int) -> None:
    """Leave only what the seat knows; `players` stands for a spectator."""
    view.viewer = seat
    view.open[:] = 0
    view.hidden[:] = 0
    for other in range(view.players):
        if other != seat:
            conceal_screen(view, other)
    conceal_lit_stack(view, seat)


@rule
def conceal_screen(view: Game, other: int) -> None:
    """Another player's hand, face-down buyers and lit windows might be any that are out of sight."""
    for buyer in range(5):
        view.pile[buyer] += view.hand[other, buyer] + view.face_down[other, buyer]
        view.hand[other, buyer] = 0
        view.face_down[other, buyer] = 0
    view.stack[LIT] += view.pieces[other, LIT]
    view.pieces[other, LIT] = 0


@rule
def conceal_lit_stack(view: Game, seat: int) -> None:
    """Windows that the seat did not itself put under the stack, and those that another seat is looking at."""
    for place in range(view.under_count):
        if view.under_by[place] != seat:
            view.stack[LIT] += bag.one(2 * view.under[place])
            view.under[place] = NO_COLOUR
    if view.turn_of != seat:
        for place in range(view.seen_count):
            view.stack[LIT] += bag.one(2 * view.seen[place])
            view.seen[place] = NO_COLOUR


@rule
def deal_unknown(game: Game, edition: Rules, stream: Stream) -> None:
    """Deal everything out of sight at random, each way to lie equally likely, and give the game fresh streams."""
    for other in range(game.players):
        if other != game.viewer:
            deal_screen(game, other, stream)
    for place in range(game.under_count):
        if game.under[place] == NO_COLOUR:
            game.under[place] = deal_lit(game, stream) // 2
    for place in range(game.seen_count):
        if game.seen[place] == NO_COLOUR:
            game.seen[place] = deal_lit(game, stream) // 2
    game.viewer = -1
    for word in range(4):
        game.open[word] = next_word(stream)
        game.hidden[word] = next_word(stream)


@rule
def deal_screen(game: Game, other: int, stream: Stream) -> None:
    """A hand, face-down buyers and lit windows for another player, as many as it has."""
    for _ in range(game.hand_size[other]):
        game.hand[other, deal_buyer(game, stream)] += 1
    for _ in range(game.face_down_size[other]):
        game.face_down[other, deal_buyer(game, stream)] += 1
    for _ in range(game.lit_held[other]):
        game.pieces[other, LIT] += bag.one(deal_lit(game, stream))


@rule
def deal_buyer(game: Game, stream: Stream) -> int:
    """One of the buyers that are out of sight."""
    out_of_sight = 0
    for buyer in range(5):
        out_of_sight += game.pile[buyer]
    buyer = draw_one(game.pile, out_of_sight, stream)
    game.pile[buyer] -= 1
    return buyer


@rule
def deal_lit(game: Game, stream: Stream) -> int:
    """One of the lit windows that are out of sight."""
    piece = bag.draw(game.stack[LIT], stream, bag.total(game.stack[LIT]))
    game.stack[LIT] -= bag.one(piece)
    return piece
