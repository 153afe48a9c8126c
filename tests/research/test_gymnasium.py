"""A seat as a Gymnasium environment: Gymnasium's own check for every table, and bots that play by the rules."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import DeprecatedEnv
from gymnasium.utils.env_checker import check_env

from serai.core import conformance
from serai.core import game as games
from serai.core.conformance import Case
from serai.core.errors import BadBot, BadOptions, IllegalMove
from serai.research.gymnasium import SeatEnv
from serai.research.kernels import version_of
from serai.research.raster import pixels
from serai.research.rewards import of
from tests.bots.programs import talk
from tests.processes import is_left

CASES = [case for name in ("asara", "pasha", "toy") for case in conformance.cases(games.load(name))]


def seat_at(game: str, **options: Any) -> SeatEnv:
    """A seat among random bots, unless others are asked for."""
    return SeatEnv(game, **({"opponents": "random"} | options))


def play_on(env: SeatEnv, seed: int, steps: int = 10_000) -> tuple[list[int], float, dict[str, Any]]:
    """Play random actions to the end, or so many: the actions, the last reward and info."""
    chance, played, reward = np.random.default_rng(seed), list[int](), 0.0
    while env.action_masks().any() and len(played) < steps:
        played.append(int(chance.choice(np.flatnonzero(env.action_masks()))))
        observation, reward, is_terminated, is_truncated, info = env.step(played[-1])
        assert env.observation_space.contains(observation) and not is_truncated
        assert is_terminated == (not info["action_mask"].any()) and (is_terminated or not reward)
    return played, reward, info


@pytest.mark.parametrize("case", CASES, ids=str)
def test_gymnasiums_check_passes_for_every_table(case: Case) -> None:
    options: dict[str, Any] = {"opponents": "random", "seat": None, **case.options}
    env = gymnasium.make(f"serai/{case.game.title}-{version_of(case.game)}", **options)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", ["asara", "pasha", "toy"])
def test_gymnasiums_check_passes_for_every_way_to_render(game: str) -> None:
    check_env(gymnasium.make(f"serai/{game.capitalize()}-{version_of(games.load(game))}", opponents="random").unwrapped)


def test_an_earlier_version_of_a_game_is_refused_by_naming_the_present_one() -> None:
    with pytest.warns(DeprecationWarning), pytest.raises(DeprecatedEnv, match="Please use `serai/Asara-v2` instead"):
        gymnasium.make("serai/Asara-v1")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_ends_and_gives_the_seat_what_is_its_own(case: Case) -> None:
    env = seat_at(case.game.name, seat=case.players - 1, **case.options)
    env.reset(seed=2)
    _played, reward, info = play_on(env, 2)
    assert env.table.is_over and info["seat"] == case.players - 1
    assert info["scores"] == env.table.scores() and info["winners"] == env.table.winners()
    assert reward == of(info["winners"], case.players)[case.players - 1]


def test_the_mask_is_what_the_seat_may_play() -> None:
    env = seat_at("asara", players=3, expert=True)
    _observation, info = env.reset(seed=4)
    for _ in range(30):
        assert env.table.to_act == env.seat
        assert info["action_mask"].dtype == np.int8 and env.action_masks().dtype == np.bool_
        legal = [env.table.is_legal(action) for action in range(env.table.actions)]
        assert info["action_mask"].astype(bool).tolist() == env.action_masks().tolist() == legal
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))


@pytest.mark.parametrize("opponents", ["random", "merchant", ["traveller", "merchant"]])
def test_the_same_seed_gives_the_same_game_with_any_bots(opponents: str | list[str]) -> None:
    runs = []
    for _ in range(2):
        env = seat_at("pasha", players=3, opponents=opponents, seat=None)
        runs.append(
            [(env.reset(seed=11 if first else None)[0].tolist(), env.seat, play_on(env, 3)[0]) for first in (1, 0)]
        )
    assert runs[0] == runs[1] and runs[0][0] != runs[0][1]


def test_a_seat_by_chance_is_every_seat_in_time() -> None:
    env = seat_at("pasha", players=4, seat=None)
    env.reset(seed=1)
    taken = [env.seat]
    for _ in range(40):
        env.reset()
        taken.append(env.seat)
    assert set(taken) == {0, 1, 2, 3}


def test_opponents_sit_in_the_order_that_they_are_named_in() -> None:
    env = SeatEnv("pasha", players=3, opponents=["merchant", "traveller"], seat=1, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert isinstance(shown, str)
    assert "● merchant" in shown and "▲ learner" in shown and "■ traveller" in shown


def test_an_illegal_action_loses_at_once_and_says_why() -> None:
    env = seat_at("pasha", players=3)
    env.reset(seed=1)
    refused = int(np.flatnonzero(~env.action_masks())[0])
    before = env.table.games.tobytes()
    _observation, reward, is_terminated, is_truncated, info = env.step(refused)
    assert (reward, is_terminated, is_truncated) == (-1.0, True, False)
    assert f"illegal action {refused}" in info["illegal"] and not info["action_mask"].any()
    assert env.table.games.tobytes() == before
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(0)


def test_nothing_can_be_played_before_a_game_has_begun() -> None:
    with pytest.raises(IllegalMove, match="call reset"):
        seat_at("pasha").step(0)


@pytest.mark.parametrize("taken", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alone_from_where_the_game_stands(taken: Callable[[SeatEnv], SeatEnv]) -> None:
    env = seat_at("asara", opponents="traveller")
    env.reset(seed=9)
    play_on(env, 1, steps=10)
    other = taken(env)
    assert play_on(other, 5)[:2] == play_on(env, 5)[:2]
    assert other.table.games.tobytes() == env.table.games.tobytes()


def test_pixels_are_those_of_the_seats_own_picture() -> None:
    env = gymnasium.make("serai.research.gymnasium:serai/Pasha-v1", opponents="random", render_mode="rgb_array")
    env.reset(seed=1)
    seen: Any = env.render()
    assert seen.shape == (720, 960, 3) and seen.dtype == np.uint8
    own: Any = env.unwrapped
    of_seat = [pixels(own.table.picture(seat, ["learner", "random"])) for seat in (0, 1)]
    assert (seen == of_seat[0]).all() and (seen != of_seat[1]).any()


def test_bots_and_seats_that_there_are_not_are_refused() -> None:
    with pytest.raises(BadBot, match="there is no bot 'sultan'"):
        SeatEnv("pasha", opponents="sultan")
    with pytest.raises(BadOptions, match="1 opponents for 3 players; allowed: one name, or 2"):
        SeatEnv("pasha", players=3, opponents=["merchant"])
    with pytest.raises(BadOptions, match="no seat 2 with 2 players; allowed: 0 to 1"):
        SeatEnv("pasha", seat=2)


def test_a_program_can_be_an_opponent_and_is_told_how_the_game_ended(tmp_path: Path) -> None:
    told = tmp_path / "told"
    name = talk(tmp_path / "bot.py", result=f"open({str(told)!r}, 'a').write(line)")
    env = SeatEnv("pasha", opponents=name)
    env.reset(seed=1)
    _played, _reward, info = play_on(env, 1)
    env.reset(seed=2)
    play_on(env, 1)
    env.close()
    results = [json.loads(line) for line in told.read_text().splitlines()]
    assert results[0]["scores"] == info["scores"] and results[0]["winners"] == info["winners"]


def test_a_program_that_can_not_take_part_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="did not greet"):
        SeatEnv("pasha", opponents=talk(tmp_path / "bot.py", hello="sys.exit()"))


def test_the_faults_of_a_program_are_told_at_the_end_of_the_game(tmp_path: Path) -> None:
    name = talk(tmp_path / "bot.py", body='say(id=number, move="dance")')
    env = SeatEnv("pasha", players=3, opponents=["random", name])
    _observation, info = env.reset(seed=1)
    assert "faults" not in info
    _played, _reward, info = play_on(env, 1)
    own, random, program = info["faults"]
    assert own == random == [] and "not a legal move: 'dance'" in program[0]
    env.close()


def test_closing_ends_the_programs_and_a_reset_starts_them_again(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    name = talk(tmp_path / "bot.py", before=f"print(os.getpid(), file=open({str(pids)!r}, 'a'))")
    env = SeatEnv("pasha", opponents=name)
    for started in (1, 2):
        env.reset(seed=1)
        play_on(env, 1)
        assert len(pids.read_text().split()) == started
        env.close()
        assert not any(map(is_left, map(int, pids.read_text().split())))
