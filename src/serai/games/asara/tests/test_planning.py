"""Whole turns for the search: where a buyer may go, what it is paid with, and how the action is carried out."""

import numpy as np
import pytest

from serai.core.records.randomness import player_stream
from serai.games.asara.bot import mind as minds
from serai.games.asara.bot import planning, weights
from serai.games.asara.rules import play as rules
from serai.games.asara.rules.state import OVER, PLACE, SPACES, STATE
from serai.games.asara.tests.table import KERNEL, STANDARD, Table, scaled

pytestmark = pytest.mark.three_modes


def choices_of(table: Table) -> list[int]:
    """The choices between turns."""
    listed = np.zeros(planning.MOST_CHOICES, np.int32)
    count = planning.list_choices(table.game, STANDARD.record[0], listed)
    return [int(choice) for choice in listed[:count]]


def followed(table: Table, choice: int, plan: np.ndarray | None = None) -> Table:
    """The table after a choice and the rest of its turn."""
    games = np.zeros(planning.SCRATCH, STATE)
    games[0] = table.games[0]
    plan = np.full(8, planning.NO_MOVE, np.int16) if plan is None else plan
    lists = np.zeros((3, planning.MOST_CHOICES), np.int32)
    planning.follow(games, 0, STANDARD.record[0], weights.desk_for(table.game)[0], lists, choice, plan)
    other = table.copy()
    other.games[0] = games[0]
    return other


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("expert", [False, True])
def test_each_choice_is_a_space_that_a_legal_placement_uses_and_ends_the_turn(players: int, expert: bool) -> None:
    table = Table(players, expert=expert, seed=5, starter=None)
    stream, moves = player_stream(3), np.zeros(1024, np.int32)
    looked_at = 0
    while table.game.phase != OVER and looked_at < scaled(40, 3):
        if table.game.phase == PLACE:
            legal = {move // 20 for move in table.moves()}
            spaces = {space for space in legal if not planning.is_idle(table.game, STANDARD.record[0], space)}
            assert {choice - planning.TO_SPACE for choice in choices_of(table)} == spaces
            for choice in choices_of(table)[:: scaled(1, 5)]:
                after = followed(table, choice)
                assert after.game.phase in (PLACE, OVER)
                assert after.game.hand_size.sum() != table.game.hand_size.sum() or expert
            looked_at += 1
        KERNEL.apply(
            table.games, 0, STANDARD.record, KERNEL.random_move(table.games, 0, STANDARD.record, stream, moves)
        )


def test_a_plan_repeats_what_was_decided_and_gives_way_where_it_is_not_allowed() -> None:
    table = Table()
    table.hand("blue", "green")
    table.display("top", "red", "green")
    plan = np.full(8, planning.NO_MOVE, np.int16)
    bought = followed(table, planning.TO_SPACE + 3, plan).pieces_of(0)
    assert plan[0] != planning.NO_MOVE
    assert followed(table, planning.TO_SPACE + 3, plan).pieces_of(0) == bought
    table.display("top", "brown")
    assert followed(table, planning.TO_SPACE + 3, plan).pieces_of(0) != bought


@pytest.mark.parametrize(
    ("hand", "blocked", "paid"),
    [
        (("blue", "blue", "green"), (), {"blue"}),  # sets the colour of which more is left
        (("blue", "green"), ("base",), {"blue"}),  # the market is blue already (A10)
        (("green", "orange"), ("base",), {"green", "orange"}),  # a pair stands in for blue (A10)
    ],
)
def test_a_placement_is_paid_with_what_is_missed_least(
    hand: tuple[str, ...], blocked: tuple[str, ...], paid: set[str]
) -> None:
    table = Table()
    table.hand(*hand)
    if blocked:
        table.taken(*blocked, buyer="blue")
    after = followed(table, planning.TO_SPACE)
    left = after.hand_of(0)
    assert {buyer for buyer in hand if hand.count(buyer) > left.count(buyer)} == paid


def poor_table() -> Table:
    """The first player can't pay for anything in the market of bases, which is blue."""
    table = Table()
    table.hand("blue", "green")
    table.money(0)
    table.display("base", "red")
    table.taken("base")
    return table


def test_the_search_does_not_consider_a_market_where_nothing_can_be_bought() -> None:
    """A13"""
    table = poor_table()
    assert planning.TO_SPACE not in choices_of(table)
    table.money(5)
    assert planning.TO_SPACE in choices_of(table)


def test_a_bot_without_money_rather_sends_its_buyer_to_the_coloured_house() -> None:
    """A13, A18"""
    table = poor_table()
    table.taken("bank.12", "bank.10", "bank.8", "bank.6", "favour", "spies.3", "spies.5", "middle", "window", "top")
    view = table.view(0)
    mind = minds.begin(view.games, STANDARD, "merchant", player_stream(5))
    best, *others = [table.name(candidate.move) for candidate in mind.candidates()]
    assert best.endswith(" house")
    assert set(others) == table.legal() - {best}, "the others can be asked about too"
    assert all(abs(sum(candidate.wins) - 1) < 1e-9 for candidate in mind.candidates())


def test_a_build_does_not_look_at_lesser_towers_of_a_colour() -> None:
    table = Table()
    table.tower("red base top")
    table.tower("red base top middle")
    table.pieces("red window")
    table.money(20)
    table.hand("blue")
    after = followed(table, planning.TO_SPACE + 4)
    assert sorted(tower.count("window") for tower in after.towers_of(0)) == [0, 1]
    raised = next(tower for tower in after.towers_of(0) if "window" in tower)
    assert "middle" in raised


def test_rules_and_plans_number_spaces_alike() -> None:
    assert planning.EVERY_CHOICE == rules.EVERY_MOVE + SPACES
