"""Requests that take long, very many of them from one address, leave the server's threads to others."""

import threading
from contextlib import ExitStack

from tests.attacks.lines import NEIGHBOUR, Line, ask, get, line
from tests.guests import Running

MANY = 120  # more than there are threads for requests


def test_who_waits_for_one_table_does_not_make_others_wait(house: Running) -> None:
    ann, bob = house.newcomers("Ann", "Bob")
    stuck, _ = ann.open("pasha", "person", "anyone")
    other, _ = bob.open("pasha", "person", "anyone")
    is_held, may_go = threading.Event(), threading.Event()

    def hold() -> None:
        with house.app.state.service.reading(stuck):
            is_held.set()
            may_go.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait()
    with ExitStack() as stack:
        stack.callback(may_go.set)
        callers: list[Line] = [stack.enter_context(line(house.url)) for _ in range(MANY)]
        for caller in callers:
            caller.say(get(f"/api/tables/{stuck}"))
        assert ask(house.url, get(f"/api/tables/{other}"), NEIGHBOUR).status == 200
        may_go.set()
        assert {caller.told().status for caller in callers} == {200}
    holder.join()
