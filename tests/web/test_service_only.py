"""The web asks the service of the tables: it imports no store, by a contract on imports, and here it reaches none."""

import ast
from pathlib import Path

import serai.web

FILES = sorted(Path(*serai.web.__path__).rglob("*.py"))


def test_no_module_of_the_web_reaches_through_the_service_to_its_store() -> None:
    found = [
        f"{file.name}:{node.lineno}"
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("store", "_store")
    ]
    assert len(FILES) > 30 and found == []
