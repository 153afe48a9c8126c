"""`python -m serai.core.conformance GAME`: hold a game against everything that is promised of every game."""

import sys

from serai.core import game as games
from serai.core.conformance import CHECKS, cases, check_uncompiled
from serai.core.errors import SeraiError

SEED = 1
DECISIONS = 25  # that are compared with plain Python


def main(name: str) -> int:
    """Check every number of players with every combination of options; 1 when a promise is not kept."""
    game = games.load(name)
    for case in cases(game):
        for check in CHECKS:
            check(case, SEED)
        sys.stdout.write(f"{case} keeps {len(CHECKS)} promises\n")
    check_uncompiled(game, SEED, DECISIONS)
    sys.stdout.write(f"{name} answers the same compiled and as plain Python\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (AssertionError, SeraiError) as error:
        sys.exit(str(error))
