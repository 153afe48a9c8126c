"""RULES.md and these tests keep each other complete."""

import ast
import re
from pathlib import Path

from serai.games.asara.tests.table import FOLDER

RULE = re.compile(r"^\*\*(A\d+|AR\d+|E\d+)\*\* ", re.MULTILINE)
NUMBER = re.compile(r"\b(?:A|AR|E)\d+\b")


def rules_page() -> dict[str, str]:
    """Each rule's number with its text, the rulings in it included."""
    page = (FOLDER / "RULES.md").read_text("utf-8")
    starts = list(RULE.finditer(page))
    ends = [start.start() for start in starts[1:]] + [len(page)]
    return {start[1]: page[start.end() : end] for start, end in zip(starts, ends, strict=True)}


def what_tests_say() -> list[str]:
    """The name and the first paragraph of every test in this folder."""
    said = []
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                said.append(f"{node.name}: {ast.get_docstring(node) or ''}")
    return said


def test_every_rule_has_a_test() -> None:
    """Every number on the rules page stands in the docstring of some test."""
    numbers = set(rules_page())
    assert {f"A{number}" for number in range(1, 34)} | {f"E{number}" for number in range(1, 7)} <= numbers
    tested = {number for said in what_tests_say() for number in NUMBER.findall(said)}
    assert numbers - tested == set()


def test_every_ruling_has_a_test() -> None:
    """A rule with a paragraph marked as a ruling is followed by the word `ruling` in the docstring of some test."""
    ruled = {number for number, text in rules_page().items() if "*Ruling.*" in text}
    assert len(ruled) >= 10
    tested = {number for said in what_tests_say() for number in re.findall(r"\b(A\d+) ruling\b", said)}
    assert ruled - tested == set()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    """A number in a docstring is a number on the page."""
    tested = {number for said in what_tests_say() for number in NUMBER.findall(said)}
    assert tested - set(rules_page()) == set()
