"""A player's turn: cards, rolls, cubes, lamp and disc (P11-P15)."""

import pytest

from serai.core.errors import BadNotation
from serai.core.words.reasons import Reason
from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with, put_tile, started_by
from serai.games.pasha.words import narration

pytestmark = pytest.mark.three_modes


def rolled(card: int = 3, dice: tuple[int, ...] = (1, 2, 3, 4, 5), table: Table | None = None) -> Table:
    """A table where the seat to act has played a card and sees these dice."""
    table = table or Table()
    table.hold(table.to_act, card, 7)
    table.play(f"play {card}")
    table.show(*dice)
    return table


def rule_against(table: Table, move: str) -> str:
    """The number of the rule that forbids a move."""
    reason = table.reason(move)
    assert reason, f"{move!r} is legal"
    return reason.rule


def test_turns_go_clockwise_from_the_first_player() -> None:
    """P11"""
    table = started_by(2, 4)
    seats = []
    for faces in ((1, 1, 2, 3, 4), (2, 2, 1, 3, 4), (3, 3, 1, 2, 4), (4, 4, 1, 2, 3)):
        seats.append(table.to_act)
        table.take_turn(4, faces)
    assert seats == [2, 3, 0, 1]


def test_a_card_is_played_from_hand_and_all_five_dice_are_rolled() -> None:
    """P11"""
    table = Table()
    seat, hand = table.to_act, table.hand(table.to_act)
    assert table.legal() == [f"play {value}" for value in sorted(set(hand))]
    events = table.play(f"play {hand[0]}")
    assert table.hand(seat) == hand[1:]
    assert len(table.dice) == 5
    assert events[1] == {"type": "roll", "seat": seat, "dice": table.dice}
    assert table.to_act == seat


def test_a_card_that_is_not_in_hand_cannot_be_played_nor_a_second_one() -> None:
    """P11"""
    table = Table()
    table.hold(table.to_act, 3, 4)
    assert table.reason("play 7") == Reason("P11", "7 is not in hand: 3 4")
    table.play("play 3")
    assert table.reason("play 4") == Reason("P11", "one card a turn: 3 has been played")


def test_no_dice_are_touched_before_a_card_is_played() -> None:
    """P11"""
    table = Table()
    for move in ("reroll 1", "cube reroll 1", "cube 1+", "cube 2-", "lamp", "mark", "mark 3"):
        assert rule_against(table, move) == "P11"


def test_equal_cards_are_one_choice() -> None:
    """P11, PR7"""
    table = Table()
    table.hold(table.to_act, -1, -1, -1)
    assert table.legal() == ["play -1"]


def test_on_playing_the_last_card_of_the_hand_the_next_pack_is_taken_at_once() -> None:
    """P11"""
    table = Table(2, 3)
    seat = table.to_act
    first, second, third = narration.packs_of(table.game, STANDARD, seat)
    held = []
    while not table.is_over:
        if table.to_act == seat and table.game.phase == 0:
            held.append(table.hand(seat))
        table.apply(table.legal_moves()[-1])
    assert [len(hand) for hand in held] == [3, 2, 1] * 3
    assert [held[0], held[3], held[6]] == [first, second, third]


def test_the_player_may_stop_after_any_roll() -> None:
    """P11"""
    assert "mark" in rolled().legal()


def test_after_the_first_roll_there_are_two_rerolls() -> None:
    """P11"""
    table = rolled()
    table.play("reroll 1 2")
    table.show(1, 2, 3, 4, 5)
    table.play("reroll 1 2 3 4 5")
    table.show(1, 2, 3, 4, 5)
    assert table.reason("reroll 1") == Reason("P11", "no rolls left: 3 of 3 used")
    assert not [move for move in table.legal() if move.startswith("reroll")]


def test_the_other_dice_are_kept() -> None:
    """P11"""
    for _ in range(20):
        table = rolled(dice=(1, 3, 3, 3, 6))
        table.play("reroll 1 3")
        dice = table.dice
        for kept in (3, 3, 6):
            dice.remove(kept)
        assert len(dice) == 2


def test_dice_that_were_kept_may_be_rerolled_later() -> None:
    """P11, E1"""
    table = Table()
    table.hold(table.to_act, 3, 7)
    table.play_for("play 3", (2, 3, 4, 4, 5))
    table.play_for("reroll 2 3 5", (4, 4, 2, 6, 6))
    table.play_for("reroll 4 4 2", (6, 6, 4, 5, 6))
    assert table.play("mark")[1] == {"type": "disc", "seat": table.game.first, "row": "three", "column": 6}


def test_only_dice_that_are_shown_can_be_rerolled() -> None:
    """P11"""
    table = rolled(dice=(1, 1, 2, 3, 5))
    assert table.reason("reroll 1 1 1") == Reason("P11", "1 1 1 is not among the dice 1 1 2 3 5")
    assert rule_against(table, "reroll 4") == "P11"
    assert rule_against(table, "cube reroll 4") == "P12"


def test_a_reroll_takes_at_least_one_die_and_at_most_five() -> None:
    """P11"""
    for text in ("reroll", "cube reroll", "reroll 1 1 1 1 1 1"):
        with pytest.raises(BadNotation, match=r"reroll F … \(1-5\)"):
            PASHA.words.parse_move(text, STANDARD)


def test_dice_of_one_face_are_alike() -> None:
    """P11"""
    table = rolled(dice=(2, 2, 2, 2, 6))
    rerolls = [move for move in table.legal() if move.startswith("reroll")]
    assert sorted(rerolls) == sorted(
        f"reroll {' '.join('2' * twos + '6' * sixes)}" for twos in range(5) for sixes in range(2) if twos + sixes
    )


def test_a_cube_rerolls_dice_without_using_up_a_roll() -> None:
    """P12, PR6"""
    table = rolled()
    seat = table.to_act
    table.play("cube reroll 3")
    assert table.game.cubes[seat] == 4
    assert table.game.rolls_left == 2


def test_a_cube_turns_one_die_up_or_down_and_nothing_is_rolled() -> None:
    """P12"""
    table = rolled(dice=(1, 2, 3, 4, 6))
    events = table.play("cube 3+")
    assert [event["type"] for event in events] == ["move"]
    assert table.dice == [1, 2, 4, 4, 6]
    table.play("cube 6-")
    assert table.dice == [1, 2, 4, 4, 5]
    assert table.game.cubes[table.to_act] == 3


def test_three_cubes_make_four_fives() -> None:
    """P12, E2"""
    table = rolled(dice=(3, 5, 5, 6, 2))
    seat = table.to_act
    table.play("cube 3+", "cube 4+", "cube 6-")
    assert table.dice == [2, 5, 5, 5, 5]
    assert table.play("mark")[1] == {"type": "disc", "seat": seat, "row": "four", "column": 5}
    assert table.game.cubes[seat] == 2


def test_six_and_one_are_not_neighbours() -> None:
    """P12"""
    table = rolled(dice=(1, 1, 1, 6, 6))
    assert [move for move in table.legal() if move[-1] in "+-"] == ["cube 1+", "cube 6-"]
    for text in ("cube 6+", "cube 1-"):
        with pytest.raises(BadNotation, match="P12"):
            PASHA.words.parse_move(text, STANDARD)


def test_a_die_that_is_not_shown_cannot_be_turned() -> None:
    """P12"""
    table = rolled(dice=(1, 1, 1, 6, 6))
    assert table.reason("cube 3+") == Reason("P12", "3 is not among the dice 1 1 1 6 6")
    assert rule_against(table, "cube 2-") == "P12"


def test_cubes_can_be_spent_after_the_last_roll_and_any_number_of_them() -> None:
    """P12"""
    table = rolled()
    seat = table.to_act
    table.game.rolls_left = 0
    for _ in range(5):
        table.show(1, 2, 3, 4, 5)
        table.play("cube reroll 1 2 3 4 5")
    table.show(1, 2, 3, 4, 5)
    assert table.game.cubes[seat] == 0
    assert table.legal() == ["mark"]
    for move in ("cube reroll 1", "cube 1+", "cube 5-"):
        assert table.reason(move) == Reason("P12", "no action cubes left: 1 needed, 0 held")


def test_spent_cubes_leave_the_game() -> None:
    """P12"""
    table = rolled()
    table.play("cube reroll 3")
    assert table.game.white_cubes == 6


def test_the_extra_roll_card_gives_a_fourth_roll_in_its_turn_only() -> None:
    """P5, P13"""
    table = rolled(card=1)
    assert table.game.rolls_left == 3
    table.game.rolls_left = 0
    assert table.reason("reroll 1") == Reason("P11", "no rolls left: 4 of 4 used")
    table.play("mark")
    rolled(card=3, table=table)
    assert table.game.rolls_left == 2


def test_the_lamp_comes_only_after_all_rolls_are_used() -> None:
    """P13, PR4"""
    table = rolled(card=2)
    assert table.reason("lamp") == Reason("P13", "the lamp comes when all rolls are used: 1 of 3 are")
    table.play("cube reroll 1")
    assert rule_against(table, "lamp") == "P13"
    table.game.rolls_left = 0
    assert "lamp" in table.legal()


def test_the_lamp_rolls_all_dice_anew_and_leaves_two_rerolls() -> None:
    """P13"""
    table = rolled(card=2)
    table.game.rolls_left = 0
    table.play_for("lamp", (6, 6, 6, 6, 6))
    assert table.game.rolls_left == 2
    table.game.rolls_left = 0
    assert table.reason("lamp") == Reason("P13", "the lamp has been used this turn, and works once")


def test_cubes_may_be_spent_before_and_after_the_lamp_and_stay_spent() -> None:
    """P13"""
    table = rolled(card=2)
    seat = table.to_act
    table.game.rolls_left = 0
    table.play("cube 1+", "lamp")
    table.show(1, 2, 3, 4, 5)
    table.play("cube reroll 1")
    assert table.game.cubes[seat] == 3
    assert table.game.rolls_left == 2


def test_the_lamp_acts_only_in_the_turn_in_which_its_card_is_played() -> None:
    """P13, PR4"""
    table = rolled(card=2, table=started_by(0, 2))
    table.play("mark")
    rolled(card=3, table=table)
    table.game.rolls_left = 0
    assert table.reason("lamp") == Reason("P13", "the lamp is on card 2, and 3 has been played")
    table.play("mark")
    rolled(card=4, table=table)
    assert rule_against(table, "lamp") == "P13"


def test_an_edition_may_have_no_lamp_and_no_extra_roll() -> None:
    """P6, P13"""
    table = rolled(card=2, table=Table(edition=edition_with(lamp_card=0, extra_roll_card=0)))
    assert table.reason("lamp") == Reason("P13", "no card has a lamp in this edition")


def test_a_card_that_is_both_gives_a_fourth_roll_first_and_three_after_the_lamp() -> None:
    """P13, PR4"""
    table = rolled(card=2, table=Table(edition=edition_with(lamp_card=2, extra_roll_card=2)))
    assert table.game.rolls_left == 3
    for _ in range(3):
        assert "lamp" not in table.legal()
        table.play("reroll 1")
        table.show(1, 2, 3, 4, 5)
    table.play("lamp")
    assert table.game.rolls_left == 2
    table.game.rolls_left = 0
    table.show(1, 2, 3, 4, 5)
    assert table.reason("reroll 1") == Reason("P11", "no rolls left: 3 of 3 used")


def test_with_one_roll_a_turn_nothing_can_be_rerolled_without_a_cube() -> None:
    """P11"""
    table = rolled(table=Table(edition=edition_with(rolls=1, own_cubes=0)))
    assert table.legal() == ["mark"]


def test_with_two_pairs_the_player_chooses_the_column() -> None:
    """P14"""
    for column in (2, 5):
        table = rolled(dice=(2, 2, 5, 5, 6))
        assert [move for move in table.legal() if "mark" in move] == ["mark 2", "mark 5"]
        event = table.play(f"mark {column}")[1]
        assert (event["row"], event["column"]) == ("two pairs", column)


def test_a_column_is_named_with_two_pairs_and_only_then() -> None:
    """P14"""
    table = rolled(dice=(2, 2, 5, 5, 6))
    assert table.reason("mark") == Reason("P14", "2 2 5 5 6 are two pairs: mark 2 or mark 5")
    assert rule_against(table, "mark 6") == "P14"
    table.show(2, 2, 5, 5, 5)
    assert rule_against(table, "mark 5") == "P14"
    assert "mark" in table.legal()


def test_a_weaker_combination_cannot_be_claimed() -> None:
    """P14"""
    table = rolled(dice=(2, 2, 5, 5, 5))
    assert [move for move in table.legal() if "mark" in move] == ["mark"]
    event = table.play("mark")[1]
    assert (event["row"], event["column"]) == ("full house", 5)


def test_without_a_combination_the_disc_goes_beside_the_board() -> None:
    """P14"""
    event = rolled(dice=(1, 2, 3, 4, 6)).play("mark")[1]
    assert (event["row"], event["column"]) == ("none", None)


def ranking_of(*results: tuple[int, ...]) -> list[int]:
    """The ranking of results marked in this order by seats 0, 1, …: who wins 7, 5, 4, 3, 2 in a round of such cards."""
    table = started_by(0, len(results))
    events = []
    for value, faces in zip((3, 7, 4, 5, 2), results, strict=False):
        events = table.take_turn(value, faces)
    return [event["seat"] for event in events if event["type"] == "win"]


def test_a_higher_row_beats_a_lower_one() -> None:
    """P15"""
    assert ranking_of((6, 6, 6, 1, 2), (1, 1, 1, 2, 2), (1, 1, 1, 1, 2), (6, 6, 1, 2, 3)) == [2, 1, 0, 3]


def test_in_a_row_further_right_beats_left() -> None:
    """P15"""
    assert ranking_of((3, 3, 3, 1, 2), (2, 2, 2, 6, 5), (4, 4, 4, 1, 2)) == [2, 0, 1]


def test_on_one_field_the_disc_on_top_wins() -> None:
    """P14, P15"""
    assert ranking_of((3, 3, 3, 1, 2), (3, 3, 3, 6, 5), (3, 3, 3, 4, 5)) == [2, 1, 0]


def test_beside_the_board_is_worst_of_all_and_the_disc_on_top_wins_there_too() -> None:
    """P14, P15"""
    assert ranking_of((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 1, 2, 3, 4), (1, 2, 3, 5, 6)) == [2, 3, 1, 0]


def test_the_board_ranks_discs_as_the_end_of_the_round_does() -> None:
    """P15"""
    table = started_by(1, 3)
    put_tile(table, {"set": "A", "face": 5, "reward": "discard"})
    table.take_turn(3, (3, 3, 3, 1, 2))
    table.take_turn(3, (3, 3, 3, 1, 2))
    assert narration.ranked(narration.discs_of(table.game)) == [2, 1]
