"""A cluster is asked for no more than it has, and what others have set up stays as it is."""

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from serai.arena import cluster
from serai.core.errors import BadOptions
from tests.processes import environment


@pytest.mark.parametrize(
    ("cores", "games", "workers", "count"),
    [(4, 100, None, 4), (4, 100, 2, 2), (2, 100, 8, 2), (8, 3, None, 3), (1.9, 9, 2, 1)],
)
def test_there_are_no_more_processes_than_cores_and_games(
    cores: float, games: int, workers: int | None, count: int
) -> None:
    assert cluster.worker_count(cores, games, workers) == count


def test_a_cluster_without_a_free_core_is_refused() -> None:
    with pytest.raises(BadOptions, match="the Ray cluster has no core that is free"):
        cluster.worker_count(0, 10, 2)


def test_an_error_is_told_in_one_line() -> None:
    mismatch = RuntimeError(
        "Version mismatch: The cluster was started with:\n    Ray: 1.0\n\x1b[36mThis process\x1b[0m: 2.0"
    )
    assert cluster.one_line(mismatch).endswith("started with: Ray: 1.0 This process: 2.0")
    assert cluster.one_line(RuntimeError()) == "RuntimeError"
    long = cluster.one_line(RuntimeError("begin " + "x\n" * 999 + "end"))
    assert long.startswith("begin ") and long.endswith(" end") and len(long) < 400 and "\n" not in long


def test_a_cluster_of_our_own_has_a_new_token_for_as_long_as_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_TOKEN", "mine")
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    before, tokens = dict(os.environ), set()
    for _ in range(2):
        with cluster.ray_environment(is_local=True):
            assert os.environ["RAY_AUTH_MODE"] == "token"
            tokens.add(os.environ["RAY_AUTH_TOKEN"])
            os.environ["RAY_MORE"] = "set meanwhile"
        assert dict(os.environ) == before
    assert len(tokens) == 2 and "mine" not in tokens and min(map(len, tokens)) >= 32
    with cluster.ray_environment(is_local=False):
        assert os.environ["RAY_AUTH_TOKEN"] == "mine" and "RAY_AUTH_MODE" not in os.environ


FRAGILE = """
import os
from serai.arena import cluster
from serai.arena.games import Arena, Entrant, entrants_of
from serai.arena.seating import fixtures
from serai.core import game as games
from serai.core.errors import BadOptions

class Fragile(Entrant):
    name = "fragile"

    def sit(self, game, edition, seed):
        return self

    def choose(self, view):
        os._exit(1)

def refused(bots):
    arena = Arena(pasha, pasha.read_edition(), pasha.options(2), bots, 1)
    try:
        list(cluster.play(arena, fixtures(2, 2, 2), 1))
    except BadOptions as error:
        print(error)

pasha = games.load("pasha")
refused([Fragile(), Fragile()])
with cluster.cluster(1, None) as ray:
    refused(entrants_of("random,random"))
    print(ray.is_initialized())
print([name for name in os.environ if name.startswith("RAY_AUTH")])
"""


@pytest.mark.soak
def test_a_process_that_dies_and_a_connection_that_is_there_are_told_and_nothing_is_left(tmp_path: Path) -> None:
    script = tmp_path / "fragile.py"
    script.write_text(FRAGILE, "utf-8")
    home = tmp_path / "home"
    home.mkdir()
    known = {"HOME": str(home), "XDG_CACHE_HOME": str(Path(platformdirs.user_cache_dir()))}
    run = subprocess.run(
        [sys.executable, str(script)], env=environment() | known, capture_output=True, text=True, timeout=200
    )
    died, connected, still, left = run.stdout.splitlines()[-4:]  # Ray says something too
    assert died.startswith("the Ray cluster does not go on: The actor died"), run.stderr
    assert connected == "this process is connected to a Ray cluster already; ray.shutdown() ends that"
    assert (still, left) == ("True", "[]") and list(home.iterdir()) == []
