"""Somebody at a page: who it is, in which language to speak, what the pages are made with."""

from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import Depends, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from serai.core.game import Game
from serai.core.page.scene import Parts
from serai.core.words.language import languages, spoken
from serai.tables import keys
from serai.tables.errors import NotAllowed, TableError
from serai.tables.service import Service
from serai.tables.state.table import GATHERING, Table
from serai.tables.work.hints import Adviser
from serai.web.pages import invites
from serai.web.pages.contexts import Frame, TablePage
from serai.web.pages.rendering import Fragment, Fragments, fragment, look_of, render
from serai.web.pages.table import Look, styles_of
from serai.web.requests.error_response import FRAGMENT, in_words
from serai.web.requests.identity import asker_of, give, give_key
from serai.web.settings import Settings

LINK_COOKIE = "serai_link"  # the secret of a table's link, for the table's page alone
NAME_COOKIE = "serai_name"  # what a player was called last


class Visit:
    """One request for a page; who comes for the first time is given a key with the answer."""

    def __init__(self, request: Request) -> None:
        state = request.app.state
        self.request = request
        self.tables: Service = state.service
        self.fragments: Fragments = state.fragments
        self.settings: Settings = state.settings
        self.adviser: Adviser = state.adviser
        self.is_script = FRAGMENT in request.headers
        asker = asker_of(request)
        is_known = keys.FORM.fullmatch(asker.key or "") is not None
        key = asker.key if asker.key and is_known else keys.fresh()
        self._new_key = key if asker.is_to_renew or not is_known else None  # to be given with the answer
        self.player = keys.hashed(key)

    @property
    def name(self) -> str:
        """What the player was called last; nothing at first."""
        return unquote(self.request.cookies.get(NAME_COOKIE, ""))

    def frame(self, title: str) -> Frame:
        """What is around a page."""
        url = self.request.url
        is_reachable = invites.is_reachable(self.request, self.settings)
        path = url.path + (f"?{url.query}" if url.query else "")
        back = path if self.request.method == "GET" else "/"
        command = "" if is_reachable else self.settings.command
        return Frame(title, spoken(), languages(), back, is_reachable, command)

    def page(self, template: str, context: Any, status: int = 200) -> Response:
        """A whole page."""
        return self.dressed(HTMLResponse(render(template, context), status))

    def go(self, path: str) -> Response:
        """On to another page, after a form."""
        return self.dressed(RedirectResponse(path, 303))

    def dressed(self, answer: Response) -> Response:
        """An answer, with a key for who has none."""
        if self._new_key:
            give_key(self.request, answer, self._new_key)
        return answer

    def remember(self, answer: Response, name: str, table: str | None = None, link: str | None = None) -> Response:
        """Keep what the player is called, and the link of a table for its page."""
        if name:
            give(self.request, answer, NAME_COOKIE, quote(name))
        if table and link:
            give(self.request, answer, LINK_COOKIE, link, f"/t/{table}")
        return answer

    # A table's page

    def look(self, table: Table, seat: int | None) -> Look:
        """By whose eyes: the seat named if it is the player's own, or the only one; else as who watches."""
        mine = table.seats_of(self.player)
        if seat not in mine:
            seat = mine[0] if len(mine) == 1 else None
        return look_of(table, self.player, seat, spoken())

    def seen(self, table: Table, seat: int | None) -> Fragment:
        """What the player sees of a table, which is being read."""
        return self.fragments.of(table, self.look(table, seat))

    def table_page(
        self,
        name: str,
        seat: int | None,
        chosen: Parts = (),
        problem: str = "",
        status: int = 200,
        hint: Markup | None = None,
    ) -> Response:
        """A table's whole page."""
        with self.tables.reading(name) as table:
            look = self.look(table, seat)
            shown = fragment(table, look, chosen) if chosen else self.fragments.of(table, look)
            game, is_open = table.setup.game, table.phase == GATHERING and shown.view.free_seats > 0
        link = self.invite(name) if is_open else ""
        context = TablePage(
            frame=self.frame(game.title),
            view=shown.view,
            fragment=Markup(shown.html),
            sprite=sprite_of(game),
            invite=link,
            qr=invites.qr(link) if link else None,
            problem=problem,
            styles=styles_of(game),
            hint=hint,
        )
        return self.page("table.html", context, status)

    def refused(self, name: str, seat: int | None, error: TableError) -> Response:
        """A wish that a table refuses: to the script as it is, else on the table's page as it is now."""
        if self.is_script or isinstance(error, NotAllowed):
            raise error
        return self.table_page(name, seat, problem=in_words(str(error)), status=error.status)

    def invite(self, name: str) -> str:
        """The table's link as others can use it, if this player has it."""
        secret = self.request.cookies.get(LINK_COOKIE, "")
        if not keys.FORM.fullmatch(secret) or self.tables.store.opened_by(keys.hashed(secret)) != (name, None):
            return ""
        return self.link(secret)

    def link(self, secret: str) -> str:
        """An address that opens what a secret opens; behind `#`, so that it is never sent or logged on its way."""
        return f"{invites.base(self.request, self.settings)}/join#{secret}"


async def visit(request: Request) -> Visit:
    """Who comes; asked without a thread of its own."""
    return Visit(request)


Visitor = Annotated[Visit, Depends(visit)]


def sprite_of(game: Game) -> Markup:
    """A game's symbols, once in a page."""
    return Markup(game.page.sprite())
