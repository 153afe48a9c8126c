"""Sitting down at a table, getting up before the game, and removing somebody."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from serai.core.words.language import gettext as _
from serai.tables.commands.chance import bot_nonces, commitment_and_nonce, vacate
from serai.tables.commands.checks import check_before_game, check_gathering, check_seat, own, within_pace
from serai.tables.commands.command import Command, SeatCommand
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.seats import Seat
from serai.tables.state.setup import BOT
from serai.tables.state.table import LEFT, REMOVED, Table

LONGEST_NAME = 40
VISIBLE = "LNPS"  # categories of Unicode: letters, numbers, punctuation, symbols
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"  # yet letters or signs
MOST_NAMED = 8  # characters


@dataclass(frozen=True, slots=True)
class Sit(Command):
    """Take the seat that is named, or else one that is kept for this player, or a free one."""

    player: str
    seat: int | None
    name: str
    commitment: str | None  # of the player's page to a nonce; None: the server draws it
    has_link: bool = True  # without the table's link only listed tables are open

    def decide(self, table: Table, at: int) -> list[Change]:
        """The player's arrival, and the bots' nonces if nobody else is missing."""
        if not self.has_link:
            check_open(table, self.player)
        check_gathering(table)
        number = free_seat(table, self.player) if self.seat is None else self.seat
        return SitTogether(self.player, {number: (self.name, self.commitment)}).decide(table, at)


@dataclass(frozen=True, slots=True)
class SitTogether(Command):
    """Take several seats at once: by their numbers, each with a name and its page's commitment to a nonce."""

    player: str
    people: Mapping[int, tuple[str, str | None]]

    def decide(self, table: Table, at: int) -> list[Change]:
        """The arrivals, and the bots' nonces if nobody else is missing."""
        check_gathering(table)
        arrivals = [
            arrive(table, self.player, seat, name, commitment, at) for seat, (name, commitment) in self.people.items()
        ]
        return [*arrivals, *bot_nonces(table, self.people, at)]


@dataclass(frozen=True, slots=True)
class SitAtScreen(Command):
    """Sit down as the people at one screen: on all seats that are kept for them, else on one if they have none yet."""

    player: str
    names: Sequence[str]  # "" where none was given
    commitments: Sequence[str]  # "" where the server draws the nonce
    usual_name: str
    seat: int | None = None
    has_link: bool = True

    def decide(self, table: Table, at: int) -> list[Change]:
        """The arrivals; nothing where everybody sits already."""
        if not self.has_link:
            check_open(table, self.player)
        mine = table.seats_of(self.player)
        if awaited := awaited_seats(table, mine):
            return SitTogether(self.player, self._people(table, awaited)).decide(table, at)
        if mine:
            return []
        name, commitment = first(self.names) or self.usual_name, first(self.commitments) or None
        return Sit(self.player, self.seat, name, commitment).decide(table, at)

    def _people(self, table: Table, seats: Sequence[int]) -> dict[int, tuple[str, str | None]]:
        names, commitments = padded(self.names, len(seats)), padded(self.commitments, len(seats))
        given = zip(seats, names, commitments, strict=True)
        return {seat: (name or table.seats[seat].name, commitment or None) for seat, name, commitment in given}


@dataclass(frozen=True, slots=True)
class Leave(SeatCommand):
    """Get up before the game begins."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """The departure; if something was committed to, all commit anew."""
        own(table, self.player, self.seat)
        check_before_game(table)
        return within_pace(table, vacate(table, [self.seat], LEFT, at))


@dataclass(frozen=True, slots=True)
class Remove(SeatCommand):
    """Free somebody else's seat before the game begins, as whoever opened the table may; they can't come back."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """The departure; if something was committed to, all commit anew."""
        place = table.seats[check_seat(table, self.seat)]
        if self.player != table.opened_by:
            raise NotAllowed(_("only whoever opened this table can remove somebody"))
        check_before_game(table)
        if not place.is_person or self.player in place.players:
            raise OutOfTurn(_("there is nobody else at seat {seat} whom you could remove", seat=self.seat))
        return within_pace(table, vacate(table, [self.seat], REMOVED, at))


@dataclass(frozen=True, slots=True)
class Reserve(Command):
    """Keep the seats of a rematch for the people who had them before."""

    seats: Sequence[Seat]  # of the table before, in the order of the new one

    def decide(self, table: Table, at: int) -> list[Change]:
        """A reservation for each person."""
        return [
            changes.Reservation(at, number, seat.name, tuple(sorted(seat.players)), tuple(seat.came_by_link))
            for number, seat in enumerate(self.seats)
            if seat.is_person
        ]


def check_open(table: Table, player: str) -> None:
    """Without the table's link one may sit down at listed tables, and where a seat is kept."""
    if not (table.setup.listed or table.seats_of(player)):
        raise NotAllowed(_("this table is for those who have its link"))


def arrive(table: Table, player: str, seat: int, name: str, commitment: str | None, at: int) -> Change:
    """Sit down on a seat that is free, or kept for this player."""
    place = table.seats[check_seat(table, seat)]
    if player in table.banned:
        raise NotAllowed(_("you were removed from this table by whoever opened it"))
    if place.plan.kind == BOT or place.commitment or (place.is_person and player not in place.players):
        raise OutOfTurn(_("seat {seat} is taken", seat=seat))
    return changes.Arrival(at, seat, player, clean_name(name), *commitment_and_nonce(commitment))


def free_seat(table: Table, player: str) -> int:
    """The first seat that is kept for this player, or that nobody has."""
    awaited = [number for number in table.seats_of(player) if not table.seats[number].commitment]
    free = [number for number, seat in enumerate(table.seats) if not seat.is_taken]
    if not awaited and not free:
        raise OutOfTurn(_("every seat is taken"))
    return [*awaited, *free][0]


def awaited_seats(table: Table, seats: Collection[int]) -> list[int]:
    """Those of a player's seats that are kept until the player sits down there."""
    return [seat for seat in seats if not table.seats[seat].has_come]


def first(texts: Sequence[str]) -> str:
    """The first of some texts, which may be none."""
    return texts[0] if texts else ""


def padded(texts: Sequence[str], number: int) -> list[str]:
    """So many texts: those that were given, then empty ones."""
    return [*texts, *[""] * number][:number]


def clean_name(name: str) -> str:
    """A name that can be seen, without needless space, each letter with its accents as one sign."""
    shown = "".join(sign if is_shown(sign) else " " for sign in unicodedata.normalize("NFC", name))
    clean = " ".join(shown.split())
    if name.strip() and not any(unicodedata.category(sign)[0] in VISIBLE for sign in clean):
        raise BadRequest(_("the name {name} can't be seen; allowed: letters, digits and signs", name=code_points(name)))
    if not 1 <= len(clean) <= LONGEST_NAME:
        raise BadRequest(
            _("the name has {number} characters; allowed: 1 to {most}", number=len(clean), most=LONGEST_NAME)
        )
    return clean


def is_shown(sign: str) -> bool:
    """Whether there is anything to see of a character, on its own or with the one before."""
    return sign.isprintable() and sign not in BLANK


def code_points(text: str) -> str:
    """Characters by their numbers, the first few of many."""
    points = [f"U+{ord(sign):04X}" for sign in text[:MOST_NAMED]]
    return " ".join(points) + (" …" if len(text) > MOST_NAMED else "")
