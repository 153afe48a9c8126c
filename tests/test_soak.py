"""A short run of the long proof: games of every kind end, verify, and are accepted by the independent referee."""

import pytest

from tests import soak


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_random_games_end_verify_and_are_refereed(name: str) -> None:
    tally = soak.prove(name, seed=2, numbers=range(96))
    assert tally.games == 96
    assert tally.compared > 20
