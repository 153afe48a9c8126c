"""The request context of pages: the player, the language, and the services that pages are made with."""

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
from serai.web.pages.rendering import Fragment, FragmentCache, fragment, look_of, render
from serai.web.pages.table import Look, styles_of
from serai.web.requests.error_response import FRAGMENT, as_sentence
from serai.web.requests.identity import identity_of, set_cookie, set_key_cookie
from serai.web.settings import Settings

LINK_COOKIE = "serai_link"  # the secret of a table's link, for the table's page alone
NAME_COOKIE = "serai_name"  # the player's last name


class Visit:
    """The context of one request for a page; a new player gets a key with the response."""

    def __init__(self, request: Request) -> None:
        state = request.app.state
        self.request = request
        self.tables: Service = state.service
        self.fragments: FragmentCache = state.fragments
        self.settings: Settings = state.settings
        self.adviser: Adviser = state.adviser
        self.is_script = FRAGMENT in request.headers
        identity = identity_of(request)
        is_known = keys.FORM.fullmatch(identity.key or "") is not None
        key = identity.key if identity.key and is_known else keys.fresh()
        self._new_key = key if identity.needs_new_cookie or not is_known else None  # to be set with the response
        self.player = keys.hashed(key)

    @property
    def name(self) -> str:
        """The player's last name; empty at first."""
        return unquote(self.request.cookies.get(NAME_COOKIE, ""))

    def frame(self, title: str) -> Frame:
        """The frame of a page."""
        url = self.request.url
        is_reachable = invites.is_reachable(self.request, self.settings)
        path = url.path + (f"?{url.query}" if url.query else "")
        back = path if self.request.method == "GET" else "/"
        command = "" if is_reachable else self.settings.command
        return Frame(title, spoken(), languages(), back, is_reachable, command)

    def page(self, template: str, context: Any, status: int = 200) -> Response:
        """A whole page."""
        return self.with_key_cookie(HTMLResponse(render(template, context), status))

    def go(self, path: str) -> Response:
        """Redirect to another page, after a form."""
        return self.with_key_cookie(RedirectResponse(path, 303))

    def with_key_cookie(self, response: Response) -> Response:
        """The response, with a key for a player that has none."""
        if self._new_key:
            set_key_cookie(self.request, response, self._new_key)
        return response

    def remember(self, response: Response, name: str, table: str | None = None, link: str | None = None) -> Response:
        """Set cookies with the player's name, and with the link of a table for its page."""
        if name:
            set_cookie(self.request, response, NAME_COOKIE, quote(name))
        if table and link:
            set_cookie(self.request, response, LINK_COOKIE, link, f"/t/{table}")
        return response

    # A table's page

    def look(self, table: Table, seat: int | None) -> Look:
        """The seat to look from: `seat` if it is the player's, or the player's only one; else as a spectator."""
        own_seats = table.seats_of(self.player)
        if seat not in own_seats:
            seat = own_seats[0] if len(own_seats) == 1 else None
        return look_of(table, self.player, seat, spoken())

    def seen(self, table: Table, seat: int | None) -> Fragment:
        """The fragment of a table that the player sees; the table must be locked for reading."""
        return self.fragments.of(table, self.look(table, seat))

    def table_page(
        self,
        name: str,
        seat: int | None,
        choices: Parts = (),
        problem: str = "",
        status: int = 200,
        hint: Markup | None = None,
    ) -> Response:
        """A table's whole page."""
        with self.tables.reading(name) as table:
            look = self.look(table, seat)
            fragment_shown = fragment(table, look, choices) if choices else self.fragments.of(table, look)
            game, is_open = table.setup.game, table.phase == GATHERING and fragment_shown.view.free_seats > 0
        link = self.invite(name) if is_open else ""
        context = TablePage(
            frame=self.frame(game.title),
            view=fragment_shown.view,
            fragment=Markup(fragment_shown.html),
            sprite=sprite_of(game),
            invite=link,
            qr=invites.qr(link) if link else None,
            problem=problem,
            styles=styles_of(game),
            hint=hint,
        )
        return self.page("table.html", context, status)

    def refused(self, name: str, seat: int | None, error: TableError) -> Response:
        """The response to an action that a table refuses: an error for the script, else the table's page."""
        if self.is_script or isinstance(error, NotAllowed):
            raise error
        return self.table_page(name, seat, problem=as_sentence(str(error)), status=error.status)

    def invite(self, name: str) -> str:
        """The table's invitation link, if this player has it."""
        secret = self.request.cookies.get(LINK_COOKIE, "")
        if not keys.FORM.fullmatch(secret) or not self.tables.is_table_link(name, secret):
            return ""
        return self.link(secret)

    def link(self, secret: str) -> str:
        """A URL with a link's secret behind `#`, so that it is never sent or logged on its way."""
        return f"{invites.base(self.request, self.settings)}/join#{secret}"


async def visit(request: Request) -> Visit:
    """The request context, created without a thread."""
    return Visit(request)


Visitor = Annotated[Visit, Depends(visit)]


def sprite_of(game: Game) -> Markup:
    """A game's symbols, once in a page."""
    return Markup(game.page.sprite())
