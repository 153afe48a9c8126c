"""Who is worked for: some requests of one address at a time, while its others wait their turn.

So however many requests one address sends at once, those of another share the machine with only a few of them.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Queue:
    """One address."""

    under_way: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Turns:
    """All addresses that are worked for; in one event loop."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._queues: dict[str, Queue] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, and have it until the end, or until it is given back."""
        queue = self._queues.setdefault(address, Queue())
        if queue.under_way < self._at_once:
            queue.under_way += 1
        else:
            await self._wait(address, queue)
        is_over = False

        def give_back() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._pass_on(address, queue)

        try:
            yield give_back
        finally:
            give_back()

    async def _wait(self, address: str, queue: Queue) -> None:
        place = asyncio.get_running_loop().create_future()
        queue.waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._pass_on(address, queue)  # the turn had come already
            raise

    def _pass_on(self, address: str, queue: Queue) -> None:
        """The turn goes to who has waited longest."""
        while queue.waiting:
            place = queue.waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        queue.under_way -= 1
        if not queue.under_way:
            self._queues.pop(address, None)
