"""Where a game's chance comes from, so that anyone can recompute it; `docs/records.md` says it in words.

`stream/1`: one 64-bit seed sets both streams, which then run through the game. `committed/1`: the streams are set anew
before each decision, from a table seed to which the server and every seat contributed and which nobody could choose.
`committed/2`: the same, but the seeds were committed to anew during the game, as after a restored backup.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from serai.core.compiled.rng import Stream, fill, split_mix
from serai.core.errors import BadSeed
from serai.core.records.validation import Shape

SEED_BITS = 64
SECRET_BYTES = 32  # of a server seed and of a nonce
GOLDEN = 0x9E3779B97F4A7C15  # SplitMix64's step
COMMITTED, COMMITTED_IN_ROUNDS = "committed/1", "committed/2"
BY_PAGE, BY_SERVER = CONTRIBUTORS = ("page", "server")  # who made a seat's nonce

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
    by: str = BY_PAGE

    @property
    def commitment(self) -> str:
        """What was shown before the nonce was opened."""
        return hashlib.sha256(self.nonce).hexdigest()


@dataclass(frozen=True)
class Round:
    """Seeds that were committed to together, and after how many moves chance began to come from them."""

    server_seed: bytes
    nonces: tuple[Nonce, ...]  # in seat order
    after: int = 0

    @property
    def commitment(self) -> str:
        """What the server showed before any nonce was opened."""
        return hashlib.sha256(self.server_seed).hexdigest()

    @property
    def table_seed(self) -> bytes:
        """The key of all chance of this round."""
        return hashlib.sha256(self.server_seed + b"".join(nonce.nonce for nonce in self.nonces)).digest()

    def as_data(self) -> dict[str, Any]:
        """As the record holds it, without its place among the rounds."""
        return {
            "commitment": self.commitment,
            "server_seed": self.server_seed.hex(),
            "nonces": [{"nonce": nonce.nonce.hex(), "by": nonce.by} for nonce in self.nonces],
        }


@dataclass(frozen=True)
class Committed:
    """The schemes `committed/1` and `committed/2`: streams set before each decision from seeds committed to beforehand.

    There is one round of commitments, and one more each time that chance had to be renewed.
    """

    rounds: tuple[Round, ...]  # in order; the first is of set-up

    def round_of(self, number: int) -> Round:
        """The round from which the chance of set-up (number 0), or of the nth decision, comes."""
        begun = [found for found in self.rounds if found.after < number]
        return begun[-1] if begun else self.rounds[0]

    def streams(self, number: int) -> tuple[Stream, Stream]:
        """The open and the hidden stream of set-up (number 0) or of the nth decision."""
        key = self.round_of(number).table_seed
        return derived_stream(key, number, b"open"), derived_stream(key, number, b"hidden")

    def as_data(self) -> dict[str, Any]:
        """As the record holds it."""
        if len(self.rounds) == 1:
            return {"scheme": COMMITTED, **self.rounds[0].as_data()}
        rounds = [{"after": found.after, **found.as_data()} for found in self.rounds]
        return {"scheme": COMMITTED_IN_ROUNDS, "rounds": rounds}


def one_round(server_seed: bytes, nonces: Iterable[Nonce]) -> Committed:
    """Chance that comes from one round of commitments, as nearly all does."""
    return Committed((Round(server_seed, tuple(nonces)),))


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


def checked_seed(seed: int) -> int:
    """A seed of 64 bits."""
    if not 0 <= seed < 2**SEED_BITS:
        raise BadSeed(f"{seed} is no seed; allowed: 0 to {2**SEED_BITS - 1}")
    return int(seed)


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
    if scheme == COMMITTED:
        return Committed((_round("randomness", data, players, shape, ("scheme",)),))
    if scheme == COMMITTED_IN_ROUNDS:
        table = shape.table("randomness", data, ("scheme", "rounds"))
        return Committed(tuple(_rounds(table["rounds"], players, shape)))
    raise shape.fail(
        "randomness", data, f"a table with the scheme 'stream/1', {COMMITTED!r} or {COMMITTED_IN_ROUNDS!r}"
    )


def _rounds(data: object, players: int, shape: Shape) -> Iterator[Round]:
    """Two rounds or more, each with more moves before it than the last."""
    entries, least = shape.entries("randomness.rounds", data), 0
    if len(entries) < 2:
        raise shape.fail("randomness.rounds", data, "a list of two or more rounds")
    for key, found in entries:
        one = _round(key, found, players, shape, ("after",))
        after = shape.number(f"{key}.after", found["after"])
        if least == 0 and after != 0:
            raise shape.fail(f"{key}.after", after, "0, for the first round is of set-up")
        if after < least:
            raise shape.fail(f"{key}.after", after, f"{least} or more, for there is chance of the round before")
        least = after + 1
        yield replace(one, after=after)


def _round(key: str, data: object, players: int, shape: Shape, besides: Collection[str]) -> Round:
    """One round of seeds, in an object that has these other keys besides."""
    table = shape.table(key, data, (*besides, "commitment", "server_seed", "nonces"))
    shape.hexadecimal(f"{key}.commitment", table["commitment"], SECRET_BYTES)
    server_seed = shape.hexadecimal(f"{key}.server_seed", table["server_seed"], SECRET_BYTES)
    nonces = shape.entries(f"{key}.nonces", table["nonces"], players)
    return Round(server_seed, tuple(_nonce(place, found, shape) for place, found in nonces))


def _nonce(key: str, found: object, shape: Shape) -> Nonce:
    table = shape.table(key, found, ("nonce", "by"))
    if table["by"] not in CONTRIBUTORS:
        raise shape.fail(f"{key}.by", table["by"], " or ".join(map(repr, CONTRIBUTORS)))
    return Nonce(shape.hexadecimal(f"{key}.nonce", table["nonce"], SECRET_BYTES), table["by"])
