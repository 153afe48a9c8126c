"""The bots' minds: always legal, always the same for the same view and chance, and sensible."""

from typing import Any

import numpy as np
import pytest

from serai.core.edition import Edition
from serai.core.records.randomness import stream_of
from serai.core.search.mind import LEVELS
from serai.games.pasha.bot import mind, tuning
from serai.games.pasha.bot.prospects import WEIGHTS
from serai.games.pasha.rules import moves
from serai.games.pasha.rules.state import NO_TILE, NOT_MARKED, ROLL
from serai.games.pasha.tests import plain_dicer
from serai.games.pasha.tests.table import STANDARD, Table, edition_with, resampled
from serai.games.pasha.words import notation

TILE = {"set": "A", "face": 3, "reward": "points", "amount": 50}
HUGE = edition_with(
    cards=[-9, -9, -3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30],
    pack_size=5,
    extra_roll_card=1,
    lamp_card=1,
    rolls=6,
    own_cubes=20,
    white_cubes=20,
    tiles=[TILE | {"face": 1 + number % 6} for number in range(15)]
    + [{"set": "B", "face": 1, "reward": "discard"}] * 15,
)
TINY = edition_with(
    cards=[3], pack_size=1, extra_roll_card=0, lamp_card=3, rolls=1, own_cubes=0, white_cubes=0, tiles=[]
)
GLOOMY = edition_with(cards=[-3, -1, -1, -2], pack_size=2, extra_roll_card=-3, lamp_card=-2, own_cubes=2)
CUBES = edition_with(
    tiles=[{"set": "Z", "face": 6, "reward": "cubes", "amount": 9}], own_cubes=1, white_cubes=3, rolls=2
)


def mind_of(table: Table, level: str, steps: int = 0, seed: int = 5) -> mind.TurnMind:
    """The mind of the seat to act, after so many steps."""
    found = mind.begin(table.view(table.to_act), table.edition, level, stream_of(seed, 0))
    found.think(steps)
    return found


def check(table: Table, found: mind.TurnMind) -> None:
    """Candidates are the legal moves, each once, best first, with chances that sum to 1."""
    candidates = found.candidates()
    assert sorted(candidate.move for candidate in candidates) == sorted(table.legal_moves())
    worths = [candidate.worth for candidate in candidates]
    assert worths == sorted(worths, reverse=True)
    for candidate in candidates:
        assert sum(candidate.wins) == pytest.approx(1.0)
        assert len(candidate.points) == len(candidate.wins) == table.players
        assert np.isfinite([candidate.worth, *candidate.points]).all() and min(candidate.wins) >= 0.0
    reasons = found.reasons(candidates[0])
    assert 2 <= len(reasons) <= 5
    assert all(np.isfinite(reason.points) and reason.sentence and reason.seat == table.to_act for reason in reasons)


def play(table: Table, decisions: int, steps: int) -> None:
    """Let all levels in turn decide, and check them."""
    for number in range(decisions):
        if table.is_over:
            return
        found = mind_of(table, LEVELS[number % len(LEVELS)], steps, number)
        check(table, found)
        table.apply(found.candidates()[0].move)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_level_answers_legally_from_the_first_card_to_the_end(players: int) -> None:
    table = Table(players, seed=players)
    play(table, 12, 3)
    table.play_randomly(40)
    play(table, 12, 3)
    table.play_randomly(150)
    play(table, 12, 3)


@pytest.mark.parametrize("edition", [HUGE, TINY, GLOOMY, CUBES], ids=["huge", "tiny", "gloomy", "cubes"])
def test_every_level_answers_legally_in_strange_editions(edition: Edition) -> None:
    for players in (2, 5):
        table = Table(players, 1, edition)
        play(table, 5, 2)
        table.play_randomly(30)
        play(table, 4, 2)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_answer(level: str) -> None:
    for players in (2, 3):
        table = Table(players, seed=8)
        first, again = (mind_of(table, level, 30).candidates() for _ in range(2))
        assert first == again


def test_a_mind_knows_no_more_than_its_seat() -> None:
    """P21: hands of others may lie in any way."""
    table = Table(2, seed=4)
    view = table.view(table.to_act)
    other: Any = resampled(view, STANDARD, 3)
    hidden = Table(2, seed=4)
    hidden.games[:] = other
    assert mind_of(table, "vizier", 50).candidates() == mind_of(hidden, "vizier", 50).candidates()


@pytest.mark.parametrize("edition", [STANDARD, HUGE, CUBES], ids=["standard", "huge", "cubes"])
def test_the_shares_of_a_turn_never_exceed_it(edition: Edition) -> None:
    for seed in range(20):
        table = Table(2, seed, edition)
        table.play_randomly(seed)
        while table.game.phase == ROLL:
            table.play_randomly(1, seed)
        seat, total, number = table.to_act, 0.0, int(table.game.round_number)
        while not table.is_over and (table.to_act, int(table.game.round_number)) == (seat, number):
            total += mind.share_of_turn(table.view(seat), edition)
            table.play_randomly(1, seed + int(table.game.cubes[seat]))
        assert 0.0 <= total <= 1.0


def last_turn(*dice: int) -> Table:
    """The last turn of a game: seat 1 follows a pair of threes of seat 0, both have played a 4."""
    table = Table(2, seed=1)
    four = STANDARD.record[0].value.tolist().index(4)
    game = table.game
    game.first, game.turn_of, game.round_number, game.stack = 0, 1, 9, 0
    game.disc[:2], game.played[:2], game.unplayed[:2], game.hand[:2] = (3, NOT_MARKED), four, 0, 0
    game.phase, game.rolls_left, game.revealed[0] = ROLL, 0, NO_TILE
    table.show(*dice)
    return table


def test_a_cube_is_kept_when_the_last_round_is_won_anyway() -> None:
    """P19: cubes left are points."""
    table = last_turn(5, 5, 2, 3, 6)
    best = mind_of(table, "vizier").candidates()[0]
    assert notation.move_name(best.move, STANDARD) == "mark"


def test_cubes_are_spent_when_the_game_would_be_lost_without() -> None:
    """P16, P20: seat 0 is a point ahead, and only the better card can turn that."""
    table = last_turn(1, 1, 2, 4, 6)
    table.game.played[0] = STANDARD.record[0].value.tolist().index(7)
    best = mind_of(table, "vizier").candidates()[0]
    assert moves.CUBE_REROLLS <= best.move < moves.LAMP
    assert best.wins[1] > 0.5


def test_weights_are_fitted_from_games_of_its_own() -> None:
    fitted = tuning.tune(STANDARD, 2, 1, path=None)
    assert all(weights.shape == (WEIGHTS,) and np.isfinite(weights).all() for weights in fitted.values())
    assert set(tuning.load()) == set(fitted) == {2, 3, 4, 5}


def test_the_plain_dicer_plays_legally() -> None:
    table = Table(3, seed=6)
    while not table.is_over:
        table.apply(plain_dicer.choose(table.view(table.to_act), STANDARD))


@pytest.mark.parametrize("players", [2, 3])
def test_looking_at_a_mind_between_its_steps_changes_nothing(players: int) -> None:
    table = Table(players, seed=3)
    undisturbed, asked = mind_of(table, "caliph"), mind_of(table, "caliph")
    undisturbed.think(60)
    for _ in range(60):
        asked.think(1)
        asked.reasons(asked.candidates()[-1])
    assert undisturbed.candidates() == asked.candidates()
