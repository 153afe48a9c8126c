"""Serai's games in OpenSpiel: its tests, searches and solvers run on them, and chance is what it should be."""

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, generate_playthrough, ismcts, mcts

from serai.core import game as games
from serai.core.errors import BadEdition, BadOptions, IllegalMove
from serai.research.open_spiel import CompiledRollout

TINY = Path(__file__).parents[2] / "examples" / "tiny-pasha.toml"
GAMES = games.names()


def variants() -> Iterator[str]:
    """Every game with every number of players and all options."""
    for game in map(games.load, GAMES):
        for players, *flags in product(game.player_counts, *[(False, True)] * len(game.flags)):
            given = [f"{flag}={value}" for flag, value in zip(game.flags, flags, strict=True)]
            yield f"{game.name}({','.join([f'players={players}', *given])})"


VARIANTS = list(variants())
PLAIN = [variant for variant in VARIANTS if "True" not in variant]


def with_more(variant: str, **more: int) -> str:
    """A variant with further parameters."""
    return variant[:-1] + "".join(f",{key}={value}" for key, value in more.items()) + ")"


def play_on(state: Any, rng: random.Random, most: int = 100_000) -> Any:
    """The state after random actions, up to the end or so many."""
    while not state.is_terminal() and most:
        state.apply_action(rng.choice(state.legal_actions()))
        most -= 1
    return state


def decision(game: Any, seed: int, most: int) -> Any:
    """A state after about so many random actions at which a player decides."""
    state, rng = play_on(game.new_initial_state(), random.Random(seed), most), random.Random(seed)
    while state.is_chance_node():
        play_on(state, rng, 1)
    return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_openspiels_own_tests_accept_every_variant(variant: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(variant), 1, False, False)


@pytest.mark.parametrize("variant", PLAIN)
def test_openspiels_own_tests_accept_explicit_chance_and_what_was_serialised(variant: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(with_more(variant, chance=5)), 1, True, False)


@pytest.mark.parametrize("variant", VARIANTS)
def test_openspiel_writes_a_playthrough(variant: str) -> None:
    lines = generate_playthrough.playthrough_lines(with_more(variant, rng_seed=1), seed=1)
    assert "GameType.chance_mode = ChanceMode.SAMPLED_STOCHASTIC" in lines
    assert "IsTerminal() = True" in lines


@pytest.mark.parametrize("chance", [0, 4])
def test_a_playthrough_is_the_same_again_for_the_same_seeds(chance: int) -> None:
    text = f"pasha(chance={chance},rng_seed=3)"
    first, second = (generate_playthrough.playthrough(text, None, seed=1) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("variant", VARIANTS)
def test_returns_sum_to_zero_within_the_bounds(variant: str) -> None:
    game = pyspiel.load_game(with_more(variant, rng_seed=2))
    state = play_on(game.new_initial_state(), random.Random(2))
    returns = state.returns()
    assert len(returns) == game.num_players()
    assert sum(returns) == pytest.approx(game.utility_sum())
    assert game.min_utility() <= min(returns) < 0 < max(returns) <= game.max_utility()
    assert {seat for seat, gain in enumerate(returns) if gain > 0} == set(game.play.winners(state.node.games))


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_information_set_search_plays_whole_games(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    slow, quick = mcts.RandomRolloutEvaluator(1, chance), CompiledRollout(2, seed=1)
    bots = [ismcts.ISMCTSBot(game, evaluator, 0.5, 6, random_state=chance) for evaluator in (slow, quick)]
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(0 if state.is_chance_node() else bots[player].step(state))
    assert state.returns() in ([1, -1], [-1, 1], [0, 0])


def test_search_with_compiled_rollouts_beats_chance() -> None:
    game = pyspiel.load_game("asara(rng_seed=5)")
    bot = ismcts.ISMCTSBot(game, CompiledRollout(1, seed=1), 0.5, 40, random_state=np.random.RandomState(1))
    rng, won = random.Random(1), 0.0
    for number in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            is_bots = state.current_player() == number % 2
            state.apply_action(bot.step(state) if is_bots else rng.choice(state.legal_actions()))
        won += state.returns()[number % 2]
    assert won > 0


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_learning_environment_steps_through_a_game(name: str) -> None:
    environment = rl_environment.Environment(pyspiel.load_game(name))
    rng, step = random.Random(1), environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == 0


@pytest.mark.parametrize("variant", ["asara(players=3,expert=True)", "pasha(players=3)", "pasha(chance=3)"])
def test_a_resampled_state_is_the_same_to_the_player_and_another_to_the_rest(variant: str) -> None:
    game = pyspiel.load_game(variant)
    rng = random.Random(1)
    state = decision(game, 2, 30)
    for player in range(game.num_players()):
        others = [state.resample_from_infostate(player, rng.random) for _ in range(10)]
        assert {one.information_state_string(player) for one in others} == {state.information_state_string(player)}
        assert {tuple(one.information_state_tensor(player)) for one in others} == {
            tuple(state.information_state_tensor(player))
        }
        assert {one.observation_string(player) for one in others} == {state.observation_string(player)}
        assert len({str(one) for one in others}) > 1
        assert {tuple(one.legal_actions()) for one in others if state.current_player() == player} <= {
            tuple(state.legal_actions())
        }
        assert play_on(others[0], rng).is_terminal()


def test_in_a_resampled_state_another_player_is_known_by_what_it_holds() -> None:
    game = pyspiel.load_game("pasha(rng_seed=1)")
    rng, state = random.Random(1), decision(game, 1, 3)
    player = state.current_player()
    dealt = [state.resample_from_infostate(player, rng.random) for _ in range(20)]
    hands = {str(one.node.games[0].hand[1 - player]): one.information_state_string(1 - player) for one in dealt}
    assert len(hands) > 1
    assert len(set(hands.values())) == len(hands)
    assert all(f"packs {1 - player};" in told for told in hands.values())


def test_at_a_chance_node_nothing_is_dealt_anew() -> None:
    with pytest.raises(pyspiel.SpielError, match="ask at a decision"):
        pyspiel.load_game("pasha").new_initial_state().resample_from_infostate(0, random.random)


@pytest.mark.parametrize("variant", ["asara(players=4)", "pasha(players=3,chance=4)"])
def test_every_action_can_be_undone_back_to_the_root(variant: str) -> None:
    state, rng, past = pyspiel.load_game(variant).new_initial_state(), random.Random(4), []
    while not state.is_terminal():
        past.append((str(state), state.history(), state.current_player()))
        play_on(state, rng, 1)
    for shown, history, player in reversed(past):
        with pytest.raises(pyspiel.SpielError, match="the last action is"):
            state.undo_action(player, -7)
        state.undo_action(player, state.history()[-1])
        assert (str(state), state.history(), state.current_player()) == (shown, history, player)
        assert len(state.full_history()) == state.move_number() == len(history)
    assert play_on(state, rng).is_terminal()


@pytest.mark.parametrize("variant", ["asara(rng_seed=1)", "pasha(rng_seed=1)", "pasha(chance=4)"])
def test_a_pickled_state_is_played_on_with_the_same_chance(variant: str) -> None:
    state = play_on(pyspiel.load_game(variant).new_initial_state(), random.Random(5), 40)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    for player in range(2):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert str(play_on(again, random.Random(6))) == str(play_on(state, random.Random(6)))


def test_a_game_with_explicit_chance_goes_through_openspiels_own_serialisation() -> None:
    game = pyspiel.load_game("asara(players=3,chance=7,expert=True)")
    state = play_on(game.new_initial_state(), random.Random(1), 60)
    other_game, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(other_game), str(other)) == (str(game), str(state))
    replayed = game.new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert str(replayed) == str(state)


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_decides_the_game(name: str) -> None:
    texts = [f"{name}(rng_seed={seed})" for seed in (1, 1, 2)]
    ends = [str(play_on(pyspiel.load_game(text).new_initial_state(), random.Random(1), 30)) for text in texts]
    assert ends[0] == ends[1] != ends[2]
    unseeded = [str(play_on(pyspiel.load_game(name).new_initial_state(), random.Random(1), 1)) for _ in range(9)]
    assert len(set(unseeded)) > 1


def test_copies_of_a_chance_node_draw_apart_so_that_no_search_sees_what_will_come() -> None:
    state = pyspiel.load_game("pasha(rng_seed=1)").new_initial_state()
    assert state.chance_outcomes() == [(0, 1)]
    assert len({str(state.child(0)) for _ in range(20)}) > 10


@pytest.mark.parametrize("chance", [0, 3])
@pytest.mark.parametrize("name", GAMES)
def test_the_streams_at_a_decision_tell_nothing(name: str, chance: int) -> None:
    state, rng, streams = pyspiel.load_game(f"{name}(chance={chance})").new_initial_state(), random.Random(2), set()
    while not state.is_terminal():
        if not state.is_chance_node():
            streams.add(state.node.games.tobytes()[:64])
        play_on(state, rng, 1)
    assert len(streams) == 1


def test_explicit_outcomes_are_equally_likely_and_always_the_same() -> None:
    state = pyspiel.load_game("pasha(chance=6)").new_initial_state()
    assert state.chance_outcomes() == [(outcome, 1 / 6) for outcome in range(6)]
    shown = [str(state.child(outcome)) for outcome in range(6)]
    assert len(set(shown)) == 6
    assert shown == [str(state.child(outcome)) for outcome in range(6)]


def test_the_same_outcome_brings_other_dice_at_the_next_decision() -> None:
    state = pyspiel.load_game("pasha(chance=2)").new_initial_state()
    first_rolls: list[int] = []
    while len(first_rolls) < 6:
        state.apply_action(0 if state.is_chance_node() else state.legal_actions()[-1])
        if dice := int(state.node.games[0].dice):  # always marked at once
            first_rolls.append(dice)
    assert len(set(first_rolls)) > 3


def test_what_others_do_in_secret_is_in_no_information_state() -> None:
    game = pyspiel.load_game("asara(rng_seed=8)")
    state = play_on(game.new_initial_state(), random.Random(1))
    pair = [action for action in range(game.num_distinct_actions()) if is_pair(state, action)]
    player, move = next((p, m) for p, m in map(tuple, state.full_history()) if p >= 0 and m in pair)
    done = f"move {player} {state.action_to_string(player, move)}"
    assert done in state.information_state_string(player)
    assert done not in state.information_state_string(1 - player)
    assert f"move {player} place ?+? {done.split()[-1]}" in state.information_state_string(1 - player)


def test_a_pack_that_is_taken_is_remembered_by_its_player_only() -> None:
    state = play_on(pyspiel.load_game("pasha(rng_seed=1)").new_initial_state(), random.Random(1))
    told = [state.information_state_string(player) for player in range(2)]
    assert [told[0].count("pack 0 "), told[0].count("pack 1 ")] == [2, 0]
    assert [told[1].count("pack 0 "), told[1].count("pack 1 ")] == [0, 2]


def is_pair(state: Any, action: int) -> bool:
    """Whether an action of Asara lays two buyers face down."""
    try:
        return "+" in state.action_to_string(0, action)
    except (IndexError, KeyError, ValueError):
        return False


def test_at_a_chance_node_only_chance_can_act() -> None:
    state = pyspiel.load_game("pasha(chance=3)").new_initial_state()
    assert state.is_chance_node()
    assert state.legal_actions() == state.legal_actions(pyspiel.PlayerId.CHANCE) == [0, 1, 2]
    assert state.legal_actions(0) == state.legal_actions(1) == []
    state.apply_action(0)
    player = state.current_player()
    assert state.legal_actions(player) == state.legal_actions() and state.legal_actions()
    assert state.legal_actions(1 - player) == state.legal_actions(pyspiel.PlayerId.CHANCE) == []


def test_a_player_remembers_which_dice_another_rerolled() -> None:
    game = pyspiel.load_game("pasha(chance=2)")
    state = decision(game, 1, 3)
    other = 1 - state.current_player()
    told = {state.child(action).child(0).information_state_string(other) for action in state.legal_actions()[:5]}
    assert len(told) == 5


def test_observers_show_what_is_public_what_is_private_or_both() -> None:
    game = pyspiel.load_game("asara(players=3)")
    state, private = decision(game, 1, 20), pyspiel.PrivateInfoType
    default = game.make_py_observer()
    default.set_from(state, 1)
    assert default.tensor.tolist() == state.observation_tensor(1)
    assert default.dict["hand"].sum() > 0
    public = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=private.NONE))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    own = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=private.SINGLE_PLAYER)
    )
    assert '"hand":["' in own.string_from(state, 1)
    assert "displays" not in own.string_from(state, 1)
    with pytest.raises(BadOptions, match="one player knows"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=private.ALL_PLAYERS))


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("pasha(players=6)", BadOptions, "for 2 to 5 players"),
        ("pasha(chance=1)", BadOptions, "chance is 1; allowed: 0"),
        ("asara(edition=nowhere.toml)", BadEdition, "no such edition file"),
    ],
)
def test_parameters_that_make_no_game_are_refused(text: str, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        pyspiel.load_game(text)


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = decision(pyspiel.load_game("asara"), 1, 5)
    before = str(state)
    illegal = min(set(range(2000)) - set(state.legal_actions()))
    with pytest.raises(IllegalMove, match=f"move {illegal} is not legal"):
        state.apply_action(illegal)
    assert str(state) == before


def test_on_a_tiny_edition_what_a_player_remembers_decides_what_it_sees_and_may_do() -> None:
    seen: dict[str, tuple[Any, ...]] = {}
    rng = random.Random(1)
    game = pyspiel.load_game(f"pasha(chance=2,edition={TINY})")
    for _ in range(300):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                found = state.legal_actions(), state.observation_tensor(), state.observation_string()
                assert seen.setdefault(state.information_state_string(), found) == found
            play_on(state, rng, 1)
    assert len(seen) > 500


def test_regret_minimisation_solves_a_tiny_edition(tmp_path: Path) -> None:
    smaller = tmp_path / "smaller.toml"
    smaller.write_text(TINY.read_text().replace("cards = [-1, 1, 2, 4]", "cards = [1, 4]"))
    tree = pyspiel.convert_to_cached_tree(pyspiel.load_game(f"pasha(chance=3,edition={smaller})"))
    at_random = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert 0 <= pyspiel.exploitability(tree, solver.average_policy()) < at_random / 20


def test_regret_minimisation_by_sampling_runs_on_a_tiny_edition() -> None:
    game = pyspiel.load_game(f"pasha(chance=2,edition={TINY})")
    sampled = external_sampling_mccfr.ExternalSamplingSolver(game)
    sampled.iteration()
    outcomes = pyspiel.OutcomeSamplingMCCFRSolver(game, epsilon=0.6, seed=1)
    for _ in range(20):
        outcomes.run_iteration()
    state = decision(game, 1, 1)
    for policy in (sampled.average_policy(), outcomes.average_policy()):
        assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_a_program_that_used_the_games_ends_well() -> None:
    program = "import pyspiel, serai.research.open_spiel; pyspiel.load_game('pasha').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
