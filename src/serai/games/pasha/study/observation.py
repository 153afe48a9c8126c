"""What a seat of Pasha knows as a row of numbers, for programs that learn: `LAYOUT` names its parts, `write` fills it.

It is written from an observation, so that nothing hidden can be in it. Seats are counted from the viewer on, clockwise:
place 0 is the viewer, or seat 0 for a spectator. `ACTIONS` names the ranges of the moves' numbers (`moves.py`) in the
same way.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule, wide
from serai.core.compiled.layout import Layout, Part
from serai.games.pasha.rules.play import points_of
from serai.games.pasha.rules.state import (
    CHOICES_OF_DICE,
    FACES,
    MOST_CARDS,
    MOST_SEATS,
    MOST_TILES,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOT_MARKED,
    Game,
    Rules,
)

Row = npt.NDArray[np.int16]

MOST_CUBES = 120  # a seat's own and all white ones
MOST_POINTS = 30_000
BY_SEAT = (MOST_SEATS,)

DEFAULTS = {"players": 3}  # of its PettingZoo module
STEPS_PER_SECOND = 2e6  # of many games at once, on one core

LAYOUT = Layout(
    [
        Part("phase", (3,), 1, "1 at what is decided: a card, the dice, nothing"),
        Part("round", (1,), MOST_CARDS, "the round, from 1", usual=9),
        Part("rounds_left", (1,), MOST_CARDS, "the rounds after this one", usual=9),
        Part("players", (1,), MOST_SEATS, "how many play"),
        Part("turn", BY_SEAT, 1, "1 at the seat whose turn it is"),
        Part("first", BY_SEAT, 1, "1 at the seat that starts this round"),
        Part("hand", (MOST_CARDS,), 15, "the viewer's hand by kind of card (the edition's values, ascending)", usual=3),
        Part(
            "unplayed", (MOST_SEATS, MOST_CARDS), 15, "each seat's cards in hand and packs together, by kind", usual=3
        ),
        Part("dice", (FACES,), 5, "the dice on the table by face; none before a turn's first roll"),
        Part("rolls_left", (1,), 10, "rerolls that cost no cube", usual=3),
        Part("lamp", (1,), 1, "1 while the lamp played in this turn can still be used"),
        Part("white_cubes", (1,), 20, "white cubes in the reserve", usual=6),
        Part("cubes", BY_SEAT, MOST_CUBES, "each seat's action cubes", usual=5),
        Part("played", (MOST_SEATS, MOST_CARDS), 1, "1 at the card that each seat has played in this round, by kind"),
        Part(
            "disc", BY_SEAT, 37, "each seat's field from weakest to strongest: 0 not marked, 1 beside the board, 2 … 37"
        ),
        Part("column", (MOST_SEATS, FACES), 1, "1 at the column of each seat's disc"),
        Part("won", (MOST_SEATS, MOST_CARDS), 75, "the cards in each seat's pile, by kind", usual=5),
        Part("points", BY_SEAT, MOST_POINTS, "each seat's points as the game stands", least=-MOST_POINTS, usual=30),
        Part(
            "tiles",
            (FACES, 3),
            750,
            "above each column: points to be had, cubes to be had, tiles to discard with",
            usual=5,
        ),
        Part(
            "unrevealed",
            (MOST_TILES,),
            1,
            "1 for each bonus tile of the edition (in the order of sets) not revealed yet",
        ),
    ]
)

ACTIONS = Layout(
    [
        Part("play", (MOST_CARDS,), 1, "play a card of a kind"),
        Part("reroll", (CHOICES_OF_DICE,), 1, "reroll dice, an unordered choice of 1 to 5 by their faces"),
        Part("cube_reroll", (CHOICES_OF_DICE,), 1, "the same for a cube"),
        Part("turn_up", (FACES - 1,), 1, "for a cube, turn a die of face 1 to 5 up by one"),
        Part("turn_down", (FACES - 1,), 1, "for a cube, turn a die of face 2 to 6 down by one"),
        Part("lamp", (1,), 1, "begin the rolls again"),
        Part("mark", (1,), 1, "mark the result"),
        Part("mark_pair", (FACES,), 1, "mark two pairs in the column of face 1 to 6"),
    ]
)

SIZE = LAYOUT.size
PHASE, ROUND, ROUNDS_LEFT, PLAYERS = map(LAYOUT.start_of, ("phase", "round", "rounds_left", "players"))
TURN, FIRST, HAND, UNPLAYED = map(LAYOUT.start_of, ("turn", "first", "hand", "unplayed"))
DICE, ROLLS_LEFT, LAMP = map(LAYOUT.start_of, ("dice", "rolls_left", "lamp"))
WHITE_CUBES, CUBES, PLAYED = map(LAYOUT.start_of, ("white_cubes", "cubes", "played"))
DISC, COLUMN, WON, POINTS = map(LAYOUT.start_of, ("disc", "column", "won", "points"))
TILES, UNREVEALED = map(LAYOUT.start_of, ("tiles", "unrevealed"))


@rule
def write_numbers(view: Game, edition: Rules, row: Row) -> None:
    """Fill a row of `LAYOUT` with all that an observation's viewer knows."""
    for place in range(SIZE):
        row[place] = 0
    players = wide(view.players)
    viewer = wide(view.viewer)
    first = viewer % players
    write_table(view, edition, players, first, row)
    if viewer < players:
        write_cards(wide(view.hand[viewer]), HAND, row)
    for place in range(players):
        write_seat(view, edition, (first + place) % players, place, row)
    write_tiles(view, edition, row)


@rule
def write_cards(cards: int, first: int, row: Row) -> None:
    """A bag of cards, each kind's number at its place."""
    for kind in range(MOST_CARDS):
        row[first + kind] = cards >> 4 * kind & 15


@rule
def write_table(view: Game, edition: Rules, players: int, first: int, row: Row) -> None:
    """What is decided, when and by whom, and the dice."""
    row[PHASE + wide(view.phase)] = 1
    row[ROUND] = view.round_number
    row[ROUNDS_LEFT] = edition.rounds - view.round_number
    row[PLAYERS] = players
    row[TURN + (wide(view.turn_of) - first + players) % players] = 1
    row[FIRST + (wide(view.first) - first + players) % players] = 1
    for face in range(FACES):
        row[DICE + face] = wide(view.dice) >> 4 * face & 15
    row[ROLLS_LEFT] = view.rolls_left
    row[LAMP] = view.lamp
    row[WHITE_CUBES] = view.white_cubes


@rule
def write_seat(view: Game, edition: Rules, seat: int, place: int, row: Row) -> None:
    """What all know of a seat."""
    write_cards(wide(view.unplayed[seat]), UNPLAYED + MOST_CARDS * place, row)
    row[CUBES + place] = view.cubes[seat]
    row[POINTS + place] = points_of(view, edition, seat)
    if view.played[seat] != NO_CARD:
        row[PLAYED + MOST_CARDS * place + wide(view.played[seat])] = 1
    for kind in range(MOST_CARDS):
        row[WON + MOST_CARDS * place + kind] = view.won[seat, kind]
    field = wide(view.disc[seat])
    if field != NOT_MARKED:
        row[DISC + place] = field + 1
        if field > 0:
            row[COLUMN + FACES * place + (field - 1) % FACES] = 1


@rule
def write_tiles(view: Game, edition: Rules, row: Row) -> None:
    """What lies above the columns, and what is still to come."""
    for number in range(view.round_number):
        tile = wide(view.revealed[number])
        if tile != NO_TILE and view.holder[number] == NOBODY:
            place = TILES + 3 * (wide(edition.tile_face[tile]) - 1) + wide(edition.tile_reward[tile])
            row[place] += max(1, wide(edition.tile_amount[tile]))
    for tile in range(MOST_TILES):
        row[UNREVEALED + tile] = wide(view.stack) >> tile & 1
