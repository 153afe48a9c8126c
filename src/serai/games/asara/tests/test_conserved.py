"""What is conserved in any game: pieces, buyers, money and prestige."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serai.games.asara.tests.bookkeeping import all_pieces, buyers, check_caches, referee
from serai.games.asara.tests.table import Table, scaled

pytestmark = pytest.mark.three_modes


@settings(max_examples=scaled(16, 10), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 4), expert=st.booleans())
def test_pieces_buyers_money_and_prestige_are_conserved(seed: int, players: int, expert: bool) -> None:
    """A1, A2, A3, A9, A16, A24, A25: and every cache and every range holds, in any game."""
    referee(Table(players, expert=expert, seed=seed, starter=None), seed)


@settings(max_examples=scaled(20, 5), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 4))
def test_a_game_resampled_anywhere_goes_on_with_everything_conserved(seed: int, players: int) -> None:
    """A33: the hidden things of a resampled game add up as well."""
    table = Table(players, expert=True, seed=seed)
    for _ in table.random_moves(seed, most=seed % 120):
        pass
    if table.is_over():
        return
    stream = table.game.open.copy()
    before = buyers(table), all_pieces(table)
    for viewer in range(players + 1):
        game = table.view(viewer).resampled(stream)
        assert (buyers(game), all_pieces(game)) == before
        check_caches(game)
        for _ in game.random_moves(seed):
            pass
        assert game.is_over()
        assert all_pieces(game) == before[1]
