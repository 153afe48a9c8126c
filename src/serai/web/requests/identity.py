"""A client's identity: a key in a browser's cookie, which no script can read, or in `Authorization: Bearer`.

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
from serai.web.requests.addresses import address_group
from serai.web.requests.keyring import Keyring
from serai.web.settings import YEAR

COOKIE = "serai_key"
HOST_COOKIE = f"__Host-{COOKIE}"
IDENTITY = "serai.identity"  # in a request's scope


@dataclass(frozen=True)
class Identity:
    """A client's key, or None."""

    key: str | None = None
    needs_new_cookie: bool = False  # because the present one is unsigned


def bearer_key(headers: Headers) -> str | None:
    """The key that a program sent, valid or not."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def cookie_values(headers: Headers, name: str) -> list[str]:
    """Every cookie of a name: a browser that has several, for several paths or hosts, sends them all."""
    pairs = (part.partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return [value.strip() for cookie, _, value in pairs if cookie.strip() == name]


def is_secure(scope: Scope) -> bool:
    """Whether a request came by HTTPS."""
    return bool(scope["scheme"] == "https")


def cookie_name(scope: Scope) -> str:
    """The name of the cookie with the key."""
    return HOST_COOKIE if is_secure(scope) else COOKIE


def address_of(request: Request) -> str:
    """The address group of a request's client, behind trusted proxies."""
    return address_group(request.client.host if request.client else "")


def identity_of(request: Request) -> Identity:
    """The identity that the guards found."""
    identity: Identity = request.scope[IDENTITY]
    return identity


def player_of(request: Request) -> str | None:
    """The player, as the hash of the key; None without a key."""
    key = identity_of(request).key
    return keys.hashed(key) if key else None


async def player_or_none(request: Request) -> str | None:
    """The player, or None without a key."""
    return player_of(request)


async def player(request: Request) -> str:
    """The player; NoKey without a key."""
    player_hash = player_of(request)
    if player_hash is None:
        raise NoKey("this needs a key: in the cookie that sitting down gives, or as `Authorization: Bearer KEY`")
    return player_hash


async def player_or_new(request: Request, response: Response) -> str:
    """The player; a browser without a key gets a new one."""
    player_hash = player_of(request)
    if player_hash is not None:
        return player_hash
    key = keys.fresh()
    set_key_cookie(request, response, key)
    return keys.hashed(key)


def set_key_cookie(request: Request, response: Response, key: str) -> None:
    """Set the cookie with a key; over HTTPS remove the one with the plain name, which others can set too."""
    keyring: Keyring = request.app.state.keyring
    set_cookie(request, response, cookie_name(request.scope), keyring.sign(key))
    if is_secure(request.scope) and COOKIE in request.cookies:
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")


def set_cookie(request: Request, response: Response, name: str, value: str, path: str = "/") -> None:
    """Set a cookie that no script reads and that no other site's page can make a browser send."""
    is_https = is_secure(request.scope)
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path=path)
