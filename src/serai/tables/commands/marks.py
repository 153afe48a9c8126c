"""Marks: what a page was shown last of a table, in a form that only the server can make.

A page that was shown more than the database now holds gives back its mark. So it is known, whatever a host does or has
forgotten, that a backup was restored: somebody has seen chance that was drawn after it, and what is drawn from now on
must come from a new round of commitments.
"""

import hmac
from dataclasses import dataclass

from serai.core.words.language import gettext as _
from serai.tables.commands.chance import renew
from serai.tables.commands.command import Command
from serai.tables.errors import BadRequest
from serai.tables.state.changes import Change, Restoration
from serai.tables.state.table import OVER, RESTORED, VOID, Table

SEAL_BYTES = 8


@dataclass(frozen=True)
class Mark:
    """A version of a table, and the hash of all changes up to it."""

    epoch: int
    version: int
    chain: str
    seal: str


def mark(table: Table) -> str:
    """The mark of what is shown now."""
    plain = f"{table.epoch}.{table.version}.{table.chain[-1].hex()}"
    return f"{plain}.{_seal(table, plain)}"


def _seal(table: Table, plain: str) -> str:
    message = f"{table.name}.{plain}".encode()
    return hmac.digest(table.mark_key, message, "sha256")[:SEAL_BYTES].hex()


def read(table: Table, text: str) -> Mark:
    """A mark that was given back."""
    plain, _dot, seal = text.rpartition(".")
    if not text.isascii() or not hmac.compare_digest(seal, _seal(table, plain)):
        raise BadRequest(_("this is no mark of table {name}", name=table.name))
    epoch, version, chain = plain.split(".")
    return Mark(int(epoch), int(version), chain, seal)


def is_lost(table: Table, found: Mark) -> bool:
    """Whether what was shown is not among what is saved, and nobody has found that out before."""
    if found.epoch != table.epoch:
        return found.epoch > table.epoch
    return found.version > table.version or table.chain[found.version].hex() != found.chain


@dataclass(frozen=True, slots=True)
class ReportMark(Command):
    """Tell what a page was shown last: if that is lost, the table goes on from where it is, with new chance."""

    mark: str

    def decide(self, table: Table, at: int) -> list[Change]:
        """The restoration, and the renewal of chance where there is any to come."""
        found = read(table, self.mark)
        if not is_lost(table, found):
            return []
        restoration = Restoration(at, max(table.epoch, found.epoch) + 1, found.version)
        is_at_end = table.phase in (OVER, VOID) or table.setup.lesson
        return [restoration, *([] if is_at_end else renew(table, RESTORED, (), at))]
