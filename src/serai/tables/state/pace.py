"""How often people may change what is around a game: votes, talk, hand-overs, links, what they take back.

A bucket for each seat and sort of change, which the table's own changes fill, so that every process counts the same.
Moves are not counted: there are only so many in a game.
"""

from dataclasses import dataclass
from math import ceil

from serai.tables.state import changes
from serai.tables.state.changes import Change, SeatChange

SECOND = 1000  # milliseconds


@dataclass(frozen=True)
class Pace:
    """So many changes of a sort at once, and then one every so many milliseconds."""

    sort: str
    at_once: int
    every: int


TALK = Pace("talk", at_once=20, every=3 * SECOND)
GENERAL = Pace("general", at_once=20, every=3 * SECOND)
# Only links that were made, and devices that came, can be revoked or logged out, and making and coming have the general
# pace. So an intruder can't use this one up in order to stay.
TAKING_BACK = Pace("taking back", at_once=40, every=1 * SECOND)
UNDO = Pace("undo", at_once=40, every=1 * SECOND)
PACES: dict[type[Change], Pace] = {
    changes.Message: TALK,
    changes.UndoneMove: UNDO,
    changes.DroppedMove: UNDO,
    changes.Revocation: TAKING_BACK,
    changes.Logout: TAKING_BACK,
    changes.Preference: GENERAL,
    changes.StopVote: GENERAL,
    changes.RematchVote: GENERAL,
    changes.Handover: GENERAL,
    changes.LinkUse: GENERAL,
    changes.NewLink: GENERAL,
    changes.Departure: GENERAL,
}


class Pacing:
    """How busy each seat of a table has been."""

    def __init__(self) -> None:
        self._empty_at: dict[tuple[int, Pace], int] = {}  # when nothing of what was done will count any more

    def count(self, change: Change) -> None:
        """Count a change that was made."""
        if (pace := PACES.get(type(change))) and isinstance(change, SeatChange):
            left = min(self._left(change, pace) + pace.every, pace.at_once * pace.every)
            self._empty_at[change.seat, pace] = change.at + left

    def wait(self, change: Change) -> int:
        """Seconds until a change may be made; 0 when it may be made now."""
        pace = PACES.get(type(change))
        if pace is None or not isinstance(change, SeatChange):
            return 0
        return ceil(max(0, self._left(change, pace) - (pace.at_once - 1) * pace.every) / SECOND)

    def _left(self, change: SeatChange, pace: Pace) -> int:
        """For how long what was done will still count; not at all where the clock has gone back."""
        left = self._empty_at.get((change.seat, pace), 0) - change.at
        return max(0, left) if left <= pace.at_once * pace.every else 0
