"""What people do at pages: forms in; the table's fragment out for the script, else on to the page to look at.

Every handler reads as guard, change, answer; what is allowed is for `tables.commands` to say.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any

from anyio import to_thread
from babel.numbers import format_percent
from fastapi import APIRouter, Depends, Form
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.bots.advice import Advice
from serai.core import game as games
from serai.core.errors import BadNotation
from serai.core.page.scene import Parts, completed, fitting
from serai.core.seats import MOST_SEATS
from serai.core.words.language import decimal, languages, spoken
from serai.core.words.language import gettext as _
from serai.tables.commands import commands, decisions, links
from serai.tables.commands.decisions import Answer
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn, TableError
from serai.tables.service import Opened
from serai.tables.state.setup import ANYONE, BOT, DAY, DAYS, NO_CLOCK, PER_MOVE, PERSON
from serai.tables.state.table import Change, Table
from serai.tables.work.hints import Question
from serai.web.api.schemas import MOST_NUMBER, LinkNumber, Name, SeatNumber
from serai.web.pages import invites, wording
from serai.web.pages.contexts import Hint, Hints, Join, LinkPage
from serai.web.pages.rendering import LANGUAGE_COOKIE, Fragment, render
from serai.web.pages.routes import MOST_MINE, MOST_PARTS, form_of, move_meant, reason
from serai.web.pages.table import choices, kept_seats, still_fitting
from serai.web.requests.error_response import in_words
from serai.web.requests.identity import give
from serai.web.requests.request_context import Visit, Visitor

USUAL_BOT = "merchant"  # who sits where nobody is named
REASONS_SHOWN = 3

router = APIRouter(include_in_schema=False)
Number = Annotated[int | None, Form(ge=0, le=MOST_NUMBER)]
Text = Annotated[str, Form(max_length=200)]
Texts = Annotated[list[Annotated[str, Form(max_length=200)]], Form(max_length=MOST_PARTS, default_factory=list)]
CalledTexts = Annotated[
    list[Annotated[str, Form(max_length=200)]], Form(alias="name", max_length=MOST_PARTS, default_factory=list)
]
Yes = Annotated[str | None, Form(max_length=20)]
YesOrNo = Annotated[bool, Form()]
Shown = Callable[[Table], Fragment]


# Opening and joining


@router.post("/tables")
def open_table(
    visit: Visitor,
    seat: Texts,
    name: Texts,
    nonce_commitment: Texts,
    option: Texts,
    game: Text,
    players: Annotated[int, Form(ge=1, le=MOST_SEATS)] = 2,
    clock: Text = "none",
    hints: Yes = None,
    chat: Yes = None,
    listed: Yes = None,
) -> Response:
    """Open a table and sit down at it."""
    named = seat or [PERSON, USUAL_BOT]
    seats = [*named, *[named[-1]] * (players - len(named))]
    called = [given or visit.name or _("Guest") for given in by_person(name, seats)]
    commitments = [given or None for given in by_person(nonce_commitment, seats)]
    people = sum(kind in (PERSON, ANYONE) for kind in seats)
    try:
        setup = {
            "game": game,
            "seats": [seat_plan(kind) for kind in seats],
            "options": dict.fromkeys(option, True),
            "clock": clock_of(clock),
            "hints": hints is not None if people > 1 else None,
            "chat": chat is not None,
            "listed": listed is not None,
        }
        opened = visit.tables.open(setup, visit.player, list(zip(called, commitments, strict=True)))
    except TableError as error:
        context = form_of(visit, game, players, len(called) > 1, in_words(str(error)))
        return visit.page("open.html", context, error.status)
    return welcomed(visit, opened, called[0] if called else "")


def by_person(given: Sequence[str], seats: Sequence[str]) -> list[str]:
    """What a form gives for each person's seat: by seat where there are as many as seats, else in their order."""
    own = [number for number, kind in enumerate(seats) if kind == PERSON]
    if len(given) == len(seats):
        return [given[number] for number in own]
    return padded(given, len(own))


def padded(given: Sequence[str], number: int) -> list[str]:
    """So many texts: those that were given, then empty ones."""
    return [*given, *[""] * number][:number]


def seat_plan(kind: str) -> dict[str, str]:
    """A seat as a form names it."""
    return {"kind": kind} if kind in (PERSON, ANYONE) else {"kind": BOT, "level": kind}


def clock_of(text: str) -> dict[str, Any] | None:
    """A clock as a form names it: `none`, `move:60` (seconds), `days:3`."""
    kind, _colon, number = text.partition(":")
    if kind == NO_CLOCK:
        return None
    if kind not in (PER_MOVE, DAYS) or not (number.isascii() and number.isdecimal()) or len(number) > 6:
        raise BadRequest(_("there is no such clock"))
    return {"kind": kind, "seconds": int(number) * (DAY if kind == DAYS else 1)}


def welcomed(visit: Visit, opened: Opened, name: str) -> Response:
    """On to the new table, whose page knows its link."""
    return visit.remember(visit.go(f"/t/{opened.name}"), name, opened.name, opened.link)


@router.post("/lessons")
def learn(visit: Visitor, game: Text) -> Response:
    """Begin a game's lesson, or go on with the one that was begun."""
    if game not in games.names():
        raise BadRequest(_("there is no such game"))
    begun = (name for name in visit.tables.store.tables_of(visit.player, MOST_MINE) if is_begun(visit, name, game))
    return visit.go(f"/t/{next(begun, None) or visit.tables.open_lesson(game, visit.player, visit.name or _('Guest'))}")


def is_begun(visit: Visit, name: str, game: str) -> bool:
    """Whether a table is this game's lesson, and not yet at its end."""
    try:
        with visit.tables.reading(name) as table:
            return table.step is not None and table.setup.game.name == game
    except TableError:
        return False


@router.post("/join")
def join(visit: Visitor, link: Text = "", name: Text = "", nonce_commitment: Text = "", table: Text = "") -> Response:
    """Follow a link: a personal one gives its seat to this browser too, a table's one lets sit down.

    A table that is open to all needs no link.
    """
    if table and not link:
        return sit_down(visit, table, [nonce_commitment], [name])
    secret = link.strip().rpartition("#")[2]
    try:
        opened, seat = visit.tables.enter(secret, visit.player)
        if seat is not None:
            return visit.go(f"/t/{opened}?seat={seat}")
        visit.tables.change(opened, lambda found, at: sit(found, visit, [name], [nonce_commitment], at))
    except TableError as error:
        frame = replace(visit.frame(_("Join a table")), path="/join")
        context = Join(frame, name or visit.name, in_words(str(error)), link)
        return visit.page("join.html", context, error.status)
    return visit.remember(visit.go(f"/t/{opened}"), name, opened, secret)


def sit(
    table: Table, visit: Visit, names: Sequence[str], commitments: Sequence[str], at: int, seat: int | None = None
) -> list[Change]:
    """Sit down: on all seats that are kept for this browser, else on one, unless it has one already."""
    mine = table.seats_of(visit.player)
    kept = kept_seats(table, mine)
    if mine and not kept:
        return []
    if not kept:
        name, commitment = *padded(names, 1), *padded(commitments, 1)
        return commands.sit(table, visit.player, seat, name or visit.name or _("Guest"), commitment or None, at)
    given = zip(kept, padded(names, len(kept)), padded(commitments, len(kept)), strict=True)
    people = {number: (name or table.seats[number].name, commitment or None) for number, name, commitment in given}
    return commands.sit_together(table, visit.player, people, at)


@router.post("/t/{name}/sit")
def sit_down(
    visit: Visitor,
    name: Name,
    nonce_commitment: Texts,
    called: CalledTexts,
    seat: Annotated[int | None, Form(ge=0, lt=MOST_SEATS)] = None,
) -> Response:
    """Sit down at a table that is open to all, or at the seats that are kept for this browser."""

    def take(table: Table, at: int) -> list[Change]:
        if not (table.setup.listed or table.seats_of(visit.player)):
            raise NotAllowed(_("this table is for those who have its link"))
        return sit(table, visit, called, nonce_commitment, at, seat)

    answer = wished(visit, name, seat, lambda look: visit.tables.change(name, take, look))
    return visit.remember(answer, called[0] if called else "")


@router.post("/language")
def choose_language(visit: Visitor, language: Text, back: Text = "/") -> Response:
    """Speak another language from now on."""
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = visit.go(back if is_ours else "/")
    if language in languages():
        give(visit.request, answer, LANGUAGE_COOKIE, language)
    return answer


# Deciding


async def which_decision(decision: Number = None, version: Number = None) -> tuple[int | None, int | None]:
    """How a form names the decision that it answers: pages from before decisions had numbers name a version."""
    return decision, version


Which = Annotated[tuple[int | None, int | None], Depends(which_decision)]


@router.post("/t/{name}/seats/{seat}/move")
def make_move(
    visit: Visitor, name: Name, seat: SeatNumber, part: Texts, which: Which, move: Text = "", mark: Text = ""
) -> Response:
    """Make a move: a whole one, or all of its parts; without a script also one part after the other."""
    hear(visit, name, mark)
    decision = visit.tables.decision_of(name, *which)
    found = move or whole_move(visit, name, seat, part, decision)
    if found is None:
        return touched(visit, name, seat, part)

    def play(table: Table, at: int) -> list[Change]:
        return commands.play(table, visit.player, seat, decision, found, at, is_warned=True)

    answer = Answer(visit.player, seat, decision, decisions.MOVES, found)
    return wished(visit, name, seat, lambda look: visit.tables.decide(name, answer, play, look))


def hear(visit: Visit, name: str, mark: str) -> None:
    """Without a script a page tells only by its forms what it was shown last (`tables.marks`)."""
    if mark and not visit.is_script:
        visit.tables.report(name, mark)


def whole_move(visit: Visit, name: str, seat: int, parts: Sequence[str], decision: int) -> str | None:
    """The move that parts make: a legal one now; for a decision that is past, or by the script, what they mean.

    Without a script parts that may still become a move are none yet.
    """
    with visit.tables.reading(name) as table:
        commands.own(table, visit.player, seat)
        moves = choices_of(table, seat)
        found = completed(moves, parts) if parts else None
        is_past = table.decision != decision and not fitting(moves, parts)
        if found is None and (visit.is_script or is_past):
            meant = move_meant(table, seat, parts)
            found = named(table, meant) if meant else None
            if found is None and visit.is_script:
                raise BadRequest(_("these do not make a move together"))
    return found


def named(table: Table, move: str) -> str | None:
    """A move as the game writes it; None when it is none."""
    try:
        return table.match.name(table.match.parse(move)) if table.match else None
    except BadNotation:
        return None


def choices_of(table: Table, seat: int) -> dict[str, Parts]:
    """A seat's legal moves, each with its parts."""
    return choices(table, table.match, seat, table.match.view(seat)) if table.match else {}


def touched(visit: Visit, name: str, seat: int, parts: Sequence[str]) -> Response:
    """Without a script: the page with what was touched so far, or why the last of it does not go with the others."""
    try:
        with visit.tables.reading(name) as table:
            chosen, problem = gone_on(table, seat, parts)
    except TableError as error:
        return visit.refused(name, seat, error)
    if problem:
        return visit.table_page(name, seat, chosen, problem, 422)
    query = "".join(f"&part={one}" for one in chosen)
    return visit.go(f"/t/{name}?seat={seat}{query}")


def gone_on(table: Table, seat: int, parts: Sequence[str]) -> tuple[Parts, str]:
    """What is chosen after a touch where the table stands now, and why the last part is not, if it is not."""
    moves = choices_of(table, seat)
    if not moves:
        raise why_nothing(table, seat)
    before = still_fitting(moves, parts[:-1])
    now = [*before, *parts[-1:]]
    chosen = chosen_of(moves, now) if now else ()
    if chosen is not None:
        return chosen, ""
    found = reason(table, move_meant(table, seat, now))
    return before, _("{sentence} Rule {rule}.", **found) if found["rule"] else found["sentence"]


def why_nothing(table: Table, seat: int) -> TableError:
    """Why a seat has nothing to choose now."""
    try:
        commands.check_turn(table, seat)
    except OutOfTurn as error:
        return error
    if table.held is not None:
        return OutOfTurn(_("a decision waits to be confirmed or taken back"))
    return OutOfTurn(_("a bot plays seat {seat}; take it back first", seat=seat))


def chosen_of(moves: dict[str, Parts], parts: Sequence[str]) -> Parts | None:
    """What is chosen after a touch: one part more, one less, or another of the same kind; None when it fits nothing."""
    *before, last = parts
    if fitting(moves, parts):
        return tuple(parts)
    if last in before:
        return still_fitting(moves, [part for place, part in enumerate(before) if place != before.index(last)])
    kind = last.partition(".")[0]
    others = [part for part in before if part.partition(".")[0] != kind]
    return (*others, last) if fitting(moves, [*others, last]) else None


@router.post("/t/{name}/seats/{seat}/confirm")
def confirm(visit: Visitor, name: Name, seat: SeatNumber, which: Which, mark: Text = "") -> Response:
    """Let the held move stand."""
    hear(visit, name, mark)
    return decided(visit, name, seat, which, commands.confirm, decisions.CONFIRMATIONS)


@router.post("/t/{name}/seats/{seat}/read-on")
def read_on(visit: Visitor, name: Name, seat: SeatNumber, which: Which) -> Response:
    """Go on in a lesson."""
    return decided(visit, name, seat, which, commands.read_on, decisions.READINGS)


@router.post("/t/{name}/seats/{seat}/undo")
def undo(visit: Visitor, name: Name, seat: SeatNumber, which: Which, mark: Text = "") -> Response:
    """Take the last move back."""
    hear(visit, name, mark)
    return decided(visit, name, seat, which, commands.undo, decisions.UNDOS)


def decided(
    visit: Visit,
    name: str,
    seat: int,
    which: tuple[int | None, int | None],
    command: Callable[..., list[Change]],
    kinds: Collection[str],
) -> Response:
    """Answer a decision; it was answered so before if the outcome is of one of these kinds."""
    answer = Answer(visit.player, seat, visit.tables.decision_of(name, *which), kinds)

    def carry_out(table: Table, at: int) -> list[Change]:
        return command(table, visit.player, seat, answer.decision, at)

    return wished(visit, name, seat, lambda look: visit.tables.decide(name, answer, carry_out, look))


def wished(visit: Visit, name: str, seat: int | None, change: Callable[[Shown], Fragment]) -> Response:
    """Carry out a wish; who made it sees what came of it before anybody else is told."""

    def look(table: Table) -> Fragment:
        return visit.seen(table, seat)

    try:
        shown = change(look)
    except TableError as error:
        return visit.refused(name, seat, error)
    if visit.is_script:
        return visit.dressed(HTMLResponse(shown.html))
    several = f"?seat={shown.view.seat}" if shown.view.shared and shown.view.seat is not None else ""
    return visit.go(f"/t/{name}{several}")


# Other wishes of a seat


def act(visit: Visit, name: str, seat: int, command: Callable[..., list[Change]], *wish: Any) -> Response:
    """Carry out what a seat's player wishes."""

    def carry_out(table: Table, at: int) -> list[Change]:
        return command(table, visit.player, seat, *wish, at)

    return wished(visit, name, seat, lambda look: visit.tables.change(name, carry_out, look))


@router.post("/t/{name}/seats/{seat}/nonce")
def open_nonce(visit: Visitor, name: Name, seat: SeatNumber, nonce: Text) -> Response:
    """Open the nonce that the seat committed to."""
    return act(visit, name, seat, commands.open_nonce, nonce)


@router.post("/t/{name}/seats/{seat}/commitment")
def commit_anew(
    visit: Visitor,
    name: Name,
    seat: SeatNumber,
    renewals: Annotated[int, Form(alias="round", ge=0, le=MOST_NUMBER)],
    nonce_commitment: Text = "",
) -> Response:
    """Commit to another nonce, after what was committed to before was discarded."""
    return act(visit, name, seat, commands.commit_anew, renewals, nonce_commitment or None)


@router.post("/t/{name}/seats/{seat}/remove")
def remove(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Free somebody's seat before the game, as whoever opened the table."""
    return act(visit, name, seat, commands.remove)


@router.post("/t/{name}/seen")
def report(visit: Visitor, name: Name, mark: Annotated[str, Form(max_length=100)]) -> Response:
    """Tell what the page was shown last."""
    visit.tables.report(name, mark)
    return Response(status_code=204)


@router.post("/t/{name}/seats/{seat}/bot")
def hand_over(visit: Visitor, name: Name, seat: SeatNumber, level: Text = "") -> Response:
    """Let a bot play the seat, or without a level play it oneself again."""
    if level:
        return act(visit, name, seat, commands.hand_over, level)
    return act(visit, name, seat, commands.take_back)


@router.post("/t/{name}/seats/{seat}/resign")
def resign(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Give the game up."""
    return act(visit, name, seat, commands.resign)


@router.post("/t/{name}/seats/{seat}/stop")
def agree_to_stop(visit: Visitor, name: Name, seat: SeatNumber, wants: YesOrNo) -> Response:
    """Wish to stop, or not any more."""
    return act(visit, name, seat, commands.agree_to_stop, wants)


@router.post("/t/{name}/seats/{seat}/rematch")
def wish_rematch(visit: Visitor, name: Name, seat: SeatNumber, wants: YesOrNo) -> Response:
    """Wish to play again, for all who share the screen; when all people do, there is a table where each is awaited."""

    def wish_for_all(table: Table, at: int) -> list[Change]:
        commands.own(table, visit.player, seat)
        mine = table.seats_of(visit.player)
        return [made for one in mine for made in commands.wish_rematch(table, visit.player, one, wants, at)]

    def wish(look: Shown) -> Fragment:
        visit.tables.change(name, wish_for_all)
        visit.tables.rematch(name)
        with visit.tables.reading(name) as table:
            return look(table)

    return wished(visit, name, seat, wish)


@router.post("/t/{name}/seats/{seat}/preferences")
def prefer(visit: Visitor, name: Name, seat: SeatNumber, confirms: YesOrNo) -> Response:
    """Whether a turn's last decision waits to be confirmed."""
    return act(visit, name, seat, commands.prefer, confirms)


@router.post("/t/{name}/seats/{seat}/leave")
def leave(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Get up before the game begins."""
    answer = act(visit, name, seat, commands.leave)
    return answer if visit.is_script or answer.status_code != 303 else visit.go("/")


@router.post("/t/{name}/chat")
def say(visit: Visitor, name: Name, words: Annotated[str, Form(max_length=2000)] = "") -> Response:
    """Say something at the table."""

    def speak(table: Table, at: int) -> list[Change]:
        return commands.say(table, visit.player, words, at)

    return wished(visit, name, None, lambda look: visit.tables.change(name, speak, look))


@router.post("/t/{name}/seats/{seat}/link")
def personal_link(visit: Visitor, name: Name, seat: SeatNumber, reusable: Yes = None) -> Response:
    """A personal link, to come back from another device."""
    is_reusable = reusable is not None
    try:
        link = visit.link(visit.tables.link_to_seat(name, visit.player, seat, is_reusable))
    except TableError as error:
        return visit.refused(name, seat, error)
    if visit.is_script:
        return JSONResponse({"link": link, "qr": str(invites.qr(link))})
    with visit.tables.reading(name) as table:
        title = table.setup.game.title
    context = LinkPage(visit.frame(_("Your link")), name, title, seat, link, invites.qr(link), is_reusable)
    return visit.page("link.html", context)


@router.post("/t/{name}/seats/{seat}/links/{number}/revoke")
def revoke_link(visit: Visitor, name: Name, seat: SeatNumber, number: LinkNumber) -> Response:
    """Let a personal link open nothing any more."""
    return act(visit, name, seat, links.revoke, number)


@router.post("/t/{name}/seats/{seat}/log-out-others")
def log_out_others(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Take the seat from the devices that came by a link after this one."""
    return act(visit, name, seat, links.log_out_others)


@router.post("/t/{name}/seats/{seat}/hint")
async def ask_vizier(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """What the vizier would do, and why."""
    try:
        question, advised = await visit.adviser.advise(name, visit.player, seat)
    except TableError as error:
        return await to_thread.run_sync(visit.refused, name, seat, error)
    return await to_thread.run_sync(tell_hints, visit, question, advised)


def tell_hints(visit: Visit, question: Question, advised: Sequence[Advice]) -> Response:
    """What the vizier said, for the script or on the table's page."""
    hints = [hint_of(question, advice) for advice in advised]
    html = render("hint.html", Hints(question.table, question.seat, question.decision, hints))
    if visit.is_script:
        return HTMLResponse(html)
    return visit.table_page(question.table, question.seat, hint=Markup(html))


def hint_of(question: Question, advice: Advice) -> Hint:
    """A move with its chance and its weightiest reasons, in words."""
    setup, names = question.setup, wording.seat_names(question.seats)
    words = wording.move_words(advice.text, question.seat, names, setup.game, setup.edition)
    reasons = [
        f"{decimal(point.points, '+.1f')}  {point.sentence}" if point.points else point.sentence
        for point in advice.reasons
    ]
    return Hint(words, advice.text, format_percent(advice.win, locale=spoken()), reasons[:REASONS_SHOWN])
