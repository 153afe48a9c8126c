"""The random stream: xoshiro256**, whole numbers below a bound by rejection, and draws from a bag.

A stream is four uint64 words, held in the game's record; nothing here is global. `docs/records.md` writes the
same algorithms out in words, so that anyone can recompute a game's chance.
"""

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule, wrapping

Stream = npt.NDArray[np.uint64]

LOW_32 = 0xFFFFFFFF
TWO_32 = 1 << 32


@wrapping
def next_word(stream: Stream) -> np.uint64:
    """The generator's next 64 bits (xoshiro256**)."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    x = s1 * np.uint64(5)
    word = ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)
    s2 ^= s0
    s3 ^= s1
    stream[0] = s0 ^ s3
    stream[1] = s1 ^ s2
    stream[2] = s2 ^ (s1 << np.uint64(17))
    stream[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return np.uint64(word)


@rule
def below(stream: Stream, bound: int) -> int:
    """A whole number from 0 to bound - 1 (bound up to 2**31): 32 bits times the bound, the unfair few redrawn."""
    product = np.int64(next_word(stream) >> np.uint64(32)) * bound
    if product & LOW_32 < bound:
        unfair = TWO_32 % bound
        while product & LOW_32 < unfair:
            product = np.int64(next_word(stream) >> np.uint64(32)) * bound
    return int(product >> 32)


@wrapping
def split_mix(seed: np.uint64) -> np.uint64:
    """SplitMix64's output for one state: spreads a counter over all 64 bits."""
    z = seed
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@wrapping
def fill(stream: Stream, seed: np.uint64, skipped: int) -> None:
    """Set a stream from a 64-bit seed: four SplitMix64 words, after leaving out the first `skipped`."""
    state = seed + np.uint64(0x9E3779B97F4A7C15) * np.uint64(skipped)
    for word in range(4):
        state += np.uint64(0x9E3779B97F4A7C15)
        stream[word] = split_mix(state)
