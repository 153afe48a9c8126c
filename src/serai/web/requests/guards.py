"""What stands before every request: the host asked for, where a form came from, who asks, how large and how often.

Plain ASGI, so that streams pass through untouched. What is too large or too slow to become a request at all is for
`connections`.
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
from serai.web.requests.addresses import Proxies, counted
from serai.web.requests.error_response import Refusal
from serai.web.requests.identity import ASKER, COOKIE, Asker, bearer_in, cookie_name, cookies_in, is_secure
from serai.web.requests.keyring import Keyring
from serai.web.requests.quotas import HINTS, REQUESTS, VERIFICATIONS, WHY, Quotas, kind_of
from serai.web.requests.turns import Turns
from serai.web.settings import Limits, Settings

log = logging.getLogger("serai.web")
SAFE = ("GET", "HEAD", "OPTIONS")
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
RECORDS = "/api/verify"
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?P<port>:[0-9]*)?")
API = "/api"  # whose words are English, for programs and those who write them
SLOW_DOWN = "serai.slow_down"  # in a request's extensions: how its connection is read more slowly
LOST_PAUSE = 2  # seconds after which to try again when the database is lost
LOST_SILENCE = 10.0  # seconds between lines of the log that say so
UNAVAILABLE = later("the tables can't be reached at the moment; please try again soon")
TWO_KEYS = later("another site gave this browser a second key for this server; it was removed, please try again")
LABELS = 4  # of a path or host, for which a foreign cookie is taken back


class Gone(Exception):
    """Who asked has hung up before the request was whole."""


class Answer:
    """An answer on its way, with safe headers; `is_begun` once anything of it has been sent."""

    def __init__(self, send: Send, headers: dict[bytes, bytes]) -> None:
        self._send, self._headers = send, headers
        self.when_begun: Callable[[], None] = lambda: None
        self.is_begun = False

    async def send(self, message: Message) -> None:
        """Send a part."""
        self.is_begun = True
        self.when_begun()
        if message["type"] == "http.response.start":
            present = {name for name, _value in message["headers"]}
            message["headers"] += [(name, value) for name, value in self._headers.items() if name not in present]
        await self._send(message)


class Guards:
    """All checks, in order of cost."""

    def __init__(
        self, app: ASGIApp, settings: Settings, quotas: Quotas, clock: Callable[[], float] = monotonic
    ) -> None:
        self._app, self._settings, self._quotas, self._clock = app, settings, quotas, clock
        self._turns = Turns(settings.limits.requests_at_once_per_address)
        self._proxies = Proxies(settings.proxies)
        self._is_warned = False  # of a proxy that is not trusted
        self._told_lost = -LOST_SILENCE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with safe headers; a fault of ours is in the log, and nothing of it in the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = Answer(send, safe_headers(scope, self._settings.hsts_seconds))
        language = SOURCE if scope["path"].startswith(API) else language_of(headers)
        with speaking(language), asking_from(client_of(scope)):
            try:
                await self._pass_on(scope, headers, receive, answer)
            except Gone:
                return
            except Exception as error:
                if answer.is_begun:
                    raise
                await self._refusal(error, scope).response(scope["path"], headers)(scope, receive, answer.send)

    async def _pass_on(self, scope: Scope, headers: Headers, receive: Receive, answer: Answer) -> None:
        address = counted(client_of(scope))
        self._check_proxy(scope, headers)
        asker = self._asker(scope, headers)
        self._check_rate(scope, REQUESTS, asker, address)
        self._check_host(headers)
        check_one_key(scope, headers)
        kind = None
        if scope["method"] not in SAFE:
            check_origin(scope, headers)
            if kind := kind_of(scope["path"]):
                self._check_rate(scope, kind, asker, address)
            body = await whole_body(receive, headers, most_body(scope["path"], self._settings.limits))
            receive = replayed(body, receive)
        async with self._turn(kind, address) as give_back:
            answer.when_begun = give_back  # the work is done; who reads slowly must not keep others waiting
            scope[ASKER] = asker if asker.key else await self._asker_from_before(scope, headers)
            await self._app(scope, receive, answer.send)

    def _refusal(self, error: Exception, scope: Scope) -> Refusal:
        """What is said of an error."""
        if isinstance(error, Refusal):
            return error
        if is_unavailable(error):
            self._log_lost(error)
            return Refusal(503, "unavailable", UNAVAILABLE, {"Retry-After": str(LOST_PAUSE)})
        log.error("a request failed", exc_info=error, extra={"method": scope["method"]})
        return Refusal(500, "failed", later("something went wrong here, and has been noted"))

    def _log_lost(self, error: Exception) -> None:
        if self._clock() - self._told_lost >= LOST_SILENCE:
            self._told_lost = self._clock()
            why = str(getattr(error, "orig", None) or error).strip().splitlines()[:1]
            log.error("the database can't be used", extra={"why": "".join(why)})

    # Who asks

    def _asker(self, scope: Scope, headers: Headers) -> Asker:
        bearer = bearer_in(headers)
        if bearer is not None:
            return Asker(bearer)
        keyring: Keyring = scope["app"].state.keyring
        found = cookies_in(headers, cookie_name(scope))
        return Asker(keyring.opened(found[0])) if found else Asker()

    async def _asker_from_before(self, scope: Scope, headers: Headers) -> Asker:
        """Who has a cookie from before there were signatures."""
        keyring: Keyring = scope["app"].state.keyring
        for cookie in filter(keys.FORM.fullmatch, set(cookies_in(headers, COOKIE))):
            if await to_thread.run_sync(keyring.is_from_before, cookie):
                return Asker(cookie, is_to_renew=True)
        return Asker()

    # What is refused

    def _check_proxy(self, scope: Scope, headers: Headers) -> None:
        """A proxy that is not trusted makes all its users one; whoever set it up should know."""
        if self._is_warned or "x-forwarded-for" not in headers or self._settings.proxies:
            return
        self._is_warned = True
        hint = "a proxy seems to ask for others, but none is trusted; see --proxy"
        log.warning(hint, extra={"address": client_of(scope)})

    def _check_rate(self, scope: Scope, kind: str, asker: Asker, address: str) -> None:
        key = asker.key or ""
        player = key if keys.FORM.fullmatch(key) else address
        wait = self._quotas.wait(kind, player, address)
        if wait > 0.0:
            scope.get("extensions", {}).get(SLOW_DOWN, lambda _seconds: None)(wait)
            seconds = int(wait) + 1
            raise Refusal(429, "too-much", WHY[kind], {"Retry-After": str(seconds)}, seconds=seconds)

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self._is_ours(hostname(host)):
            raise Refusal(421, "wrong-host", later("this server is not addressed as {host}"), host=repr(host[:80]))

    def _is_ours(self, host: str) -> bool:
        """A name of ours, or a bare address: a page of another site can make its name point here, but no number."""
        return host in self._settings.hosts or (self._settings.is_at_any_address and is_address(host))

    def _turn(self, kind: str | None, address: str) -> AbstractAsyncContextManager[Callable[[], None]]:
        """A turn of an address, but for what has a queue of its own."""
        if kind in (HINTS, VERIFICATIONS):
            return nullcontext(lambda: None)
        return self._turns.turn(address)


def client_of(scope: Scope) -> str:
    """Where a request came from; a trusted proxy has said for whom it asks."""
    return str((scope.get("client") or ("",))[0])


def safe_headers(scope: Scope, hsts_seconds: int) -> dict[bytes, bytes]:
    """What every answer carries."""
    if is_secure(scope) and hsts_seconds:
        return HEADERS | {HSTS: b"max-age=%d" % hsts_seconds}
    return HEADERS


# Where it came from


def check_origin(scope: Scope, headers: Headers) -> None:
    """Programs show a key, which no page can make a browser send; what a browser sends must come from our pages."""
    if "authorization" in headers and COOKIE not in headers.get("cookie", ""):
        return
    is_here = headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if not (is_here and is_ours(headers.get("origin", referrer(headers)), scope, headers)):
        raise Refusal(403, "cross-origin", later("this request was made by a page of another site"))


def is_ours(origin: str | None, scope: Scope, headers: Headers) -> bool:
    """Whether an origin is this server's. `null` is nobody's: any page can make a browser say that, and ours don't."""
    if origin is None:
        return True
    scheme, _colon, host = origin.partition("://")
    return host == headers.get("host", "") and not (is_secure(scope) and scheme != "https")


def referrer(headers: Headers) -> str | None:
    """The origin of the page that a browser says it comes from."""
    found = headers.get("referer")
    return None if found is None else "/".join(found.split("/", 3)[:3])


def check_one_key(scope: Scope, headers: Headers) -> None:
    """A browser with two keys was given one by somebody else, and nobody can tell which."""
    if bearer_in(headers) is None and len(cookies_in(headers, cookie_name(scope))) > 1:
        forget = tuple(("set-cookie", line) for line in forgetting(scope, headers))
        raise Refusal(400, "two-keys", TWO_KEYS, repeated=forget)


def forgetting(scope: Scope, headers: Headers) -> list[str]:
    """Cookies that take back a key which others gave: for a part of the paths, or for all hosts of a domain.

    Ours is for every path of this host alone, so none of these touches it.
    """
    steps = [step for step in scope["path"].split("/") if step][:LABELS]
    below = ["/" + "/".join(steps[:number]) for number in range(1, len(steps) + 1)]
    paths = ["/", *below, *(f"{path}/" for path in below)]
    name = hostname(headers.get("host", ""))
    labels = [] if is_address(name) else name.split(".")[-LABELS:]
    domains = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    return [forgotten(path, domain) for domain in (None, *domains) for path in paths if (domain, path) != (None, "/")]


def forgotten(path: str, domain: str | None) -> str:
    """A cookie that takes back another of the same path and domain."""
    cookie = SimpleCookie({COOKIE: ""})
    cookie[COOKIE] |= {"max-age": 0, "path": path, "httponly": True, "samesite": "lax"}
    if domain:
        cookie[COOKIE]["domain"] = domain
    return cookie.output(header="").strip()


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


# How large


def most_body(path: str, limits: Limits) -> int:
    """How many bytes a request may have."""
    return limits.record_bytes if path == RECORDS else limits.body_bytes


async def whole_body(receive: Receive, headers: Headers, most: int) -> bytes:
    """All that is sent; `Refusal` when it is too much, `Gone` when it is cut off: half a form may mean something."""
    given = headers.get("content-length", "")
    body = bytearray()
    is_more = not (given.isdecimal() and int(given[:20]) > most)
    is_too_much = not is_more
    while is_more:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        body += message.get("body", b"")
        is_too_much = len(body) > most
        is_more = message.get("more_body", False) and not is_too_much
    if is_too_much:
        raise Refusal(413, "too-large", later("this request may have at most {most} bytes"), most=most)
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
