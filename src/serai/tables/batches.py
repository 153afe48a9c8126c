"""What is saved together with the changes of a table: its summary, players, links, and the record at the end."""

from collections.abc import Sequence

from serai.store.database import Batch, BotTableLimits, Head, Summary
from serai.tables import archive
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.saved_changes import SavedChange
from serai.tables.state.table import GATHERING, OVER, VOID, Table

RULES_CHANGED = "the rules have changed"  # why a table is stopped


def batch_of(
    table: Table,
    saved: Sequence[SavedChange],
    table_link: dict[str, int | None] | None = None,
    bot_tables: BotTableLimits | None = None,
) -> Batch:
    """Changes that were applied to a table, with all that is saved beside them."""
    new = [one.change for one in saved]
    may_end = any(isinstance(change, changes.Move | changes.Resignation | changes.Stop) for change in new)
    return Batch(
        changes=[one.as_data() for one in saved],
        summary=summary_of(table),
        players={player for change in new for player in players_of(change)},
        record=table.record() if may_end else None,
        links=(table_link or {}) | {one.link: one.seat for one in new if isinstance(one, changes.NewLink)},
        closed_seats=[change.seat for change in new if isinstance(change, changes.Departure)],
        is_talk=all(isinstance(change, changes.Message) for change in new),
        bot_tables=bot_tables,
    )


def summary_of(table: Table) -> Summary:
    """What the changes of a table have come to, as far as tables are looked up by it."""
    is_listed = table.setup.listed and table.phase == GATHERING and any(not seat.is_taken for seat in table.seats)
    return Summary(table.phase, is_listed, table.changed_at, table.due_at(), table.has_people)


def players_of(change: Change) -> Sequence[str]:
    """The players who come to the table by a change."""
    match change:
        case changes.Arrival() | changes.LinkUse():
            return (change.player,)
        case changes.Reservation():
            return change.players
    return ()


def last_batch(head: Head, saved: Sequence[SavedChange], at: int) -> Batch:
    """The end of a table that the rules of today can't build, with a record made of what was saved."""
    stop = SavedChange(changes.Stop(at, RULES_CHANGED))
    has_begun = any(one.effect for one in saved)
    record = archive.record(head, [*saved, stop]) if has_begun else None
    return Batch([stop.as_data()], Summary(OVER if has_begun else VOID, False, at, None), record=record)
