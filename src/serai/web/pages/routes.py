"""The pages that people look at: lobby, new table, help, check, a table, its log and stream. None changes anything."""

import re
from collections.abc import Sequence
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.core import game as games
from serai.core.errors import BadNotation
from serai.core.game import Game
from serai.core.seats import MOST_SEATS
from serai.core.words.language import gettext as _
from serai.core.words.language import languages, speaking, spoken
from serai.tables.commands import commands
from serai.tables.errors import Archived, BadRequest, NoTable, TableError
from serai.tables.service import Service
from serai.tables.state.table import OVER, PLAYING, VOID, Table
from serai.web.api.schemas import Name, SeatNumber
from serai.web.api.sse import ALIVE, EventStream, Moment, Streams, Viewer
from serai.web.pages import fairness as checking
from serai.web.pages import pad, wording
from serai.web.pages.contexts import GameCard, Join, Lobby, LogPage, OpenForm, Plain, TableLine, Verify
from serai.web.pages.table import chance_of, is_turn, lines_of
from serai.web.requests.error_response import in_words
from serai.web.requests.identity import address_of
from serai.web.requests.request_context import Visit, Visitor

MOST_LISTED = 12  # tables of each sort in the lobby
MOST_MINE = 40
MOST_VOID = 6  # of one's own, and of those that were opened to anyone
MOST_LOOKS = 32  # tables that one stream may look at
MOST_PARTS = 20
LOOK = re.compile(r"(?P<table>[A-Za-z0-9_-]{12})\.(?P<seat>[0-9]|-)\.(?P<language>[a-z]{2})")

router = APIRouter(include_in_schema=False)
WhichSeat = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
PartList = Annotated[list[Annotated[str, Query(max_length=80)]], Query(max_length=MOST_PARTS, default_factory=list)]


# Before a table


@router.get("/")
def lobby(visit: Visitor) -> Response:
    """Where everything begins."""
    store = visit.tables.store
    own = table_lines(visit, store.tables_of(visit.player, MOST_MINE))
    opened = table_lines(visit, store.listed(MOST_LISTED))
    watched = table_lines(visit, store.watchable(PLAYING, MOST_LISTED))
    mine = {line.name for _phase, line in own}
    context = Lobby(
        frame=visit.frame(wording.site_title()),
        games=[game_card(games.load(name)) for name in games.names()],
        mine=[line for phase, line in own if phase not in (OVER, VOID)],
        open=[line for _phase, line in opened if line.name not in mine],
        running=[line for _phase, line in watched if line.name not in mine],
        void=[line for _phase, line in table_lines(visit, visit.tables.void(visit.player, MOST_VOID))],
        finished=[line for phase, line in own if phase == OVER and not line.is_lesson][:MOST_LISTED],
        your_name=visit.name,
    )
    return visit.page("lobby.html", context)


def game_card(game: Game) -> GameCard:
    """A game as the lobby shows it."""
    return GameCard(
        name=game.name,
        title=game.title,
        blurb=game.page.blurb(),
        picture=Markup(game.page.picture()),
        players=list(game.player_counts),
        options={flag: wording.option_name(game, flag) for flag in game.flags},
        levels=wording.levels(),
        lesson=wording.lesson_offer(game),
        has_pad=game in pad.padded(),
    )


def table_lines(visit: Visit, names: Sequence[str]) -> list[tuple[str, TableLine]]:
    """Tables in a list, each with its phase; of one that the rules can't build any more only the replay is left."""
    found = []
    for name in names:
        try:
            with visit.tables.reading(name) as table:
                found.append((table.phase, table_line(table, visit.player)))
        except TableError:
            if (line := archived_line(visit.tables, name)) is not None:
                found.append((OVER, line))
    return found


def table_line(table: Table, player: str) -> TableLine:
    """A table in a list."""
    names, mine = wording.names_of(table), table.seats_of(player)
    return TableLine(
        name=table.name,
        game=table.setup.game.name,
        title=table.setup.game.title,
        players=", ".join(names),
        state=wording.state(table, names),
        is_yours=table.step is not None or any(is_turn(table, seat) for seat in mine),
        href=f"/replay/{table.name}" if table.phase == OVER else f"/t/{table.name}",
        chance=chance_of(table, mine),
        is_lesson=table.setup.lesson is not None,
    )


def archived_line(tables: Service, name: str) -> TableLine | None:
    """A game of which only the record is left."""
    record = tables.store.record(name)
    if record is None:
        return None
    names = ", ".join(seat["name"] for seat in record["seats"])
    title = games.load(record["game"]).title if record["game"] in games.names() else record["game"].capitalize()
    why = wording.stopped(next((event["why"] for event in record["events"] if event["type"] == "stop"), ""))
    return TableLine(name, record["game"], title, names, why, False, f"/replay/{name}")


@router.get("/open")
def open_form(
    visit: Visitor,
    game: Annotated[str, Query(max_length=40)] = "",
    players: Annotated[int | None, Query(ge=1, le=MOST_SEATS)] = None,
    screen: bool = False,
) -> Response:
    """The form for a table with every option."""
    return visit.page("open.html", form_of(visit, game, players, screen))


def form_of(visit: Visit, game: str, players: int | None, screen: bool, problem: str = "") -> OpenForm:
    """The form, with as many seats as the game may have."""
    found = games.load(game or games.names()[0])
    counts = found.player_counts
    frame = visit.frame(_("A new table of {game}", game=found.title))
    seats = players if players in counts else counts[0]
    return OpenForm(frame, game_card(found), seats or counts[0], visit.name, screen, frame.command, problem)


@router.get("/join")
def join_form(visit: Visitor) -> Response:
    """Where a link leads: its secret stays in the browser until somebody sits down."""
    return visit.page("join.html", Join(visit.frame(_("Join a table")), visit.name))


@router.get("/help")
def help_page(visit: Visitor) -> Response:
    """How it works, and what is promised about chance and secrets."""
    return visit.page("help.html", Plain(visit.frame(_("How it works"))))


@router.get("/verify")
def verify_page(visit: Visitor) -> Response:
    """Where anybody checks a record and a receipt; the browser computes, and its script is given the words."""
    frame = visit.frame(_("Was the game fair?"))
    return visit.page("verify.html", Verify(frame, checking.recomputable(), checking.words()))


# At a table


@router.get("/t/{name}")
def table_page(visit: Visitor, name: Name, part: PartList, seat: WhichSeat = None) -> Response:
    """A table, by one's seat or as who watches."""
    try:
        return visit.table_page(name, seat, tuple(part))
    except Archived:
        return visit.go(f"/replay/{name}")


@router.get("/t/{name}/fragment")
def fragment_of(
    visit: Visitor, name: Name, seat: WhichSeat = None, language: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """What changes of a table's page, in the page's language; another may have been chosen since."""
    with speaking(language or spoken()), visit.tables.reading(name) as table:
        return HTMLResponse(visit.seen(table, seat).html)


@router.get("/t/{name}/log")
def log_page(visit: Visitor, name: Name, seat: WhichSeat = None) -> Response:
    """All that happened, as the viewer may know it."""
    with visit.tables.reading(name) as table:
        look = visit.look(table, seat)
        # at a shared screen nothing of a seat is told while another is to act
        eyes = None if any(is_turn(table, other) for other in look.shared if other != look.seat) else look.seat
        match, names = table.match.copy(same_chance=True) if table.match else None, wording.names_of(table)
        title = table.setup.game.title
    lines = lines_of(match, eyes, names) if match else []
    back = f"/t/{name}" + ("" if look.seat is None else f"?seat={look.seat}")
    return visit.page("log.html", LogPage(visit.frame(_("What happened")), name, title, look.seat, lines, back))


@router.get("/t/{name}/seats/{seat}/why")
def why_not(
    visit: Visitor, name: Name, seat: SeatNumber, part: PartList, move: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """Why what was touched is no move: the rule's number and a sentence; both empty when it is one."""
    with visit.tables.reading(name) as table:
        commands.own(table, visit.player, seat)
        if not is_turn(table, seat) or table.held is not None:
            return JSONResponse({"rule": "", "sentence": _("It is not your turn.")})
        return JSONResponse(reason(table, move or move_meant(table, seat, part)))


def move_meant(table: Table, seat: int, parts: Sequence[str]) -> str | None:
    """The move that parts mean where the table stands, allowed or not."""
    if table.match is None or not parts:
        return None
    found: str | None = table.setup.game.page.move_of(parts, table.match.view(seat)[0], table.setup.edition)
    return found


def reason(table: Table, move: str | None) -> dict[str, str]:
    """Why the player to act may not make a move."""
    assert table.match
    try:
        found = table.match.why_illegal(move) if move else None
    except BadNotation:
        move = None
    if not move:
        return {"rule": "", "sentence": _("These do not make a move together.")}
    return {"rule": found.rule, "sentence": in_words(found.sentence)} if found else {"rule": "", "sentence": ""}


# The stream


@router.get("/stream")
async def stream(
    request: Request, visit: Visitor, look: Annotated[list[str], Query(min_length=1, max_length=MOST_LOOKS)]
) -> EventStream:
    """Several tables' fragments, each again whenever it changes: server-sent events by the names of the looks."""
    streams: Streams = request.app.state.streams
    address = address_of(request)
    streams.check_room(address)
    viewers = await to_thread.run_sync(resolve, visit, list(dict.fromkeys(look)))
    return streams.open(address, viewers, alive=ALIVE)


def resolve(visit: Visit, looks: Sequence[str]) -> list[Viewer]:
    """By whose eyes a stream looks; a table that is not there is left out, unless it is the only one."""
    viewers = [viewer for look in looks if (viewer := viewer_of(visit, look))]
    if not viewers:
        raise NoTable(_("there is no such table"))
    return viewers


def viewer_of(visit: Visit, look: str) -> Viewer | None:
    """Who has left a seat, or never had it, sees what those see who watch."""
    asked = LOOK.fullmatch(look)
    if not asked or asked["language"] not in languages():
        raise BadRequest(_("this is no way to look at a table"))
    try:
        with visit.tables.reading(asked["table"]) as table:
            mine, since = table.seats_of(visit.player), Moment(table.epoch, table.version)
    except TableError:
        return None
    seat = int(asked["seat"]) if asked["seat"] != "-" and int(asked["seat"]) in mine else None
    name = f"event: {look}\n".encode()
    return Viewer(asked["table"], seat, visit.player, since, asked["language"], name, len(mine) > 1)
