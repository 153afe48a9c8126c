"""What the server does at a table by itself: bots move, clocks lapse, what is left alone ends."""

from dataclasses import dataclass

from serai.core.search.mind import Views
from serai.tables.commands.chance import without_silent
from serai.tables.commands.command import Command
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.setup import Setup
from serai.tables.state.table import GATHERING, MOST_IDLE, OPENING, PLAYING, RENEWING, Table

IDLE = "idle"  # why a table ends where nobody has come for long


@dataclass(frozen=True)
class Task:
    """What a bot has to think about, apart from the table, which may go on meanwhile."""

    table: str
    setup: Setup
    seat: int
    level: str
    decisions: tuple[int, ...]  # all that stand
    view: Views


def task_of(table: Table) -> Task | None:
    """The decision that a bot has to make here, if one has."""
    seat = table.to_act
    if seat is None or table.match is None or (level := table.seats[seat].level) is None:
        return None
    return Task(table.name, table.setup, seat, level, tuple(table.match.moves), table.match.view(seat))


@dataclass(frozen=True, slots=True)
class BotMove(Command):
    """Make the move that a bot has thought of, if it still has this to decide."""

    task: Task
    level: str  # of the bot that answers; one below that of the task gets the seat
    move: int

    def decide(self, table: Table, at: int) -> list[Change]:
        """The move, after the hand-over to a lower level where it is one."""
        now, task = task_of(table), self.task
        if now is None or (now.seat, now.level, now.decisions) != (task.seat, task.level, task.decisions):
            return []
        move = changes.Move(at, task.seat, self.move, self.level)
        return [move] if self.level == task.level else [changes.Handover(at, task.seat, self.level), move]


@dataclass(frozen=True, slots=True)
class Lapse(Command):
    """Do what is due without a bot: a clock has run out, a nonce was not opened, or nobody has come for a month."""

    def decide(self, table: Table, at: int) -> list[Change]:
        """What is due at this moment."""
        due = table.due_at()
        if due is None or due > at:
            return []
        if table.phase in (GATHERING, OPENING, RENEWING):
            return lapse_before_playing(table, at)
        assert table.phase == PLAYING and table.to_act is not None
        if table.seats[table.to_act].level:
            return []
        if at >= table.moved_at + MOST_IDLE:
            return [changes.Stop(at, IDLE)]
        if table.held is not None:
            return [changes.Move(at, table.to_act, table.held, None)]
        return [changes.Handover(at, table.to_act, table.setup.clock.stand_in)]


def lapse_before_playing(table: Table, at: int) -> list[Change]:
    """What is due where the game has not begun, or waits for chance to be renewed."""
    if table.is_held_up:
        return without_silent(table, at)
    if table.phase == GATHERING or (table.match and not table.setup.clock.seconds):
        return [changes.Stop(at, IDLE)]
    if table.match or table.setup.listed:
        return without_silent(table, at)
    return [changes.Cancellation(at, tuple(table.silent))]
