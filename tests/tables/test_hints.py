"""Asking the vizier: what is being searched is not searched again, and nobody has two questions at once."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from serai.bots.advice import Advice
from serai.tables.errors import TooMuch
from serai.tables.service import Service
from serai.tables.work import hints
from serai.tables.work.hints import Adviser, Question
from tests.guests import PATIENCE
from tests.tables.sitting import ANN, BOB, PLAYERS, Sitting, begin


class Thoughts:
    """A vizier who counts what he is asked, and thinks until he may answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.may_answer = threading.Event()
        monkeypatch.setattr(hints, "think", self.think)

    def think(self, question: Question) -> list[Advice]:
        """In the search's place."""
        self.asked.append(question.decision)
        assert self.may_answer.wait(PATIENCE)
        return []

    async def begun(self, searches: int) -> None:
        """Wait until so many searches run."""
        async with asyncio.timeout(PATIENCE):
            while len(self.asked) < searches:
                await asyncio.sleep(0.01)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    """The vizier of the test."""
    return Thoughts(monkeypatch)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: where a browser is open, its driver has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()


def asking(adviser: Adviser, sitting: Sitting, player: str) -> Coroutine[Any, Any, tuple[Question, list[Advice]]]:
    """What a page does for the seat to act."""
    return adviser.advise(sitting.name, player, sitting.to_act)


def test_equal_questions_at_the_same_time_are_one_search(service: Service, thoughts: Thoughts) -> None:
    sitting, adviser = begin(service, hints=True), Adviser(service, 2)
    seat, owner = sitting.to_act, PLAYERS[sitting.to_act]
    other = BOB if owner == ANN else ANN
    sitting.give(seat, other)

    async def ask_thrice() -> None:
        questions = [asyncio.create_task(asking(adviser, sitting, who)) for who in (owner, owner, other)]
        await thoughts.begun(1)
        await asyncio.sleep(0.1)
        thoughts.may_answer.set()
        await asyncio.gather(*questions)
        await asking(adviser, sitting, other)

    run(ask_thrice())
    assert thoughts.asked == [sitting.decision]


def test_a_player_has_one_question_at_a_time(service: Service, thoughts: Thoughts) -> None:
    first, second, adviser = begin(service, hints=True), begin(service, hints=True), Adviser(service, 2)
    player = PLAYERS[first.to_act]
    if second.to_act != first.to_act:
        second.give(second.to_act, player)

    async def ask_at_both() -> None:
        question = asyncio.create_task(asking(adviser, first, player))
        await thoughts.begun(1)
        with pytest.raises(TooMuch, match="still thinking about another question of yours"):
            await asking(adviser, second, player)
        thoughts.may_answer.set()
        await question
        await asking(adviser, second, player)

    run(ask_at_both())
    assert len(thoughts.asked) == 2


def test_a_search_that_failed_can_be_asked_for_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, adviser = begin(service, hints=True), Adviser(service, 2)

    def fail(_question: Question) -> list[Advice]:
        raise ValueError("the vizier has a headache")

    monkeypatch.setattr(hints, "think", fail)

    async def ask_twice() -> None:
        for _ in range(2):
            with pytest.raises(ValueError, match="headache"):
                await asking(adviser, sitting, PLAYERS[sitting.to_act])

    run(ask_twice())


def test_there_is_an_end_to_how_many_questions_wait(service: Service, thoughts: Thoughts) -> None:
    adviser = Adviser(service, 1)
    tables = [begin(service, hints=True) for _ in range(hints.MOST_WAITING + 2)]
    players = [f"{number:064x}" for number in range(len(tables))]
    for sitting, player in zip(tables, players, strict=True):
        sitting.give(sitting.to_act, player)

    async def ask_at_all() -> None:
        *few, last = zip(tables, players, strict=True)
        questions = [asyncio.create_task(asking(adviser, *one)) for one in few]
        await thoughts.begun(1)
        while len(adviser._running) < len(few):
            await asyncio.sleep(0.01)
        with pytest.raises(TooMuch, match="too many"):
            await asking(adviser, *last)
        thoughts.may_answer.set()
        await asyncio.gather(*questions)

    run(ask_at_all())
    assert len(thoughts.asked) == hints.MOST_WAITING + 1
