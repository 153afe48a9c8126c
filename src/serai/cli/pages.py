"""`serai rules` and `serai edition`: a game's pages for people."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.markdown import Markdown
from rich.table import Table as Grid

from serai.cli.arguments import Parser
from serai.cli.terminal.screen import console
from serai.core import game as games
from serai.core.edition import PROVENANCES
from serai.core.words import rulebook

MARKS = dict(zip(PROVENANCES, ("●", "◕", "◑", "○"), strict=True))  # from certain to unknown
COLOURS = dict(zip(PROVENANCES, ("green", "cyan", "yellow", "red"), strict=True))


def add_rules(parser: Parser, words: Sequence[str]) -> None:
    """GAME and a rule's number."""
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="a rule's number, such as A10 or P14")


def run_rules(arguments: argparse.Namespace) -> int:
    """Show the whole page, or one rule."""
    game = games.load(arguments.game)
    page = rulebook.rule(game, arguments.number) if arguments.number else rulebook.text(game)
    console().print(Markdown(page))
    return 0


def add_edition(parser: Parser, words: Sequence[str]) -> None:
    """GAME, --edition and --toml."""
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument("--edition", type=Path, metavar="FILE", help="another edition than the standard one")
    parser.add_argument("--toml", action="store_true", help="print the file, for an owner of the box to correct")


def run_edition(arguments: argparse.Namespace) -> int:
    """Show each value and its provenance."""
    game = games.load(arguments.game)
    edition = game.read_edition(arguments.edition)
    if arguments.toml:
        print((arguments.edition or game.folder / "standard.toml").read_text("utf-8"), end="")
        return 0
    out = console()
    out.print(
        f"{game.title}, edition {edition.name}; known from " + ", ".join(f"{MARKS[word]} {word}" for word in MARKS)
    )
    grid = Grid("key", "value", "known from")
    for key, value in edition.data.items():
        if key not in ("name", "known"):
            for row in rows(key, value, edition.data["known"][key]):
                grid.add_row(*row)
    out.print(grid)
    return 0


def rows(key: str, value: Any, provenance: Any) -> Iterator[tuple[str, str, str]]:
    """A value and its provenance, split into parts where their provenances differ."""
    parts = parts_of(key, value, provenance)
    if parts is None:
        yield key, format_value(value), provenance_text(provenance)
    elif not parts:
        yield key, "none", ""
    elif len({str(where) for _, _, where in parts}) == 1 and all(is_plain(part) for _, part, _ in parts):
        yield key, format_value(value), provenance_text(parts[0][2])
    else:
        for part in parts:
            yield from rows(*part)


def parts_of(key: str, value: Any, provenance: Any) -> list[tuple[str, Any, Any]] | None:
    """The parts of a table or list, each with its provenance; None when there is only one."""
    if isinstance(provenance, dict) and isinstance(value, dict):
        return [(f"{key}.{name}", value[name], provenance[name]) for name in value]
    if isinstance(provenance, list) and isinstance(value, list):
        return [(f"{key}[{place}]", value[place], provenance[place]) for place in range(len(value))]
    return None


def is_plain(value: Any) -> bool:
    """Whether a value has no parts."""
    return not isinstance(value, dict | list)


def format_value(value: Any) -> str:
    """A value for people."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {format_value(part)}" for name, part in value.items() if part is not None)
    if isinstance(value, list):
        return ", ".join(format_value(part) for part in value)
    return str(value)


def provenance_text(provenance: str) -> str:
    """A provenance with its mark and colour."""
    word = provenance.split(":")[0].strip()
    return f"[{COLOURS[word]}]{MARKS[word]}[/] {provenance}"
