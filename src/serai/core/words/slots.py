"""Sentences for scripts: whole, in the language that is spoken, with their placeholders left open.

A sentence whose form depends on a number goes out in all its forms, by the names that browsers have for them
(`Intl.PluralRules`): one, few, many, other.
"""

from collections.abc import Callable

from babel import Locale

from serai.core.words.language import spoken

TRIED = range(101)  # every form of our languages has a number among these


class Slot(int):
    """A number that chooses the form of a sentence, and stands in it as `{number}`."""

    def __format__(self, form: str) -> str:
        return "{number}"


def forms(said: Callable[[int], str]) -> dict[str, str]:
    """All forms of a sentence: `forms(lambda number: ngettext("{number} card", "{number} cards", number))`."""
    found: dict[str, str] = {}
    name_of = Locale.parse(spoken()).plural_form
    for number in TRIED:
        found.setdefault(name_of(number), said(Slot(number)))
    return found
