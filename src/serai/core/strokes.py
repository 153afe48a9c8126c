"""Letters and digits as strokes, so that a picture can be read where no fonts are installed.

Capitals are ten units high and stand for small letters too; accents are left out, and what has no glyph is a box.
"""

import unicodedata

HEIGHT = 10  # units of a glyph
BETWEEN = 2.4  # units from one glyph to the next
THICK = 1.5  # units

GLYPHS = {  # width, path
    "0": (6, "M3 0C1 0 0 2 0 5s1 5 3 5 3-2 3-5-1-5-3-5z"),
    "1": (3, "M0 2.4 2.6 0v10"),
    "2": (6, "M.2 2.6C.4 1 1.5 0 3 0c1.7 0 2.9 1.1 2.9 2.7C5.9 4.6 4 6 .1 10H6"),
    "3": (
        6,
        "M.3 1.6C.9.6 1.8 0 3 0c1.6 0 2.8 1 2.8 2.4S4.6 4.8 2.4 4.8C4.6 4.8 6 5.8 6 7.4"
        "S4.7 10 3 10C1.6 10 .5 9.3 0 8.2",
    ),
    "4": (6, "M4.6 10V0L0 7h6"),
    "5": (6, "M5.5 0H1L.5 4.6C1.2 4 2 3.8 2.9 3.8 4.8 3.8 6 5 6 6.8S4.7 10 2.9 10C1.6 10 .6 9.4 0 8.4"),
    "6": (6, "M5.3 1C4.7.4 4 0 3.2 0 1.2 0 0 2.2 0 5.6 0 8.4 1.2 10 3 10s3-1.4 3-3.1-1.2-3-2.9-3C1.5 3.9.3 5 .1 6.6"),
    "7": (6, "M0 0h6L2.2 10"),
    "8": (
        6,
        "M3 4.7C1.5 4.7.4 3.8.4 2.4S1.5 0 3 0s2.6 1 2.6 2.4S4.5 4.7 3 4.7C1.3 4.7 0 5.7 0 7.3S1.3 10 3 10s3-1.1 3-2.7"
        "S4.7 4.7 3 4.7z",
    ),
    "9": (6, "M.7 9c.6.6 1.3 1 2.1 1C4.8 10 6 7.8 6 4.4 6 1.6 4.8 0 3 0S0 1.4 0 3.1s1.2 3 2.9 3C4.5 6.1 5.7 5 5.9 3.4"),
    "A": (6.4, "M0 10 3.2 0l3.2 10M1.2 6.6h4"),
    "B": (6, "M0 4.8h3C5 4.8 6 5.8 6 7.4S5 10 3 10H0V0h2.8c1.7 0 2.7.9 2.7 2.4S4.5 4.8 2.8 4.8"),
    "C": (6.2, "M6.2 2C5.6.7 4.6 0 3.4 0 1.3 0 0 2 0 5s1.3 5 3.4 5c1.2 0 2.2-.7 2.8-2"),
    "D": (6.3, "M0 0v10h2.4C5 10 6.3 8.2 6.3 5S5 0 2.4 0z"),
    "E": (5.4, "M5.2 0H0v10h5.4M0 4.8h4.4"),
    "F": (5.2, "M5.2 0H0v10M0 4.8h4.4"),
    "G": (6.4, "M6.2 2C5.6.7 4.6 0 3.4 0 1.3 0 0 2 0 5s1.3 5 3.4 5c1.9 0 3-1.2 3-4.4H3.8"),
    "H": (6, "M0 0v10M6 0v10M0 4.8h6"),
    "I": (0.4, "M.2 0v10"),
    "J": (4, "M4 0v7c0 2-.7 3-2 3C.9 10 .2 9.4 0 8.4"),
    "K": (5.8, "M0 0v10M5.4 0 0 6M2.2 3.8 5.8 10"),
    "L": (5, "M0 0v10h5"),
    "M": (7.4, "M0 10V0l3.7 6L7.4 0v10"),
    "N": (6, "M0 10V0l6 10V0"),
    "O": (6.8, "M3.4 0C1.3 0 0 2 0 5s1.3 5 3.4 5 3.4-2 3.4-5-1.3-5-3.4-5z"),
    "P": (5.8, "M0 10V0h2.8c1.9 0 3 1.1 3 2.9s-1.1 2.9-3 2.9H0"),
    "Q": (6.8, "M3.4 0C1.3 0 0 2 0 5s1.3 5 3.4 5 3.4-2 3.4-5-1.3-5-3.4-5zM4.2 7.4l2.6 3"),
    "R": (5.8, "M0 10V0h2.8c1.9 0 3 1.1 3 2.9s-1.1 2.9-3 2.9H0M3 5.8 5.8 10"),
    "S": (6, "M5.6 1.6C5 .6 4.1 0 2.9 0 1.3 0 .2 1 .2 2.4c0 3.4 5.8 1.6 5.8 5C6 9 4.8 10 3.1 10 1.7 10 .6 9.4 0 8.2"),
    "T": (6, "M0 0h6M3 0v10"),
    "U": (6, "M0 0v6.6C0 8.8 1.2 10 3 10s3-1.2 3-3.4V0"),
    "V": (6.4, "M0 0l3.2 10L6.4 0"),
    "W": (8.8, "M0 0l2.2 10L4.4 1.5 6.6 10 8.8 0"),
    "X": (5.8, "M0 0l5.8 10M5.8 0 0 10"),
    "Y": (6.2, "M0 0l3.1 5v5M6.2 0 3.1 5"),
    "Z": (5.8, "M0 0h5.8L0 10h5.8"),
    " ": (2, ""),
    "_": (5, "M0 10.4h5"),
    "-": (4, "M0 5.2h4"),
    "+": (5, "M0 5.2h5M2.5 2.7v5"),
    "/": (3.6, "M0 10 3.6 0"),
    ".": (0.4, "M.2 10h0"),
    ":": (0.4, "M.2 3h0M.2 9h0"),
    "'": (0.4, "M.2 0v2.4"),
    "×": (4, "M0 3.4l4 4M4 3.4l-4 4"),
}
BOX = (5.6, "M0 0h5.6v10H0z")
ALIKE = str.maketrans({"–": "-", "—": "-", "\N{MINUS SIGN}": "-", "’": "'"})


def write(text: str, x: float, y: float, height: float, colour: str, align: float = 0, most: float = 0) -> str:
    """A line of text whose upper left corner is at x and y; `align` 0.5 centres it there, 1 ends it there.

    What would be wider than `most` is cut off, with a dot for what is missing.
    """
    scale = height / HEIGHT
    line = _within(_plain(text), most / scale) if most else _plain(text)
    left, drawn = 0.0, []
    for letter in line:
        wide, path = GLYPHS.get(letter, BOX)
        drawn.append(f'<path d="{path}" transform="translate({left:g})"/>' if path else "")
        left += wide + BETWEEN
    where = f"translate({x - align * (left - BETWEEN) * scale:.2f} {y:.2f}) scale({scale:.3f})"
    look = f'fill="none" stroke="{colour}" stroke-width="{THICK}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="{where}" {look}>{"".join(drawn)}</g>' if drawn else ""


def width(text: str, height: float) -> float:
    """How wide a line of text is."""
    return _units(_plain(text)) * height / HEIGHT


def _plain(text: str) -> str:
    """In the letters that there are, as far as they are known."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return bare.translate(ALIKE).upper()


def _units(line: str) -> float:
    return sum(GLYPHS.get(letter, BOX)[0] + BETWEEN for letter in line) - BETWEEN if line else 0.0


def _within(line: str, most: float) -> str:
    """A line that is no wider than that."""
    if _units(line) <= most:
        return line
    while line and _units(f"{line}.") > most:
        line = line[:-1]
    return f"{line.rstrip()}."
