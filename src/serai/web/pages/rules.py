"""The rules of each game as a page: every rule has an anchor, rule numbers are links, and the page can be searched.

A rule's paragraphs are a passage; the game's pictures stand beside them, and its live examples follow.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import Response

from serai.core import game as games
from serai.core.game import Game
from serai.core.words import rulebook
from serai.core.words.language import gettext as _
from serai.core.words.language import spoken
from serai.web.pages import pad, wording
from serai.web.pages.contexts import RulesPage
from serai.web.pages.rendering import environment
from serai.web.pages.table import styles_of
from serai.web.requests.request_context import Visitor

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
RULE_NUMBER = re.compile(r"\b[A-Z]{1,2}[0-9]{1,2}\b")  # or something that looks like one

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Book:
    """A game's rules in one language."""

    body: Markup
    parts: Sequence[tuple[str, str]]  # each with its anchor and its heading
    sprite: Markup
    styles: Sequence[str]


@router.get("/rules/{name}")
def rules_page(visit: Visitor, name: str) -> Response:
    """All rules of a game."""
    if name not in games.names():
        raise HTTPException(404)
    book = book_of(name, spoken())
    game = games.load(name)
    title = _("The rules of {game}", game=game.title)
    others = [other for other in map(games.load, games.names()) if other.name != name]
    context = RulesPage(
        frame=visit.frame(title),
        name=name,
        title=title,
        body=book.body,
        parts=book.parts,
        others=others,
        sprite=book.sprite,
        styles=book.styles,
        lesson=wording.lesson_offer(game),
        has_pad=game in pad.games_with_pad(),
    )
    return visit.page("rules.html", context)


@lru_cache(maxsize=32)
def book_of(name: str, language: str) -> Book:
    """A game's book in the current language, which must be `language`."""
    game = games.load(name)
    numbers = frozenset(rulebook.rules(game))
    tokens = MARKDOWN.parse(rulebook.page(game).read_text("utf-8"))
    without_title = tokens[3:] if tokens[0].tag == "h1" else tokens
    parts = headings(without_title)
    for token in without_title:
        if token.type == "inline" and token.children:
            token.children = [new for child in token.children for new in link_rules(child, numbers)]
        elif token.type == "table_open":
            token.attrSet("tabindex", "0")
    shown = margins_of(game)
    body = Markup(MARKDOWN.renderer.render(list(passages(without_title, shown)), MARKDOWN.options, {}))
    return Book(body, parts, Markup(game.page.sprite()) if shown else Markup(""), styles_of(game) if shown else ())


def headings(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """The book's parts; sets each heading's anchor."""
    parts: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            parts.append((f"part-{len(parts) + 1}", tokens[place + 1].content))
            token.attrSet("id", parts[-1][0])
    return parts


def margins_of(game: Game) -> dict[str, Markup]:
    """The pictures beside and the example below each rule, by its number."""
    pictures, examples = rulebook.pictures(game), rulebook.examples(game)
    template = environment().get_template("rules_pictures.html")
    return {
        number: Markup(template.render(pictures=pictures.get(number, ()), example=examples.get(number)))
        for number in {**pictures, **examples}
    }


def passages(tokens: Sequence[Token], margins: dict[str, Markup]) -> Iterator[Token]:
    """The book with a passage around each rule: from its number up to the next one or a heading."""
    number = ""
    for place, token in enumerate(tokens):
        is_rule = token.type == "paragraph_open" and rulebook.NUMBER.match(tokens[place + 1].content)
        if number and (is_rule or (token.type == "heading_open" and token.level == 0)):
            yield markup(f"</div>{margins.get(number, '')}</section>")
            number = ""
        if is_rule:
            number = is_rule[1]
            token.attrSet("id", number)
            token.attrSet("class", "rule")
            yield markup('<section class="passage"><div class="said">')
        yield token
    if number:
        yield markup(f"</div>{margins.get(number, '')}</section>")


def link_rules(token: Token, numbers: frozenset[str]) -> Iterator[Token]:
    """A text token with links at rule numbers."""
    if token.type != "text":
        yield token
        return
    end = 0
    for match in RULE_NUMBER.finditer(token.content):
        if match[0] in numbers:
            yield words(token.content[end : match.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{match[0]}"})
            yield words(match[0])
            yield Token("link_close", "a", -1)
            end = match.end()
    yield words(token.content[end:])


def words(text: str) -> Token:
    """Plain text."""
    return Token("text", "", 0, content=text)


def markup(text: str) -> Token:
    """Markup of our own."""
    return Token("html_block", "", 0, content=text)
