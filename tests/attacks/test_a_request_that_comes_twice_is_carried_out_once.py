"""A request is sent again because its answer was lost, or by somebody who wants its effect twice: it has it once."""

import pytest

from tests.guests import Guest, Running, View, begin


def moving(server: Running) -> tuple[Guest, Guest, View]:
    """A table of Asara: who is to act, who is not, and what the first of them sees."""
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, "asara")
    seat = guests[0].view(table)["to_act"]
    return guests[seat], guests[1 - seat], guests[seat].view(table)


def purchase(view: View) -> str:
    """A placement that draws nothing and shows nothing, and after which the turn goes on."""
    markets = ("base", "middle", "window", "top")
    moves: list[str] = [move for move in view["decision"]["moves"] if move.split()[-1] in markets]
    return min(moves, key=len)


def placed(view: View, seat: int) -> int:
    """How many moves of a seat stand."""
    return sum(event["type"] == "move" and event["seat"] == seat for event in view["events"])


@pytest.mark.parametrize("kind", ["decision", "version"])
def test_a_move_that_comes_twice_is_made_once_whatever_was_said_meanwhile(server: Running, kind: str) -> None:
    guest, other, view = moving(server)
    table, seat = view["table"], view["you"]["seat"]
    wish = {"move": purchase(view), kind: view["decision"]["number"] if kind == "decision" else view["version"]}
    other.ask("POST", f"/tables/{table}/chat", {"words": "before"})
    for words in ("once", "twice"):
        after = guest.act(table, seat, "moves", **wish)
        assert placed(after, seat) == 1
        other.ask("POST", f"/tables/{table}/chat", {"words": words})


def test_a_move_that_was_taken_back_is_not_made_again_by_its_old_request(server: Running) -> None:
    guest, _other, view = moving(server)
    table, seat = view["table"], view["you"]["seat"]
    move, number = purchase(view), view["decision"]["number"]
    first = guest.act(table, seat, "moves", decision=number, move=move)
    guest.act(table, seat, "undo", decision=first["decision"]["number"])
    repeated = guest.act(table, seat, "moves", decision=number, move=move)
    assert placed(repeated, seat) == 0 and repeated["decision"]["number"] == number + 2


def test_an_undo_that_comes_again_after_the_same_move_takes_nothing_back(server: Running) -> None:
    guest, _other, view = moving(server)
    table, seat, move = view["table"], view["you"]["seat"], purchase(view)
    numbers = [view["decision"]["number"]]
    for _ in range(3):
        done = guest.act(table, seat, "moves", decision=numbers[-1], move=move)
        undo = done["decision"]["number"]
        again = guest.act(table, seat, "undo", decision=undo)
        numbers += [undo, again["decision"]["number"]]
    assert numbers == sorted(set(numbers)), "no number returns"
    last = guest.act(table, seat, "moves", decision=numbers[-1], move=move)
    for number in numbers[1::2]:
        assert guest.act(table, seat, "undo", decision=number) == last
    for number in numbers[::2]:
        assert guest.act(table, seat, "moves", decision=number, move=move) == last
