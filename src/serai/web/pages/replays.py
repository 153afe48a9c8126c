"""Past positions as pages: replays of finished games, and a short film of the events since the player's last turn."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.bots.levels import NAMES
from serai.core.game import Games
from serai.core.match import Match
from serai.core.page.scene import Scene
from serai.core.records.record import Event, canonical
from serai.core.seats import MOST_SEATS
from serai.core.words.language import gettext as _
from serai.tables import views
from serai.tables.commands import own
from serai.tables.errors import NoTable
from serai.tables.past_positions import FinishedGame, finished_game, observation, positions, scores
from serai.tables.service import Service
from serai.tables.state.setup import BOT, PERSON
from serai.web.api.schemas import Name
from serai.web.pages import scoring as sheets
from serai.web.pages import wording
from serai.web.pages.contexts import ReplayPage, ReplayView, SeatLine
from serai.web.pages.lru_cache import LruCache
from serai.web.pages.rendering import render
from serai.web.pages.table import Look, next_at_screen, styles_of
from serai.web.requests.request_context import Visit, Visitor, sprite_of

MOST_BOARDS = 24  # of a film
CACHE_SIZE = 32  # of games, and of films
ALL = "all"

router = APIRouter(include_in_schema=False)
At = Annotated[int | None, Query(ge=0, le=100_000)]
Perspective = Annotated[str, Query(pattern=rf"^([0-{MOST_SEATS - 1}]|{ALL}|)$")]


class ReplayCache:
    """The finished games and the films that were shown last; thread-safe."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._replays: LruCache[str, FinishedGame] = LruCache(CACHE_SIZE)
        self.films: LruCache[tuple[Look, int], list[dict[str, str]]] = LruCache(CACHE_SIZE)  # by look and version

    def of(self, name: str) -> FinishedGame:
        """A finished game; a record never changes."""
        if cached := self._replays.get(name):
            return cached
        data = self._service.record(name)
        if data is None:
            raise NoTable(_("this table has no replay; there is one when its game is over"))
        return self._replays.put(name, finished_game(data))


def replay_cache_of(visit: Visit) -> ReplayCache:
    """The cache of this process."""
    cache: ReplayCache = visit.request.app.state.replay_cache
    return cache


@router.get("/replay/{name}")
def replay_page(visit: Visitor, name: Name, at: At = None, seat: Perspective = "") -> Response:
    """A finished game at one moment, by default at the beginning."""
    replay = replay_cache_of(visit).of(name)
    names, viewer, place = names_of(replay), perspective_of(replay, seat), min(at or 0, replay.decisions)
    problem = _("The rules have changed since this game was played: it can be told, but not drawn.")
    context = ReplayPage(
        frame=visit.frame(_("A game of {game}", game=replay.title)),
        name=name,
        game=replay.game.name if replay.game else "",
        title=replay.title,
        seat=viewer,
        names=names,
        at=place,
        last=replay.decisions,
        fragment=Markup(moment(replay, names, place, viewer, seat == ALL)),
        sprite=sprite_of(replay.game) if replay.game else Markup(""),
        styles=styles_of(replay.game) if replay.game else (),
        is_all=seat == ALL,
        problem=problem if replay.positions is None else "",
    )
    return visit.page("replay.html", context)


@router.get("/replay/{name}/frame")
def replay_frame(visit: Visitor, name: Name, at: At = None, seat: Perspective = "") -> Response:
    """The fragment of a replay's page that changes."""
    replay = replay_cache_of(visit).of(name)
    place = min(at or 0, replay.decisions)
    return HTMLResponse(moment(replay, names_of(replay), place, perspective_of(replay, seat), seat == ALL))


def perspective_of(replay: FinishedGame, seat: str) -> int | None:
    """The seat to look from; None for a spectator."""
    number = int(seat) if seat.isdecimal() else None
    if number is not None and number >= len(replay.seats):
        raise HTTPException(404)
    return number


def names_of(replay: FinishedGame) -> list[str]:
    """The seats' names as pages call them."""
    return wording.seat_names([(name, by if by in NAMES else None) for name, by in replay.seats])


def moment(replay: FinishedGame, names: Sequence[str], at: int, seat: int | None, is_all: bool) -> str:
    """The position after `at` decisions, its last events, and the seats."""
    words = " ".join(
        words_of(replay, event, names) for event in visible_events(replay, replay.blocks[at], seat, is_all)
    )
    if replay.game is None or replay.edition is None or replay.positions is None:
        return render(
            "replay_fragment.html", ReplayView(at, words, "", Markup(""), seat_lines(replay, names, at, None))
        )
    game, edition = replay.game, replay.edition
    seen = replay.positions[at : at + 1] if is_all else observation(game, edition, replay.positions, at, seat)
    scene = Scene(seen[0], edition, names, seat, is_open=is_all)
    points = scores(game, edition, seen, len(names))
    lines = seat_lines(replay, names, at, points)
    return render(
        "replay_fragment.html", ReplayView(at, words, str(game.page.progress(scene)), game.page.render(scene), lines)
    )


def visible_events(replay: FinishedGame, events: Sequence[Event], seat: int | None, is_all: bool) -> list[Event]:
    """Events as a seat saw them when they happened; all of them if `is_all`."""
    if is_all or replay.game is None or replay.edition is None:
        return list(events)
    return [seen for event in events for seen in replay.game.words.visible_to(event, seat, replay.edition)]


def words_of(replay: FinishedGame, event: Event, names: Sequence[str]) -> str:
    """An event in words; an event of other rules that ours do not know, as JSON."""
    try:
        if replay.game and replay.edition:
            return wording.sentence(event, names, replay.game, replay.edition)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        if replay.positions is not None:
            raise
    return canonical(event).decode()


def seat_lines(replay: FinishedGame, names: Sequence[str], at: int, points: Sequence[int] | None) -> list[SeatLine]:
    """The seats at a moment."""
    to_act = None
    if replay.game and replay.positions is not None and at < replay.decisions:
        to_act = int(replay.game.kernel.to_act(replay.positions, at))
    return [
        SeatLine(
            number=number,
            name=names[number],
            kind=BOT if by in NAMES else PERSON,
            is_taken=True,
            is_you=False,
            is_to_act=number == to_act,
            bot=wording.level_name(by) if by in NAMES else None,
            level=by if by in NAMES else None,
            has_resigned=False,
            wants_stop=False,
            wants_rematch=False,
            score=points[number] if points else None,
            is_winner=at == replay.decisions and number in replay.winners,
        )
        for number, (_name, by) in enumerate(replay.seats)
    ]


# The film


@router.get("/t/{name}/film")
def film(visit: Visitor, name: Name, seat: Annotated[int, Query(ge=0, lt=MOST_SEATS)] = 0) -> Response:
    """The boards between the player's last turn and now, from the player's seat, each with the events before it."""
    with visit.tables.reading(name) as table:
        own(table, visit.player, seat)
        look, version = visit.look(table, seat), table.version
        if table.match is None or next_at_screen(table, look) is not None:
            return JSONResponse([])
        match, names = table.match.copy(same_chance=True), wording.names_of(table)
    films = replay_cache_of(visit).films
    boards_shown = films.get((look, version))
    return JSONResponse(films.put((look, version), shoot(match, seat, names)) if boards_shown is None else boards_shown)


def shoot(match: Match, seat: int, names: Sequence[str]) -> list[dict[str, str]]:
    """The film of a match, which must not change meanwhile."""
    first, last = decisions_since(match, seat)
    return boards(match, positions(match, match.moves[:last]), first, seat, names) if first < last else []


def decisions_since(match: Match, seat: int) -> tuple[int, int]:
    """The number of decisions up to the seat's last turn, or to the film's beginning, and up to now."""
    news = sheets.window(match.events, seat)
    moves = moves_in(match)
    first = sum(place < news.begin for place in moves)
    last = sum(place < news.end for place in moves)
    return max(first, last - MOST_BOARDS + 1), last


def moves_in(match: Match) -> list[int]:
    """The places of decisions among a match's events."""
    return [place for place, event in enumerate(match.events) if event["type"] == "move"]


def boards(match: Match, found: Games, first: int, seat: int, names: Sequence[str]) -> list[dict[str, str]]:
    """A position from a seat, then those after each decision up to the last of `found`, with the events before it."""
    moves = moves_in(match)
    visible = views.visible_events(match, seat, moves[first])
    frames = []
    for decision in range(first, len(found)):
        begin = moves[decision - 1] if decision > first else None
        end = moves[decision] if decision < len(moves) else len(match.events)
        events = [event for place, event in visible if begin is not None and begin <= place < end]
        words = " ".join(wording.sentence(event, names, match.game, match.edition) for event in events)
        seen = observation(match.game, match.edition, found, decision, seat)
        board = match.game.page.render(Scene(seen[0], match.edition, names, seat))
        frames.append({"board": str(board), "words": words})
    return frames
