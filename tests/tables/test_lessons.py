"""Lessons at tables: the vizier's way and no other, left and gone on with, and no other table with known chance."""

from collections.abc import Callable
from typing import Any

import pytest

from serai.core.page.lesson import LEARNER, OPPONENT, Lesson
from serai.tables import commands
from serai.tables.errors import BadRequest, NotAllowed, NotTaught, OutOfTurn
from serai.tables.service import Service
from serai.tables.state import setup
from serai.tables.state.changes import Stop
from serai.tables.state.table import OVER, PLAYING
from tests.lessons import TAUGHT, follow, lesson
from tests.tables.sitting import ANN, BOB, Sitting, again, begin, plan


def opened(service: Service, game: str, steps: int = 0) -> tuple[Sitting, Lesson]:
    """A lesson of Ann's, after so many steps."""
    sitting = Sitting(service, service.open_lesson(game, ANN, "Ann"))
    follow(service, sitting.name, ANN, steps)
    return sitting, lesson(game)[1]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_goes_from_its_first_step_to_an_end_of_its_own(service: Service, game: str) -> None:
    sitting, taught = opened(service, game)
    assert sitting.table.phase == PLAYING and sitting.table.step == taught.steps[0]
    follow(service, sitting.name, ANN, len(taught.steps))
    assert sitting.table.phase == OVER and sitting.table.step is None
    assert sitting.table.end == sitting.saved[-1].change == Stop(service.clock(), commands.TAUGHT)


@pytest.mark.parametrize("game", TAUGHT)
def test_after_a_restart_it_goes_on_where_it_was_left(service: Service, game: str) -> None:
    sitting, taught = opened(service, game, 4)
    later = again(sitting)
    assert later.table.step == taught.steps[4] and later.digest() == sitting.digest()
    follow(later.service, later.name, ANN, len(taught.steps) - 4)
    assert later.table.phase == OVER


def test_it_goes_the_same_way_every_time(service: Service) -> None:
    digests = {opened(service, "pasha", 12)[0].digest() for _ in range(2)}
    assert len(digests) == 1


@pytest.mark.parametrize("game", TAUGHT)
def test_any_other_move_gets_the_viziers_words_and_changes_nothing(service: Service, game: str) -> None:
    sitting, taught = opened(service, game, 1)
    version, digest = sitting.version, sitting.digest()
    others = [move for move in sitting.legal() if move != taught.steps[1].move]
    assert others
    for move in others:
        with pytest.raises(NotTaught) as refused:
            sitting.play(LEARNER, move)
        assert str(refused.value) == taught.steps[1].instead
    assert (sitting.version, sitting.digest()) == (version, digest)


def test_what_is_against_the_rules_gets_the_rule_and_not_the_vizier(service: Service) -> None:
    sitting, _taught = opened(service, "asara", 1)
    with pytest.raises(BadRequest, match="A10"):
        sitting.play(LEARNER, "place yellow+orange bank.10")


def test_where_there_is_something_to_read_no_move_can_be_made_and_the_other_way_round(service: Service) -> None:
    sitting, taught = opened(service, "asara")
    with pytest.raises(NotTaught):
        sitting.play(LEARNER, taught.steps[1].move)
    follow(service, sitting.name, ANN, 1)
    with pytest.raises(OutOfTurn):
        sitting.do(commands.ReadOn, LEARNER, sitting.decision)


def test_nobody_else_reads_on(service: Service) -> None:
    sitting, _taught = opened(service, "asara")
    with pytest.raises(NotAllowed):
        sitting.do(commands.ReadOn, LEARNER, sitting.decision, player=BOB)


@pytest.mark.parametrize(
    ("command", "wish"),
    [(commands.HandOver, ("merchant",)), (commands.Resign, ()), (commands.Prefer, (True,))],
)
def test_what_would_lead_away_from_it_can_not_be_done(
    service: Service, command: Callable[..., Any], wish: tuple[Any, ...]
) -> None:
    sitting, _taught = opened(service, "pasha", 3)
    with pytest.raises(OutOfTurn):
        sitting.do(command, LEARNER, *wish)
    with pytest.raises(OutOfTurn):
        sitting.undo(LEARNER)


def test_it_can_be_ended_and_is_not_played_again_or_recorded(service: Service) -> None:
    sitting, _taught = opened(service, "pasha", 3)
    sitting.do(commands.VoteToStop, LEARNER, True)
    assert sitting.table.phase == OVER and service.store.record(sitting.name) is None
    with pytest.raises(OutOfTurn):
        sitting.do(commands.VoteForRematch, LEARNER, True)


def test_no_bot_and_no_clock_is_waited_for(service: Service) -> None:
    """Before the seventh step it is the opponent's turn, who plays what is written when the learner goes on."""
    sitting, _taught = opened(service, "pasha", 6)
    assert sitting.to_act == OPPONENT and sitting.table.due_at() is None


# Chance


def test_nobody_opens_a_table_with_the_chance_of_a_lesson(service: Service) -> None:
    taught = lesson("asara")[1]
    wanted = plan("asara", "person", "traveller", lesson=taught.fingerprint)
    with pytest.raises(BadRequest, match="lesson"):
        service.open(wanted, ANN, [("Ann", None)])


def test_the_chance_of_other_tables_is_not_that_of_lessons(service: Service) -> None:
    known = {lesson(game)[1].chance(lesson(game)[0]).rounds[0].server_seed for game in TAUGHT}
    seeds = {begin(service, game).table.server_seed for game in TAUGHT for _ in range(4)}
    assert len(seeds) == 4 * len(TAUGHT) and not seeds & known


@pytest.mark.parametrize("found", ["0123456789abcdef", "", True, 1])
def test_a_lesson_that_was_written_anew_is_not_gone_on_with(found: object) -> None:
    with pytest.raises(BadRequest, match="written anew"):
        setup.read(plan("asara", "person", "traveller", lesson=found))
