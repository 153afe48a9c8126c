"""Scoring sheets: every point of a finished game stands in one, in the order of the rules."""

import pytest

from serai.core import game as games
from serai.core.match import Match
from serai.core.simulate import recorded
from serai.web.pages.scoring import sheets

NAMES = ("Ann", "Bob", "Cem")


def finished(name: str) -> Match:
    """A game of three, played at random."""
    game = games.load(name)
    return recorded(game, game.read_edition(), game.options(3), 3, 0)


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_the_final_sheet_adds_up_to_the_scores(name: str) -> None:
    match = finished(name)
    final = sheets(match, match.events, NAMES)[-1]
    assert final.is_final and list(final.totals) == list(match.scores())


def test_a_sheet_has_its_rows_in_the_order_of_the_rules() -> None:
    match = finished("asara")
    whys = [str(match.game.page.scoring_row(why)) for why in match.game.page.SCORING_ROWS]
    found = [[whys.index(row.words) for row in sheet.rows] for sheet in sheets(match, match.events, NAMES)]
    assert len(found) == 5 and len(found[-1]) > 4
    assert all(places == sorted(places) for places in found)
