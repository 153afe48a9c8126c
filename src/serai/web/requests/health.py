"""Whether this process is well: it answers, and its database can be written. Asked as often as anybody likes."""

import asyncio
import logging
from time import monotonic

from anyio import to_thread

from serai.tables.service import Service

log = logging.getLogger("serai.web")
KNOWN_FOR = 1.0  # seconds that an answer is given again
PATIENCE = 5.0  # seconds for the database


class Health:
    """Asks the database at most once a second, and never twice at the same time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asked: asyncio.Task[bool] | None = None
        self._begun_at = self._found_at = 0.0

    async def is_well(self) -> bool:
        """Whether something could be written just now."""
        if self._asked is None or (self._asked.done() and monotonic() - self._found_at >= KNOWN_FOR):
            self._begun_at = monotonic()
            self._asked = asyncio.create_task(self._ask())
        left = max(0.0, self._begun_at + PATIENCE - monotonic())
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), left)
        except TimeoutError:
            return False

    async def _ask(self) -> bool:
        try:
            await to_thread.run_sync(self._service.check_database)
        except Exception as error:
            log.warning("the database can't be written", extra={"why": type(error).__name__})
            return False
        finally:
            self._found_at = monotonic()
        return True
