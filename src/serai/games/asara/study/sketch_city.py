"""The city in a picture of a position: markets around the builders' circle, and the houses below it."""

from functools import cache
from math import cos, pi, sin

from serai.core.page.lettering import width, write
from serai.core.page.sketching import GLOW, INK, LINE, QUIET, box, counted, sign, use
from serai.games.asara.page import pieces
from serai.games.asara.page.drawing import disc, path
from serai.games.asara.page.figures import CARD as CARD_SIZE
from serai.games.asara.page.pieces import HEIGHTS, MOST_PILED, WIDTH
from serai.games.asara.page.position import Position
from serai.games.asara.page.position import counted as counted_pieces
from serai.games.asara.rules.state import (
    AREAS,
    BANK,
    BUILD,
    BUYERS,
    CIRCLE,
    COLOURS,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    HOUSE_SPACE,
    KEEP,
    KINDS,
    LIT_HOUSE,
    NO_COLOUR,
    SPIES,
    SPY_BUY,
    TENT,
    UNDER,
)
from serai.games.asara.words import names as words

CLOTHS = ("#a4452e", "#2d6a6a", "#3d4f8a", "#7a5a1e")  # of the markets' awnings
SAND, SAND_LINE, WALL, SOIL = "var(--a-sand)", "var(--a-sand-line)", "var(--a-wall)", "var(--a-soil)"
TAG, TAG_INK, TAG_LINE = "var(--a-tag)", "var(--a-tag-ink)", "var(--a-tag-line)"
CREAM = "#fff8e8"

PLAZA = (12, 54, 936, 364)  # left, top, width, height
MARKETS = ((22, 62), (622, 62), (22, 190), (622, 190))
MARKET = (316, 120)
MIDDLE, RING, HEART = (480, 186), 97, 64  # of the builders' circle: its middle, where buyers lie, what is within
HOUSES = (BANK, HOUSE, SPIES, FAVOUR, TENT, LIT_HOUSE)
HOUSE_TOP, HOUSE_HIGH = 318, 92
GAP = 10


def plaza(position: Position) -> str:
    """Everything that stands between the way of prestige and the players' places."""
    x, y, wide, high = PLAZA
    ground = box(x, y, wide, high, SAND, LINE, 10)
    markets = "".join(_market(position, kind) for kind in range(4))
    return ground + _paving() + markets + _circle(position) + _houses(position)


@cache
def _paving() -> str:
    """Slabs laid crosswise."""
    x, y, wide, high = PLAZA
    lines = "".join(f"M{x + at} {y}l{high} {high}M{x + at} {y + high}l{high}-{high}" for at in range(-high, wide, 26))
    clip = f'<clipPath id="asara-plaza">{box(x, y, wide, high, "none", round=10)}</clipPath>'
    return f'{clip}<g clip-path="url(#asara-plaza)">{path(lines, stroke=SAND_LINE)}</g>'


def _area(x: float, y: float, wide: float, high: float, is_acting: bool) -> str:
    """A wall to draw upon, with a glow where an action goes on."""
    return box(x, y, wide, high, WALL, GLOW if is_acting else LINE, 9, 3 if is_acting else 1)


def _market(position: Position, kind: int) -> str:
    """A stall: its kind and stack under the awning, buyers, and the pieces that it sells."""
    x, y = MARKETS[kind]
    wide, high = MARKET
    space = FIRST_SPACE[kind]
    is_acting = position.space == space or (position.phase == SPY_BUY and position.spied()[0] == kind)
    scallop = wide / 21
    scallops = "".join(f"M{x + scallop * at:g} {y + 23}a7.5 7 0 0 0 {scallop:g} 0z" for at in range(21))
    awning = box(x, y, wide, 24, CLOTHS[kind], round=6) + path(scallops, CLOTHS[kind])
    title = write(words.market(kind), x + 46, y + 7, 10, CREAM)
    stack = use("asara-stack", x + wide - 48, y + 3, 20, 18) + write(
        str(position.stacks[kind]), x + wide - 24, y + 7, 10, CREAM
    )
    emblem = use(f"asara-{KINDS[kind]}-stone", x + 6, y + 12 - HEIGHTS[kind] * 0.35, WIDTH * 0.7, HEIGHTS[kind] * 0.7)
    lying = _flag(position, kind, x + 8, y + 34) + _buyers(position, kind, space, x + 34, y + 34, 36, wide - 42)
    wares = _wares(position, kind, x + 8, y + high - 6, wide - 16)
    return _area(x, y, wide, high, is_acting) + awning + emblem + title + stack + lying + wares


def _wares(position: Position, kind: int, x: float, ground: float, wide: float) -> str:
    """The display, or the stack while a spy looks through it (A19), each kind of piece with its price."""
    spied, found = position.spied()
    is_spied = position.phase == SPY_BUY and spied == kind
    offers = found if is_spied else counted_pieces(position.displays[kind])
    step = min(46.0, wide / max(len(offers), 1))
    drawer = box(x - 4, ground - 50, wide + 8, 53, "#efdcb4", SOIL, 6) if is_spied else ""
    return drawer + "".join(
        _ware(kind, piece, number, position.prices[piece // 2], x + step * place, ground, step - 3)
        for place, (piece, number) in enumerate(offers)
    )


def _ware(kind: int, piece: int, number: int, price: int, x: float, ground: float, wide: float) -> str:
    """Equal pieces on a pile, and below them the price and how many there are."""
    behind = min(number, MOST_PILED) - 1
    scale = min(wide / (WIDTH + 3), 0.86)
    piled = "".join(
        stone(kind, piece, x + 2 * place, ground - 16 - 3 * place, scale) for place in range(behind, -1, -1)
    )
    many = write(f"×{number}", x + wide * 0.6, ground - 11, 8, INK) if number > 1 else ""
    return piled + _price(price, x + wide * 0.28, ground - 7) + many


def stone(kind: int, piece: int, x: float, ground: float, scale: float) -> str:
    """A piece that stands on a height."""
    high = HEIGHTS[kind] * scale
    return use(f"asara-{pieces.name(kind, piece)}", x, ground - high, WIDTH * scale, high)


def _price(number: object, x: float, y: float) -> str:
    """A tag around a point."""
    wide = width(str(number), 8) + 9
    return box(x - wide / 2, y - 7, wide, 14, TAG, TAG_LINE, 7) + write(str(number), x, y - 4, 8, TAG_INK, 0.5)


def _flag(position: Position, area: int, x: float, y: float) -> str:
    """The area's colour of this year."""
    colour = position.colours[area]
    return use(f"asara-flag-{'none' if colour == NO_COLOUR else BUYERS[colour]}", x, y, 18, 21)


def _buyers(position: Position, area: int, space: int, x: float, y: float, high: float, wide: float) -> str:
    """Buyers, then pairs, then free places, side by side."""
    taken, pairs, places = position.taken[space], position.pairs[space], position.places[space]
    names = [f"card-{_buyer(position, area)}"] * (taken - pairs) + ["pair"] * pairs + ["place"] * (places - taken)
    broad = high * CARD_SIZE[0] / CARD_SIZE[1]
    step = min(broad + 4, (wide - broad) / max(len(names) - 1, 1))
    return "".join(use(f"asara-{name}", x + step * place, y, broad, high) for place, name in enumerate(names))


def _buyer(position: Position, area: int) -> str:
    return BUYERS[position.colours[area]]


def _circle(position: Position) -> str:
    """The builders' circle: its spaces around, within it the crane and how much is built."""
    x, y = MIDDLE
    ring = path(disc(x, y, RING + 27), "#e4cba0", SOIL, 2) + path(disc(x, y, HEART), WALL, SOIL, 2)
    spaces = position.spaces(CIRCLE)
    around = "".join(_circle_space(position, space, 2 * pi * at / len(spaces)) for at, space in enumerate(spaces))
    flag = _flag(position, CIRCLE, x - 46, y + 6)
    if position.phase == BUILD:
        said = write(f"{position.built}/{position.most}", x, y + 32, 13, GLOW, 0.5)
    else:
        said = write(words.area_in_short(CIRCLE), x, y + 36, 8, QUIET, 0.5)
    return ring + use("asara-crane", x - 38, y - 52, 80, 80) + flag + said + around


def _circle_space(position: Position, space: int, angle: float) -> str:
    """A space of the circle; the number is its cost and the pieces built."""
    x, y = MIDDLE[0] + RING * sin(angle), MIDDLE[1] - RING * cos(angle)
    is_acting = position.space == space
    plate = path(disc(x, y, 24), "#f6e6c6", GLOW if is_acting else SOIL, 3 if is_acting else 1.5)
    high = 34
    broad = high * CARD_SIZE[0] / CARD_SIZE[1]
    lying = _buyers(position, CIRCLE, space, x - broad / 2, y - high / 2, high, broad)
    at = x - 19, y - 17
    number = write(str(position.values[space]), at[0], at[1] - 4.5, 9, CREAM, 0.5)
    return plate + lying + path(disc(*at, 9), "#3a2716") + number


def _houses(position: Position) -> str:
    """The houses side by side, broader where there are more spaces."""
    shown = [area for area in HOUSES if area in position.areas()]
    x, whole = float(PLAZA[0] + GAP), PLAZA[2] - GAP * (len(shown) + 1)
    shares = [4 + sum(position.places[space] for space in position.spaces(area)) for area in shown]
    drawn = []
    for area, share in zip(shown, shares, strict=True):
        wide = whole * share / sum(shares)
        drawn.append(_house(position, area, x, wide))
        x += wide + GAP
    return "".join(drawn)


def _house(position: Position, area: int, x: float, wide: float) -> str:
    """A building with its spaces, and what is special about it."""
    y, spaces = HOUSE_TOP, list(position.spaces(area))[:: -1 if area == BANK else 1]
    wall = _area(x, y, wide, HOUSE_HIGH, position.space in spaces)
    building = use(f"asara-at-{AREAS[area]}", x + 5, y + 4, 44, 33)
    title = write(words.area_in_short(area), x + 54, y + 8, 8.5, INK, most=wide - 58)
    flag = _flag(position, area, x + wide - 24, y + 18) if area != HOUSE else ""
    step = (wide - 12) / max(len(spaces), 1)
    lying = "".join(_slot(position, area, space, x + 6 + step * at, step) for at, space in enumerate(spaces))
    seen = _seen(position, x, wide) if area == LIT_HOUSE else ""
    return wall + building + title + flag + _left(position, area, x + 54, y + 28) + (seen or lying)


def _left(position: Position, area: int, x: float, y: float) -> str:
    """What is left in the draw pile or in the stack of lit windows; who holds the favour."""
    if area == FAVOUR:
        return use("asara-favour", x - 46, y + 13, 24, 24) + sign(position.favour_holder, x - 34, y + 50, 13)
    if area == TENT:
        return counted("asara-back", position.pile, x, y, 17, QUIET)
    return counted("asara-stack", position.lit_stack, x, y, 17, QUIET) if area == LIT_HOUSE else ""


def _slot(position: Position, area: int, space: int, x: float, wide: float) -> str:
    """A space with what lies on it and what it costs or pays."""
    y, high = HOUSE_TOP + 40, 32
    broad = high * CARD_SIZE[0] / CARD_SIZE[1]
    middle = x + wide / 2
    if space == HOUSE_SPACE:
        taken = position.taken[space]
        card = use(f"asara-{'back' if taken else 'place'}", middle - broad / 2, y, broad, high)
        many = write(f"×{taken}", middle + broad / 2 + 4, y + 12, 8, INK) if taken else ""
        return card + many + _price(f"+{position.house}", middle, y + high + 10)
    places = position.places[space]
    whole = min(places * (broad + 4) - 4, wide - 2)
    price = {BANK: f"+{position.values[space]}", SPIES: position.values[space], TENT: position.values[space]}.get(area)
    tag = "" if price is None else _price(price, middle, y + high + 10)
    return _buyers(position, area, space, middle - whole / 2, y, high, whole) + tag


def _seen(position: Position, x: float, wide: float) -> str:
    """The lit windows that are being looked at, as far as the viewer knows them (A22)."""
    if position.phase not in (KEEP, UNDER):
        return ""
    windows = position.seen_windows()
    step = min(42, (wide - 12) / max(len(windows), 1))
    return "".join(
        use(
            f"asara-lit-{'stone' if colour == NO_COLOUR else COLOURS[colour]}",
            x + 6 + step * at,
            HOUSE_TOP + 56,
            40,
            14,
        )
        for at, colour in enumerate(windows)
    )
