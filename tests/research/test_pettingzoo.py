"""The PettingZoo environments: PettingZoo's own suites for every table, and games that are those of the rules."""

import copy
import pickle
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pettingzoo as theirs
import pytest
from pettingzoo.env_registry.exceptions import VersionNotFound
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from serai.core import conformance
from serai.core import game as games
from serai.core.conformance import Case
from serai.core.errors import BadOptions, BadSeed, IllegalMove
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed, seed_of_game
from serai.games.asara.rules.state import BUYERS
from serai.research import pettingzoo
from serai.research.kernels import kernel_of, version_of
from serai.research.pettingzoo import asara_v2, pasha_v1
from serai.research.pettingzoo.table import TableEnv

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # the suites import an environment in a way of old
    from pettingzoo.test import api_test, render_test, seed_test

CASES = [case for name in ("asara", "pasha", "toy") for case in conformance.cases(games.load(name))]
LONGEST = 10_000

# PettingZoo warns of dicts with masks in any environment but its own, and of a seat that may play nothing.
TOLERATED = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning",
)


def tolerant(test: Any) -> Any:
    """A test under which PettingZoo may say what it says of every game with masks."""
    for warning in TOLERATED:
        test = pytest.mark.filterwarnings(warning)(test)
    return test


def table(case: Case, **options: Any) -> TableEnv:
    """The environment of a case."""
    return pettingzoo.env(case.game.name, **case.options, **options)


def begun(env: TableEnv, seed: int = 1) -> TableEnv:
    """The same environment, at the beginning of a game."""
    env.reset(seed=seed)
    return env


def legal(env: TableEnv) -> list[int]:
    """The actions that the agent selected may play."""
    return [int(action) for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"])]


def play_on(env: TableEnv, steps: int, seed: int = 1) -> list[int]:
    """Play so many random actions, or to the end; which they were."""
    chance, played = np.random.default_rng(seed), list[int]()
    for _agent in env.agent_iter(steps):
        observation, _reward, is_terminated, _is_truncated, _info = env.last()
        assert observation is not None
        if is_terminated:
            break
        played.append(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        env.step(played[-1])
    return played


@tolerant
@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoos_api_test_passes_for_every_table(case: Case) -> None:
    api_test(table(case), num_cycles=40)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoos_seed_test_passes_for_every_table(case: Case) -> None:
    seed_test(lambda: table(case), num_cycles=15)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoos_render_test_passes_for_every_table(case: Case) -> None:
    render_test(lambda render_mode: table(case, render_mode=render_mode))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_game_ends_and_is_the_game_that_the_rules_play(case: Case) -> None:
    env, seed = begun(table(case), 5), seed_of_game(5, 0)
    match = Match(case.game, case.edition, case.options, StreamSeed(seed))
    for action in play_on(env, LONGEST):
        match.play(action)
    assert match.is_over
    assert env.table.games.tobytes() == match.games.tobytes()
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.infos["seat_0"] == {"scores": match.scores(), "winners": match.winners()}
    best = max(env.rewards.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert [seat for seat, reward in enumerate(env.rewards.values()) if reward == best] == match.winners()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_agent_is_given_what_its_seat_knows_and_may_do(case: Case) -> None:
    env, game = begun(table(case), 3), case.game
    match = Match(game, case.edition, case.options, StreamSeed(seed_of_game(3, 0)))
    room, row = np.zeros(1, game.rules.STATE), np.zeros(env.table.layout.size, np.int16)
    for action in play_on(copy.deepcopy(env), 60):
        assert env.agent_selection == f"seat_{match.to_act}"
        assert legal(env) == sorted(match.legal_moves())
        for seat, agent in enumerate(env.agents):
            kernel_of(game).observe_numbers(match.games, 0, case.edition.record, seat, room, 0, row)
            assert np.array_equal(env.observe(agent)["observation"], row)
            assert seat == match.to_act or not env.observe(agent)["action_mask"].any()
        env.step(action)
        match.play(action)


def test_observations_that_are_kept_stay_as_they_were() -> None:
    env = begun(asara_v2.env())
    kept = [env.observe(agent) for agent in env.agents]
    copies = copy.deepcopy(kept)
    play_on(env, 50)
    for then, now in zip(copies, kept, strict=True):
        assert np.array_equal(then["observation"], now["observation"])
        assert np.array_equal(then["action_mask"], now["action_mask"])


def test_an_illegal_action_of_a_raw_env_is_refused_and_changes_nothing() -> None:
    env = begun(asara_v2.raw_env(players=3))
    before = env.table.games.tobytes(), env.agent_selection, dict(env.rewards)
    refused = env.table.game.words.parse_move("buy white", env.table.edition)
    with pytest.raises(IllegalMove, match=rf"illegal action {refused}, 'buy white', of seat \d: .+ \(A\d+\); allowed"):
        env.step(refused)
    assert (env.table.games.tobytes(), env.agent_selection, dict(env.rewards)) == before
    env.step(legal(env)[0])


def test_an_illegal_action_of_an_env_loses_as_pettingzoos_wrapper_has_it() -> None:
    ours, wrapped = begun(pasha_v1.env(players=3)), TerminateIllegalWrapper(pasha_v1.raw_env(players=3), -1)
    wrapped.reset(seed=1)
    refused = next(action for action in range(ours.table.actions) if action not in legal(ours))
    loser = ours.agent_selection
    for env in (ours, wrapped):
        env.step(refused)
        assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
        assert all(env.terminations.values()) and all(env.truncations.values())
    assert str(refused) in ours.infos[loser]["illegal"]
    for env in (ours, wrapped):
        given = {}
        for agent in env.agent_iter():
            given[agent] = env.last()[1]
            env.step(None)
        assert given == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}


@pytest.mark.parametrize("action", [-1, 955, 10**9])
@pytest.mark.parametrize("make", [pasha_v1.env, pasha_v1.raw_env])
def test_what_is_no_action_is_refused_by_both(make: Callable[[], TableEnv], action: int) -> None:
    env = begun(make())
    before = env.table.games.tobytes()
    with pytest.raises(IllegalMove, match=f"{action} is no action; there are 0 to 954; allowed are"):
        env.step(action)
    with pytest.raises(TypeError):
        env.step(0.5)
    assert env.table.games.tobytes() == before


def test_a_seed_gives_a_row_of_games_and_no_seed_goes_on_in_it() -> None:
    def row_of_games(env: TableEnv) -> list[bytes]:
        env.reset(seed=7)
        first = env.table.games.tobytes()
        env.reset()
        return [first, env.table.games.tobytes()]

    games_of_7 = row_of_games(pasha_v1.env())
    assert row_of_games(pasha_v1.env()) == games_of_7 and games_of_7[0] != games_of_7[1]
    unseeded = [pasha_v1.env(), pasha_v1.env()]
    for env in unseeded:
        env.reset()
    assert unseeded[0].table.games.tobytes() != unseeded[1].table.games.tobytes()
    with pytest.raises(BadSeed):
        env.reset(seed=-1)


@pytest.mark.parametrize("taken", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alone_from_where_the_game_stands(taken: Callable[[TableEnv], TableEnv]) -> None:
    env = begun(asara_v2.env())
    play_on(env, 40)
    other = taken(env)
    assert not other.table.record.flags.writeable  # what the rules are compiled for
    assert play_on(other, 30, seed=2) == play_on(env, 30, seed=2)
    assert other.table.games.tobytes() == env.table.games.tobytes()
    before = env.table.games.tobytes()
    play_on(other, 5, seed=3)
    assert env.table.games.tobytes() == before


def test_nothing_of_a_game_can_be_read_before_it_has_begun() -> None:
    env = pasha_v1.env()
    for use in (lambda: env.agents, lambda: env.step(0), env.last, env.render, lambda: env.observe("seat_0")):
        with pytest.raises(AttributeError, match="before reset"):
            use()


def test_text_and_pictures_are_of_the_seat_to_act() -> None:
    env = begun(asara_v2.env(render_mode="ansi"))
    shown = env.render()
    assert isinstance(shown, str) and "[bold]" not in shown and "Your hand" in shown
    hand = env.table.games[0].hand[env.table.to_act]
    assert all(f"{buyer} ×{number}" in shown for buyer, number in zip(BUYERS, hand, strict=True) if number)
    play_on(env, LONGEST)
    over = env.render()
    assert isinstance(over, str) and "Your hand" not in over


def test_a_game_without_a_sketch_has_no_pixels_and_says_so() -> None:
    with pytest.raises(BadOptions, match=r"Toy has no draw_svg.*allowed: human, ansi"):
        pettingzoo.env("toy", render_mode="rgb_array")
    with pytest.raises(BadOptions, match="no render mode 'film'; allowed: human, ansi, rgb_array"):
        pasha_v1.env(render_mode="film")
    with pytest.raises(BadOptions, match="render_mode"):
        begun(pasha_v1.env()).render()


def test_options_that_a_game_does_not_have_are_refused() -> None:
    with pytest.raises(BadOptions, match="2 to 5 players, not 6"):
        pasha_v1.env(players=6)
    with pytest.raises(BadOptions, match="no option 'expert'"):
        pettingzoo.env("pasha", expert=True)


@pytest.mark.parametrize("name", ["asara_v1", "asara_v2", "pasha_v1"])
def test_an_environments_version_is_that_of_the_rules_and_an_earlier_one_names_it(name: str) -> None:
    module, game = f"serai.research.pettingzoo.{name}", games.load(name.partition("_")[0])
    if name == f"{game.name}_{version_of(game)}":
        assert import_module(module).env().metadata["name"] == name
    else:
        with pytest.raises(ImportError, match=f"use serai.research.pettingzoo.{game.name}_{version_of(game)}, "):
            import_module(module)
        with pytest.raises(VersionNotFound, match="Available version: v2"):
            theirs.make("aec", f"serai/{name}")


def test_pettingzoos_registry_makes_every_game_there_is() -> None:
    asara = theirs.make("aec", "serai/asara_v2", players=4)
    assert isinstance(asara, asara_v2.raw_env) and asara.illegal_loses and asara.table.options["expert"]
    toy = theirs.make("aec", "serai/toy_v1", players=3)
    assert isinstance(toy, TableEnv) and toy.possible_agents == ["seat_0", "seat_1", "seat_2"]
