"""Addresses that requests come from: what counts as one, and which of them are proxies that ask for others."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from serai.web.settings import ALL

HOUSEHOLD = 64  # bits of an IPv6 address that one customer of a network has; the rest is theirs to choose


@lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """What an address counts as: all of a household's IPv6 addresses as one, an IPv4 address however it is written."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), HOUSEHOLD), strict=False))


class Proxies:
    """Who may say for whom they ask."""

    def __init__(self, proxies: Sequence[str]) -> None:
        self._is_all = ALL in proxies
        self._networks = [ip_network(one) for one in proxies if one != ALL]

    def __contains__(self, address: str) -> bool:
        if self._is_all or not self._networks:
            return self._is_all
        try:
            found = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            return any(found.ipv4_mapped in network for network in self._networks)
        return any(found in network for network in self._networks)
