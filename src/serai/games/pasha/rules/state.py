"""Pasha's two records: a game as it stands, and the edition it is played with. Nothing else affects play.

Cards and dice are bags (`serai.core.compiled.bag`): cards over the kinds of card, the edition's different values in
ascending order; dice over the six faces, face 1 first. A field of the board is a number, from weakest to strongest
(P15): 0 is beside the board, then come pair 1 to 6, two pairs 1 to 6, and so on up to five of a kind 6, which is 36.
"""

from typing import TypeAlias

import numpy as np

Game: TypeAlias = np.record  # of STATE
Rules: TypeAlias = np.record  # of EDITION: the numbers the rules read

PLAYERS = (2, 5)
OPTIONS: tuple[str, ...] = ()

DICE = 5
FACES = 6
ROWS = ("none", "pair", "two pairs", "three", "full house", "four", "five")  # weakest first (P1)
NONE, PAIR, TWO_PAIRS, THREE, FULL_HOUSE, FOUR, FIVE = range(7)
REWARDS = ("points", "cubes", "discard")  # of a bonus tile (P4)
POINTS, CUBES, DISCARD = range(3)

MOST_SEATS = 5
MOST_CARDS = 15  # of one player, and so different values, packs and rounds
MOST_TILES = 30
CHOICES_OF_DICE = 461  # unordered choices of 1 to 5 dice by their faces

# What is to be decided now: which card to play, what to do with the dice, nothing.
PLAY, ROLL, OVER = range(3)

NOBODY = -1
NO_CARD = -1
NO_TILE = -1
NOT_MARKED = -1
LEFT_THE_GAME = MOST_SEATS  # the holder of a tile that nobody has any more

STATE = np.dtype(
    (
        np.record,
        [
            ("open", np.uint64, (4,)),  # stream for what is shown at once; zero in an observation
            ("hidden", np.uint64, (4,)),  # stream for what stays secret; zero in an observation
            ("hand", np.int64, (MOST_SEATS,)),  # bag of cards; 0 where an observation can't know it
            ("unplayed", np.int64, (MOST_SEATS,)),  # bag of cards in hand and packs: all can remember them (P21)
            ("dice", np.int64),  # bag of the five dice on the table; 0 before the first roll of a turn
            ("stack", np.int32),  # bonus tiles not revealed yet, one bit each; their order is not remembered (PR2)
            ("players", np.int8),  # 2 to 5
            ("viewer", np.int8),  # -1 in a game; in an observation its seat, or players for a spectator
            ("phase", np.int8),  # PLAY, ROLL, OVER
            ("round_number", np.int8),  # 1 to the edition's rounds
            ("first", np.int8),  # the seat that starts this round
            ("turn_of", np.int8),  # seat
            ("rolls_left", np.int8),  # rerolls that cost no cube (P11); 0 before the first roll
            ("lamp", np.int8),  # 1 while the lamp played this turn can still be used (P13), else 0
            ("white_cubes", np.int8),  # in the reserve (P3)
            ("cubes", np.int8, (MOST_SEATS,)),  # own and white ones alike
            ("played", np.int8, (MOST_SEATS,)),  # kind of the card played this round, else NO_CARD
            ("disc", np.int8, (MOST_SEATS,)),  # field 0 to 36, NOT_MARKED before
            ("won", np.int8, (MOST_SEATS, MOST_CARDS)),  # cards in the pile, by kind
            ("packs", np.int8, (MOST_SEATS, MOST_CARDS)),  # kinds, pack after pack; NO_CARD when taken, or unknown
            ("revealed", np.int8, (MOST_CARDS,)),  # the tile revealed in each round, NO_TILE when there was none
            ("holder", np.int8, (MOST_CARDS,)),  # of that tile: NOBODY above its column, a seat, LEFT_THE_GAME
        ],
    )
)

EDITION = np.dtype(
    (
        np.record,
        [
            ("cards", np.int64),  # bag of a player's cards
            ("rounds", np.int8),  # as many as a player has cards
            ("kinds", np.int8),  # different values
            ("value", np.int8, (MOST_CARDS,)),  # of each kind, ascending
            ("positive", np.int8),  # the lowest kind that is not negative; kinds when there is none
            ("pack_size", np.int8),
            ("extra_roll", np.int8),  # kind of the card with an extra roll, NO_CARD when there is none
            ("lamp", np.int8),  # kind of the card with the lamp, NO_CARD when there is none
            ("rolls", np.int8),  # in a turn, the first included
            ("own_cubes", np.int8),
            ("white_cubes", np.int8),
            ("tiles", np.int8),  # how many there are
            ("tile_set", np.int8, (MOST_TILES,)),  # 0 is A; ascending
            ("tile_face", np.int8, (MOST_TILES,)),  # 1 to 6
            ("tile_reward", np.int8, (MOST_TILES,)),  # POINTS, CUBES, DISCARD
            ("tile_amount", np.int8, (MOST_TILES,)),  # 0 for DISCARD
            # The same in every edition, and here because compiled rules may not read arrays of a module:
            ("choice", np.int64, (CHOICES_OF_DICE,)),  # bag of dice of each number (`dice.number_of`)
            ("choice_rank", np.int16, (FACES, DICE + 1)),  # what so many dice up to a face add to the number
        ],
    )
)
