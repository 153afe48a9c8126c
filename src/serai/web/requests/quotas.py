"""Rate limits: requests of a player and of an address, and more costly kinds: tables, links, chat, …

A quota is a token bucket for each client that fills steadily; each request takes one token. A request counts for its
player (by the key, or without one by the address) and for its address, whose bucket is as large as several players'.
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
from serai.web.requests.identity import address_of, identity_of
from serai.web.settings import Limits

MOST_CLIENTS = 10_000  # whose buckets are remembered
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
KINDS = (  # of requests, the first that matches; moves count as requests only, because games consist of them
    (TABLES, re.compile(r"(?:/api)?/tables|/lessons")),
    (VERIFICATIONS, re.compile(r"/api/verify")),
    (CHAT, re.compile(r"(?:/api/tables|/t)/[^/]+/chat")),
    (LINKS, re.compile(rf"{SEAT}/link")),
    (HINTS, re.compile(rf"{SEAT}/hint")),
    (None, re.compile(rf"{SEAT}/(?:moves?|confirm|confirmation|undo|read-on)")),
)
MESSAGES = {
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
    """The kind of a request that changes something, which it counts as besides a request."""
    return next((kind for kind, form in KINDS if form.fullmatch(path)), CHANGES)


class RateLimit:
    """A token bucket for each client."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(MOST_CLIENTS)

    def wait(self, client: str) -> float:
        """The seconds until the client may make a request; 0 for now."""
        full, _now = self._level(client)
        return 0.0 if full >= 1.0 else (1.0 - full) / self._rate

    def take(self, client: str) -> None:
        """Count a request."""
        full, now = self._level(client)
        self._buckets[client] = (full - 1.0, now)

    def _level(self, client: str) -> tuple[float, float]:
        now = self._clock()
        full, since = self._buckets.get(client, (self._burst, now))
        return min(self._burst, full + (now - since) * self._rate), now


@dataclass(frozen=True)
class Quota:
    """The rate limits of a player and of an address."""

    player: RateLimit
    address: RateLimit

    def wait(self, player: str, address: str) -> float:
        """Count a request and return 0, or return the seconds to wait; a refused request does not count."""
        wait = max(self.player.wait(player), self.address.wait(address))
        if wait == 0.0:
            self.player.take(player)
            self.address.take(address)
        return wait


class Quotas:
    """All quotas of one process."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        def quota(rate: float, burst: float, factor: int = limits.players_per_address) -> Quota:
            return Quota(RateLimit(rate, burst, clock), RateLimit(rate * factor, burst * factor, clock))

        def per(number: int, seconds: int, factor: int = limits.players_per_address) -> Quota:
            return quota(number / seconds, float(number), factor)

        self._quotas = {
            REQUESTS: quota(limits.requests_per_second, float(limits.burst)),
            TABLES: per(limits.tables_per_hour, HOUR),
            EDITIONS: per(limits.editions_per_hour, HOUR),
            LINKS: per(limits.links_per_hour, HOUR),
            CHAT: per(limits.chat_per_minute, MINUTE),
            HINTS: per(limits.hints_per_minute, MINUTE),
            CHANGES: per(limits.changes_per_minute, MINUTE),
            VERIFICATIONS: per(limits.verifications_per_minute, MINUTE, 1),
        }

    def wait(self, kind: str, player: str, address: str) -> float:
        """Count a request of a kind and return 0, or return the seconds to wait."""
        return self._quotas[kind].wait(player, address)

    def check(self, request: Request, kind: str) -> None:
        """Count a kind that depends on the request's body; `TooMuch` when it is not allowed now."""
        key = identity_of(request).key or ""
        address = address_of(request)
        wait = self.wait(kind, key if keys.FORM.fullmatch(key) else address, address)
        if wait > 0.0:
            raise TooMuch(_(MESSAGES[kind], seconds=int(wait) + 1), int(wait) + 1)
