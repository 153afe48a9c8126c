"""Every game folder keeps the promises of `serai.core.conformance`, for each number of players and all options."""

import pytest

from serai.core import conformance, game
from serai.core.compiled import jit

GAMES = game.names()
CASES = [case for name in GAMES for case in conformance.cases(game.load(name))]
SEEDS = (1, 2) if jit.is_compiled() else (1,)  # Python alone is several hundred times slower


@pytest.mark.three_modes
@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_keeps_its_promises(case: conformance.Case, check: conformance.Check) -> None:
    for seed in SEEDS:
        check(case, seed)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_rules_equal_uncompiled_ones(name: str) -> None:
    conformance.check_uncompiled(game.load(name), seed=3, most=25)
