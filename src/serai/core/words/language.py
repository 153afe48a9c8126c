"""Which language is spoken: sentences are written in English and looked up in catalogues beside what says them.

`serai/locale/de.po` is German for everything but the games, `locale/de.po` in a game's folder for that game. A language
is there when it has a file in `serai/locale`. The language belongs to whoever is being answered, so it is a context
variable: `with speaking("de"): …`; without it English is spoken.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol

from serai.core.game_folders import game_folders

SOURCE = "en"
PACKAGE = Path(__file__).parents[2]
_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


@cache
def languages() -> dict[str, str]:
    """The languages there are, each with its own name, English first."""
    codes = [SOURCE, *sorted(path.stem for path in (PACKAGE / "locale").glob("*.po"))]
    return {code: (Locale.parse(code).get_display_name(code) or code).capitalize() for code in codes}


def spoken() -> str:
    """The language that is spoken now, by its code."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while; one that we don't have is English."""
    token = _spoken.set(code if code in languages() else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str, **values: object) -> str:
    """A sentence in the language that is spoken; `{name}` in it stands for a value."""
    found = _catalogue(_spoken.get()).gettext(message)
    return found.format(**values) if values else found


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """A sentence whose form depends on a number, which it may call `{number}`; -2 has the form of 2."""
    found = _catalogue(_spoken.get()).ngettext(one, many, abs(number))
    return found.format(number=number, **values)


def pgettext(context: str, message: str, **values: object) -> str:
    """A sentence or word that means several things, of which the context says one."""
    found = _catalogue(_spoken.get()).pgettext(context, message)
    return found.format(**values) if values else found


def later(message: str) -> str:
    """Mark a sentence for the catalogues that is looked up later, with `gettext`, when somebody is there to read it."""
    return message


def later_in(context: str, message: str) -> str:
    """Mark a sentence or word for the catalogues that is looked up later, with `pgettext` and this context."""
    return message


def decimal(value: float, form: str) -> str:
    """A number as this language writes it: `decimal(1.5, "+.1f")` is +1.5, in German +1,5."""
    return format(value, form).replace(".", _decimal_sign(_spoken.get()))


def all_of(names: Sequence[str]) -> str:
    """Several names in a sentence: `all_of(["red", "blue"])` is "red and blue"."""
    return format_list(names, locale=_spoken.get())


def catalogue_files(code: str) -> list[Path]:
    """The files of a language: the general one, then each game's."""
    of_games = (file for folder in game_folders() for file in sorted(folder.glob(f"*/locale/{code}.po")))
    return [PACKAGE / "locale" / f"{code}.po", *of_games]


@cache
def _decimal_sign(code: str) -> str:
    return get_decimal_symbol(code)


@cache
def _catalogue(code: str) -> NullTranslations:
    """All messages of a language, put together when it is first spoken."""
    if code == SOURCE:
        return NullTranslations()
    whole = Catalog(locale=code)
    for path in catalogue_files(code):
        if path.is_file():
            with path.open("rb") as file:
                for message in read_po(file, locale=code):
                    if message.id and not message.fuzzy:
                        whole[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return GNUTranslations(compiled)
