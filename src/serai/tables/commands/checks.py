"""What several commands check: whose seat it is, what the table is at, how often something is done."""

from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn, TooMuch
from serai.tables.state.changes import Change
from serai.tables.state.seats import Seat
from serai.tables.state.table import GATHERING, OPENING, OVER, PLAYING, Table


def own(table: Table, player: str, seat: int) -> Seat:
    """The seat, which must be this player's."""
    place = table.seats[check_seat(table, seat)]
    if player not in place.players:
        raise NotAllowed(_("seat {seat} is not yours", seat=seat))
    return place


def check_seat(table: Table, seat: int) -> int:
    """A seat of this table."""
    if seat not in range(len(table.seats)):
        raise BadRequest(_("there is no seat {seat}; there are 0 to {last}", seat=seat, last=len(table.seats) - 1))
    return seat


def check_gathering(table: Table) -> None:
    """Somebody must be missing."""
    if table.phase != GATHERING:
        raise OutOfTurn(_("every seat is taken"))


def check_before_game(table: Table) -> None:
    """The game must not have begun."""
    if table.match or table.phase not in (GATHERING, OPENING):
        raise OutOfTurn(_("the game has begun; hand the seat to a bot, or resign"))


def check_playing(table: Table) -> None:
    """The game must be on."""
    if table.phase != PLAYING:
        raise OutOfTurn(_("the game is not being played"))


def check_turn(table: Table, seat: int) -> None:
    """The game must be on, and this seat to act."""
    if table.phase != PLAYING:
        raise OutOfTurn(why_not_played(table))
    if table.to_act != seat:
        raise OutOfTurn(_("seat {other} decides now, not seat {seat}", other=table.to_act, seat=seat))


def why_not_played(table: Table) -> str:
    """Why nothing can be decided now."""
    if table.phase == OVER:
        return _("the game is over")
    return _("the game waits until chance has been renewed") if table.match else _("the game has not begun")


def check_no_lesson(table: Table) -> None:
    """In a lesson a seat is played by its learner, to the lesson's end."""
    if table.setup.lesson:
        raise OutOfTurn(_("this can't be done in a lesson"))


def within_pace(table: Table, changes: list[Change]) -> list[Change]:
    """These changes, unless their seat has made too many of their sort in a short time."""
    if wait := max(map(table.pacing.wait, changes), default=0):
        sentence = ngettext(
            "That was a lot in a short time; please try again in {number} second.",
            "That was a lot in a short time; please try again in {number} seconds.",
            wait,
        )
        raise TooMuch(sentence, wait)
    return changes
