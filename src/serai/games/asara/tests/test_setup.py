"""Components and set-up (A1 to A8)."""

from collections import Counter

import pytest

from serai.core.compiled.rng import below
from serai.core.records.randomness import stream_of
from serai.games.asara.rules.state import BUYERS, COLOURS
from serai.games.asara.tests.table import STANDARD, Table, edition, scaled

pytestmark = pytest.mark.three_modes


def all_of(table: Table, kind: str) -> Counter[str]:
    """Every piece of a kind at the beginning, when none has been bought."""
    displayed = table.display_of(kind) if kind != "lit" else []
    return Counter(displayed + table.stack_of(kind))


def clockwise(table: Table) -> list[int]:
    """The seats from the starter on."""
    return [(int(table.game.starter) + turn) % table.players for turn in range(table.players)]


@pytest.mark.parametrize(("kind", "number"), [("base", 20), ("middle", 20), ("window", 25), ("top", 20)])
def test_there_are_so_many_pieces_of_each_kind_in_five_colours_and_some_have_gold(kind: str, number: int) -> None:
    """A1"""
    pieces = all_of(Table(), kind)
    assert pieces.total() == number
    assert {name.removesuffix("*") for name in pieces} == set(COLOURS)
    gold = sum(count for name, count in pieces.items() if name.endswith("*"))
    assert 0 < gold < number / 2


def test_the_expert_game_adds_fifteen_lit_windows_and_the_basic_game_has_none() -> None:
    """A1, A8"""
    assert all_of(Table(expert=True), "lit") == Counter({colour: 3 for colour in COLOURS})
    assert all_of(Table(expert=False), "lit") == Counter()


def test_there_are_forty_five_buyers_in_five_colours() -> None:
    """A2"""
    table = Table(3)
    buyers = sum((Counter(table.hand_of(seat)) for seat in range(3)), Counter())
    buyers += Counter({buyer: int(count) for buyer, count in zip(BUYERS, table.game.pile, strict=True)})
    assert buyers == Counter({buyer: 9 for buyer in BUYERS})


@pytest.mark.parametrize("buyer", BUYERS)
def test_a_buyer_of_any_colour_buys_pieces_of_every_colour(buyer: str) -> None:
    """A2: a green buyer has nothing to do with green towers."""
    table = Table()
    table.hand(buyer, "blue")
    table.display("top", *COLOURS)
    table.play(f"place {buyer} top")
    assert table.legal("buy") == {f"buy {colour}" for colour in COLOURS}


def test_any_sum_is_paid_to_the_asari() -> None:
    """A3 ruling: coins are plain numbers, so 9 less 8 is 1, and 1 less 1 is 0."""
    table = Table(expert=True)
    table.hand("blue", "green", "green")
    table.money(9)
    table.display("base", "white")
    table.play("place blue base", "buy white")
    assert table.money_of(0) == 1
    table.turn(0)
    table.play("place green tent.1")
    assert table.money_of(0) == 0


def test_the_bank_pays_however_much_is_in_play_already() -> None:
    """A3: the supply never runs out."""
    table = Table()
    table.hand(*["blue"] * 9)
    table.money(20_000)
    table.money(9_000, seat=1)
    table.play("place blue bank.12")
    table.turn(0)
    for _ in range(8):
        table.play("place blue house")
        table.turn(0)
    assert table.money_of(0) == 20_000 + 12 + 8 * 5


def test_the_standard_edition_has_the_numbers_that_the_rulebooks_give() -> None:
    """A4"""
    data = STANDARD.data
    assert data["price"]["black"] == 6
    assert data["display"] == {"base": 7, "middle": 7, "window": 8, "top": 7}
    assert data["circle"] == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(set(data["spies"])) == [3, 5]
    assert data["house"] == 5


def test_what_the_board_showed_is_read_from_the_edition() -> None:
    """A4: other numbers in the file, other numbers in play."""
    other = edition(price={"black": 7}, bank=[9, 9], house=4, spies=[2], tent=[6], display={"base": 3})
    table = Table(expert=True, edition=other)
    assert len(table.display_of("base")) == 3
    assert {name.split()[-1] for name in table.legal("place")} >= {"bank.9", "spies.2", "tent.6", "house"}
    table.hand("blue", "blue", "blue", "blue", "blue", "blue")
    table.money(100)
    table.display("base", "black")
    for moves, money in [
        (["place blue base", "buy black"], 93),
        (["place blue bank.9"], 102),
        (["place blue house"], 106),
        (["place blue spies.2", "spy top", "decline"], 104),
        (["place blue tent.6"], 98),
    ]:
        table.play(*moves)
        assert table.money_of(0) == money
        table.turn(0)


@pytest.mark.parametrize(("market", "size"), [("base", 7), ("middle", 7), ("window", 8), ("top", 7)])
def test_each_display_is_filled_from_its_own_stack(market: str, size: int) -> None:
    """A5"""
    table = Table()
    assert len(table.display_of(market)) == size
    assert len(table.stack_of(market)) == all_of(table, market).total() - size
    assert all_of(table, market) == all_of(Table(seed=2), market)


def test_a_stack_smaller_than_its_display_is_laid_out_whole() -> None:
    """A5"""
    table = Table(edition=edition(pieces_per_colour={"top": 1}, display={"top": 12}))
    assert len(table.display_of("top")) == 5
    assert table.stack_of("top") == []


def test_every_piece_of_a_stack_is_as_likely_to_be_laid_out_as_any_other() -> None:
    """A5, AR2: two of five bases; each of the ten pairs comes up in a tenth of all games."""
    small = edition(pieces_per_colour={"base": 1}, gold_per_colour={"base": 0}, display={"base": 2})
    games = scaled(4000, 300)
    pairs = Counter(tuple(Table(seed=seed, starter=None, edition=small).display_of("base")) for seed in range(games))
    assert len(pairs) == 10
    spread = 4.5 * (games * 0.1 * 0.9) ** 0.5
    assert all(abs(count - games / 10) < spread for count in pairs.values()), pairs


def test_every_buyer_is_as_likely_to_be_dealt_as_any_other() -> None:
    """A7, AR2: of one buyer of each colour the starter is dealt one, the other player another."""
    small = edition(buyers={buyer: 1 for buyer in BUYERS}, hand={"2": 1, "3": 1, "4": 1})
    games = scaled(4000, 400)
    deals: Counter[tuple[str, ...]] = Counter()
    for seed in range(games):
        table = Table(seed=seed, starter=None, edition=small)
        deals[table.hand_of(0)[0], table.hand_of(1)[0]] += 1
    assert len(deals) == 20
    spread = 4.5 * (games * 0.05 * 0.95) ** 0.5
    assert all(abs(count - games / 20) < spread for count in deals.values()), deals


def test_every_lit_window_is_as_likely_to_lie_on_top_as_any_other() -> None:
    """A8, AR2"""
    games = scaled(1500, 300)
    first: Counter[str | None] = Counter()
    for seed in range(games):
        table = Table(expert=True, seed=seed, starter=None)
        table.hand("blue", seat=table.game.starter)
        table.play("place blue lit", "look 3")
        first[table.seen()[0]] += 1
    assert set(first) == set(COLOURS)
    spread = 4.5 * (games * 0.2 * 0.8) ** 0.5
    assert all(abs(count - games / 5) < spread for count in first.values()), first


def test_a_spied_stack_has_no_order_to_remember() -> None:
    """AR2: after a piece is bought from a stack, what is left is laid out at random next year."""
    laid_out: Counter[str] = Counter()
    for seed in range(scaled(800, 200)):
        table = Table(seed=seed)
        table.hand("blue")
        table.stack("top", "red", "black", "white")
        table.display("top", *["brown"] * 6)
        table.play("place blue spies.3", "spy top", "buy red")
        table.end_year()
        laid_out[next(name for name in table.display_of("top") if name != "brown")] += 1
    assert set(laid_out) == {"black", "white"}
    assert 0.4 < laid_out["black"] / laid_out.total() < 0.6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_by_lot_and_holds_the_favour(players: int) -> None:
    """A6 ruling"""
    games = scaled(2000, 200)
    starters: Counter[int] = Counter()
    for seed in range(games):
        table = Table(players, seed=seed, starter=None)
        assert table.game.favour_holder == table.game.turn_of == table.game.starter
        starters[int(table.game.starter)] += 1
    assert set(starters) == set(range(players))
    spread = 4.5 * (games / players) ** 0.5
    assert all(abs(count - games / players) < spread for count in starters.values()), starters


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_first_player_has_20_and_clockwise_each_has_one_more(players: int, starter: int) -> None:
    """A6"""
    table = Table(players, starter=starter)
    assert [table.money_of(seat) for seat in clockwise(table)] == [20, 21, 22, 23][:players]


@pytest.mark.parametrize(("players", "size"), [(2, 9), (3, 8), (4, 7)])
def test_each_player_is_dealt_a_hand_and_the_rest_is_the_draw_pile(players: int, size: int) -> None:
    """A7"""
    table = Table(players)
    assert [len(table.hand_of(seat)) for seat in range(players)] == [size] * players
    assert [int(number) for number in table.game.hand_size[:players]] == [size] * players
    assert table.game.pile_size == table.game.pile.sum() == 45 - players * size


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hands_are_dealt_clockwise_from_the_starter(seed: int) -> None:
    """AR7, A7: with the hidden stream of the same seed, a plain deal from the starter on gives the same hands."""
    table = Table(4, seed=seed, starter=None)
    stream = stream_of(seed, 4)
    deck = [buyer for buyer in BUYERS for _ in range(9)]
    for seat in clockwise(table):
        dealt = [deck.pop(below(stream, len(deck))) for _ in range(7)]
        assert table.hand_of(seat) == sorted(dealt, key=BUYERS.index)


def test_tent_and_house_of_lit_windows_are_open_in_the_expert_game_only() -> None:
    """A8, A12"""
    expert, basic = Table(expert=True), Table()
    for table in (expert, basic):
        table.hand("blue", "blue")
    assert {"place blue tent.1", "place blue tent.3", "place blue tent.5", "place blue lit"} <= expert.legal()
    assert basic.why("place blue tent.1") == basic.why("place blue lit") == "NOT_IN_BASIC_GAME"
    assert not [name for name in basic.legal() if "tent" in name or "lit" in name]


def test_a_new_game_has_nothing_on_the_board_and_nothing_built() -> None:
    """A5: towers, screens, spaces and prestige are empty."""
    table = Table(4, expert=True)
    assert table.game.year == 1
    assert not table.game.taken.any() and table.game.tower_count == 0
    for seat in range(4):
        assert table.pieces_of(seat) == [] and table.towers_of(seat) == [] and table.prestige_of(seat) == 0
    assert [table.colour_of(area) for area in ("base", "circle", "bank", "spies", "favour", "tent", "lit")] == [
        None
    ] * 7
