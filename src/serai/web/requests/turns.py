"""Fairness between addresses: only a few requests of an address run at a time, the others wait.

So an address that sends many requests at once takes no more of the machine than one that sends a few.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Queue:
    """The requests of one address."""

    running: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class RequestSlots:
    """The queues of all addresses, in one event loop."""

    def __init__(self, most_running: int) -> None:
        self._most_running = most_running
        self._queues: dict[str, Queue] = {}

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a slot, and hold it until the end or until the yielded function releases it."""
        queue = self._queues.setdefault(address, Queue())
        if queue.running < self._most_running:
            queue.running += 1
        else:
            await self._wait(address, queue)
        is_released = False

        def release() -> None:
            nonlocal is_released
            if not is_released:
                is_released = True
                self._free_slot(address, queue)

        try:
            yield release
        finally:
            release()

    async def _wait(self, address: str, queue: Queue) -> None:
        future = asyncio.get_running_loop().create_future()
        queue.waiting.append(future)
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._free_slot(address, queue)  # the slot was assigned already
            raise

    def _free_slot(self, address: str, queue: Queue) -> None:
        """Pass the slot on to the request that has waited longest."""
        while queue.waiting:
            future = queue.waiting.popleft()
            if not future.done():
                future.set_result(None)
                return
        queue.running -= 1
        if not queue.running:
            self._queues.pop(address, None)
