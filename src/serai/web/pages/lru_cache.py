"""A thread-safe LRU cache."""

import threading
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """A cache of at most `size` values; the least recently used one is dropped first."""

    def __init__(self, size: int) -> None:
        self._lock = threading.Lock()
        self._cache: LRUCache[Key, Value] = LRUCache(size)

    def get(self, key: Key) -> Value | None:
        """The cached value, or None."""
        with self._lock:
            return self._cache.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Cache a value and return it."""
        with self._lock:
            self._cache[key] = value
        return value

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._cache.clear()
