"""The seats of a table: who may act for each, which bot plays it, its nonce, its personal links, what its player wants.

`Table` decides when a change concerns a seat; what the change makes of the seat is here.
"""

from dataclasses import dataclass, field

from serai.core.records.randomness import Nonce
from serai.tables.state.changes import LinkUse, Logout, Reservation
from serai.tables.state.setup import BOT, SeatPlan


@dataclass
class PersonalLink:
    """A link that gives a seat to its player's other devices, and what has become of it."""

    number: int  # that no other link of the table has or will have
    hash: str
    made_at: int  # by the clock on the wall
    is_reusable: bool
    uses: int = 0
    used_at: int | None = None  # the last time, by the clock on the wall
    is_revoked: bool = False

    @property
    def is_live(self) -> bool:
        """Whether it still gives the seat to somebody who follows it."""
        return not self.is_revoked and (self.is_reusable or not self.uses)


@dataclass
class Seat:
    """A place at the table."""

    plan: SeatPlan
    name: str = ""
    players: set[str] = field(default_factory=set)  # who may act for it, as hashes of their keys
    level: str | None = None  # of the bot that plays it now
    has_come: bool = False  # its player has sat down, and is not only awaited
    commitment: str | None = None  # SHA-256 of its nonce
    nonce: Nonce | None = None
    confirms: bool = True  # whether a turn's last decision waits to be confirmed by its player
    wants_stop: bool = False
    wants_rematch: bool = False
    came_by_link: list[str] = field(default_factory=list)  # those of its players, in their order
    links: list[PersonalLink] = field(default_factory=list)
    used_link: PersonalLink | None = None  # the last use, until its player has decided something since

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a bot, has it."""
        return self.is_person or self.plan.kind == BOT

    @property
    def is_person(self) -> bool:
        """Whether people have it, even while a bot plays for them."""
        return bool(self.players)

    @property
    def is_to_commit_anew(self) -> bool:
        """Whether its player's page has to, because what it committed to before was discarded."""
        return self.has_come and self.level is None and self.commitment is None

    def reserve(self, change: Reservation) -> None:
        """Keep it for players who have still to come."""
        self.name, self.players = change.name, set(change.players)
        self.came_by_link = list(change.came_by_link or ())

    def use_link(self, change: LinkUse) -> None:
        """Give it to another device too."""
        self.players.add(change.player)
        self.came_by_link.append(change.player)
        for link in self.links:
            if link.number == change.number:
                link.uses, link.used_at = link.uses + 1, change.moment
                self.used_link = link

    def revoke_link(self, number: int) -> None:
        """Let one link open nothing any more."""
        for link in self.links:
            link.is_revoked |= link.number == number

    def log_out(self, change: Logout) -> None:
        """Take it from other devices, and from all links that could still be used."""
        self.players = set(change.kept)
        self.came_by_link = [player for player in self.came_by_link if player in self.players]
        self.used_link = None
        for link in self.links:
            link.is_revoked |= link.is_live
