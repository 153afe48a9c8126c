"""Who opened a table, and their part of the bots' time: as much for each address, and for each player of an address."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from serai.store.database import Whose

OF_ONE = 64  # bits of an IPv6 address that one household has
SIZE = 16  # bytes of a hash
_address: ContextVar[str | None] = ContextVar("address", default=None)

One = TypeVar("One", bound=Hashable)


@contextmanager
def asking_from(address: str) -> Iterator[None]:
    """Whatever is asked meanwhile comes from this address."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


def address_hash(secret: bytes) -> str | None:
    """The address from which somebody asks now, so that it can be compared but not read; None when it is not known."""
    address = _address.get()
    if not address:
        return None
    return hashlib.blake2b(network(address).encode(), key=secret, digest_size=SIZE).hexdigest()


def network(address: str) -> str:
    """What one household has of an address: all of one that is short, the first half of a long one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or int(found) >> OF_ONE)


def part(whose: Whose, demand: Mapping[Whose, int], cores: int) -> float:
    """How much of a core one table gets, of those that wait; never more than all of it."""
    of_addresses: Counter[str | None] = Counter()
    for (address, _), tables in demand.items():
        of_addresses[address] += tables
    of_address = fair(of_addresses, cores)[whose[0]]
    of_players = {player: tables for (address, player), tables in demand.items() if address == whose[0]}
    return fair(of_players, of_address)[whose[1]] / of_players[whose[1]]


def fair(demand: Mapping[One, int], supply: float) -> dict[One, float]:
    """To each as much as to any other, but to nobody more than is asked for."""
    given: dict[One, float] = {}
    for one in sorted(demand, key=demand.__getitem__):
        given[one] = min(demand[one], (supply - sum(given.values())) / (len(demand) - len(given)))
    return given
