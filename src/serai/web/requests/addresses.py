"""Client addresses: their groups for rate limits, and trusted proxies."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from serai.web.settings import ALL

HOUSEHOLD_BITS = 64  # the prefix of IPv6 addresses that one customer of a network has


@lru_cache(maxsize=4096)
def address_group(address: str) -> str:
    """The group that an address counts as: one for a household's IPv6 addresses, one for an IPv4 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ip_network((int(ip), HOUSEHOLD_BITS), strict=False))


class Proxies:
    """The proxies whose forwarded addresses are trusted."""

    def __init__(self, proxies: Sequence[str]) -> None:
        self._is_all = ALL in proxies
        self._networks = [ip_network(network) for network in proxies if network != ALL]

    def __contains__(self, address: str) -> bool:
        if self._is_all or not self._networks:
            return self._is_all
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            return any(ip.ipv4_mapped in network for network in self._networks)
        return any(ip in network for network in self._networks)
