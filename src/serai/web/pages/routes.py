"""The read-only pages: lobby, new table, help, verification, a table, its log and its server-sent events."""

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
from serai.tables.commands import own
from serai.tables.errors import Archived, BadRequest, NoTable, TableError
from serai.tables.service import Service
from serai.tables.state.table import OVER, VOID, Table
from serai.web.api.schemas import Name, SeatNumber
from serai.web.api.sse import ALIVE, Moment, SseResponse, SseServer, Viewer
from serai.web.pages import fairness as fairness
from serai.web.pages import pad, wording
from serai.web.pages.contexts import GameCard, Join, Lobby, LogPage, OpenForm, Plain, TableLine, Verify
from serai.web.pages.table import chance_of, is_turn, lines_of
from serai.web.requests.error_response import as_sentence
from serai.web.requests.identity import address_of
from serai.web.requests.request_context import Visit, Visitor

MOST_LISTED = 12  # tables of each sort in the lobby
MOST_MINE = 40
MOST_VOID = 6  # of the player's own, and of those that were open to anyone
MOST_LOOKS = 32  # tables in one stream
MOST_PARTS = 20
LOOK = re.compile(r"(?P<table>[A-Za-z0-9_-]{12})\.(?P<seat>[0-9]|-)\.(?P<language>[a-z]{2})")

router = APIRouter(include_in_schema=False)
WhichSeat = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
PartList = Annotated[list[Annotated[str, Query(max_length=80)]], Query(max_length=MOST_PARTS, default_factory=list)]


# Before a table


@router.get("/")
def lobby(visit: Visitor) -> Response:
    """The lobby."""
    tables = visit.tables
    own_lines = table_lines(visit, tables.tables_of(visit.player, MOST_MINE))
    open_lines = table_lines(visit, tables.listed(MOST_LISTED))
    watchable_lines = table_lines(visit, tables.watchable(MOST_LISTED))
    mine = {line.name for _phase, line in own_lines}
    context = Lobby(
        frame=visit.frame(wording.site_title()),
        games=[game_card(games.load(name)) for name in games.names()],
        mine=[line for phase, line in own_lines if phase not in (OVER, VOID)],
        open=[line for _phase, line in open_lines if line.name not in mine],
        running=[line for _phase, line in watchable_lines if line.name not in mine],
        void=[line for _phase, line in table_lines(visit, tables.void(visit.player, MOST_VOID))],
        finished=[line for phase, line in own_lines if phase == OVER and not line.is_lesson][:MOST_LISTED],
        your_name=visit.name,
    )
    return visit.page("lobby.html", context)


def game_card(game: Game) -> GameCard:
    """A game in the lobby."""
    return GameCard(
        name=game.name,
        title=game.title,
        blurb=game.page.blurb(),
        picture=Markup(game.page.picture()),
        players=list(game.player_counts),
        options={flag: wording.option_name(game, flag) for flag in game.flags},
        levels=wording.levels(),
        lesson=wording.lesson_offer(game),
        has_pad=game in pad.games_with_pad(),
    )


def table_lines(visit: Visit, names: Sequence[str]) -> list[tuple[str, TableLine]]:
    """Tables in a list, each with its phase; a table that the rules can't rebuild any more has only its replay."""
    lines = []
    for name in names:
        try:
            with visit.tables.reading(name) as table:
                lines.append((table.phase, table_line(table, visit.player)))
        except TableError:
            if (line := archived_line(visit.tables, name)) is not None:
                lines.append((OVER, line))
    return lines


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
    """A game whose table is gone, by its record."""
    record = tables.record(name)
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
    """The form, with as many seats as the game allows."""
    loaded = games.load(game or games.names()[0])
    counts = loaded.player_counts
    frame = visit.frame(_("A new table of {game}", game=loaded.title))
    seats = players if players in counts else counts[0]
    return OpenForm(frame, game_card(loaded), seats or counts[0], visit.name, screen, frame.command, problem)


@router.get("/join")
def join_form(visit: Visitor) -> Response:
    """The page of an invitation link, whose secret stays in the browser until somebody sits down."""
    return visit.page("join.html", Join(visit.frame(_("Join a table")), visit.name))


@router.get("/help")
def help_page(visit: Visitor) -> Response:
    """How it works, and what is promised about chance and secrets."""
    return visit.page("help.html", Plain(visit.frame(_("How it works"))))


@router.get("/verify")
def verify_page(visit: Visitor) -> Response:
    """The page that checks a record and a receipt in the browser."""
    frame = visit.frame(_("Was the game fair?"))
    return visit.page("verify.html", Verify(frame, fairness.recomputable(), fairness.words()))


# At a table


@router.get("/t/{name}")
def table_page(visit: Visitor, name: Name, part: PartList, seat: WhichSeat = None) -> Response:
    """A table, by one's seat or as a spectator."""
    try:
        return visit.table_page(name, seat, tuple(part))
    except Archived:
        return visit.go(f"/replay/{name}")


@router.get("/t/{name}/fragment")
def fragment_of(
    visit: Visitor, name: Name, seat: WhichSeat = None, language: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """The fragment of a table's page that changes, in the page's language; the cookie's may be another by now."""
    with speaking(language or spoken()), visit.tables.reading(name) as table:
        return HTMLResponse(visit.seen(table, seat).html)


@router.get("/t/{name}/log")
def log_page(visit: Visitor, name: Name, seat: WhichSeat = None) -> Response:
    """The whole log, as the viewer may see it."""
    with visit.tables.reading(name) as table:
        look = visit.look(table, seat)
        # at a shared screen nothing of a seat is shown while another is to act
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
    """Why the touched parts are no move: the rule's number and a sentence; both empty for a legal move."""
    with visit.tables.reading(name) as table:
        own(table, visit.player, seat)
        if not is_turn(table, seat) or table.held is not None:
            return JSONResponse({"rule": "", "sentence": _("It is not your turn.")})
        return JSONResponse(reason(table, move or move_meant(table, seat, part)))


def move_meant(table: Table, seat: int, parts: Sequence[str]) -> str | None:
    """The move of the touched parts at the current position, legal or not."""
    if table.match is None or not parts:
        return None
    found: str | None = table.setup.game.page.move_of(parts, table.match.view(seat)[0], table.setup.edition)
    return found


def reason(table: Table, move: str | None) -> dict[str, str]:
    """The reason why the player to act may not make a move."""
    assert table.match
    try:
        refusal = table.match.why_illegal(move) if move else None
    except BadNotation:
        move = None
    if not move:
        return {"rule": "", "sentence": _("These do not make a move together.")}
    return (
        {"rule": refusal.rule, "sentence": as_sentence(refusal.sentence)} if refusal else {"rule": "", "sentence": ""}
    )


# The stream


@router.get("/stream")
async def stream(
    request: Request, visit: Visitor, look: Annotated[list[str], Query(min_length=1, max_length=MOST_LOOKS)]
) -> SseResponse:
    """Several tables' fragments, each again whenever it changes: server-sent events by the names of the looks."""
    streams: SseServer = request.app.state.streams
    address = address_of(request)
    streams.check_capacity(address)
    viewers = await to_thread.run_sync(resolve, visit, list(dict.fromkeys(look)))
    return streams.open(address, viewers, alive=ALIVE)


def resolve(visit: Visit, looks: Sequence[str]) -> list[Viewer]:
    """The viewers of a stream; a missing table is left out, unless it is the only one."""
    viewers = [viewer for look in looks if (viewer := viewer_of(visit, look))]
    if not viewers:
        raise NoTable(_("there is no such table"))
    return viewers


def viewer_of(visit: Visit, look: str) -> Viewer | None:
    """A viewer who has left a seat, or never had it, sees what spectators see."""
    found = LOOK.fullmatch(look)
    if not found or found["language"] not in languages():
        raise BadRequest(_("this is no way to look at a table"))
    try:
        with visit.tables.reading(found["table"]) as table:
            own_seats, since = table.seats_of(visit.player), Moment(table.epoch, table.version)
    except TableError:
        return None
    seat = int(found["seat"]) if found["seat"] != "-" and int(found["seat"]) in own_seats else None
    name = f"event: {look}\n".encode()
    return Viewer(found["table"], seat, visit.player, since, found["language"], name, len(own_seats) > 1)
