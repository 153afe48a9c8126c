"""What each page is made of: one dataclass a template, filled by `pages.py`, shown by `templates/`. No rules here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from serai.core.game import Game


@dataclass(frozen=True)
class Frame:
    """What every page has around it."""

    title: str
    language: str  # its code
    languages: Mapping[str, str]  # code to own name
    path: str  # of this page, to come back to after choosing a language
    is_reachable: bool = True  # false while the server listens on this machine only
    command: str = ""  # that opens the server to the local network, while it is not reachable from there


@dataclass(frozen=True)
class GameCard:
    """A game in the lobby."""

    name: str
    title: str
    blurb: str
    picture: Markup
    players: Sequence[int]
    options: Mapping[str, str]  # name to words
    levels: Mapping[str, str]  # bot levels, weakest first, in words
    lesson: str = ""  # what is offered to who wants to learn it; "" where there is no lesson
    has_pad: bool = False  # there is a score pad for who has the box


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    name: str
    game: str
    title: str
    players: str  # names, in words
    state: str  # whose turn, how it ended, who is missing: in words
    is_yours: bool  # your turn
    href: str
    chance: Mapping[str, Any] | None = None  # what one's own page has to do for chance (`showing.chance_of`)
    is_lesson: bool = False


@dataclass(frozen=True)
class Lobby:
    """lobby.html"""

    frame: Frame
    games: Sequence[GameCard]
    mine: Sequence[TableLine]  # to be continued
    open: Sequence[TableLine]  # with free seats for anyone
    running: Sequence[TableLine]  # to watch
    finished: Sequence[TableLine]  # own games that are over, to be replayed
    your_name: str
    void: Sequence[TableLine] = ()  # of the last days, that did not begin

    @property
    def is_new(self) -> bool:
        """Whether the visitor has never sat at a table."""
        return not self.mine and not self.finished


@dataclass(frozen=True)
class OpenForm:
    """open.html: a table for friends, or for several at one screen, with every option."""

    frame: Frame
    game: GameCard
    players: int  # how many seats the form has
    your_name: str
    is_one_screen: bool
    command: str = ""  # that opens the server to the local network, while it listens on this machine only
    problem: str = ""  # why the last wish was refused


@dataclass(frozen=True)
class Join:
    """join.html: a link was followed; its secret is in the address's fragment or pasted."""

    frame: Frame
    your_name: str
    problem: str = ""
    link: str = ""  # that was refused, for who sent it


@dataclass(frozen=True)
class SeatLine:
    """A seat as the page lists it."""

    number: int
    name: str
    kind: str  # person, bot, anyone
    is_taken: bool
    is_you: bool
    is_to_act: bool
    bot: str | None  # the level in words, while a bot plays it
    level: str | None  # its code
    has_resigned: bool
    wants_stop: bool
    wants_rematch: bool
    score: int | None
    is_winner: bool = False


@dataclass(frozen=True)
class LogLine:
    """Something that happened, in words."""

    words: str
    seat: int | None
    kind: str  # the event's type
    is_new: bool  # since the viewer's last decision


@dataclass(frozen=True)
class ScoreRow:
    """What points were given for: one number a seat."""

    words: str
    points: Sequence[int]
    details: Sequence[str] = ()  # how they came about, in sentences, where that is told


@dataclass(frozen=True)
class ScoreSheet:
    """A scoring, point by point."""

    title: str
    names: Sequence[str]
    rows: Sequence[ScoreRow]
    totals: Sequence[int]
    is_final: bool


@dataclass(frozen=True)
class ChatLine:
    """A message."""

    name: str
    words: str
    at: str  # the time of day
    seat: int


@dataclass(frozen=True)
class LinkLine:
    """A personal link to the viewer's seat."""

    number: int
    kind: str  # how often it may be used, in words
    use: str  # how often it was used, in words
    made: str  # when, in words
    is_live: bool  # it can be used, and revoked


@dataclass(frozen=True)
class Hint:
    """A move that the vizier would make."""

    words: str
    move: str
    win: str  # chance, as a percentage
    reasons: Sequence[str]


@dataclass(frozen=True)
class Hints:
    """hint.html: what the vizier says about one decision."""

    name: str
    seat: int
    decision: int
    hints: Sequence[Hint]


@dataclass(frozen=True)
class LessonView:
    """What the vizier says in a lesson, and what is to be done then."""

    words: Sequence[str]
    progress: str  # step 3 of 12
    level: str  # of the bot to play against afterwards
    wanted: Sequence[str] = ()  # the move that is to be made, followed by what is touched for it
    is_reading: bool = False  # there is nothing to do but to go on
    is_done: bool = False  # all of it was seen


@dataclass(frozen=True)
class TableView:
    """table_fragment.html: all that changes at a table, for one seat (or spectators) in one language."""

    name: str
    epoch: int  # how often the table was set back
    version: int
    mark: str  # what is shown, sealed by the server
    decision: int  # the number of what is to be decided, for the forms
    phase: str  # gathering, opening, playing, renewing, over, void
    game: str
    title: str
    seat: int | None
    is_your_turn: bool
    headline: str  # whose turn it is, or how it ended
    prompt: str  # what can be done now
    progress: str  # year 2 of 4
    board: Markup  # the game's own drawing, inside the form
    choices: Markup  # JSON: [[move, part, …], …], escaped for an attribute in single quotes
    cautions: Markup  # JSON: {words: [move, …], …}, of choices that nothing invites to; "" where there are none
    caution: str  # of what is chosen or held, to be known before it takes effect
    chosen: Sequence[str]
    held: str | None  # what waits to be confirmed, in words
    can_undo: bool
    confirms: bool
    is_bot: bool  # a bot plays the viewer's seat now
    is_resigned: bool
    seats: Sequence[SeatLine]
    log: Sequence[LogLine]  # the last ones, newest last
    since: Sequence[LogLine]  # what others did since the viewer's last decision
    has_film: bool
    sheets: Sequence[ScoreSheet]  # scorings that are new to the viewer, and at the end the final one
    chat: Sequence[ChatLine] | None
    deadline: int | None  # milliseconds since 1970
    hints: bool  # whether the vizier may be asked at this table, on one's turn
    curtain: str = ""  # at a shared screen: the name of who is to take it; nothing of anybody's is shown then
    curtain_seat: int | None = None
    shared: Sequence[int] = ()  # seats of this browser, when it has several
    by_server: Sequence[str] = ()  # seats, by name, whose nonces the server made
    result: str = ""  # who won, in a sentence
    ended: str = ""  # why, when it was stopped
    rematch: str | None = None  # where they play again
    free_seats: int = 0  # while people are awaited
    levels: Mapping[str, str] = field(default_factory=dict)  # of bots, for handing the seat over
    terms: Sequence[str] = ()  # what was agreed on, for all to see
    announcement: str = ""  # what a screen reader says of the last change
    chance: Mapping[str, Any] | None = None  # before chance is settled: commitments, and what one's own page has to do
    round: int = 0  # of commitments
    renewals: Sequence[str] = ()  # why all committed anew, in sentences
    can_leave: bool = False  # the game has not begun
    removable: Sequence[int] = ()  # seats whose players the viewer may remove
    can_sit: bool = False  # whether the viewer may sit down: at a listed table, or at seats that are kept
    kept: Sequence[int] = ()  # own seats that nobody has sat down at yet
    look: str = ""  # NAME.SEAT.LANGUAGE, as the stream calls it
    lesson: LessonView | None = None
    links: Sequence[LinkLine] = ()  # personal ones to the seat, oldest first
    link_used: str = ""  # that one was used since the seat's last decision, in words
    has_devices: bool = False  # several, that have the seat
    action: str = ""  # /t/NAME/seats/SEAT, before which the seat's forms are sent; "" for spectators


@dataclass(frozen=True)
class TablePage:
    """table.html: the page around the fragment."""

    frame: Frame
    view: TableView
    fragment: Markup
    sprite: Markup
    invite: str = ""  # the link for others, for who opened the table, until all seats are taken
    qr: Markup | None = None
    problem: str = ""  # why the last wish was refused, where no script shows it
    styles: Sequence[str] = ()  # addresses of the game's style sheets
    hint: Markup | None = None  # hint.html, where no script shows it


@dataclass(frozen=True)
class LinkPage:
    """link.html: a personal link, to come back to a seat from another device."""

    frame: Frame
    name: str
    title: str
    seat: int
    link: str
    qr: Markup
    is_reusable: bool = False


@dataclass(frozen=True)
class LogPage:
    """log.html: all that happened, as the viewer may know it."""

    frame: Frame
    name: str
    title: str
    seat: int | None
    lines: Sequence[LogLine]
    back: str


@dataclass(frozen=True)
class ReplayPage:
    """replay.html: a finished game, decision by decision."""

    frame: Frame
    name: str
    game: str
    title: str
    seat: int | None  # whose view; None: a spectator's, or everybody's
    names: Sequence[str]
    at: int  # after how many decisions
    last: int
    fragment: Markup  # replay_fragment.html
    sprite: Markup
    styles: Sequence[str] = ()  # addresses of the game's style sheets
    is_all: bool = False  # nothing is hidden: no seat's view
    problem: str = ""  # why no board can be drawn


@dataclass(frozen=True)
class ReplayView:
    """replay_fragment.html: one moment of a finished game."""

    at: int
    words: str  # what was done to come here
    progress: str
    board: Markup
    seats: Sequence[SeatLine]


@dataclass(frozen=True)
class Verify:
    """verify.html: a finished game's chance, recomputed by the browser."""

    frame: Frame
    games: Sequence[str]  # whose set-up the browser can recompute, by name
    words: Mapping[str, Any]  # what the scripts say, by name


@dataclass(frozen=True)
class Plain:
    """help.html and problem.html: words only."""

    frame: Frame
    words: str = ""
    status: int = 200


@dataclass(frozen=True)
class RulesPage:
    """rules.html: all rules of a game."""

    frame: Frame
    name: str
    title: str
    body: Markup
    parts: Sequence[tuple[str, str]]  # its headings, each with its address
    others: Sequence[Game]  # whose rules one may want instead
    sprite: Markup  # symbols of the pictures
    styles: Sequence[str]  # of the table, for the pictures
    lesson: str = ""  # what is offered to who wants to learn it; "" where there is no lesson
    has_pad: bool = False


@dataclass(frozen=True)
class PadChoice:
    """pads.html: the games that have a score pad."""

    frame: Frame
    games: Sequence[tuple[str, str, Markup]]  # name, title, picture


@dataclass(frozen=True)
class PadPage:
    """pad.html: a score pad, which the browser fills in."""

    frame: Frame
    name: str
    title: str
    numbers: Mapping[str, Any]  # of the edition, for the game's script
    players: Sequence[int]  # how many there may be
    options: Mapping[str, str]  # name to words
    whys: Sequence[tuple[str, str]]  # what points are given for, in the order of the sheet
    words: Mapping[str, Any]  # what the scripts say, by name
    sprite: Markup
    styles: Sequence[str]


@dataclass(frozen=True)
class Offline:
    """offline.html: there is no network, and what works without."""

    frame: Frame
    games: Sequence[Game]  # whose pads and rules are kept
