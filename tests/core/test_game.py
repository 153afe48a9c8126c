"""Games are found by their folders, and refuse what they do not offer in words that help."""

from pathlib import Path

import pytest

from serai.core import game
from serai.core.errors import BadEdition, BadOptions, UnknownGame
from serai.core.game import Game


def test_every_folder_with_rules_is_a_game() -> None:
    assert {"asara", "pasha", "toy"} <= set(game.names())


def test_an_unknown_game_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; there are: asara, pasha"):
        game.load("chess")


def test_a_game_is_loaded_once(toy: Game) -> None:
    assert game.load("toy") is toy


def test_options_that_are_not_given_are_off(toy: Game) -> None:
    assert toy.options(3) == {"players": 3, "double": False}
    assert list(toy.packed(toy.options(2, double=True))) == [2, 1]


@pytest.mark.parametrize("players", [1, 4, 0, -2, "2", True, 2.0])
def test_a_number_of_players_that_is_not_offered_is_refused(toy: Game, players: object) -> None:
    with pytest.raises(BadOptions, match=f"Toy is for 2 to 3 players, not {players!r}"):
        toy.options(players)


def test_unknown_options_and_values_are_refused(toy: Game) -> None:
    with pytest.raises(BadOptions, match="Toy has no option 'expert'; it has: double"):
        toy.options(2, expert=True)
    with pytest.raises(BadOptions, match="double is 1; allowed: true, false"):
        toy.options(2, double=1)


def test_the_standard_edition_is_read_without_a_file(toy: Game) -> None:
    assert toy.read_edition().name == "standard"
    assert toy.read_edition().source == "toy/standard.toml"


def test_another_edition_is_read_from_a_file_and_checked(toy: Game, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (toy.folder / "standard.toml").read_text("utf-8")
    path.write_text(text.replace('"standard"', '"mine"').replace("faces = 6", "faces = 8"), "utf-8")
    edition = toy.read_edition(path)
    assert (edition.name, edition.record["faces"][0]) == ("mine", 8)
    path.write_text(text.replace("faces = 6", "faces = 99"), "utf-8")
    with pytest.raises(BadEdition, match=r"mine\.toml: faces is 99; allowed: a whole number from 1 to 20"):
        toy.read_edition(path)
