"""Skills by openskill follow from games, not from their order, and are left out where the package is missing."""

import random

import pytest

from serai.arena import skill
from serai.arena.games import Effort, GameResult
from serai.arena.seating import Fixture, fixtures


def ended(fixture: Fixture, *scores: int) -> GameResult:
    """A game that ended like this; the most points win."""
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return GameResult(fixture, scores, winners, (Effort(1, 1, 0.0, 0.0),) * len(scores))


def games(count: int) -> list[GameResult]:
    """Games that the first bot mostly wins and the last one mostly loses."""
    generator = random.Random(1)
    todo = fixtures(3, 2, count)
    return [ended(fixture, *(generator.randrange(20) - 6 * bot for bot in fixture.seating)) for fixture in todo]


def test_a_bot_that_wins_more_has_more_skill_and_more_games_narrow_the_interval() -> None:
    few, many = skill.skills(games(12), 3), skill.skills(games(120), 3)
    assert few and many and many[0].low > many[1].value > many[2].high
    assert all(one.high - one.low > other.high - other.low for one, other in zip(few, many, strict=True))


def test_the_order_in_which_games_were_played_changes_nothing() -> None:
    played = games(30)
    assert skill.skills(random.Random(2).sample(played, len(played)), 3) == skill.skills(played, 3)
    turned = [ended(Fixture(99 - game.fixture.deal, game.fixture.seating), *game.scores) for game in played]
    before, after = skill.skills(played, 3), skill.skills(turned, 3)
    assert before and after and [one.value for one in after] == pytest.approx([one.value for one in before], abs=0.5)


def test_winners_come_first_then_points_and_equal_points_share_a_place() -> None:
    game = GameResult(Fixture(0, (0, 1, 2, 3)), (7, 9, 3, 3), (0,), (Effort(1, 1, 0.0, 0.0),) * 4)
    assert skill.ranks(game) == [0, 1, 2, 2]
    assert skill.ranks(ended(Fixture(0, (0, 1)), 5, 5)) == [0, 0]


def test_a_bot_against_itself_and_another_keeps_one_rating() -> None:
    found = skill.skills([ended(Fixture(deal, (0, 0, 1)), 9, 8, 1) for deal in range(5)], 2)
    assert found and found[0].value > 25 > found[1].value


def test_without_the_package_there_are_no_skills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill, "find_spec", lambda name: None)
    assert skill.skills(games(12), 3) is None and "serai[research]" in skill.MISSING
