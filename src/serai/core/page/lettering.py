"""Lines of text in a picture, in the pages' face: where they stand, how wide they are, and what of them fits.

The face comes with set-up, as one file with Latin, Greek and Cyrillic letters. resvg draws with it, and with no font of
the system, so that a picture has the same pixels everywhere; Pillow measures with it. What the face lacks is a box.
"""

import unicodedata
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from serai.core.errors import BadOptions

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONT = Path(__file__).parents[1] / "fonts" / "source-sans-3-600.ttf"
FAMILY = "Source Sans 3"
LOOK = f'font-family="\'{FAMILY}\', sans-serif" font-weight="600"'  # of a whole picture
CAPITAL = 0.66  # of the face's size is the height of its capitals
UNITS = 1000  # the size at which lines are measured
CUT = "…"


def font() -> Path:
    """The face's file; BadOptions where set-up has not brought it."""
    if not FONT.is_file():
        raise BadOptions(f"pictures need the font {FONT.name}, which `make setup` fetches (python -m serai.web.assets)")
    return FONT


def write(text: str, x: float, y: float, height: float, colour: str, align: float = 0, most: float = 0) -> str:
    """A line of text whose upper left corner is at x and y, with capitals of a height.

    `align` 0.5 centres it there, 1 ends it there. What would be wider than `most` is cut off, which three dots tell.
    """
    line = _within(_plain(text), height, most) if most else _plain(text)
    anchor = {0: "", 0.5: ' text-anchor="middle"', 1: ' text-anchor="end"'}[align]
    where = f'x="{x:.2f}" y="{y + height:.2f}" font-size="{height / CAPITAL:.3f}"'
    return f'<text {where}{anchor} fill="{colour}">{escape(line)}</text>' if line else ""


def width(text: str, height: float) -> float:
    """How wide a line of text is."""
    return _wide(_plain(text), height)


def _plain(text: str) -> str:
    """Without what can't be seen, which XML may not hold either."""
    shown = unicodedata.normalize("NFC", text)
    return "".join(letter if letter.isprintable() else " " for letter in shown).strip()


def _within(line: str, height: float, most: float) -> str:
    """A line that is no wider than that."""
    if _wide(line, height) <= most:
        return line
    while line and _wide(f"{line}{CUT}", height) > most:
        line = line[:-1]
    return f"{line.rstrip()}{CUT}"


def _wide(line: str, height: float) -> float:
    return _face().getlength(line) / UNITS * height / CAPITAL


@cache
def _face() -> "FreeTypeFont":
    try:
        from PIL import ImageFont
    except ImportError:
        raise BadOptions("pictures need Pillow, which is not installed (pip install 'serai[research]')") from None
    return ImageFont.truetype(font(), UNITS, layout_engine=ImageFont.Layout.BASIC)
