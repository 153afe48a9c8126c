"""Whole games over HTTP."""

import pytest

from serai.core.records import record, replay
from tests.guests import Running, begin, play_out


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_two_guests_play_a_game_whose_record_verifies(server: Running, game: str) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, game)
    view = play_out(guests, table)
    assert view["phase"] == "over" and view["result"]["winners"]
    found = record.check(guests[0].ask("GET", f"/tables/{table}/record"), "the record")
    assert replay.verify(found).is_fine and found.names == ["Ann", "Bob"]
    assert found.data["result"] == view["result"]
