"""Past positions as pages: finished games from any seat, and a short film of what happened since one's last turn."""

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
from serai.tables.commands import commands
from serai.tables.errors import NoTable
from serai.tables.past_positions import Tale, observed, positions, scores, tale
from serai.tables.service import Service
from serai.tables.state.setup import BOT, PERSON
from serai.web.api.schemas import Name
from serai.web.pages import scoring as sheets
from serai.web.pages import wording
from serai.web.pages.contexts import ReplayPage, ReplayView, SeatLine
from serai.web.pages.lru_cache import Kept
from serai.web.pages.rendering import render
from serai.web.pages.table import Look, passed_to, styles_of
from serai.web.requests.request_context import Visit, Visitor, sprite_of

MOST_BOARDS = 24  # of a film
KEPT = 32  # games, and films, that somebody looks at
ALL = "all"

router = APIRouter(include_in_schema=False)
At = Annotated[int | None, Query(ge=0, le=100_000)]
Eyes = Annotated[str, Query(pattern=rf"^([0-{MOST_SEATS - 1}]|{ALL}|)$")]


class Tales:
    """The finished games and the films that were looked at last; may be asked from any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._tales: Kept[str, Tale] = Kept(KEPT)
        self.films: Kept[tuple[Look, int], list[dict[str, str]]] = Kept(KEPT)  # by who looks, and the table's version

    def of(self, name: str) -> Tale:
        """A finished game; a record never changes."""
        if found := self._tales.get(name):
            return found
        data = self._service.store.record(name)
        if data is None:
            raise NoTable(_("this table has no replay; there is one when its game is over"))
        return self._tales.put(name, tale(data))


def tales_of(visit: Visit) -> Tales:
    """Those of this process."""
    found: Tales = visit.request.app.state.tales
    return found


@router.get("/replay/{name}")
def replay_page(visit: Visitor, name: Name, at: At = None, seat: Eyes = "") -> Response:
    """A finished game at one moment, from the beginning if none is named."""
    told = tales_of(visit).of(name)
    names, eyes, place = names_of(told), eyes_of(told, seat), min(at or 0, told.decisions)
    problem = _("The rules have changed since this game was played: it can be told, but not drawn.")
    context = ReplayPage(
        frame=visit.frame(_("A game of {game}", game=told.title)),
        name=name,
        game=told.game.name if told.game else "",
        title=told.title,
        seat=eyes,
        names=names,
        at=place,
        last=told.decisions,
        fragment=Markup(moment(told, names, place, eyes, seat == ALL)),
        sprite=sprite_of(told.game) if told.game else Markup(""),
        styles=styles_of(told.game) if told.game else (),
        is_all=seat == ALL,
        problem=problem if told.positions is None else "",
    )
    return visit.page("replay.html", context)


@router.get("/replay/{name}/frame")
def replay_frame(visit: Visitor, name: Name, at: At = None, seat: Eyes = "") -> Response:
    """What changes of a replay's page."""
    told = tales_of(visit).of(name)
    place = min(at or 0, told.decisions)
    return HTMLResponse(moment(told, names_of(told), place, eyes_of(told, seat), seat == ALL))


def eyes_of(told: Tale, seat: str) -> int | None:
    """The seat by whose eyes to look; None: nobody's."""
    number = int(seat) if seat.isdecimal() else None
    if number is not None and number >= len(told.seats):
        raise HTTPException(404)
    return number


def names_of(told: Tale) -> list[str]:
    """The seats' names as pages call them."""
    return wording.seat_names([(name, by if by in NAMES else None) for name, by in told.seats])


def moment(told: Tale, names: Sequence[str], at: int, seat: int | None, is_all: bool) -> str:
    """The position after so many decisions, what led there, and how the seats stand."""
    words = " ".join(words_of(told, event, names) for event in seen_by(told, told.blocks[at], seat, is_all))
    if told.game is None or told.edition is None or told.positions is None:
        return render("replay_fragment.html", ReplayView(at, words, "", Markup(""), seat_lines(told, names, at, None)))
    game, edition = told.game, told.edition
    seen = told.positions[at : at + 1] if is_all else observed(game, edition, told.positions, at, seat)
    scene = Scene(seen[0], edition, names, seat, is_open=is_all)
    points = scores(game, edition, seen, len(names))
    lines = seat_lines(told, names, at, points)
    return render(
        "replay_fragment.html", ReplayView(at, words, str(game.page.progress(scene)), game.page.render(scene), lines)
    )


def seen_by(told: Tale, events: Sequence[Event], seat: int | None, is_all: bool) -> list[Event]:
    """Events as a seat saw them when they happened; all of them where nothing is hidden."""
    if is_all or told.game is None or told.edition is None:
        return list(events)
    return [seen for event in events for seen in told.game.words.visible_to(event, seat, told.edition)]


def words_of(told: Tale, event: Event, names: Sequence[str]) -> str:
    """An event in words; one of other rules, which ours can't tell, as it was recorded."""
    try:
        if told.game and told.edition:
            return wording.sentence(event, names, told.game, told.edition)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        if told.positions is not None:
            raise
    return canonical(event).decode()


def seat_lines(told: Tale, names: Sequence[str], at: int, points: Sequence[int] | None) -> list[SeatLine]:
    """The seats at a moment."""
    to_act = None
    if told.game and told.positions is not None and at < told.decisions:
        to_act = int(told.game.kernel.to_act(told.positions, at))
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
            is_winner=at == told.decisions and number in told.winners,
        )
        for number, (_name, by) in enumerate(told.seats)
    ]


# The film


@router.get("/t/{name}/film")
def film(visit: Visitor, name: Name, seat: Annotated[int, Query(ge=0, lt=MOST_SEATS)] = 0) -> Response:
    """The boards between one's last turn and now, by one's own eyes, each with what was done."""
    with visit.tables.reading(name) as table:
        commands.own(table, visit.player, seat)
        look, version = visit.look(table, seat), table.version
        if table.match is None or passed_to(table, look) is not None:
            return JSONResponse([])
        match, names = table.match.copy(same_chance=True), wording.names_of(table)
    films = tales_of(visit).films
    shown = films.get((look, version))
    return JSONResponse(films.put((look, version), shoot(match, seat, names)) if shown is None else shown)


def shoot(match: Match, seat: int, names: Sequence[str]) -> list[dict[str, str]]:
    """The film of a match, which nobody changes meanwhile."""
    first, last = decisions_since(match, seat)
    return boards(match, positions(match, match.moves[:last]), first, seat, names) if first < last else []


def decisions_since(match: Match, seat: int) -> tuple[int, int]:
    """How many decisions were made up to the seat's last turn, or to the film's beginning, and up to now."""
    news = sheets.window(match.events, seat)
    moves = moves_in(match)
    first = sum(place < news.begin for place in moves)
    last = sum(place < news.end for place in moves)
    return max(first, last - MOST_BOARDS + 1), last


def moves_in(match: Match) -> list[int]:
    """The places of decisions among a match's events."""
    return [place for place, event in enumerate(match.events) if event["type"] == "move"]


def boards(match: Match, found: Games, first: int, seat: int, names: Sequence[str]) -> list[dict[str, str]]:
    """A position by a seat's eyes, then those after each decision up to the last of `found`, with what was done."""
    moves = moves_in(match)
    told = views.told(match, seat, moves[first])
    frames = []
    for decision in range(first, len(found)):
        begin = moves[decision - 1] if decision > first else None
        end = moves[decision] if decision < len(moves) else len(match.events)
        events = [event for place, event in told if begin is not None and begin <= place < end]
        words = " ".join(wording.sentence(event, names, match.game, match.edition) for event in events)
        seen = observed(match.game, match.edition, found, decision, seat)
        board = match.game.page.render(Scene(seen[0], match.edition, names, seat))
        frames.append({"board": str(board), "words": words})
    return frames
