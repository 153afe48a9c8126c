"""The diagram as SVG: one file without fonts, scripts or pictures, readable on light and dark pages."""

from itertools import pairwise
from xml.sax.saxutils import escape

from tests.architecture.layout import CHIP, HEAD, LINE, PAD, WIDTH, Arrow, Diagram, Package, Point

STYLE = """
  svg { --page: #fffaf0; --box: #f6eedf; --folder: #dcebec; --line: #cdb993; --ink: #2b1f15;
        --quiet: #66574a; --arrow: #0e5566; --up: #a0281b; }
  @media (prefers-color-scheme: dark) {
    svg { --page: #17120d; --box: #221b14; --folder: #1d3b41; --line: #57472f; --ink: #f3e9d8;
          --quiet: #c0b09a; --arrow: #72c5d3; --up: #ff9d8b; } }
  .page { fill: var(--page); }
  .box { fill: var(--box); stroke: var(--line); }
  .folder { fill: var(--folder); stroke: var(--arrow); }
  text { fill: var(--ink); font: 13px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
  .name { font-size: 16px; font-weight: 600; }
  .about { fill: var(--quiet); }
  .modules { fill: var(--quiet); }
  .part { text-anchor: middle; }
  .arrow, .inner, .up, .named { fill: none; stroke: var(--arrow); }
  .arrow { stroke-width: 2.2; }
  .inner { stroke-width: 1.4; }
  .up { stroke: var(--up); stroke-width: 1.3; stroke-dasharray: 5 3; }
  .named { stroke-width: 2.2; stroke-dasharray: 2 5; stroke-linecap: round; }
  .head { fill: var(--arrow); stroke: none; }
  .head.red { fill: var(--up); }"""


def svg(diagram: Diagram) -> str:
    """The whole picture."""
    height = diagram.height + 34
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" aria-labelledby="title">',
        '<title id="title">Serai: which package imports which, from the commands down to core</title>',
        f"<style>{STYLE}\n</style>",
        f'<rect class="page" width="{WIDTH}" height="{height:.0f}" rx="12"/>',
    ]
    for arrow in diagram.arrows:
        lines += _line(arrow.points, "arrow", 7)
    lines += _found_by_name(diagram) if diagram.has_games_by_name else []
    for package in diagram.packages:
        lines += _package(package)
    lines += _legend(diagram.height)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _package(package: Package) -> list[str]:
    lines = [
        f'<g transform="translate({package.x:.0f} {package.y:.0f})">',
        f'<rect class="box" width="{package.width:.0f}" height="{package.height:.0f}" rx="10"/>',
        f'<text class="name" x="18" y="27">serai.{package.name}'
        f'<tspan class="about" font-size="13" font-weight="400" dx="10">{escape(package.about)}</tspan></text>',
    ]
    for arrow in package.arrows:
        lines += _upward(arrow) if arrow.is_upward else _line(arrow.points, "inner", 4.5)
    for number, line in enumerate(package.lines):
        lines.append(f'<text class="modules" x="{PAD}" y="{HEAD + 14 + LINE * number}">{line}</text>')
    for box in package.folders:
        lines += [
            f'<rect class="folder" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{CHIP}" rx="6"/>',
            f'<text class="part" x="{box.middle:.1f}" y="{box.y + 17.5:.1f}">{box.name}</text>',
        ]
    return [*lines, "</g>"]


def _line(points: list[Point], kind: str, size: float) -> list[str]:
    """A line down through points, bent softly where it goes aside, with its head at the end."""
    (x, y), *rest = points
    path = f"M{x:.1f} {y:.1f}"
    *passed, (end, bottom) = [*rest[:-1], (rest[-1][0], rest[-1][1] - size)]
    for (x1, y1), (x2, y2) in pairwise([(x, y), *passed, (end, bottom)]):
        if kind == "arrow" or x1 == x2:
            path += f"L{x2:.1f} {y2:.1f}"
        else:
            half = (y1 + y2) / 2
            path += f"C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
    return [f'<path class="{kind}" stroke-linejoin="round" d="{path}"/>', _head(end, bottom + size, size)]


def _head(x: float, y: float, size: float, kind: str = "head") -> str:
    return f'<path class="{kind}" d="M{x:.1f} {y:.1f}l{-size * 0.7:.1f} {-size * 1.4:.1f}h{size * 1.4:.1f}z"/>'


def _upward(arrow: Arrow) -> list[str]:
    """An import against the order, around the right of what stands in between."""
    (x1, y1), (x2, y2) = arrow.points
    x = max(x1, x2) + 14 + (y1 - y2) / 6
    path = f"M{x1:.1f} {y1:.1f}C{x:.1f} {y1:.1f} {x:.1f} {y2:.1f} {x2 + 6:.1f} {y2:.1f}"
    return [f'<path class="up" d="{path}"/>', f'<path class="head red" d="M{x2:.1f} {y2:.1f}l7.5 -3.8v7.6z"/>']


def _found_by_name(diagram: Diagram) -> list[str]:
    """The dotted line from core to the games, which it finds by their folders' names."""
    core, games = (next(box for box in diagram.packages if box.name == name) for name in ("core", "games"))
    x = games.x + games.width - 3 * PAD
    return [
        f'<path class="named" d="M{x:.1f} {core.y:.1f}V{games.y + games.height + 11:.1f}"/>',
        f'<path class="head" d="M{x:.1f} {games.y + games.height:.1f}l-4.9 9.8h9.8z"/>',
    ]


def _legend(y: float) -> list[str]:
    """What the lines mean."""
    return [
        f'<g transform="translate(30 {y:.0f})">',
        '<path class="arrow" d="M0 0h34"/><text x="42" y="4.5">imports</text>',
        '<path class="up" d="M120 0h34"/><text x="162" y="4.5">imports upwards, within a package</text>',
        '<path class="named" d="M410 0h34"/><text x="452" y="4.5">finds by name when it runs</text>',
        '<text class="about" x="660" y="4.5">Arrows that another way replaces are left out.</text>',
        "</g>",
    ]
