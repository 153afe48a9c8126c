"""From one round to the next: revealing a bonus tile, the ranking, and who takes which cards and tiles."""

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import below
from serai.games.pasha.rules.state import (
    CUBES,
    DISCARD,
    FACES,
    LEFT_THE_GAME,
    MOST_SEATS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOT_MARKED,
    OVER,
    PLAY,
    Game,
    Rules,
)

BETTER_THAN_ANY = 1000  # above every strength


@rule
def begin_round(game: Game, edition: Rules) -> None:
    """The next round: a new tile, then the first player's turn (P10, P11)."""
    number = int(game.round_number)
    game.round_number = number + 1
    game.turn_of = game.first
    game.phase = PLAY
    if game.stack != 0:
        tile = draw_tile(game, edition)
        game.revealed[number] = tile
        game.stack ^= 1 << tile


@rule
def draw_tile(game: Game, edition: Rules) -> int:
    """One of the tiles that are left of the first set that is not empty, each equally likely (P8, PR2)."""
    stack = int(game.stack)
    tile = 0
    while stack >> tile & 1 == 0:
        tile += 1
    first_set = edition.tile_set[tile]
    left = below(game.open, tiles_of_set(stack, edition, first_set))
    while left > 0 or stack >> tile & 1 == 0:
        left -= stack >> tile & 1
        tile += 1
    return tile


@rule
def tiles_of_set(stack: int, edition: Rules, wanted: int) -> int:
    """How many tiles of a set have not been revealed."""
    number = 0
    for tile in range(edition.tiles):
        if stack >> tile & 1 and edition.tile_set[tile] == wanted:
            number += 1
    return number


@rule
def end_round(game: Game, edition: Rules) -> None:
    """Give out cards, then tiles; the discs come back and the best starts the next round (P16-P18)."""
    best = next_ranked(game, BETTER_THAN_ANY)
    give_cards(game, edition)
    give_tiles(game, edition)
    for seat in range(game.players):
        game.disc[seat] = NOT_MARKED
    game.first = best
    game.turn_of = best
    if game.round_number == edition.rounds:
        game.phase = OVER
    else:
        begin_round(game, edition)


@rule
def strength(game: Game, seat: int) -> int:
    """A number for the disc's rank: its field, then the later disc on top (P15); below 0 when not marked."""
    order = seat - int(game.first)
    if order < 0:
        order += int(game.players)
    return int(game.disc[seat]) * MOST_SEATS + order


@rule
def next_ranked(game: Game, bound: int) -> int:
    """The best-ranked seat whose disc is weaker than the bound, NOBODY when none is (P15)."""
    best = NOBODY
    strongest = -1
    for seat in range(game.players):
        strong = strength(game, seat)
        if strongest < strong < bound:
            best = seat
            strongest = strong
    return best


@rule
def give_cards(game: Game, edition: Rules) -> None:
    """The best take the highest cards, one each; all negative ones go to the last-ranked (P16, PR1)."""
    seat = NOBODY
    bound = BETTER_THAN_ANY
    for _ in range(game.players):
        seat = next_ranked(game, bound)
        bound = strength(game, seat)
        player = highest_played(game)
        if game.played[player] >= edition.positive:
            take_card(game, seat, player)
    for player in range(game.players):
        if game.played[player] != NO_CARD:
            take_card(game, seat, player)


@rule
def highest_played(game: Game) -> int:
    """The seat whose played card is the highest that still lies there."""
    best = 0
    for seat in range(1, game.players):
        if game.played[seat] > game.played[best]:
            best = seat
    return best


@rule
def take_card(game: Game, seat: int, player: int) -> None:
    """The card that a player has played goes to a seat's pile (P16)."""
    game.won[seat, game.played[player]] += 1
    game.played[player] = NO_CARD


@rule
def give_tiles(game: Game, edition: Rules) -> None:
    """The best-ranked disc in a column takes all tiles above it, in the order revealed (P17)."""
    for place in range(game.round_number):
        tile = game.revealed[place]
        if tile != NO_TILE and game.holder[place] == NOBODY:
            seat = best_in_column(game, edition.tile_face[tile])
            if seat != NOBODY:
                game.holder[place] = seat
                resolve_tile(game, edition, place)


@rule
def best_in_column(game: Game, column: int) -> int:
    """The seat with the best-ranked disc in a column, NOBODY when there is none (P17)."""
    best = NOBODY
    strongest = -1
    for seat in range(game.players):
        field = game.disc[seat]
        if field > 0 and (field - column) % FACES == 0 and strength(game, seat) > strongest:
            best = seat
            strongest = strength(game, seat)
    return best


@rule
def resolve_tile(game: Game, edition: Rules, place: int) -> None:
    """Points are kept; discarding and cubes act at once, and the tile leaves the game (P17)."""
    seat = game.holder[place]
    tile = game.revealed[place]
    if edition.tile_reward[tile] == DISCARD:
        for kind in range(edition.positive):
            game.won[seat, kind] = 0
        game.holder[place] = LEFT_THE_GAME
    elif edition.tile_reward[tile] == CUBES:
        number = min(game.white_cubes, edition.tile_amount[tile])
        game.white_cubes -= number
        game.cubes[seat] += number
        game.holder[place] = LEFT_THE_GAME
