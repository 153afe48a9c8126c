"""Moves as numbers and as text, the list of legal ones, and a random one of them."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from serai.core.compiled.rng import below, fill
from serai.core.errors import BadNotation
from serai.games.pasha.rules import dice, illegal, moves
from serai.games.pasha.tests.table import PASHA, STANDARD, Table, dice_of

pytestmark = pytest.mark.three_modes

EVERY_ROLL = list(combinations_with_replacement(range(1, 7), 5))


def test_the_numbers_of_moves_are_dense_and_every_one_has_a_text() -> None:
    """P11-P14"""
    assert moves.EVERY_MOVE == 955
    numbers = list(PASHA.words.every_move(STANDARD))
    assert numbers == [*range(7), *range(15, 955)]
    texts = [PASHA.words.move_name(number, STANDARD) for number in numbers]
    assert len(set(texts)) == len(texts)
    assert [PASHA.words.parse_move(text, STANDARD) for text in texts] == numbers


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "play -1"),
        (6, "play 7"),
        (moves.REROLLS, "reroll 6"),
        (moves.REROLLS + 460, "reroll 1 1 1 1 1"),
        (moves.TURNS_UP, "cube 1+"),
        (moves.TURNS_DOWN, "cube 2-"),
        (moves.LAMP - 1, "cube 6-"),
        (moves.LAMP, "lamp"),
        (moves.MARK, "mark"),
        (moves.EVERY_MOVE - 1, "mark 6"),
    ],
)
def test_moves_are_written_as_in_records(number: int, text: str) -> None:
    """P11-P14"""
    assert PASHA.words.move_name(number, STANDARD) == text


def test_faces_are_read_in_any_order() -> None:
    """P11"""
    for text, ordered in (("cube reroll 5 1 3 1", "cube reroll 1 1 3 5"), ("reroll 6 2", "reroll 2 6")):
        assert PASHA.words.move_name(PASHA.words.parse_move(text, STANDARD), STANDARD) == ordered


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play 6", "play x", "PLAY 1", "roll", "reroll 7", "reroll 0", "reroll ١"),
        *("cube", "cube 3", "cube ++", "cube ²+", "lamp 1", "mark 0", "mark 1 2"),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_expected(text: str) -> None:
    """P11-P14"""
    with pytest.raises(BadNotation, match="expected"):
        PASHA.words.parse_move(text, STANDARD)


def test_each_choice_of_dice_has_its_own_number() -> None:
    """P11"""
    record = STANDARD.record[0]
    for number in range(461):
        assert dice.number_of(record, int(record.choice[number])) == number
    assert len(set(record.choice.tolist())) == 461


def test_all_choices_from_any_roll_are_counted_and_found_once() -> None:
    """P11"""
    for faces in EVERY_ROLL:
        shown = dice_of(faces)
        ways = {dice.nth_choice(shown, nth) for nth in range(dice.count_choices(shown))}
        assert len(ways) == dice.count_choices(shown)
        assert all(dice.has(shown, chosen) and chosen > 0 for chosen in ways)
        assert max(ways) == shown


def test_dividing_by_multiplying_is_exact() -> None:
    """P11: the choices of a roll are counted with it"""
    for number in range(33):
        for ways in range(1, 7):
            assert dice.divided(number, ways) == number // ways


def every_position() -> list[Table]:
    """Each roll in different situations, and positions of random play."""
    tables = []
    for number, faces in enumerate(EVERY_ROLL):
        table = Table(2, number)
        table.hold(table.to_act, 2 if number % 3 else 1, 7)
        table.play("play 2" if number % 3 else "play 1")
        table.show(*faces)
        table.game.rolls_left = number % 4 % 3
        table.game.cubes[table.to_act] = number % 5 % 2
        table.game.lamp = int(number % 3 == 1)
        tables.append(table)
    for seed in range(20):
        table = Table(2 + seed % 4, seed)
        table.play_randomly(seed * 17, seed)
        tables.append(table)
    return tables


def test_legal_moves_are_exactly_those_without_a_reason_against_them() -> None:
    """P11-P14"""
    for table in every_position():
        legal = table.legal_moves()
        assert len(set(legal)) == len(legal)
        allowed = [move for move in range(moves.EVERY_MOVE) if table.why_illegal(move) == illegal.LEGAL]
        assert sorted(legal) == allowed


def test_every_reason_has_a_rule_and_a_sentence() -> None:
    """P2, P11-P14, P19"""
    codes = set()
    for table in [*every_position()[::5], Table()]:
        for move in range(moves.EVERY_MOVE):
            code = table.why_illegal(move)
            if code:
                codes.add(code)
                reason = PASHA.words.reason(code, table.game, STANDARD, move)
                assert reason.rule.startswith("P") and reason.sentence
    assert codes == set(range(1, 15))


def test_a_random_move_is_the_one_drawn_from_the_list() -> None:
    """P11-P14"""
    stream, again = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    scratch = np.zeros(PASHA.rules.MOST_MOVES, np.int32)
    for seed, table in enumerate(every_position()):
        legal = table.legal_moves()
        fill(stream, np.uint64(seed), 0)
        again[:] = stream
        for _ in range(20 if legal else 0):
            move = PASHA.kernel.random_move(table.games, 0, STANDARD.record, stream, scratch)
            assert move == legal[below(again, len(legal))]


def test_no_list_of_moves_is_longer_than_promised() -> None:
    """P11-P14"""
    table = Table()
    table.hold(table.to_act, 3, 7)
    table.play("play 3")
    longest = 0
    for faces in EVERY_ROLL:
        table.show(*faces)
        longest = max(longest, len(table.legal_moves()))
    assert longest == PASHA.rules.MOST_MOVES
