"""What is kept in memory: so much and no more, by whoever asks; what nobody asked for the longest goes first."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from serai.web.pages.lru_cache import LruCache
from serai.web.requests import quotas
from serai.web.requests.quotas import RateLimit


def test_what_was_not_asked_for_the_longest_goes_first() -> None:
    kept = LruCache[str, int](2)
    kept.put("a", 1), kept.put("b", 2)
    assert kept.get("a") == 1 and kept.put("c", 3) == 3
    assert [kept.get(key) for key in "abc"] == [1, None, 3]


def test_a_thing_that_is_put_again_takes_no_second_place() -> None:
    kept = LruCache[str, int](2)
    kept.put("a", 1), kept.put("b", 2), kept.put("a", 3), kept.put("c", 4)
    assert [kept.get(key) for key in "abc"] == [3, None, 4]
    kept.clear()
    assert kept.get("a") is None


def test_many_threads_may_ask_and_put_at_once() -> None:
    kept = LruCache[int, int](8)

    def work(start: int) -> bool:
        numbers = [(start * 7 + step) % 24 for step in range(20_000)]
        return all(kept.put(number, number) == number and kept.get(number) in (number, None) for number in numbers)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))
    assert sum(kept.get(number) is not None for number in range(24)) == 8


def test_so_many_askers_are_counted_and_those_not_heard_of_the_longest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quotas, "MOST_CLIENTS", 3)
    limit = RateLimit(rate=1.0, burst=1.0, clock=lambda: 0.0)
    for asker in "abc":
        limit.take(asker)
    assert limit.wait("a") == 1.0  # asks on, though in vain
    limit.take("d")
    assert [limit.wait(asker) for asker in "abcd"] == [1.0, 0.0, 1.0, 1.0]
