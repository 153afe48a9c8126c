"""The rules of each game as a page: every rule has an address, names of rules lead to them, and it can be searched."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import Response

from serai.core import game as games
from serai.core import rulebook
from serai.core.language import gettext as _
from serai.web import pad
from serai.web.contexts import RulesPage
from serai.web.visits import Visitor

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
NAMED = re.compile(r"\b[A-Z]{1,2}[0-9]{1,2}\b")  # what may be a rule's number

router = APIRouter(include_in_schema=False)


@router.get("/rules/{name}")
def rules_page(visit: Visitor, name: str) -> Response:
    """All rules of a game."""
    if name not in games.names():
        raise HTTPException(404)
    game = games.load(name)
    numbers = frozenset(rulebook.rules(game))
    body, parts = rendered(rulebook.page(game), numbers)
    title = _("The rules of {game}", game=game.title)
    others = [other for other in map(games.load, games.names()) if other.name != name]
    context = RulesPage(visit.frame(title), name, title, body, parts, others, game in pad.padded())
    return visit.page("rules.html", context)


@lru_cache(maxsize=32)
def rendered(path: Path, numbers: frozenset[str]) -> tuple[Markup, Sequence[tuple[str, str]]]:
    """A page of rules as HTML, and its parts, each with its address and its heading."""
    tokens = MARKDOWN.parse(path.read_text("utf-8"))
    parts: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            parts.append((f"part-{len(parts) + 1}", tokens[place + 1].content))
            token.attrSet("id", parts[-1][0])
        elif token.type == "inline" and token.children:
            if begun := rulebook.NUMBER.match(token.content):
                tokens[place - 1].attrSet("id", begun[1])
                tokens[place - 1].attrSet("class", "rule")
            token.children = [new for child in token.children for new in linked(child, numbers)]
        elif token.type == "table_open":
            token.attrSet("tabindex", "0")
    without_title = tokens[3:] if tokens[0].tag == "h1" else tokens
    return Markup(MARKDOWN.renderer.render(without_title, MARKDOWN.options, {})), parts


def linked(token: Token, numbers: frozenset[str]) -> Iterator[Token]:
    """A piece of text in which the numbers of rules lead to them."""
    if token.type != "text":
        yield token
        return
    end = 0
    for found in NAMED.finditer(token.content):
        if found[0] in numbers:
            yield words(token.content[end : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
            yield words(found[0])
            yield Token("link_close", "a", -1)
            end = found.end()
    yield words(token.content[end:])


def words(text: str) -> Token:
    """Plain text."""
    return Token("text", "", 0, content=text)
