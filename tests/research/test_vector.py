"""Many games in one call: the same games as one by one, in the caller's own arrays."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from serai.core import game as games
from serai.core.compiled import jit
from serai.core.errors import BadOptions, BadSeed, IllegalMove
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed, seed_of_game
from serai.research import kernels, rewards
from serai.research.vector import VectorEnv

ARRAYS = ("observations", "masks", "rewards", "scores", "to_act", "is_over", "numbers")
TABLES: list[tuple[str, int, dict[str, Any], int]] = [  # game, players, options, steps: beyond the first game's end
    ("toy", 3, {"double": True}, 60),
    ("pasha", 2, {}, 250),
    ("asara", 2, {"expert": True}, 220),
]


def match_of(env: VectorEnv, place: int) -> Match:
    """The game that a place plays, from its beginning."""
    seed = seed_of_game(env.seed, int(env.numbers[place]))
    return Match(env.game, env.edition, env.options, StreamSeed(seed))


def numbers_of(match: Match, env: VectorEnv) -> list[int]:
    """What the deciding seat of a match knows, as numbers."""
    row = np.zeros(env.layout.size, np.int16)
    view = match.view(match.to_act)
    kernels.study_of(env.game).write_numbers(view[0], match.edition.record[0], row)
    return [int(number) for number in row]


def assert_same(env: VectorEnv, place: int, match: Match) -> None:
    """A place holds this match, what its seat knows and what is legal in it."""
    assert env.state(place).tobytes() == match.games.tobytes()
    assert env.to_act[place] == match.to_act
    assert np.nonzero(env.masks[place])[0].tolist() == sorted(match.legal_moves())
    assert env.observations[place].tolist() == numbers_of(match, env)


def assert_ended(env: VectorEnv, place: int, match: Match) -> None:
    """The place says how this match ended."""
    assert env.scores[place].tolist() == match.scores()
    assert env.rewards[place].tolist() == pytest.approx(rewards.of(match.winners(), match.players))


def everything(env: VectorEnv) -> dict[str, bytes]:
    """All bytes of an environment."""
    states = b"".join(env.state(place).tobytes() for place in range(env.number_of_games))
    return {name: getattr(env, name).tobytes() for name in ARRAYS} | {"states": states}


@pytest.mark.three_modes
@pytest.mark.parametrize(("name", "players", "flags", "steps"), TABLES)
def test_every_place_plays_the_same_games_as_matches_with_its_seeds(
    name: str, players: int, flags: dict[str, Any], steps: int
) -> None:
    env = VectorEnv(name, 2, players, seed=5, **flags)
    matches = [match_of(env, place) for place in range(2)]
    ended = 0
    for _ in range(steps if jit.is_compiled() else steps // 5):
        for place, match in enumerate(matches):
            assert_same(env, place, match)
        actions = env.random_actions()
        env.step(actions)
        for place, match in enumerate(matches):
            match.play(int(actions[place]))
            assert env.is_over[place] == match.is_over
            if match.is_over:
                assert_ended(env, place, match)
                matches[place] = match_of(env, place)
                ended += 1
            else:
                assert env.rewards[place].tolist() == [0] * players
    assert ended >= 2 or not jit.is_compiled()


def test_a_place_goes_on_with_every_nth_game_of_the_seed() -> None:
    env = VectorEnv("toy", 3, seed=9)
    seen: list[list[int]] = [[number] for number in env.numbers.tolist()]
    for _ in range(40):
        env.step(env.random_actions())
        for place in np.nonzero(env.is_over)[0]:
            seen[place].append(int(env.numbers[place]))
    assert [numbers[:3] for numbers in seen] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_the_scores_of_an_ended_game_stay_until_the_next_has_ended() -> None:
    env = VectorEnv("toy", 1, seed=2)
    assert env.scores.tolist() == [[0, 0]]
    while not env.is_over[0]:
        env.step(env.random_actions())
    scores = env.scores.tolist()
    env.step(env.random_actions())
    assert (env.is_over.tolist(), env.scores.tolist(), env.rewards.tolist()) == ([False], scores, [[0, 0]])


def test_the_callers_arrays_are_written_to_and_nothing_is_copied() -> None:
    own = VectorEnv("toy", 4, seed=3)
    given = {name: np.full_like(getattr(own, name), 1) for name in ARRAYS if name != "numbers"}
    env = VectorEnv("toy", 4, seed=3, **given)
    for _ in range(30):
        actions = own.random_actions()
        own.step(actions)
        env.step(actions)
        for name, array in given.items():
            assert getattr(env, name) is array
            assert array.tolist() == getattr(own, name).tolist(), name


def test_rows_of_a_bigger_array_can_be_given() -> None:
    buffer = np.zeros((3, 4, VectorEnv("toy", 4).layout.size), np.int16)
    env = VectorEnv("toy", 4, observations=buffer[1])
    assert buffer[1].any()
    assert buffer[1].tolist() == env.observations.tolist()
    assert not buffer[0].any()
    assert not buffer[2].any()


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("masks", np.zeros((4, 30), np.int8), r"masks is int8 of shape \(4, 30\); allowed: an array of bool"),
        ("masks", np.zeros((4, 31), np.bool_), r"of shape \(4, 31\); .* of shape \(4, 30\)"),
        ("rewards", np.zeros((2, 4), np.float32).T, "rewards can't be written to as it is; .* C-contiguous"),
        ("to_act", np.frombuffer(bytes(4), np.int8), "to_act can't be written to as it is; .* writeable"),
        ("scores", [[0, 0]] * 4, "scores is 'list'; allowed: an array of int32"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(name: str, array: npt.NDArray[Any], said: str) -> None:
    given: dict[str, Any] = {name: array}
    with pytest.raises(BadOptions, match=said):
        VectorEnv("toy", 4, **given)


@pytest.mark.parametrize("name", ["toy", "pasha", "asara"])
def test_an_illegal_action_is_refused_by_name_and_changes_nothing_in_any_game(name: str) -> None:
    env = VectorEnv(name, 4, seed=1)
    env.step(env.random_actions())
    actions, before = env.random_actions(), everything(env)
    illegal = [move for move in env.game.words.every_move(env.edition) if not env.masks[2, move]]
    actions[2] = illegal[0]
    text = env.game.words.move_name(illegal[0], env.edition)
    with pytest.raises(IllegalMove) as refused:
        env.step(actions)
    assert f"game 2, seat {env.to_act[2]}: illegal action {illegal[0]}, {text!r}: " in str(refused.value)
    assert everything(env) == before


@pytest.mark.parametrize("action", [-1, 30, 2**40])
def test_an_action_that_is_none_is_refused_and_changes_nothing(action: int) -> None:
    env = VectorEnv("toy", 4)
    actions, before = env.random_actions(), everything(env)
    actions[3] = action
    with pytest.raises(IllegalMove, match=f"game 3: {action} is no action; allowed: 0 to 29"):
        env.step(actions)
    assert everything(env) == before


def test_a_mask_that_the_caller_has_changed_makes_no_action_legal() -> None:
    env = VectorEnv("toy", 1)
    illegal = int(np.nonzero(~env.masks[0])[0][0])
    env.masks[0, illegal] = True
    with pytest.raises(IllegalMove):
        env.step(np.array([illegal]))


@pytest.mark.parametrize("actions", [[0, 0, 0], [0.0] * 4, [True] * 4, [[0] * 4]])
def test_actions_of_another_shape_or_kind_are_refused(actions: list[object]) -> None:
    with pytest.raises(BadOptions, match=r"whole numbers of shape \(4,\)"):
        VectorEnv("toy", 4).step(np.array(actions))


def test_a_reset_begins_the_same_games_again_and_another_seed_others() -> None:
    env = VectorEnv("toy", 8, seed=4)
    first = everything(env)
    chosen = [env.random_actions().tolist() for _ in range(3)]
    for _ in range(20):
        env.step(env.random_actions())
    env.reset()
    assert everything(env) == first
    assert [env.random_actions().tolist() for _ in range(3)] == chosen
    env.reset(seed=5)
    assert env.seed == 5
    assert everything(env) != first
    assert everything(env) == everything(VectorEnv("toy", 8, seed=5))


def test_random_actions_are_legal_equally_likely_and_written_to_the_callers_array() -> None:
    env, out = VectorEnv("toy", 1, seed=6), np.zeros(1, np.int64)
    legal = np.nonzero(env.masks[0])[0].tolist()
    counts: Counter[int] = Counter()
    for _ in range(400 * len(legal)):
        assert env.random_actions(out) is out
        counts[int(out[0])] += 1
    assert sorted(counts) == legal
    assert min(counts.values()) > 320
    assert max(counts.values()) < 480


def test_asking_for_random_actions_changes_no_games_chance() -> None:
    asked, other = VectorEnv("toy", 4, seed=7), VectorEnv("toy", 4, seed=7)
    for _ in range(30):
        actions = asked.random_actions()
        asked.random_actions()
        asked.step(actions)
        other.step(actions)
    assert everything(asked) == everything(other)


def test_whole_numbers_of_any_width_are_actions() -> None:
    env, other = VectorEnv("toy", 4), VectorEnv("toy", 4)
    actions = env.random_actions()
    env.step(actions)
    other.step(actions.astype(np.uint8))
    assert everything(env) == everything(other)


def test_numbers_of_games_and_seeds_that_there_are_not_are_refused() -> None:
    with pytest.raises(BadOptions, match="0 games"):
        VectorEnv("toy", 0)
    with pytest.raises(BadOptions, match="Toy is for 2 to 3 players, not 4"):
        VectorEnv("toy", 4, players=4)
    with pytest.raises(BadSeed, match="-1 is no seed"):
        VectorEnv("toy", 4, seed=-1)


def test_the_layouts_are_the_games_own() -> None:
    env = VectorEnv("toy", 4)
    assert env.layout.size == env.observations.shape[1]
    assert env.actions.size == env.masks.shape[1] == games.load("toy").rules.EVERY_MOVE


@pytest.mark.parametrize(
    ("winners", "players", "given"),
    [
        ([0], 2, [1, -1]),
        ([0, 1], 2, [0, 0]),
        ([2], 4, [-1 / 3, -1 / 3, 1, -1 / 3]),
        ([0, 1], 3, [0.25, 0.25, -0.5]),
        ([0, 1, 2, 3, 4], 5, [0] * 5),
    ],
)
def test_a_reward_is_a_share_of_the_win_and_all_of_them_are_nothing(
    winners: list[int], players: int, given: list[float]
) -> None:
    assert rewards.of(winners, players) == pytest.approx(given)
    assert sum(rewards.of(winners, players)) == pytest.approx(0)


@pytest.mark.parametrize("kind", [str, Path])
def test_an_edition_is_named_by_its_file(kind: type[str] | type[Path]) -> None:
    tiny = Path(__file__).parents[2] / "examples" / "tiny-pasha.toml"
    env = VectorEnv("pasha", games=1, edition=kind(tiny))
    assert env.edition.data == games.load("pasha").read_edition(tiny).data != games.load("pasha").read_edition().data
