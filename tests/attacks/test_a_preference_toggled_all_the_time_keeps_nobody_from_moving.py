"""Whoever changes a preference sixty times a second makes sixty versions of the table, but nothing else to decide."""

from typing import Any

import pytest

from tests.guests import Guest, Running, View, begin

TOGGLES = 60


def toggle(guest: Guest, table: str, seat: int) -> None:
    """Change a preference again and again, as far as the server lets it happen."""
    for number in range(TOGGLES):
        body = {"confirms": number % 2 == 1}
        answer = guest.client.put(f"/tables/{table}/seats/{seat}/preferences", json=body)
        assert answer.status_code in (200, 429)


def named(view: View, kind: str) -> dict[str, Any]:
    """How a program names what it answers."""
    return {"decision": view["decision"]["number"]} if kind == "decision" else {"version": view["version"]}


@pytest.mark.parametrize("kind", ["decision", "version"])
def test_the_opponent_moves_although_every_view_is_old_at_once(server: Running, kind: str) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, "pasha")
    seat = guests[0].view(table)["to_act"]
    for _ in range(3):
        view = guests[seat].view(table)
        toggle(guests[1 - seat], table, 1 - seat)
        assert guests[seat].view(table)["version"] >= view["version"]
        assert view["to_act"] == seat and not view["decision"]["held"]
        move = next(move for move in view["decision"]["moves"] if move != "mark" and not move.startswith("mark "))
        guests[seat].act(table, seat, "moves", move=move, **named(view, kind))


def test_a_player_that_confirms_and_takes_back_is_heard_too(server: Running) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, "asara")
    seat = guests[0].view(table)["to_act"]
    while not (view := guests[seat].view(table))["decision"]["held"]:
        guests[seat].move(view)
    move = view["decision"]["held"]
    for what in ("undo", "moves", "confirmation"):
        view = guests[seat].view(table)
        toggle(guests[1 - seat], table, 1 - seat)
        wish = named(view, "decision") | ({"move": move} if what == "moves" else {})
        guests[seat].act(table, seat, what, **wish)
