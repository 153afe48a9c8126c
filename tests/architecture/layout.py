"""Where everything stands in the diagram: folders in their package, packages in their layers, arrows between them."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations, product

from tests.architecture.imports import Edge, Modules, in_order, layers, levels, reduced

WIDTH = 1160
MARGIN = 30
GUTTER = 52  # between two layers, for the arrows
APART = 16  # between the lines of two arrows
CHIP = 26  # how high a folder is
ROW = 54  # from one row of folders to the next
LINE = 20  # from one line of modules to the next
LETTER = 6.7  # how wide a letter is, about
HEAD = 42  # a package's name
WIDE = 640  # a package that all others stand on, or that stands on all others
PAD = 18

ABOUT = {  # what a package is for, in a few words
    "arena": "tournaments and ratings",
    "bots": "levels, time, advice, programs",
    "cli": "the serai command",
    "core": "what a game is, and no game in particular",
    "games": "one folder for each game, built alike",
    "lab": "the balance lab",
    "research": "the games for programs that learn",
    "store": "SQLite and PostgreSQL",
    "tables": "seats, turns, clocks, saving",
    "web": "pages, HTTP, streams",
}

Point = tuple[float, float]


@dataclass
class Box:
    """A folder or a package: its name, how large it is, and its left upper corner."""

    name: str
    width: float
    height: float
    x: float = 0
    y: float = 0

    @property
    def middle(self) -> float:
        """From left to right."""
        return self.x + self.width / 2


@dataclass
class Arrow:
    """A line through some points; downwards, or upwards where an import goes against the order."""

    ends: Edge
    points: list[Point]
    is_upward: bool = False


@dataclass
class Package(Box):
    """A package with its folders, the arrows among them and lines of modules, in its own coordinates."""

    about: str = ""
    lines: list[str] = field(default_factory=list)
    folders: list[Box] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


@dataclass
class Diagram:
    """Everything in its place."""

    packages: list[Package]
    arrows: list[Arrow]
    height: float
    has_games_by_name: bool  # core finds games by their folders' names when it runs


def inside(name: str, modules: Modules) -> Package:
    """A package with its modules at the left and its folders in rows: each imports only from rows below it, but for
    arrows that are called upward.
    """
    names, others = modules.parts(name)
    is_alone = [name] in layers()
    long = 26 if names else 36
    lines = textwrap.wrap(" · ".join(others).replace(" ·", "\u00a0·"), 56 if is_alone else long)
    column = PAD + LETTER * max(map(len, lines), default=0)
    head = 10 * len(f"serai.{name}") + 7 * len(ABOUT[name])
    package = Package(name, 2 * PAD + head, HEAD + LINE * len(lines), about=ABOUT[name], lines=lines)
    if names:
        package.folders, package.arrows = _graph(names, modules.weights(name), column)
        right = max(folder.x + folder.width for folder in package.folders)
        right += 44 if any(arrow.is_upward for arrow in package.arrows) else 0
        package.width = max(package.width, right + PAD)
        package.height = max(package.height, max(folder.y for folder in package.folders) + CHIP)
    package.width = max(package.width, column + PAD, WIDE if is_alone and lines else 0)
    package.height += PAD
    if names:
        aside = (package.width - PAD - right) / 2
        for folder in package.folders:
            folder.x += aside
        for arrow in package.arrows:
            arrow.points = [(x + aside, y) for x, y in arrow.points]
    return package


def _graph(names: list[str], weights: dict[Edge, int], left: float) -> tuple[list[Box], list[Arrow]]:
    """Folders in rows, right of a line, and the arrows among them."""
    order = in_order(names, weights)
    place = {folder: number for number, folder in enumerate(order)}
    downward = {edge for edge in weights if place[edge[0]] < place[edge[1]]}
    row_of = levels(order, downward) if weights else place
    folders = {folder: Box(folder, LETTER * len(folder) + 24, CHIP) for folder in order}
    rows: list[list[Box]] = [[] for _ in range(max(row_of.values()) + 1)]
    for folder in order:
        rows[row_of[folder]].append(folders[folder])
    ways = {edge: _way(edge, row_of, rows, folders) for edge in reduced(downward)}
    joined = [pair for way in ways.values() for pair in pairwise(way)]
    _sort(rows, joined)
    _spread(rows, left + PAD, joined)
    arrows = [Arrow(edge, _through(way)) for edge, way in ways.items()]
    for a, b in sorted(weights.keys() - downward):
        start, end = folders[a], folders[b]
        points = [(start.x + start.width, start.y + CHIP / 2), (end.x + end.width, end.y + CHIP / 2)]
        arrows.append(Arrow((a, b), points, True))
    return list(folders.values()), arrows


def _way(edge: Edge, row_of: dict[str, int], rows: list[list[Box]], folders: dict[str, Box]) -> list[Box]:
    """The folders that an arrow joins, with narrow gaps in the rows that it passes."""
    a, b = edge
    gaps = [Box("", 6, CHIP) for _ in range(row_of[a] + 1, row_of[b])]
    for number, gap in enumerate(gaps, row_of[a] + 1):
        rows[number].append(gap)
    return [folders[a], *gaps, folders[b]]


def _sort(rows: list[list[Box]], joined: list[tuple[Box, Box]]) -> None:
    """Put the boxes of each row in an order in which few arrows cross."""
    for sweep in range(12):
        place = {id(box): number / max(len(row) - 1, 1) for row in rows for number, box in enumerate(row)}
        near: dict[int, list[float]] = {}
        for upper, lower in joined:
            mine, other = (lower, upper) if sweep % 2 == 0 else (upper, lower)
            near.setdefault(id(mine), []).append(place[id(other)])
        for row in rows:
            row.sort(key=lambda box: sum(near.get(id(box), [place[id(box)]])) / len(near.get(id(box), [0])))


def _spread(rows: list[list[Box]], left: float, joined: list[tuple[Box, Box]]) -> None:
    """Give every box its place: each near to what it is joined to, none upon another."""
    width = max(sum(box.width + 14 for box in row) - 14 for row in rows)
    for number, row in enumerate(rows):
        space = (width - sum(box.width for box in row)) / (len(row) + 1)
        x = left + space
        for box in row:
            box.x, box.y = x, HEAD + ROW * number
            x += box.width + space
    for _ in range(30):
        for row in rows:
            for box in row:
                others = [b.middle if a is box else a.middle for a, b in joined if box is a or box is b]
                if others:
                    box.x += (sum(others) / len(others) - box.middle) * 0.5
            _part(row, left, left + width)


def _part(row: list[Box], left: float, right: float) -> None:
    """Move boxes of a row apart that touch, within the package."""
    for box in row:
        box.x = max(box.x, left)
        left = box.x + box.width + 12
    for box in reversed(row):
        box.x = min(box.x, right - box.width)
        right = box.x - 12


def _through(way: Sequence[Box]) -> list[Point]:
    """From the lower edge of the first to the upper edge of the last, through the gaps in between."""
    first, *gaps, last = way
    found: list[Point] = [(first.middle, first.y + CHIP)]
    for gap in gaps:
        found += [(gap.middle, gap.y), (gap.middle, gap.y + CHIP)]
    return [*found, (last.middle, last.y)]


def diagram(modules: Modules) -> Diagram:
    """The packages in their layers, from left to right so that arrows are short and few cross."""
    packages = {name: inside(name, modules) for layer in layers() for name in layer}
    arrows = reduced(modules.packages)
    choices = product(*(permutations(layer) for layer in layers()))
    best = min(choices, key=lambda rows: _cost(_routed([[packages[name] for name in row] for row in rows], arrows)[0]))
    routed, height = _routed([[packages[name] for name in row] for row in best], arrows)
    by_name = any(modules.package(name) == "core" for name in modules.finds_games)
    return Diagram([packages[name] for row in best for name in row], routed, height, by_name)


def _cost(arrows: list[Arrow]) -> float:
    """How far arrows go sideways, and how often one crosses another."""
    lines = [list(pairwise(arrow.points)) for arrow in arrows]
    across = [(n, *sorted((a[0], b[0])), a[1]) for n, line in enumerate(lines) for a, b in line if a[0] != b[0]]
    down = [(n, *sorted((a[1], b[1])), a[0]) for n, line in enumerate(lines) for a, b in line if a[0] == b[0]]
    crossings = sum(
        n != m and left < x < right and top < y < bottom for n, left, right, y in across for m, top, bottom, x in down
    )
    return sum(right - left for _, left, right, _ in across) + 300 * crossings


def _routed(rows: list[list[Package]], edges: list[Edge]) -> tuple[list[Arrow], float]:
    """Place packages and lead the arrows between them, straight down where there is room."""
    height: float = MARGIN
    for row in rows:
        tall = max(box.height for box in row)
        space = (WIDTH - 2 * MARGIN - sum(box.width for box in row)) / (len(row) + 1)
        x = MARGIN + space
        for box in row:
            box.x, box.y, box.height = x, height, tall
            x += box.width + space
        height += tall + GUTTER
    layer = {box.name: number for number, row in enumerate(rows) for box in row}
    boxes = {box.name: box for row in rows for box in row}
    taken = _Taken()
    found = []
    for a, b in sorted(edges, key=lambda edge: (layer[edge[0]] - layer[edge[1]], edge)):
        passed = [box for row in rows[layer[a] + 1 : layer[b]] for box in row]
        found.append(Arrow((a, b), _line(boxes[a], boxes[b], passed, taken)))
    return found, height - GUTTER + MARGIN


@dataclass
class _Taken:
    """What arrows have already: places at the edges of packages, lanes from top to bottom, and ways aside."""

    ports: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    lanes: list[float] = field(default_factory=list)
    sideways: dict[float, int] = field(default_factory=dict)

    def port(self, box: Package, side: str, near: float) -> float:
        """The free place at an edge that is nearest."""
        taken = self.ports.setdefault((box.name, side), [])
        places = [box.x + PAD, *(near + APART * step for step in range(-20, 21)), box.x + box.width - PAD]
        inner = [x for x in places if box.x + PAD <= x <= box.x + box.width - PAD]
        free = [x for x in inner if all(abs(x - other) >= APART for other in taken)]
        taken.append(min(free, key=lambda x: abs(x - near)))
        return taken[-1]

    def across(self, start: float, end: float, y: float) -> list[Point]:
        """The way aside in a gutter, so high that it lies on no other; none where start and end are the same."""
        if start == end:
            return []
        self.sideways[y] = self.sideways.get(y, 0) + 1
        level = y + 8 * (self.sideways[y] // 2) * (-1) ** self.sideways[y]
        return [(start, level), (end, level)]


def _line(a: Package, b: Package, passed: list[Package], taken: _Taken) -> list[Point]:
    """Down from a package, aside in a gutter where that is needed, and down to another."""

    def is_free(x: float) -> bool:
        clear = all(not box.x - APART < x < box.x + box.width + APART for box in passed)
        return clear and all(abs(x - other) >= APART for other in taken.lanes)

    def aside(x: float, box: Package) -> float:
        return max(box.x + PAD - x, x - (box.x + box.width - PAD), 0)

    middle = (max(a.x, b.x) + min(a.x + a.width, b.x + b.width)) / 2
    lanes = [middle + step for step in range(-WIDTH, WIDTH) if MARGIN <= middle + step <= WIDTH - MARGIN]
    lane = min(filter(is_free, lanes), key=lambda x: (aside(x, a) + aside(x, b), abs(x - middle)))
    start, end = taken.port(a, "below", lane), taken.port(b, "above", lane)
    line = [(start, a.y + a.height)]
    if passed:
        taken.lanes.append(lane)
        for here, there, y in ((start, lane, a.y + a.height + GUTTER / 2), (lane, end, b.y - GUTTER / 2)):
            line += taken.across(here, there, y)
    else:
        line += taken.across(start, end, b.y - GUTTER / 2)
    return [*line, (end, b.y)]
