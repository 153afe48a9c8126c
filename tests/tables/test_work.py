"""What the server does by itself: bots play, leases change hands, whoever fails is replaced."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from serai.bots import levels
from serai.core import game as games
from serai.store.database import Store
from serai.tables import commands
from serai.tables.commands.bots import task_of
from serai.tables.hub import Hub
from serai.tables.service import Service
from serai.tables.work import workers as work
from serai.tables.work.readiness import THIS_PROCESS, Readiness, every_bot
from serai.tables.work.workers import LEASE, Job, Workers
from tests.conftest import Clock, Employ
from tests.guests import PATIENCE, wait_until
from tests.tables.sitting import ANN, Sitting, again, begin, gather, state_of


def bots_turn(service: Service, level: str, game: str = "asara") -> Sitting:
    """A table of one person where the bot has to decide."""
    sitting = begin(service, game, 1, level)
    if sitting.to_act == 0:
        sitting.do(commands.Prefer, 0, False)
        sitting.turn()
    assert sitting.to_act == 1
    return sitting


def bots_moves(sitting: Sitting) -> list[str]:
    """Which level made each of the bots' moves."""
    return [change["bot"] for change in sitting.changes if change.get("bot")]


def test_a_bot_plays_its_turn_and_then_it_is_the_persons(service: Service, employ: Employ) -> None:
    sitting = bots_turn(service, "merchant")
    employ(service)
    wait_until(lambda: sitting.to_act == 0)
    assert set(bots_moves(sitting)) == {"merchant"} and service.store.count_due(service.clock()) == 0
    assert state_of(again(sitting).table) == state_of(sitting.table)


def test_a_bot_begins_as_soon_as_it_is_its_turn(service: Service, employ: Employ) -> None:
    sitting = begin(service, "asara", 1, "random")
    employ(service)
    wait_until(lambda: sitting.to_act == 0)
    before = len(bots_moves(sitting))
    sitting.do(commands.Prefer, 0, False)
    sitting.turn()
    wait_until(lambda: sitting.to_act == 0 and len(bots_moves(sitting)) > before)


def test_two_processes_never_play_a_move_twice(service: Service, store: Store, clock: Clock, employ: Employ) -> None:
    sittings = [gather(service, "pasha", "random", "random") for _ in range(2)]
    for one in (service, Service(store, Hub(), clock)):
        employ(one, 2)
    wait_until(lambda: all(sitting.table.phase == "over" for sitting in sittings))
    for sitting in sittings:
        moves = [event for event in sitting.record().events if event["type"] == "move"]
        assert len(moves) == sitting.types.count("moved") and sitting.version == len(sitting.changes)
        assert "handed" not in sitting.types and state_of(again(sitting).table) == state_of(sitting.table)


def test_the_work_of_a_dead_process_is_taken_over(service: Service, store: Store, clock: Clock, employ: Employ) -> None:
    sitting = bots_turn(service, "random")
    assert store.lease("dead", clock(), clock() + LEASE, 9) == [sitting.name]
    before = sitting.version
    employ(service)
    time.sleep(0.3)
    assert sitting.version == before
    clock.turn(LEASE / 1000)
    wait_until(lambda: sitting.to_act == 0)


def test_work_goes_on_while_its_lease_is_renewed(service: Service, store: Store, clock: Clock, employ: Employ) -> None:
    sitting = bots_turn(service, "random")
    assert store.lease("slow", clock(), clock() + LEASE, 9) == [sitting.name]
    employ(service)
    for _ in range(3):
        clock.turn(LEASE / 1000 - 1)
        store.renew("slow", [sitting.name], clock() + LEASE)
    assert bots_moves(sitting) == []


def test_workers_let_a_clock_lapse_and_the_stand_in_plays(service: Service, clock: Clock, employ: Employ) -> None:
    sitting = begin(service, clock={"kind": "move", "seconds": 60, "stand_in": "random"})
    seat = sitting.to_act
    employ(service)
    clock.turn(60)
    wait_until(lambda: sitting.to_act != seat)
    assert sitting.table.seats[seat].level == "random"


# Bots that fail


def fail(monkeypatch: pytest.MonkeyPatch, level: str, how: Callable[[], Any]) -> None:
    """From now on Asara's bots of a level fail."""
    bot: Any = games.load("asara").bot
    begin_well = bot.begin

    def begin_badly(view: Any, edition: Any, asked: str, stream: Any) -> Any:
        if asked == level:
            how()
        return begin_well(view, edition, asked, stream)

    monkeypatch.setattr(bot, "begin", begin_badly)


def stumble() -> None:
    """What a bot with a fault does."""
    raise ZeroDivisionError("a bot stumbles")


def replaced(sitting: Sitting) -> list[dict[str, Any]]:
    """Who took over, as the record tells it."""
    return [event for event in sitting.view(None)["events"] if event["type"] == "seat"]


def test_a_bot_that_raises_is_replaced_and_the_table_goes_on(
    service: Service, employ: Employ, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = bots_turn(service, "merchant")
    THIS_PROCESS.load("asara", "merchant")
    fail(monkeypatch, "merchant", stumble)
    employ(service)
    wait_until(lambda: sitting.to_act == 0)
    assert replaced(sitting) == [{"type": "seat", "seat": 1, "by": "traveller"}]
    assert set(bots_moves(sitting)) == {"traveller"} and sitting.table.seats[1].level == "traveller"


def test_a_bot_that_never_answers_is_replaced(
    service: Service, employ: Employ, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, end = bots_turn(service, "merchant"), threading.Event()
    THIS_PROCESS.load("asara", "merchant")
    fail(monkeypatch, "merchant", end.wait)
    monkeypatch.setattr(work, "GRACE", 0.3)
    employ(service)
    try:
        wait_until(lambda: sitting.to_act == 0)
    finally:
        end.set()
    assert replaced(sitting)[0]["seat"] == 1 and "merchant" not in bots_moves(sitting)


# Loading bots


class Loading:
    """Stands in for loading, so that it takes as long as a test wants; remembers what was loaded."""

    def __init__(self) -> None:
        THIS_PROCESS.load("asara", "merchant")
        self.begun: list[tuple[str, str]] = []
        self.may_end = threading.Event()

    def __call__(self, game: str, level: str) -> None:
        self.begun.append((game, level))
        assert self.may_end.wait(PATIENCE)


@pytest.fixture
def loading() -> Iterator[Loading]:
    """Loading that ends when the test says so, and at its end."""
    found = Loading()
    yield found
    found.may_end.set()


def test_work_is_taken_at_once_and_the_awaited_bot_is_loaded_first(
    service: Service, employ: Employ, loading: Loading
) -> None:
    sitting = bots_turn(service, "merchant")
    workers = employ(service, 2, Readiness(loading))
    wait_until(lambda: loading.begun)
    assert loading.begun == [("asara", "merchant")] and workers.busy == 1
    loading.may_end.set()
    wait_until(lambda: sitting.to_act == 0)
    wait_until(lambda: len(loading.begun) == len(every_bot()))
    assert sorted(loading.begun) == sorted(every_bot())


def test_a_bot_that_is_awaited_while_another_is_loaded_comes_next(
    service: Service, employ: Employ, loading: Loading
) -> None:
    workers = employ(service, 2, Readiness(loading))
    wait_until(lambda: loading.begun)
    bots_turn(service, "merchant", "pasha")
    wait_until(lambda: workers.busy == 1)
    loading.may_end.set()
    wait_until(lambda: len(loading.begun) > 1)
    assert loading.begun[1] == ("pasha", "merchant")


def test_no_other_bot_is_loaded_while_somebody_waits(
    service: Service, employ: Employ, loading: Loading, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = threading.Event()
    fail(monkeypatch, "merchant", end.wait)
    monkeypatch.setattr(work, "GRACE", PATIENCE)
    monkeypatch.setattr(work, "BEAT", 0.05)
    loading.may_end.set()
    bots_turn(service, "merchant")
    workers = employ(service, 2, Readiness(loading))
    wait_until(lambda: loading.begun)
    time.sleep(0.3)
    assert loading.begun == [("asara", "merchant")] and workers.busy == 1
    end.set()
    wait_until(lambda: len(loading.begun) == len(every_bot()))


def test_loading_takes_nothing_of_a_bots_time(
    service: Service, employ: Employ, loading: Loading, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = bots_turn(service, "merchant")
    monkeypatch.setattr(work, "GRACE", 1.0)
    employ(service, 1, Readiness(loading))
    time.sleep(1.3)
    loading.may_end.set()
    wait_until(lambda: sitting.to_act == 0)
    assert set(bots_moves(sitting)) == {"merchant"}


def test_work_stays_leased_while_its_bot_is_loaded(
    service: Service, store: Store, clock: Clock, employ: Employ, loading: Loading, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_turn(service, "merchant")
    monkeypatch.setattr(work, "BEAT", 0.05)
    employ(service, 1, Readiness(loading))
    wait_until(lambda: loading.begun)
    for _ in range(3):
        clock.turn(LEASE / 1000 - 1)
        time.sleep(0.3)
    assert store.lease("other", clock(), clock() + LEASE, 9) == []


def test_workers_that_stop_load_nothing_more(service: Service, employ: Employ, loading: Loading) -> None:
    workers = employ(service, 1, Readiness(loading))
    wait_until(lambda: loading.begun)
    stopping = threading.Thread(target=workers.stop)
    stopping.start()
    wait_until(workers._is_stopped.is_set)
    loading.may_end.set()
    stopping.join(PATIENCE)
    assert not stopping.is_alive() and len(loading.begun) == 1


def test_a_bot_that_cannot_be_loaded_is_replaced(service: Service, employ: Employ) -> None:
    sitting = bots_turn(service, "vizier")

    def load(game: str, level: str) -> None:
        if level == "vizier":
            stumble()
        THIS_PROCESS.load(game, level)

    employ(service, 1, Readiness(load))
    wait_until(lambda: sitting.to_act == 0)
    assert replaced(sitting) == [{"type": "seat", "seat": 1, "by": "merchant"}]
    assert set(bots_moves(sitting)) == {"merchant"}


def test_a_bot_that_cannot_even_be_loaded_holds_up_nobody(service: Service, employ: Employ) -> None:
    sittings = [bots_turn(service, "random"), bots_turn(service, "merchant")]
    tried: list[str] = []

    def load(game: str, level: str) -> None:
        tried.append(level)
        stumble()

    employ(service, 1, Readiness(load))
    wait_until(lambda: all(sitting.to_act == 0 for sitting in sittings))
    assert set(bots_moves(sittings[1])) == {"random"} and tried[:2] == ["merchant", "traveller"]


# Thinking


def thought(sitting: Sitting) -> commands.BotMove:
    """A bot's answer to what it has to decide, which is still to be given."""
    task = task_of(sitting.table)
    assert task and sitting.table.match
    return commands.BotMove(task, task.level, sitting.table.match.legal_moves()[0])


def test_talk_does_not_make_a_bot_think_again(service: Service) -> None:
    sitting = bots_turn(service, "random")
    answer = thought(sitting)
    sitting.say(ANN, "take your time")
    service.carry_out(sitting.name, answer)
    assert bots_moves(sitting) == ["random"]


def test_an_answer_that_was_given_already_is_not_given_twice(service: Service) -> None:
    sitting = bots_turn(service, "random")
    answer = thought(sitting)
    for _ in range(2):
        service.carry_out(sitting.name, answer)
    assert bots_moves(sitting) == ["random"]


def test_the_answer_for_a_seat_that_was_taken_back_is_dropped(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.do(commands.HandOver, seat, "random")
    answer = thought(sitting)
    sitting.do(commands.TakeBack, seat)
    service.carry_out(sitting.name, answer)
    assert bots_moves(sitting) == [] and sitting.types[-1] == "handed"


def test_the_answer_of_a_bot_that_was_exchanged_is_dropped(service: Service) -> None:
    sitting = begin(service)
    seat = sitting.to_act
    sitting.do(commands.HandOver, seat, "random")
    answer = thought(sitting)
    sitting.do(commands.HandOver, seat, "vizier")
    service.carry_out(sitting.name, answer)
    assert bots_moves(sitting) == [] and sitting.table.seats[seat].level == "vizier"


def test_an_answer_that_comes_when_the_game_is_over_is_dropped(service: Service) -> None:
    sitting = bots_turn(service, "random")
    answer = thought(sitting)
    sitting.do(commands.Resign, 0)
    service.carry_out(sitting.name, answer)
    assert bots_moves(sitting) == []


def test_when_many_bots_wait_each_gets_less_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(service, 2)
    for expected in (1.0, 1.0, 2 / 3, 0.5):
        job = Job(gather(service, "asara", "vizier", "vizier").name, has_people=False)
        assert workers._timed("vizier", job).seconds == pytest.approx(expected)
    assert workers._timed("merchant", job).seconds is None
    monkeypatch.setattr(work, "LEAST_TIME", 0.8)
    assert workers._timed("vizier", job).seconds == 0.8


def test_workers_that_stop_while_a_bot_thinks_return_soon_and_lose_nothing(
    service: Service, store: Store, clock: Clock, employ: Employ, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(levels.SECONDS, "caliph", 300.0)
    sitting = gather(service, "asara", "caliph", "caliph")
    before = sitting.version
    workers = employ(service)
    wait_until(lambda: workers.busy == 1)
    time.sleep(0.3)
    stopping = threading.Thread(target=workers.stop)
    stopping.start()
    wait_until(lambda: not stopping.is_alive())  # long before the bot would be done
    assert sitting.version == before and workers.busy == 0
    assert store.lease("next", clock(), clock() + LEASE, 9, has_people=False) == [sitting.name]
