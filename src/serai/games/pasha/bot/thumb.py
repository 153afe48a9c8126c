"""The traveller's rules of thumb: a strong result is good, so is a tile, a cube is a point, and a high card is fun."""

import numpy as np

from serai.core.edition import Edition
from serai.games.pasha.bot.dice_tables import FIELDS
from serai.games.pasha.bot.prospects import Floats
from serai.games.pasha.rules.state import FACES, NO_CARD, NO_TILE, NOBODY, Game

HOPE = 0.5  # part of a tile's reward that the disc in its column is thought to be worth
DISCARD_WORTH = 2.0  # points
CARD_JOY = 0.5  # points, for each point of the card played
SLIP = 0.35  # how far the traveller misjudges a move, in points
CARD_SLIP = 1.0


def worth(game: Game, edition: Edition, kind: int, cubes: int) -> Floats:
    """What each field and number of cubes unspent is worth to a traveller who has laid this card, in points."""
    record = edition.record[0]
    played = [int(record.value[card]) for card in game.played[: game.players] if card != NO_CARD]
    laid = [*played, int(record.value[kind])]
    prize = max(*laid, 1) - min(*laid, 0)
    fields = prize * np.arange(FIELDS) / FIELDS
    fields[1:] += np.tile(tiles(game, edition), (FIELDS - 1) // FACES)
    result: Floats = fields[:, None] + np.arange(cubes + 1) + CARD_JOY * int(record.value[kind])
    return result


def tiles(game: Game, edition: Edition) -> Floats:
    """What the tiles above each column are worth to a traveller."""
    record = edition.record[0]
    columns = np.zeros(FACES)
    for tile, holder in zip(game.revealed, game.holder, strict=True):
        if tile != NO_TILE and holder == NOBODY:
            amount = int(record.tile_amount[tile]) or DISCARD_WORTH
            columns[record.tile_face[tile] - 1] += HOPE * amount
    return columns


def slip(chance: float, is_card: bool) -> float:
    """How far off one move is judged: mostly a little, seldom a lot."""
    return -float(np.log(-np.log(min(max(chance, 1e-9), 1 - 1e-9)))) * (CARD_SLIP if is_card else SLIP)
