"""Render pages from contexts and templates; each table's fragment is rendered once for a viewer, language and version.

The response to a move and the server-sent event about it are the same fragment, so it is cached until the table
changes.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from babel import negotiate_locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from serai.core.page.scene import Parts
from serai.core.words import language
from serai.tables.state.table import Table
from serai.web.pages.contexts import TableView
from serai.web.pages.lru_cache import LruCache
from serai.web.pages.table import Look, show

TEMPLATES = Path(__file__).parents[1] / "templates"
LANGUAGE_COOKIE = "serai_language"
CACHE_SIZE = 512  # fragments


@cache
def environment() -> Environment:
    """The templates, whose texts are in the language at the time of rendering."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {
        "_": language.gettext,
        "gettext": language.gettext,
        "ngettext": language.ngettext,
        "pgettext": language.pgettext,
        "spoken": language.spoken,
    }
    return templates


def render(template: str, context: Any) -> str:
    """Render a template with every field of its context by name, and the whole context as `page` and `view`."""
    fields = {name: getattr(context, name) for name in context.__dataclass_fields__}
    return environment().get_template(template).render({"view": context, **fields, "page": context})


# Language


def language_of(headers: Headers) -> str:
    """The language of the cookie; else the best of the browser's languages; else English."""
    code = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE)
    if code in language.languages():
        return str(code)
    return _best_language(headers.get("accept-language", "")[:200])


@lru_cache(maxsize=256)
def _best_language(header: str) -> str:
    """The best of `de-AT,de;q=0.9,en;q=0.5`."""
    weights = []
    for place, part in enumerate(header.split(",")):
        code, _, weight = part.strip().partition(";q=")
        try:
            weights.append((-float(weight or 1), place, code.strip()))
        except ValueError:
            continue
    codes = [code for _, _, code in sorted(weights) if code]
    return negotiate_locale(codes, list(language.languages()), sep="-") or language.SOURCE


# A table's fragment


@dataclass(frozen=True)
class Fragment:
    """A viewer's rendering of one version of a table."""

    epoch: int
    version: int
    html: str
    event: bytes  # the HTML as a server-sent event, without its name
    players: frozenset[str]  # the players that may see it, as hashes of their keys; ignored for spectators
    view: TableView


class FragmentCache:
    """The most recently used fragments; thread-safe."""

    def __init__(self) -> None:
        self._cache: LruCache[Look, Fragment] = LruCache(CACHE_SIZE)

    def of(self, table: Table, look: Look) -> Fragment:
        """The viewer's fragment of a table, which the caller has locked for reading."""
        cached = self._cache.get(look)
        if cached and (cached.epoch, cached.version) == (table.epoch, table.version):
            return cached
        return self._cache.put(look, fragment(table, look))

    def clear(self) -> None:
        """Forget all fragments."""
        self._cache.clear()


def fragment(table: Table, look: Look, selection: Parts = ()) -> Fragment:
    """Render a viewer's fragment, with parts that are selected already."""
    with language.speaking(look.language):
        view = show(table, look, selection)
        html = render("table_fragment.html", view)
    players = frozenset() if look.seat is None else frozenset(table.seats[look.seat].players)
    lines = "".join(f"data: {line}\n" for line in html.split("\n") if line)
    return Fragment(table.epoch, table.version, html, f"{lines}\n".encode(), players, view)


def look_of(table: Table, player: str | None, seat: int | None, spoken: str) -> Look:
    """The look of a player at a table from a seat, or as a spectator."""
    own_seats = table.seats_of(player) if player else []
    return Look(table.name, seat, spoken, tuple(own_seats) if len(own_seats) > 1 else ())
