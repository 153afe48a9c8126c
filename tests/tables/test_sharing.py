"""Whose tables are whose, and what part of the bots' time is theirs."""

import pytest
from sqlalchemy import text

from serai.store.database import Store
from serai.tables import commands
from serai.tables.service import Service
from serai.tables.work.sharing import address_hash, asking_from, fair, network, part
from tests.tables.sitting import gather

SECRET = b"s" * 32


@pytest.mark.parametrize(
    ("demand", "supply", "given"),
    [
        ({"a": 1}, 4, {"a": 1}),
        ({"a": 9}, 4, {"a": 4}),
        ({"a": 9, "b": 9}, 4, {"a": 2, "b": 2}),
        ({"a": 9, "b": 1}, 4, {"a": 3, "b": 1}),
        ({"a": 9, "b": 1, "c": 2}, 5, {"a": 2, "b": 1, "c": 2}),
        ({"a": 1, "b": 1, "c": 1}, 1, {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}),
    ],
)
def test_everybody_gets_the_same_but_nobody_more_than_is_asked_for(
    demand: dict[str, int], supply: int, given: dict[str, float]
) -> None:
    assert fair(demand, supply) == pytest.approx(given)


def test_addresses_share_first_and_then_the_players_of_one() -> None:
    demand = {("here", "ann"): 3, ("here", "bob"): 1, ("there", "cleo"): 2, (None, None): 1}
    parts = {whose: part(whose, demand, 3) for whose in demand}
    assert parts == pytest.approx(
        {("here", "ann"): 1 / 6, ("here", "bob"): 0.5, ("there", "cleo"): 0.5, (None, None): 1}
    )


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("testclient", "testclient", True),
    ],
)
def test_a_household_is_one_short_address_or_half_a_long_one(one: str, other: str, is_same: bool) -> None:
    assert (network(one) == network(other)) == is_same


def test_an_address_is_kept_as_a_hash_that_only_this_database_can_make() -> None:
    with asking_from("192.0.2.1"):
        first, second = address_hash(SECRET), address_hash(b"t" * 32)
        assert first and first == address_hash(SECRET) != second
    assert address_hash(SECRET) is None


def test_an_address_is_forgotten_when_the_game_is_over(service: Service, store: Store) -> None:
    with asking_from("192.0.2.1"):
        sitting = gather(service, "asara", "person", "random")
    assert store.opener_of(sitting.name)[0]
    sitting.do(commands.VoteToStop, 0, True)
    assert store.opener_of(sitting.name)[0] is None and store.opener_of(sitting.name)[1]
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM tables WHERE opened_from IS NOT NULL")).scalar_one() == 0
