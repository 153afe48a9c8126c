"""Personal links: how a player comes back from another device, and gets rid of one that should not be at the seat.

A link is known here by its hash. What has become of it is the table's to know: the database only finds the table, so
that a device that comes too late is told why.
"""

from dataclasses import dataclass

from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.tables.commands.checks import own, within_pace
from serai.tables.commands.command import SeatCommand
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.seats import PersonalLink, Seat
from serai.tables.state.table import Table

MOST_LINKS = 20  # of a seat that could be used


@dataclass(frozen=True, slots=True)
class MakeLink(SeatCommand):
    """Make a link that gives the seat to one other device, or to any number of them."""

    link: str  # its hash
    is_reusable: bool

    def decide(self, table: Table, at: int) -> list[Change]:
        """The new link."""
        place = own(table, self.player, self.seat)
        link = changes.NewLink(at, self.seat, self.link, self.is_reusable, table.link_count + 1)
        new = within_pace(table, [link])
        if sum(one.is_live for one in place.links) >= MOST_LINKS:
            sentence = ngettext(
                "this seat has {number} personal link that can still be used; revoke it first",
                "this seat has {number} personal links that can still be used; revoke one first",
                MOST_LINKS,
            )
            raise OutOfTurn(sentence)
        return new


@dataclass(frozen=True, slots=True)
class UseLink(SeatCommand):
    """Come to a seat by a link; a device that has the seat already uses nothing up."""

    link: str  # its hash

    def decide(self, table: Table, at: int) -> list[Change]:
        """The use."""
        place = table.seats[self.seat]
        if self.player in place.players:
            return []
        number = usable_link(place, self.link).number
        return within_pace(table, [changes.LinkUse(at, self.seat, self.player, number)])


@dataclass(frozen=True, slots=True)
class RevokeLink(SeatCommand):
    """Let a link open nothing any more."""

    number: int

    def decide(self, table: Table, at: int) -> list[Change]:
        """The revocation, if the link could still be used."""
        place = own(table, self.player, self.seat)
        found = next((one for one in place.links if one.number == self.number), None)
        if found is None:
            raise BadRequest(_("seat {seat} has no personal link {number}", seat=self.seat, number=self.number))
        return within_pace(table, [changes.Revocation(at, self.seat, self.number)] if found.is_live else [])


@dataclass(frozen=True, slots=True)
class LogOutOthers(SeatCommand):
    """Keep the seat for this device, and for those that were here before it; no link that was made opens it any more.

    So whoever came by a stolen link can't shut out whom it was stolen from.
    """

    def decide(self, table: Table, at: int) -> list[Change]:
        """The log-out, if there is anybody or any link to lose the seat."""
        place = own(table, self.player, self.seat)
        staying = place.players - later_devices(place, self.player)
        if staying == place.players and staying != {self.player}:
            raise OutOfTurn(_("the other devices had this seat before this one, and keep it"))
        if staying == place.players and not any(link.is_live for link in place.links):
            return []
        return within_pace(table, [changes.Logout(at, self.seat, tuple(sorted(staying)))])


def usable_link(place: Seat, link: str) -> PersonalLink:
    """The link of this hash, which must give its seat to somebody who follows it now."""
    found = next((one for one in place.links if one.hash == link), None)
    if found is None:
        raise NotAllowed(_("this link opens nothing"))
    if found.is_revoked:
        raise NotAllowed(_("this link was revoked; make a new one at the table"))
    if not found.is_live:
        raise NotAllowed(_("this link was used already; make a new one at the table"))
    return found


def later_devices(place: Seat, player: str) -> set[str]:
    """The devices that came to a seat by a link after this one; all of them, if this one came without a link."""
    devices = place.came_by_link
    return set(devices[devices.index(player) + 1 :] if player in devices else devices)
