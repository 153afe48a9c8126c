"""The examples of programs that play, each in whole games of both games, and what docs/write-a-bot.md shows of them."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from serai.arena.games import Arena, GameResult, entrants_of, play
from serai.arena.seating import Fixture
from serai.bots.entrants import parse_command
from serai.bots.program import Program
from serai.core import game as games
from tests.node import node

ROOT = Path(__file__).parents[2]
DEALS = 16  # enough that the examples, which choose by chance too, win every time
PAGE = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")


def program(name: str) -> str:
    """An example as a bot's name."""
    run = sys.executable if name.endswith(".py") else node()
    return f"exec:{shlex.join([run, str(ROOT / 'examples' / name)])}:time=20"


def played(name: str, players: int, bots: str, deals: int, **flags: bool) -> list[GameResult]:
    """Games in which the first bot has seat 0 and the second all others."""
    game = games.load(name)
    arena = Arena(game, game.read_edition(), game.options(players, **flags), entrants_of(bots), 7)
    return list(play(arena, [Fixture(deal, (0, *[1] * (players - 1))) for deal in range(deals)]))


@pytest.mark.parametrize("example", ["stdio_bot.py", "stdio_bot.mjs"])
@pytest.mark.parametrize(
    ("name", "players", "flags"),
    [("asara", 2, {}), ("asara", 4, {"expert": True}), ("pasha", 2, {}), ("pasha", 5, {})],
)
def test_an_example_plays_by_the_rules_and_better_than_chance(
    example: str, name: str, players: int, flags: dict[str, bool]
) -> None:
    ended = played(name, players, f"{program(example)},random", DEALS, **flags)
    assert all(game.faults == ((),) * players for game in ended)
    own = sum(game.scores[0] for game in ended)
    others = sum(sum(game.scores[1:]) for game in ended) / (players - 1)
    assert own > others


def test_the_examples_can_play_each_other() -> None:
    [ended] = played("pasha", 3, f"{program('stdio_bot.py')},{program('stdio_bot.mjs')}", 1)
    assert ended.faults == ((), (), ())


def shown(language: str) -> list[str]:
    """What the page shows in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_shortest_bot_of_the_page_plays(tmp_path: Path) -> None:
    [text] = shown("python")
    path = tmp_path / "mybot"
    path.write_text(text, "utf-8")
    path.chmod(0o755)
    for name in ("asara", "pasha"):
        [ended] = played(name, 2, f"exec:{path}:time=20,random", 1)
        assert ended.faults == ((), ())


def test_the_messages_of_the_page_are_answered_by_the_example_as_the_page_shows() -> None:
    lines = [line for block in shown("json") for line in block.splitlines()]
    asked = [json.loads(line.removeprefix("→ ")) for line in lines if line.startswith("→ ")]
    answers = [json.loads(line.removeprefix("← ")) for line in lines if line.startswith("← ")]
    speaker = Program(parse_command(program("stdio_bot.py")).words)
    for message, answer in zip(asked, answers, strict=False):
        found = speaker.ask({key: value for key, value in message.items() if key != "id"}, 20)
        assert found == answer
    assert [message["type"] for message in asked] == ["hello", "decide", "result"] and len(answers) == 2
    speaker.close()
