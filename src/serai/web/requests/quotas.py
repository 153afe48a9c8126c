"""How often: requests of a player and of an address, and what costs more than a request: tables, links, chat, …

A quota is a bucket for each asker that fills steadily and that each request empties by one. A request counts for its
player (by the key, or without one by the address) and for its address, which may have as much as several players.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache
from starlette.requests import Request

from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.tables import keys
from serai.tables.errors import TooMuch
from serai.web.requests.identity import address_of, asker_of
from serai.web.settings import Limits

KNOWN = 10_000  # askers whose requests are counted
MINUTE, HOUR = 60, 3600  # seconds

REQUESTS = "requests"
TABLES = "tables"
EDITIONS = "editions"
LINKS = "links"
CHAT = "chat"
HINTS = "hints"
CHANGES = "changes"
VERIFICATIONS = "verifications"

SEAT = r"(?:/api/tables|/t)/[^/]+/seats/[^/]+"
KINDS = (  # of what is asked for, the first that fits; moves count as requests only, for a game is made of them
    (TABLES, re.compile(r"(?:/api)?/tables|/lessons")),
    (VERIFICATIONS, re.compile(r"/api/verify")),
    (CHAT, re.compile(r"(?:/api/tables|/t)/[^/]+/chat")),
    (LINKS, re.compile(rf"{SEAT}/link")),
    (HINTS, re.compile(rf"{SEAT}/hint")),
    (None, re.compile(rf"{SEAT}/(?:moves?|confirm|confirmation|undo|read-on)")),
)
WHY = {
    REQUESTS: later("too many requests; again in {seconds} s"),
    TABLES: later("too many tables were opened from here; the next can be opened in {seconds} s"),
    EDITIONS: "too many editions were given from here; the next can be given in {seconds} s",  # only by programs
    LINKS: later("too many links were made from here; the next can be made in {seconds} s"),
    CHAT: later("too much was said from here; go on in {seconds} s"),
    HINTS: later("the vizier was asked too often from here; ask again in {seconds} s"),
    CHANGES: later("too many changes were made from here; go on in {seconds} s"),
    VERIFICATIONS: "too many records were checked from here; the next can be checked in {seconds} s",
}


def kind_of(path: str) -> str | None:
    """What a request that changes something counts as, besides a request."""
    return next((kind for kind, form in KINDS if form.fullmatch(path)), CHANGES)


class Limit:
    """A bucket for each asker that fills steadily and is emptied by requests."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(KNOWN)

    def wait(self, asker: str) -> float:
        """Seconds until the asker may ask; 0 when it is now."""
        full, _now = self._level(asker)
        return 0.0 if full >= 1.0 else (1.0 - full) / self._rate

    def take(self, asker: str) -> None:
        """Count a request."""
        full, now = self._level(asker)
        self._buckets[asker] = (full - 1.0, now)

    def _level(self, asker: str) -> tuple[float, float]:
        now = self._clock()
        full, since = self._buckets.get(asker, (self._burst, now))
        return min(self._burst, full + (now - since) * self._rate), now


@dataclass(frozen=True)
class Quota:
    """How much a player may, and how much an address."""

    player: Limit
    address: Limit

    def wait(self, player: str, address: str) -> float:
        """Count a request, if it is allowed; else seconds until it may be made again. A refused one counts nowhere."""
        wait = max(self.player.wait(player), self.address.wait(address))
        if wait == 0.0:
            self.player.take(player)
            self.address.take(address)
        return wait


class Quotas:
    """All quotas of one process."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        def quota(rate: float, burst: float, factor: int = limits.players_per_address) -> Quota:
            return Quota(Limit(rate, burst, clock), Limit(rate * factor, burst * factor, clock))

        def of(number: int, seconds: int, factor: int = limits.players_per_address) -> Quota:
            return quota(number / seconds, float(number), factor)

        self._quotas = {
            REQUESTS: quota(limits.requests_per_second, float(limits.burst)),
            TABLES: of(limits.tables_per_hour, HOUR),
            EDITIONS: of(limits.editions_per_hour, HOUR),
            LINKS: of(limits.links_per_hour, HOUR),
            CHAT: of(limits.chat_per_minute, MINUTE),
            HINTS: of(limits.hints_per_minute, MINUTE),
            CHANGES: of(limits.changes_per_minute, MINUTE),
            VERIFICATIONS: of(limits.verifications_per_minute, MINUTE, 1),
        }

    def wait(self, kind: str, player: str, address: str) -> float:
        """Count something of a kind, if it is allowed; else seconds until it is."""
        return self._quotas[kind].wait(player, address)

    def check(self, request: Request, kind: str) -> None:
        """Count something that shows only in what a request holds; `TooMuch` when it is not allowed now."""
        key = asker_of(request).key or ""
        address = address_of(request)
        wait = self.wait(kind, key if keys.FORM.fullmatch(key) else address, address)
        if wait > 0.0:
            raise TooMuch(_(WHY[kind], seconds=int(wait) + 1), int(wait) + 1)
