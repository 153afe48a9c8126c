"""Whatever people and bots try, in whatever order: nothing that was refused leaves a trace, and nothing is lost."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from serai.store.database import Store, sqlite_url
from serai.tables import commands
from serai.tables.commands.bots import task_of
from serai.tables.errors import TableError
from serai.tables.hub import Hub
from serai.tables.service import Service
from serai.tables.state.table import PLAYING
from tests.conftest import Clock
from tests.tables.sitting import PLAYERS, Sitting, again, begin, state_of

SEATS = 3
ACTS = [
    "play",
    "play",
    "play",
    "confirm",
    "undo",
    "hand",
    "take",
    "resign",
    "prefer",
    "stop",
    "say",
    "lapse",
    "bot",
    "sit",
]
attempts = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, SEATS - 1), st.integers(0, 99)), max_size=30)


def attempt(sitting: Sitting, clock: Clock, act: str, seat: int, number: int) -> None:
    """Somebody tries something, which may be refused."""
    clock.turn(number)
    match act:
        case "play":
            match = sitting.table.match
            moves = match.legal() if match else []
            sitting.play(seat, moves[number % len(moves)] if moves else "pass", sitting.decision - (number == 0))
        case "confirm":
            sitting.confirm(seat)
        case "undo":
            sitting.undo(seat)
        case "hand":
            sitting.do(commands.HandOver, seat, "random")
        case "take":
            sitting.do(commands.TakeBack, seat)
        case "resign" if number > 70:
            sitting.do(commands.Resign, seat)
        case "prefer":
            sitting.do(commands.Prefer, seat, number % 2 == 0)
        case "stop":
            sitting.do(commands.VoteToStop, seat, number < 50)
        case "say":
            sitting.say(PLAYERS[seat], "x" * number)
        case "sit":
            sitting.sit(PLAYERS[seat], "Somebody", number % 4)
        case "lapse":
            sitting.service.carry_out(sitting.name, commands.Lapse())
        case "bot" if task := task_of(sitting.table):
            numbers = sitting.table.match.legal_moves() if sitting.table.match else []
            answer = commands.BotMove(task, task.level, numbers[number % len(numbers)])
            sitting.service.carry_out(sitting.name, answer)


@settings(max_examples=12, deadline=None)
@given(game=st.sampled_from(["asara", "pasha"]), tried=attempts)
def test_no_order_of_commands_breaks_a_table(game: str, tried: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, clock = Store(sqlite_url(Path(folder) / "tables.db")), Clock()
        store.migrate()
        sitting = begin(Service(store, Hub(), clock), game, SEATS, clock={"kind": "move", "seconds": 300})
        allowed: list[tuple[int, str | None]] = []  # who made each decision that was saved
        for act, seat, number in tried:
            before, to_act, seen = sitting.version, sitting.table.to_act, state_of(sitting.table)
            bot = None if to_act is None else sitting.table.seats[to_act].level
            try:
                attempt(sitting, clock, act, seat, number)
            except TableError:
                assert state_of(sitting.table) == seen
            fresh = store.changes_after(sitting.name, before)
            assert sitting.version == before + len(fresh) == store.version(sitting.name)
            moved = [(change["seat"], change["bot"]) for change in fresh if change["type"] == "moved"]
            assert moved in ([], [(to_act, bot)])
            assert not moved or bot or seat == to_act or act == "lapse"
            allowed += moved
        assert state_of(again(sitting).table) == state_of(sitting.table)
        check_end(sitting, allowed)
        store.close()


def check_end(sitting: Sitting, allowed: list[tuple[int, str | None]]) -> None:
    """The record has only decisions that were allowed, and holds when there is one."""
    table = sitting.table
    assert table.match
    moves = [event["seat"] for event in table.match.events if event["type"] == "move"]
    assert moves == [decision.seat for decision in table.decisions]
    assert len(moves) == len(allowed) - sitting.types.count("undone")
    if table.phase != PLAYING:
        assert sitting.record().events == table.match.events
