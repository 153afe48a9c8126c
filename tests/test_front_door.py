"""What `import serai` offers: games, positions, records and bots, and nothing that is slow to load."""

import json
import pickle
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import serai
from serai.core import game as games
from serai.core import simulate
from serai.core.errors import BadBot, BadEdition, BadOptions, BadRecord, NoMove, UnknownGame
from serai.core.match import start
from serai.core.records.record import canonical
from tests.conftest import Run

ROOT = Path(__file__).parent.parent


@pytest.fixture
def line() -> bytes:
    """The record of a game, as one line."""
    asara = games.load("asara")
    match = simulate.recorded(asara, asara.read_edition(), asara.options(3, expert=True), seed=4, number=0)
    return canonical(match.record(simulate.random_seats(3))) + b"\n"


def test_importing_it_loads_no_compiler(run_python: Run) -> None:
    slow = "[name for name in ('numba', 'numpy', 'rich') if name in sys.modules]"
    answer = run_python("-c", f"import sys, serai; print(serai.__version__, {slow})")
    assert answer.stdout == f"{serai.__version__} []\n", answer.stderr


def test_its_version_is_the_projects() -> None:
    assert serai.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert (ROOT / "src" / "serai" / "py.typed").is_file()


def test_all_that_it_offers_is_there(run_python: Run) -> None:
    assert all(hasattr(serai, name) for name in serai.__all__) and set(serai.__all__) <= set(dir(serai))
    assert run_python("-c", "from serai import *; print(Position.__module__)").stdout == "serai.core.position\n"
    with pytest.raises(AttributeError, match="module 'serai' has no attribute 'board'"):
        serai.board  # type: ignore[attr-defined]  # noqa: B018


def test_the_function_and_the_package_of_one_name_do_not_get_in_each_others_way(run_python: Run) -> None:
    assert set(serai.games()) >= {"asara", "pasha"} and serai.games() == games.names()
    package = import_module("serai.games")
    assert isinstance(package, ModuleType) and package.__path__
    later = "import serai.games.pasha.rules.play; from serai.games import asara; import serai; print(serai.games())"
    assert run_python("-c", later).stdout == "['asara', 'pasha']\n"


def test_a_new_game_is_a_position(tmp_path: Path) -> None:
    position = serai.new("asara", players=3, expert=True, seed=7)
    assert isinstance(position, serai.Position) and position.options["expert"] and not position.options["open_screens"]
    assert position.games.tobytes() == start("asara", players=3, expert=True, seed=7).games.tobytes()
    asara = games.load("asara")
    path = tmp_path / "copy.toml"
    path.write_text((asara.folder / "standard.toml").read_text("utf-8"), "utf-8")
    for edition in (path, str(path), asara.read_edition()):
        assert serai.new("asara", players=3, expert=True, seed=7, edition=edition).legal() == position.legal()


def test_what_is_not_offered_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'; there are: asara, pasha"):
        serai.new("chess", players=2)
    with pytest.raises(BadOptions, match="Pasha is for 2 to 5 players, not 6"):
        serai.new("pasha", players=6)
    with pytest.raises(BadEdition, match="no such edition file"):
        serai.new("pasha", players=2, edition=tmp_path / "none.toml")
    with pytest.raises(BadRecord, match="no such file"):
        serai.load(tmp_path / "none.json")
    with pytest.raises(BadBot, match="there is no bot 'deep blue'"):
        serai.bot("deep blue")


def test_records_come_from_json_and_from_json_lines(tmp_path: Path, line: bytes) -> None:
    one, many = tmp_path / "game.json", tmp_path / "games.jsonl"
    one.write_bytes(line)
    many.write_bytes(line + b"\n" + line)
    assert len(serai.load(str(one))) == 1 and len(serai.load(many)) == 2
    [record] = serai.load(one)
    assert repr(record).startswith("<RecordedGame: asara, 3 players, ") and repr(record).endswith(f", {one}>")
    assert record.verify().is_fine


def test_a_record_leads_to_any_of_its_positions(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(line)
    [record], moves = serai.load(path), [event["move"] for event in json.loads(line)["events"] if "move" in event]
    last, first = record.position(), record.position(after=0)
    assert last.is_over and last.scores() == record.data["result"]["scores"] and len(last.moves) == len(moves)
    assert first.moves == [] and first.name(last.moves[0]) == moves[0]
    amid = record.position(after=10)
    for move in moves[10:]:
        amid.apply(move)
    assert amid.games.tobytes() == last.games.tobytes()
    for after in (-1, len(moves) + 1):
        with pytest.raises(BadOptions, match=f"no position after {after} moves; allowed: 0 to {len(moves)}"):
            record.position(after)


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_a_bot_chooses_and_tells_why(name: str) -> None:
    position = serai.new(name, players=3, seed=5)
    bot = serai.bot("vizier:sims=40:seed=3")
    assert repr(bot) == "<PositionBot: vizier:sims=40:seed=3>"
    ranked = bot.evaluate(position)
    assert bot.choose(position) == ranked[0].text and sorted(each.text for each in ranked) == sorted(position.legal())
    assert [each.rank for each in ranked] == list(range(1, len(ranked) + 1)) and bot.evaluate(position, 1) == ranked[:1]
    assert all(abs(sum(each.wins) - 1) < 1e-6 and len(each.points) == 3 for each in ranked) and ranked[0].reasons
    assert repr(ranked[0]).startswith(f"<Advice 1: {ranked[0].text!r} wins {ranked[0].win:.0%}, points ")
    assert "\n" not in repr(ranked[0]) and ranked[0].reasons[0].why in repr(ranked[0])


@pytest.mark.parametrize("name", ["random:seed=3", "merchant:seed=3"])
def test_a_bot_knows_only_what_the_deciding_seat_sees(name: str) -> None:
    position, bot = serai.new("pasha", players=4, seed=5), serai.bot(name)
    for _ in range(20):
        choice = bot.choose(position)
        assert bot.choose(position.observe(position.to_act)) == choice
        other = position.copy(same_chance=True)
        other.redeal(position.to_act, 9)
        assert bot.choose(other) == choice, "another deal that looks the same"
        position.play(choice)


def test_where_nobody_decides_a_bot_has_no_move() -> None:
    position, bot = serai.new("pasha", players=2, seed=1), serai.bot("merchant")
    with pytest.raises(NoMove, match="Observation: pasha"):
        bot.choose(position.observe(1 - position.to_act))
    while not position.is_over:
        position.apply(position.legal_numbers()[0])
    for ask in (bot.choose, bot.evaluate):
        with pytest.raises(NoMove, match="the game is over in <Position: pasha, 2 players, over, "):
            ask(position)


def test_without_a_seed_a_bot_keeps_to_one_of_its_own() -> None:
    position, bot = serai.new("asara", players=2, seed=1), serai.bot("random")
    assert len({bot.choose(position) for _ in range(5)}) == 1
    assert len({serai.bot("random").choose(position) for _ in range(40)}) > 1


def test_whoever_has_only_a_pickle_can_read_it(run_python: Run, tmp_path: Path) -> None:
    position = serai.new("pasha", players=2, seed=1)
    position.apply(position.legal_numbers()[0])
    path = tmp_path / "position.pickle"
    path.write_bytes(pickle.dumps(position))
    words = f"import pickle, pathlib; print(pickle.loads(pathlib.Path({str(path)!r}).read_bytes()))"
    assert run_python("-c", words).stdout == f"{position}\n"
