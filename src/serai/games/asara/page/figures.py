"""Buyers drawn: robed figures on cards, each with an emblem and a headdress of its own; card backs, flags, tokens.

Robes are cloth, towers are stone and wood: a buyer never looks like a piece, even where both are called green.
"""

from serai.games.asara.page.drawing import disc, path, symbol
from serai.games.asara.page.pieces import GOLD, GOLD_EDGE
from serai.games.asara.rules.state import BUYERS

CARD = (30, 42)
EDGE_OF_CARD = "M3 .5h24a2.5 2.5 0 0 1 2.5 2.5v36a2.5 2.5 0 0 1-2.5 2.5H3a2.5 2.5 0 0 1-2.5-2.5V3A2.5 2.5 0 0 1 3 .5z"
PARCHMENT = "#fbf1dc"
ROBES = ("#2a66ad", "#c98a00", "#7a3f9d", "#2c7a45", "#d2600f")
DARK_ROBES = ("#173f73", "#7c5200", "#4a2363", "#174a28", "#853806")
SKIN = ("#c98f63", "#8d5a3a", "#e0b088", "#a8714a", "#6f452b")
HEADDRESSES = (
    "M9.8 9.4c-.7-5 10.9-6.8 10.6-.8-3-1.8-7-1.7-10.6.8z",  # a turban
    "M6 9.6c3-1.3 3.5-6.2 9-6.2s6 4.9 9 6.2c-5 1.6-13 1.6-18 0z",  # a straw hat
    "M8.5 17C7.5 8 9.5 3.5 15 3.5S22.5 8 21.5 17l-2.2-.4c.4-4 .5-8.6-4.3-8.6s-4.7 4.6-4.3 8.6z",  # a veil
    "M11 8.8V3.4h8v5.4zM19 3.4l2.5 3.8",  # a fez
    "M9.4 12.5C9 5.5 11 4 15 4s6 1.5 5.6 8.5c-.5-2.5-1-3.7-1.8-4.4h-7.6c-.8.7-1.3 1.9-1.8 4.4z",  # a cloth
)
BACK, BACK_GOLD = "#274b56", "#d9b25f"
PLACE_LINE = "var(--a-place-line)"


def symbols() -> str:
    """Cards and flags of the five buyers, a back, a pair, an empty place; the favour, a coin, prestige."""
    width, height = CARD
    first = f'<g transform="rotate(-9 15 21) scale(.86)">{_back()}</g>'
    second = f'<g transform="translate(5 6) rotate(9 13 18) scale(.82)">{_back()}</g>'
    return "".join(
        [
            *(symbol(f"card-{name}", width, height, _card(buyer)) for buyer, name in enumerate(BUYERS)),
            *(symbol(f"flag-{name}", 22, 26, _flag(buyer)) for buyer, name in enumerate(BUYERS)),
            symbol("flag-none", 22, 26, _no_flag()),
            symbol("back", width, height, _back()),
            symbol("pair", width, height, first + second),
            symbol("place", width, height, _place()),
            symbol("favour", 32, 32, _favour()),
            symbol("coin", 20, 20, _coin()),
            symbol("star", 20, 20, _star()),
        ]
    )


def _card(buyer: int) -> str:
    """A figure in its robe, the emblem before it."""
    robe, dark = ROBES[buyer], DARK_ROBES[buyer]
    return (
        path(EDGE_OF_CARD, PARCHMENT, dark)
        + path("M15 6.5a4 4.5 0 0 1 0 9 4 4.5 0 0 1 0-9z", SKIN[buyer])
        + path("M15 14.5c-4.5.5-7 4-8.5 10L3.8 40h22.4l-2.7-15.5c-1.5-6-4-9.5-8.5-10z", robe)
        + path("M20.5 18c2 4 3 10 3.4 22h2.3l-2.7-15.5c-.7-2.7-1.7-5-3-6.5z", dark)
        + path("M6.5 24.5 9 40M12 15.5l3 3 3-3", stroke=dark)
        + path(HEADDRESSES[buyer], robe, dark, 0.7)
        + path(disc(15, 28.5, 7), PARCHMENT, dark, 0.8)
        + f'<g transform="translate(15 28.5)">{emblem(buyer, dark, PARCHMENT)}</g>'
    )


def emblem(buyer: int, ink: str, paper: str) -> str:
    """A buyer's sign, in a box of 10 around the origin: wave, sun, moon, leaf, flame."""
    if buyer == 0:
        waves = "M-4.5-1.6q2.2-2.6 4.5 0t4.5 0M-4.5 2.2q2.2-2.6 4.5 0t4.5 0"
        return path(waves, stroke=ink, width=1.7, more='stroke-linecap="round"')
    if buyer == 1:
        rays = path("M0-5v10M-5 0H5M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2", stroke=ink, width=1.3)
        return rays + path(disc(0, 0, 2.7), ink, paper, 0.8)
    if buyer == 2:
        return path("M1.5-4.6a4.7 4.7 0 1 0 3.1 6.1 3.9 3.9 0 1 1-3.1-6.1z", ink)
    if buyer == 3:
        leaf = path("M0 5V.5M0-5C4.5-2.5 4.5 2 0 3.6-4.5 2-4.5-2.5 0-5z", ink, ink)
        return leaf + path("M0-3V3", stroke=paper, width=0.9)
    flame = "M.5-5c.6 2.6 3.7 3.6 3.7 6.6A4 4 0 0 1 0 5.2a4 4 0 0 1-4.2-3.9c0-1.9 1.2-2.7 1.7-4.3"
    return path(f"{flame}C-1.2-2.2-1-1.3-1-.8c1-1 1.6-2.4 1.5-4.2z", ink)


def _back() -> str:
    """A card from behind: a star of eight."""
    return (
        path(EDGE_OF_CARD, BACK, "#122a31")
        + path("M3.5 3.5h23v35h-23z", stroke=BACK_GOLD, width=0.8)
        + path("M9 15h12v12H9zM15 12.5l8.5 8.5-8.5 8.5L6.5 21z", BACK_GOLD)
        + path(disc(15, 21, 4), BACK)
    )


def _place() -> str:
    """An empty place for a buyer."""
    edge = "M4 1.5h22a2.5 2.5 0 0 1 2.5 2.5v34a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 38V4A2.5 2.5 0 0 1 4 1.5z"
    return path(edge, "var(--a-place)", PLACE_LINE, 1.5, 'stroke-dasharray="3 2.5"')


def _flag(buyer: int) -> str:
    """An area's colour of this year, on its pole."""
    robe, dark = ROBES[buyer], DARK_ROBES[buyer]
    return (
        path("M3 1v24", stroke=dark, width=2, more='stroke-linecap="round"')
        + path("M4 2h17.5l-3 7.5 3 7.5H4z", robe, dark)
        + f'<g transform="translate(11 9.5) scale(1.15)">{emblem(buyer, PARCHMENT, robe)}</g>'
    )


def _no_flag() -> str:
    pole = path("M3 1v24", stroke=PLACE_LINE, width=2, more='stroke-linecap="round"')
    return pole + path("M4 2h17.5l-3 7.5 3 7.5H4z", stroke=PLACE_LINE, more='stroke-dasharray="2.5 2"')


def _favour() -> str:
    """The Caliph's favour: a crown on a seal."""
    return (
        path(disc(16, 16, 14.5), "#7d1f3a", "#4a0f20")
        + path(disc(16, 16, 12), stroke=GOLD)
        + path("M9 21V13l3.5 3.5L16 10l3.5 6.5L23 13v8z", GOLD, GOLD_EDGE, 0.8)
        + path("M9 22.5h14", stroke=GOLD, width=1.8)
    )


def _coin() -> str:
    return (
        path(disc(10, 10, 9), GOLD, GOLD_EDGE)
        + path(disc(10, 10, 6), stroke=GOLD_EDGE, width=0.9)
        + path("M10 6.5l1 2.5 2.5 1-2.5 1-1 2.5-1-2.5-2.5-1 2.5-1z", GOLD_EDGE)
    )


def _star() -> str:
    """Prestige."""
    star = "M10 1l2.6 5.7 6.2.7-4.6 4.2 1.3 6.2L10 14.7l-5.5 3.1 1.3-6.2L1.2 7.4l6.2-.7z"
    return path(star, GOLD, GOLD_EDGE)
