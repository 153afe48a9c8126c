"""Going through a lesson, step by step, in the service itself."""

from functools import partial

from serai.core import game as games
from serai.core.game import Game
from serai.core.page.lesson import LEARNER, Lesson, Step, lesson_of
from serai.tables.commands import commands
from serai.tables.service import Service
from serai.tables.state.table import Change, Table

TAUGHT = [name for name in games.names() if lesson_of(games.load(name))]


def lesson(game: str) -> tuple[Game, Lesson]:
    """A game and its lesson."""
    found = games.load(game)
    taught = lesson_of(found)
    assert taught
    return found, taught


def follow(service: Service, name: str, player: str, steps: int) -> None:
    """Do what the vizier says, so many times."""
    for _ in range(steps):
        with service.reading(name) as table:
            step, decision = table.step, table.decision
        assert step
        service.change(name, partial(done, player, decision, step))


def done(player: str, decision: int, step: Step, table: Table, at: int) -> list[Change]:
    """One step, as the web passes it on."""
    if step.move:
        return commands.play(table, player, LEARNER, decision, step.move, at)
    return commands.read_on(table, player, LEARNER, decision, at)
