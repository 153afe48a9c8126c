"""The builders' circle and what is built there (A14 to A16)."""

from collections import Counter

import pytest

from serai.games.asara.rules import towers
from serai.games.asara.tests.table import Table, edition

pytestmark = pytest.mark.three_modes


def circle_table(space: int, *pieces: str, towers: tuple[str, ...] = (), taken: tuple[int, ...] = ()) -> Table:
    """The first player has just placed a blue buyer on a space of the circle."""
    table = Table(expert=True)
    table.hand("blue", "blue")
    table.pieces(*pieces)
    for tower in towers:
        table.tower(tower)
    for number in taken:
        table.taken(f"circle.{number}")
    table.play(f"place blue circle.{space}")
    return table


def test_a_white_tower_and_a_black_window_on_space_3_cost_3_and_score_3() -> None:
    """E3, A14, A15, A16: the red middle can't be built without a red tower."""
    table = Table()
    table.hand("blue")
    table.pieces("white base", "white top", "black window", "red middle")
    table.tower("black base top")
    table.play("place blue circle.3")
    assert table.money_of(0) == 17
    table.play("found white white")
    assert table.why("add middle red to 1") == "OTHER_TOWER_COLOUR"
    assert table.why("add middle red to 2") == "OTHER_TOWER_COLOUR"
    table.play("add window black to 1")
    assert table.prestige_of(0) == 3
    assert table.towers_of(0) == ["black base top window", "white base top"]
    assert table.pieces_of(0) == ["red middle"]
    assert table.game.turn_of == 1


@pytest.mark.parametrize("number", range(1, 8))
def test_space_k_costs_k_and_ends_by_itself_with_the_kth_piece(number: int) -> None:
    """A14, A16"""
    table = circle_table(number, *["red middle"] * 9, towers=("red base top",))
    assert table.money_of(0) == 20 - number
    for _ in range(number):
        assert table.game.turn_of == 0
        assert table.legal() == {"add middle red to 1"}
        table.play("add middle red to 1")
    assert table.game.turn_of == 1
    assert table.prestige_of(0) == number
    assert table.towers_of(0) == ["red base top" + " middle" * number]


def test_exactly_k_pieces_are_built() -> None:
    """A14: with all lower spaces free, fewer than k is not allowed, and neither is a space for more than one holds."""
    table = circle_table(3, "red middle", "red middle", "red middle", "red middle", towers=("red base top",))
    for _ in range(2):
        assert table.why("done") == "TOO_FEW_BUILT"
        table.play("add middle red to 1")
    assert table.why("done") == "TOO_FEW_BUILT"
    few = Table()
    few.hand("blue")
    few.tower("red base top")
    few.pieces("red middle", "red middle")
    assert few.legal("place blue circle") == {"place blue circle.1", "place blue circle.2"}
    assert few.why("place blue circle.3") == "NOTHING_TO_BUILD"


def test_to_build_a_taken_number_the_next_higher_free_space_is_used_and_paid() -> None:
    """A14"""
    table = Table()
    table.hand("blue", "blue")
    table.tower("red base top")
    table.pieces("red middle", "red middle")
    table.taken("circle.2", "circle.3")
    assert table.legal("place blue circle") == {"place blue circle.1", "place blue circle.4"}
    table.play("place blue circle.4")
    assert table.money_of(0) == 16
    table.play("add middle red to 1")
    assert table.why("done") == "TOO_FEW_BUILT", "space 1 is free, so 1 is not built on space 4"
    table.play("add middle red to 1")
    assert table.legal() == {"done"}
    table.play("done")
    assert table.prestige_of(0) == 2


def test_a_free_space_between_forbids_building_fewer() -> None:
    """A14: on space 5 with 4 free only 5 are built, though 3 is taken; the next free space it must be."""
    table = Table()
    table.hand("blue")
    table.tower("red base top")
    table.pieces("red middle", "red middle", "red middle")
    table.taken("circle.3")
    assert table.why("place blue circle.4") == "LEGAL"
    assert table.why("place blue circle.5") == "NOTHING_TO_BUILD"
    table.pieces(*["red middle"] * 5)
    table.play("place blue circle.5")
    for _ in range(4):
        table.play("add middle red to 1")
        assert table.why("done") in ("TOO_FEW_BUILT", "NOT_NOW")
    table.play("add middle red to 1")
    assert table.prestige_of(0) == 5


def test_the_player_may_go_on_to_the_spaces_number_or_stop_where_the_spaces_between_are_taken() -> None:
    """A14: with 2, 3 and 4 taken, space 5 is for 2, 3, 4 or 5."""
    table = circle_table(5, *["red middle"] * 9, towers=("red base top",), taken=(2, 3, 4))
    table.play("add middle red to 1")
    assert "done" not in table.legal()
    for _ in range(3):
        table.play("add middle red to 1")
        assert table.legal() == {"add middle red to 1", "done"}
    stopping = table.copy()
    stopping.play("done")
    assert (stopping.prestige_of(0), stopping.game.turn_of) == (4, 1)
    table.play("add middle red to 1")
    assert (table.prestige_of(0), table.game.turn_of) == (5, 1)


def test_at_least_one_piece_is_built() -> None:
    """A14: even with all lower spaces taken."""
    table = circle_table(7, *["red middle"] * 9, towers=("red base top",), taken=(1, 2, 3, 4, 5, 6))
    assert table.legal() == {"add middle red to 1"}
    assert table.why("done") == "TOO_FEW_BUILT"
    table.play("add middle red to 1")
    assert "done" in table.legal()


def test_a_number_that_the_circle_lacks_counts_as_taken() -> None:
    """A14: in a circle of 3 and 5, space 3 is for 1 to 3 and space 5 for 4 or 5; with 3 taken for 1 to 5."""
    gaps = edition(circle=[5, 3])
    for number, taken, least in [(3, (), 1), (5, (), 4), (5, ("circle.3",), 1)]:
        table = Table(edition=gaps)
        table.hand("blue", "blue")
        table.tower("red base top")
        table.pieces(*["red middle"] * 9)
        table.taken(*taken)
        table.play(f"place blue circle.{number}")
        for built in range(1, number):
            table.play("add middle red to 1")
            assert ("done" in table.legal()) == (built >= least), (number, taken, built)
        table.play("add middle red to 1")
        assert table.money_of(0) == 20 - number


def test_a_number_is_taken_only_when_every_place_with_it_is_taken() -> None:
    """AR1, A14: in a circle of 1, 2, 2 and 4."""
    table = Table(edition=edition(circle=[1, 2, 2, 4]))
    table.hand("blue")
    table.tower("red base top")
    table.pieces("red middle", "red middle")
    table.taken("circle.2")
    assert table.legal("place blue circle") == {"place blue circle.1", "place blue circle.2"}
    table.taken("circle.2")
    assert table.legal("place blue circle") == {"place blue circle.1", "place blue circle.4"}


def test_a_tower_is_founded_with_one_base_and_one_top_of_one_colour() -> None:
    """A15"""
    table = circle_table(2, "red base", "red top", "black base", "white top")
    assert table.legal() == {"found red red"}
    assert table.why("found red white") == "COLOURS_DIFFER"
    assert table.why("found black black") == "NOT_HELD"
    table.play("found red red")
    assert table.towers_of(0) == ["red base top"]
    assert table.pieces_of(0) == ["black base", "white top"]


def test_the_player_chooses_between_gold_and_plain_pieces() -> None:
    """A15"""
    pieces = ("red base", "red* base", "red* top", "red middle", "red* middle")
    table = circle_table(4, *pieces)
    assert table.legal() == {"found red red*", "found red* red*"}
    table.play("found red* red*")
    assert table.legal() == {"add middle red to 1", "add middle red* to 1"}
    table.play("add middle red* to 1")
    assert table.pieces_of(0) == ["red base", "red middle"]
    assert table.towers_of(0) == ["red base* top* middle*"]


def test_a_tower_has_one_base_and_one_top_and_any_number_of_middles_and_windows() -> None:
    """A15: a further base or top of the colour can only begin a new tower."""
    pieces = ["red base", "red top", *["red middle"] * 2, *["red window"] * 3]
    table = circle_table(7, *pieces, towers=("red base top",))
    assert table.legal() == {"found red red", "add middle red to 1", "add window red to 1"}
    table.play(*["add middle red to 1"] * 2, *["add window red to 1"] * 3, "found red red")
    assert table.towers_of(0) == ["red base top middle middle window window window", "red base top"]


def test_one_action_works_on_any_number_of_new_and_standing_towers() -> None:
    """A15: two new towers and two pieces for towers completed earlier."""
    pieces = ("red base", "red top", "white base", "white* top", "black window", "green* middle", "white window")
    table = circle_table(7, *pieces, towers=("black base top", "green base top"))
    table.play("found white white*", "add window black to 1", "add window white to 3")
    table.play("found red red", "add middle green* to 2")
    assert table.towers_of(0) == [
        "black base top window",
        "green base top middle*",
        "white base top* window",
        "red base top",
    ]
    assert table.prestige_of(0) == 7


def test_middles_and_windows_go_into_towers_of_their_own_colour_only() -> None:
    """A15"""
    table = circle_table(1, "red middle", "black window", towers=("red base top", "red base top", "green base top"))
    assert table.legal() == {"add middle red to 1", "add middle red to 2"}
    assert table.why("add window black to 1") == "OTHER_TOWER_COLOUR"
    assert table.why("add middle red to 3") == "OTHER_TOWER_COLOUR"
    assert table.why("add middle green to 3") == "NOT_HELD"
    assert table.why("add middle red to 4") == "NO_SUCH_TOWER"


def test_nothing_is_built_into_another_players_tower() -> None:
    """A15"""
    table = Table()
    table.hand("blue")
    table.tower("red base top", seat=1)
    table.pieces("red middle")
    assert table.legal("place blue circle") == set()
    table.tower("red base top middle", seat=0)
    table.play("place blue circle.1", "add middle red to 1")
    assert table.towers_of(0) == ["red base top middle middle"]
    assert table.towers_of(1) == ["red base top"]


def test_no_move_takes_a_piece_out_of_a_tower() -> None:
    """A15: pieces never move from one tower to another, so in random games every tower only grows."""
    for seed in range(4):
        table = Table(3, expert=True, seed=seed)
        before: list[list[str]] = [[], [], []]
        for _ in table.random_moves(seed):
            after = [table.towers_of(seat) for seat in range(3)]
            for old, new in zip(before, after, strict=True):
                grown = zip(old, new, strict=False)
                assert len(old) <= len(new)
                assert all(Counter(first.split()) <= Counter(then.split()) for first, then in grown)
            before = after


def test_a_tower_never_stands_without_its_top() -> None:
    """A15: no space, however the pieces lie, lets a base be built without a top of its colour."""
    table = Table()
    table.hand("blue")
    table.pieces("red base", "red base", "white top", "red middle", "white window")
    table.taken("circle.1", "circle.2", "circle.3")
    assert table.legal("place blue circle") == set()


def test_a_tower_can_not_be_founded_where_only_one_piece_may_still_be_built() -> None:
    """A14, A15"""
    table = circle_table(3, "red base", "red top", *["black middle"] * 3, towers=("black base top",))
    table.play("add middle black to 1", "add middle black to 1")
    assert table.why("found red red") == "NO_ROOM_FOR_TOWER"
    assert table.legal() == {"add middle black to 1"}


def test_a_piece_after_which_the_number_could_not_be_reached_is_refused() -> None:
    """A14: on space 3 with one loose piece and one new tower, and on space 4 with two towers and one loose piece."""
    pieces = ("red base", "red top", "white base", "white top", "black middle")
    three = circle_table(3, *pieces, towers=("black base top",))
    assert three.legal() == {"found red red", "found white white", "add middle black to 1"}
    three.play("found red red")
    assert three.legal() == {"add middle black to 1"}
    four = circle_table(4, *pieces, towers=("black base top",))
    assert four.legal() == {"found red red", "found white white"}
    assert four.why("add middle black to 1") == "NOT_FINISHABLE"


def test_founding_the_wrong_tower_first_is_refused_when_it_would_lead_nowhere() -> None:
    """A14: on space 3 only the red tower has a middle that makes the third piece."""
    table = circle_table(3, "red base", "red top", "white base", "white top", "red middle")
    assert table.legal() == {"found red red"}
    assert table.why("found white white") == "NOT_FINISHABLE"


@pytest.mark.parametrize("number", range(1, 8))
def test_one_prestige_for_each_piece_built_two_for_a_new_tower(number: int) -> None:
    """A16"""
    if number == 1:
        table = circle_table(1, "red window", towers=("red base top",))
        table.play("add window red to 1")
    else:
        table = circle_table(number, "red base", "red top", *["red window"] * 5)
        table.play("found red red", *["add window red to 1"] * (number - 2))
    assert table.prestige_of(0) == number
    assert table.prestige_of(1) == 0


def test_what_the_tests_write_as_a_tower_the_rules_read_alike() -> None:
    """A15: the words of these tests against every question that the rules ask of a tower."""
    table = Table(4)
    table.tower("green base* top middle middle* middle* window window window window* lit lit*", seat=3)
    tower = int(table.game.towers[0])
    assert (towers.owner(tower), towers.colour(tower)) == (3, 1)
    assert (towers.gold_base(tower), towers.gold_top(tower)) == (1, 0)
    assert [towers.middles(tower, gold) for gold in (0, 1)] == [1, 2]
    assert [towers.windows(tower, gold) for gold in (0, 1)] == [3, 1]
    assert [towers.lit_on(tower, gold) for gold in (0, 1)] == [1, 1]
    assert [towers.dark_windows(tower, gold) for gold in (0, 1)] == [2, 0]
    assert (towers.height(tower), towers.lit(tower), towers.visible_gold(tower)) == (9, 2, 3)
