"""Commitments and nonces: who draws them, when they are opened, and when all commit anew."""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from serai.core.records.randomness import BY_SERVER, SECRET_BYTES
from serai.core.words.language import gettext as _
from serai.tables.commands.checks import own
from serai.tables.commands.command import Command, SeatCommand
from serai.tables.errors import BadRequest, OutOfTurn
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.seats import Seat
from serai.tables.state.table import OPENING, SILENT, Table


@dataclass(frozen=True, slots=True)
class OpenNonce(SeatCommand):
    """Open what was committed to, once all have committed."""

    nonce: str

    def decide(self, table: Table, at: int) -> list[Change]:
        """The nonce; nothing where it is open already."""
        place = own(table, self.player, self.seat)
        if place.nonce and place.nonce.nonce.hex() == self.nonce:
            return []
        if table.phase != OPENING:
            raise OutOfTurn(_("nonces are opened when every seat has committed to one, and only once"))
        if hashlib.sha256(bytes.fromhex(hexadecimal(self.nonce, "the nonce"))).hexdigest() != place.commitment:
            raise BadRequest(
                f"this nonce is not the one that seat {self.seat} committed to, whose SHA-256 is {place.commitment}"
            )
        return [changes.NonceOpening(at, self.seat, self.nonce)]


@dataclass(frozen=True, slots=True)
class CommitAnew(SeatCommand):
    """Commit to another nonce, after what was committed to before was discarded."""

    renewals: int  # how often it was, as far as the page knows
    commitment: str | None  # None: the server draws the nonce

    def decide(self, table: Table, at: int) -> list[Change]:
        """The commitment, and the bots' nonces if nobody else is missing."""
        place = own(table, self.player, self.seat)
        if self.renewals != len(table.renewals):
            raise OutOfTurn(_("what was committed to has been discarded meanwhile; please look again"))
        if place.commitment and place.commitment == self.commitment:
            return []
        if not place.is_to_commit_anew:
            raise OutOfTurn(_("there is nothing to commit to anew"))
        commitment = changes.NewCommitment(at, self.seat, *commitment_and_nonce(self.commitment))
        return [commitment, *bot_nonces(table, [self.seat], at)]


@dataclass(frozen=True, slots=True)
class DrawBotNonces(Command):
    """Draw the nonces of a table where only bots are missing."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """A nonce of each bot."""
        return bot_nonces(table, (), at)


def commitment_and_nonce(commitment: str | None) -> tuple[str, str | None]:
    """A page's commitment to its nonce; without one a nonce that the server draws."""
    if commitment is not None:
        return hexadecimal(commitment, "the nonce's commitment"), None
    nonce = secrets.token_bytes(SECRET_BYTES)
    return hashlib.sha256(nonce).hexdigest(), nonce.hex()


def hexadecimal(text: str, what: str) -> str:
    """A secret or a hash as text; the message does not repeat it, for it may be a secret."""
    if len(text) != 2 * SECRET_BYTES or any(digit not in "0123456789abcdef" for digit in text):
        digits = 2 * SECRET_BYTES
        raise BadRequest(f"{what} is not of the expected form: {digits} hexadecimal digits, lower case")
    return text


def bot_nonces(table: Table, sitting: Collection[int], at: int) -> list[Change]:
    """Nonces of the bots, once every page has committed; those of the seats that are just doing so have."""
    missing = [number for number, seat in enumerate(table.seats) if not seat.commitment and number not in sitting]
    if any(table.seats[number].level is None for number in missing):
        return []
    return server_nonces(missing, at)


def server_nonces(seats: Collection[int], at: int) -> list[Change]:
    """Nonces that the server draws."""
    return [changes.ServerNonce(at, number, *commitment_and_nonce(None)) for number in seats]


# Committing anew


def vacate(table: Table, seats: Collection[int], why: str, at: int) -> list[Change]:
    """Free seats before the game; if something was committed to for one of them, all commit anew."""
    has_committed = any(table.seats[number].commitment for number in seats)
    departures = [changes.Departure(at, number, why) for number in seats]
    return [*departures, *(renew(table, why, seats, at, without=seats) if has_committed else [])]


def renew(
    table: Table,
    why: str,
    seats: Collection[int],
    at: int,
    *,
    without: Collection[int] = (),
    bots: Collection[int] = (),
) -> list[Change]:
    """Discard all that was committed to, because of these seats, and draw anew for those who leave it to the server.

    `without` are seats that are just being freed, `bots` such as bots play from now on.
    """
    names = tuple(table.seats[number].name for number in seats)
    renewal = changes.ChanceRenewal(at, why, names, secrets.token_hex(SECRET_BYTES))
    staying = [number for number in range(len(table.seats)) if number not in without]
    by_bots = [number for number in staying if number in bots or table.seats[number].level]
    by_server = [number for number in staying if number not in by_bots and is_drawn_by_server(table.seats[number])]
    is_complete = len(by_bots) + len(by_server) == len(table.seats)
    return [renewal, *server_nonces([*by_server, *by_bots] if is_complete else by_server, at)]


def is_drawn_by_server(seat: Seat) -> bool:
    """Whether a person's page left the nonce to the server."""
    return seat.nonce is not None and seat.nonce.by == BY_SERVER


def without_silent(table: Table, at: int) -> list[Change]:
    """Go on without pages that did not come to commit or to open their nonces."""
    silent = table.silent
    if table.match is None:
        return vacate(table, silent, SILENT, at)
    level = table.setup.clock.stand_in
    handovers = [changes.Handover(at, number, level) for number in silent]
    if table.phase == OPENING:
        return [*handovers, *renew(table, SILENT, silent, at, bots=silent)]
    bots = [number for number, seat in enumerate(table.seats) if seat.level and not seat.commitment]
    return [*handovers, *server_nonces([*silent, *bots], at)]
