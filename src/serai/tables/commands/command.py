"""A command: what somebody, or the server by itself, wants to do at a table.

A command decides: it looks at a table, refuses with an error of `tables.errors`, or answers with changes. It changes
nothing itself. `player` is the hash of a key, so that no secret passes through here.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from serai.tables.state.changes import Change
from serai.tables.state.table import Table


class Command(ABC):
    """Something to be done at a table."""

    __slots__ = ()

    @abstractmethod
    def decide(self, table: Table, at: int) -> list[Change]:
        """The changes that carry it out at this moment; none where nothing is left to do."""

    def is_repeated(self, table: Table) -> bool:
        """Whether a command that is refused as stale was carried out before, so that it is only answered again."""
        return False


@dataclass(frozen=True, slots=True)
class SeatCommand(Command):
    """What a player wants for a seat; who the player is has to be checked."""

    player: str
    seat: int
