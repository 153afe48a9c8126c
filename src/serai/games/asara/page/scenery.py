"""The picture for the lobby: towers of the five materials at dusk."""

from functools import cache

from markupsafe import Markup

from serai.games.asara.page.drawing import SKIP, dots, path
from serai.games.asara.page.pieces import ALABASTER, BASALT, CARNELIAN, CEDAR, HEIGHTS, JADE, piece
from serai.games.asara.rules.state import BASE, LIT, MIDDLE, TOP, WINDOW

SKYLINE = (
    # x, scale, material, storeys from below, gold base, gold top
    (10, 1.0, BASALT, "mwlm", False, True),
    (62, 1.15, JADE, "lMw", True, False),
    (122, 1.25, ALABASTER, "mlwlm", False, True),
    (192, 1.2, CARNELIAN, "mlWl", False, False),
    (256, 1.1, CEDAR, "wl", True, True),
)
STOREYS = {"m": (MIDDLE, False), "M": (MIDDLE, True), "w": (WINDOW, False), "W": (WINDOW, True), "l": (LIT, False)}
EVENING = ("#2b2350", "#4b2f63", "#7c3f6b", "#b8596a", "#e2855f", "#f4b56a")
STARLIGHT = "#fff3cf"
GROUND = 170


@cache
def dusk() -> Markup:
    """Five towers against the evening sky."""
    sky = "".join(path(f"M0 {28 * band}h320v40H0z", colour) for band, colour in enumerate(EVENING))
    stars = "M30 18h0M96 34h0M52 52h0M214 20h0M286 40h0M260 62h0M110 12h0M300 12h0"
    town = "h30v-12h14v-8l8-8 8 8v20h40v-16h22v16h34v-22l10-9 10 9v22h46v-14h26v14h28v-20h18v20h26v28H0z"
    scene = (
        sky
        + dots(stars, STARLIGHT, 2)
        + path("M76 16a15 15 0 1 0 12 24 12.5 12.5 0 1 1-12-24z", STARLIGHT)
        + path("M0 140q40-26 84-8t86-12 82 6 68-10v64H0z", "#8a4a5c")
        + path(f"M0 152{town}", "#5c3350")
        + path(f"M0 {GROUND - 4}h320v20H0z", "#2e1c33")
        + "".join(_tower(*each) for each in SKYLINE)
    )
    box = 'viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice"'
    return Markup(f'<svg class="asara-picture" {box} {SKIP}>{scene}</svg>')


def _tower(x: int, scale: float, colour: int, storeys: str, gold_base: bool, gold_top: bool) -> str:
    """A tower that stands on the ground, its pieces drawn one above the other."""
    whole = HEIGHTS[TOP] + HEIGHTS[MIDDLE] * len(storeys) + HEIGHTS[BASE]
    drawn = [_at(whole - HEIGHTS[BASE], piece(BASE, colour, gold_base))]
    for number, letter in enumerate(storeys, 1):
        kind, gold = STOREYS[letter]
        drawn.append(_at(whole - HEIGHTS[BASE] - number * HEIGHTS[MIDDLE], piece(kind, colour, gold)))
    drawn.append(_at(0, piece(TOP, colour, gold_top)))
    where = f"translate({x} {GROUND - whole * scale:g}) scale({scale:g})"
    return f'<g transform="{where}">{"".join(drawn)}</g>'


def _at(y: float, body: str) -> str:
    return f'<g transform="translate(0 {y:g})">{body}</g>'
