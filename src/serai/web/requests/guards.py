"""Checks before every request: the host, the origin of forms, the identity, the size and the rate.

Plain ASGI, so that server-sent events pass through untouched. Input that is too large or too slow to become a request
is for `connections`.
"""

import logging
import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from http.cookies import SimpleCookie
from ipaddress import ip_address
from time import monotonic

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.core.words.language import SOURCE, later, speaking
from serai.tables import keys
from serai.tables.database import is_unavailable
from serai.tables.work.sharing import asking_from
from serai.web.pages.rendering import language_of
from serai.web.requests.addresses import Proxies, address_group
from serai.web.requests.error_response import Refusal
from serai.web.requests.identity import COOKIE, IDENTITY, Identity, bearer_key, cookie_name, cookie_values, is_secure
from serai.web.requests.keyring import Keyring
from serai.web.requests.quotas import HINTS, MESSAGES, REQUESTS, VERIFICATIONS, Quotas, kind_of
from serai.web.requests.turns import RequestSlots
from serai.web.settings import Limits, Settings

log = logging.getLogger("serai.web")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    b"referrer-policy": b"same-origin",  # with none, our forms would come from `null`, as foreign ones may
    b"x-content-type-options": b"nosniff",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"cache-control": b"no-store",
}
HSTS = b"strict-transport-security"
VERIFY_PATH = "/api/verify"
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?P<port>:[0-9]*)?")
API = "/api"  # in English, for programs and their authors
SLOW_DOWN = "serai.slow_down"  # in a request's extensions: a function that slows down reading from its connection
RETRY_AFTER = 2  # seconds, when the database is unavailable
OUTAGE_LOG_SECONDS = 10.0  # between log lines about an unavailable database
UNAVAILABLE = later("the tables can't be reached at the moment; please try again soon")
TWO_KEYS = later("another site gave this browser a second key for this server; it was removed, please try again")
MOST_LABELS = 4  # of a path or host, for which a foreign cookie is deleted


class ClientDisconnected(Exception):
    """The client has disconnected before the request was complete."""


class ResponseSender:
    """Sends a response with safe headers; `has_started` once a part of it has been sent."""

    def __init__(self, send: Send, headers: dict[bytes, bytes]) -> None:
        self._send, self._headers = send, headers
        self.on_start: Callable[[], None] = lambda: None
        self.has_started = False

    async def send(self, message: Message) -> None:
        """Send a part."""
        self.has_started = True
        self.on_start()
        if message["type"] == "http.response.start":
            names = {name for name, _value in message["headers"]}
            message["headers"] += [(name, value) for name, value in self._headers.items() if name not in names]
        await self._send(message)


class Guards:
    """All checks, in order of cost."""

    def __init__(
        self, app: ASGIApp, settings: Settings, quotas: Quotas, clock: Callable[[], float] = monotonic
    ) -> None:
        self._app, self._settings, self._quotas, self._clock = app, settings, quotas, clock
        self._slots = RequestSlots(settings.limits.requests_at_once_per_address)
        self._proxies = Proxies(settings.proxies)
        self._has_warned = False  # of a proxy that is not trusted
        self._last_outage_log = -OUTAGE_LOG_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on; errors of ours are logged, and not shown in the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        sender = ResponseSender(send, safe_headers(scope, self._settings.hsts_seconds))
        language = SOURCE if scope["path"].startswith(API) else language_of(headers)
        with speaking(language), asking_from(client_of(scope)):
            try:
                await self._pass_on(scope, headers, receive, sender)
            except ClientDisconnected:
                return
            except Exception as error:
                if sender.has_started:
                    raise
                await self._refusal(error, scope).response(scope["path"], headers)(scope, receive, sender.send)

    async def _pass_on(self, scope: Scope, headers: Headers, receive: Receive, sender: ResponseSender) -> None:
        address = address_group(client_of(scope))
        self._check_proxy(scope, headers)
        identity = self._identity(scope, headers)
        self._check_rate(scope, REQUESTS, identity, address)
        self._check_host(headers)
        check_one_key(scope, headers)
        kind = None
        if scope["method"] not in SAFE_METHODS:
            check_origin(scope, headers)
            if kind := kind_of(scope["path"]):
                self._check_rate(scope, kind, identity, address)
            body = await read_body(receive, headers, body_limit(scope["path"], self._settings.limits))
            receive = replay_body(body, receive)
        async with self._slot(kind, address) as release:
            sender.on_start = release  # the work is done; a slow reader must not keep others waiting
            scope[IDENTITY] = identity if identity.key else await self._unsigned_identity(scope, headers)
            await self._app(scope, receive, sender.send)

    def _refusal(self, error: Exception, scope: Scope) -> Refusal:
        """The refusal for an error."""
        if isinstance(error, Refusal):
            return error
        if is_unavailable(error):
            self._log_outage(error)
            return Refusal(503, "unavailable", UNAVAILABLE, {"Retry-After": str(RETRY_AFTER)})
        log.error("a request failed", exc_info=error, extra={"method": scope["method"]})
        return Refusal(500, "failed", later("something went wrong here, and has been noted"))

    def _log_outage(self, error: Exception) -> None:
        if self._clock() - self._last_outage_log >= OUTAGE_LOG_SECONDS:
            self._last_outage_log = self._clock()
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[:1]
            log.error("the database can't be used", extra={"why": "".join(reason)})

    # Identity

    def _identity(self, scope: Scope, headers: Headers) -> Identity:
        bearer = bearer_key(headers)
        if bearer is not None:
            return Identity(bearer)
        keyring: Keyring = scope["app"].state.keyring
        cookies = cookie_values(headers, cookie_name(scope))
        return Identity(keyring.verify(cookies[0])) if cookies else Identity()

    async def _unsigned_identity(self, scope: Scope, headers: Headers) -> Identity:
        """The identity of an unsigned cookie that counts."""
        keyring: Keyring = scope["app"].state.keyring
        for cookie in filter(keys.FORM.fullmatch, set(cookie_values(headers, COOKIE))):
            if await to_thread.run_sync(keyring.is_unsigned_seat_key, cookie):
                return Identity(cookie, needs_new_cookie=True)
        return Identity()

    # Checks

    def _check_proxy(self, scope: Scope, headers: Headers) -> None:
        """Warn the operator of a proxy that is not trusted, because all its users count as one."""
        if self._has_warned or "x-forwarded-for" not in headers or self._settings.proxies:
            return
        self._has_warned = True
        hint = "a proxy seems to ask for others, but none is trusted; see --proxy"
        log.warning(hint, extra={"address": client_of(scope)})

    def _check_rate(self, scope: Scope, kind: str, identity: Identity, address: str) -> None:
        key = identity.key or ""
        player = key if keys.FORM.fullmatch(key) else address
        wait = self._quotas.wait(kind, player, address)
        if wait > 0.0:
            scope.get("extensions", {}).get(SLOW_DOWN, lambda _seconds: None)(wait)
            seconds = int(wait) + 1
            raise Refusal(429, "too-much", MESSAGES[kind], {"Retry-After": str(seconds)}, seconds=seconds)

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self._is_own_host(hostname(host)):
            raise Refusal(421, "wrong-host", later("this server is not addressed as {host}"), host=repr(host[:80]))

    def _is_own_host(self, host: str) -> bool:
        """Whether a host is our name or a bare address; other sites can make their names point here, but no address."""
        return host in self._settings.hosts or (self._settings.is_at_any_address and is_address(host))

    def _slot(self, kind: str | None, address: str) -> AbstractAsyncContextManager[Callable[[], None]]:
        """A slot of an address; kinds with their own queue need none."""
        if kind in (HINTS, VERIFICATIONS):
            return nullcontext(lambda: None)
        return self._slots.slot(address)


def client_of(scope: Scope) -> str:
    """The address of a request's client, behind trusted proxies."""
    return str((scope.get("client") or ("",))[0])


def safe_headers(scope: Scope, hsts_seconds: int) -> dict[bytes, bytes]:
    """The headers of every response."""
    if is_secure(scope) and hsts_seconds:
        return HEADERS | {HSTS: b"max-age=%d" % hsts_seconds}
    return HEADERS


# Origin


def check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse requests of other sites' pages; programs send a key that no page can make a browser send."""
    if "authorization" in headers and COOKIE not in headers.get("cookie", ""):
        return
    is_here = headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if not (is_here and is_own_origin(headers.get("origin", referrer(headers)), scope, headers)):
        raise Refusal(403, "cross-origin", later("this request was made by a page of another site"))


def is_own_origin(origin: str | None, scope: Scope, headers: Headers) -> bool:
    """Whether an origin is this server's. `null` is not: any page can make a browser send that, and ours don't."""
    if origin is None:
        return True
    scheme, _colon, host = origin.partition("://")
    return host == headers.get("host", "") and not (is_secure(scope) and scheme != "https")


def referrer(headers: Headers) -> str | None:
    """The origin in the referrer header."""
    url = headers.get("referer")
    return None if url is None else "/".join(url.split("/", 3)[:3])


def check_one_key(scope: Scope, headers: Headers) -> None:
    """Refuse a browser with two keys: another site has set one of them, and nobody can tell which."""
    if bearer_key(headers) is None and len(cookie_values(headers, cookie_name(scope))) > 1:
        cookies = tuple(("set-cookie", line) for line in deletion_cookies(scope, headers))
        raise Refusal(400, "two-keys", TWO_KEYS, repeated_headers=cookies)


def deletion_cookies(scope: Scope, headers: Headers) -> list[str]:
    """Cookies that delete keys which others have set: for a part of the paths, or for all hosts of a domain.

    Ours is for every path of this host alone, so none of these touches it.
    """
    steps = [step for step in scope["path"].split("/") if step][:MOST_LABELS]
    parents = ["/" + "/".join(steps[:number]) for number in range(1, len(steps) + 1)]
    paths = ["/", *parents, *(f"{path}/" for path in parents)]
    name = hostname(headers.get("host", ""))
    labels = [] if is_address(name) else name.split(".")[-MOST_LABELS:]
    domains = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    return [
        deletion_cookie(path, domain) for domain in (None, *domains) for path in paths if (domain, path) != (None, "/")
    ]


def deletion_cookie(path: str, domain: str | None) -> str:
    """A cookie that deletes another of the same path and domain."""
    cookie = SimpleCookie({COOKIE: ""})
    cookie[COOKIE] |= {"max-age": 0, "path": path, "httponly": True, "samesite": "lax"}
    if domain:
        cookie[COOKIE]["domain"] = domain
    return cookie.output(header="").strip()


def hostname(host: str) -> str:
    """A host without its port; empty if it is malformed."""
    match = HOST.fullmatch(host)
    return match["name"] if match else ""


def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


# Size


def body_limit(path: str, limits: Limits) -> int:
    """The largest body of a request, in bytes."""
    return limits.record_bytes if path == VERIFY_PATH else limits.body_bytes


async def read_body(receive: Receive, headers: Headers, limit: int) -> bytes:
    """The whole body; `Refusal` if it is too large, `ClientDisconnected` if it is cut off, so no half form is used."""
    length = headers.get("content-length", "")
    body = bytearray()
    is_more = not (length.isdecimal() and int(length[:20]) > limit)
    is_too_much = not is_more
    while is_more:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnected
        body += message.get("body", b"")
        is_too_much = len(body) > limit
        is_more = message.get("more_body", False) and not is_too_much
    if is_too_much:
        raise Refusal(413, "too-large", later("this request may have at most {most} bytes"), most=limit)
    return bytes(body)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the body once more, then later messages."""
    is_sent = False

    async def receive_again() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
