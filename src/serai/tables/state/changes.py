"""The changes of a table: one frozen class for each type.

`Table.apply` makes a change, `saved_changes` knows the JSON in which it is saved. Databases keep changes for good. So
types and fields keep their names, and a new field has a default, for changes that were saved before it existed.
"""

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from serai.core.records.randomness import BY_PAGE, BY_SERVER, Nonce


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened at a table."""

    type: ClassVar[str]  # as it is saved
    at: int  # milliseconds, as `clock` counts them


@dataclass(frozen=True, slots=True)
class SeatChange(Change):
    """A change that one seat's player, or the bot in its place, made or that concerns only this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedSeatChange(SeatChange):
    """A change whose time of day people see."""

    wall: int | None = field(default=None, kw_only=True)  # by the clock on the wall, where it differed

    @property
    def moment(self) -> int:
        """When it was made, by the clock on the wall as far as that was saved."""
        return self.at if self.wall is None else self.wall


# Sitting down and getting up


@dataclass(frozen=True, slots=True)
class Reservation(SeatChange):
    """A seat is kept for its players, who have still to come."""

    type = "reserved"
    name: str
    players: tuple[str, ...]
    came_by_link: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Arrival(SeatChange):
    """A player sits down, and commits to a nonce."""

    type = "sat"
    player: str
    name: str
    commitment: str
    nonce: str | None = None  # where the server draws it


@dataclass(frozen=True, slots=True)
class Departure(SeatChange):
    """A seat is free again: its player got up, was removed, or let the others wait too long."""

    type = "left"
    why: str | None = None


# Links and devices


@dataclass(frozen=True, slots=True)
class NewLink(TimedSeatChange):
    """A personal link to a seat, by its hash; those of earlier versions could be used any number of times."""

    type = "linked"
    link: str
    is_reusable: bool | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class LinkUse(TimedSeatChange):
    """Another device comes to a seat by a link; earlier versions did not save by which."""

    type = "claimed"
    player: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Revocation(SeatChange):
    """A personal link opens nothing any more."""

    type = "revoked"
    number: int


@dataclass(frozen=True, slots=True)
class Logout(SeatChange):
    """Other devices, and all links that could still be used, lose the seat."""

    type = "kept_alone"
    kept: tuple[str, ...]  # players who still have it


# Chance


@dataclass(frozen=True, slots=True)
class ServerNonce(SeatChange):
    """The server draws a nonce: for a bot, or for a page that makes none."""

    type = "seeded"
    commitment: str
    nonce: str | None = None


@dataclass(frozen=True, slots=True)
class NewCommitment(SeatChange):
    """A page commits anew, after what it had committed to was discarded."""

    type = "committed"
    commitment: str
    nonce: str | None = None  # where the server draws it


@dataclass(frozen=True, slots=True)
class NonceOpening(SeatChange):
    """A page opens the nonce that it committed to."""

    type = "nonce"
    nonce: str


@dataclass(frozen=True, slots=True)
class ChanceRenewal(Change):
    """All that was committed to is discarded: the server has another seed, and every page makes a new nonce."""

    type = "renewed"
    why: str
    names: tuple[str, ...]  # of who left, was removed or did not open the nonce
    server_seed: str


@dataclass(frozen=True, slots=True)
class Restoration(Change):
    """Somebody has seen later changes than those that are saved, so a backup was restored."""

    type = "restored"
    epoch: int
    lost: int  # the latest version that is known to be lost


@dataclass(frozen=True, slots=True)
class Cancellation(Change):
    """The game does not begin, because nonces were not opened."""

    type = "voided"
    seats: tuple[int, ...]


# Playing


@dataclass(frozen=True, slots=True)
class Move(SeatChange):
    """A decision that stands, by the seat's player or a bot."""

    type = "moved"
    move: int
    bot: str | None  # its level


@dataclass(frozen=True, slots=True)
class HeldMove(SeatChange):
    """A decision that waits to be confirmed."""

    type = "held"
    move: int


@dataclass(frozen=True, slots=True)
class DroppedMove(SeatChange):
    """The held decision is forgotten."""

    type = "unheld"


@dataclass(frozen=True, slots=True)
class UndoneMove(SeatChange):
    """The last decision that stood is taken back."""

    type = "undone"


@dataclass(frozen=True, slots=True)
class LessonStep(SeatChange):
    """The learner goes on where there was only something to read."""

    type = "read"


# People


@dataclass(frozen=True, slots=True)
class Handover(SeatChange):
    """A bot plays a seat from now on, or (without a level) its player again."""

    type = "handed"
    level: str | None


@dataclass(frozen=True, slots=True)
class Resignation(SeatChange):
    """A player gives the game up."""

    type = "resigned"


@dataclass(frozen=True, slots=True)
class Stop(Change):
    """The table ends before its game does."""

    type = "stopped"
    why: str


@dataclass(frozen=True, slots=True)
class Preference(SeatChange):
    """Whether a turn's last decision waits to be confirmed."""

    type = "preferred"
    confirms: bool


@dataclass(frozen=True, slots=True)
class StopVote(SeatChange):
    """A player wants the game to stop, or does not any more."""

    type = "agreed"
    wants: bool


@dataclass(frozen=True, slots=True)
class RematchVote(SeatChange):
    """A player wants to play again, or does not any more."""

    type = "wished"
    wants: bool


@dataclass(frozen=True, slots=True)
class Rematch(Change):
    """There is another table where they play again."""

    type = "rematched"
    table: str


@dataclass(frozen=True, slots=True)
class Message(TimedSeatChange):
    """A line of the chat."""

    type = "said"
    words: str


CLASSES: dict[str, type[Change]] = {
    change.type: change
    for change in (
        Reservation,
        Arrival,
        Departure,
        NewLink,
        LinkUse,
        Revocation,
        Logout,
        ServerNonce,
        NewCommitment,
        NonceOpening,
        ChanceRenewal,
        Restoration,
        Cancellation,
        Move,
        HeldMove,
        DroppedMove,
        UndoneMove,
        LessonStep,
        Handover,
        Resignation,
        Stop,
        Preference,
        StopVote,
        RematchVote,
        Rematch,
        Message,
    )
}
Commitment: TypeAlias = Arrival | ServerNonce | NewCommitment  # changes that bring one


def nonce_of(change: Change) -> Nonce | None:
    """The nonce that a change brings: opened by a page, or drawn by the server."""
    match change:
        case NonceOpening(nonce=nonce):
            return Nonce(bytes.fromhex(nonce), BY_PAGE)
        case Arrival(nonce=str(nonce)) | ServerNonce(nonce=str(nonce)) | NewCommitment(nonce=str(nonce)):
            return Nonce(bytes.fromhex(nonce), BY_SERVER)
    return None
