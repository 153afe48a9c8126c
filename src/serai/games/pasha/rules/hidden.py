"""What a seat knows, and how what it does not know may lie (P21).

Both work on a copy: `conceal` turns a copy of a game into a seat's observation, `deal_unknown` turns a copy of an
observation into a game as chance would have dealt it. Secret are the hands of others, and all packs not yet taken, even
to their owner. Which cards a player has not played yet is known to all.
"""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, next_word
from serai.games.pasha.rules.state import NO_CARD, NOBODY, Game, Rules


@rule
def conceal(view: Game, edition: Rules, seat: int) -> None:
    """Leave only what the seat knows, the table and its own hand; `players` stands for a spectator (P21)."""
    view.viewer = seat
    for word in range(4):
        view.open[word] = 0
        view.hidden[word] = 0
    for other in range(view.players):
        if other != seat:
            view.hand[other] = 0
        for place in range(edition.rounds):
            view.packs[other, place] = NO_CARD


@rule
def deal_unknown(game: Game, edition: Rules, stream: Stream) -> None:
    """Deal each player's unknown cards to hand and packs, each way equally likely, and give fresh streams (P7, P21)."""
    for seat in range(game.players):
        deal_seat(game, edition, stream, seat)
    game.viewer = NOBODY
    for word in range(4):
        game.open[word] = next_word(stream)
        game.hidden[word] = next_word(stream)


@rule
def deal_seat(game: Game, edition: Rules, stream: Stream, seat: int) -> None:
    """Draw the hand, unless it is the viewer's own, then the packs, from the cards that may lie there (P7)."""
    unknown = int(game.unplayed[seat] - game.hand[seat])
    number = bag.total(unknown)
    first = cards_taken(edition, bag.total(int(game.unplayed[seat])))
    if seat != game.viewer:
        while number > edition.rounds - first:
            kind = bag.draw(unknown, stream, number)
            unknown -= bag.one(kind)
            game.hand[seat] += bag.one(kind)
            number -= 1
    for place in range(first, edition.rounds):
        kind = bag.draw(unknown, stream, number)
        unknown -= bag.one(kind)
        game.packs[seat, place] = kind
        number -= 1


@rule
def cards_taken(edition: Rules, unplayed: int) -> int:
    """How many cards a seat has had in hand: a new pack is taken as soon as the hand is empty (P11)."""
    packs = (edition.rounds - unplayed) // edition.pack_size + 1
    return min(packs * edition.pack_size, edition.rounds)
