"""Which module of Serai imports which, read from the source, and what follows from it: order, levels, reduction.

A *package* is a folder directly under `serai` (`core`, `web`). Its *parts* are what lies in it: folders (`records/`)
and modules (`match`). All games count as one package, because all have the same folders. Tests are left out.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
FRONT_DOOR = "serai"  # the modules that lie in no package

Edge = tuple[str, str]  # from the importer to what it imports


@dataclass(frozen=True)
class Import:
    """One module imports another; at the top of its file, or only for types or inside of a function."""

    importer: str
    imported: str
    is_at_top: bool


class Modules:
    """The modules of Serai and the imports among them."""

    def __init__(self, source: Path = SOURCE) -> None:
        self.paths: dict[str, Path] = {}
        for path in sorted((source / "serai").rglob("*.py")):
            words = path.relative_to(source).with_suffix("").parts
            if "tests" not in words:
                self.paths[".".join(words[:-1] if words[-1] == "__init__" else words)] = path

    @cached_property
    def imports(self) -> list[Import]:
        """Every import of one of our modules by another."""
        return [found for name, path in self.paths.items() for found in self._imports_of(name, path)]

    @cached_property
    def finds_games(self) -> set[str]:
        """The modules that reach games by name when they run: a call is given `serai.games`, or a name in it."""
        return {
            name
            for name, path in self.paths.items()
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and any(map(_names_games, node.args))
        }

    def _imports_of(self, importer: str, path: Path) -> Iterator[Import]:
        tree = ast.parse(path.read_text("utf-8"))
        at_top = set(map(id, tree.body))
        for node in ast.walk(tree):
            for name in self._names(node):
                if name != importer:
                    yield Import(importer, name, id(node) in at_top)

    def _names(self, node: ast.AST) -> Iterator[str]:
        """The modules of ours that a statement imports."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in self.paths)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in self.paths:
                    yield inner
                elif node.module in self.paths:
                    yield str(node.module)

    def folder(self, module: str) -> str:
        """Where a module lies: `core`, `core.records`, `games.*.rules`."""
        words = module.split(".")[1:]
        if self.paths[module].name != "__init__.py":
            words = words[:-1]
        if words[:1] == ["games"] and len(words) > 1:
            return ".".join(["games", "*", *words[2:3]])
        return ".".join(words[:2]) or FRONT_DOOR

    def package(self, module: str) -> str:
        """The package of a module."""
        return self.folder(module).split(".")[0]

    def part(self, module: str) -> str | None:
        """The part of its package that a module is or lies in; None for the package itself."""
        words = module.split(".")[1:]
        if words[:1] == ["games"]:
            words = words[1:]
        if len(words) < 2:
            return None
        is_folder = len(words) > 2 or self.paths[module].name == "__init__.py"
        return f"{words[1]}/" if is_folder else words[1]

    @cached_property
    def packages(self) -> set[Edge]:
        """Which package imports which."""
        pairs = ((self.package(found.importer), self.package(found.imported)) for found in self.imports)
        return {(a, b) for a, b in pairs if a != b and FRONT_DOOR not in (a, b)}

    @cached_property
    def folders(self) -> dict[str, set[str]]:
        """Which folder imports which others, for every folder with modules in it."""
        found: dict[str, set[str]] = {self.folder(name): set() for name in self.paths}
        for each in self.imports:
            found[self.folder(each.importer)].add(self.folder(each.imported))
        return {name: others - {name} for name, others in sorted(found.items())}

    def parts(self, package: str) -> tuple[list[str], list[str]]:
        """The folders and the modules of a package, by name."""
        names = {self.part(name) for name in self.paths if self.package(name) == package}
        folders = sorted(name for name in names if name and name.endswith("/"))
        return folders, sorted(name for name in names if name and not name.endswith("/"))

    def weights(self, package: str) -> dict[Edge, int]:
        """How many imports lead from one folder of a package to another; one at the top of a file counts as three."""
        weights: dict[Edge, int] = defaultdict(int)
        for each in self.imports:
            if self.package(each.importer) == self.package(each.imported) == package:
                a, b = self.part(each.importer), self.part(each.imported)
                if a and b and a != b and a.endswith("/") and b.endswith("/"):
                    weights[a, b] += 3 if each.is_at_top else 1
        return dict(weights)


def _names_games(argument: ast.expr) -> bool:
    """Whether an argument is the name of the package of games, or one with gaps that begins so."""
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) and argument.values else argument
    return isinstance(first, ast.Constant) and str(first.value).rstrip(".") == "serai.games"


def layers() -> list[list[str]]:
    """The packages from top to bottom, as the contract in `pyproject.toml` has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [contract] = [each for each in settings["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]
    return [[name.strip().removeprefix("serai.") for name in layer.split("|")] for layer in contract["layers"]]


def reduced(edges: Collection[Edge]) -> list[Edge]:
    """The arrows that no way around replaces; the graph has no cycle."""
    below: dict[str, set[str]] = defaultdict(set)
    for a, b in edges:
        below[a].add(b)

    def reach(start: str) -> set[str]:
        return {end for b in below[start] for end in {b} | reach(b)}

    return sorted((a, b) for a, b in edges if not any(b in reach(other) for other in below[a] - {b}))


def in_order(names: list[str], weights: Mapping[Edge, int]) -> list[str]:
    """The names in an order in which as little as possible is imported upwards."""
    order = sorted(names, key=lambda name: sum((b == name) * w - (a == name) * w for (a, b), w in weights.items()))
    least = _upward(order, weights)
    while True:
        moved = [_moved(order, name, place) for name in order for place in range(len(order))]
        best = min(moved, key=lambda each: _upward(each, weights), default=order)
        if _upward(best, weights) >= least:
            return order
        order, least = best, _upward(best, weights)


def _moved(order: list[str], name: str, place: int) -> list[str]:
    rest = [each for each in order if each != name]
    return [*rest[:place], name, *rest[place:]]


def _upward(order: list[str], weights: Mapping[Edge, int]) -> int:
    place = {name: number for number, name in enumerate(order)}
    return sum(weight for (a, b), weight in weights.items() if place[a] > place[b])


def levels(order: Iterable[str], edges: Collection[Edge]) -> dict[str, int]:
    """How far from the top each name stands, so that every arrow leads down; the order has all arrows forwards."""
    found: dict[str, int] = {}
    for name in order:
        found[name] = max((found[a] + 1 for a, b in edges if b == name), default=0)
    return found
