"""A server that is told to stop does not wait for what somebody may never send, or never read."""

import signal
import socket
from contextlib import ExitStack

from tests.attacks.conftest import Start
from tests.attacks.lines import line


def test_a_server_stops_while_bodies_are_still_on_their_way(start: Start) -> None:
    server = start("--limit", "body-seconds=600", "--limit", "head-seconds=600")
    with ExitStack() as stack:
        bodies = [stack.enter_context(line(server.url)) for _ in range(3)]
        for caller in bodies:
            caller.say("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
            caller.say('"setup"')
        heads = [stack.enter_context(line(server.url)) for _ in range(3)]
        for caller in heads:
            caller.say("GET /api/games HTTP/1.1\r\nHost: ")
        with line(server.url) as last:  # by then the others were read
            last.say("GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert last.told().status == 200
        assert server.end(signal.SIGTERM) == 0
        assert {caller.told().status for caller in bodies} == {503}
        assert {caller.rest() for caller in heads} == {b""}
    assert server.logged == [], "nothing was cut off"


def test_a_server_stops_while_somebody_does_not_read(start: Start) -> None:
    server = start()
    with line(server.url) as caller:
        caller.ends.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        caller.say("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
        with line(server.url) as last:
            last.say("GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert last.told().status == 200
        assert server.end(signal.SIGTERM) == 0
    assert server.logged == [], "nothing was cut off"
