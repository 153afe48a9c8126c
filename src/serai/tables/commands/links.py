"""Personal links: how a player comes back from another device, and gets rid of one that should not be at the seat.

Each function checks one wish and answers with the changes that fulfil it, like those of `commands`. A link is known
here by its hash. What has become of it is the table's to know: the database only finds the table, so that who comes
too late is told why.
"""

from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.tables.commands.commands import own, paced
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.state.table import Change, PersonalLink, Seat, Table

MOST_LINKS = 20  # of a seat that could be used


def make(table: Table, player: str, seat: int, link: str, is_reusable: bool, at: int) -> list[Change]:
    """Make a link that gives the seat to one other device, or to any number of them."""
    place = own(table, player, seat)
    change = {"type": "linked", "at": at, "seat": seat, "link": link, "is_reusable": is_reusable}
    changes = paced(table, [change | {"number": table.links_made + 1}])
    if sum(one.is_live for one in place.links) >= MOST_LINKS:
        sentence = ngettext(
            "this seat has {number} personal link that can still be used; revoke it first",
            "this seat has {number} personal links that can still be used; revoke one first",
            MOST_LINKS,
        )
        raise OutOfTurn(sentence)
    return changes


def use(table: Table, player: str, seat: int, link: str, at: int) -> list[Change]:
    """Come to a seat by a link; who has the seat already uses nothing up."""
    place = table.seats[seat]
    if player in place.players:
        return []
    number = usable(place, link).number
    return paced(table, [{"type": "claimed", "at": at, "seat": seat, "player": player, "number": number}])


def usable(place: Seat, link: str) -> PersonalLink:
    """The link of this hash, which must give its seat to who follows it now."""
    found = next((one for one in place.links if one.hash == link), None)
    if found is None:
        raise NotAllowed(_("this link opens nothing"))
    if found.is_revoked:
        raise NotAllowed(_("this link was revoked; make a new one at the table"))
    if not found.is_live:
        raise NotAllowed(_("this link was used already; make a new one at the table"))
    return found


def revoke(table: Table, player: str, seat: int, number: int, at: int) -> list[Change]:
    """Let a link open nothing any more."""
    place = own(table, player, seat)
    found = next((one for one in place.links if one.number == number), None)
    if found is None:
        raise BadRequest(_("seat {seat} has no personal link {number}", seat=seat, number=number))
    return paced(table, [{"type": "revoked", "at": at, "seat": seat, "number": number}] if found.is_live else [])


def log_out_others(table: Table, player: str, seat: int, at: int) -> list[Change]:
    """Keep the seat for this device, and for those that were here before it; no link that was made opens it any more.

    So whoever came by a stolen link can't shut out whom it was stolen from.
    """
    place = own(table, player, seat)
    kept = place.players - later_than(place, player)
    if kept == place.players and kept != {player}:
        raise OutOfTurn(_("the other devices had this seat before this one, and keep it"))
    if kept == place.players and not any(link.is_live for link in place.links):
        return []
    return paced(table, [{"type": "kept_alone", "at": at, "seat": seat, "kept": sorted(kept)}])


def later_than(place: Seat, player: str) -> set[str]:
    """The devices that came to a seat by a link after this one; all that did for those who came without."""
    came = place.came_by_link
    return set(came[came.index(player) + 1 :] if player in came else came)
