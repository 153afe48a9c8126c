"""What time it is at the tables: the time that servers have lived through, which goes on only while one runs.

It begins as the time of day, in milliseconds since 1970. From then on it goes as fast as a monotonic clock, and is kept
in the database: after a pause it goes on from there, and of several servers all follow the one that is furthest. So
whatever happens to clocks on walls, no lease runs out, no bot waits and no time is lost; nor is it while no server
runs. What people are shown is told by the clock on the wall: `ahead` is how far that is ahead of this one.
"""

import threading
from collections.abc import Callable
from time import monotonic_ns, time_ns
from typing import Protocol

from serai.store.database import Store

MILLISECOND = 10**6  # nanoseconds
LONGEST_STEP = 10_000  # milliseconds between two looks; if it was longer, nothing ran here meanwhile
KEPT_EVERY = 30_000  # milliseconds, for a server to come
SHARED_EVERY = 1_000  # milliseconds, for those that run beside this one
MOST_OFF = 500  # milliseconds that the clock on the wall may drift before `ahead` is another


class Time(Protocol):
    """The clock of a service."""

    def __call__(self) -> int:
        """Milliseconds; never less than before."""

    @property
    def ahead(self) -> int:
        """Milliseconds by which the clock on the wall is ahead."""

    def keep(self, is_last: bool = False) -> None:
        """Let other servers, and those to come, know what time it is; to be called often."""


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
        self._every = SHARED_EVERY if store.is_postgresql else KEPT_EVERY
        self._at = store.last_time() or wall()
        self._looked = self._kept = steady()
        self._ahead = wall() - self._at

    def __call__(self) -> int:
        """Milliseconds; never less than before."""
        with self._lock:
            looked = self._steady()
            self._at += min(looked - self._looked, LONGEST_STEP)
            self._looked = looked
            return self._at

    @property
    def ahead(self) -> int:
        """Milliseconds by which the clock on the wall is ahead; the same again unless that has been turned."""
        ahead = self._wall() - self()
        if abs(ahead - self._ahead) > MOST_OFF:
            self._ahead = ahead
        return self._ahead

    def keep(self, is_last: bool = False) -> None:
        """Tell the database what time it is, now and then, and learn what others know."""
        if not is_last and self._steady() - self._kept < self._every:
            return
        self._kept = self._steady()
        latest = self._store.keep_time(self())
        with self._lock:
            self._at = max(self._at, latest)
