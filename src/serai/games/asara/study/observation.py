"""What a seat of Asara knows as a row of numbers, for programs that learn: `LAYOUT` names its parts, `write` fills it.

It is written from an observation, so that nothing hidden can be in it. Seats are counted from the viewer on, clockwise:
place 0 is the viewer, or seat 0 for a spectator. `ACTIONS` names the ranges of the moves' numbers (`moves.py`) in the
same way.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule, wide
from serai.core.compiled.layout import Layout, Part
from serai.games.asara.rules import moves, towers
from serai.games.asara.rules.state import (
    AREAS,
    BUILD,
    LIT,
    MOST_LOOKS,
    MOST_SEATS,
    MOST_SEEN,
    MOST_TOWERS,
    NO_COLOUR,
    OVER,
    PLACE,
    SPACES,
    SPY_BUY,
    Game,
    Rules,
)

Row = npt.NDArray[np.int16]

TOWERS = 20  # of a seat: as many as the standard edition has bases; of further ones only their number is told
UNDER = 15  # as many as the standard edition has lit windows
UNKNOWN_COLOUR = 6  # of a lit window, where others count from 1
MOST_MONEY = 30_000  # or prestige: what an edition may bring together
MOST_BUYERS = 120
BY_SEAT = (MOST_SEATS,)

DEFAULTS = {"players": 3, "expert": True}  # of its PettingZoo module
STEPS_PER_SECOND = 1e6  # of many games at once, on one core

LAYOUT = Layout(
    [
        Part(
            "phase",
            (9,),
            1,
            "1 at what is decided: place, buy, spy, buy from a stack, build, look, keep, under, nothing",
        ),
        Part("year", (1,), 8, "the year, from 1", usual=4),
        Part("players", (1,), 4, "how many play"),
        Part("expert", (1,), 1, "1 in the expert game"),
        Part("turn", BY_SEAT, 1, "1 at the seat whose turn it is"),
        Part("starter", BY_SEAT, 1, "1 at the seat that began this year"),
        Part("favour", BY_SEAT, 1, "1 at the seat with the Caliph's favour, which begins the next year"),
        Part("hand", (5,), 24, "the viewer's buyers by colour", usual=5),
        Part("hand_size", BY_SEAT, MOST_BUYERS, "how many buyers each seat holds", usual=9),
        Part("face_down", (5,), 24, "the buyers that the viewer has laid face down this year, by colour", usual=5),
        Part("face_down_size", BY_SEAT, MOST_BUYERS, "how many each seat has laid face down this year", usual=9),
        Part(
            "unknown_buyers",
            (5,),
            24,
            "by colour the buyers that the viewer can't place: in the pile or with others",
            usual=9,
        ),
        Part("pile_size", (1,), MOST_BUYERS, "how many buyers the draw pile has", usual=45),
        Part("money", BY_SEAT, MOST_MONEY, "each seat's Asari", usual=50),
        Part("prestige", BY_SEAT, MOST_MONEY, "each seat's prestige", usual=100),
        Part(
            "pieces", (MOST_SEATS, 4, 10), 12, "behind each screen, by kind (base … top) and colour * 2 + gold", usual=4
        ),
        Part("lit", (5,), 12, "the viewer's lit windows by colour", usual=3),
        Part("lit_held", BY_SEAT, 60, "how many lit windows each seat holds", usual=5),
        Part("display", (4, 10), 12, "on display, by kind and colour * 2 + gold", usual=4),
        Part("stack", (4, 10), 12, "in the stacks, by kind and colour * 2 + gold", usual=4),
        Part(
            "unknown_lit",
            (5,),
            12,
            "by colour the lit windows that the viewer can't place: in the stack or with others",
            usual=3,
        ),
        Part("lit_unseen", (1,), 60, "lit windows on top of the stack that nobody has seen", usual=15),
        Part(
            "under", (UNDER,), 6, "lit windows put back under them, next to come first: 1 + colour, 6 unknown, 0 none"
        ),
        Part("colour", (10, 5), 1, "1 at each area's buyer colour of this year; nothing before its first buyer"),
        Part("taken", (SPACES,), MOST_BUYERS, "how many places of each space are taken this year", usual=4),
        Part("pairs", (SPACES,), 60, "how many of these by two buyers face down", usual=4),
        Part("area", (len(AREAS),), 1, "1 at the area whose action goes on"),
        Part("spied", (4,), 1, "1 at the kind whose stack is looked through"),
        Part("building", (3,), 127, "while building: pieces built, the fewest and the most of this action", usual=7),
        Part("seen", (MOST_SEEN,), 6, "lit windows being looked at, in order: 1 + colour, 6 unknown, 0 none"),
        Part("keep", (1,), 4, "how many of these are kept; 0 when their order under the stack is chosen"),
        Part("tower_number", (MOST_SEATS, 5), 60, "how many towers each seat has of each colour", usual=4),
        Part("tallest", (MOST_SEATS, 5), 50, "the pieces of each seat's highest tower of each colour", usual=10),
        Part("standing", BY_SEAT, MOST_TOWERS, "how many towers each seat has", usual=10),
        Part(
            "towers",
            (MOST_SEATS, TOWERS, 6),
            50,
            "each seat's towers in the order of the moves `add` and `light`: 1 + colour, height, visible gold, dark "
            "plain windows, dark gold windows, lit windows",
            usual=8,
        ),
        Part(
            "fresh",
            (TOWERS, 2),
            12,
            "windows added in this action to towers of the seat whose turn it is, plain and gold: not to be lit yet",
            usual=2,
        ),
    ]
)

ACTIONS = Layout(
    [
        Part("place", (SPACES, moves.PAYMENTS), 1, "lay on a space one buyer (0-4) or an unordered pair (5-19)"),
        Part("buy", (10,), 1, "buy a piece: colour * 2 + gold"),
        Part("decline", (1,), 1, "buy none"),
        Part("spy", (4,), 1, "look through the stack of a kind"),
        Part("found", (10, 10), 1, "found a tower of a base and a top, each colour * 2 + gold"),
        Part("add", (MOST_TOWERS, 2, 10), 1, "add to a tower a middle (0) or a window (1): colour * 2 + gold"),
        Part("light", (MOST_TOWERS, 5, 2), 1, "light in a tower a window of a colour, plain (0) or gold (1)"),
        Part("done", (1,), 1, "stop building"),
        Part("look", (MOST_LOOKS,), 1, "look at lit windows, in the edition's ways"),
        Part("keep", (moves.KEEPS,), 1, "keep lit windows, an unordered choice of 1 to 4 colours"),
        Part("under", (moves.ORDERS,), 1, "put lit windows under the stack, an order of 2 to 4 colours"),
    ]
)

SIZE = LAYOUT.size
PHASE, YEAR, PLAYERS, EXPERT = map(LAYOUT.start_of, ("phase", "year", "players", "expert"))
TURN, STARTER, FAVOUR = map(LAYOUT.start_of, ("turn", "starter", "favour"))
HAND, HAND_SIZE, FACE_DOWN, FACE_DOWN_SIZE = map(LAYOUT.start_of, ("hand", "hand_size", "face_down", "face_down_size"))
UNKNOWN_BUYERS, PILE_SIZE = map(LAYOUT.start_of, ("unknown_buyers", "pile_size"))
MONEY, PRESTIGE, PIECES = map(LAYOUT.start_of, ("money", "prestige", "pieces"))
OWN_LIT, LIT_HELD, DISPLAY, STACK = map(LAYOUT.start_of, ("lit", "lit_held", "display", "stack"))
UNKNOWN_LIT, LIT_UNSEEN, UNDER_STACK = map(LAYOUT.start_of, ("unknown_lit", "lit_unseen", "under"))
COLOUR, TAKEN, PAIRS = map(LAYOUT.start_of, ("colour", "taken", "pairs"))
AREA, SPIED, BUILDING, SEEN, KEPT = map(LAYOUT.start_of, ("area", "spied", "building", "seen", "keep"))
TOWER_NUMBER, TALLEST, STANDING = map(LAYOUT.start_of, ("tower_number", "tallest", "standing"))
TOWER, FRESH = map(LAYOUT.start_of, ("towers", "fresh"))


@rule
def write_numbers(view: Game, edition: Rules, row: Row) -> None:
    """Fill a row of `LAYOUT` with all that an observation's viewer knows."""
    for place in range(SIZE):
        row[place] = 0
    players = wide(view.players)
    viewer = wide(view.viewer)
    first = viewer % players
    write_time(view, players, first, row)
    for place in range(players):
        write_seat(view, (first + place) % players, place, row)
    if viewer < players:
        write_own(view, viewer, row)
    write_heaps(view, row)
    write_board(view, row)
    if view.phase != PLACE and view.phase != OVER:
        write_action(view, row)
    write_towers(view, players, first, row)
    if view.expert:
        write_lit(view, row)


@rule
def write_time(view: Game, players: int, first: int, row: Row) -> None:
    """What is decided, when, and by whom."""
    row[PHASE + wide(view.phase)] = 1
    row[YEAR] = view.year
    row[PLAYERS] = players
    row[EXPERT] = view.expert
    row[TURN + (wide(view.turn_of) - first + players) % players] = 1
    row[STARTER + (wide(view.starter) - first + players) % players] = 1
    row[FAVOUR + (wide(view.favour_holder) - first + players) % players] = 1


@rule
def write_seat(view: Game, seat: int, place: int, row: Row) -> None:
    """What all know of a seat."""
    row[HAND_SIZE + place] = view.hand_size[seat]
    row[FACE_DOWN_SIZE + place] = view.face_down_size[seat]
    row[MONEY + place] = view.money[seat]
    row[PRESTIGE + place] = view.prestige[seat]
    row[LIT_HELD + place] = view.lit_held[seat]
    for kind in range(4):
        write_pieces(wide(view.pieces[seat, kind]), PIECES + 10 * (4 * place + kind), row)


@rule
def write_pieces(pieces: int, first: int, row: Row) -> None:
    """A bag of pieces, each kind's number at its place."""
    for piece in range(10):
        row[first + piece] = pieces >> 4 * piece & 15


@rule
def write_own(view: Game, seat: int, row: Row) -> None:
    """What only the viewer knows of its own seat."""
    for buyer in range(5):
        row[HAND + buyer] = view.hand[seat, buyer]
        row[FACE_DOWN + buyer] = view.face_down[seat, buyer]
        row[OWN_LIT + buyer] = view.pieces[seat, LIT] >> 8 * buyer & 15


@rule
def write_heaps(view: Game, row: Row) -> None:
    """Displays, stacks and the draw pile."""
    for kind in range(4):
        write_pieces(wide(view.display[kind]), DISPLAY + 10 * kind, row)
        write_pieces(wide(view.stack[kind]), STACK + 10 * kind, row)
    for buyer in range(5):
        row[UNKNOWN_BUYERS + buyer] = view.pile[buyer]
    row[PILE_SIZE] = view.pile_size


@rule
def write_board(view: Game, row: Row) -> None:
    """The areas' colours, and the buyers that lie there."""
    for area in range(10):
        if view.colour[area] != NO_COLOUR:
            row[COLOUR + 5 * area + wide(view.colour[area])] = 1
    for space in range(SPACES):
        row[TAKEN + space] = view.taken[space]
        row[PAIRS + space] = view.pairs[space]


@rule
def write_action(view: Game, row: Row) -> None:
    """What is going on in this turn."""
    row[AREA + moves.area_of(wide(view.space))] = 1
    if view.phase == SPY_BUY:
        row[SPIED + wide(view.spied)] = 1
    if view.phase == BUILD:
        write_building(view, row)
    for place in range(view.seen_count):
        row[SEEN + place] = colour_number(wide(view.seen[place]))
    row[KEPT] = view.keep


@rule
def write_building(view: Game, row: Row) -> None:
    """How much is built and has to be, and which windows are new (A14, A23)."""
    row[BUILDING] = view.built
    row[BUILDING + 1] = view.least_built
    row[BUILDING + 2] = view.most_built
    number = 0
    for slot in range(view.tower_count):
        if towers.owner(wide(view.towers[slot])) == view.turn_of and number < TOWERS:
            row[FRESH + 2 * number] = view.fresh[slot, 0]
            row[FRESH + 2 * number + 1] = view.fresh[slot, 1]
            number += 1


@rule
def colour_number(colour: int) -> int:
    """A lit window's colour from 1 on, or that it is unknown."""
    return UNKNOWN_COLOUR if colour == NO_COLOUR else colour + 1


@rule
def write_lit(view: Game, row: Row) -> None:
    """Where lit windows may be, as far as the viewer knows."""
    for colour in range(5):
        row[UNKNOWN_LIT + colour] = view.stack[LIT] >> 8 * colour & 15
    row[LIT_UNSEEN] = view.lit_unseen
    for place in range(min(wide(view.under_count), UNDER)):
        row[UNDER_STACK + place] = colour_number(wide(view.under[place]))


@rule
def write_towers(view: Game, players: int, first: int, row: Row) -> None:
    """All towers, each with its seat's, in the order founded."""
    for slot in range(view.tower_count):
        tower = wide(view.towers[slot])
        place = (towers.owner(tower) - first + players) % players
        of_colour = 5 * place + towers.colour(tower)
        row[TOWER_NUMBER + of_colour] += 1
        row[TALLEST + of_colour] = max(wide(row[TALLEST + of_colour]), towers.height(tower))
        number = wide(row[STANDING + place])
        row[STANDING + place] = number + 1
        if number < TOWERS:
            write_tower(tower, TOWER + 6 * (TOWERS * place + number), row)


@rule
def write_tower(tower: int, first: int, row: Row) -> None:
    """One tower's six numbers."""
    row[first] = towers.colour(tower) + 1
    row[first + 1] = towers.height(tower)
    row[first + 2] = towers.visible_gold(tower)
    row[first + 3] = towers.dark_windows(tower, 0)
    row[first + 4] = towers.dark_windows(tower, 1)
    row[first + 5] = towers.lit(tower)
