"""The kit that tests any game's folder: what every game promises, as functions that raise `AssertionError`.

Each check takes a `Case` (a game with an edition and options) and a seed, plays random games from it and says what is
wrong, for which case and where. `CHECKS` lists them all; no game is ever named here.
"""

from collections.abc import Callable

from serai.core.conformance.bot import check_bot, check_bot_secrecy, check_shares_of_turns
from serai.core.conformance.case import Case, cases
from serai.core.conformance.compiled import check_uncompiled, fingerprints
from serai.core.conformance.page import check_choices, check_page, check_page_secrecy, check_scoring_rows
from serai.core.conformance.rules import (
    check_copies,
    check_field_names,
    check_observation,
    check_play_ends,
    check_positions,
    check_random_move,
    check_replay,
    check_resampled_games,
    check_simulation,
)
from serai.core.conformance.words import (
    check_board,
    check_narration,
    check_notation,
    check_public_table,
    check_reasons,
    check_records,
    check_scores,
    check_secrecy,
    check_view,
)

__all__ = ["CHECKS", "Case", "Check", "cases", "check_uncompiled", "fingerprints"]

Check = Callable[[Case, int], None]
CHECKS: tuple[Check, ...] = (
    check_play_ends,
    check_copies,
    check_replay,
    check_simulation,
    check_notation,
    check_reasons,
    check_random_move,
    check_observation,
    check_public_table,
    check_field_names,
    check_resampled_games,
    check_secrecy,
    check_scores,
    check_narration,
    check_board,
    check_view,
    check_records,
    check_positions,
    check_page,
    check_choices,
    check_page_secrecy,
    check_scoring_rows,
    check_bot,
    check_bot_secrecy,
    check_shares_of_turns,
)
