"""Somebody opens very many tables where bots play among themselves, or waits for bots at very many."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from serai.bots import levels
from serai.store.database import BotTableLimits, Store
from serai.tables import commands
from serai.tables.errors import TooMuch
from serai.tables.hub import Hub
from serai.tables.service import Service
from serai.tables.state.table import OVER
from serai.tables.work.sharing import asking_from
from serai.tables.work.workers import LEASE, Job, Workers
from tests.conftest import Clock, Employ
from tests.guests import Running, running, wait_until
from tests.tables.sitting import ANN, BOB, NAMES, Sitting, begin, hashed, plan

MANY = 30
FREE = BotTableLimits(of_player=MANY, of_address=MANY)


@pytest.fixture
def spacious(store: Store, clock: Clock) -> Service:
    """Tables without limits on how many bots play alone."""
    return Service(store, Hub(), clock, FREE)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caliph thinks for longer than a test lasts, however many wait."""
    monkeypatch.setitem(levels.SECONDS, "caliph", 10_000.0)


def bots_alone(service: Service, level: str = "caliph", player: str = ANN) -> str:
    """A table where bots play among themselves."""
    return service.open(plan("asara", level, level), player, []).name


def waiting(service: Service, player: str = ANN, level: str = "random") -> Sitting:
    """A table where a person waits for a bot, for a moment less than at those before."""
    setup = plan("asara", "person", level)
    while True:
        assert isinstance(service.clock, Clock)
        service.clock.turn(0.001)
        sitting = Sitting(service, service.open(setup, player, [(NAMES[0], None)]).name)
        if sitting.to_act == 1:
            return sitting


def leased(service: Service, most: int) -> list[str]:
    """What is done next, so many at a time, in order."""
    at = service.clock()
    return service.store.lease("worker", at, at + LEASE, most)


# Bots alone


def test_a_person_that_waits_for_a_bot_comes_before_all_tables_of_bots_alone(
    spacious: Service, employ: Employ, slow: None
) -> None:
    for _ in range(MANY):
        bots_alone(spacious)
    sitting = waiting(spacious, BOB)
    employ(spacious)
    wait_until(lambda: sitting.to_act == 0)


def test_bots_alone_give_way_while_they_think(spacious: Service, employ: Employ, slow: None) -> None:
    for _ in range(4):
        bots_alone(spacious)
    workers = employ(spacious, 2)
    wait_until(lambda: workers.busy == 2)
    sittings = [waiting(spacious, BOB) for _ in range(3)]
    wait_until(lambda: all(sitting.to_act == 0 for sitting in sittings))
    wait_until(lambda: workers.busy == 2)


def test_bots_alone_lose_nothing_when_they_give_way(spacious: Service, employ: Employ, slow: None) -> None:
    alone = Sitting(spacious, bots_alone(spacious))
    before = alone.version
    workers = employ(spacious)
    wait_until(lambda: workers.busy == 1)
    sitting = waiting(spacious, BOB)
    wait_until(lambda: sitting.to_act == 0)
    assert alone.version == before and spacious.store.count_due(spacious.clock(), has_people=False) == 1


def test_bots_alone_go_on_when_nobody_waits(spacious: Service, employ: Employ) -> None:
    alone = Sitting(spacious, bots_alone(spacious, "random"))
    employ(spacious)
    wait_until(lambda: alone.table.phase == OVER)


def test_a_table_of_bots_alone_takes_no_time_from_one_with_people(spacious: Service) -> None:
    for _ in range(MANY):
        bots_alone(spacious)
    sitting = waiting(spacious, BOB, "vizier")
    workers = Workers(spacious, 1)
    assert workers._timed("vizier", Job(sitting.name, has_people=True)).seconds == 1.0


def test_a_seat_that_its_person_has_handed_over_makes_no_table_of_people(spacious: Service) -> None:
    sitting = waiting(spacious)
    sitting.do(commands.HandOver, 0, "random")
    assert leased(spacious, 9) == []
    sitting.do(commands.TakeBack, 0)
    assert leased(spacious, 9) == [sitting.name]


# One who waits at many tables


def test_a_person_at_many_tables_waits_for_one_at_a_time(spacious: Service) -> None:
    many = [waiting(spacious, ANN).name for _ in range(MANY)]
    one = waiting(spacious, BOB).name
    assert leased(spacious, 2) == [many[0], one]
    assert leased(spacious, 2) == many[1:3]


def test_a_client_with_ever_new_keys_waits_like_one_with_a_single_key(spacious: Service) -> None:
    with asking_from("192.0.2.1"):
        many = [waiting(spacious, hashed(f"Ann {number}")).name for number in range(MANY)]
    with asking_from("192.0.2.2"):
        one = waiting(spacious, BOB).name
    assert leased(spacious, 2) == [many[0], one]


def test_many_tables_of_one_player_take_no_time_from_another(spacious: Service) -> None:
    many = [waiting(spacious, ANN, "vizier") for _ in range(10)]
    one = waiting(spacious, BOB, "vizier")
    workers = Workers(spacious, 2)
    seconds = [workers._timed("vizier", Job(sitting.name, True)).seconds for sitting in (one, many[0])]
    assert seconds == [1.0, pytest.approx(0.1)]


def test_a_bot_gives_way_between_two_decisions_when_another_person_waits(spacious: Service) -> None:
    sitting = waiting(spacious, ANN)
    workers, job = Workers(spacious, 1), Job(sitting.name, has_people=True)
    workers._busy.add(job)
    workers._make_room(1)
    workers._do(job)
    assert sitting.to_act == 1 and job.gives_way.is_set()


# How many there may be


@pytest.fixture
def narrow(database: str) -> Iterator[Running]:
    """A server where bots may play alone at few tables."""
    with running(database, bot_tables=BotTableLimits(of_player=2, of_address=3)) as found:
        yield found


def test_bots_play_alone_at_so_many_tables_of_a_player_and_of_an_address(narrow: Running) -> None:
    ann, bob = narrow.newcomers("Ann", "Bob")
    body = {"setup": {"game": "asara", "seats": [{"kind": "bot", "level": "caliph"}] * 2}, "people": []}
    for _ in range(2):
        ann.open("asara", "caliph", "caliph")
    told = ann.ask("POST", "/tables", body, 429)
    assert told["code"] == "too-much" and "at 2 tables of whoever opened this one" in told["message"]
    bob.open("asara", "caliph", "caliph")
    assert "at 3 tables opened from this address" in bob.ask("POST", "/tables", body, 429)["message"]
    ann.open("asara", "person", "caliph")


def test_a_person_who_leaves_the_game_to_bots_counts_too(store: Store, clock: Clock) -> None:
    service = Service(store, Hub(), clock, BotTableLimits(of_player=1, of_address=1))
    sittings = [begin(service, "pasha", 1, "random", "random") for _ in range(2)]
    sittings[0].do(commands.HandOver, 0, "random")
    before = sittings[1].version
    for command, wish in ((commands.HandOver, ["random"]), (commands.Resign, [])):
        with pytest.raises(TooMuch, match="at 1 table of whoever"):
            sittings[1].do(command, 0, *wish)
    assert sittings[1].version == before and sittings[1].table.seats[0].level is None
    sittings[0].do(commands.TakeBack, 0)
    sittings[1].do(commands.HandOver, 0, "random")


def test_a_game_that_is_over_leaves_room_for_another(store: Store, clock: Clock, employ: Employ) -> None:
    service = Service(store, Hub(), clock, BotTableLimits(of_player=1, of_address=1))
    first = Sitting(service, bots_alone(service, "random"))
    with pytest.raises(TooMuch):
        bots_alone(service)
    employ(service)
    wait_until(lambda: first.table.phase == OVER)
    bots_alone(service)


def test_of_many_that_are_opened_at_the_same_moment_no_more_are_allowed(store: Store, clock: Clock) -> None:
    services = [Service(store, Hub(), clock, BotTableLimits(of_player=3, of_address=99)) for _ in range(4)]
    gate = threading.Barrier(8)

    def open_one(number: int) -> bool:
        gate.wait()
        try:
            return bool(bots_alone(services[number % 4]))
        except TooMuch:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(open_one, range(8))) == 3
