"""Who asks: a key in a browser's cookie, which no script can read, or in a program's `Authorization: Bearer`.

What a handler depends on is asked without a thread of its own.
"""

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response

from serai.tables import keys
from serai.tables.errors import NoKey

COOKIE = "serai_key"
YEAR = 365 * 86_400  # seconds


def key_in(headers: Headers) -> str | None:
    """The key that was sent, whether it is one of ours or not."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    return cookie_parser(headers.get("cookie", "")).get(COOKIE)


def player_in(headers: Headers) -> str | None:
    """Who asks, as the hash of the key; None without one."""
    key = key_in(headers)
    return keys.hashed(key) if key else None


async def asker(request: Request) -> str | None:
    """Who asks, or nobody in particular."""
    return player_in(request.headers)


async def player(request: Request) -> str:
    """Who asks; there must be somebody."""
    found = player_in(request.headers)
    if found is None:
        raise NoKey("this needs a key: in the cookie that sitting down gives, or as `Authorization: Bearer KEY`")
    return found


async def player_or_new(request: Request, response: Response) -> str:
    """Who asks; a browser that comes for the first time is given a key."""
    found = player_in(request.headers)
    if found is not None:
        return found
    key = keys.fresh()
    give(request, response, COOKIE, key)
    return keys.hashed(key)


def give(request: Request, response: Response, name: str, value: str, path: str = "/") -> None:
    """A cookie that no script reads and that no other site's page can make a browser send."""
    is_https = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path=path)
