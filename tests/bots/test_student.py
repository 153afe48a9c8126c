"""Student's t is that of the tables, and what can't do without it says which package is missing."""

import math

import numpy as np
import pytest

from serai.arena import effects
from serai.arena import student_t as student
from serai.arena.student_t import critical_value, p_value
from serai.core.errors import BadOptions
from tests.bots.test_effects import games, values


@pytest.mark.parametrize(
    ("freedom", "wanted"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)]
)
def test_students_interval_is_that_of_the_tables(freedom: int, wanted: float) -> None:
    assert critical_value(freedom) == pytest.approx(wanted, abs=0.0005)
    assert (
        p_value(critical_value(freedom), freedom) == p_value(-critical_value(freedom), freedom) == pytest.approx(0.05)
    )


def test_no_difference_is_always_chance() -> None:
    assert p_value(0, 5) == 1 and p_value(1e6, 5) < 1e-20


def test_without_the_package_effects_are_known_and_their_intervals_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    played = games(np.random.default_rng(2), 24, deal=9, rest=5)
    with_it = effects.effects_of(played, 4)
    monkeypatch.setattr(student, "find_spec", lambda name: None)
    without = effects.effects_of(played, 4)
    assert values(without) == values(with_it) and without.variance == with_it.variance
    assert all(math.isfinite(bot.high) for bot in with_it.bots)
    assert all(bot.high == math.inf == -bot.low for bot in without.bots)
    assert [seat.wins for seat in without.seats] == [seat.wins for seat in with_it.seats]


def test_without_the_package_the_lab_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    student.check()
    monkeypatch.setattr(student, "find_spec", lambda name: None)
    with pytest.raises(BadOptions, match=r"the lab needs scipy, which is not installed \(pip install 'serai\[resea"):
        student.check()
