"""A decision that is sent again, because its answer was lost, is answered again and not made twice."""

import pytest

from tests.guests import Guest, Running, View, begin


def seat_to_act(guests: list[Guest], table: str) -> View:
    """The view of the one who decides."""
    return guests[guests[0].view(table)["to_act"]].view(table)


@pytest.mark.parametrize("game", ["asara", "pasha"])
def test_every_decision_of_a_game_is_answered_again(server: Running, game: str) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, game)
    guests[0].act(table, 0, "preferences", method="PUT", confirms=False)
    while guests[0].view(table)["phase"] == "playing":
        view = seat_to_act(guests, table)
        seat, decision = view["you"]["seat"], view["decision"]
        held = decision["held"]
        wish = {"decision": decision["number"]} | ({} if held else {"move": decision["moves"][-1]})
        what = "confirmation" if held else "moves"
        first = guests[seat].act(table, seat, what, **wish)
        again = guests[seat].act(table, seat, what, **wish)
        assert again == first and first["version"] == view["version"] + 1
