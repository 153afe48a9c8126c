"""Which source files a rule module depends on, and their common hash.

Compiled code freezes everything that it reaches through imports: called functions, constants, record layouts.
So what identifies it is the text of its own file and of every Serai file that it imports, directly or not.
"""

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

PACKAGE = "serai"


def digest_of(module_file: Path, bound: tuple[ModuleType, ...] = ()) -> str:
    """A hash of the file, of every Serai file it imports, and of the modules bound into it."""
    files = set(_closure(module_file))
    for module in bound:
        files |= _closure(Path(str(module.__file__)))
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _closure(start: Path) -> frozenset[Path]:
    found: set[Path] = set()
    waiting = [start]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported_files(file)
    return frozenset(found)


@cache
def _imported_files(file: Path) -> tuple[Path, ...]:
    names: set[str] = set()
    beside: set[Path] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level > 0:
            beside |= _relative_files(file, node)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return tuple(path for name in sorted(names) if (path := _file_of(name))) + tuple(sorted(beside))


def _relative_files(file: Path, node: ast.ImportFrom) -> set[Path]:
    """The files of `from .module import name` and `from . import module`."""
    folder = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    stems = [folder, *(folder / alias.name for alias in node.names)]
    files = {path for stem in stems for path in (stem.with_suffix(".py"), stem / "__init__.py")}
    return {path for path in files if path.is_file()}


@cache
def _file_of(name: str) -> Path | None:
    """The file of a module or package of ours; nothing is imported, because some of it is being imported right now."""
    if name.split(".")[0] != PACKAGE:
        return None
    package, _, last = name.rpartition(".")
    stems = [folder / last for folder in _folders_of(package)] if package else [Path(__file__).parents[2]]
    files = (path for stem in stems for path in (stem / "__init__.py", stem.with_suffix(".py")))
    return next((path for path in files if path.is_file()), None)


def _folders_of(package: str) -> list[Path]:
    """Where the modules of a package lie."""
    if package in sys.modules:
        return [Path(folder) for folder in vars(sys.modules[package]).get("__path__", ())]
    file = _file_of(package)
    return [file.parent] if file and file.name == "__init__.py" else []
