"""Where a game's chance comes from, so that anyone can recompute it; `docs/records.md` says it in words.

`stream/1`: one 64-bit seed sets both streams, which then run through the game. `committed/1`: the streams are set anew
before each decision, from a table seed to which the server and every seat contributed and which nobody could choose.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from serai.core.errors import BadSeed
from serai.core.shape import Shape
from serai.core.stream import Stream, fill, split_mix

SEED_BITS = 64
SECRET_BYTES = 32  # of a server seed and of a nonce
GOLDEN = 0x9E3779B97F4A7C15  # SplitMix64's step
CONTRIBUTORS = ("page", "server")  # who made a seat's nonce

OPEN_WORDS, HIDDEN_WORDS, PLAYER_WORDS = 0, 4, 8  # which of a seed's SplitMix64 words a stream begins with


@dataclass(frozen=True)
class StreamSeed:
    """The scheme `stream/1`: streams that run through from one seed."""

    seed: int

    def streams(self, number: int) -> tuple[Stream, Stream] | None:
        """The open and the hidden stream before a decision; None where they run on (all but set-up, number 0)."""
        if number > 0:
            return None
        return stream_of(self.seed, OPEN_WORDS), stream_of(self.seed, HIDDEN_WORDS)

    def as_data(self) -> dict[str, Any]:
        """As the record holds it."""
        return {"scheme": "stream/1", "seed": f"{self.seed:016x}"}


@dataclass(frozen=True)
class Nonce:
    """A seat's contribution, and whether its page made it or the server did (bots, pages without scripts)."""

    nonce: bytes
    by: str = "page"

    @property
    def commitment(self) -> str:
        """What was shown before the nonce was opened."""
        return hashlib.sha256(self.nonce).hexdigest()


@dataclass(frozen=True)
class Committed:
    """The scheme `committed/1`: streams set before each decision from seeds that were committed to beforehand."""

    server_seed: bytes
    nonces: tuple[Nonce, ...]  # in seat order

    @property
    def commitment(self) -> str:
        """What the server showed before any nonce was opened."""
        return hashlib.sha256(self.server_seed).hexdigest()

    @property
    def table_seed(self) -> bytes:
        """The key of all chance at this table."""
        return hashlib.sha256(self.server_seed + b"".join(nonce.nonce for nonce in self.nonces)).digest()

    def streams(self, number: int) -> tuple[Stream, Stream]:
        """The open and the hidden stream of set-up (number 0) or of the nth decision."""
        key = self.table_seed
        return derived_stream(key, number, b"open"), derived_stream(key, number, b"hidden")

    def as_data(self) -> dict[str, Any]:
        """As the record holds it."""
        return {
            "scheme": "committed/1",
            "commitment": self.commitment,
            "server_seed": self.server_seed.hex(),
            "nonces": [{"nonce": nonce.nonce.hex(), "by": nonce.by} for nonce in self.nonces],
        }


Randomness: TypeAlias = StreamSeed | Committed


def derived_stream(key: bytes, number: int, label: bytes) -> Stream:
    """HMAC-SHA-256 of the decision's number and the stream's name: four words, big-endian."""
    digest = hmac.digest(key, number.to_bytes(8, "big") + label, "sha256")
    words = np.frombuffer(digest, ">u8").astype(np.uint64)
    if not words.any():
        words[0] = 1  # the one state from which the generator never moves
    return words


def stream_of(seed: int, skipped: int) -> Stream:
    """A stream from a 64-bit seed, after leaving out its first SplitMix64 words."""
    stream = np.zeros(4, np.uint64)
    fill(stream, np.uint64(seed), skipped)
    return stream


def player_stream(seed: int) -> Stream:
    """The stream from which random players choose, apart from the game's own two."""
    return stream_of(seed, PLAYER_WORDS)


def seed_of_game(seed: int, number: int) -> int:
    """The seed of one of many games (from 0): the SplitMix64 word of that number."""
    return int(split_mix(np.uint64((seed + (number + 1) * GOLDEN) % 2**SEED_BITS)))


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def parse_seed(text: str) -> int:
    """A seed as people write it: decimal, or hexadecimal after `0x`."""
    if not re.fullmatch(r"0x[0-9a-fA-F]{1,16}|[0-9]{1,20}", text) or int(text, 0 if "x" in text else 10) >> SEED_BITS:
        raise BadSeed(f"{text!r} is no seed; allowed: 0 to {2**SEED_BITS - 1}, or 0x and up to 16 hexadecimal digits")
    return int(text, 0 if "x" in text else 10)


def read(data: object, players: int, shape: Shape) -> Randomness:
    """The randomness that a record holds; its commitment is left for `verify` to compare."""
    scheme = data.get("scheme") if isinstance(data, dict) else None
    if scheme == "stream/1":
        table = shape.table("randomness", data, ("scheme", "seed"))
        return StreamSeed(int.from_bytes(shape.hexadecimal("randomness.seed", table["seed"], SEED_BITS // 8)))
    if scheme == "committed/1":
        table = shape.table("randomness", data, ("scheme", "commitment", "server_seed", "nonces"))
        shape.hexadecimal("randomness.commitment", table["commitment"], SECRET_BYTES)
        server_seed = shape.hexadecimal("randomness.server_seed", table["server_seed"], SECRET_BYTES)
        nonces = shape.entries("randomness.nonces", table["nonces"], players)
        return Committed(server_seed, tuple(_nonce(key, found, shape) for key, found in nonces))
    raise shape.fail("randomness", data, "a table with the scheme 'stream/1' or 'committed/1'")


def _nonce(key: str, found: object, shape: Shape) -> Nonce:
    table = shape.table(key, found, ("nonce", "by"))
    if table["by"] not in CONTRIBUTORS:
        raise shape.fail(f"{key}.by", table["by"], " or ".join(map(repr, CONTRIBUTORS)))
    return Nonce(shape.hexadecimal(f"{key}.nonce", table["nonce"], SECRET_BYTES), table["by"])
