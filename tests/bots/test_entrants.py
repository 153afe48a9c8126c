"""Whoever takes part has a name: a level with options, or a program with its command."""

import sys
from pathlib import Path

import pytest

from serai.arena.games import entrants_of
from serai.bots.entrants import parse_command, parse_entrant, split_names
from serai.bots.program_player import Command, ProgramEntrant
from serai.core.errors import BadBot


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("merchant", ["merchant"]),
        ("merchant,vizier:time=0.5", ["merchant", "vizier:time=0.5"]),
        ("merchant,", ["merchant", ""]),
        ("", [""]),
        ("exec:./a,exec:./b:time=2,random", ["exec:./a", "exec:./b:time=2", "random"]),
        ('random,exec:./a \'x,y\' "u,\\"v" w\\,z,random', ["random", 'exec:./a \'x,y\' "u,\\"v" w\\,z', "random"]),
        ("random, exec:./a 'x,y'", ["random", " exec:./a 'x,y'"]),
        ("O'Neil,D'Arcy", ["O'Neil", "D'Arcy"]),
        ("exec:./a 'x,random", ["exec:./a 'x", "random"]),
    ],
)
def test_commas_part_names_unless_a_command_quotes_them(text: str, names: list[str]) -> None:
    assert split_names(text) == names


@pytest.mark.parametrize(
    ("text", "words", "time", "games"),
    [
        ("exec:sh", ("sh",), 1.0, None),
        (" exec:sh ", ("sh",), 1.0, None),
        ("exec:sh:time=0.25", ("sh",), 0.25, None),
        ("exec:sh -c 'echo hi':games=3:time=2", ("sh", "-c", "echo hi"), 2.0, 3),
        ("exec:sh my\\ bot.sh --level=7", ("sh", "my bot.sh", "--level=7"), 1.0, None),
        ("exec:sh a:b:c", ("sh", "a:b:c"), 1.0, None),
        ("exec:sh 'x:time=3'", ("sh", "x:time=3"), 1.0, None),
        ("exec:sh 'x:time=3':time=5", ("sh", "x:time=3"), 5.0, None),
        ('exec:"sh" "$HOME|>;"', ("sh", "$HOME|>;"), 1.0, None),
    ],
)
def test_a_program_is_named_by_its_command_and_options(
    text: str, words: tuple[str, ...], time: float, games: int | None
) -> None:
    assert parse_command(text) == Command(text.strip(), words, time, games)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exec:", "bot 'exec:' names no program; allowed: exec:COMMAND[:time=SECONDS][:games=N]"),
        ("exec::time=3", "names no program"),
        ("exec:sh 'x", "No closing quotation; allowed: exec:COMMAND"),
        ("exec:./no-such-bot", "there is no program './no-such-bot' that can be run; a file in this folder is named"),
        ("exec:/", "there is no program '/' that can be run"),
        ("exec:sh:time=0", "time is '0'; allowed: seconds from above 0 to 600"),
        ("exec:sh:time=", "time is ''; allowed: "),
        ("exec:sh:time=1:time=2", "has the option time twice"),
        ("exec:sh:games=0", "games is '0'; allowed: a whole number from 1"),
        ("exec:sh:games=x", "games is 'x'; allowed: "),
        ("exec:sh\0", "names no program"),
        ("exec", "there is no bot 'exec'; there are: random"),
        ("exec ./bot", "there is no bot 'exec ./bot'"),
        ("EXEC:sh", "there is no bot 'EXEC:sh'"),
    ],
)
def test_a_wrong_command_is_answered_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(BadBot) as raised:
        parse_entrant(text)
    assert said in str(raised.value)


def test_a_file_that_may_not_be_run_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "my bot"
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(0o644)
    with pytest.raises(BadBot, match="must be executable"):
        parse_entrant(f"exec:'{path}'")
    path.chmod(0o755)
    assert parse_command(f"exec:'{path}'").words == (str(path),)


def test_levels_and_programs_stand_in_one_list() -> None:
    merchant, program, random = entrants_of("merchant,exec:sh:time=2,random:seed=3")
    assert [entrant.name for entrant in (merchant, program, random)] == ["merchant", "exec:sh:time=2", "random:seed=3"]
    assert isinstance(program, ProgramEntrant) and not program.is_reproducible and merchant.is_reproducible


def test_a_program_is_called_by_its_file() -> None:
    assert parse_command(f"exec:{sys.executable} -I '{__file__}' --deep").title == "test_entrants"
    assert parse_command("exec:sh -c true").title == "sh"
