"""Telling those who wait that a table has changed: in this process, and through PostgreSQL in others.

Who listens is told that there is something new, not what: it fetches the latest, so that who is slow skips versions and
nothing queues up.
"""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable

log = logging.getLogger("serai.hub")
RETRY = 1.0  # seconds before a lost connection is tried again
PATIENCE = 0.5  # seconds without news, after which a stop is noticed

Listener = Callable[[], object]  # called in whatever thread has news, so it only hands on


class Hub:
    """Listeners by table; may be told from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    def listen(self, name: str, listener: Listener) -> Callable[[], None]:
        """Be told of a table from now on; the answer ends it."""
        with self._lock:
            self._listeners[name].add(listener)

        def end() -> None:
            with self._lock:
                self._listeners[name].discard(listener)
                if not self._listeners[name]:
                    del self._listeners[name]

        return end

    def tell(self, name: str) -> None:
        """A table has changed."""
        with self._lock:
            listeners = list(self._listeners.get(name, ()))
        for listener in listeners:
            listener()

    def tell_all(self) -> None:
        """Something may have been missed: everybody looks again."""
        with self._lock:
            names = list(self._listeners)
        for name in names:
            self.tell(name)


class PostgresEar(threading.Thread):
    """Hears what other processes tell through the database, and passes it on; when cut off it comes back."""

    def __init__(self, url: str, channel: str, hub: Hub) -> None:
        super().__init__(name="serai-ear", daemon=True)
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
            self._hub.tell_all()
            while not self._is_stopped.is_set():
                for news in connection.notifies(timeout=PATIENCE):
                    self._hub.tell(news.payload)

    def stop(self) -> None:
        """End soon."""
        self._is_stopped.set()
        self.join()
