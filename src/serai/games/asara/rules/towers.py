"""A tower as one number: whose it is, its colour, and the pieces it is made of. Everything about a tower is here.

From the lowest bit: owner (2 bits), colour (3), gold base (1), gold top (1), then four bits each for plain
middles, gold middles, plain windows, gold windows, and the lit windows on plain and on gold windows.
"""

from serai.core.compiled.jit import rule

PLAIN_MIDDLES, GOLD_MIDDLES, PLAIN_WINDOWS, GOLD_WINDOWS, LIT_ON_PLAIN, LIT_ON_GOLD = 7, 11, 15, 19, 23, 27


@rule
def found(owner: int, colour: int, gold_base: int, gold_top: int) -> int:
    """A new tower of base and top."""
    return owner | colour << 2 | gold_base << 5 | gold_top << 6


@rule
def owner(tower: int) -> int:
    """The seat that built it."""
    return tower & 3


@rule
def colour(tower: int) -> int:
    """The one colour of all its pieces (A15)."""
    return tower >> 2 & 7


@rule
def gold_base(tower: int) -> int:
    """1 when its base has gold."""
    return tower >> 5 & 1


@rule
def gold_top(tower: int) -> int:
    """1 when its top has gold."""
    return tower >> 6 & 1


@rule
def middles(tower: int, gold: int) -> int:
    """Its middles, plain or with gold."""
    return tower >> PLAIN_MIDDLES + 4 * gold & 15


@rule
def windows(tower: int, gold: int) -> int:
    """Its windows, plain or with gold, covered ones too."""
    return tower >> PLAIN_WINDOWS + 4 * gold & 15


@rule
def lit_on(tower: int, gold: int) -> int:
    """The lit windows on its plain or on its gold windows."""
    return tower >> LIT_ON_PLAIN + 4 * gold & 15


@rule
def dark_windows(tower: int, gold: int) -> int:
    """Its windows that no lit window covers yet (A23)."""
    return windows(tower, gold) - lit_on(tower, gold)


@rule
def add_middle(tower: int, gold: int) -> int:
    """The tower with one more middle."""
    return tower + (1 << PLAIN_MIDDLES + 4 * gold)


@rule
def add_window(tower: int, gold: int) -> int:
    """The tower with one more window."""
    return tower + (1 << PLAIN_WINDOWS + 4 * gold)


@rule
def light(tower: int, gold: int) -> int:
    """The tower with a lit window on one of its plain or gold windows (A23)."""
    return tower + (1 << LIT_ON_PLAIN + 4 * gold)


@rule
def height(tower: int) -> int:
    """Its number of pieces; lit windows do not raise it (A23, A26)."""
    return 2 + middles(tower, 0) + middles(tower, 1) + windows(tower, 0) + windows(tower, 1)


@rule
def lit(tower: int) -> int:
    """Its lit windows (A24, A31)."""
    return lit_on(tower, 0) + lit_on(tower, 1)


@rule
def visible_gold(tower: int) -> int:
    """Its gold pieces that no lit window covers (A23, A24)."""
    return gold_base(tower) + gold_top(tower) + middles(tower, 1) + dark_windows(tower, 1)
