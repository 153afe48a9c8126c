"""What `docs/add-a-game.md` promises: a copy of its example under another name is a game, without an edit elsewhere."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import HERE, Run
from tests.databases import new_database
from tests.pages.people import MOUSE, person
from tests.processes import serving

NAME, TITLE = "third", "The third game of the tutorial"
FINISHED = """
from serai.research.pettingzoo import third_v1
env = third_v1.env(players=3)
env.reset(seed=1)
for agent in env.possible_agents:
    env.action_space(agent).seed(1)
for agent in env.agent_iter():
    observation, _, is_over, _, _ = env.last()
    env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
print(env.metadata["name"], "is over")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of somebody's own with one game in it: the example, copied and renamed."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(HERE / "games" / "toy", folder / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    words = folder / NAME / "words.py"
    words.write_text(words.read_text("utf-8").replace('TITLE = "Toy"', f'TITLE = "{TITLE}"'), "utf-8")
    return folder


@pytest.fixture
def call(run_python: Run, folder: Path) -> Callable[..., str]:
    """`call(*words)` runs Python where the game is found; what it prints."""

    def run(*words: str) -> str:
        answer = run_python(*words, SERAI_GAMES=str(folder))
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    return run


def test_nothing_in_the_example_says_what_it_is_called_but_its_title(folder: Path) -> None:
    for path in sorted((folder / NAME).rglob("*.py")):
        code = "\n".join(line for line in path.read_text("utf-8").splitlines() if "import" in line)
        assert "toy" not in code and "serai.games" not in code, path


def test_it_keeps_every_promise(call: Callable[..., str]) -> None:
    told = call("-m", "serai.core.conformance", NAME).splitlines()
    assert [line.split()[0] for line in told] == ["third-2", "third-2-double", "third-3", "third-3-double", NAME]


def test_bots_play_it_in_the_arena(call: Callable[..., str]) -> None:
    told = call("-m", "serai", "arena", NAME, "--bots", "merchant,random", "--games", "4", "--seed", "1")
    assert TITLE in told and "merchant" in told


def test_it_can_be_played_in_pettingzoo(call: Callable[..., str]) -> None:
    assert call("-W", "ignore", "-c", FINISHED) == "third_v1 is over\n"


def test_it_is_played_in_the_browser_against_a_plain_bot(browser: Browser, folder: Path, tmp_path: Path) -> None:
    with (
        serving(new_database("sqlite", tmp_path), tmp_path, SERAI_GAMES=str(folder)) as server,
        person(browser, server.url, MOUSE) as guest,
    ):
        guest.page.goto("/")
        card = guest.page.locator(f"section[aria-labelledby=game-{NAME}]")
        expect(card.get_by_role("heading")).to_have_text(TITLE)
        guest.use(card.locator("button.play"))
        guest.page.wait_for_selector('#table[data-phase="playing"]')
        guest.play_out()
        assert guest.fact("phase") == "over"
        expect(guest.page.locator("#result")).to_be_visible()
