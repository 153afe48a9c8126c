"""What no play can change: cards, cubes and tiles are neither made nor lost (Hypothesis)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serai.core.edition import Edition
from serai.games.pasha.rules import moves
from serai.games.pasha.tests.table import Table, edition_with

pytestmark = pytest.mark.three_modes

VALUES = st.integers(-9, 30).filter(lambda value: value != 0)


@st.composite
def tiles(draw: st.DrawFn) -> dict[str, Any]:
    """Any bonus tile (P4)."""
    reward = draw(st.sampled_from(("points", "cubes", "discard")))
    tile = {"set": draw(st.sampled_from("ABCZ")), "face": draw(st.integers(1, 6)), "reward": reward}
    return tile if reward == "discard" else tile | {"amount": draw(st.integers(1, 50))}


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """Any edition with up to four packs (P6)."""
    pack_size = draw(st.integers(1, 3))
    number = pack_size * draw(st.integers(1, 4))
    cards = draw(st.lists(VALUES, min_size=number, max_size=number))
    single = [0, *(value for value in cards if cards.count(value) == 1)]
    return edition_with(
        cards=cards,
        pack_size=pack_size,
        extra_roll_card=draw(st.sampled_from(single)),
        lamp_card=draw(st.sampled_from(single)),
        rolls=draw(st.integers(1, 6)),
        own_cubes=draw(st.integers(0, 6)),
        white_cubes=draw(st.integers(0, 20)),
        tiles=draw(st.lists(tiles(), max_size=30)),
    )


def all_cards(table: Table) -> Counter[int]:
    """Every card that is in a hand, a pack, on the table or in a pile."""
    cards: Counter[int] = Counter()
    values = table.edition.record[0].value
    for seat in range(table.players):
        cards.update(table.cards(table.game.unplayed[seat]) + table.won(seat))
        if table.game.played[seat] >= 0:
            cards[int(values[table.game.played[seat]])] += 1
    return cards


def check_packs(table: Table) -> None:
    """What is not played yet is what lies in hand and packs (P7, P11)."""
    for seat in range(table.players):
        packed = [int(table.edition.record[0].value[kind]) for kind in table.game.packs[seat] if kind >= 0]
        assert sorted(table.hand(seat) + packed) == table.cards(table.game.unplayed[seat])


@settings(max_examples=15, deadline=None)
@given(editions(), st.integers(2, 5), st.integers(0, 2**32))
def test_cards_cubes_and_tiles_are_conserved_in_every_edition(edition: Edition, players: int, seed: int) -> None:
    """P2, P3, P4, P12, P16, P17"""
    table = Table(players, seed, edition)
    start = all_cards(table)
    spent = 0
    while not table.is_over:
        spent += sum(moves.CUBE_REROLLS <= move < moves.LAMP for move in [random_move(table, seed)])
        check_packs(table)
        if table.game.dice:
            assert len(table.dice) == 5
        held = int(table.game.cubes.sum()) + int(table.game.white_cubes)
        assert held + spent == players * edition.record[0].own_cubes + edition.record[0].white_cubes
        now = all_cards(table)
        assert all(now[value] == start[value] for value in start if value > 0)
        assert all(now[value] <= start[value] for value in start)
        shown = [tile for tile in table.game.revealed.tolist() if tile >= 0]
        unseen = [tile for tile in range(edition.record[0].tiles) if int(table.game.stack) >> tile & 1]
        assert sorted(shown + unseen) == list(range(edition.record[0].tiles))
    assert table.game.round_number == edition.record[0].rounds


def random_move(table: Table, seed: int) -> int:
    """Play one of the legal moves, chosen by the seed; which it was."""
    legal = table.legal_moves()
    if len(table.events) % 10 == 0:
        assert sorted(legal) == [move for move in range(moves.EVERY_MOVE) if table.why_illegal(move) == 0]
    move = legal[(seed * 31 + len(table.events) * 17) % len(legal)]
    table.apply(move)
    return move
