"""Going through a lesson, step by step, in the service itself."""

from serai.core import game as games
from serai.core.game import Game
from serai.core.page.lesson import LEARNER, Lesson, Step, lesson_of
from serai.tables import commands
from serai.tables.commands import Command
from serai.tables.service import Service

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
        service.carry_out(name, done(player, decision, step))


def done(player: str, decision: int, step: Step) -> Command:
    """One step, as the web passes it on."""
    if step.move:
        return commands.Play(player, LEARNER, decision, step.move)
    return commands.ReadOn(player, LEARNER, decision)
