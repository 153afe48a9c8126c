"""A cluster is asked for no more than it has, and what others have set up stays as it is."""

import os

import pytest

from serai.bots import cluster
from serai.core.errors import BadOptions


@pytest.mark.parametrize(
    ("cores", "games", "workers", "count"),
    [(4, 100, None, 4), (4, 100, 2, 2), (2, 100, 8, 2), (8, 3, None, 3), (1.9, 9, 2, 1)],
)
def test_there_are_no_more_processes_than_cores_and_games(
    cores: float, games: int, workers: int | None, count: int
) -> None:
    assert cluster.size(cores, games, workers) == count


def test_a_cluster_without_a_free_core_is_refused() -> None:
    with pytest.raises(BadOptions, match="the Ray cluster has no core that is free"):
        cluster.size(0, 10, 2)


def test_a_cluster_of_our_own_has_a_new_token_for_as_long_as_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_TOKEN", "mine")
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    before, tokens = dict(os.environ), set()
    for _ in range(2):
        with cluster.settings(is_own=True):
            assert os.environ["RAY_AUTH_MODE"] == "token"
            tokens.add(os.environ["RAY_AUTH_TOKEN"])
            os.environ["RAY_MORE"] = "set meanwhile"
        assert dict(os.environ) == before
    assert len(tokens) == 2 and "mine" not in tokens and min(map(len, tokens)) >= 32
    with cluster.settings(is_own=False):
        assert os.environ["RAY_AUTH_TOKEN"] == "mine" and "RAY_AUTH_MODE" not in os.environ
