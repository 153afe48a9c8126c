"""How players share the bots' time: each address gets the same part, and each player of an address the same of that."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from serai.store.database import Opener

HOUSEHOLD = 64  # bits of an IPv6 address that one household has to itself
SIZE = 16  # bytes of a hash
_address: ContextVar[str | None] = ContextVar("address", default=None)

Claimant = TypeVar("Claimant", bound=Hashable)


@contextmanager
def asking_from(address: str) -> Iterator[None]:
    """Requests made meanwhile come from this address."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


def address_hash(secret: bytes) -> str | None:
    """The present request's address in a form that can be compared but not read; None when it is unknown."""
    address = _address.get()
    if not address:
        return None
    return hashlib.blake2b(network(address).encode(), key=secret, digest_size=SIZE).hexdigest()


def network(address: str) -> str:
    """The part of an address that belongs to one household: all of IPv4, the first half of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or int(found) >> HOUSEHOLD)


def part(opener: Opener, demand: Mapping[Opener, int], cores: int) -> float:
    """How much of a core one waiting table gets; at most all of it."""
    of_addresses: Counter[str | None] = Counter()
    for (address, _), tables in demand.items():
        of_addresses[address] += tables
    of_address = fair(of_addresses, cores)[opener[0]]
    of_players = {player: tables for (address, player), tables in demand.items() if address == opener[0]}
    return fair(of_players, of_address)[opener[1]] / of_players[opener[1]]


def fair(demand: Mapping[Claimant, int], supply: float) -> dict[Claimant, float]:
    """The same for everybody, but nobody gets more than they ask for."""
    given: dict[Claimant, float] = {}
    for one in sorted(demand, key=demand.__getitem__):
        given[one] = min(demand[one], (supply - sum(given.values())) / (len(demand) - len(given)))
    return given
