"""Decisions of a table: those that stand, what is to be decided now, and what became of all others."""

from dataclasses import dataclass

from serai.tables.state import changes
from serai.tables.state.changes import Change, SeatChange


@dataclass(frozen=True)
class Decision:
    """A decision that stands."""

    seat: int
    move: int
    is_final: bool  # it can't be taken back
    since: int  # when its player could first decide


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """What is to be decided; every change that makes it another one makes another decision."""

    seat: int | None  # to act
    level: str | None  # of the bot that plays this seat
    held: int | None
    decisions: int  # that stand
    steps_read: int  # of a lesson


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a decision: the change that answered it, or left it without an answer."""

    kind: str  # the change's type; `confirmed` for what was held, `ended` without a move, `returned` by a bot, `lost`
    seat: int | None  # whose change it was
    move: int | None
    is_bots: bool
    version: int  # of the table, with this change


def outcome_of(change: Change, before: OpenDecision, after: OpenDecision, version: int) -> Outcome:
    """What became of the decision that was open before a change."""
    kind = change.type
    match change:
        case changes.Move() if before.held is not None:
            kind = "confirmed"
        case changes.Resignation() | changes.Stop():
            kind = "ended" if after.seat is None else "handed"
        case changes.Handover() if after.level is None:
            kind = "returned"
    seat = change.seat if isinstance(change, SeatChange) else None
    move = change.move if isinstance(change, changes.Move | changes.HeldMove) else None
    is_bots = isinstance(change, changes.Move) and change.bot is not None
    return Outcome(kind, seat, move, is_bots, version)
