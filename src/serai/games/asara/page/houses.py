"""The areas as buildings: a small drawing for each place of the board, the crane in the circle, stacks, signs."""

from serai.games.asara.page.drawing import EDGE, disc, path, symbol
from serai.games.asara.page.figures import PARCHMENT, ROBES
from serai.games.asara.page.pieces import GLOW, GOLD, GOLD_EDGE

WALL, SHADOW, DARK, WOOD = "#e3c592", "#bf9a62", "#3a2716", "#7a4a22"


def symbols() -> str:
    """Every building in a box of 56 by 42, and what else stands on the board."""
    buildings = {
        "bank": _bank(),
        "house": _coloured_house(),
        "spies": _spies(),
        "favour": _palace(),
        "tent": _tent(),
        "lit": _lit_house(),
    }
    return "".join(
        [
            *(symbol(f"at-{name}", 56, 42, body) for name, body in buildings.items()),
            symbol("crane", 80, 80, _crane()),
            symbol("stack", 24, 22, _stack()),
            symbol(
                "highest", 48, 28, _little_tower(19, 27) + path("M12 26V4M7.5 10 12 4l4.5 6", stroke=EDGE, width=2.4)
            ),
            symbol("most", 48, 28, _little_tower(3, 19) + _little_tower(18, 24) + _little_tower(33, 16)),
        ]
    )


def _bank() -> str:
    """A dome over coins."""
    return (
        path("M8 40V20h40v20z", WALL, EDGE)
        + path("M38 20.5h9.5V40H38z", SHADOW)
        + path("M12 20a16 15 0 0 1 32 0z", "#3f8f9b", EDGE)
        + path("M28 1v5", stroke=EDGE, width=1.5)
        + path("M23 40V30a5 5 0 0 1 10 0v10z", DARK)
        + path(disc(16, 29.5, 4) + disc(41, 29.5, 4), GOLD, GOLD_EDGE)
        + path("M2 40c0-4 8-4 8 0zM46 40c0-5 9-5 9 0z", GOLD, GOLD_EDGE, 0.8)
    )


def _coloured_house() -> str:
    """Walls in the five colours of the buyers."""
    stripes = "".join(path(f"M{10.5 + 7 * place} 14.5h7V40h-7z", robe) for place, robe in enumerate(ROBES))
    walls = path("M10 40V14h36v26z", WALL, EDGE)
    roof = path("M7 14h42l-5-8H12z", SHADOW, EDGE)
    return walls + stripes + roof + path("M22 40V28a6 6 0 0 1 12 0v12z", DARK, PARCHMENT)


def _spies() -> str:
    """An eye in the gable."""
    return (
        path("M12 40V12l16-10 16 10v28z", "#8d86a8", EDGE)
        + path("M34 6l9.5 6v28H34z", "#6c6588")
        + path("M15 23c6-9 20-9 26 0-6 9-20 9-26 0z", PARCHMENT, "#2b2540")
        + path(disc(28, 23, 5.5), "#2b2540")
        + path(disc(26, 22, 2), PARCHMENT)
        + path("M25 40v-4a3 3 0 0 1 6 0v4z", "#2b2540")
    )


def _palace() -> str:
    """The Caliph's, with three domes."""
    return (
        path("M4 40V24h48v16z", WALL, EDGE)
        + path("M15 40V18h26v22z", "#f0d9ac", EDGE)
        + path("M17 18c-6-7 8-7 11-15 3 8 17 8 11 15z", "#a32c4e", EDGE)
        + path("M4 24c0-5 9-5 9 0zM43 24c0-5 9-5 9 0z", "#a32c4e", EDGE)
        + path("M22 40V30c0-4 4-5 6-8 2 3 6 4 6 8v10zM7 32h4v8H7zM45 32h4v8h-4z", DARK)
        + path("M28 .5v3", stroke=GOLD, width=2)
    )


def _tent() -> str:
    return (
        path("M28 5 53 40H3z", PARCHMENT)
        + path("M28 5 13 40H3zM28 5l15 35h10z", "#2f8f83")
        + path("M28 12 21 40h14z", DARK)
        + path("M28 5 53 40H3z", stroke=EDGE)
        + path("M28 5V1", stroke=EDGE, width=1.5)
        + path("M28 1l7 2-7 2z", ROBES[4])
    )


def _lit_house() -> str:
    """A house at night, somebody behind every window."""
    window = "v-5a4 4 0 0 1 8 0v5z"
    lights = "".join(f"M{x} {y}{window}" for x, y in ((13, 26), (24, 26), (35, 26), (13, 38), (35, 38)))
    return (
        path("M9 40V12h38v28z", "#7c6a8e", EDGE)
        + path("M36 12h10.5v28H36z", "#5f4f70")
        + path("M6 12h44l-6-8H12z", "#4c3d5c", EDGE)
        + path(lights, GLOW, "#fff1bf")
        + path("M24 40v-7a4 4 0 0 1 8 0v7z", "#2b2033")
    )


def _crane() -> str:
    """A tower going up, in a box of 80."""
    return (
        path("M12 74h56", stroke=EDGE, width=2, more='stroke-linecap="round"')
        + path("M20 73V62h26v11z", SHADOW, EDGE)
        + path("M23 62V36h20v26zM23 48h20", WALL, EDGE)
        + path("M37 36.5h5.5v25H37z", SHADOW)
        + path("M29 61.5V56a4 4 0 0 1 8 0v5.5z", DARK)
        + path("M58 73 54 14 24 20M54 14l6 10", stroke=WOOD, width=3, more='stroke-linecap="round"')
        + path("M30 19v8", stroke=EDGE, width=1.2)
        + path("M24 27h12v6H24z", "#c4483a", EDGE)
        + path("M50 73h16l-3-6H53z", WOOD, EDGE)
    )


def _stack() -> str:
    """Pieces face down, one upon another."""
    blocks = ((3, 15), (4, 9.5), (2.5, 4))
    return "".join(path(f"M{x:g} {y:g}h17v5h-17z", "#b9966a", EDGE, 0.9) for x, y in blocks)


def _little_tower(x: int, height: int) -> str:
    """A tower of plain stone, a sign only."""
    top = 28 - height
    walls = path(f"M{x} 27.5V{top + 6}l6-6 6 6v{height - 6.5}z", "#d9bd8c", EDGE)
    return walls + path(f"M{x + 4.5} {top + 12}v-2a1.5 1.5 0 0 1 3 0v2z", "#33210f")
