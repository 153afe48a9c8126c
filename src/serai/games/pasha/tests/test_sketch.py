"""The picture of a position: made of an observation only, whole, with dice, discs, cards and tiles."""

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from serai.core.game import load
from serai.core.match import Match
from serai.core.page.sketching import GLOW, SEATS
from serai.core.records.randomness import StreamSeed
from serai.games.pasha.page.pictures import NAMES, REROLLED, played
from serai.games.pasha.study import sketch
from serai.games.pasha.words.notation import card_values, faces_of

PASHA = load("pasha")


def drawing(match: Match, seat: int | None) -> str:
    """What a seat is shown."""
    return sketch.draw_svg(match.view(seat)[0], match.edition, NAMES)


def used(svg: str) -> list[str]:
    """The symbols that a picture shows, each as often as it does."""
    return re.findall(r'<use href="#pasha-([\w-]+)"', svg)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_what_a_seat_can_not_know_changes_nothing_in_its_picture(seat: int | None) -> None:
    """Hands and packs are dealt anew; the viewer's picture stays as it is (P21)."""
    match = played(REROLLED)
    for seed in range(3):
        dealt = match.position.observe(seat).redeal(seed)
        assert sketch.draw_svg(dealt.observe(seat).games[0], match.edition, NAMES) == drawing(match, seat)


def test_the_dice_and_the_discs_of_the_round_are_drawn() -> None:
    """Each die of the roll, larger than the heads of the columns, and each disc that was laid (P14)."""
    match = played(REROLLED)
    svg = drawing(match, None)
    large = re.findall(r'<use href="#pasha-face-(\d)"[^>]* width="60"', svg)
    assert Counter(map(int, large)) == Counter(faces_of(match.games[0].dice))
    discs = [seat for seat in range(4) if f'rx="25" ry="10" fill="{SEATS[seat]}"' in svg]
    assert discs == [seat for seat in range(4) if match.games[0].disc[seat] >= 0]


def test_a_hand_is_shown_to_its_owner_only() -> None:
    """Three cards in double frames (P7, P21)."""
    match = played(REROLLED)
    seat = 0
    hand = card_values(match.games[0].hand[seat], match.edition)
    assert drawing(match, seat).count('width="88" height="120"') == len(hand) > 0
    assert drawing(match, None).count('width="88" height="120"') == 0


@pytest.mark.parametrize("players", [2, 5])
def test_positions_of_a_whole_game_are_whole_pictures(players: int) -> None:
    """Well-formed, without images or styles from elsewhere, every symbol there, nothing beyond the edge."""
    chance = random.Random(8)
    match = Match(PASHA, PASHA.read_edition(), PASHA.options(players), StreamSeed(8))
    names = [*NAMES, "Édouard Łukasz Maximilian"]
    for move in range(100_000):
        if move % 20 == 0 or match.is_over:
            seat = chance.choice((*range(players), None))
            check(sketch.draw_svg(match.view(seat)[0], match.edition, names))
        if match.is_over:
            over = sketch.draw_svg(match.view(None)[0], match.edition, names)
            assert over.count(f'stroke="{GLOW}" stroke-width="3"') == len(match.winners())
            break
        match.play(chance.choice(match.legal_moves()))


def check(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 960 720"
    assert "var(" not in svg and "<image" not in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    symbols = set(re.findall(r'<symbol id="pasha-([\w-]+)"', svg))
    assert set(used(svg)) <= symbols
