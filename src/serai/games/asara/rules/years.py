"""Set-up and the change of years: who starts, money, hands, displays (A5-A8, A25)."""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.asara.rules.state import LIT, NO_COLOUR, PLACE, SPACES, Counts, Game, Rules


@rule
def set_up(game: Game, edition: Rules, players: int, expert: int, open_screens: int) -> None:
    """Lay out a new game; its streams are set already (A5-A8)."""
    game.players = players
    game.expert = expert
    game.open_screens = open_screens
    game.viewer = -1
    clear_table(game)
    stack_pieces(game, edition)
    game.starter = below(game.open, players)
    game.favour_holder = game.starter
    for turn in range(players):
        game.money[(game.starter + turn) % players] = edition.start_money[turn]
    game.year = 1
    begin_year(game, edition)


@rule
def clear_table(game: Game) -> None:
    """Empty screens and board."""
    game.spied = 0
    game.built = 0
    game.most_built = 0
    game.least_built = 0
    game.tower_count = 0
    game.under_count = 0
    game.seen_count = 0
    game.keep = 0
    game.money[:] = 0
    game.prestige[:] = 0
    game.lit_held[:] = 0
    game.hand[:] = 0
    game.hand_size[:] = 0
    game.pieces[:] = 0
    game.tower_number[:] = 0
    game.towers[:] = 0
    game.fresh[:] = 0
    game.display[:] = 0
    game.under[:] = NO_COLOUR
    game.under_by[:] = 0
    game.seen[:] = NO_COLOUR


@rule
def stack_pieces(game: Game, edition: Rules) -> None:
    """All pieces of a kind are one stack; the lit windows only in the expert game (A1, A5, A8)."""
    for kind in range(5):
        gold = int(edition.gold[kind])
        of_a_colour = bag.one(0) * (int(edition.pieces[kind]) - gold) + bag.one(1) * gold
        stack = 0
        for colour in range(5):
            stack |= of_a_colour << 8 * colour
        game.stack[kind] = stack
    game.lit_unseen = 5 * edition.pieces[LIT]
    if not game.expert:
        game.stack[LIT] = 0
        game.lit_unseen = 0


@rule
def begin_year(game: Game, edition: Rules) -> None:
    """Clear the buyers, deal anew and fill the displays; the favour's holder starts (A7, A25)."""
    game.starter = game.favour_holder
    game.turn_of = game.starter
    game.phase = PLACE
    game.space = 0
    game.colour[:] = NO_COLOUR
    for space in range(SPACES):
        game.taken[space] = 0
        game.pairs[space] = 0
    game.face_down[:] = 0
    game.face_down_size[:] = 0
    deal_hands(game, edition)
    for kind in range(4):
        fill_display(game, edition, kind)


@rule
def deal_hands(game: Game, edition: Rules) -> None:
    """Shuffle all buyers and deal each player a hand, from the starter on (A7, A25)."""
    game.pile[:] = edition.buyers
    game.pile_size = edition.buyer_total
    size = edition.hand[game.players]
    for turn in range(game.players):
        seat = (game.starter + turn) % game.players
        game.hand[seat, :] = 0
        game.hand_size[seat] = 0
        draw_buyers(game, seat, size)


@rule
def draw_buyers(game: Game, seat: int, number: int) -> None:
    """Take so many buyers from the draw pile in hand, or as many as are left (A7, A21)."""
    for _ in range(min(number, game.pile_size)):
        buyer = draw_one(game.pile, game.pile_size, game.hidden)
        game.pile[buyer] -= 1
        game.pile_size -= 1
        game.hand[seat, buyer] += 1
        game.hand_size[seat] += 1


@rule
def draw_one(counts: Counts, size: int, stream: Stream) -> int:
    """The index of a thing drawn blindly from `size` things, counted by index."""
    left = below(stream, size)
    index = 0
    while left >= counts[index]:
        left -= counts[index]
        index += 1
    return index


@rule
def fill_display(game: Game, edition: Rules, kind: int) -> None:
    """Turn up pieces from the stack until the display is full or the stack empty (A5, A25)."""
    left = bag.total(game.stack[kind])
    for _ in range(min(edition.display[kind] - bag.total(game.display[kind]), left)):
        piece = bag.one(bag.draw(game.stack[kind], game.open, left))
        game.stack[kind] -= piece
        game.display[kind] += piece
        left -= 1
