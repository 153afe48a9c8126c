"""A game is held against the contract when it is loaded: what is missing or wrong is named, with its part."""

import re
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from serai.core import contract, game, loading
from serai.core.compiled import kernel
from serai.core.errors import BadGame
from serai.core.game import Game
from serai.core.seats import MOST_SEATS

KERNEL: contract.Kernel = kernel  # strict types: the compiled functions are those of the Protocol

Altered = Callable[..., Game]


@pytest.fixture
def altered(tmp_path: Path, toy: Game, request: pytest.FixtureRequest) -> Iterator[Altered]:
    """`altered(file, old, new)` loads a copy of the toy with a text replaced; without `new`, the file is gone."""
    name = f"altered_{abs(hash(request.node.name))}"
    folders = import_module("serai.games").__path__
    folders.append(str(tmp_path))

    def load(file: str, old: str = "", new: str | None = None) -> Game:
        shutil.copytree(toy.folder, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        path = tmp_path / name / file
        if new is None:
            path.unlink()
        else:
            text = path.read_text("utf-8")
            assert old in text, f"{file} has no {old!r}"
            path.write_text(text.replace(old, new), "utf-8")
        try:
            return game.load(name)
        except BadGame as error:
            raise BadGame(str(error).replace(name, "toy")) from None

    yield load
    folders.remove(str(tmp_path))


def test_a_part_that_is_missing_is_named(altered: Altered) -> None:
    with pytest.raises(BadGame, match=r"game 'toy' lacks page: neither page.py nor page/__init__.py is in its folder"):
        altered("page.py")


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("rules.py", "def winners(", "def best(", r"game 'toy': rules lacks `winners\(game, edition\)`"),
        ("rules.py", "RULES_VERSION = 1", "", "game 'toy': rules lacks `RULES_VERSION`"),
        ("words.py", 'TITLE = "Toy"', 'TITLE = " "', r"words\.TITLE is ' '; allowed: a name that is not empty"),
        ("rules.py", 'OPTIONS = ("double",)', 'OPTIONS = "double"', r"OPTIONS is 'double'; allowed: a tuple of texts"),
        ("rules.py", '("viewer", np.int8)', '("seer", np.int8)', "a packed record with the fields open, hidden"),
        ("rules.py", "RULES_VERSION = 1", "RULES_VERSION = 0", r"RULES_VERSION is 0; allowed: a whole number from 1"),
        (
            "words.py",
            "def every_move(edition: Edition)",
            "def every_move()",
            r"game 'toy': words has `every_move\(\)`; expected: `every_move\(edition\)`",
        ),
        ("page.py", "def progress(scene: Scene)", "progress = 3\ndef far(scene: Scene)", "progress is 3; expected: `p"),
    ],
)  # fmt: skip
def test_what_is_missing_or_wrong_is_named(altered: Altered, file: str, old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadGame, match=complaint):
        altered(file, old, new)


def test_what_tells_nothing_of_its_parameters_is_accepted(altered: Altered) -> None:
    assert altered("page.py", "def prompt(scene: Scene)", "prompt = str\ndef ask(scene: Scene)").page


@pytest.mark.parametrize("players", [(0, 3), (3, 2), (2, MOST_SEATS + 1), (2,), "23", None])
def test_players_that_there_is_no_room_for_are_refused(altered: Altered, players: object) -> None:
    with pytest.raises(BadGame, match=f"from 1 to {MOST_SEATS}" if players is not None else "lacks `PLAYERS`"):
        altered("rules.py", "PLAYERS = (2, 3)", f"PLAYERS = {players!r}")


def test_optional_members_are_what_the_contract_says(toy: Game) -> None:
    assert toy.rules.versions is None and toy.page.LESSON is None and toy.page.pad is None and toy.bot.tuning is None
    assert toy.words.meanings() == {} and toy.words.current_rule(toy.rules.STATE) == ""  # type: ignore[arg-type]
    assert toy.page.option_name("open_hands") == "Open hands" and toy.page.scoring_title([]) == "Scoring"
    assert toy.page.STYLES == toy.page.SCORING_ROWS == toy.page.NOT_SCORED == ()
    assert toy.study and toy.study.draw_svg is None and toy.study.count_uses is None


def test_a_part_holds_what_the_contract_asks_for_and_nothing_else(toy: Game) -> None:
    assert "VALUES" in vars(toy.modules["rules"]) and "VALUES" not in dir(toy.rules)


def test_every_part_has_its_members_told_once() -> None:
    for required, whole in loading.PARTS.values():
        members = list(loading.members_of(whole))
        assert len(set(members)) == len(members) and set(loading.members_of(required)) < set(members)


def test_the_page_about_adding_a_game_names_every_member() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text("utf-8")
    protocols = [whole for _, whole in loading.PARTS.values()] + list(loading.WITHIN.values())
    for protocol in protocols:
        for member in loading.members_of(protocol):
            assert re.search(rf"\b{member}\b", page), f"docs/add-a-game.md does not name {member}"
