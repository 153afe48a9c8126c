"""A position as one picture: what every game's `sketch` shares, from the colours of style sheets to whole documents.

Style sheets are for browsers; here their colours by day are read out and written into the drawing, so that a picture
looks like the table wherever it is shown.
"""

import re

from serai.core.page.lettering import LOOK, write

SIZE = (960, 720)
SEATS = ("#1d5a9c", "#a12f4c", "#4d7019", "#9a5700", "#70479a")  # the seats' colours at a table, by day
SIGNS = (  # and their shapes, in a box of 20 around the origin
    '<circle r="6.6"/>',
    '<path d="M0-7.6 7.4 5.6H-7.4z"/>',
    '<path d="M-6-6H6V6H-6z"/>',
    '<path d="M0-8 7 0 0 8-7 0z"/>',
    '<path d="M0-8.4 2.2-2.7 8.2-2.5 3.5 1.2 5.1 7 0 3.7-5.1 7-3.5 1.2-8.2-2.5-2.2-2.7z"/>',
)
PAPER, CARD, INK, QUIET, LINE, GLOW = "#f6eedf", "#fffaf0", "#2b1f15", "#66574a", "#dccbaf", "#d18a00"
PAINTS = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")


def colours(sheet: str) -> dict[str, str]:
    """The values that a style sheet names; of several the first, which is the one by day."""
    named = re.findall(r"(--[\w-]+):\s*([^;]+);", sheet)
    return dict(reversed(named))


def paints(sheet: str) -> str:
    """Those rules of a style sheet for single classes that say how a shape is painted, without anything else."""
    kept = []
    for selectors, body in re.findall(r"^(\.[\w., \n-]+?)\s*\{([^{}]*)\}", sheet, re.MULTILINE):
        said = [each.strip() for each in body.split(";") if each.partition(":")[0].strip() in PAINTS]
        if said and not re.search(r"[\w-]\s+\.", selectors.replace(",", "\0")):
            kept.append(f"{selectors}{{{';'.join(said)}}}")
    return "".join(kept).replace("currentcolor", "currentColor")  # not every program knows it in small letters


def coloured(drawing: str, named: dict[str, str]) -> str:
    """A drawing whose named colours are written out, those that are called by another name too."""
    found = re.sub(r"var\((--[\w-]+)(?:, ([^()]+))?\)", lambda name: named.get(name[1], name[2] or "none"), drawing)
    return found if found == drawing else coloured(found, named)


def document(body: str, defs: str = "", style: str = "") -> str:
    """One whole SVG, on paper."""
    wide, high = SIZE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    sheet = f"<style>{style}</style>" if style else ""
    return f'{head} color="{INK}" {LOOK}>{sheet}<defs>{defs}</defs>{box(0, 0, wide, high, PAPER)}{body}</svg>'


def box(
    x: float, y: float, wide: float, high: float, fill: str, line: str = "", round: float = 0, thick: float = 1
) -> str:
    """A rectangle."""
    edge = f' stroke="{line}" stroke-width="{thick:g}"' if line else ""
    corner = f' rx="{round:g}"' if round else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"{corner} fill="{fill}"{edge}/>'


def use(name: str, x: float, y: float, wide: float, high: float, more: str = "") -> str:
    """One of the symbols, within a rectangle."""
    return f'<use href="#{name}" x="{x:.4g}" y="{y:.4g}" width="{wide:.4g}" height="{high:.4g}"{more}/>'


def sign(seat: int, x: float, y: float, size: float, fill: str = "") -> str:
    """A seat's sign around a point, in its colour."""
    scale = size / 18
    return (
        f'<g transform="translate({x:.4g} {y:.4g}) scale({scale:.3f})" fill="{fill or SEATS[seat]}">{SIGNS[seat]}</g>'
    )


def counted(name: str, number: object, x: float, y: float, size: float, ink: str = INK) -> str:
    """A symbol with a number to its right, both centred on a height."""
    return use(name, x, y - size / 2, size, size) + write(str(number), x + size + 4, y - size * 0.31, size * 0.62, ink)
