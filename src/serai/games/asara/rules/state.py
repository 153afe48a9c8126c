"""Asara's two records: a game as it stands, and the edition it is played with. Nothing else affects play.

Pieces that lie in a heap are bags (`serai.core.compiled.bag`) over ten kinds of piece: colour * 2, plus 1 with gold.
Towers are packed numbers (`towers.py`). Stacks and the draw pile keep no order: what is drawn is drawn at
random from what is left.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Game: TypeAlias = np.record  # of STATE
Rules: TypeAlias = np.record  # of EDITION: the numbers the rules read

Moves: TypeAlias = npt.NDArray[np.int32]  # room for a list of moves
Numbers: TypeAlias = npt.NDArray[np.int64]
Counts: TypeAlias = npt.NDArray[np.int8]  # how many there are of each colour

PLAYERS = (2, 4)
OPTIONS = ("expert", "open_screens")

COLOURS = ("brown", "green", "red", "black", "white")
BUYERS = ("blue", "yellow", "purple", "green", "orange")
KINDS = ("base", "middle", "window", "top", "lit")
BASE, MIDDLE, WINDOW, TOP, LIT = range(5)
AREAS = ("base", "middle", "window", "top", "circle", "bank", "spies", "favour", "tent", "lit", "house")
CIRCLE, BANK, SPIES, FAVOUR, TENT, LIT_HOUSE, HOUSE = range(4, 11)

MOST_SEATS = 4
MOST_CIRCLE = 12  # different numbers in the circle
MOST_SPACES = 8  # different values in any other area
MOST_PER_COLOUR = 12  # pieces of a kind and colour, so 60 of a kind
MOST_DISPLAY = 12
MOST_TOWERS = 60
MOST_LIT = 60
MOST_LOOKS = 4
MOST_SEEN = 12
MOST_KEPT = 4
MOST_ORDERED = 4  # lit windows that go under the stack in an order of the player's choice

FIRST_SPACE = (0, 1, 2, 3, 4, 16, 24, 32, 33, 41, 42)  # of each area; spaces of one value are one
HOUSE_SPACE = 42
SPACES = 43

# What is to be decided now.
PLACE, BUY, SPY, SPY_BUY, BUILD, LOOK, KEEP, UNDER, OVER = range(9)

NO_COLOUR = -1

STATE = np.dtype(
    (
        np.record,
        [
            ("open", np.uint64, (4,)),  # stream for what is shown at once; zero in an observation
            ("hidden", np.uint64, (4,)),  # stream for what stays secret; zero in an observation
            ("players", np.int8),  # 2 to 4
            ("expert", np.int8),  # 0 or 1
            ("open_screens", np.int8),  # 0 or 1: what the table shows, nothing for the rules
            ("viewer", np.int8),  # -1 in a game; in an observation its seat, or players for a spectator
            ("year", np.int8),  # 1 to the edition's years
            ("starter", np.int8),  # the seat that began this year
            ("favour_holder", np.int8),  # seat
            ("turn_of", np.int8),  # seat
            ("phase", np.int8),  # PLACE … OVER
            ("space", np.int8),  # where the buyer of this turn lies, while its action goes on
            ("spied", np.int8),  # kind of the stack looked through, in SPY_BUY
            ("built", np.int8),  # pieces built in this action
            ("most_built", np.int8),  # the action ends with this many (A14)
            ("least_built", np.int8),  # and may end with this many
            ("hand", np.int8, (MOST_SEATS, 5)),  # buyers by colour; others' are 0 in an observation
            ("hand_size", np.int8, (MOST_SEATS,)),
            ("face_down", np.int8, (MOST_SEATS, 5)),  # laid face down this year; others' are 0 in an observation
            ("face_down_size", np.int8, (MOST_SEATS,)),
            ("pile", np.int8, (5,)),  # the draw pile; in an observation every buyer whose place the viewer can't know
            ("pile_size", np.int8),
            ("money", np.int16, (MOST_SEATS,)),
            ("prestige", np.int16, (MOST_SEATS,)),
            (
                "pieces",
                np.int64,
                (MOST_SEATS, 5),
            ),  # behind the screen: a bag of each kind; others' lit 0 in an observation
            ("lit_held", np.int8, (MOST_SEATS,)),  # lit windows behind the screen
            (
                "stack",
                np.int64,
                (5,),
            ),  # a bag of each kind; lit: not yet seen, in an observation all the viewer can't place
            ("lit_unseen", np.int8),  # lit windows that nobody has looked at yet, on top of the stack
            ("display", np.int64, (4,)),  # a bag of each kind
            ("colour", np.int8, (10,)),  # of each area this year, NO_COLOUR before the first buyer
            ("taken", np.int8, (SPACES,)),  # places of a space with a buyer or a pair; in the house cards
            ("pairs", np.int8, (SPACES,)),  # of these with a face-down pair
            ("towers", np.int32, (MOST_TOWERS,)),  # packed, in the order founded
            ("tower_count", np.int8),
            ("fresh", np.int8, (MOST_TOWERS, 2)),  # windows added in this action: plain, gold (A23)
            ("tower_number", np.int8, (MOST_SEATS, 5)),  # cache: towers by seat and colour
            ("under", np.int8, (MOST_LIT,)),  # lit windows put under the stack, next to come first; NO_COLOUR unknown
            ("under_by", np.int8, (MOST_LIT,)),  # the seat that put it there
            ("under_count", np.int8),
            (
                "seen",
                np.int8,
                (MOST_SEEN,),
            ),  # lit windows being looked at, as drawn; in UNDER the rest; NO_COLOUR unknown
            ("seen_count", np.int8),
            ("keep", np.int8),  # how many of them are kept; 0 in UNDER
        ],
    )
)

EDITION = np.dtype(
    (
        np.record,
        [
            ("price", np.int16, (5,)),  # by colour
            ("pieces", np.int8, (5,)),  # of each colour, by kind
            ("gold", np.int8, (5,)),  # of these with gold
            ("display", np.int8, (4,)),  # by kind
            ("buyers", np.int8, (5,)),  # by buyer colour
            ("buyer_total", np.int16),
            ("spaces", np.int8, (11,)),  # different values in each area
            ("value", np.int16, (SPACES,)),  # printed on the space; ascending in each area; 0 where it has none
            ("places", np.int8, (SPACES,)),  # how many places have this value
            ("favour_like_spies", np.int8),  # 1 where the favour's space shares the colour of the spies' house
            ("house", np.int16),  # Asari
            ("tent_draws", np.int8),
            ("looks", np.int8),  # ways to look at lit windows
            ("look_price", np.int16, (MOST_LOOKS,)),
            ("look_seen", np.int8, (MOST_LOOKS,)),
            ("look_kept", np.int8, (MOST_LOOKS,)),
            ("hand", np.int8, (5,)),  # by number of players
            ("start_money", np.int16, (MOST_SEATS,)),  # clockwise from the first player
            ("year_money", np.int16),
            ("years", np.int8),
            ("final_first", np.int16, (7,)),  # five colours, highest, most
            ("final_second", np.int16, (7,)),
            ("asari_per_prestige", np.int16),
        ],
    )
)
