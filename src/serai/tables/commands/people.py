"""What people do around a game: handing over, resigning, votes, preferences, talk."""

from dataclasses import dataclass

from serai.bots.levels import NAMES
from serai.core.words.language import gettext as _
from serai.tables.commands.checks import check_no_lesson, check_playing, own, within_pace
from serai.tables.commands.command import Command, SeatCommand
from serai.tables.commands.playing import drop_held
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.setup import check_no_program
from serai.tables.state.table import GATHERING, OPENING, OVER, PLAYING, RENEWING, Table

LONGEST_WORDS = 500  # in the chat, in characters
AGREED = "agreed"  # why a table ends when all people want to stop


@dataclass(frozen=True, slots=True)
class HandOver(SeatCommand):
    """Let a bot play one's seat."""

    level: str

    def decide(self, table: Table, at: int) -> list[Change]:
        """The hand-over; what was held is forgotten."""
        place = own(table, self.player, self.seat)
        check_no_lesson(table)
        check_playing(table)
        check_no_program(self.level)
        if self.level not in NAMES:
            names = ", ".join(NAMES)
            raise BadRequest(_("there is no bot {level}; there are: {names}", level=repr(self.level), names=names))
        if place.level == self.level:
            return []
        handover = changes.Handover(at, self.seat, self.level)
        return within_pace(table, [*drop_held(table, self.seat, at), handover])


@dataclass(frozen=True, slots=True)
class TakeBack(SeatCommand):
    """Play one's seat again."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """The hand-over, if a bot plays the seat."""
        place = own(table, self.player, self.seat)
        check_playing(table)
        assert table.match
        if self.seat in table.match.resigned:
            raise OutOfTurn(_("seat {seat} has resigned", seat=self.seat))
        return within_pace(table, [changes.Handover(at, self.seat, None)] if place.level else [])


@dataclass(frozen=True, slots=True)
class Resign(SeatCommand):
    """Give the game up; with more than two players a bot plays on."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """The resignation; what was held is forgotten."""
        own(table, self.player, self.seat)
        check_no_lesson(table)
        check_playing(table)
        assert table.match
        if self.seat in table.match.resigned:
            return []
        return [*drop_held(table, self.seat, at), changes.Resignation(at, self.seat)]


@dataclass(frozen=True, slots=True)
class VoteToStop(SeatCommand):
    """Want to stop, or not any more; the game stops when all people want to."""

    wants: bool

    def decide(self, table: Table, at: int) -> list[Change]:
        """The vote, and the end if it was the last that was missing."""
        place = own(table, self.player, self.seat)
        if table.phase not in (PLAYING, RENEWING, OPENING, GATHERING):
            raise OutOfTurn(_("the game is over"))
        if place.wants_stop == self.wants:
            return []
        others = [other for number, other in enumerate(table.seats) if other.is_person and number != self.seat]
        is_agreed = self.wants and all(other.wants_stop for other in others)
        vote = changes.StopVote(at, self.seat, self.wants)
        return within_pace(table, [vote, changes.Stop(at, AGREED)] if is_agreed else [vote])


@dataclass(frozen=True, slots=True)
class VoteForRematch(SeatCommand):
    """Want to play again, or not any more."""

    wants: bool
    is_for_all: bool = False  # of the player's seats, at a screen that people share

    def decide(self, table: Table, at: int) -> list[Change]:
        """A vote for each seat that has another one."""
        own(table, self.player, self.seat)
        seats = table.seats_of(self.player) if self.is_for_all else [self.seat]
        return [vote for seat in seats for vote in self._vote(table, seat, at)]

    def _vote(self, table: Table, seat: int, at: int) -> list[Change]:
        check_no_lesson(table)
        if table.phase != OVER or table.rematch:
            raise OutOfTurn(_("a rematch can be wished for when the game is over, and once"))
        if table.seats[seat].wants_rematch == self.wants:
            return []
        return within_pace(table, [changes.RematchVote(at, seat, self.wants)])


@dataclass(frozen=True, slots=True)
class Prefer(SeatCommand):
    """Choose whether a turn's last decision waits to be confirmed."""

    confirms: bool

    def decide(self, table: Table, at: int) -> list[Change]:
        """The preference, if it is another one."""
        place = own(table, self.player, self.seat)
        check_no_lesson(table)
        if place.confirms == self.confirms:
            return []
        return within_pace(table, [changes.Preference(at, self.seat, self.confirms)])


@dataclass(frozen=True, slots=True)
class Say(Command):
    """Write in the chat, from the player's first seat."""

    player: str
    words: str

    def decide(self, table: Table, at: int) -> list[Change]:
        """The message."""
        if not table.setup.chat:
            raise NotAllowed(_("this table has no chat"))
        seats = table.seats_of(self.player)
        if not seats:
            raise NotAllowed(_("only who sits here can speak"))
        clean = "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in self.words).strip()
        if not 1 <= len(clean) <= LONGEST_WORDS:
            raise BadRequest(
                _("the message has {number} characters; allowed: 1 to {most}", number=len(clean), most=LONGEST_WORDS)
            )
        return within_pace(table, [changes.Message(at, seats[0], clean)])
