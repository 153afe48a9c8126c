"""Rows of numbers: named parts, and what every game promises that writes its observations as numbers."""

import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from serai.core import conformance, game
from serai.core.compiled import jit
from serai.core.compiled.layout import Layout, Part
from serai.core.conformance import Case
from serai.core.errors import BadOptions
from serai.core.game import Game
from serai.core.records.randomness import player_stream
from serai.research import kernels

SMALL = Layout([Part("hand", (2,), 5, "cards"), Part("board", (2, 3), 9, "fields", least=-3, usual=2)])
CASES = [case for name in game.names() for case in conformance.cases(game.load(name))]
DOCUMENTED = Path(__file__).parents[2] / "docs" / "research.md"
STEPS = 1 if jit.is_compiled() else 5  # Python alone looks at fewer positions

Row = npt.NDArray[np.int16]


def row_of(case: Case, table: npt.NDArray[np.void], viewer: int, before: int = 0) -> Row:
    """The numbers of a game for a seat, written over others."""
    row = np.full(kernels.study_of(case.game).LAYOUT.size, before, np.int16)
    views = np.zeros(1, case.game.rules.STATE)
    kernels.kernel_of(case.game).observe_numbers(table, 0, case.edition.record, viewer, views, 0, row)
    return row


def test_a_part_is_reached_by_its_name() -> None:
    assert (SMALL.size, SMALL.hand, SMALL.board) == (8, slice(0, 2), slice(2, 8))
    assert SMALL.part_at(6) == (SMALL.parts[1], (1, 1))


def test_an_unknown_part_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(AttributeError, match="no part 'purse'; there are: hand, board"):
        _ = SMALL.purse
    with pytest.raises(IndexError, match="8 numbers; there is none at 8"):
        SMALL.part_at(8)


def test_two_parts_of_one_name_or_one_that_hides_a_layouts_own_are_refused() -> None:
    with pytest.raises(ValueError, match="two parts have one name"):
        Layout([Part("hand", (2,), 5, "cards"), Part("hand", (1,), 5, "cards")])
    with pytest.raises(ValueError, match="a layout has size of its own"):
        Layout([Part("size", (2,), 5, "cards")])


def test_named_parts_are_views_in_their_shapes_also_of_many_rows() -> None:
    rows = np.arange(16, dtype=np.int16).reshape(2, 8)
    named = SMALL.named(rows)
    assert named["board"].tolist() == [[[2, 3, 4], [5, 6, 7]], [[10, 11, 12], [13, 14, 15]]]
    assert SMALL.named(rows[0])["hand"].tolist() == [0, 1]
    assert np.shares_memory(SMALL.named(rows[1])["board"], rows)
    with pytest.raises(ValueError, match=r"8 numbers; given: an array of shape \(2, 7\)"):
        SMALL.named(rows[:, :7])


def test_bounds_and_scale_are_there_for_each_number() -> None:
    assert SMALL.least.tolist() == [0, 0] + [-3] * 6
    assert SMALL.most.tolist() == [5, 5] + [9] * 6
    assert SMALL.scale.tolist() == pytest.approx([0.2, 0.2] + [0.5] * 6)
    assert [array.dtype.name for array in (SMALL.least, SMALL.most, SMALL.scale)] == ["int16", "int16", "float32"]


@pytest.mark.parametrize("name", game.names())
def test_actions_are_the_rules_own_moves_and_every_part_is_explained(name: str) -> None:
    observation = kernels.study_of(game.load(name))
    assert observation.ACTIONS.size == game.load(name).rules.EVERY_MOVE
    assert all(part.about for part in (*observation.LAYOUT.parts, *observation.ACTIONS.parts))


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_the_documented_sizes_are_those_of_the_layouts(name: str) -> None:
    found = game.load(name)
    observation = kernels.study_of(found)
    row = (
        f"| {found.title} | {kernels.version_of(found)} | {observation.LAYOUT.size:,} | {observation.ACTIONS.size:,} |"
    )
    assert row in DOCUMENTED.read_text("utf-8")


@pytest.mark.three_modes
@pytest.mark.parametrize("case", CASES, ids=str)
def test_numbers_stay_within_their_bounds_for_every_viewer(case: Case) -> None:
    layout = kernels.study_of(case.game).LAYOUT
    least, most = layout.least, layout.most
    for table, _ in list(case.decisions(1))[::-1][:: 3 * STEPS]:
        for viewer in case.viewers:
            row = row_of(case, table, viewer)
            outside = [layout.part_at(int(place)) for place in np.nonzero((row < least) | (row > most))[0]]
            assert not outside, f"{case}, viewer {viewer}: {outside}"


@pytest.mark.three_modes
@pytest.mark.parametrize("case", CASES, ids=str)
def test_numbers_do_not_tell_apart_games_that_look_the_same(case: Case) -> None:
    stream = player_stream(2)
    for table, _ in case.sample(2):
        for viewer in case.viewers:
            seen = row_of(case, table, viewer)
            for _ in range(3):
                other = case.resampled(case.observed(table, viewer), stream)
                assert row_of(case, other, viewer).tolist() == seen.tolist(), f"{case}, viewer {viewer}"


@pytest.mark.three_modes
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_number_is_written_whatever_was_there_before(case: Case) -> None:
    for table, _ in case.sample(3, 3):
        written = row_of(case, table, case.to_act(table))
        assert row_of(case, table, case.to_act(table), before=77).tolist() == written.tolist()


@pytest.fixture
def mute(toy: Game, tmp_path: Path) -> Iterator[str]:
    """The toy without its study, as a game of its own."""
    shutil.copytree(toy.folder, tmp_path / "mute")
    (tmp_path / "mute" / "study.py").unlink()
    import_module("serai.games").__path__.append(str(tmp_path))
    yield "mute"
    import_module("serai.games").__path__.remove(str(tmp_path))


def test_a_game_without_an_observation_can_be_played_but_not_studied(mute: str) -> None:
    found = game.load(mute)
    assert found.name in game.names()
    with pytest.raises(BadOptions, match="Toy has no part study"):
        kernels.kernel_of(found)
