"""A command's language: `--language`, else SERAI_LANGUAGE, else the terminal's locale, else English."""

import argparse
import os
from collections.abc import Mapping, Sequence

from serai.cli.arguments import Parser
from serai.core.words.language import SOURCE, languages

OPTION = "--language"
VARIABLE = "SERAI_LANGUAGE"
TERMINAL = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def add_language(parser: Parser) -> None:
    """--language, for commands that players read."""
    help_text = f"{', '.join(languages())} (default: ${VARIABLE}, or the terminal's)"
    parser.add_argument(OPTION, type=language_code, metavar="CODE", help=help_text)


def language_code(code: str) -> str:
    """Check the code of a language."""
    if code not in languages():
        raise argparse.ArgumentTypeError(f"there is no language {code!r}; there are: {', '.join(languages())}")
    return code


def requested_language(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language of a command with these words, before they are parsed."""
    for place, word in enumerate(words):
        if word == OPTION:
            return "".join(words[place + 1 : place + 2])
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2]
    locale = next((value for name in (VARIABLE, *TERMINAL) if (value := environment.get(name))), SOURCE)
    return code_of(locale)


def code_of(locale: str) -> str:
    """The language of a locale: `de_AT.UTF-8` is German, `C` English."""
    code = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in languages() else SOURCE
