"""Invitation links: an address that others can reach, and its QR code."""

import socket
from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import Request

from serai.web.requests.guards import HOST, hostname, is_address
from serai.web.settings import LOCAL_HOSTS, Settings

TEST_ADDRESS = ("192.0.2.1", 9)  # an address for documentation: the system chooses a route, and nothing is sent


def base(request: Request, settings: Settings) -> str:
    """The base URL for others: the request's host, or the machine's address where the request was local."""
    host = request.headers.get("host", "")
    if settings.is_at_any_address and is_local(host) and (address := lan_address()):
        host = with_address(host, address)
    return f"{request.url.scheme}://{host}"


def with_address(host: str, address: str) -> str:
    """A host with another address, at the same port."""
    match = HOST.fullmatch(host)
    return address + (match["port"] or "" if match else "")


def is_reachable(request: Request, settings: Settings) -> bool:
    """Whether others can reach the server: the request's host is not local, or it listens at every address."""
    return settings.is_at_any_address or not is_local(request.headers.get("host", ""))


def is_local(host: str) -> bool:
    """Whether a host, with or without its port, means the local machine."""
    name = hostname(host)
    return name in LOCAL_HOSTS or (is_address(name) and name.startswith("127."))


def lan_address() -> str | None:
    """The machine's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(TEST_ADDRESS)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


@lru_cache(maxsize=64)
def qr(link: str) -> Markup:
    """A link as a QR code: dark on light, in any colour scheme."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True))
