"""Notifying listeners that a table has changed: in this process, and through PostgreSQL in others.

A listener is told that there is something new, not what: it fetches the latest version, so that a slow one skips
versions and nothing queues up.
"""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from serai.store.database import CHANNEL

log = logging.getLogger("serai.hub")
RETRY = 1.0  # seconds before a lost connection is tried again
PATIENCE = 0.5  # seconds without news, after which a stop is noticed

Listener = Callable[[], object]  # called in whatever thread has news, so it only hands on


class Hub:
    """Listeners by table; any thread may notify them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    def listen(self, name: str, listener: Listener) -> Callable[[], None]:
        """Notify a listener of a table from now on; the answer ends it."""
        with self._lock:
            self._listeners[name].add(listener)

        def end() -> None:
            with self._lock:
                self._listeners[name].discard(listener)
                if not self._listeners[name]:
                    del self._listeners[name]

        return end

    def notify(self, name: str) -> None:
        """A table has changed."""
        with self._lock:
            listeners = list(self._listeners.get(name, ()))
        for listener in listeners:
            listener()

    def notify_all(self) -> None:
        """Something may have been missed: every listener looks again."""
        with self._lock:
            names = list(self._listeners)
        for name in names:
            self.notify(name)


@contextmanager
def listening(url: str, hub: Hub) -> Iterator[None]:
    """While this is open, a hub is notified of what other processes change."""
    listener = PostgresListener(url, CHANNEL, hub)
    listener.start()
    try:
        yield
    finally:
        listener.stop()


class PostgresListener(threading.Thread):
    """Listens to notifications of other processes, and passes them on; when its connection is lost it makes another."""

    def __init__(self, url: str, channel: str, hub: Hub) -> None:
        super().__init__(name="serai-listener", daemon=True)
        self._url, self._channel, self._hub = url, channel, hub
        self._is_stopped = threading.Event()

    def run(self) -> None:
        """Listen until stopped."""
        import psycopg  # only once it is needed: some systems that can play have no wheel of PostgreSQL's library

        while not self._is_stopped.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("news from the database are lost, trying again", extra={"error": type(error).__name__})
                self._is_stopped.wait(RETRY)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"LISTEN {self._channel}")
            self._hub.notify_all()
            while not self._is_stopped.is_set():
                for notification in connection.notifies(timeout=PATIENCE):
                    self._hub.notify(notification.payload)

    def stop(self) -> None:
        """Stop listening soon."""
        self._is_stopped.set()
        self.join()
