"""The names of entrants: bots by their level, and programs, as `merchant,vizier:time=0.5,exec:./mybot`.

A program is `exec:COMMAND[:time=SECONDS][:games=N]`. The command is words as a shell reads them: quotes keep spaces,
commas and colons together, and nothing else is special. Pages and the HTTP interface parse names with `levels.parse`,
which knows no programs.
"""

import re
import shlex
import shutil

from serai.bots.entrant import BotEntrant, Entrant
from serai.bots.levels import PROGRAM, parse, seconds_of
from serai.bots.program_player import SECONDS, Command, ProgramEntrant
from serai.core.errors import BadBot

GRAMMAR = f"{PROGRAM}:COMMAND[:time=SECONDS][:games=N]"
ONE_NAME = re.compile(r"""\s*exec:(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^,])*|[^,]*""", re.DOTALL)
COMMAND = re.compile(r"""(?P<words>.*?)(?P<options>(?::(?:time|games)=[^:'"\s]*)*)""", re.DOTALL)


def entrants_of(text: str) -> list[Entrant]:
    """The entrants of a list such as `vizier,caliph:time=2,exec:./mybot`."""
    return [parse_entrant(name) for name in split_names(text)]


def split_names(text: str) -> list[str]:
    """The names between commas; a comma that a program's command quotes does not end its name."""
    names, start = [], 0
    while start <= len(text):
        match = ONE_NAME.match(text, start)
        assert match is not None  # it may be empty
        names.append(match.group())
        start = match.end() + 1
    return names


def is_program(name: str) -> bool:
    """Whether the name is that of a program."""
    return name.strip().startswith(f"{PROGRAM}:")


def parse_entrant(text: str) -> Entrant:
    """The entrant of that name; BadBot says what is wrong with it."""
    return ProgramEntrant(parse_command(text)) if is_program(text) else BotEntrant(parse(text))


def parse_command(text: str) -> Command:
    """A program by its name; there must be one."""
    name = text.strip()
    match = COMMAND.fullmatch(name.partition(":")[2])
    assert match is not None  # options may be none
    words = words_of(name, match["words"])
    if shutil.which(words[0]) is None:
        raise BadBot(
            f"bot {name!r}: there is no program {words[0]!r} that can be run; a file in this folder is named "
            f"with ./ before it, and must be executable"
        )
    options = options_of(name, match["options"])
    time = seconds_of(name, options["time"]) if "time" in options else SECONDS
    return Command(name, words, time, games_of(name, options["games"]) if "games" in options else None)


def words_of(name: str, text: str) -> tuple[str, ...]:
    """The command's words."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise BadBot(f"bot {name!r}: {error}; allowed: {GRAMMAR}") from None
    if not words or "\0" in text:
        raise BadBot(f"bot {name!r} names no program; allowed: {GRAMMAR}")
    return words


def options_of(name: str, text: str) -> dict[str, str]:
    """The options, each given once."""
    options: dict[str, str] = {}
    for option in text.split(":")[1:]:
        key, _, value = option.partition("=")
        if key in options:
            raise BadBot(f"bot {name!r} has the option {key} twice")
        options[key] = value
    return options


def games_of(name: str, value: str) -> int:
    """The number of games that a process plays."""
    if not (value.isascii() and value.isdecimal()) or int(value) < 1:
        raise BadBot(f"bot {name!r}: games is {value!r}; allowed: a whole number from 1")
    return int(value)
