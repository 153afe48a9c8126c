"""The rules answer the same compiled and as plain Python: fingerprints of what they answer, here and elsewhere."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from serai.core import game as games
from serai.core.conformance.case import Case, cases
from serai.core.game import Game
from serai.core.records.randomness import player_stream


def fingerprint(case: Case, seed: int, most: int) -> str:
    """A hash of all that the rules answer in the first decisions of a random game."""
    game, edition, stream = case.game, case.edition.record, player_stream(seed + 5)
    digest, points = hashlib.sha256(), np.zeros(case.players, np.int64)
    for place, (table, move) in enumerate(itertools.islice(case.decisions(seed), most)):
        game.kernel.scores(table, 0, edition, points)
        answers = [move, *case.legal(table), *(int(score) for score in points)]
        answers.append(int(game.kernel.winners(table, 0, edition)))
        answers += [
            int(game.kernel.why_illegal(table, 0, edition, each))
            for each in range(place % 7, game.rules.EVERY_MOVE, 97)
        ]
        view = case.observed(table, place % (case.players + 1))
        digest.update(
            repr(answers).encode() + table.tobytes() + view.tobytes() + case.resampled(view, stream).tobytes()
        )
    return digest.hexdigest()


def fingerprints(game: Game, seed: int, most: int) -> dict[str, str]:
    """The fingerprint of every case."""
    return {str(case): fingerprint(case, seed, most) for case in cases(game)}


def fingerprints_elsewhere(game: Game, seed: int, most: int, **environment: str) -> dict[str, str]:
    """The same from another process, such as one with `NUMBA_DISABLE_JIT="1"`."""
    package = Path(__file__).parents[3]
    paths = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    answer = subprocess.run(
        [sys.executable, "-m", __name__, game.name, str(seed), str(most)],
        env=os.environ | {"PYTHONPATH": paths, "SERAI_GAMES": str(game.folder.parent)} | environment,
        capture_output=True,
        check=False,
        text=True,
    )
    assert answer.returncode == 0, f"{game.name}: the other process failed:\n{answer.stderr}"
    found: dict[str, str] = json.loads(answer.stdout)
    return found


def check_uncompiled(game: Game, seed: int, most: int) -> None:
    """The rules answer the same compiled and as plain Python."""
    compiled = fingerprints(game, seed, most)
    uncompiled = fingerprints_elsewhere(game, seed, most, NUMBA_DISABLE_JIT="1")
    differing = [case for case in compiled if compiled[case] != uncompiled[case]]
    assert not differing, f"compiled and uncompiled rules differ: {', '.join(differing)}"


def main(arguments: list[str]) -> None:
    """Print the fingerprints of a game, for another process to compare."""
    name, seed, most = arguments
    sys.stdout.write(json.dumps(fingerprints(games.load(name), int(seed), int(most))))


if __name__ == "__main__":
    main(sys.argv[1:])
