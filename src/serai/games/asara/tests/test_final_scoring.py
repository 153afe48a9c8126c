"""The final scoring, ties and winners (A26 to A32)."""

import random
from collections.abc import Mapping

import pytest

from serai.games.asara.rules import scoring
from serai.games.asara.rules.state import COLOURS
from serai.games.asara.tests import scoring_by_hand
from serai.games.asara.tests.table import Table, edition, scaled

pytestmark = pytest.mark.three_modes

REASONS = (*COLOURS, "highest", "most", "money")
TINA, WOLFGANG, PHILIPP = range(3)


def of_height(colour: str, height: int, lit: int = 0) -> str:
    """A tower of so many pieces."""
    return " ".join([colour, "base", "top", *["window"] * (height - 2), *["lit"] * lit])


def final(table: Table, why: str) -> list[int]:
    """Each player's points in one category."""
    place = REASONS.index(why)
    return [
        int(scoring.final_points(table.game, table.edition.record[0], seat, place)) for seat in range(table.players)
    ]


def table_with(*heights: Mapping[str, int | list[int]], expert: bool = False) -> Table:
    """A table whose players have towers of these heights, by colour."""
    table = Table(max(2, len(heights)), expert=expert)
    for seat, mine in enumerate(heights):
        for colour, found in mine.items():
            for height in found if isinstance(found, list) else [found]:
                table.tower(of_height(colour, height), seat=seat)
    return table


def rulebooks_example() -> Table:
    """E6: Tina, Wolfgang, Philipp."""
    return table_with(
        {"brown": 4, "green": 6, "black": 5, "white": 3},
        {"brown": 3, "green": 3, "red": 3, "black": 3, "white": 4},
        {"brown": 2, "red": [3, 3], "black": 5, "white": 3},
    )


@pytest.mark.parametrize(
    ("why", "points"),
    [
        ("most", [0, 9, 9]),
        ("highest", [8 + 2, 0, 2]),
        ("brown", [4, 2, 0]),
        ("green", [6, 3, 0]),
        ("red", [0, 4, 8]),
        ("black", [8, 0, 8]),
        ("white", [3, 12, 3]),
    ],
)
def test_the_rulebooks_example_category_by_category(why: str, points: list[int]) -> None:
    """E6, A26, A27, A28, A30"""
    assert final(rulebooks_example(), why) == points


def test_the_rulebooks_example_to_the_point() -> None:
    """E6: played to its end, Tina 31, Wolfgang 30, Philipp 30 without money and without the year's own scoring."""
    table = rulebooks_example()
    for seat in range(3):
        table.money(0, seat=seat)
    table.favour(WOLFGANG)
    table.end_year(4)
    year = [4, 5 + 1, 5]
    assert [table.prestige_of(seat) - year[seat] for seat in range(3)] == [31, 30, 30]
    assert table.winners() == [WOLFGANG]


@pytest.mark.parametrize(
    ("colour", "first", "second"), [("brown", 4, 2), ("green", 6, 3), ("red", 8, 4), ("black", 10, 5), ("white", 12, 6)]
)
def test_the_highest_and_second_highest_tower_of_each_colour_score(colour: str, first: int, second: int) -> None:
    """A26"""
    table = table_with({colour: 5}, {colour: 4}, {colour: 3})
    assert final(table, colour) == [first, second, 0]
    others = [other for other in COLOURS if other != colour]
    assert [final(table, other) for other in others] == [[0, 0, 0]] * 4


def test_towers_compete_singly_so_one_player_can_hold_both_places() -> None:
    """A26, A27"""
    table = table_with({"red": [5, 4]}, {"red": [3, 2]})
    assert final(table, "red") == [12, 0]
    assert final(table, "highest") == [12, 0]


def test_a_towers_height_is_its_number_of_pieces_gold_or_not() -> None:
    """A26"""
    table = Table()
    table.tower("red base* top* middle* window*")
    table.tower("red base top middle window window", seat=1)
    assert final(table, "red") == [4, 8]


def test_the_only_tower_of_a_colour_takes_first_place_and_nobody_second() -> None:
    """A26"""
    assert final(table_with({"red": 2}, {}), "red") == [8, 0]


def test_the_highest_towers_of_all_score_whatever_their_colour() -> None:
    """A27"""
    table = table_with({"brown": 6, "white": 3}, {"green": 5})
    assert final(table, "highest") == [8, 4]


def test_most_and_second_most_towers_score() -> None:
    """A28"""
    table = table_with({"red": [2, 2]}, {"red": 9}, {"red": [2, 2, 2]})
    assert final(table, "most") == [6, 0, 12]


def test_a_player_without_a_tower_takes_no_place() -> None:
    """A28 ruling"""
    assert final(table_with({"red": 2}, {}), "most") == [12, 0]
    assert final(table_with({"red": 2}, {}, {}), "most") == [12, 0, 0]
    assert final(table_with({}, {}), "most") == [0, 0]
    assert final(table_with({}, {}), "highest") == [0, 0]


@pytest.mark.parametrize(("money", "points"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (105, 10)])
def test_every_full_10_asari_are_worth_1_prestige(money: int, points: int) -> None:
    """A29"""
    table = Table()
    table.money(money)
    assert final(table, "money")[0] == points


@pytest.mark.parametrize(("tied", "share"), [(2, 8), (3, 5), (4, 4)])
def test_a_tie_for_first_shares_both_places_rounded_up_and_leaves_no_second(tied: int, share: int) -> None:
    """A30: black, 10 + 5 divided by 2, 3 or 4."""
    table = table_with(*({"black": 4} for _ in range(tied)))
    table.tower(of_height("black", 3), seat=0)
    assert final(table, "black") == [share] * tied


def test_a_tie_for_second_shares_the_second_place_rounded_up() -> None:
    """A30: black, 5 divided by 2 is 3."""
    assert final(table_with({"black": 5}, {"black": 4}, {"black": 4}, {"black": 3}), "black") == [10, 3, 3, 0]


def test_each_tied_tower_earns_its_owner_a_share() -> None:
    """A30: three towers tied for first, two of them one player's."""
    assert final(table_with({"green": [4, 4]}, {"green": 4}), "green") == [6, 3]
    assert final(table_with({"green": 5}, {"green": [4, 4]}), "green") == [6, 4]


def test_for_most_towers_the_points_are_divided_by_tied_players() -> None:
    """A30: not by their towers."""
    assert final(table_with({"red": [2, 2]}, {"brown": [2, 2]}), "most") == [9, 9]
    assert final(table_with({"red": [2, 2]}, {"red": 2}, {"red": 2}), "most") == [12, 3, 3]
    assert final(table_with({"red": 2}, {"red": 2}, {"red": 2}, {"red": 2}), "most") == [5, 5, 5, 5]


def test_lit_windows_in_the_tied_tower_break_a_tie_between_towers() -> None:
    """A31"""
    table = Table(expert=True)
    table.tower(of_height("black", 5, lit=1))
    table.tower(of_height("black", 5, lit=2), seat=1)
    assert final(table, "black") == [5, 10]
    assert final(table, "highest") == [4, 8]


def test_a_lit_window_only_breaks_ties_and_never_outweighs_a_piece() -> None:
    """A31, A23"""
    table = Table(expert=True)
    table.tower(of_height("black", 5, lit=3))
    table.tower(of_height("black", 6), seat=1)
    assert final(table, "black") == [5, 10]


def test_lit_windows_in_other_towers_do_not_help_a_tied_tower() -> None:
    """A31"""
    table = Table(expert=True)
    table.tower(of_height("black", 4))
    table.tower(of_height("red", 3, lit=1))
    table.tower(of_height("black", 4), seat=1)
    assert final(table, "black") == [8, 8]


def test_all_lit_windows_of_a_player_break_a_tie_for_most_towers() -> None:
    """A31"""
    table = Table(expert=True)
    table.tower(of_height("black", 3, lit=1))
    table.tower(of_height("red", 3, lit=1))
    table.tower(of_height("black", 5, lit=1), seat=1)
    table.tower(of_height("red", 5), seat=1)
    assert final(table, "most") == [12, 6]


def test_only_towers_that_are_still_level_share() -> None:
    """A31, A30: of three equal towers two have a lit window and share; a lone first leaves the others second."""
    table = Table(3, expert=True)
    for seat, lit in enumerate((1, 1, 0)):
        table.tower(of_height("black", 4, lit), seat=seat)
    assert final(table, "black") == [8, 8, 0]
    table = Table(3, expert=True)
    for seat, lit in enumerate((1, 0, 0)):
        table.tower(of_height("black", 4, lit), seat=seat)
    assert final(table, "black") == [10, 3, 3]


def test_a_lit_window_behind_the_screen_breaks_no_tie() -> None:
    """A31 ruling: only built ones count."""
    table = table_with({"black": 4}, {"black": 4}, expert=True)
    table.pieces("black lit", "black lit")
    assert final(table, "black") == [8, 8]
    assert final(table, "most") == [9, 9]


def test_most_prestige_wins() -> None:
    """A32"""
    table = Table(3)
    table.money(0)
    table.money(25, seat=1)
    table.money(100, seat=2)
    table.favour(0)
    table.end_year(4)
    assert [table.prestige_of(seat) for seat in range(3)] == [1, 2, 10]
    assert table.winners() == [2]


def test_a_tie_has_several_winners() -> None:
    """A32"""
    table = Table(4)
    for seat, money in enumerate((4, 20, 9, 20)):
        table.money(money, seat=seat)
    table.favour(0)
    table.end_year(4)
    assert [table.prestige_of(seat) for seat in range(4)] == [1, 2, 0, 2]
    assert table.winners() == [1, 3]


def test_gold_and_the_favour_score_at_the_years_end_and_not_again() -> None:
    """A32, A24: year 4 gives the tower 1, gold 2 and the favour 1; then red, highest and most towers."""
    table = Table()
    table.money(0)
    table.favour(0)
    table.tower("red base* top*")
    table.end_year(4)
    assert table.prestige_of(0) == (1 + 2 + 1) + (8 + 8 + 12)


def test_an_edition_may_score_otherwise() -> None:
    """A4, A26, A27, A28, A29"""
    other = edition(final_colour={"red": [7, 1]}, final_highest=[20, 3], final_most=[30, 2], asari_per_prestige=3)
    table = Table(edition=other)
    table.tower(of_height("red", 4))
    table.tower(of_height("red", 3), seat=1)
    table.tower(of_height("red", 2), seat=1)
    table.money(11, seat=1)
    assert (final(table, "red"), final(table, "highest"), final(table, "most")) == ([7, 1], [20, 3], [2, 30])
    assert final(table, "money")[1] == 3


def random_end(chance: random.Random, expert: bool) -> Table:
    """Some towers of few heights, so that ties are common."""
    table = Table(chance.randint(2, 4), expert=expert)
    for _ in range(chance.randint(0, 9)):
        height = chance.choice((2, 3, 3, 4))
        windows = chance.choices(("window", "window*", "middle", "middle*"), k=height - 2)
        lit = [
            part.replace("window", "lit") for part in windows if "window" in part and expert and chance.random() < 0.5
        ]
        ends = [chance.choice(("base", "base*")), chance.choice(("top", "top*"))]
        table.tower(" ".join([chance.choice(COLOURS[:3]), *ends, *windows, *lit]), seat=chance.randrange(table.players))
    for seat in range(table.players):
        table.money(chance.randint(0, 45), seat=seat)
    table.favour(chance.randrange(table.players))
    return table


@pytest.mark.parametrize("expert", [False, True])
def test_the_final_scoring_agrees_with_a_plain_one_in_random_positions(expert: bool) -> None:
    """A24, A26, A27, A28, A29, A30, A31"""
    chance = random.Random(26)
    for _ in range(scaled(400, 60)):
        table = random_end(chance, expert)
        table.last_card(4)
        in_year = [scoring_by_hand.year_points(table, seat) for seat in range(table.players)]
        table.play("place blue house")
        at_end = scoring_by_hand.final_points(table)
        for why in REASONS:
            assert final(table, why) == [points[why] for points in at_end], (why, table.game.towers)
        for seat in range(table.players):
            assert table.prestige_of(seat) == sum(in_year[seat].values()) + sum(at_end[seat].values())
        best = max(table.prestige_of(seat) for seat in range(table.players))
        assert table.winners() == [seat for seat in range(table.players) if table.prestige_of(seat) == best]
