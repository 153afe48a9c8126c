"""Links for others: an address that they can reach, and its picture for phones."""

import socket
from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import Request

from serai.web.requests.guards import HOST, hostname, is_address
from serai.web.settings import LOCAL_HOSTS, Settings

NOWHERE = ("192.0.2.1", 9)  # an address for documentation: a way there is chosen, and nothing is sent


def base(request: Request, settings: Settings) -> str:
    """Where others find this server: as it was asked for here, or by the machine's address where that is possible."""
    host = request.headers.get("host", "")
    if settings.is_at_any_address and is_local(host) and (address := lan_address()):
        host = at_address(host, address)
    return f"{request.url.scheme}://{host}"


def at_address(host: str, address: str) -> str:
    """A host with another address, at the same port."""
    found = HOST.fullmatch(host)
    return address + (found["port"] or "" if found else "")


def is_reachable(request: Request, settings: Settings) -> bool:
    """Whether others can reach the server: it was reached by another name, or listens at every address."""
    return settings.is_at_any_address or not is_local(request.headers.get("host", ""))


def is_local(host: str) -> bool:
    """Whether a host, with or without its port, is this machine for everybody who asks for it."""
    name = hostname(host)
    return name in LOCAL_HOSTS or (is_address(name) and name.startswith("127."))


def lan_address() -> str | None:
    """The machine's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith(("127.", "0.")) else found


@lru_cache(maxsize=64)
def qr(link: str) -> Markup:
    """A link as a picture that phones read: dark on light, whatever the page's colours are."""
    made = segno.make(link, error="m", micro=False)
    return Markup(made.svg_inline(border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True))
