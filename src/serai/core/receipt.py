"""A seat's receipt: what its page saw before the game, so that its player can check afterwards that nothing changed."""

from dataclasses import dataclass
from pathlib import Path

from serai.core.errors import BadRecord
from serai.core.randomness import SECRET_BYTES, Committed
from serai.core.record import Record, load_json
from serai.core.replay import Verdict, compare
from serai.core.shape import Shape

FORMAT = "serai-receipt/1"
KEYS = ("format", "table", "commitment", "nonce_commitments", "seat", "nonce")


@dataclass(frozen=True)
class Receipt:
    """What one page kept."""

    table: str  # the table's name on the server
    commitment: str  # the server's
    nonce_commitments: tuple[str, ...]  # every seat's
    seat: int
    nonce: str  # the seat's own


def read(path: Path) -> Receipt:
    """The receipt in this file."""
    try:
        data = load_json(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise BadRecord(f"{path}: no such file") from None
    except OSError as error:
        raise BadRecord(f"{path}: can't be read ({error.strerror})") from None
    shape = Shape(str(path))
    table = shape.table("", data, KEYS)
    if table["format"] != FORMAT:
        raise shape.fail("format", table["format"], repr(FORMAT))
    commitments = shape.entries("nonce_commitments", table["nonce_commitments"])
    for key, found in [("commitment", table["commitment"]), ("nonce", table["nonce"]), *commitments]:
        shape.hexadecimal(key, found, SECRET_BYTES)
    return Receipt(
        shape.text("table", table["table"]),
        table["commitment"],
        tuple(found for _, found in commitments),
        shape.seat("seat", table["seat"], len(commitments)),
        table["nonce"],
    )


def compare_receipt(record: Record, receipt: Receipt, verdict: Verdict) -> None:
    """The record's seeds must be those that the page saw commitments to, and its own nonce must be among them."""
    chance = record.randomness
    if not isinstance(chance, Committed):
        raise BadRecord(f"{record.where}: its chance was not committed to, so there is no receipt for it")
    first = chance.rounds[0]
    if len(receipt.nonce_commitments) != len(first.nonces):
        raise BadRecord(f"{record.where}: {len(first.nonces)} seats, the receipt has {len(receipt.nonce_commitments)}")
    compare(verdict, "the receipt's commitment", receipt.commitment, first.commitment)
    for seat, nonce in enumerate(first.nonces):
        where = f"the receipt's commitment of seat {seat}"
        compare(verdict, where, receipt.nonce_commitments[seat], nonce.commitment)
    compare(verdict, "the receipt's own nonce", receipt.nonce, first.nonces[receipt.seat].nonce.hex())
