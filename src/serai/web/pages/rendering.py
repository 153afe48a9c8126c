"""Pages from contexts and templates, and each table's fragment made once for a viewer, a language and a version.

The answer to a move and the stream that tells of it show the same fragment, so it is kept until the table goes on.
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
from serai.web.pages.lru_cache import Kept
from serai.web.pages.table import Look, show

TEMPLATES = Path(__file__).parents[1] / "templates"
LANGUAGE_COOKIE = "serai_language"
KEPT = 512  # fragments


@cache
def environment() -> Environment:
    """The templates, with words in the language that is spoken when they are rendered."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "_": language.gettext,
        "gettext": language.gettext,
        "ngettext": language.ngettext,
        "pgettext": language.pgettext,
        "spoken": language.spoken,
    }
    return made


def render(template: str, context: Any) -> str:
    """A template filled in: with every field of its context by name, and the whole as `page` (a fragment's: `view`)."""
    fields = {name: getattr(context, name) for name in context.__dataclass_fields__}
    return environment().get_template(template).render({"view": context, **fields, "page": context})


# Which language


def language_of(headers: Headers) -> str:
    """The language that was chosen; else the first that the browser would like and we have; else English."""
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE)
    if chosen in language.languages():
        return str(chosen)
    return _wanted(headers.get("accept-language", "")[:200])


@lru_cache(maxsize=256)
def _wanted(header: str) -> str:
    """The best of `de-AT,de;q=0.9,en;q=0.5`."""
    weighed = []
    for place, part in enumerate(header.split(",")):
        code, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, code.strip()))
        except ValueError:
            continue
    preferred = [code for _, _, code in sorted(weighed) if code]
    return negotiate_locale(preferred, list(language.languages()), sep="-") or language.SOURCE


# A table's fragment


@dataclass(frozen=True)
class Fragment:
    """What one viewer sees of one version of a table."""

    epoch: int
    version: int
    html: str
    event: bytes  # the same as an event of a stream, without its name
    players: frozenset[str]  # who may see it, as hashes of their keys; it is for all where no seat looks
    view: TableView


class Fragments:
    """The fragments that were made last; may be asked from any thread."""

    def __init__(self) -> None:
        self._kept: Kept[Look, Fragment] = Kept(KEPT)

    def of(self, table: Table, look: Look) -> Fragment:
        """What a viewer sees of a table, which the caller is reading."""
        found = self._kept.get(look)
        if found and (found.epoch, found.version) == (table.epoch, table.version):
            return found
        return self._kept.put(look, fragment(table, look))

    def forget(self) -> None:
        """Make everything anew from now on."""
        self._kept.forget()


def fragment(table: Table, look: Look, chosen: Parts = ()) -> Fragment:
    """What a viewer sees now, with parts that are chosen already."""
    with language.speaking(look.language):
        view = show(table, look, chosen)
        html = render("table_fragment.html", view)
    players = frozenset() if look.seat is None else frozenset(table.seats[look.seat].players)
    lines = "".join(f"data: {line}\n" for line in html.split("\n") if line)
    return Fragment(table.epoch, table.version, html, f"{lines}\n".encode(), players, view)


def look_of(table: Table, player: str | None, seat: int | None, spoken: str) -> Look:
    """By whose eyes a player looks at a table by a certain seat, or as a spectator."""
    mine = table.seats_of(player) if player else []
    return Look(table.name, seat, spoken, tuple(mine) if len(mine) > 1 else ())
