"""Deciding: moves, their confirmation, taking them back, and the steps of a lesson."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from serai.core.errors import BadNotation
from serai.core.page.lesson import OPPONENT, Step
from serai.core.page.scene import cautions_of
from serai.core.words.language import gettext as _
from serai.tables.commands import decisions
from serai.tables.commands.checks import check_turn, own, within_pace
from serai.tables.commands.command import SeatCommand
from serai.tables.errors import BadRequest, NotTaught, OutOfTurn
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.seats import Seat
from serai.tables.state.table import PLAYING, Table

TAUGHT = "taught"  # why a table ends after the last step of its lesson


@dataclass(frozen=True, slots=True)
class Answer(SeatCommand):
    """What a seat's player answers to a decision; one that comes once more is known by what it names."""

    decision: int
    kinds: ClassVar[Collection[str]]  # of the outcomes that it may have

    def is_repeated(self, table: Table) -> bool:
        """Whether this is what became of the decision."""
        own(table, self.player, self.seat)
        if self.decision not in range(table.decision):
            return False
        outcome = table.outcomes[self.decision]
        return outcome.kind in self.kinds and outcome.seat == self.seat and not outcome.is_bots

    def check(self, table: Table) -> Seat:
        """The seat, which must be the player's; and the decision must be the open one."""
        place = own(table, self.player, self.seat)
        decisions.check(table, self.seat, self.decision)
        return place


@dataclass(frozen=True, slots=True)
class Play(Answer):
    """Make a move; the last one of a turn is held where its player confirms.

    One that its game has a caution for is held in any case where its player is warned, as people at pages are.
    """

    move: str
    is_warned: bool = False
    kinds = ("held", "moved")

    def decide(self, table: Table, at: int) -> list[Change]:
        """The move, held or not; in a lesson with what follows from it."""
        number = self._number(table)
        assert table.match
        if step := table.step:
            check_lesson_move(step, table.match.name(number))
            return [changes.Move(at, self.seat, number, None), *after_step(table, step, at)]
        if self._is_to_hold(table, number):
            return [changes.HeldMove(at, self.seat, number)]
        return [changes.Move(at, self.seat, number, None)]

    def is_repeated(self, table: Table) -> bool:
        """Whether the decision was answered by the same move."""
        return Answer.is_repeated(self, table) and self.move == decisions.move_name(
            table, table.outcomes[self.decision]
        )

    def _number(self, table: Table) -> int:
        """The move's number, if it may be made now."""
        place = self.check(table)
        check_turn(table, self.seat)
        if place.level:
            raise OutOfTurn(_("a bot plays seat {seat}; take it back first", seat=self.seat))
        if table.held is not None:
            raise OutOfTurn(_("a decision waits to be confirmed or taken back"))
        assert table.match
        try:
            number = table.match.parse(self.move)
        except BadNotation as error:
            raise BadRequest(str(error)) from None
        if reason := table.match.why_illegal(number):
            why = reason.sentence.rstrip(".")
            raise BadRequest(_("illegal move {move}: {why} ({rule})", move=repr(self.move), why=why, rule=reason.rule))
        return number

    def _is_to_hold(self, table: Table, number: int) -> bool:
        confirms = table.seats[self.seat].confirms
        return (confirms and table.game.ends_turn(number)) or (self.is_warned and has_caution(table, self.seat, number))


@dataclass(frozen=True, slots=True)
class Confirm(Answer):
    """Let a held decision stand."""

    kinds = ("confirmed",)

    def decide(self, table: Table, at: int) -> list[Change]:
        """The move."""
        self.check(table)
        check_turn(table, self.seat)
        if table.held is None:
            raise OutOfTurn(_("nothing waits to be confirmed"))
        return [changes.Move(at, self.seat, table.held, None)]


@dataclass(frozen=True, slots=True)
class Undo(Answer):
    """Take back one's last decision, if nothing has come of it."""

    kinds = ("unheld", "undone")

    def decide(self, table: Table, at: int) -> list[Change]:
        """What takes back the decision, be it held or made."""
        self.check(table)
        if not can_undo(table, self.seat):
            raise OutOfTurn(_("nothing to take back: only own decisions, back to what drew chance or showed something"))
        change = changes.UndoneMove if table.held is None else changes.DroppedMove
        return within_pace(table, [change(at, self.seat)])


@dataclass(frozen=True, slots=True)
class ReadOn(Answer):
    """Go on in a lesson where there is only something to read."""

    kinds = ("read",)

    def decide(self, table: Table, at: int) -> list[Change]:
        """The step, and what follows from it."""
        self.check(table)
        step = table.step
        if step is None or step.move:
            raise OutOfTurn(_("there is nothing to go on from now"))
        return [changes.LessonStep(at, self.seat), *after_step(table, step, at)]


def can_undo(table: Table, seat: int) -> bool:
    """Whether the last thing at the table is a decision of this seat that can be taken back."""
    if table.phase != PLAYING or table.seats[seat].level or table.setup.lesson:
        return False
    if table.held is not None:
        return table.to_act == seat
    return bool(table.decisions) and table.decisions[-1].seat == seat and not table.decisions[-1].is_final


def has_caution(table: Table, seat: int, move: int) -> bool:
    """Whether the game says something of a decision that its player should know before it stands."""
    match = table.match
    assert match
    return bool(cautions_of(match.game, match.view(seat)[0], match.edition, [match.name(move)]))


def drop_held(table: Table, seat: int, at: int) -> list[Change]:
    """What a seat's player has not confirmed is forgotten when somebody else decides for it."""
    return [changes.DroppedMove(at, seat)] if table.held is not None and table.to_act == seat else []


# Lessons


def check_lesson_move(step: Step, move: str) -> None:
    """A lesson's move must be the one that is taught now; to any other the vizier says why not yet."""
    if move != step.move:
        usual = _("That can be done, but let me show you something else first: touch what glows.")
        raise NotTaught(_(step.instead) if step.instead else usual)


def after_step(table: Table, step: Step, at: int) -> list[Change]:
    """What follows a step of a lesson: what the opponent does, and after the last step the end."""
    match, lesson = table.match, table.setup.lesson
    assert match and lesson
    level = table.seats[OPPONENT].level
    answers = [changes.Move(at, OPPONENT, match.parse(move), level) for move in step.answers]
    is_last = table.steps_done + 1 == len(lesson.steps)
    return [*answers, changes.Stop(at, TAUGHT)] if is_last else [*answers]
