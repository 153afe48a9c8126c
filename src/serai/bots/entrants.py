"""The names of all who can take part: bots by their level, and programs, as `merchant,vizier:time=0.5,exec:./mybot`.

A program is `exec:COMMAND[:time=SECONDS][:games=N]`. The command is words as a shell reads them: quotes keep spaces,
commas and colons together, and nothing else is special. Whoever reads names from pages or over HTTP uses
`levels.parse`, which knows no programs.
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
    """Those in a list such as `vizier,caliph:time=2,exec:./mybot`."""
    return [parse_entrant(name) for name in split_names(text)]


def split_names(text: str) -> list[str]:
    """The names between commas; a comma that a program's command quotes does not end its name."""
    names, at = [], 0
    while at <= len(text):
        found = ONE_NAME.match(text, at)
        assert found is not None  # it may be empty
        names.append(found.group())
        at = found.end() + 1
    return names


def is_program(name: str) -> bool:
    """Whether the name is that of a program."""
    return name.strip().startswith(f"{PROGRAM}:")


def parse_entrant(text: str) -> Entrant:
    """Whoever has that name; BadBot says what is wrong with it."""
    return ProgramEntrant(parse_command(text)) if is_program(text) else BotEntrant(parse(text))


def parse_command(text: str) -> Command:
    """A program by its name; there must be one."""
    name = text.strip()
    found = COMMAND.fullmatch(name.partition(":")[2])
    assert found is not None  # options may be none
    words = words_of(name, found["words"])
    if shutil.which(words[0]) is None:
        raise BadBot(
            f"bot {name!r}: there is no program {words[0]!r} that can be run; a file in this folder is named "
            f"with ./ before it, and must be executable"
        )
    options = options_of(name, found["options"])
    time = seconds_of(name, options["time"]) if "time" in options else SECONDS
    return Command(name, words, time, games_of(name, options["games"]) if "games" in options else None)


def words_of(name: str, typed: str) -> tuple[str, ...]:
    """The command's words."""
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise BadBot(f"bot {name!r}: {error}; allowed: {GRAMMAR}") from None
    if not words or "\0" in typed:
        raise BadBot(f"bot {name!r} names no program; allowed: {GRAMMAR}")
    return words


def options_of(name: str, typed: str) -> dict[str, str]:
    """The options, each given once."""
    options: dict[str, str] = {}
    for option in typed.split(":")[1:]:
        key, _, value = option.partition("=")
        if key in options:
            raise BadBot(f"bot {name!r} has the option {key} twice")
        options[key] = value
    return options


def games_of(name: str, value: str) -> int:
    """For how many games a process is used."""
    if not (value.isascii() and value.isdecimal()) or int(value) < 1:
        raise BadBot(f"bot {name!r}: games is {value!r}; allowed: a whole number from 1")
    return int(value)
