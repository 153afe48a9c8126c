"""Nothing outside the games' own folders names a game: code goes over those that there are."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import serai
from serai.core import game as games

PACKAGE = Path(serai.__file__).parent
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if PACKAGE / "games" not in path.parents)


def texts(tree: ast.AST) -> Iterator[str]:
    """Every text and name in code but docstrings, where an example may be of one game."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.Name | ast.alias):
            yield node.id if isinstance(node, ast.Name) else node.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_code_outside_the_games_names_none_of_them(path: Path) -> None:
    found = list(texts(ast.parse(path.read_text("utf-8"))))
    for name in games.names():
        if name != "toy":
            assert not [text for text in found if name in text.casefold()], path
