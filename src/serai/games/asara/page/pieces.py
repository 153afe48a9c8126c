"""Tower pieces drawn: five materials with a texture each, gold, dark and lit windows.

A piece is 48 wide; a tower is its pieces one above the other, so each kind has a fixed height. Textures are strokes
within the body, not patterns, so that a page of many towers stays cheap to paint.
"""

from dataclasses import dataclass

from serai.games.asara.page.drawing import EDGE, SKIP, dots, path, shade, symbol
from serai.games.asara.rules.state import BASE, COLOURS, KINDS, LIT, MIDDLE, TOP, WINDOW

WIDTH = 48
HEIGHTS = {BASE: 20, MIDDLE: 16, WINDOW: 16, TOP: 28, LIT: 16}
GOLD, GOLD_EDGE = "#f2c14b", "#8a5b06"
NIGHT, GLOW = "#20222e", "#ffc93c"
MOST_PILED = 3  # equal pieces that are drawn one upon another


@dataclass(frozen=True)
class Material:
    """How a colour of towers looks."""

    body: str
    mark: str  # of its texture
    roof: str  # a closed path above y 22
    on_roof: str  # its texture there


CEDAR, JADE, CARNELIAN, BASALT, ALABASTER = range(5)
MATERIALS = (
    Material("#9c6535", "#6d421d", "M7 22 24 4l17 18z", "M18.5 12h11M14.5 16h19M11.5 19h25"),
    Material(
        "#5fae85",
        "#2f7a58",
        "M10 22C2 12 19 13 24 3c5 10 22 9 14 19z",
        "M24 9l3 4.5-3 4.5-3-4.5zM15.5 14l2.5 3-2.5 3-2.5-3zM32.5 14l2.5 3-2.5 3-2.5-3z",
    ),
    Material(
        "#c4483a",
        "#f3a78f",
        "M9 22v-5C9 9 19 9 24 3c5 6 15 6 15 14v5z",
        "M24 8.5h0M19 13h0M29 13h0M24 14h0M15 18h0M21 18.5h0M27 18.5h0M33 18h0",
    ),
    Material("#4a4c57", "#8b8f9e", "M7 22V7h7v5h6V7h8v5h6V7h7v15z", "M13.5 11v10M20 13v8M27 13v8M34 13v8"),
    Material("#f4ecdc", "#c0a98a", "M9 22a15 15 0 0 1 30 0z", "M16 20c1-5 4-6 6-9M27 20c1-4 3-5 4-8"),
)
STONE = Material("#d9bd8c", "#b08f5a", "M9 22 14 9h20l5 13z", "")  # no colour: stands for a kind of piece


def piece(kind: int, colour: int | None, gold: bool = False) -> str:
    """A piece, its upper left corner at the origin; without a colour of plain stone."""
    shape = {BASE: _base, MIDDLE: _middle, WINDOW: _window, TOP: _top, LIT: _lit}[kind]
    return shape(STONE if colour is None else MATERIALS[colour], colour, gold)


def symbols() -> str:
    """Every piece as a symbol: `asara-base-brown`, `asara-base-brown-gold`, `asara-lit-brown`, `asara-base-stone`."""
    found = []
    for kind, height in HEIGHTS.items():
        found.append(symbol(f"{KINDS[kind]}-stone", WIDTH, height, piece(kind, None)))
        for colour in range(5):
            found.append(symbol(name(kind, 2 * colour), WIDTH, height, piece(kind, colour)))
            if kind != LIT:
                found.append(symbol(name(kind, 2 * colour + 1), WIDTH, height, piece(kind, colour, True)))
    return "".join(found)


def name(kind: int, piece: int) -> str:
    """A piece's symbol; a piece is colour * 2, plus 1 with gold."""
    return f"{KINDS[kind]}-{COLOURS[piece // 2]}{'-gold' if piece % 2 and kind != LIT else ''}"


def icon(kind: int, piece: int, number: int = 1) -> str:
    """A piece by itself, or several equal ones piled up."""
    return icon_of(kind, name(kind, piece), number)


def icon_of(kind: int, symbol_name: str, number: int = 1) -> str:
    """A symbol of a piece, without the empty air beside a narrow one."""
    left, width = (0, WIDTH) if kind == BASE else (4, 40) if kind == TOP else (8, 32)
    behind = min(number, MOST_PILED) - 1
    uses = "".join(
        f'<use href="#asara-{symbol_name}" x="{3 * place}" y="{-4 * place}" width="{WIDTH}" height="{HEIGHTS[kind]}"/>'
        for place in range(behind, -1, -1)
    )
    box = f"{left} {-4 * behind} {width + 3 * behind} {HEIGHTS[kind] + 4 * behind}"
    pile = f" a-pile-{behind + 1}" if behind else ""
    return f'<svg class="a-piece a-{KINDS[kind]}{pile}" viewBox="{box}" {SKIP}>{uses}</svg>'


def texture(colour: int, x: float, y: float, width: float, height: float) -> str:
    """A material's strokes within a body: grain, diamonds, dots, columns, veins."""
    mark = MATERIALS[colour].mark
    if colour == CEDAR:
        grain = f"q{width / 4:g}-2 {width / 2 - 1:g} 0t{width / 2 - 1:g} 0"
        return path("".join(f"M{x + 1:g} {y + at:g}{grain}" for at in _steps(3.5, height, 4)), stroke=mark)
    if colour == JADE:
        middle = y + height / 2 - 4
        return path("".join(f"M{x + at:g} {middle:g}l3 4-3 4-3-4z" for at in _steps(5, width - 3, 7.6)), mark)
    if colour == CARNELIAN:
        rows = enumerate(_steps(3.6, height - 1, 4.4))
        places = [(at + row % 2 * 3.2, down) for row, down in rows for at in _steps(3.6, width - 5, 6.4)]
        return dots("".join(f"M{x + at:g} {y + down:g}h0" for at, down in places), mark, 2.4)
    if colour == BASALT:
        columns = "".join(f"M{x + at:g} {y + 1:g}v{height - 2:g}" for at in _steps(6, width - 2, 6.5))
        return path(columns, stroke=mark, width=1.3)
    vein = f"c1-{height / 2:g} 5-3 7-{height - 2:g}"
    veins = "".join(f"M{x + at:g} {y + height - 1:g}{vein}" for at in _steps(4, width - 8, 11))
    return path(veins, stroke=mark, width=1.2)


def _steps(first: float, last: float, by: float) -> list[float]:
    """Evenly spaced places up to a last one."""
    return [round(first + by * step, 1) for step in range(int((last - first) / by) + 1)]


def _block(material: Material, colour: int | None, x: float, y: float, width: float, height: float) -> str:
    """A block with its texture, light from the left."""
    marks = "" if colour is None else texture(colour, x, y, width, height)
    block = path(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z", material.body, EDGE)
    side = x + width * 0.76
    return block + marks + shade(f"M{side:g} {y:g}H{x + width:g}v{height:g}H{side:g}z", 0.2)


def _glint(x: float, y: float) -> str:
    """The sparkle that every gold piece has."""
    return path(f"M{x} {y - 5}l1.3 3.7 3.7 1.3-3.7 1.3-1.3 3.7-1.3-3.7-3.7-1.3 3.7-1.3z", "#fffbe6", GOLD_EDGE, 0.6)


def _gold(d: str) -> str:
    return path(d, GOLD, GOLD_EDGE, 0.8)


def _base(material: Material, colour: int | None, gold: bool) -> str:
    step = path("M1 14h46v5.5H1z", material.body, EDGE) + shade("M1.5 14.5h45v4.5h-45z", 0.12)
    door = path("M19 14V9a5 5 0 0 1 10 0v5z", "#2a1a10")
    if gold:
        door = _gold("M5 .5h38v3H5z") + _gold("M16 14V9.5a8 8 0 0 1 16 0V14z") + door + _glint(39, 8)
    return _block(material, colour, 4.5, 0.5, 39, 13.5) + step + door


def _middle(material: Material, colour: int | None, gold: bool) -> str:
    body = _block(material, colour, 8.5, 0.5, 31, 15)
    if not gold:
        return body
    beads = path("M12 8h24", stroke=GOLD_EDGE, more='stroke-dasharray="2 3"')
    return body + _gold("M8.5 5h31v6h-31z") + beads + _glint(36, 5.5)


def _window(material: Material, colour: int | None, gold: bool) -> str:
    frame, glint = path("M16 15V8a8 8 0 0 1 16 0v7z", material.body, EDGE, 0.8), ""
    if gold:
        frame, glint = _gold("M14.5 15.5V8a9.5 9.5 0 0 1 19 0v7.5z"), _glint(36, 5)
    shutter = path("M18 15V8a6 6 0 0 1 12 0v7z", NIGHT) + path(
        "M24 2v13M18 8.5h12M18 12h12", stroke="#5b617a", width=0.9
    )
    return _block(material, colour, 8.5, 0.5, 31, 15) + frame + shutter + glint


def _lit(material: Material, colour: int | None, gold: bool) -> str:
    """A lamp behind the window; it hides whatever gold is beneath (A23)."""
    halo = path("M12.5 15.5V9a11.5 9 0 0 1 23 0v6.5z", "#ffe9a3")
    pane = path("M17 15V8a7 7 0 0 1 14 0v7z", GLOW, "#9a5a00")
    flame = path("M24 4.5c3 3 3.5 5 3.5 6.5a3.5 3.5 0 0 1-7 0c0-1.5.5-3.5 3.5-6.5z", "#fffbe6", "#c46a00", 0.8)
    return _block(material, colour, 8.5, 0.5, 31, 15) + halo + pane + flame


def _top(material: Material, colour: int | None, gold: bool) -> str:
    finial = path("M24 .5v5", stroke=EDGE, width=1.6) if colour not in (BASALT, None) else ""
    roof = path(material.roof, material.body, EDGE, more='stroke-linejoin="round"')
    marks = "" if colour is None else _on_roof(colour)
    cornice = path("M5 22h38v5.5H5z", material.body, EDGE) + shade("M34 22.5h8.5v4.5H34z", 0.2)
    body = finial + roof + marks + cornice
    if not gold:
        return body
    return body + _gold("M5 22.5h38v4H5z") + _gold("M24 .5a3 3 0 0 1 0 6 3 3 0 0 1 0-6z") + _glint(35, 17)


def _on_roof(colour: int) -> str:
    """A material's texture on its own roof."""
    material = MATERIALS[colour]
    if colour == JADE:
        return path(material.on_roof, material.mark)
    if colour == CARNELIAN:
        return dots(material.on_roof, material.mark, 2.4)
    return path(material.on_roof, stroke=material.mark, width=1.2)
