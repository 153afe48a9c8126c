"""The time at the tables, which runs only while a server does and which no clock on a wall can turn.

It starts as the time of day, in milliseconds since 1970. From then on a monotonic clock drives it and the database
keeps it: a server that starts goes on from there, and several servers all follow the latest. So when somebody turns a
machine's clock, no lease runs out, no bot waits and no player loses time. People still see the time of day: `ahead`
says how far the clock on the wall is ahead of this one.
"""

import threading
from collections.abc import Callable
from time import monotonic_ns, time_ns
from typing import Protocol

from serai.store.database import Store

MILLISECOND = 10**6  # nanoseconds
LONGEST_STEP = 10_000  # milliseconds between two looks; a longer step means that the process or machine slept
SAVED_EVERY = 30_000  # milliseconds, for the next server
SHARED_EVERY = 1_000  # milliseconds, for other servers
MOST_DRIFT = 500  # milliseconds that the clock on the wall may drift before `ahead` changes


class Time(Protocol):
    """The clock of a service."""

    def __call__(self) -> int:
        """Milliseconds; never less than before."""

    @property
    def ahead(self) -> int:
        """Milliseconds by which the clock on the wall is ahead."""

    def keep(self, is_last: bool = False) -> None:
        """Save the time for other servers and the next one; to be called often."""


def wall() -> int:
    """The time of day, in milliseconds since 1970."""
    return time_ns() // MILLISECOND


def steady() -> int:
    """Milliseconds that nobody can turn back or forward."""
    return monotonic_ns() // MILLISECOND


class ServerTime:
    """The time of one server, which it shares with all others of the database."""

    def __init__(self, store: Store, wall: Callable[[], int] = wall, steady: Callable[[], int] = steady) -> None:
        self._store, self._wall, self._steady = store, wall, steady
        self._lock = threading.Lock()
        self._every = SHARED_EVERY if store.is_postgresql else SAVED_EVERY
        self._at = store.last_time() or wall()
        self._last_look = self._last_sharing = steady()
        self._ahead = wall() - self._at

    def __call__(self) -> int:
        """Milliseconds; never less than before."""
        with self._lock:
            now = self._steady()
            self._at += min(now - self._last_look, LONGEST_STEP)
            self._last_look = now
            return self._at

    @property
    def ahead(self) -> int:
        """Milliseconds by which the clock on the wall is ahead; they change only when somebody turns it."""
        ahead = self._wall() - self()
        if abs(ahead - self._ahead) > MOST_DRIFT:
            self._ahead = ahead
        return self._ahead

    def keep(self, is_last: bool = False) -> None:
        """Now and then, save the time, and catch up with the latest server."""
        if not is_last and self._steady() - self._last_sharing < self._every:
            return
        self._last_sharing = self._steady()
        latest = self._store.save_time(self())
        with self._lock:
            self._at = max(self._at, latest)
