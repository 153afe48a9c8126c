"""The HTTP interface for pages and programs: JSON in, JSON out, and a stream of what a seat sees.

Every handler reads as guard, change, answer; what is allowed is for `tables.commands` to say.
"""

from collections.abc import Callable
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from starlette.responses import JSONResponse, StreamingResponse

from serai.core import game as games
from serai.core.seats import MOST_SEATS
from serai.tables import keys, views
from serai.tables.commands import commands, decisions, links
from serai.tables.commands.decisions import Answer
from serai.tables.errors import NoTable, NotAllowed, TableError
from serai.tables.service import Service
from serai.tables.state.table import Change, Table
from serai.web.api import schemas as shapes
from serai.web.api.schemas import LinkNumber, Name, SeatNumber
from serai.web.api.sse import EventStream, Moment, Streams, Viewer, moment_in
from serai.web.api.verification import Verifier
from serai.web.requests.health import Health
from serai.web.requests.identity import address_of, asker, player, player_or_new
from serai.web.requests.quotas import EDITIONS, Quotas

REFUSALS = {
    400: "what was sent can't be read",
    401: "a key is needed",
    403: "not this player's to do, or a page of another site asks",
    404: "there is no such thing",
    405: "this can't be done here",
    409: "not now, or the table has gone on",
    410: "only the record is left",
    413: "too large",
    421: "the server is not addressed by that name",
    422: "it makes no sense at any time",
    429: "too much; `Retry-After` says when to come again",
    503: "the tables can't be reached at the moment; `Retry-After` says when to come again",
}
MOST_LISTED = 100
MOST_VOID = 20  # of one's own, and of those that were opened to anyone

router = APIRouter(
    prefix="/api",
    responses={status: {"model": shapes.Refusal, "description": why} for status, why in REFUSALS.items()},
)


async def service_of(request: Request) -> Service:
    """The tables of this server."""
    service: Service = request.app.state.service
    return service


Tables = Annotated[Service, Depends(service_of)]
Asker = Annotated[str | None, Depends(asker)]
Player = Annotated[str, Depends(player)]
PlayerOrNew = Annotated[str, Depends(player_or_new)]
WhichSeat = Annotated[int | None, Query(ge=0, lt=MOST_SEATS, description="by which of one's seats to look")]


def look(table: Table, player: str | None, seat: int | None) -> int | None:
    """By whose eyes somebody may look; who has several seats at one screen sees none of them until one is named."""
    if seat is not None:
        if player is None:
            raise NotAllowed(f"seat {seat} is not yours")
        commands.own(table, player, seat)
        return seat
    mine = table.seats_of(player)
    return mine[0] if len(mine) == 1 else None


def seen(tables: Service, name: str, player: str | None, seat: int | None = None) -> dict[str, Any]:
    """What somebody sees of a table."""
    with tables.reading(name) as table:
        return views.view(table, look(table, player, seat))


def seen_by(seat: int) -> Callable[[Table], dict[str, Any]]:
    """What a seat sees of a table that is being changed."""
    return lambda table: views.view(table, seat)


def act(
    tables: Service, name: str, player: str, seat: int, command: Callable[..., list[Change]], *wish: Any
) -> Response:
    """Carry out what a seat's player wishes; the answer is what the seat sees then."""
    return JSONResponse(tables.change(name, lambda table, at: command(table, player, seat, *wish, at), seen_by(seat)))


def decide(tables: Service, name: str, answer: Answer, command: Callable[..., list[Change]], *wish: Any) -> Response:
    """Answer a decision for a seat, and tell what the seat sees then."""

    def carry_out(table: Table, at: int) -> list[Change]:
        return command(table, answer.player, answer.seat, answer.decision, *wish, at)

    return JSONResponse(tables.decide(name, answer, carry_out, seen_by(answer.seat)))


# Before a table


@router.get("/games", response_model=list[shapes.GameOffer])
def list_games() -> list[dict[str, Any]]:
    """The games, with how many can play them and their options."""
    found = [games.load(name) for name in games.names()]
    return [{"game": game.name, "players": list(game.player_counts), "options": list(game.flags)} for game in found]


@router.post("/keys", status_code=201, response_model=shapes.Key)
def new_key() -> dict[str, str]:
    """A key for a program, to be sent as `Authorization: Bearer KEY`; browsers are given a cookie instead."""
    return {"key": keys.fresh()}


@router.get("/tables", response_model=shapes.Lists)
def list_tables(tables: Tables, player: Asker) -> dict[str, list[dict[str, Any]]]:
    """Tables with a free seat for anyone, one's own, and those of the last days that did not begin."""
    mine = tables.store.tables_of(player, MOST_LISTED) if player else []
    listed, void = tables.store.listed(MOST_LISTED), tables.void(player, MOST_VOID)
    return {"open": lines(tables, listed), "mine": lines(tables, mine), "void": lines(tables, void)}


def lines(tables: Service, names: list[str]) -> list[dict[str, Any]]:
    """Tables in a list; what only has a record left is none."""
    found = []
    for name in names:
        try:
            with tables.reading(name) as table:
                found.append(views.line(table))
        except TableError:
            continue
    return found


@router.post("/tables", status_code=201, response_model=shapes.Opened)
def open_table(request: Request, body: shapes.NewTable, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """Open a table; the link lets others sit down at it."""
    if body.setup.edition is not None:
        quotas: Quotas = request.app.state.quotas
        quotas.check(request, EDITIONS)
    people = [(person.name, person.nonce_commitment) for person in body.people]
    opened = tables.open(body.setup.model_dump(exclude_none=True), player, people)
    return {"table": opened.name, "link": opened.link, "view": seen(tables, opened.name, player)}


@router.post("/links", response_model=shapes.Followed)
def follow_link(body: shapes.Link, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """What a link opens; a personal one gives its seat to this player too."""
    name, seat = tables.enter(body.link, player)
    return {"table": name, "seat": seat, "view": seen(tables, name, player, seat)}


@router.post("/tables/{name}/seats", status_code=201, response_model=shapes.View)
def sit_down(name: Name, body: shapes.Sitting, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """Take a seat: by the table's link, freely at a listed table, or the one that is kept for this player."""
    has_link = body.link is not None and tables.follow(body.link) == (name, None)

    def sit(table: Table, at: int) -> list[Change]:
        if not (has_link or table.setup.listed or table.seats_of(player)):
            raise NotAllowed("this table is for those who have its link")
        return commands.sit(table, player, body.seat, body.name, body.nonce_commitment, at)

    tables.change(name, sit)
    return seen(tables, name, player)


# At a table


@router.get("/tables/{name}", response_model=shapes.View)
def get_view(name: Name, tables: Tables, player: Asker, seat: WhichSeat = None) -> Response:
    """What one sees: by the seat named, by one's only seat, or as a spectator."""
    return JSONResponse(seen(tables, name, player, seat))


@router.get(
    "/tables/{name}/stream", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}}
)
async def stream(
    name: Name,
    request: Request,
    tables: Tables,
    player: Asker,
    seat: WhichSeat = None,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> EventStream:
    """What one sees, again whenever it changes: server-sent events with the whole view, whose id is the version."""
    streams: Streams = request.app.state.streams
    address = address_of(request)
    streams.check_room(address)
    viewer = await to_thread.run_sync(resolve, tables, name, player, seat)
    return streams.open(address, [viewer], moment_in(last_event_id))


def resolve(tables: Service, name: str, player: str | None, seat: int | None) -> Viewer:
    """By whose eyes a stream looks."""
    with tables.reading(name) as table:
        return Viewer(name, look(table, player, seat), player, Moment(table.epoch, table.version))


@router.get("/tables/{name}/seats/{seat}/moves", response_model=shapes.Moves)
def list_moves(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """Every legal move of a seat that has to decide, in notation and in words."""
    with tables.reading(name) as table:
        commands.own(table, player, seat)
        return {"version": table.version, "decision": table.decision, "moves": views.moves(table, seat)}


@router.post("/tables/{name}/seats/{seat}/moves", response_model=shapes.View)
def move(name: Name, seat: SeatNumber, body: shapes.Move, tables: Tables, player: Player) -> Response:
    """Make a move. The same one for the same decision is answered again; one for a past decision is refused."""
    decision = tables.decision_of(name, body.decision, body.version)
    answer = Answer(player, seat, decision, decisions.MOVES, body.move)
    return decide(tables, name, answer, commands.play, body.move)


@router.post("/tables/{name}/seats/{seat}/confirmation", response_model=shapes.View)
def confirm(name: Name, seat: SeatNumber, body: shapes.Answering, tables: Tables, player: Player) -> Response:
    """Let the held move stand."""
    decision = tables.decision_of(name, body.decision, body.version)
    return decide(tables, name, Answer(player, seat, decision, decisions.CONFIRMATIONS), commands.confirm)


@router.post("/tables/{name}/seats/{seat}/undo", response_model=shapes.View)
def undo(name: Name, seat: SeatNumber, body: shapes.Answering, tables: Tables, player: Player) -> Response:
    """Take the last move back."""
    decision = tables.decision_of(name, body.decision, body.version)
    return decide(tables, name, Answer(player, seat, decision, decisions.UNDOS), commands.undo)


@router.post("/tables/{name}/seats/{seat}/nonce", response_model=shapes.View)
def open_nonce(name: Name, seat: SeatNumber, body: shapes.Nonce, tables: Tables, player: Player) -> Response:
    """Open the nonce that the seat committed to."""
    return act(tables, name, player, seat, commands.open_nonce, body.nonce)


@router.post("/tables/{name}/seats/{seat}/commitment", response_model=shapes.View)
def commit_anew(name: Name, seat: SeatNumber, body: shapes.Commitment, tables: Tables, player: Player) -> Response:
    """Commit to another nonce, after what was committed to before was discarded."""
    return act(tables, name, player, seat, commands.commit_anew, body.round, body.nonce_commitment)


@router.post("/tables/{name}/seats/{seat}/removal", response_model=shapes.View)
def remove(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """Free somebody's seat before the game, as whoever opened the table may."""
    tables.change(name, lambda table, at: commands.remove(table, player, seat, at))
    return seen(tables, name, player)


@router.post("/tables/{name}/seen", response_model=shapes.View)
def report(name: Name, body: shapes.Shown, tables: Tables, player: Asker) -> dict[str, Any]:
    """Tell what one was shown last; where that is lost, the table goes on from where it is, with new chance."""
    tables.report(name, body.mark)
    return seen(tables, name, player)


@router.put("/tables/{name}/seats/{seat}/bot", response_model=shapes.View)
def hand_over(name: Name, seat: SeatNumber, body: shapes.BotLevel, tables: Tables, player: Player) -> Response:
    """Let a bot play the seat."""
    return act(tables, name, player, seat, commands.hand_over, body.level)


@router.delete("/tables/{name}/seats/{seat}/bot", response_model=shapes.View)
def take_back(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Play the seat oneself again."""
    return act(tables, name, player, seat, commands.take_back)


@router.post("/tables/{name}/seats/{seat}/resignation", response_model=shapes.View)
def resign(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Give the game up."""
    return act(tables, name, player, seat, commands.resign)


@router.put("/tables/{name}/seats/{seat}/stop", response_model=shapes.View)
def agree_to_stop(name: Name, seat: SeatNumber, body: shapes.Wish, tables: Tables, player: Player) -> Response:
    """Wish to stop; the game stops when all people do."""
    return act(tables, name, player, seat, commands.agree_to_stop, body.wants)


@router.put("/tables/{name}/seats/{seat}/rematch", response_model=shapes.View)
def wish_rematch(name: Name, seat: SeatNumber, body: shapes.Wish, tables: Tables, player: Player) -> Response:
    """Wish to play again; when all people do, there is a table with seats rotated, where each is awaited."""
    tables.change(name, lambda table, at: commands.wish_rematch(table, player, seat, body.wants, at))
    tables.rematch(name)
    return JSONResponse(seen(tables, name, player, seat))


@router.put("/tables/{name}/seats/{seat}/preferences", response_model=shapes.View)
def prefer(name: Name, seat: SeatNumber, body: shapes.Preference, tables: Tables, player: Player) -> Response:
    """Whether a turn's last decision waits to be confirmed."""
    return act(tables, name, player, seat, commands.prefer, body.confirms)


@router.delete("/tables/{name}/seats/{seat}", response_model=shapes.View)
def leave(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Get up before the game begins."""
    tables.change(name, lambda table, at: commands.leave(table, player, seat, at))
    return JSONResponse(seen(tables, name, player))


@router.post("/tables/{name}/seats/{seat}/link", status_code=201, response_model=shapes.SeatLink)
def link_to_seat(
    name: Name, seat: SeatNumber, tables: Tables, player: Player, body: shapes.NewLink | None = None
) -> dict[str, str]:
    """A personal link, to come back from another device: from one, or from any number of them."""
    return {"link": tables.link_to_seat(name, player, seat, body is not None and body.is_reusable)}


@router.delete("/tables/{name}/seats/{seat}/links/{number}", response_model=shapes.View)
def revoke_link(name: Name, seat: SeatNumber, number: LinkNumber, tables: Tables, player: Player) -> Response:
    """Let a personal link open nothing any more."""
    return act(tables, name, player, seat, links.revoke, number)


@router.delete("/tables/{name}/seats/{seat}/devices", response_model=shapes.View)
def log_out_others(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Take the seat, and all links to it, from the devices that came by a link after this one."""
    return act(tables, name, player, seat, links.log_out_others)


@router.post("/tables/{name}/chat", response_model=shapes.View)
def say(name: Name, body: shapes.Words, tables: Tables, player: Player) -> Response:
    """Say something at the table."""
    tables.change(name, lambda table, at: commands.say(table, player, body.words, at))
    return JSONResponse(seen(tables, name, player))


# Fairness


@router.get("/tables/{name}/seats/{seat}/receipt", response_model=shapes.Receipt)
def get_receipt(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """What the seat's page saw of commitments, for its player to keep."""
    with tables.reading(name) as table:
        commands.own(table, player, seat)
        return views.receipt(table, seat)


@router.get("/tables/{name}/record", response_model=dict[str, Any])
def get_record(name: Name, tables: Tables) -> Response:
    """The record of a game that is over, with the seeds that everybody can now check."""
    found = tables.store.record(name)
    if found is None:
        raise NoTable(f"table {name!r} has no record; there is one when its game is over")
    return JSONResponse(found)


A_RECORD = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/verify", response_model=shapes.Verdict, openapi_extra=A_RECORD)
async def verify(request: Request) -> Response:
    """Recompute a record: whether it is fine, and where it differs."""
    verifier: Verifier = request.app.state.verifier
    return JSONResponse(await verifier.verdict(await request.body()))


# The server itself


@router.get("/health", response_model=shapes.Health, responses={503: {"model": shapes.Health}})
async def health(request: Request) -> Response:
    """Whether this process serves and its database can be written."""
    found: Health = request.app.state.health
    is_well = await found.is_well()
    return JSONResponse({"status": "ok" if is_well else "down"}, 200 if is_well else 503)
