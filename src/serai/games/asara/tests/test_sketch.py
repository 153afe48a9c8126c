"""The picture of a position: made of an observation only, whole, with every piece of every tower."""

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from serai.core.compiled import bag
from serai.core.game import load
from serai.core.match import Match
from serai.core.page.sketching import GLOW
from serai.core.records.randomness import StreamSeed
from serai.games.asara.page import pieces
from serai.games.asara.page.pictures import LIGHTED, ORDERING, played
from serai.games.asara.rules import towers
from serai.games.asara.rules.state import BUYERS, COLOURS, LIT
from serai.games.asara.study import sketch

ASARA = load("asara")
NAMES = ("Tina", "Wolfgang", "Philipp", "Ana")
VIEWERS = (0, 1, 2, None)


def drawing(match: Match, seat: int | None) -> str:
    """What a seat is shown."""
    return sketch.draw_svg(match.view(seat)[0], match.edition, NAMES)


def used(svg: str) -> list[str]:
    """The symbols that a picture shows, each as often as it does."""
    return re.findall(r'<use href="#asara-([\w-]+)"', svg)


@pytest.mark.parametrize("seat", VIEWERS)
def test_what_a_seat_can_not_know_changes_nothing_in_its_picture(seat: int | None) -> None:
    """Hands, draw pile and stacks are dealt anew; the viewer's picture stays as it is (A33)."""
    match = played(LIGHTED)
    for seed in range(3):
        dealt = match.position.observe(seat).redeal(seed)
        assert sketch.draw_svg(dealt.observe(seat).games[0], match.edition, NAMES) == drawing(match, seat)


def test_every_piece_of_every_tower_is_drawn() -> None:
    """What a picture without towers lacks is base, top and all between, lit windows before the dark ones they cover."""
    match = played(LIGHTED)
    bare = match.view(1)
    bare[0].tower_count = 0
    shown, without = Counter(used(drawing(match, 1))), Counter(used(sketch.draw_svg(bare[0], match.edition, NAMES)))
    game = match.games[0]
    standing = sum((pieces_of(int(tower)) for tower in game.towers[: game.tower_count]), Counter())
    assert shown - without == standing and standing.total() > 12 and standing["lit-brown"] == 1


def pieces_of(tower: int) -> Counter[str]:
    """The symbols of a tower's pieces, from the number that it is packed into."""
    plain = COLOURS[towers.colour(tower)]
    found = Counter({f"lit-{plain}": towers.lit_on(tower, 0) + towers.lit_on(tower, 1)})
    for gold, colour in enumerate((plain, f"{plain}-gold")):
        found[f"base-{colour}"] = int(towers.gold_base(tower) == gold)
        found[f"top-{colour}"] = int(towers.gold_top(tower) == gold)
        found[f"middle-{colour}"] = towers.middles(tower, gold)
        found[f"window-{colour}"] = towers.windows(tower, gold) - towers.lit_on(tower, gold)
    return +found


def test_a_hand_is_face_up_for_its_owner_only() -> None:
    """Others see backs, as many as there are cards (A33)."""
    match = Match(ASARA, ASARA.read_edition(), ASARA.options(2), StreamSeed(3))
    for seat, other in ((0, 1), (1, 0)):
        shown = used(drawing(match, seat))
        cards = [f"card-{buyer}" for buyer in BUYERS]
        hand = match.games[0].hand[seat].tolist()
        assert [shown.count(card) for card in cards] == hand
        assert shown.count("back") == int(match.games[0].hand_size[other]) + 2  # and one as a sign at each place


def test_money_and_pieces_of_others_are_shown_where_screens_are_open() -> None:
    """Closed screens hide them, and all of them from who watches (A33)."""
    match = played(LIGHTED)
    behind = [behind_screen(match, seat) for seat in range(3)]
    assert all(len(shown) > 1 for shown in behind)
    for seat in VIEWERS:
        view = match.view(seat)
        closed = Counter(used(drawing(match, seat)))
        view[0].open_screens = True
        opened = Counter(used(sketch.draw_svg(view[0], match.edition, NAMES)))
        others = [shown for other, shown in enumerate(behind) if other != seat]
        assert opened - closed == sum(others, Counter()) and not closed - opened


def test_only_the_looker_sees_the_windows_whose_order_is_chosen() -> None:
    """A22: they lie there until they go under the stack."""
    match = played(ORDERING)
    looker = match.to_act
    windows = {f"lit-{COLOURS[colour]}" for colour in match.games[0].seen[:2]}
    assert windows <= set(used(drawing(match, looker)))
    assert not windows & set(used(drawing(match, (looker + 1) % 3)))


def behind_screen(match: Match, seat: int) -> Counter[str]:
    """The symbols for what a seat has behind its screen, as others see it once that is open."""
    game = match.games[0]
    found = Counter({"coin": 1, "lit-stone": int(game.lit_held[seat] > 0)})
    found.update(
        pieces.name(kind, piece)
        for kind in range(LIT)
        for piece in range(10)
        if bag.count(int(game.pieces[seat, kind]), piece)
    )
    return +found


@pytest.mark.parametrize("expert", [False, True])
def test_positions_of_a_whole_game_are_whole_pictures(expert: bool) -> None:
    """Well-formed, without images or styles from elsewhere, every symbol there, nothing beyond the edge."""
    chance = random.Random(8)
    match = Match(ASARA, ASARA.read_edition(), ASARA.options(4, expert=expert), StreamSeed(8))
    for move in range(100_000):
        if move % 40 == 0 or match.is_over:
            check(drawing(match, chance.choice((*range(4), None))))
        if match.is_over:
            assert drawing(match, None).count(f'stroke="{GLOW}" stroke-width="3"') == len(match.winners())
            break
        match.play(chance.choice(match.legal_moves()))


def check(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 960 720"
    assert "var(" not in svg and "<image" not in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    symbols = set(re.findall(r'<symbol id="asara-([\w-]+)"', svg))
    assert set(used(svg)) <= symbols
    for x, y in re.findall(r'<use href="#asara-[\w-]+" x="([-\d.e+]+)" y="([-\d.e+]+)"', svg):
        assert 0 <= float(x) < 960 and 0 <= float(y) < 720
