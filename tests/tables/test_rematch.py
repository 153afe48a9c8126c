"""Playing again: when all wish it, with seats rotated and new chance, at one table."""

import pytest

from serai.store.database import Store
from serai.tables import commands
from serai.tables.errors import NotAllowed, OutOfTurn
from serai.tables.hub import Hub
from serai.tables.service import Service
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, CLEO, DORA, Sitting, again, begin, gather
from tests.tables.test_store import at_once


def finished(service: Service, people: int = 2, *bots: str) -> Sitting:
    """A game that is over, because all agreed to stop."""
    sitting = begin(service, "asara", people, *bots)
    for seat in range(people):
        sitting.do(commands.VoteToStop, seat, True)
    assert sitting.table.phase == "over"
    return sitting


def rematch(sitting: Sitting, people: int = 2) -> Sitting:
    """The table where all play again."""
    for seat in range(people):
        sitting.do(commands.VoteForRematch, seat, True)
        sitting.service.rematch(sitting.name)
    name = sitting.table.rematch
    assert name
    return Sitting(sitting.service, name)


def test_there_is_a_rematch_only_when_all_people_wish_it(service: Service) -> None:
    sitting = finished(service, 3)
    for seat in (0, 1):
        sitting.do(commands.VoteForRematch, seat, True)
        service.rematch(sitting.name)
    sitting.do(commands.VoteForRematch, 1, False)
    sitting.do(commands.VoteForRematch, 2, True)
    service.rematch(sitting.name)
    assert sitting.table.rematch is None
    sitting.do(commands.VoteForRematch, 1, True)
    service.rematch(sitting.name)
    assert sitting.view(None)["rematch"] == sitting.table.rematch is not None


def test_seats_are_rotated_and_kept_for_their_players(service: Service) -> None:
    sitting = finished(service, 3, "vizier")
    new = rematch(sitting, 3)
    table = new.table
    assert [seat.name for seat in table.seats] == ["Bob", "Cleo", "vizier", "Ann"]
    assert [table.seats_of(player) for player in (ANN, BOB, CLEO)] == [[3], [0], [1]]
    assert table.phase == "gathering" and not any(seat.commitment for seat in table.seats)
    assert sorted(service.store.tables_of(ANN, 9)) == sorted([sitting.name, new.name])


def test_a_kept_seat_is_nobody_elses(service: Service) -> None:
    new = rematch(finished(service))
    for seat in (None, 0, 1):
        with pytest.raises(OutOfTurn, match="taken"):
            new.sit(DORA, "Dora", seat)


def test_the_new_game_begins_when_all_have_come_with_a_new_seed(service: Service, store: Store) -> None:
    sitting = finished(service, 2, "merchant")
    new = rematch(sitting)
    for player, name in ((ANN, "Ann"), (BOB, "Bobby")):
        new.sit(player, name)
    assert new.table.phase == "playing" and [seat.name for seat in new.table.seats] == ["Bobby", "merchant", "Ann"]
    heads = [store.head(table.name) for table in (sitting, new)]
    assert heads[0] and heads[1] and heads[0].server_seed != heads[1].server_seed
    assert sitting.view(None)["chance"]["commitment"] != new.view(None)["chance"]["commitment"]


def test_who_share_a_screen_sit_down_at_their_kept_seats_at_once(service: Service) -> None:
    sitting = gather(service, "asara", "person", "person", "random")
    for seat in (0, 1):
        sitting.do(commands.VoteToStop, seat, True, player=ANN)
    for seat in (0, 1):
        sitting.do(commands.VoteForRematch, seat, True, player=ANN)
    service.rematch(sitting.name)
    new = Sitting(service, str(sitting.table.rematch))
    assert new.table.seats_of(ANN) == [0, 2]
    people: dict[int, tuple[str, str | None]] = {0: ("Bob", None), 2: ("Ann", None)}
    with pytest.raises(OutOfTurn, match="seat 1 is taken"):
        service.carry_out(new.name, commands.SitTogether(ANN, {**people, 1: ("Eve", None)}))
    service.carry_out(new.name, commands.SitTogether(ANN, people))
    assert new.table.phase == "playing" and [seat.name for seat in new.table.seats] == ["Bob", "random", "Ann"]
    assert again(new).table.phase == "playing"


def test_a_rematch_is_wished_for_when_the_game_is_over_and_once(service: Service) -> None:
    sitting = begin(service)
    with pytest.raises(OutOfTurn, match="when the game is over"):
        sitting.do(commands.VoteForRematch, 0, True)
    over = finished(service)
    with pytest.raises(NotAllowed):
        over.do(commands.VoteForRematch, 0, True, player=BOB)
    rematch(over)
    with pytest.raises(OutOfTurn, match="once"):
        over.do(commands.VoteForRematch, 0, False)


def test_two_processes_that_open_the_rematch_at_once_open_one(service: Service, store: Store, clock: Clock) -> None:
    sitting = finished(service)
    for seat in (0, 1):
        sitting.do(commands.VoteForRematch, seat, True)
    services = [service, *(Service(store, Hub(), clock) for _ in range(3))]
    assert at_once(4, lambda number: services[number].rematch(sitting.name)) == [None] * 4
    assert sitting.types.count("rematched") == 1
    assert sorted(store.tables_of(ANN, 9)) == sorted([sitting.name, str(sitting.table.rematch)])
