"""A game's rules page, rule by rule: a rule is what follows its number (`**A10** …`) up to the next number or heading.

`RULES.md` is English, `RULES.de.md` the same in German; the language that is spoken is read where there is such a page.
What is drawn beside a rule is in the game's `page`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from serai.core.errors import UnknownRule
from serai.core.game import Game
from serai.core.page.pictures import Example, Picture
from serai.core.words.language import gettext as _
from serai.core.words.language import spoken

NUMBER = re.compile(r"\*\*([A-Z]+[0-9]+)\*\* ")


def page(game: Game) -> Path:
    """The page in the language that is spoken, else in English."""
    told = game.folder / f"RULES.{spoken()}.md"
    return told if told.is_file() else game.folder / "RULES.md"


def text(game: Game) -> str:
    """The whole page."""
    return page(game).read_text("utf-8")


def rules(game: Game) -> dict[str, str]:
    """Every rule by its number, in the page's order."""
    return _rules_of(page(game))


def rule(game: Game, number: str) -> str:
    """One rule, in Markdown; its number may be written in small letters."""
    found = rules(game)
    if number.upper() not in found:
        told = {"game": game.title, "number": repr(number), "rules": _spans(list(found))}
        raise UnknownRule(_("{game} has no rule {number}; its rules are {rules}", **told))
    return found[number.upper()]


def pictures(game: Game) -> Mapping[str, Sequence[Picture]]:
    """The pictures that stand beside rules, by the rule's number; none for a game that draws none."""
    return game.page.rule_pictures()


def examples(game: Game) -> Mapping[str, Example]:
    """The live examples, by the number of the rule that each follows."""
    return game.page.rule_examples()


@cache
def _rules_of(path: Path) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if begins := NUMBER.match(line):
            lines = found.setdefault(begins[1], [])
        elif line.startswith("#"):
            lines = []
        lines.append(line)
    return {number: "\n".join(lines).strip() for number, lines in found.items()}


def _spans(numbers: list[str]) -> str:
    """The numbers in short: `A1 to A33, E1 to E6`."""
    letters = list(dict.fromkeys(number.rstrip("0123456789") for number in numbers))
    groups = [[number for number in numbers if number.rstrip("0123456789") == letter] for letter in letters]
    return ", ".join(
        group[0] if len(group) == 1 else _("{first} to {last}", first=group[0], last=group[-1]) for group in groups
    )
