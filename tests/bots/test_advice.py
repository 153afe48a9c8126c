"""Advice ranks the moves of the seat that decides and gives reasons for them."""

from collections.abc import Callable
from typing import Any

import pytest

from serai.bots.advice import advise
from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.core.errors import BadBot
from serai.core.match import Match

Begin = Callable[..., Match]


def test_every_legal_move_is_ranked_with_chances_points_and_reasons(
    new_match: Begin, counting: Callable[..., Any]
) -> None:
    match = new_match("toy", 3)
    advised = advise(Bot(counting().game, match.edition, parse("vizier:sims=2")), match.view(match.to_act))
    assert [advice.rank for advice in advised] == list(range(1, len(advised) + 1))
    assert [advice.move for advice in advised] == sorted(match.legal_moves(), reverse=True)
    assert advised[0].text == match.name(advised[0].move)
    assert advised[0].win == advised[0].wins[match.to_act] == 0.6 and advised[0].points == (10.0, 11.0, 12.0)
    assert advised[0].reasons[0].points == advised[0].move


def test_the_best_and_one_more_can_be_asked_for(new_match: Begin, counting: Callable[..., Any]) -> None:
    match = new_match()
    worst = min(match.legal_moves())
    bot = Bot(counting().game, match.edition, parse("vizier:sims=2"))
    advised = advise(bot, match.view(match.to_act), top=2, also=worst)
    assert [advice.rank for advice in advised] == [1, 2, len(match.legal_moves())] and advised[-1].move == worst


def test_a_random_bot_gives_no_advice(new_match: Begin) -> None:
    match = new_match()
    with pytest.raises(BadBot, match="bot 'random' has no reasons for its moves; allowed: traveller, merchant"):
        advise(Bot(match.game, match.edition, parse("random")), match.view(match.to_act))
