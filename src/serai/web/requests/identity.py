"""Who asks: a key in a browser's cookie, which no script can read, or in a program's `Authorization: Bearer`.

Over HTTPS the cookie's name begins with `__Host-`: browsers take such a one from nobody but this host itself. Over
plain HTTP pages at other ports of the host can set cookies too; a signature tells those that they made up (`keyring`),
and two keys in one request are refused (`guards`).
"""

from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from serai.tables import keys
from serai.tables.errors import NoKey
from serai.web.requests.addresses import counted
from serai.web.requests.keyring import Keyring
from serai.web.settings import YEAR

COOKIE = "serai_key"
HOST_COOKIE = f"__Host-{COOKIE}"
ASKER = "serai.asker"  # in a request's scope


@dataclass(frozen=True)
class Asker:
    """Who asks, by a key; None without one."""

    key: str | None = None
    is_to_renew: bool = False  # the cookie is an old one


def bearer_in(headers: Headers) -> str | None:
    """The key that a program sent, whether it is one of ours or not."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def cookies_in(headers: Headers, name: str) -> list[str]:
    """Every cookie of a name: a browser that was given several, for several paths or hosts, sends them all."""
    pairs = (part.partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return [value.strip() for found, _, value in pairs if found.strip() == name]


def is_secure(scope: Scope) -> bool:
    """Whether a request came by HTTPS."""
    return bool(scope["scheme"] == "https")


def cookie_name(scope: Scope) -> str:
    """How the cookie with the key is called."""
    return HOST_COOKIE if is_secure(scope) else COOKIE


def address_of(request: Request) -> str:
    """Where a request came from, as it counts; a trusted proxy has said for whom it asks."""
    return counted(request.client.host if request.client else "")


def asker_of(request: Request) -> Asker:
    """Who asks, as the guards found."""
    found: Asker = request.scope[ASKER]
    return found


def player_of(request: Request) -> str | None:
    """Who asks, as the hash of the key; None without one."""
    key = asker_of(request).key
    return keys.hashed(key) if key else None


async def asker(request: Request) -> str | None:
    """Who asks, or nobody in particular."""
    return player_of(request)


async def player(request: Request) -> str:
    """Who asks; there must be somebody."""
    found = player_of(request)
    if found is None:
        raise NoKey("this needs a key: in the cookie that sitting down gives, or as `Authorization: Bearer KEY`")
    return found


async def player_or_new(request: Request, response: Response) -> str:
    """Who asks; a browser that comes for the first time is given a key."""
    found = player_of(request)
    if found is not None:
        return found
    key = keys.fresh()
    give_key(request, response, key)
    return keys.hashed(key)


def give_key(request: Request, response: Response, key: str) -> None:
    """The cookie with a key; over HTTPS the one of another name, which others can set too, is of no use any more."""
    keyring: Keyring = request.app.state.keyring
    give(request, response, cookie_name(request.scope), keyring.signed(key))
    if is_secure(request.scope) and COOKIE in request.cookies:
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")


def give(request: Request, response: Response, name: str, value: str, path: str = "/") -> None:
    """A cookie that no script reads and that no other site's page can make a browser send."""
    is_https = is_secure(request.scope)
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path=path)
