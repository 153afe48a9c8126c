"""The command `serai`: runs a subcommand, and reports an error in one line.

Exit codes: 0 done, 1 something differs, 2 invalid request, 3 a record agrees as far as it could be recomputed,
130 interrupted. Only the chosen command's module is imported, so that `serai --help` answers at once. Commands that
players use are in their language; the others are in English.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from serai.cli.arguments import Parser
from serai.core.errors import SeraiError

FAILED, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


@dataclass(frozen=True)
class Command:
    """A command: the module with its `add_NAME(parser, words)` and `run_NAME(arguments)`, and its help."""

    module: str
    help: str
    is_for_players: bool = False


COMMANDS = {
    "play": Command("play", "play in the browser, or with --terminal here", is_for_players=True),
    "serve": Command("serve", "run the server, for players in their browsers", is_for_players=True),
    "simulate": Command("simulate", "play random games and sum them up"),
    "arena": Command("arena", "let bots play one another and rate them"),
    "lab": Command("lab", "change an edition and see what that does to the game"),
    "replay": Command("records", "tell a recorded game in words", is_for_players=True),
    "verify": Command("records", "recompute records and say where they differ"),
    "advise": Command("advise", "say what a bot would have played in a recorded game, and why", is_for_players=True),
    "rules": Command("pages", "show a game's rules, or one of them", is_for_players=True),
    "edition": Command("pages", "show an edition's values and where each is known from"),
    "tune": Command("tune", "fit what a game's bots know, by games among themselves"),
    "bench": Command("bench.rules", "measure how fast the rules run here, or the bots, or research"),
    "golden": Command("golden", "compare golden playthroughs with the rules as they are"),
    "warm": Command("warm", "compile every game's rules now"),
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    if not words or words[0] not in COMMANDS or not COMMANDS[words[0]].is_for_players:
        return run_safely(words)
    from serai.cli import tongue
    from serai.core.words.language import speaking

    with speaking(tongue.requested_language(words)):
        return run_safely(words)


def run_safely(words: list[str]) -> int:
    """Run one command; an error is printed in one line."""
    try:
        return run(words)
    except SeraiError as error:
        print(f"serai: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        from serai.core.words.language import gettext as _

        print(f"\nserai: {_('interrupted')}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        print(f"serai: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        return FAILED


def run(words: list[str]) -> int:
    """Parse the command's words and carry it out."""
    root = Parser(prog="serai", description="Board games: play, simulate, replay and verify.", add_help=False)
    root.add_argument("command", metavar="COMMAND")
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    name = words[0]
    if name not in COMMANDS:
        root.error(f"there is no command {name!r}; there are: {', '.join(COMMANDS)}")
    module = import_module(f"serai.cli.{COMMANDS[name].module}")
    parser = Parser(prog=f"serai {name}", description=f"{COMMANDS[name].help.capitalize()}.")
    getattr(module, f"add_{name}")(parser, words[1:])
    if COMMANDS[name].is_for_players:
        import_module("serai.cli.tongue").add_language(parser)
    arguments = parser.parse_args(words[1:])
    code = int(getattr(module, f"run_{name}")(arguments))
    sys.stdout.flush()
    return code


def overview() -> str:
    """The text of `serai --help`."""
    widest = max(map(len, COMMANDS))
    lines = [f"  {name:{widest}}  {command.help}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: serai COMMAND ...", "", *lines, "", "`serai COMMAND --help` says more about a command."])


if __name__ == "__main__":
    sys.exit(main())
