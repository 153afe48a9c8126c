"""What people do at pages: forms in; the table's fragment out for the script, else on to the page to look at.

Every handler reads as guard, change, answer; what is allowed is for `tables.commands` to say.
"""

from collections.abc import Sequence
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
from serai.tables import commands
from serai.tables.commands import Command
from serai.tables.commands.sitting import padded
from serai.tables.errors import BadRequest, OutOfTurn, TableError
from serai.tables.service import NewTable
from serai.tables.state.setup import ANYONE, BOT, DAY, DAYS, NO_CLOCK, PER_MOVE, PERSON
from serai.tables.state.table import Table
from serai.tables.work.hints import Question
from serai.web.api.schemas import MOST_NUMBER, LinkNumber, Name, SeatNumber
from serai.web.pages import invites, wording
from serai.web.pages.contexts import Hint, Hints, Join, LinkPage
from serai.web.pages.rendering import LANGUAGE_COOKIE, Fragment, render
from serai.web.pages.routes import MOST_MINE, MOST_PARTS, form_of, move_meant, reason
from serai.web.pages.table import choices, still_fitting
from serai.web.requests.error_response import as_sentence
from serai.web.requests.identity import set_cookie
from serai.web.requests.request_context import Visit, Visitor

USUAL_BOT = "merchant"  # the default opponent
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
    called = [given or usual_name(visit) for given in by_person(name, seats)]
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
        context = form_of(visit, game, players, len(called) > 1, as_sentence(str(error)))
        return visit.page("open.html", context, error.status)
    return welcomed(visit, opened, called[0] if called else "")


def by_person(texts: Sequence[str], seats: Sequence[str]) -> list[str]:
    """A form's text for each person's seat: by seat if there is one for each seat, else in their order."""
    numbers = [number for number, kind in enumerate(seats) if kind == PERSON]
    if len(texts) == len(seats):
        return [texts[number] for number in numbers]
    return padded(texts, len(numbers))


def seat_plan(kind: str) -> dict[str, str]:
    """A seat's plan from its name in a form."""
    return {"kind": kind} if kind in (PERSON, ANYONE) else {"kind": BOT, "level": kind}


def clock_of(text: str) -> dict[str, Any] | None:
    """A clock from its name in a form: `none`, `move:60` (seconds), `days:3`."""
    kind, _colon, number = text.partition(":")
    if kind == NO_CLOCK:
        return None
    if kind not in (PER_MOVE, DAYS) or not (number.isascii() and number.isdecimal()) or len(number) > 6:
        raise BadRequest(_("there is no such clock"))
    return {"kind": kind, "seconds": int(number) * (DAY if kind == DAYS else 1)}


def welcomed(visit: Visit, opened: NewTable, name: str) -> Response:
    """Redirect to the new table, whose page knows its link."""
    return visit.remember(visit.go(f"/t/{opened.name}"), name, opened.name, opened.link)


@router.post("/lessons")
def learn(visit: Visitor, game: Text) -> Response:
    """Begin a game's lesson, or continue the one in progress."""
    if game not in games.names():
        raise BadRequest(_("there is no such game"))
    begun = (name for name in visit.tables.tables_of(visit.player, MOST_MINE) if is_begun(visit, name, game))
    return visit.go(f"/t/{next(begun, None) or visit.tables.open_lesson(game, visit.player, usual_name(visit))}")


def is_begun(visit: Visit, name: str, game: str) -> bool:
    """Whether a table is this game's lesson in progress."""
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
        visit.tables.carry_out(
            opened, commands.SitAtScreen(visit.player, [name], [nonce_commitment], usual_name(visit))
        )
    except TableError as error:
        frame = replace(visit.frame(_("Join a table")), path="/join")
        context = Join(frame, name or visit.name, as_sentence(str(error)), link)
        return visit.page("join.html", context, error.status)
    return visit.remember(visit.go(f"/t/{opened}"), name, opened, secret)


def usual_name(visit: Visit) -> str:
    """What a player is called who gives no name."""
    return visit.name or _("Guest")


@router.post("/t/{name}/sit")
def sit_down(
    visit: Visitor,
    name: Name,
    nonce_commitment: Texts,
    called: CalledTexts,
    seat: Annotated[int | None, Form(ge=0, lt=MOST_SEATS)] = None,
) -> Response:
    """Sit down at a table that is open to all, or at the seats that are kept for this browser."""
    usual = usual_name(visit)
    sit = commands.SitAtScreen(visit.player, called, nonce_commitment, usual, seat, has_link=False)
    answer = carry_out(visit, name, seat, sit)
    return visit.remember(answer, called[0] if called else "")


@router.post("/language")
def choose_language(visit: Visitor, language: Text, back: Text = "/") -> Response:
    """Set the language."""
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = visit.go(back if is_ours else "/")
    if language in languages():
        set_cookie(visit.request, answer, LANGUAGE_COOKIE, language)
    return answer


# Deciding


async def which_decision(decision: Number = None, version: Number = None) -> tuple[int | None, int | None]:
    """The decision that a form answers: its number, or a version from pages before decisions had numbers."""
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
    return carry_out(visit, name, seat, commands.Play(visit.player, seat, decision, found, is_warned=True))


def hear(visit: Visit, name: str, mark: str) -> None:
    """Report the mark of a page without a script, which is sent with its forms only (`tables.commands.marks`)."""
    if mark and not visit.is_script:
        visit.tables.report(name, mark)


def whole_move(visit: Visit, name: str, seat: int, parts: Sequence[str], decision: int) -> str | None:
    """The move of these parts: a legal one now; for a past decision, or from the script, the intended one.

    Without a script, parts that may still become a move are no move yet.
    """
    with visit.tables.reading(name) as table:
        commands.own(table, visit.player, seat)
        moves = choices_of(table, seat)
        move = completed(moves, parts) if parts else None
        is_past = table.decision != decision and not fitting(moves, parts)
        if move is None and (visit.is_script or is_past):
            intended = move_meant(table, seat, parts)
            move = canonical_move(table, intended) if intended else None
            if move is None and visit.is_script:
                raise BadRequest(_("these do not make a move together"))
    return move


def canonical_move(table: Table, move: str) -> str | None:
    """A move in the game's notation; None if it is no move."""
    try:
        return table.match.name(table.match.parse(move)) if table.match else None
    except BadNotation:
        return None


def choices_of(table: Table, seat: int) -> dict[str, Parts]:
    """A seat's legal moves, each with its parts."""
    return choices(table, table.match, seat, table.match.view(seat)) if table.match else {}


def touched(visit: Visit, name: str, seat: int, parts: Sequence[str]) -> Response:
    """Without a script: the page with the selection so far, or with the reason why the last part does not fit."""
    try:
        with visit.tables.reading(name) as table:
            selection, problem = select_part(table, seat, parts)
    except TableError as error:
        return visit.refused(name, seat, error)
    if problem:
        return visit.table_page(name, seat, selection, problem, 422)
    query = "".join(f"&part={part}" for part in selection)
    return visit.go(f"/t/{name}?seat={seat}{query}")


def select_part(table: Table, seat: int, parts: Sequence[str]) -> tuple[Parts, str]:
    """The selection after a touch at the current position, and the reason if the last part does not fit."""
    moves = choices_of(table, seat)
    if not moves:
        raise no_choice_error(table, seat)
    before = still_fitting(moves, parts[:-1])
    touched_parts = [*before, *parts[-1:]]
    selection = selection_after(moves, touched_parts) if touched_parts else ()
    if selection is not None:
        return selection, ""
    refusal = reason(table, move_meant(table, seat, touched_parts))
    return before, _("{sentence} Rule {rule}.", **refusal) if refusal["rule"] else refusal["sentence"]


def no_choice_error(table: Table, seat: int) -> TableError:
    """The error for a seat that has nothing to choose now."""
    try:
        commands.check_turn(table, seat)
    except OutOfTurn as error:
        return error
    if table.held is not None:
        return OutOfTurn(_("a decision waits to be confirmed or taken back"))
    return OutOfTurn(_("a bot plays seat {seat}; take it back first", seat=seat))


def selection_after(moves: dict[str, Parts], parts: Sequence[str]) -> Parts | None:
    """The selection after a touch: one part more, one less, or another of the same kind; None if it fits no move."""
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
    decision = visit.tables.decision_of(name, *which)
    return carry_out(visit, name, seat, commands.Confirm(visit.player, seat, decision))


@router.post("/t/{name}/seats/{seat}/read-on")
def read_on(visit: Visitor, name: Name, seat: SeatNumber, which: Which) -> Response:
    """Go on in a lesson."""
    decision = visit.tables.decision_of(name, *which)
    return carry_out(visit, name, seat, commands.ReadOn(visit.player, seat, decision))


@router.post("/t/{name}/seats/{seat}/undo")
def undo(visit: Visitor, name: Name, seat: SeatNumber, which: Which, mark: Text = "") -> Response:
    """Take the last move back."""
    hear(visit, name, mark)
    decision = visit.tables.decision_of(name, *which)
    return carry_out(visit, name, seat, commands.Undo(visit.player, seat, decision))


def carry_out(visit: Visit, name: str, seat: int | None, command: Command) -> Response:
    """Carry out a command; its sender sees what came of it before anybody else is notified."""
    try:
        shown = visit.tables.carry_out(name, command, lambda table: visit.seen(table, seat))
    except TableError as error:
        return visit.refused(name, seat, error)
    return changed(visit, name, shown)


def changed(visit: Visit, name: str, shown: Fragment) -> Response:
    """A table after a change: its fragment for the script, else on to its page."""
    if visit.is_script:
        return visit.with_key_cookie(HTMLResponse(shown.html))
    several = f"?seat={shown.view.seat}" if shown.view.shared and shown.view.seat is not None else ""
    return visit.go(f"/t/{name}{several}")


# Other commands of a seat's player


@router.post("/t/{name}/seats/{seat}/nonce")
def open_nonce(visit: Visitor, name: Name, seat: SeatNumber, nonce: Text) -> Response:
    """Open the nonce that the seat committed to."""
    return carry_out(visit, name, seat, commands.OpenNonce(visit.player, seat, nonce))


@router.post("/t/{name}/seats/{seat}/commitment")
def commit_anew(
    visit: Visitor,
    name: Name,
    seat: SeatNumber,
    renewals: Annotated[int, Form(alias="round", ge=0, le=MOST_NUMBER)],
    nonce_commitment: Text = "",
) -> Response:
    """Commit to another nonce, after what was committed to before was discarded."""
    command = commands.CommitAnew(visit.player, seat, renewals, nonce_commitment or None)
    return carry_out(visit, name, seat, command)


@router.post("/t/{name}/seats/{seat}/remove")
def remove(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Free a seat before the game, for the player who opened the table."""
    return carry_out(visit, name, seat, commands.Remove(visit.player, seat))


@router.post("/t/{name}/seen")
def report(visit: Visitor, name: Name, mark: Annotated[str, Form(max_length=100)]) -> Response:
    """Report the mark of the last frame that the page showed."""
    visit.tables.report(name, mark)
    return Response(status_code=204)


@router.post("/t/{name}/seats/{seat}/bot")
def hand_over(visit: Visitor, name: Name, seat: SeatNumber, level: Text = "") -> Response:
    """Let a bot play the seat, or without a level play it oneself again."""
    if level:
        return carry_out(visit, name, seat, commands.HandOver(visit.player, seat, level))
    return carry_out(visit, name, seat, commands.TakeBack(visit.player, seat))


@router.post("/t/{name}/seats/{seat}/resign")
def resign(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Give the game up."""
    return carry_out(visit, name, seat, commands.Resign(visit.player, seat))


@router.post("/t/{name}/seats/{seat}/stop")
def agree_to_stop(visit: Visitor, name: Name, seat: SeatNumber, wants: YesOrNo) -> Response:
    """Wish to stop, or not any more."""
    return carry_out(visit, name, seat, commands.VoteToStop(visit.player, seat, wants))


@router.post("/t/{name}/seats/{seat}/rematch")
def wish_rematch(visit: Visitor, name: Name, seat: SeatNumber, wants: YesOrNo) -> Response:
    """Wish to play again, for all who share the screen; when all people do, there is a table where each is awaited."""
    try:
        visit.tables.carry_out(name, commands.VoteForRematch(visit.player, seat, wants, is_for_all=True))
        visit.tables.rematch(name)
        with visit.tables.reading(name) as table:
            shown = visit.seen(table, seat)
    except TableError as error:
        return visit.refused(name, seat, error)
    return changed(visit, name, shown)


@router.post("/t/{name}/seats/{seat}/preferences")
def prefer(visit: Visitor, name: Name, seat: SeatNumber, confirms: YesOrNo) -> Response:
    """Whether a turn's last decision waits to be confirmed."""
    return carry_out(visit, name, seat, commands.Prefer(visit.player, seat, confirms))


@router.post("/t/{name}/seats/{seat}/leave")
def leave(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Get up before the game begins."""
    answer = carry_out(visit, name, seat, commands.Leave(visit.player, seat))
    return answer if visit.is_script or answer.status_code != 303 else visit.go("/")


@router.post("/t/{name}/chat")
def say(visit: Visitor, name: Name, words: Annotated[str, Form(max_length=2000)] = "") -> Response:
    """Say something at the table."""
    return carry_out(visit, name, None, commands.Say(visit.player, words))


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
    return carry_out(visit, name, seat, commands.RevokeLink(visit.player, seat, number))


@router.post("/t/{name}/seats/{seat}/log-out-others")
def log_out_others(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """Take the seat from the devices that came by a link after this one."""
    return carry_out(visit, name, seat, commands.LogOutOthers(visit.player, seat))


@router.post("/t/{name}/seats/{seat}/hint")
async def ask_vizier(visit: Visitor, name: Name, seat: SeatNumber) -> Response:
    """The vizier's advice."""
    try:
        question, suggestions = await visit.adviser.advise(name, visit.player, seat)
    except TableError as error:
        return await to_thread.run_sync(visit.refused, name, seat, error)
    return await to_thread.run_sync(hints_response, visit, question, suggestions)


def hints_response(visit: Visit, question: Question, suggestions: Sequence[Advice]) -> Response:
    """The vizier's advice, for the script or on the table's page."""
    hints = [hint_of(question, advice) for advice in suggestions]
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
