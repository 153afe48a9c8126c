"""Long lists of moves are grouped to be read in 80 columns; every move is there, once, with its number."""

import re
from collections.abc import Callable

import pytest
from rich.text import Text

from serai.cli.terminal import choices
from serai.core.match import Match

Begin = Callable[..., Match]
PlayOut = Callable[..., Match]


def plain(moves: list[str], *words: str) -> str:
    """The list without markup."""
    return Text.from_markup(choices.list_moves(moves, 80, words)).plain


def test_few_moves_are_written_out() -> None:
    assert plain(["play 1", "swap 1 2"]) == "1) play 1    2) swap 1 2"


def test_many_moves_of_one_shape_share_lines_by_their_last_word() -> None:
    moves = [f"place {colour} {space}" for space in ("base", "top", "bank.12") for colour in ("a", "b", "c", "d", "e")]
    assert plain(moves).splitlines() == [
        "place … base      1) a   2) b   3) c   4) d   5) e",
        "place … top       6) a   7) b   8) c   9) d  10) e",
        "place … bank.12  11) a  12) b  13) c  14) d  15) e",
    ]


def test_a_list_can_be_narrowed_by_words_and_keeps_its_numbers() -> None:
    assert plain(["place a base", "place b top", "pass"], "place", "top") == "2) place b top"
    assert plain(["pass"], "dance") == "No move has dance in it."


@pytest.mark.parametrize(
    ("name", "players", "flags"), [("asara", 2, {"expert": True}), ("pasha", 2, {}), ("toy", 2, {})]
)
def test_every_move_of_a_game_is_listed_once_in_80_columns(
    new_match: Begin, play_out: PlayOut, name: str, players: int, flags: dict[str, bool]
) -> None:
    match = new_match(name, players, **flags)
    while not match.is_over:
        moves = match.legal()
        text = plain(moves)
        assert max(map(len, text.splitlines())) <= 80
        assert sorted(map(int, re.findall(r"(\d+)\) ", text))) == list(range(1, len(moves) + 1))
        play_out(match, len(match.moves) + 5)


def test_the_rule_at_hand_is_one_of_the_games(new_match: Begin) -> None:
    assert choices.current_rule(new_match("asara")) == "A9"
    assert choices.current_rule(new_match("pasha")) == "P11"
    assert choices.current_rule(new_match("toy")) in ("T2", "T3")
