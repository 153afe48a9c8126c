"""`docs/records.md` is true: its test vectors, and a game's chance recomputed from its words alone."""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from serai.core.compiled import bag
from serai.core.compiled import rng as stream
from serai.core.errors import BadSeed
from serai.core.match import Match
from serai.core.records import randomness
from serai.core.records.randomness import Nonce, StreamSeed, one_round
from serai.core.records.validation import Shape

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
MASK = 2**64 - 1

Begin = Callable[..., Match]


@pytest.fixture
def vectors() -> dict[str, Any]:
    """The numbers under "Test vectors"."""
    block = PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0]
    found: dict[str, Any] = json.loads(block)
    return found


# The page's words in plain Python, without Serai's generator.


def words(state: list[int]) -> Iterator[int]:
    """xoshiro256**."""

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) & MASK

    s0, s1, s2, s3 = state
    while True:
        yield rotl(s1 * 5 & MASK, 7) * 9 & MASK
        t = s1 << 17 & MASK
        s2, s3 = s2 ^ s0, s3 ^ s1
        s1, s0 = s1 ^ s2, s0 ^ s3
        s2, s3 = s2 ^ t, rotl(s3, 45)


def split_mix(seed: int, first: int, count: int) -> list[int]:
    """SplitMix64's words, numbered from 1."""
    found = []
    for k in range(first, first + count):
        z = (seed + k * 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        found.append(z ^ z >> 31)
    return found


def below(source: Iterator[int], n: int) -> int:
    """A number below n, by rejection."""
    while True:
        product = (next(source) >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


def draw(source: Iterator[int], heap: list[Any]) -> Any:
    """One thing of a heap, whose things stand in the order of their kinds."""
    return heap.pop(below(source, len(heap)))


def streams_of(seed: int) -> tuple[Iterator[int], Iterator[int]]:
    """The open and the hidden stream of `stream/1`."""
    return words(split_mix(seed, 1, 4)), words(split_mix(seed, 5, 4))


def hexadecimal(numbers: list[int] | stream.Stream) -> list[str]:
    """Words as the page writes them."""
    return [f"{int(number):016x}" for number in numbers]


def test_the_generator(vectors: dict[str, Any]) -> None:
    start = [int(word, 16) for word in vectors["generator"]["state"]]
    expected = [int(word, 16) for word in vectors["generator"]["words"]]
    source, ours = words(start), np.array(start, np.uint64)
    assert [next(source) for _ in expected] == expected
    assert [int(stream.next_word(ours)) for _ in expected] == expected


def test_a_seed_sets_both_streams(vectors: dict[str, Any]) -> None:
    given = vectors["stream/1"]
    seed = int(given["seed"], 16)
    assert hexadecimal(split_mix(seed, 1, 8)) == given["open"] + given["hidden"]
    streams = StreamSeed(seed).streams(0)
    assert streams and [hexadecimal(each) for each in streams] == [given["open"], given["hidden"]]
    assert StreamSeed(seed).streams(1) is None


def test_numbers_below_a_bound(vectors: dict[str, Any]) -> None:
    expected = vectors["numbers below 6 from that open stream"]
    source, ours = streams_of(7)[0], randomness.stream_of(7, 0)
    assert [below(source, 6) for _ in expected] == expected
    assert [stream.below(ours, 6) for _ in expected] == expected


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 45, 1000, 2**31, 3 * 2**29])
def test_numbers_below_any_bound_agree_with_the_page(bound: int) -> None:
    source, ours = streams_of(9)[0], randomness.stream_of(9, 0)
    assert [below(source, bound) for _ in range(200)] == [stream.below(ours, bound) for _ in range(200)]


def test_drawing_from_a_heap(vectors: dict[str, Any]) -> None:
    expected = vectors["all six drawn, from that open stream, of 2, 0, 3 and 1 things of kinds 0 to 3"]
    source, heap = streams_of(7)[0], [0, 0, 2, 2, 2, 3]
    assert [draw(source, heap) for _ in range(6)] == expected
    ours, left, drawn = randomness.stream_of(7, 0), 2 + (3 << 8) + (1 << 12), []
    for size in range(6, 0, -1):
        drawn.append(int(bag.draw(left, ours, size)))
        left -= bag.one(drawn[-1])
    assert drawn == expected


def test_seeds_of_a_simulations_games(vectors: dict[str, Any]) -> None:
    expected = vectors["seeds of games 0 to 2 of a simulation with seed 7"]
    assert hexadecimal(split_mix(7, 1, 3)) == expected
    assert hexadecimal([randomness.seed_of_game(7, number) for number in range(3)]) == expected


def test_committed_chance(vectors: dict[str, Any]) -> None:
    given = vectors["committed/1"]
    seed, nonces = bytes.fromhex(given["server_seed"]), [bytes.fromhex(nonce) for nonce in given["nonces"]]
    assert hashlib.sha256(seed).hexdigest() == given["commitment"]
    assert [hashlib.sha256(nonce).hexdigest() for nonce in nonces] == given["nonce_commitments"]
    key = hashlib.sha256(seed + b"".join(nonces)).digest()
    assert key.hex() == given["table_seed"]
    first = hmac.new(key, bytes(8) + b"open", "sha256").digest()
    assert [first[place : place + 8].hex() for place in range(0, 32, 8)] == given["open 0"]

    chance = one_round(seed, map(Nonce, nonces))
    ours = chance.rounds[0]
    assert (ours.commitment, ours.table_seed.hex()) == (given["commitment"], given["table_seed"])
    assert [nonce.commitment for nonce in ours.nonces] == given["nonce_commitments"]
    assert [hexadecimal(each) for each in chance.streams(0)] == [given["open 0"], given["hidden 0"]]
    assert hexadecimal(chance.streams(1)[0]) == given["open 1"]


def test_renewed_chance(vectors: dict[str, Any]) -> None:
    given = vectors["committed/2"]
    keys = []
    for one in given["rounds"]:
        seed, nonces = bytes.fromhex(one["server_seed"]), [bytes.fromhex(nonce) for nonce in one["nonces"]]
        assert hashlib.sha256(seed).hexdigest() == one["commitment"]
        keys.append(hashlib.sha256(seed + b"".join(nonces)).digest())
    assert [key.hex() for key in keys] == [one["table_seed"] for one in given["rounds"]]
    for key, number, label in ((keys[0], 12, "open"), (keys[1], 13, "open"), (keys[1], 13, "hidden")):
        digest = hmac.new(key, number.to_bytes(8, "big") + label.encode(), "sha256").digest()
        assert [digest[place : place + 8].hex() for place in range(0, 32, 8)] == given[f"{label} {number}"]

    rounds = [{key: value for key, value in one.items() if key != "table_seed"} for one in given["rounds"]]
    for one in rounds:
        one["nonces"] = [{"nonce": nonce, "by": "page"} for nonce in one["nonces"]]
    ours = randomness.read({"scheme": "committed/2", "rounds": rounds}, 2, Shape("the page"))
    assert isinstance(ours, randomness.Committed) and ours.as_data()["rounds"] == rounds
    assert hexadecimal(ours.streams(12)[0]) == given["open 12"]
    assert [hexadecimal(each) for each in ours.streams(13)] == [given["open 13"], given["hidden 13"]]


def test_a_state_of_zeros_is_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hmac, "digest", lambda key, message, name: bytes(32))
    assert list(randomness.derived_stream(b"", 0, b"open")) == [1, 0, 0, 0]


def test_pashas_opening_can_be_recomputed_from_the_page(new_match: Begin) -> None:
    match = new_match("pasha", 4, seed=11)
    opened, hidden = streams_of(11)
    first = below(opened, 4)
    expected: list[dict[str, Any]] = [{"type": "start", "seat": first}]
    size = match.edition.data["pack_size"]
    for seat in ((first + step) % 4 for step in range(4)):
        heap = sorted(match.edition.data["cards"])
        cards = [draw(hidden, heap) for _ in range(len(heap))]
        packs = [sorted(cards[start : start + size]) for start in range(0, len(cards), size)]
        expected.append({"type": "packs", "seat": seat, "cards": [card for pack in packs for card in pack]})
    tiles = [tile for tile in match.edition.data["tiles"] if tile["set"] == "A"]
    tile = draw(opened, tiles)
    assert match.events[: len(expected)] == expected
    assert match.events[-1]["tile"] == {"amount": None} | tile
    match.play(match.legal()[0])
    assert match.events[-1]["dice"] == sorted(below(opened, 6) + 1 for _ in range(5))


def test_asaras_opening_can_be_recomputed_from_the_page(new_match: Begin) -> None:
    match = new_match("asara", 3, seed=12)
    data = match.edition.data
    opened, hidden = streams_of(12)
    first = below(opened, 3)
    buyers = [colour for colour, count in data["buyers"].items() for _ in range(count)]
    hands = {}
    for seat in ((first + step) % 3 for step in range(3)):
        hands[seat] = sorted((draw(hidden, buyers) for _ in range(data["hand"]["3"])), key=list(data["buyers"]).index)
    deals = [event for event in match.events if event["type"] == "deal"]
    assert match.events[0] == {"type": "start", "seat": first}
    assert deals == [{"type": "deal", "seat": seat, "cards": cards} for seat, cards in hands.items()]
    for event in match.events:
        if event["type"] == "display":
            assert event["pieces"] == displayed(data, event["market"], opened)


def displayed(data: dict[str, Any], market: str, opened: Iterator[int]) -> list[str]:
    """A market's first display."""
    gold, every = data["gold_per_colour"][market], data["pieces_per_colour"][market]
    kinds = [name for colour in data["price"] for name in (colour, f"{colour}*")]
    stack = [kind for kind in kinds for _ in range(gold if kind.endswith("*") else every - gold)]
    return sorted((draw(opened, stack) for _ in range(data["display"][market])), key=kinds.index)


@pytest.mark.parametrize(("text", "seed"), [("0", 0), ("7", 7), ("0xff", 255), (str(2**64 - 1), 2**64 - 1)])
def test_seeds_are_read_as_people_write_them(text: str, seed: int) -> None:
    assert randomness.parse_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "seven", "1.5", str(2**64), "0x", "0x1" + "0" * 16, "٣", "1_000", " 7"])
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(BadSeed, match="is no seed; allowed: 0 to 18446744073709551615"):
        randomness.parse_seed(text)


def test_chance_comes_from_the_round_that_was_committed_to_last() -> None:
    first = randomness.Round(b"s" * 32, (Nonce(b"a" * 32), Nonce(b"b" * 32)))
    later = randomness.Round(b"t" * 32, (Nonce(b"c" * 32), Nonce(b"d" * 32)), after=3)
    chance = randomness.Committed((first, later))
    once = [randomness.Committed((found,)) for found in (first, later)]
    for number, one in enumerate([once[0]] * 4 + [once[1]] * 4):
        assert [list(each) for each in chance.streams(number)] == [list(each) for each in one.streams(number)]
