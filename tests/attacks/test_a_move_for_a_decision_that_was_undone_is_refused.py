"""A move is sent for a decision whose ground was taken away: the move before it was undone, and perhaps made again."""

from tests.guests import Guest, Running, View, begin


def test_it_is_refused_and_told_why_although_the_same_can_be_decided_again(server: Running) -> None:
    guests = server.newcomers("Ann", "Bob")
    table = begin(guests, "asara")
    seat = guests[0].view(table)["to_act"]
    guest = guests[seat]
    late = to_purchase(guest, table)
    guest.act(table, seat, "undo", decision=late["decision"]["number"])
    refused = guest.act(table, seat, "moves", status=409, move="decline", decision=late["decision"]["number"])
    assert refused["code"] == "stale" and refused["message"].startswith("The last move was taken back meanwhile.")
    now = to_purchase(guest, table)
    assert now["decision"]["moves"] == late["decision"]["moves"]
    refused = guest.act(table, seat, "moves", status=409, move="decline", decision=late["decision"]["number"])
    assert refused["decision"] == now["decision"]["number"] and refused["version"] == now["version"]
    assert guest.view(table) == now, "nothing was changed, and nothing lost"


def to_purchase(guest: Guest, table: str) -> View:
    """Place a buyer in a market; the view, in which something may be bought."""
    view = guest.view(table)
    markets = ("base", "middle", "window", "top")
    move = min((move for move in view["decision"]["moves"] if move.split()[-1] in markets), key=len)
    found: View = guest.act(table, view["to_act"], "moves", decision=view["decision"]["number"], move=move)
    return found
