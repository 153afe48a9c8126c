"""Every game folder keeps the promises of `serai.core.conformance`, for each number of players and all options."""

import pytest

from serai.core import conformance, game

GAMES = game.names()
CASES = [conformance.cases(game.load(name)) for name in GAMES]

# The last case has most players and every option on; it is the one that is also tried uncompiled and with bounds checks.
PARAMETERS = [
    pytest.param(case, id=str(case), marks=pytest.mark.three_modes if case is cases[-1] else ())
    for cases in CASES
    for case in cases
]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", PARAMETERS)
def test_a_game_keeps_its_promises(case: conformance.Case, check: conformance.Check) -> None:
    for seed in (1, 2):
        check(case, seed)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_rules_equal_uncompiled_ones(name: str) -> None:
    conformance.check_uncompiled(game.load(name), seed=3, most=60)
