"""What was made last, kept in memory so that it is not made again; may be asked from any thread."""

import threading
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """So many things at the most; what was not asked for the longest goes first."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._kept: LRUCache[Key, Value] = LRUCache(most)

    def get(self, key: Key) -> Value | None:
        """What is kept; None when it is not."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Keep something, and give it back."""
        with self._lock:
            self._kept[key] = value
        return value

    def forget(self) -> None:
        """Keep nothing of it."""
        with self._lock:
            self._kept.clear()
