"""The expert game's lit windows: the house where they are kept, and laying them on towers (A22, A23)."""

from itertools import permutations

import pytest

from serai.core.edition import Edition
from serai.games.asara.tests.table import STANDARD, Table, edition

pytestmark = pytest.mark.three_modes


def looking_table(
    unseen: tuple[str, ...],
    under: tuple[tuple[str, int], ...] = (),
    money: int = 20,
    edition: Edition = STANDARD,
) -> Table:
    """The first player has just placed a blue buyer in the house of lit windows."""
    table = Table(expert=True, edition=edition)
    table.hand("blue", "blue")
    table.money(money)
    table.stack("lit", *unseen)
    table.under(*under)
    table.play("place blue lit")
    return table


def building_table(space: int, *pieces: str, towers: tuple[str, ...]) -> Table:
    """The first player has just placed a blue buyer in the builders' circle."""
    table = Table(expert=True)
    table.hand("blue")
    table.pieces(*pieces)
    for tower in towers:
        table.tower(tower)
    table.play(f"place blue circle.{space}")
    return table


def test_a_look_at_three_costs_4_and_one_is_kept() -> None:
    """A22"""
    table = looking_table(("red", "red", "red", "red"))
    assert table.legal() == {"look 3", "look 5"}
    assert table.money_of(0) == 20, "placing alone costs nothing"
    table.play("look 3")
    assert table.money_of(0) == 16
    assert table.seen() == ["red"] * 3
    assert table.legal() == {"keep red"}
    assert table.why("keep red red") == "WRONG_NUMBER_KEPT"
    table.play("keep red")
    assert table.pieces_of(0) == ["red lit"]
    assert table.game.lit_held[0] == 1
    assert table.game.turn_of == 0, "the order of the others is still to be chosen"
    table.play("under red red")
    assert table.under_the_stack() == [("red", 0), ("red", 0)]
    assert table.stack_of("lit") == ["red"]
    assert table.game.turn_of == 1


def test_a_look_at_five_costs_10_and_two_are_kept() -> None:
    """A22"""
    table = looking_table(("red",) * 6, money=10)
    table.play("look 5")
    assert table.money_of(0) == 0
    assert len(table.seen()) == 5
    assert table.legal() == {"keep red red"}
    assert table.why("keep red") == "WRONG_NUMBER_KEPT"
    table.play("keep red red", "under red red red")
    assert table.pieces_of(0) == ["red lit", "red lit"]
    assert len(table.under_the_stack()) == 3


def test_only_a_payable_look_can_be_taken() -> None:
    """A22"""
    table = looking_table(("red",) * 6, money=9)
    assert table.legal() == {"look 3"}
    assert table.why("look 5") == "LOOK_TOO_DEAR"


def test_only_windows_that_are_seen_can_be_kept() -> None:
    """A22"""
    table = looking_table((), under=(("red", 1), ("black", 1), ("red", 1), ("white", 1), ("green", 1)))
    table.play("look 3")
    assert table.legal() == {"keep red", "keep black"}
    assert table.why("keep white") == "NOT_SEEN"


def test_any_two_of_the_five_can_be_kept() -> None:
    """A22"""
    table = looking_table((), under=(("red", 1), ("black", 1), ("red", 1), ("white", 1), ("white", 1)))
    table.play("look 5")
    assert table.legal() == {"keep red red", "keep red black", "keep red white", "keep black white", "keep white white"}
    assert table.why("keep black black") == "NOT_SEEN"


@pytest.mark.parametrize(
    ("left", "look", "kept"), [(2, "look 3", 1), (1, "look 3", 1), (4, "look 5", 2), (1, "look 5", 1)]
)
def test_with_fewer_left_the_player_looks_at_what_is_left(left: int, look: str, kept: int) -> None:
    """A22 ruling: and never keeps more than were seen."""
    table = looking_table(("red",) * left)
    table.play(look)
    assert len(table.seen()) == left
    assert table.legal() == {"keep" + " red" * kept}
    table.play("keep" + " red" * kept)
    assert table.legal("under") == ({"under" + " red" * (left - kept)} if left - kept > 1 else set())
    table.play(*table.legal("under"))
    assert len(table.pieces_of(0)) == kept
    assert len(table.under_the_stack()) == left - kept


def test_the_rest_go_under_the_stack_in_the_order_that_the_player_chooses() -> None:
    """A22: behind those that lie there already; the first named is the first to be drawn again."""
    windows = ("red", "black", "white", "green", "brown", "red")
    table = looking_table((), under=tuple((colour, 1) for colour in windows))
    table.play("look 5")
    assert table.seen() == ["red", "black", "white", "green", "brown"]
    table.play("keep black green")
    assert table.seen() == ["red", "white", "brown"]
    assert table.legal() == {f"under {' '.join(order)}" for order in permutations(("red", "white", "brown"))}
    table.play("under brown red white")
    assert table.under_the_stack() == [("red", 1), ("brown", 0), ("red", 0), ("white", 0)]
    assert table.seen() == [] and table.game.turn_of == 1


def test_orders_of_equal_windows_are_one() -> None:
    """A22: after red was kept of red, black, red and red."""
    looks = [{"price": 4, "seen": 4, "kept": 1}]
    table = looking_table((), (("red", 1), ("black", 1), ("red", 1), ("red", 1)), edition=edition(lit_looks=looks))
    table.play("look 4", "keep red")
    assert table.legal() == {"under red red black", "under red black red", "under black red red"}


def test_the_order_is_asked_for_even_where_all_windows_are_equal() -> None:
    """A22 ruling: else the question itself would tell the others something."""
    table = looking_table(("red",) * 3)
    table.play("look 3", "keep red")
    assert table.legal() == {"under red red"}
    assert table.game.turn_of == 0


def test_one_window_alone_goes_under_without_a_question() -> None:
    """A22 ruling"""
    table = looking_table(("red", "red"))
    table.play("look 3", "keep red")
    assert table.under_the_stack() == [("red", 0)]
    assert table.game.turn_of == 1


def test_just_the_windows_that_are_left_go_under() -> None:
    """A22: all of them, and no others."""
    table = looking_table((), under=(("red", 1), ("black", 1), ("white", 1)))
    table.play("look 3", "keep white")
    assert table.why("under red red") == "NOT_SEEN"
    assert table.why("under red white") == "NOT_SEEN"
    assert table.why("under red black white") == "WRONG_NUMBER_ORDERED"
    assert table.why("keep red") == "NOT_NOW"
    table.play("under black red")
    assert table.why("under black red") == "NOT_NOW"


@pytest.mark.parametrize(("seen", "kept", "is_asked"), [(5, 1, True), (6, 2, True), (6, 1, False), (9, 1, False)])
def test_more_than_four_windows_go_under_as_they_were_drawn(seen: int, kept: int, is_asked: bool) -> None:
    """AR8, A22: nothing is asked then, so that the numbers of moves stay few."""
    windows = ("red", "black", "white", "green", "brown", "red", "black", "white", "green")[:seen]
    looks = [{"price": 0, "seen": seen, "kept": kept}]
    table = looking_table((), tuple((colour, 1) for colour in windows), edition=edition(lit_looks=looks))
    table.play(f"look {seen}", "keep " + " ".join(windows[:kept]))
    assert bool(table.legal("under")) == is_asked
    if not is_asked:
        assert [colour for colour, _ in table.under_the_stack()] == list(windows[kept:])
        assert table.game.turn_of == 1


def test_with_none_left_the_house_is_closed() -> None:
    """A22 ruling"""
    table = looking_table(("red",))
    table.play("look 3", "keep red")
    table.turn(0)
    assert table.why("place blue lit") == "LIT_STACK_EMPTY"


def test_the_house_has_three_spaces() -> None:
    """A22, A9"""
    table = Table(expert=True)
    table.hand("blue")
    table.taken("lit", "lit")
    assert table.why("place blue lit") == "LEGAL"
    table.taken("lit")
    assert table.why("place blue lit") == "SPACE_TAKEN"


def test_windows_not_yet_seen_are_drawn_first_and_then_those_under_the_stack_in_their_order() -> None:
    """AR3, A22"""
    table = looking_table(("white", "white"), under=(("red", 1), ("black", 1), ("green", 1), ("brown", 1)))
    table.play("look 5")
    assert table.seen() == ["white", "white", "red", "black", "green"]
    assert table.stack_of("lit") == []
    assert table.under_the_stack() == [("brown", 1)]


def test_an_edition_may_have_other_looks() -> None:
    """A22, A4"""
    looks = [{"price": 0, "seen": 1, "kept": 1}, {"price": 2, "seen": 4, "kept": 3}]
    table = Table(expert=True, edition=edition(lit_looks=looks))
    table.hand("blue")
    table.money(2)
    table.stack("lit", *["red"] * 5)
    table.play("place blue lit")
    assert table.legal() == {"look 1", "look 4"}
    table.play("look 4")
    assert table.legal() == {"keep red red red"}
    assert table.money_of(0) == 0


def test_a_lit_window_counts_among_the_pieces_built_and_scores_one() -> None:
    """A23, A16"""
    table = building_table(2, "red lit", "red middle", towers=("red base top window",))
    table.play("light red to 1")
    assert table.prestige_of(0) == 1
    table.play("add middle red to 1")
    assert table.prestige_of(0) == 2
    assert table.towers_of(0) == ["red base top middle window lit"]
    assert table.pieces_of(0) == []
    assert table.game.lit_held[0] == 0


def test_a_lit_window_is_laid_on_a_closed_window_of_its_own_colour() -> None:
    """A23"""
    table = building_table(
        1, "red lit", "black lit", towers=("red base top middle", "red base top window", "black base top")
    )
    assert table.legal() == {"light red to 2"}
    assert table.why("light red to 1") == "NO_DARK_WINDOW"
    assert table.why("light black to 2") == "OTHER_TOWER_COLOUR"
    assert table.why("light black to 3") == "NO_DARK_WINDOW"
    assert table.why("light white to 1") == "NOT_HELD"


def test_one_lit_window_on_each_closed_one() -> None:
    """A23"""
    table = building_table(2, "red lit", "red lit", "red lit", towers=("red base top window window",))
    table.play("light red to 1", "light red to 1")
    assert table.towers_of(0) == ["red base top window window lit lit"]
    table.hand("blue")
    table.turn(0)
    assert table.legal("place blue circle") == set(), "every window is lit"


def test_a_lit_window_does_not_raise_the_tower() -> None:
    """A23, A26: three pieces with a lit window lose against four."""
    table = Table(expert=True)
    table.tower("brown base top window lit")
    table.tower("brown base top middle middle", seat=1)
    table.money(0)
    table.money(0, seat=1)
    table.end_year(year=4)
    year, brown, highest, most = (1 + 1 + 1, 1), (2, 4), (4, 8), (12, 6)
    assert table.prestige_of(0) == year[0] + brown[0] + highest[0] + most[0]
    assert table.prestige_of(1) == year[1] + brown[1] + highest[1] + most[1]


def test_a_lit_window_hides_the_gold_beneath_it() -> None:
    """A23, A24: a gold window counted before; now the lit window counts, and the gold no longer."""
    table = Table(expert=True)
    table.favour(1)
    table.tower("red base top window*")
    table.end_year()
    assert table.prestige_of(0) == 1 + 1
    table = Table(expert=True)
    table.favour(1)
    table.tower("red base top window* lit*")
    table.end_year()
    assert table.prestige_of(0) == 1 + 1
    table = Table(expert=True)
    table.favour(1)
    table.tower("red base top window window* lit")
    table.end_year()
    assert table.prestige_of(0) == 1 + 1 + 1, "on a plain window it hides nothing"


def test_the_player_chooses_which_window_of_which_tower_is_covered() -> None:
    """A23: gold or plain."""
    standing = ("red base top window window*", "red base top window*")
    table = building_table(1, "red lit", towers=standing)
    assert table.legal() == {"light red to 1", "light red to 1 *", "light red to 2 *"}
    table.play("light red to 1 *")
    assert table.towers_of(0) == ["red base top window window* lit*", "red base top window*"]


def test_a_window_built_in_this_action_can_not_be_lit_in_it() -> None:
    """A23 ruling: the closed window must have stood before the action began."""
    table = building_table(3, "red window", "red lit", "red middle", "red middle", towers=("red base top",))
    table.play("add window red to 1")
    assert table.why("light red to 1") == "NO_DARK_WINDOW"
    table.play("add middle red to 1", "add middle red to 1")
    table.hand("blue")
    table.turn(0)
    table.game.taken[:] = 0
    table.play("place blue circle.1")
    assert table.legal() == {"light red to 1"}, "in the next action it can"


def test_a_fresh_gold_window_and_an_old_plain_one_are_told_apart() -> None:
    """A23 ruling"""
    table = building_table(3, "red* window", "red lit", "red lit", "red middle", towers=("red base top window",))
    table.play("add window red* to 1")
    assert table.why("light red to 1 *") == "NO_DARK_WINDOW"
    assert table.why("light red to 1") == "LEGAL"
    table.play("light red to 1")
    assert table.why("light red to 1") == "NO_DARK_WINDOW"
    assert table.legal() == {"add middle red to 1"}


def test_a_window_in_a_new_tower_can_not_be_lit_in_the_same_action() -> None:
    """A23 ruling, A14: so with a lit window, space 4 can't be filled by a new tower with one window."""
    table = Table(expert=True)
    table.hand("blue")
    table.pieces("red base", "red top", "red window", "red lit")
    assert table.legal("place blue circle") == {"place blue circle.2", "place blue circle.3"}
    table.play("place blue circle.3", "found red red")
    assert table.legal() == {"add window red to 1"}


def test_a_fresh_window_is_not_counted_on_for_finishing_the_action() -> None:
    """A23 ruling, A14: after the window, a middle would leave one more to build and nothing to build it with."""
    pieces = ("red window", "red middle", "red lit", "white base", "white top")
    table = building_table(3, *pieces, towers=("red base top",))
    table.play("add window red to 1")
    assert table.legal() == {"found white white"}
    assert table.why("add middle red to 1") == "NOT_FINISHABLE"


def test_lit_windows_alone_can_be_built() -> None:
    """A23, A14: one for each dark window that stands."""
    table = Table(expert=True)
    table.hand("blue")
    table.tower("red base top window window")
    table.pieces("red lit", "red lit", "red lit", "black lit")
    assert table.legal("place blue circle") == {"place blue circle.1", "place blue circle.2"}


def test_no_lit_window_goes_on_another_players_tower() -> None:
    """A23, A15"""
    table = Table(expert=True)
    table.hand("blue")
    table.tower("red base top window", seat=1)
    table.pieces("red lit")
    assert table.legal("place blue circle") == set()
