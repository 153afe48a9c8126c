"""A seat's receipt: what its page saw before nonces were opened, so that its player can check that nothing changed.

It has one round for each time that seeds were committed to. One that was kept before the page opened its nonce shows
that the seeds were settled by then; `docs/records.md` says what it does not show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.core.errors import BadRecord
from serai.core.records.randomness import BY_PAGE, SECRET_BYTES, Committed, Nonce, Round
from serai.core.records.record import Record, load_json
from serai.core.records.replay import Difference, Verdict, doubles, number_of_moves, since
from serai.core.records.validation import Shape

FORMAT, ONE_ROUND = "serai-receipt/2", "serai-receipt/1"
ROUND_KEYS = ("commitment", "nonce_commitments", "nonce")
KEPT = ("before", "later")  # than the nonces were opened


@dataclass(frozen=True)
class KeptRound:
    """What one page kept of one round of commitments."""

    after: int  # how many moves stood when chance began to come from it
    kept: str | None  # one of `KEPT`; a receipt of the first format does not tell
    commitment: str  # the server's
    nonce_commitments: tuple[str, ...]  # every seat's
    nonce: str  # the seat's own

    @property
    def commitments(self) -> set[str]:
        """All commitments that the page saw."""
        return {self.commitment, *self.nonce_commitments}


@dataclass(frozen=True)
class Receipt:
    """What one page kept."""

    table: str  # the table's name on the server
    seat: int
    rounds: tuple[KeptRound, ...]  # in order


# Reading


def read(path: Path) -> Receipt:
    """The receipt in this file."""
    try:
        data = load_json(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise BadRecord(f"{path}: no such file") from None
    except OSError as error:
        raise BadRecord(f"{path}: can't be read ({error.strerror})") from None
    return check(data, str(path))


def check(data: object, where: str = "the receipt") -> Receipt:
    """The data as a receipt, or `BadRecord` saying what is wrong with its shape."""
    shape = Shape(where)
    found = shape.mapping("the document", data).get("format")
    if found == FORMAT:
        table = shape.table("", data, ("format", "table", "seat", "rounds"))
        rounds = tuple(_rounds(table["rounds"], shape))
    elif found == ONE_ROUND:
        table = shape.table("", data, ("format", "table", "seat", *ROUND_KEYS))
        rounds = (_round("", table, 0, None, shape),)
    else:
        raise shape.fail("format", found, f"{FORMAT!r} or {ONE_ROUND!r}")
    seat = shape.seat("seat", table["seat"], len(rounds[0].nonce_commitments))
    return Receipt(shape.text("table", table["table"]), seat, rounds)


def _rounds(data: object, shape: Shape) -> Iterator[KeptRound]:
    """One round or more, of equally many seats, each with more moves before it than the last."""
    entries, least, seats = shape.entries("rounds", data), 0, None
    if not entries:
        raise shape.fail("rounds", data, "a list of one or more rounds")
    for key, found in entries:
        table = shape.table(key, found, ("after", "kept", *ROUND_KEYS))
        after = shape.number(f"{key}.after", table["after"])
        if after < least:
            raise shape.fail(f"{key}.after", after, f"{least} or more")
        if table["kept"] not in KEPT:
            raise shape.fail(f"{key}.kept", table["kept"], " or ".join(map(repr, KEPT)))
        one = _round(f"{key}.", table, after, table["kept"], shape, seats)
        least, seats = after + 1, len(one.nonce_commitments)
        yield one


def _round(
    prefix: str, table: dict[str, Any], after: int, kept: str | None, shape: Shape, seats: int | None = None
) -> KeptRound:
    commitments = shape.entries(f"{prefix}nonce_commitments", table["nonce_commitments"], seats)
    for key, found in [(prefix + name, table[name]) for name in ("commitment", "nonce")] + commitments:
        shape.hexadecimal(key, found, SECRET_BYTES)
    return KeptRound(after, kept, table["commitment"], tuple(found for _, found in commitments), table["nonce"])


# Comparing


def compare_receipt(record: Record, receipt: Receipt, verdict: Verdict) -> None:
    """The record's seeds must be those that the page saw commitments to, and its own nonces must be among them."""
    chance = record.randomness
    if not isinstance(chance, Committed):
        raise BadRecord(f"{record.where}: its chance was not committed to, so there is no receipt for it")
    seats = len(chance.rounds[0].nonces)
    if (found := len(receipt.rounds[0].nonce_commitments)) != seats:
        raise BadRecord(f"{record.where}: {seats} seats, the receipt has {found}")
    moves, begun = number_of_moves(record), {one.after: one for one in chance.rounds}
    for own in receipt.rounds:
        verdict.differences += contradictions(own)
        if one := begun.get(own.after):
            verdict.differences += differences(own, one, receipt.seat)
        elif own.after != moves:
            lacking = "of which the record says nothing" if own.after < moves else "which the record does not have"
            words = f"the page took part in a renewal after move {own.after} {lacking}"
            verdict.differences.append(Difference("the receipt", own.after, None, words=words))
    verdict.remarks += remarks(receipt, chance, moves)
    needed = needed_rounds(chance, moves)
    verdict.is_settled = all(is_settled(one, round_of(receipt, one), receipt.seat) for one in needed)


def contradictions(own: KeptRound) -> Iterator[Difference]:
    """Two seats with one commitment, of which one copied the other's."""
    for first, seat in doubles(own.nonce_commitments):
        where = f"the receipt's commitment of seat {seat}{since(own.after)}"
        words = f"seats {first} and {seat} have the same commitment"
        yield Difference(where, own.nonce_commitments[seat], None, words=words)


def differences(own: KeptRound, one: Round, seat: int) -> Iterator[Difference]:
    """Where a round of the receipt and the record's of the same moves say different things."""
    of_round = since(own.after)
    pairs = [(f"the receipt's commitment{of_round}", own.commitment, one.commitment, "the record's server seed gives")]
    for place, (seen, nonce) in enumerate(zip(own.nonce_commitments, one.nonces, strict=True)):
        where = f"the receipt's commitment of seat {place}{of_round}"
        pairs.append((where, seen, nonce.commitment, "the record's nonce gives"))
    pairs.append((f"the receipt's own nonce{of_round}", own.nonce, one.nonces[seat].nonce.hex(), "the record has"))
    for where, seen, found, how in pairs:
        if seen != found:
            yield Difference(where, seen, found, words=f"the receipt says {seen}, {how} {found}")


# What a receipt shows


def needed_rounds(chance: Committed, moves: int) -> list[Round]:
    """The rounds from which chance came; the last may have begun after the last move."""
    return [one for one in chance.rounds if one.after == 0 or one.after < moves]


def round_of(receipt: Receipt, one: Round) -> KeptRound | None:
    """The receipt's round of the same moves as one of the record."""
    return next((own for own in receipt.rounds if own.after == one.after), None)


def is_settled(one: Round, own: KeptRound | None, seat: int) -> bool:
    """Whether the seat's page had a part in a round, and kept the commitments before it opened its own nonce."""
    return own is not None and own.kept == "before" and made_by_page(one.nonces[seat])


def made_by_page(nonce: Nonce) -> bool:
    """Whether a nonce was a seat's own: one that the server made holds nothing against the server."""
    return nonce.by == BY_PAGE


def remarks(receipt: Receipt, chance: Committed, moves: int) -> Iterator[str]:
    """What the receipt does not show, and why."""
    if is_of_another_table(receipt, chance):
        yield (
            f"none of the receipt's commitments occurs in the record: the receipt, of table {receipt.table!r}, "
            "seems to be of another table"
        )
    for one in needed_rounds(chance, moves):
        yield from _remarks_on_round(one, round_of(receipt, one), receipt.seat)


def is_of_another_table(receipt: Receipt, chance: Committed) -> bool:
    """Whether the record has none of the commitments that the page saw."""
    seen = set().union(*(own.commitments for own in receipt.rounds))
    return seen.isdisjoint(
        commitment for one in chance.rounds for commitment in (one.commitment, *(n.commitment for n in one.nonces))
    )


def _remarks_on_round(one: Round, own: KeptRound | None, seat: int) -> Iterator[str]:
    chance = f"chance after move {one.after}" if one.after else "chance from set-up on"
    if own is None:
        yield f"for {chance} there is no receipt"
    elif own.kept is None:
        yield f"the receipt, in the format {ONE_ROUND}, does not tell when it was kept"
    elif own.kept == "later":
        already = "the receipt was kept when nonces were open already: it proves nothing about what came before"
        yield f"for {chance} {already}"
    if own is not None and not made_by_page(one.nonces[seat]):
        yield f"for {chance} the server made the nonce of the receipt's own seat, so its page had no part in it"
