"""A table as somebody sees it, in words and pictures: everything that its page shows and that changes.

Made of the seat's observation and of events as the seat may see them, like `tables.views`; seeds, nonces that are not
opened and keys are not among what is read.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from babel.dates import format_datetime
from babel.units import format_unit
from markupsafe import Markup

from serai.core import game as games
from serai.core.game import Game
from serai.core.match import Match
from serai.core.page.lesson import Step
from serai.core.page.scene import InOrder, Parts, Scene, cautions_of, common_caution, completed, fitting
from serai.core.records.record import Event
from serai.core.search.mind import Views
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext, spoken
from serai.tables import views
from serai.tables.commands import can_undo, lessons, marks
from serai.tables.commands.sitting import awaited_seats
from serai.tables.state.seats import PersonalLink
from serai.tables.state.setup import ANYONE, DAY, MINUTE
from serai.tables.state.table import GATHERING, OPENING, OVER, RENEWING, VOID, Table
from serai.web.pages import scoring as sheets
from serai.web.pages import wording
from serai.web.pages.contexts import ChatLine, LessonView, LinkLine, LogLine, ScoreSheet, SeatLine, TableView

MOST_LINES = 40  # of the log in a page
MOST_NEWS = 60  # of what others did since one's last turn
MOST_MESSAGES = 50  # messages of the chat in a page
WATCHED = 30  # events in which a spectator's page looks for a scoring


@dataclass(frozen=True)
class Look:
    """By whose eyes a table is looked at, and in which language."""

    table: str
    seat: int | None
    language: str
    shared: tuple[int, ...] = ()  # the seats of the viewer's browser, when it has several

    @property
    def mine(self) -> tuple[int, ...]:
        """All seats of the viewer's browser."""
        return self.shared or (() if self.seat is None else (self.seat,))

    def __str__(self) -> str:
        return f"{self.table}.{'-' if self.seat is None else self.seat}.{self.language}"


@dataclass(frozen=True)
class News:
    """What happened, as far as the page tells it."""

    log: Sequence[LogLine]
    since: Sequence[LogLine]
    sheets: Sequence[ScoreSheet]
    announcement: str
    has_film: bool


def show(table: Table, look: Look, chosen: Parts = ()) -> TableView:
    """All that the page shows; at a shared screen only who is to take it, while another of its seats is to act."""
    names = wording.names_of(table)
    waiting_for = passed_to(table, look)
    seat = None if waiting_for is not None else look.seat
    match = table.match
    seen = match.view(seat) if match else None
    scene = scene_of(table, match, seat, seen, names, chosen) if match and seen is not None else None
    news = news_of(table, match, seat, names) if match else News((), (), (), "", False)
    return TableView(
        name=table.name,
        epoch=table.epoch,
        version=table.version,
        mark=marks.mark(table),
        decision=table.decision,
        phase=table.phase,
        game=table.setup.game.name,
        title=table.setup.game.title,
        seat=look.seat,
        is_your_turn=is_turn(table, look.seat) and waiting_for is None,
        headline=wording.headline(table, names, seat),
        prompt=prompt(table, scene, look, names),
        progress=str(table.setup.game.table.progress(scene)) if scene else "",
        board=table.setup.game.table.render(scene) if scene and waiting_for is None else Markup(""),
        choices=as_attribute(listed(scene.choices if scene else {})),
        cautions=as_attribute(by_words(scene.cautions)) if scene and scene.cautions else Markup(""),
        caution=caution(scene) if scene else "",
        chosen=scene.chosen if scene else (),
        held=held_words(table, scene, names),
        can_undo=seat is not None and can_undo(table, seat),
        confirms=seat is None or table.seats[seat].confirms,
        is_bot=seat is not None and table.seats[seat].level is not None,
        is_resigned=seat is not None and match is not None and seat in match.resigned,
        seats=seat_lines(table, names, seen, look),
        log=news.log,
        since=news.since,
        has_film=news.has_film,
        sheets=news.sheets,
        chat=chat_of(table, names),
        deadline=views.deadline(table),
        hints=table.setup.hints,
        curtain="" if waiting_for is None else names[waiting_for],
        curtain_seat=waiting_for,
        shared=look.shared,
        by_server=[names[number] for number, by in enumerate(made_by(table)) if by == "server"],
        result=wording.result(table, names),
        ended=wording.ended(table, names),
        rematch=None if table.rematch is None else f"/t/{table.rematch}",
        free_seats=sum(not place.is_taken for place in table.seats) if table.phase == GATHERING else 0,
        levels=wording.levels() if look.seat is not None else {},
        terms=wording.terms(table.setup),
        announcement=" ".join(filter(None, [told_use(table, seat), news.announcement])),
        chance=chance_of(table, look.mine),
        round=len(table.renewals),
        renewals=wording.renewals(table),
        can_leave=look.seat is not None and table.match is None and table.phase in (GATHERING, OPENING),
        removable=() if look.seat is None else views.removable_seats(table, look.seat),
        can_sit=can_sit(table, look.mine),
        kept=awaited_seats(table, look.mine),
        look=str(look),
        lesson=lesson_view(table, scene.choices if scene else {}),
        links=link_lines(table, seat),
        link_used=told_use(table, seat),
        has_devices=seat is not None and len(table.seats[seat].players) > 1,
        action="" if seat is None else f"/t/{table.name}/seats/{seat}",
    )


def is_turn(table: Table, seat: int | None) -> bool:
    """Whether a person's seat is to act."""
    return seat is not None and table.to_act == seat and table.seats[seat].level is None


def passed_to(table: Table, look: Look) -> int | None:
    """At a shared screen: the seat of the same browser that is to act, if it is not the one that looks."""
    acting = [seat for seat in look.shared if is_turn(table, seat)]
    return acting[0] if acting and acting[0] != look.seat else None


def scene_of(
    table: Table, match: Match, seat: int | None, seen: Views, names: Sequence[str], chosen: Parts = ()
) -> Scene:
    """What the game draws from: the observation, and the viewer's legal moves when there is something to decide.

    Parts that were chosen when the table stood otherwise may go with no move any more; they are let go.
    """
    decision = views.decision(table, match, seat)
    held = decision["held"] if decision else None
    found = with_parts(match, decision["moves"], seen) if decision else {}
    kept = still_fitting(found, chosen)
    lit = lit_parts(table.step, found, kept) if table.step else ()
    cautions = cautions_of(match.game, seen[0], match.edition, [held] if held else list(found)) if decision else {}
    return Scene(seen[0], match.edition, names, seat, found, held, kept, lit, cautions=cautions)


def caution(scene: Scene) -> str:
    """What is to be known before what was chosen, or decided and is still to be confirmed, takes effect."""
    if scene.held is not None:
        return scene.cautions.get(scene.held, "")
    return common_caution(scene.cautions, fitting(scene.choices, scene.chosen)) if scene.chosen else ""


def still_fitting(moves: Mapping[str, Parts], chosen: Sequence[str]) -> Parts:
    """What of the chosen parts goes with some move, one after the other."""
    kept: Parts = ()
    for part in chosen:
        kept = (*kept, part) if fitting(moves, (*kept, part)) else kept
    return kept


def choices(table: Table, match: Match, seat: int, seen: Views) -> dict[str, Parts]:
    """A seat's legal moves, each with its parts; none where it has nothing to decide."""
    decision = views.decision(table, match, seat)
    return with_parts(match, decision["moves"], seen) if decision else {}


def with_parts(match: Match, moves: Sequence[str], seen: Views) -> dict[str, Parts]:
    """Moves with what is touched to make them, which may depend on where the pieces lie."""
    if in_position := getattr(match.game.table, "choices", None):
        found: dict[str, Parts] = in_position(seen[0], match.edition, moves)
        return found
    return {move: parts_of(match.game.name, move) for move in moves}


@lru_cache(maxsize=1 << 14)
def parts_of(game: str, move: str) -> Parts:
    """What is touched to make a move: the same for a notation always."""
    parts: Parts = games.load(game).table.parts(move)
    return parts


def listed(moves: Mapping[str, Parts]) -> list[list[str | Parts]]:
    """Each move followed by its parts, or by one list of them where they are touched in its order."""
    return [[move, parts] if isinstance(parts, InOrder) else [move, *parts] for move, parts in moves.items()]


def by_words(cautions: Mapping[str, str]) -> dict[str, list[str]]:
    """The moves of each caution."""
    moves: dict[str, list[str]] = {}
    for move, words in cautions.items():
        moves.setdefault(words, []).append(move)
    return moves


def as_attribute(data: object) -> Markup:
    """JSON in an attribute with single quotes, where double ones need no escape."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;"))


def prompt(table: Table, scene: Scene | None, look: Look, names: Sequence[str]) -> str:
    """What can be done now."""
    seat = look.seat
    if table.phase == GATHERING:
        return gathering_prompt(table, seat)
    if table.phase in (OPENING, RENEWING):
        return opening_prompt(table, names)
    if scene is None or table.phase == VOID:
        return ""
    if scene.is_deciding:
        return str(table.setup.game.table.prompt(scene))
    if scene.held is not None:
        return _("Confirm your decision, or take it back.")
    if table.setup.lesson:
        is_done = table.steps_done == len(table.setup.lesson.steps)
        return _("Well done! Now you know the heart of the game.") if is_done else ""
    if table.phase == OVER:
        return _("Look around, watch the replay, check that chance was fair, or play again.")
    if seat is None:
        return _("You are watching.")
    if table.seats[seat].level:
        return _("A bot plays for you.")
    return _("You can look around until it is your turn.")


def gathering_prompt(table: Table, seat: int | None) -> str:
    """Whom to call, and that one's own page is needed once more where it has committed to a number."""
    if seat is None:
        return ""
    if table.seats[seat].commitment is None or table.seats[seat].nonce:
        return _("Send the link to those who are missing.")
    return _(
        "Send the link to those who are missing. When all have sat down a page of yours is needed for a moment: leave "
        "this one or the lobby open, or come back. Time for that: {time}.",
        time=time_to_open(table.setup.time_to_open),
    )


def opening_prompt(table: Table, names: Sequence[str]) -> str:
    """Whose pages are waited for."""
    who = ", ".join(names[seat] for seat in table.silent)
    if table.match is None:
        return _(
            "The game begins as soon as each of these players has this table or the lobby open for a moment: {who}. "
            "Time for that: {time}.",
            who=who,
            time=time_to_open(table.setup.time_to_open),
        )
    return _(
        "The server was set back to an earlier state. What was decided then is lost, and so that nobody can know what "
        "comes, chance is drawn anew. The game goes on as soon as each of these players has this table or the lobby "
        "open for a moment: {who}.",
        who=who,
    )


def time_to_open(seconds: int) -> str:
    """How long pages have to open their numbers when all have sat down, in words."""
    unit, length = ("duration-minute", MINUTE) if seconds < DAY else ("duration-day", DAY)
    return format_unit(seconds // length, unit, locale=spoken())


def held_words(table: Table, scene: Scene | None, names: Sequence[str]) -> str | None:
    """What waits to be confirmed, for its player only."""
    if scene is None or scene.held is None or scene.seat is None:
        return None
    return wording.move_words(scene.held, scene.seat, names, table.setup.game, table.setup.edition)


# What happened


def news_of(table: Table, match: Match, seat: int | None, names: Sequence[str]) -> News:
    """The last lines of the log, what is news to the viewer, and scorings that are."""
    events, whole = match.events, len(match.events)
    news = sheets.window(events, seat)
    first = max(0, min(whole - MOST_LINES, max(news.first, whole - 4 * MOST_NEWS)))
    told = views.visible_events(match, seat, first)

    def line(place: int, event: Event) -> LogLine:
        words = wording.sentence(event, names, match.game, match.edition)
        is_new = seat is not None and news.begin <= place < news.end
        return LogLine(words, event.get("seat"), event["type"], is_new)

    log = [line(place, event) for place, event in told[-MOST_LINES:]]
    recent = [(place, event) for place, event in told if news.begin <= place < news.end and not is_own(event, seat)]
    since = [line(place, event) for place, event in recent[-MOST_NEWS:]] if seat is not None else []
    start = news.first if seat is not None else whole - WATCHED
    scored = sheets.sheets(match, [event for place, event in told if place >= start], names)
    has_film = any(event["type"] == "move" for _place, event in recent) and seat is not None and news.begin > 0
    return News(log, since, scored, announcement(table, log, names, seat), has_film)


def is_own(event: Event, seat: int | None) -> bool:
    """A move of the viewer's own, which is no news."""
    return bool(event["type"] == "move" and event["seat"] == seat)


def announcement(table: Table, log: Sequence[LogLine], names: Sequence[str], seat: int | None) -> str:
    """What a screen reader says: the last move and what came of it, then whose turn it is."""
    last = max((place for place, line in enumerate(log) if line.kind == "move"), default=len(log) - 1)
    said = [line.words for line in log[max(0, last) :]][:8]
    lesson = lesson_view(table, {})
    return " ".join([*said, *(lesson.words if lesson else [wording.headline(table, names, seat)])])


def lines_of(match: Match, seat: int | None, names: Sequence[str]) -> list[LogLine]:
    """The whole log, as the viewer may know it."""
    game, edition = match.game, match.edition
    return [
        LogLine(wording.sentence(event, names, game, edition), event.get("seat"), event["type"], False)
        for _place, event in views.visible_events(match, seat)
    ]


# Lessons


def lesson_view(table: Table, moves: Mapping[str, Parts]) -> LessonView | None:
    """What the vizier says now, and at the end once all steps are done."""
    lesson, step = table.setup.lesson, table.step
    if lesson is None:
        return None
    is_done = table.steps_done == len(lesson.steps)
    return LessonView(
        words=[_(step.words)] if step else [_(words) for words in lesson.summary] if is_done else [],
        progress=wording.steps_done(table),
        level=lessons.LEVEL,
        wanted=(step.move, *touched_for(step, moves)) if step and moves else (),
        is_reading=step is not None and not step.move,
        is_done=is_done,
    )


def touched_for(step: Step, moves: Mapping[str, Parts]) -> Parts:
    """What is touched for a lesson's move."""
    return step.lit or moves.get(step.move, ())


def lit_parts(step: Step, moves: Mapping[str, Parts], chosen: Parts) -> Parts:
    """What of a lesson's move is to be touched next; nothing that would make another move of what is chosen.

    The browser's script does the same (`static/lesson.js`).
    """
    left = Counter(touched_for(step, moves)) - Counter(chosen)
    return tuple(part for part in left if completed(moves, (*chosen, part)) in (None, step.move))


# People


def seat_lines(table: Table, names: Sequence[str], seen: Views | None, look: Look) -> list[SeatLine]:
    """The seats with who has them and how they stand, as the viewer can count."""
    scores = views.scores(table, seen) if seen is not None else None
    result = table.match.result() if table.match and table.phase == OVER else None
    won = result["winners"] if result else ()
    return [
        SeatLine(
            number=number,
            name=names[number],
            kind=seat.plan.kind,
            is_taken=seat.is_taken,
            is_you=number in look.mine,
            is_to_act=table.to_act == number,
            bot=wording.level_name(seat.level) if seat.level else None,
            level=seat.level,
            has_resigned=bool(table.match and number in table.match.resigned),
            wants_stop=seat.wants_stop,
            wants_rematch=seat.wants_rematch,
            score=scores[number] if scores else None,
            is_winner=number in won,
        )
        for number, seat in enumerate(table.seats)
    ]


def chat_of(table: Table, names: Sequence[str]) -> list[ChatLine] | None:
    """The last messages; none where there is no chat."""
    if not table.setup.chat:
        return None
    return [
        ChatLine(names[message.seat], message.words, time_of_day(message.moment), message.seat)
        for message in table.chat[-MOST_MESSAGES:]
    ]


def time_of_day(at: int) -> str:
    """A moment as the server's clock on the wall shows it."""
    return datetime.fromtimestamp(at / 1000).strftime("%H:%M")


# Personal links


def link_lines(table: Table, seat: int | None) -> list[LinkLine]:
    """The links to the viewer's seat, with what has become of each."""
    if seat is None:
        return []
    return [
        LinkLine(
            number=link.number,
            kind=_("For any number of uses") if link.is_reusable else _("For one use"),
            use=use_of(link),
            made=_("made: {when}", when=day_and_time(link.made_at)),
            is_live=link.is_live,
        )
        for link in views.listed_links(table.seats[seat])
    ]


def use_of(link: PersonalLink) -> str:
    """How often a link was used, and when last."""
    if link.used_at is None:
        return _("not used yet")
    when = day_and_time(link.used_at)
    if link.is_reusable:
        return ngettext("used {number} time, last: {when}", "used {number} times, last: {when}", link.uses, when=when)
    return _("used: {when}", when=when)


def told_use(table: Table, seat: int | None) -> str:
    """That a device has come to the viewer's seat by a link; nothing once its player has decided something since."""
    link = None if seat is None else table.seats[seat].used_link
    if link is None or link.used_at is None:
        return ""
    return _("Your personal link was used at {time}.", time=time_of_day(link.used_at))


def day_and_time(at: int) -> str:
    """A moment as the server's calendar and clock on the wall show it."""
    return format_datetime(datetime.fromtimestamp(at / 1000), "short", locale=spoken())


# Fairness


def made_by(table: Table) -> list[str | None]:
    """Who made each seat's nonce; None while it is not open."""
    return [seat.nonce.by if seat.nonce else None for seat in table.seats]


def chance_of(table: Table, mine: Collection[int]) -> dict[str, Any] | None:
    """What one's own page has to do before chance is settled: which seats commit anew, and which open what."""
    seats = {number: table.seats[number] for number in mine if table.seats[number].has_come}
    if not seats or table.phase not in (GATHERING, OPENING, RENEWING):
        return None
    return {
        **views.commitments(table),
        "mark": marks.mark(table),
        "commit": [number for number, seat in seats.items() if seat.is_to_commit_anew],
        "open": [number for number in seats if table.phase == OPENING and number in table.silent],
        "own": [number for number, seat in seats.items() if seat.commitment and seat.nonce is None],
    }


def can_sit(table: Table, mine: Collection[int]) -> bool:
    """Whether the viewer may sit down: strangers at a listed table, and who is awaited at the seats that are kept."""
    if table.phase != GATHERING:
        return False
    if mine:
        return bool(awaited_seats(table, mine))
    return table.setup.listed and any(not place.is_taken and place.plan.kind == ANYONE for place in table.seats)


def styles_of(game: Game) -> list[str]:
    """The addresses of a game's style sheets."""
    return [f"/static/games/{game.name}/{name}" for name in getattr(game.table, "STYLES", ("table.css",))]
