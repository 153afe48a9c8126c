"""What each seat knows, and what may lie behind it (P21)."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with, resampled
from serai.games.pasha.words import narration

pytestmark = pytest.mark.three_modes

TINY = edition_with(cards=[1, 2, 3, 4], pack_size=2, extra_roll_card=0, lamp_card=0)


def some_tables(players: int = 3) -> list[Table]:
    """Positions from all over the game."""
    tables = []
    for seed in range(12):
        table = Table(players, seed)
        table.play_randomly(seed * 11, seed)
        tables.append(table)
    return tables


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    """P21"""
    for table in some_tables():
        for seat in range(3):
            view = table.view(seat)[0]
            assert view.viewer == seat
            assert view.hand[seat] == table.game.hand[seat]
            assert [view.hand[other] for other in range(3) if other != seat] == [0, 0]


def test_packs_not_yet_taken_are_unknown_even_to_their_owner() -> None:
    """P21"""
    for table in some_tables():
        for seat in range(4):
            assert set(table.view(seat)[0].packs[:3].flatten().tolist()) == {-1}


def test_a_spectator_knows_no_hand() -> None:
    """P21"""
    view = Table(3).view(3)[0]
    assert view.viewer == 3
    assert view.hand[:3].tolist() == [0, 0, 0]


def test_no_stream_is_in_an_observation() -> None:
    """P21"""
    view = Table().view(0)[0]
    assert view.open.tolist() == view.hidden.tolist() == [0, 0, 0, 0]


def test_everything_else_is_public_also_which_cards_are_left() -> None:
    """P21"""
    secret = {"open", "hidden", "hand", "packs", "viewer"}
    for table in some_tables():
        view = table.view(0)[0]
        for field in set(PASHA.rules.STATE.names or ()) - secret:
            assert np.array_equal(view[field], table.game[field]), field


def test_an_observation_does_not_depend_on_what_is_hidden() -> None:
    """P21"""
    for table in some_tables():
        view = table.view(1)
        other = Table(3, 99)
        other.games[:] = resampled(view, STANDARD, 5)
        assert other.view(1).tobytes() == view.tobytes()


def test_legal_moves_on_the_own_observation_are_those_of_the_game() -> None:
    """P21"""
    for table in some_tables():
        legal, seat = table.legal(), table.to_act
        table.games[:] = table.view(seat)
        assert table.legal() == legal


@pytest.mark.parametrize("viewer", range(4))
def test_a_resampled_game_has_every_card_once_and_full_hands(viewer: int) -> None:
    """P21, P7"""
    for table in some_tables():
        game = resampled(table.view(viewer), STANDARD, 3)[0]
        assert game.viewer == -1
        for seat in range(3):
            true = narration.packs_of(table.game, STANDARD, seat)
            dealt = narration.packs_of(game, STANDARD, seat)
            assert [len(pack) for pack in dealt] == [len(pack) for pack in true]
            assert sorted(chain(*dealt)) == sorted(chain(*true))
            assert (game.packs[seat] == -1).tolist() == (table.game.packs[seat] == -1).tolist()


def test_a_resampled_game_can_be_played_to_its_end_with_fresh_chance() -> None:
    """P21"""
    table = Table(3)
    table.play_randomly(40)
    view = table.view(0)
    one, two = resampled(view, STANDARD, 1), resampled(view, STANDARD, 2)
    assert one[0].open.tolist() != two[0].open.tolist()
    table.games[:] = one
    table.play_randomly()
    assert table.is_over


def test_each_way_for_unknown_cards_to_lie_is_equally_likely() -> None:
    """P21"""
    table = Table(2, edition=TINY)
    viewer = 1 - table.to_act
    other = table.to_act
    view = table.view(viewer)
    hands: Counter[tuple[int, ...]] = Counter()
    for seed in range(600):
        game = resampled(view, TINY, seed)[0]
        hands[tuple(table.cards(game.hand[other]))] += 1
    assert len(hands) == 6
    assert all(60 < number < 145 for number in hands.values())


def test_over_a_thousand_resamples_every_hidden_card_takes_each_value_it_can() -> None:
    """P21"""
    table = Table(3)
    view = table.view(0)
    taken: dict[tuple[int, int], set[int]] = {}
    for seed in range(1000):
        game = resampled(view, STANDARD, seed)[0]
        for seat in range(3):
            for number, pack in enumerate(narration.packs_of(game, STANDARD, seat)):
                taken.setdefault((seat, number), set()).update(pack)
    hand, *_ = narration.packs_of(table.game, STANDARD, 0)
    unknown = Counter(STANDARD.data["cards"]) - Counter(hand)
    for (seat, number), values in taken.items():
        expected = set(STANDARD.data["cards"]) if seat else set(hand if number == 0 else unknown)
        assert values == expected, (seat, number)


def test_when_no_pack_is_left_the_hand_is_what_has_not_been_played() -> None:
    """P21"""
    table = Table(2, 4)
    while table.game.round_number < 8:
        table.play_randomly(1)
    game = resampled(table.view(2), STANDARD, 1)[0]
    assert game.hand[:2].tolist() == table.game.hand[:2].tolist() == table.game.unplayed[:2].tolist()
