"""The terminal and the command line in other languages than English."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import serai.cli
from serai.cli import tongue
from serai.core.words.language import languages
from tests.cli.test_terminal import Start, ended, start, text_of

__all__ = ["start"]  # the fixture

Run = Callable[..., CompletedProcess[str]]

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # pexpect, on newer Pythons

FOLDER = Path(str(serai.cli.__file__)).parent
FOR_PLAYERS = ["main", "play", "terminal.game", "terminal.choices", "terminal.screen", "advise", "records", "serve"]
FOR_CHECKERS = ("run_verify", "show_verdict", "print_step")  # functions that speak English
SPEAKING = ("print", "input", "status", "BadOptions", "BadNotation", "BadRecord")


@pytest.mark.parametrize(
    ("words", "environment", "code"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ([], {"LANG": "de", "LC_MESSAGES": "fr_FR", "LC_ALL": "sk_SK.utf8"}, "sk"),
        ([], {"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ([], {"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ([], {"LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LC_ALL": "de_DE", "SERAI_LANGUAGE": "ru"}, "ru"),
        (["play", "--language", "sk"], {"SERAI_LANGUAGE": "ru"}, "sk"),
        (["play", "--language=fr", "asara"], {"SERAI_LANGUAGE": "ru"}, "fr"),
    ],
)
def test_the_option_counts_first_then_the_environment(words: list[str], environment: dict[str, str], code: str) -> None:
    assert tongue.requested_language(words, environment) == code


def test_a_game_is_asked_for_and_played_in_german(start: Start) -> None:
    child = start("--language", "de", "--seed", "3", NO_COLOR="1")
    for question, answer in (
        (r"Welches Spiel .asara, pasha. .asara.\? ", "p"),
        (r"Wie viele Spieler .2, 3, 4, 5. .2.\? ", ""),
        (r"Wer sitzt auf Platz 0 .* .Du.\? ", "[x]"),
        ("geht nicht als Name", "Ann"),
        (r"Wer sitzt auf Platz 1 .* .merchant.\? ", "random"),
    ):
        child.expect(question)
        child.sendline(answer)
    child.expect("Ann> ")
    begun = text_of(child.before)
    assert "Das Spiel beginnt" in begun and "am Zug: ● Ann" in begun and "Runde 1 von 9" in begun
    for typed, said in (
        ("help", "warum ein Zug nicht erlaubt ist"),
        ("why mark", "mark: "),
        ("dance", "'dance' ist kein Zug von Pasha"),
        ("moves dance", "Kein Zug enthält dance."),
        ("99", "'99' steht nicht in der Liste der Züge"),
        ("? Z1", "Pasha hat keine Regel 'Z1'; die Regeln sind P1 bis"),
        ("? P11", "P11"),
        ("hint merchant", r"gewinnt mit \d+,\d"),
        ("1", "Ann spielt"),
    ):
        child.sendline(typed)
        child.expect("Ann> ")
        assert re.search(said, " ".join(text_of(child.before).split())), f"{typed!r}: {child.before}"
    child.sendline("quit")
    child.expect(r"Aufzeichnung sichern .J/n.\? ")
    child.sendline("n")
    ended(child)
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--terminal", "pasha", "--names", "Ann,Ann"), "serai: zwei Spieler heißen 'Ann'\n"),
        (("play", "--terminal", "pasha", "--names", "Ann,vizir:time=1"), "serai: es gibt keinen Bot 'vizir:time=1'"),
        (("rules", "pasha", "Z1"), "serai: Pasha hat keine Regel 'Z1'"),
    ],
)
def test_what_goes_wrong_is_said_in_german(run_serai: Run, words: tuple[str, ...], said: str) -> None:
    answer = run_serai(*words, "--language", "de")
    assert answer.returncode == 2 and answer.stderr.startswith(said)


def test_a_language_that_is_not_there_is_one_clear_line(run_serai: Run) -> None:
    answer = run_serai("rules", "asara", "--language", "xx")
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert f"there is no language 'xx'; there are: {', '.join(languages())}" in answer.stderr


@pytest.mark.parametrize("module", FOR_PLAYERS)
def test_what_is_printed_for_players_is_marked(module: str) -> None:
    tree = ast.parse(FOLDER.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))
    left_out = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in FOR_CHECKERS
        for inner in ast.walk(node)
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node not in left_out]
    spoken = [node for node in calls if (getattr(node.func, "attr", "") or getattr(node.func, "id", "")) in SPEAKING]
    assert [(node.lineno, words) for node in spoken for arg in node.args for words in bare_words(arg)] == []


def bare_words(node: Any) -> Iterator[str]:
    """Words in an expression that no call looks up; the program's name and marks of style are none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from re.findall(r"[^\W\d_]{2,}", re.sub(r"\[/?[a-z ]*\]|^\n?serai: ", "", node.value))
    elif isinstance(node, (ast.JoinedStr, ast.BinOp, ast.IfExp, ast.FormattedValue)):
        for inner in ast.iter_child_nodes(node):
            yield from bare_words(inner)


def test_words_that_are_not_marked_are_found() -> None:
    said = [*bare_words(ast.parse('f"[bold]Who {name} wins[/]" if won else "lost" + _("marked")').body[0].value)]  # type: ignore[attr-defined]
    assert said == ["Who", "wins", "lost"]
