"""What stands before every request: the host asked for, where a form came from, how large and how many.

Plain ASGI, so that streams pass through untouched.
"""

import logging
import re
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.core.language import SOURCE, speaking
from serai.core.language import gettext as _
from serai.tables import keys
from serai.tables.sharing import asking_from
from serai.web.identity import COOKIE, key_in
from serai.web.problems import told
from serai.web.rendering import language_of
from serai.web.settings import Settings

log = logging.getLogger("serai.web")
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"cache-control": b"no-store",
}
MOST_BODY = 64 * 1024  # bytes of a request
MOST_RECORD = 4 * 1024 * 1024  # bytes of a record that is to be verified
RECORDS = "/api/verify"
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?P<port>:[0-9]*)?")
KNOWN = 10_000  # askers whose requests are counted
FROM_ONE_ADDRESS = 8  # players, each of whom may ask as often as one may


API = "/api"  # whose words are English, for programs and those who write them


class Guards:
    """All checks, in order of cost."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self._app, self._settings = app, settings
        rate, burst = settings.requests_per_second, float(settings.burst)
        self._players = Limit(rate, burst, clock)
        self._addresses = Limit(rate * FROM_ONE_ADDRESS, burst * FROM_ONE_ADDRESS, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with safe headers; a fault of ours is in the log, and nothing of it in the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        language = SOURCE if scope["path"].startswith(API) else language_of(headers)
        with speaking(language), asking_from(address_of(scope)):
            await self._pass_on(scope, headers, receive, send)

    async def _pass_on(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        is_begun = False

        async def send_safely(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            if message["type"] == "http.response.start":
                present = {name for name, _value in message["headers"]}
                message["headers"] += [(name, value) for name, value in HEADERS.items() if name not in present]
            await send(message)

        def refusal(status: int, code: str, sentence: str, **added: str) -> Response:
            return told(scope["path"], headers, status, {"code": code, "message": sentence}, added)

        answer = self._why_not(scope, headers, refusal)
        if answer is None and scope["method"] not in SAFE:
            most = MOST_RECORD if scope["path"] == RECORDS else MOST_BODY
            body = await whole_body(receive, most)
            if body is None:
                answer = refusal(413, "too-large", _("this request may have at most {most} bytes", most=most))
            else:
                receive = replayed(body, receive)
        try:
            await (answer or self._app)(scope, receive, send_safely)
        except Exception:
            if is_begun:
                raise
            log.exception("a request failed", extra={"method": scope["method"]})
            sentence = _("something went wrong here, and has been noted")
            await refusal(500, "failed", sentence)(scope, receive, send_safely)

    def _why_not(self, scope: Scope, headers: Headers, refusal: Callable[..., Response]) -> Response | None:
        host = headers.get("host", "")
        if not self._is_ours(hostname(host)):
            return refusal(421, "wrong-host", _("this server is not addressed as {host}", host=repr(host[:80])))
        if scope["method"] not in SAFE and not is_from_here(scope["path"], headers, host):
            return refusal(403, "cross-origin", _("this request was made by a page of another site"))
        address = address_of(scope)
        key = key_in(headers) or ""
        asker = key if keys.FORM.fullmatch(key) else address
        wait = max(self._addresses.wait(address), self._players.wait(asker))
        if wait > 0:
            seconds = int(wait) + 1
            sentence = _("too many requests; again in {seconds} s", seconds=seconds)
            return refusal(429, "too-much", sentence, **{"Retry-After": str(seconds)})
        return None

    def _is_ours(self, host: str) -> bool:
        """A name of ours, or a bare address: a page of another site can make its name point here, but no number."""
        return host in self._settings.hosts or (self._settings.is_at_any_address and is_address(host))


class Limit:
    """A bucket for each asker that fills steadily and is emptied by requests."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, asker: str) -> float:
        """Count a request: seconds until it may be made again, 0 when it is allowed."""
        now = self._clock()
        full, since = self._buckets.pop(asker, (self._burst, now))
        full = min(self._burst, full + (now - since) * self._rate)
        is_allowed = full >= 1.0
        self._buckets[asker] = (full - 1.0 if is_allowed else full, now)
        while len(self._buckets) > KNOWN:
            self._buckets.popitem(last=False)
        return 0.0 if is_allowed else (1.0 - full) / self._rate


def address_of(scope: Scope) -> str:
    """From where a request comes, as far as the server or its proxy knows."""
    return str((scope.get("client") or ("",))[0])


def is_from_here(path: str, headers: Headers, host: str) -> bool:
    """Programs show a key, which no page can make a browser send; what a browser sends must come from our pages."""
    if "authorization" in headers and COOKIE not in headers.get("cookie", ""):
        return True
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin == "null" and not path.startswith(API):
        return is_our_form(headers)
    return origin is None or origin.partition("://")[2] == host


def is_our_form(headers: Headers) -> bool:
    """Whether a form without an origin is ours: pages that tell nobody where they are (no-referrer) have none.

    Browsers say so themselves where they may; on a plain local network they don't, and then only the cookie shows it,
    which they keep from requests of other sites.
    """
    if "sec-fetch-site" in headers:
        return headers["sec-fetch-site"] == "same-origin"
    return COOKIE in cookie_parser(headers.get("cookie", ""))


def hostname(host: str) -> str:
    """A host without its port; nothing when it has no host's form."""
    found = HOST.fullmatch(host)
    return found["name"] if found else ""


def is_address(host: str) -> bool:
    """Whether a host is written as a number."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


async def whole_body(receive: Receive, most: int) -> bytes | None:
    """All that is sent, or None when it is too much."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if message["type"] != "http.request" or not message.get("more_body", False):
            return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more, for the one who wants it; then what comes after."""
    is_sent = False

    async def again() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
