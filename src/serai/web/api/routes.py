"""The HTTP interface for pages and programs: JSON in, JSON out, and server-sent events.

Every handler reads as guard, change, answer; `tables.commands` decides what is allowed.
"""

from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from starlette.responses import JSONResponse, StreamingResponse

from serai.core import game as games
from serai.core.seats import MOST_SEATS
from serai.tables import commands, keys, views
from serai.tables.commands import SeatCommand
from serai.tables.errors import NoTable, NotAllowed, TableError
from serai.tables.service import Service
from serai.tables.state.table import Table
from serai.web.api import schemas
from serai.web.api.schemas import LinkNumber, Name, SeatNumber
from serai.web.api.sse import Moment, SseResponse, SseServer, Viewer, parse_moment
from serai.web.api.verification import Verifier
from serai.web.requests.health import Health
from serai.web.requests.identity import address_of, player, player_or_new, player_or_none
from serai.web.requests.quotas import EDITIONS, Quotas

ERROR_DESCRIPTIONS = {
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
    responses={status: {"model": schemas.Refusal, "description": why} for status, why in ERROR_DESCRIPTIONS.items()},
)


async def service_of(request: Request) -> Service:
    """The tables of this server."""
    service: Service = request.app.state.service
    return service


Tables = Annotated[Service, Depends(service_of)]
OptionalPlayer = Annotated[str | None, Depends(player_or_none)]
Player = Annotated[str, Depends(player)]
PlayerOrNew = Annotated[str, Depends(player_or_new)]
WhichSeat = Annotated[int | None, Query(ge=0, lt=MOST_SEATS, description="by which of one's seats to look")]


def look(table: Table, player: str | None, seat: int | None) -> int | None:
    """The seat that a viewer may look from; a player with several seats at one screen must name one."""
    if seat is not None:
        if player is None:
            raise NotAllowed(f"seat {seat} is not yours")
        commands.own(table, player, seat)
        return seat
    own_seats = table.seats_of(player)
    return own_seats[0] if len(own_seats) == 1 else None


def seen(tables: Service, name: str, player: str | None, seat: int | None = None) -> dict[str, Any]:
    """A viewer's view of a table."""
    with tables.reading(name) as table:
        return views.view(table, look(table, player, seat))


def carry_out(tables: Service, name: str, command: SeatCommand) -> Response:
    """Carry out what a seat's player wants; the answer is what the seat sees then."""
    return JSONResponse(tables.carry_out(name, command, lambda table: views.view(table, command.seat)))


# Before a table


@router.get("/games", response_model=list[schemas.GameOffer])
def list_games() -> list[dict[str, Any]]:
    """The games, with how many can play them and their options."""
    loaded = [games.load(name) for name in games.names()]
    return [{"game": game.name, "players": list(game.player_counts), "options": list(game.flags)} for game in loaded]


@router.post("/keys", status_code=201, response_model=schemas.Key)
def new_key() -> dict[str, str]:
    """A key for a program, to be sent as `Authorization: Bearer KEY`; browsers are given a cookie instead."""
    return {"key": keys.fresh()}


@router.get("/tables", response_model=schemas.TableLists)
def list_tables(tables: Tables, player: OptionalPlayer) -> dict[str, list[dict[str, Any]]]:
    """Tables with a free seat for anyone, one's own, and those of the last days that did not begin."""
    mine = tables.tables_of(player, MOST_LISTED) if player else []
    listed, void = tables.listed(MOST_LISTED), tables.void(player, MOST_VOID)
    return {"open": lines(tables, listed), "mine": lines(tables, mine), "void": lines(tables, void)}


def lines(tables: Service, names: list[str]) -> list[dict[str, Any]]:
    """Tables in a list; a table of which only the record is left is skipped."""
    table_lines = []
    for name in names:
        try:
            with tables.reading(name) as table:
                table_lines.append(views.line(table))
        except TableError:
            continue
    return table_lines


@router.post("/tables", status_code=201, response_model=schemas.OpenedTable)
def open_table(request: Request, body: schemas.NewTable, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """Open a table; the link lets others sit down at it."""
    if body.setup.edition is not None:
        quotas: Quotas = request.app.state.quotas
        quotas.check(request, EDITIONS)
    people = [(person.name, person.nonce_commitment) for person in body.people]
    opened = tables.open(body.setup.model_dump(exclude_none=True), player, people)
    return {"table": opened.name, "link": opened.link, "view": seen(tables, opened.name, player)}


@router.post("/links", response_model=schemas.FollowedLink)
def follow_link(body: schemas.Link, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """What a link opens; a personal one gives its seat to this player too."""
    name, seat = tables.enter(body.link, player)
    return {"table": name, "seat": seat, "view": seen(tables, name, player, seat)}


@router.post("/tables/{name}/seats", status_code=201, response_model=schemas.View)
def sit_down(name: Name, body: schemas.Sitting, tables: Tables, player: PlayerOrNew) -> dict[str, Any]:
    """Take a seat: by the table's link, freely at a listed table, or the one that is kept for this player."""
    has_link = body.link is not None and tables.follow(body.link) == (name, None)
    tables.carry_out(name, commands.Sit(player, body.seat, body.name, body.nonce_commitment, has_link))
    return seen(tables, name, player)


# At a table


@router.get("/tables/{name}", response_model=schemas.View)
def get_view(name: Name, tables: Tables, player: OptionalPlayer, seat: WhichSeat = None) -> Response:
    """What one sees: by the seat named, by one's only seat, or as a spectator."""
    return JSONResponse(seen(tables, name, player, seat))


@router.get(
    "/tables/{name}/stream", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}}
)
async def stream(
    name: Name,
    request: Request,
    tables: Tables,
    player: OptionalPlayer,
    seat: WhichSeat = None,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> SseResponse:
    """What one sees, again whenever it changes: server-sent events with the whole view, whose id is the version."""
    streams: SseServer = request.app.state.streams
    address = address_of(request)
    streams.check_capacity(address)
    viewer = await to_thread.run_sync(viewer_of, tables, name, player, seat)
    return streams.open(address, [viewer], parse_moment(last_event_id))


def viewer_of(tables: Service, name: str, player: str | None, seat: int | None) -> Viewer:
    """The viewer of a stream."""
    with tables.reading(name) as table:
        return Viewer(name, look(table, player, seat), player, Moment(table.epoch, table.version))


@router.get("/tables/{name}/seats/{seat}/moves", response_model=schemas.Moves)
def list_moves(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """Every legal move of a seat that has to decide, in notation and in words."""
    with tables.reading(name) as table:
        commands.own(table, player, seat)
        return {"version": table.version, "decision": table.decision, "moves": views.moves(table, seat)}


@router.post("/tables/{name}/seats/{seat}/moves", response_model=schemas.View)
def move(name: Name, seat: SeatNumber, body: schemas.Move, tables: Tables, player: Player) -> Response:
    """Make a move. The same one for the same decision is answered again; one for a past decision is refused."""
    decision = tables.decision_of(name, body.decision, body.version)
    return carry_out(tables, name, commands.Play(player, seat, decision, body.move))


@router.post("/tables/{name}/seats/{seat}/confirmation", response_model=schemas.View)
def confirm(name: Name, seat: SeatNumber, body: schemas.DecisionRequest, tables: Tables, player: Player) -> Response:
    """Let the held move stand."""
    decision = tables.decision_of(name, body.decision, body.version)
    return carry_out(tables, name, commands.Confirm(player, seat, decision))


@router.post("/tables/{name}/seats/{seat}/undo", response_model=schemas.View)
def undo(name: Name, seat: SeatNumber, body: schemas.DecisionRequest, tables: Tables, player: Player) -> Response:
    """Take the last move back."""
    decision = tables.decision_of(name, body.decision, body.version)
    return carry_out(tables, name, commands.Undo(player, seat, decision))


@router.post("/tables/{name}/seats/{seat}/nonce", response_model=schemas.View)
def open_nonce(name: Name, seat: SeatNumber, body: schemas.Nonce, tables: Tables, player: Player) -> Response:
    """Open the nonce that the seat committed to."""
    return carry_out(tables, name, commands.OpenNonce(player, seat, body.nonce))


@router.post("/tables/{name}/seats/{seat}/commitment", response_model=schemas.View)
def commit_anew(name: Name, seat: SeatNumber, body: schemas.Commitment, tables: Tables, player: Player) -> Response:
    """Commit to another nonce, after what was committed to before was discarded."""
    return carry_out(tables, name, commands.CommitAnew(player, seat, body.round, body.nonce_commitment))


@router.post("/tables/{name}/seats/{seat}/removal", response_model=schemas.View)
def remove(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """Free a seat before the game, for the player who opened the table."""
    tables.carry_out(name, commands.Remove(player, seat))
    return seen(tables, name, player)


@router.post("/tables/{name}/seen", response_model=schemas.View)
def report(name: Name, body: schemas.LastMark, tables: Tables, player: OptionalPlayer) -> dict[str, Any]:
    """Tell what one was shown last; where that is lost, the table goes on from where it is, with new chance."""
    tables.report(name, body.mark)
    return seen(tables, name, player)


@router.put("/tables/{name}/seats/{seat}/bot", response_model=schemas.View)
def hand_over(name: Name, seat: SeatNumber, body: schemas.BotLevel, tables: Tables, player: Player) -> Response:
    """Let a bot play the seat."""
    return carry_out(tables, name, commands.HandOver(player, seat, body.level))


@router.delete("/tables/{name}/seats/{seat}/bot", response_model=schemas.View)
def take_back(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Play the seat oneself again."""
    return carry_out(tables, name, commands.TakeBack(player, seat))


@router.post("/tables/{name}/seats/{seat}/resignation", response_model=schemas.View)
def resign(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Give the game up."""
    return carry_out(tables, name, commands.Resign(player, seat))


@router.put("/tables/{name}/seats/{seat}/stop", response_model=schemas.View)
def agree_to_stop(name: Name, seat: SeatNumber, body: schemas.Wish, tables: Tables, player: Player) -> Response:
    """Wish to stop; the game stops when all people do."""
    return carry_out(tables, name, commands.VoteToStop(player, seat, body.wants))


@router.put("/tables/{name}/seats/{seat}/rematch", response_model=schemas.View)
def wish_rematch(name: Name, seat: SeatNumber, body: schemas.Wish, tables: Tables, player: Player) -> Response:
    """Wish to play again; when all people do, there is a table with seats rotated, where each is awaited."""
    tables.carry_out(name, commands.VoteForRematch(player, seat, body.wants))
    tables.rematch(name)
    return JSONResponse(seen(tables, name, player, seat))


@router.put("/tables/{name}/seats/{seat}/preferences", response_model=schemas.View)
def prefer(name: Name, seat: SeatNumber, body: schemas.Preference, tables: Tables, player: Player) -> Response:
    """Whether a turn's last decision waits to be confirmed."""
    return carry_out(tables, name, commands.Prefer(player, seat, body.confirms))


@router.delete("/tables/{name}/seats/{seat}", response_model=schemas.View)
def leave(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Get up before the game begins."""
    tables.carry_out(name, commands.Leave(player, seat))
    return JSONResponse(seen(tables, name, player))


@router.post("/tables/{name}/seats/{seat}/link", status_code=201, response_model=schemas.SeatLink)
def link_to_seat(
    name: Name, seat: SeatNumber, tables: Tables, player: Player, body: schemas.NewLink | None = None
) -> dict[str, str]:
    """A personal link, to come back from another device: from one, or from any number of them."""
    return {"link": tables.link_to_seat(name, player, seat, body is not None and body.is_reusable)}


@router.delete("/tables/{name}/seats/{seat}/links/{number}", response_model=schemas.View)
def revoke_link(name: Name, seat: SeatNumber, number: LinkNumber, tables: Tables, player: Player) -> Response:
    """Let a personal link open nothing any more."""
    return carry_out(tables, name, commands.RevokeLink(player, seat, number))


@router.delete("/tables/{name}/seats/{seat}/devices", response_model=schemas.View)
def log_out_others(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> Response:
    """Take the seat, and all links to it, from the devices that came by a link after this one."""
    return carry_out(tables, name, commands.LogOutOthers(player, seat))


@router.post("/tables/{name}/chat", response_model=schemas.View)
def say(name: Name, body: schemas.Words, tables: Tables, player: Player) -> Response:
    """Say something at the table."""
    tables.carry_out(name, commands.Say(player, body.words))
    return JSONResponse(seen(tables, name, player))


# Fairness


@router.get("/tables/{name}/seats/{seat}/receipt", response_model=schemas.Receipt)
def get_receipt(name: Name, seat: SeatNumber, tables: Tables, player: Player) -> dict[str, Any]:
    """What the seat's page saw of commitments, for its player to keep."""
    with tables.reading(name) as table:
        commands.own(table, player, seat)
        return views.receipt(table, seat)


@router.get("/tables/{name}/record", response_model=dict[str, Any])
def get_record(name: Name, tables: Tables) -> Response:
    """The record of a game that is over, with the seeds that everybody can now check."""
    found = tables.record(name)
    if found is None:
        raise NoTable(f"table {name!r} has no record; there is one when its game is over")
    return JSONResponse(found)


RECORD_SCHEMA = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/verify", response_model=schemas.Verdict, openapi_extra=RECORD_SCHEMA)
async def verify(request: Request) -> Response:
    """Recompute a record: whether it is fine, and where it differs."""
    verifier: Verifier = request.app.state.verifier
    return JSONResponse(await verifier.verdict(await request.body()))


# The server itself


@router.get("/health", response_model=schemas.Health, responses={503: {"model": schemas.Health}})
async def health(request: Request) -> Response:
    """Whether this process serves and its database can be written."""
    found: Health = request.app.state.health
    is_well = await found.is_well()
    return JSONResponse({"status": "ok" if is_well else "down"}, 200 if is_well else 503)
