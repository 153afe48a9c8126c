"""The health check: this process answers, and its database can be written. It is cached, so it may be asked often."""

import asyncio
import logging
from time import monotonic

from anyio import to_thread

from serai.tables.service import Service

log = logging.getLogger("serai.web")
CACHE_SECONDS = 1.0
TIMEOUT = 5.0  # seconds for the database


class Health:
    """Checks the database at most once a second, and never twice at the same time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._task: asyncio.Task[bool] | None = None
        self._started_at = self._finished_at = 0.0

    async def is_well(self) -> bool:
        """Whether the database can be written."""
        if self._task is None or (self._task.done() and monotonic() - self._finished_at >= CACHE_SECONDS):
            self._started_at = monotonic()
            self._task = asyncio.create_task(self._check_database())
        left = max(0.0, self._started_at + TIMEOUT - monotonic())
        try:
            return await asyncio.wait_for(asyncio.shield(self._task), left)
        except TimeoutError:
            return False

    async def _check_database(self) -> bool:
        try:
            await to_thread.run_sync(self._service.check_database)
        except Exception as error:
            log.warning("the database can't be written", extra={"why": type(error).__name__})
            return False
        finally:
            self._finished_at = monotonic()
        return True
