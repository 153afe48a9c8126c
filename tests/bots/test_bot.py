"""A bot answers with a legal move, within its bounds, and the same when it sees the same."""

from collections.abc import Callable
from typing import Any

import pytest

from serai.bots import bot as bots
from serai.bots.bot import Bot, seed_of_player, think
from serai.bots.levels import parse
from serai.core.match import Match
from serai.core.search.mind import LEVELS

Begin = Callable[..., Match]
Counting = Callable[..., Any]


class Hands:
    """A clock that only goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def costing(self, seconds: float) -> Callable[[int], None]:
        """What makes each step take so long."""

        def go_on(steps: int) -> None:
            self.now += steps * seconds

        return go_on


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The clock that bots look at."""
    hands = Hands()
    monkeypatch.setattr(bots, "perf_counter", hands)
    return hands


def mind_of(counting: Counting, match: Match, **options: Any) -> Any:
    """A counting mind at a match."""
    return counting(**options).game.bot.begin(match.view(match.to_act), match.edition, "vizier", [])


@pytest.mark.parametrize("name", ["asara", "pasha", "toy"])
def test_a_random_bot_plays_whole_games_of_legal_moves(new_match: Begin, name: str) -> None:
    match = new_match(name, 2)
    bot = Bot(match.game, match.edition, parse("random:seed=1"))
    while not match.is_over:
        match.play(bot.choose(match.view(match.to_act)))
    assert match.has_ended


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves_and_the_same_ones_again(new_match: Begin, level: str) -> None:
    match = new_match("toy", 3)
    bots = [Bot(match.game, match.edition, parse(f"{level}:sims=20:seed=1")) for _ in range(2)]
    while not match.is_over:
        first, second = (bot.choose(match.view(match.to_act)) for bot in bots)
        assert first == second
        match.play(first)
    assert match.has_ended


def test_a_bot_plays_what_its_mind_likes_best(new_match: Begin, counting: Counting) -> None:
    match, begun = new_match(), counting()
    bot = Bot(begun.game, match.edition, parse("vizier:sims=3"))
    assert bot.choose(match.view(match.to_act)) == max(match.legal_moves())


def test_the_same_seed_and_the_same_view_give_the_same_answer(new_match: Begin) -> None:
    match = new_match("asara", 2)
    view = match.view(match.to_act)
    answers = [Bot(match.game, match.edition, parse("random:seed=7")).choose(view) for _ in range(3)]
    assert len(set(answers)) == 1
    others = {Bot(match.game, match.edition, parse(f"random:seed={seed}")).choose(view) for seed in range(40)}
    assert len(others) > 5


def test_a_mind_gets_the_same_chance_when_the_bot_sees_the_same(new_match: Begin, counting: Counting) -> None:
    match, begun = new_match(), counting()
    bot = Bot(begun.game, match.edition, parse("caliph:sims=1:seed=7"))
    bot.consider(match.view(match.to_act))
    bot.consider(match.view(match.to_act))
    match.play(match.legal_moves()[0])
    bot.consider(match.view(match.to_act))
    first, again, later = begun.streams
    assert first == again != later


def test_a_forced_move_is_played_without_thinking(new_match: Begin, play_out: Any, counting: Counting) -> None:
    match, begun = new_match(), counting()
    while len(match.legal_moves()) > 1:
        play_out(match, len(match.moves) + 1)
    bot = Bot(begun.game, match.edition, parse("caliph"))
    assert [bot.choose(match.view(match.to_act))] == match.legal_moves() and begun.minds == []


def test_a_stopped_bot_answers_with_what_it_has(new_match: Begin, counting: Counting) -> None:
    match, begun = new_match(), counting()
    bot = Bot(begun.game, match.edition, parse("caliph:time=600"))
    assert bot.choose(match.view(match.to_act), lambda: True) in match.legal_moves()
    assert begun.minds[0].asked == []


def test_thinking_ends_when_it_is_stopped_amid(new_match: Begin, counting: Counting, clock: Hands) -> None:
    mind = mind_of(counting, new_match(), cost=clock.costing(0.001))
    think(mind, None, None, lambda: clock.now >= 100.05)
    assert 0.05 <= clock.now - 100 <= 0.07


@pytest.mark.parametrize("steps", [1, 3, 4, 5, 100, 12345])
def test_a_mind_makes_exactly_the_steps_it_is_given(
    new_match: Begin, counting: Counting, clock: Hands, steps: int
) -> None:
    mind = mind_of(counting, new_match(), cost=clock.costing(0.0001))
    assert think(mind, steps, None, lambda: False) == steps == sum(mind.asked)


@pytest.mark.parametrize("cost", [1e-7, 1e-5, 1e-3, 0.02])
def test_a_mind_thinks_to_its_deadline_and_hardly_longer(
    new_match: Begin, counting: Counting, clock: Hands, cost: float
) -> None:
    mind = mind_of(counting, new_match(), cost=clock.costing(cost))
    think(mind, None, clock.now + 0.5, lambda: False)
    assert 0 <= clock.now - 100.5 <= max(4 * cost, 0.001)


def test_no_step_is_made_after_the_deadline(new_match: Begin, counting: Counting, clock: Hands) -> None:
    mind = mind_of(counting, new_match())
    assert think(mind, 10, clock.now, lambda: False) == 0 and mind.asked == []


def test_whichever_bound_comes_first_ends_thinking(new_match: Begin, counting: Counting, clock: Hands) -> None:
    few = mind_of(counting, new_match(), cost=clock.costing(0.001))
    assert think(few, 20, clock.now + 1, lambda: False) == 20
    short = mind_of(counting, new_match(), cost=clock.costing(0.001))
    assert 10 <= think(short, 1000, clock.now + 0.01, lambda: False) <= 14


def test_a_mind_that_is_done_is_asked_no_more(new_match: Begin, counting: Counting) -> None:
    mind = mind_of(counting, new_match(), depth=10)
    assert think(mind, 1000, None, lambda: False) == 10 and mind.asked[-1] < 10


def test_a_decision_gets_its_share_of_the_turn(new_match: Begin, counting: Counting, clock: Hands) -> None:
    match, begun = new_match(), counting(share=0.25, cost=clock.costing(0.001))
    view = match.view(match.to_act)
    Bot(begun.game, match.edition, parse("vizier:sims=100")).consider(view)
    assert sum(begun.minds[0].asked) == 25
    start = clock.now
    Bot(begun.game, match.edition, parse("vizier:time=2")).consider(view)
    assert 0.5 <= clock.now - start <= 0.502


def test_a_bot_makes_ready_without_using_its_time(new_match: Begin, counting: Counting) -> None:
    match, begun = new_match(), counting()
    Bot(begun.game, match.edition, parse("caliph:time=600")).prepare(match.view(match.to_act))
    assert begun.minds[0].asked == [1]


def test_levels_without_bounds_answer_with_their_first_thought(new_match: Begin, counting: Counting) -> None:
    match, begun = new_match(), counting()
    Bot(begun.game, match.edition, parse("merchant")).consider(match.view(match.to_act))
    assert begun.minds[0].asked == []


def test_every_seat_of_every_deal_has_a_seed_of_its_own() -> None:
    seeds = {seed_of_player(seed, deal, seat) for seed in range(3) for deal in range(20) for seat in range(5)}
    assert len(seeds) == 300 and all(0 <= seed < 2**64 for seed in seeds)
