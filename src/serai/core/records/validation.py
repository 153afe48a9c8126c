"""Checks of JSON from outside: every message names the file, the key, what was found and what is expected."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from serai.core.errors import BadRecord
from serai.core.short_repr import shown


@dataclass(frozen=True)
class Shape:
    """The checks, for one document; `where` is what messages call it."""

    where: str

    def fail(self, key: str, found: object, expected: str) -> BadRecord:
        """The error for one value."""
        return BadRecord(f"{self.where}: {key} is {shown(found)}; expected: {expected}")

    def table(self, key: str, found: object, keys: Iterable[str]) -> dict[str, Any]:
        """An object with exactly these keys (`key` is its own, "" for the whole document)."""
        wanted = tuple(keys)
        expected = f"an object with the keys {', '.join(wanted)}"
        if not isinstance(found, dict):
            raise self.fail(key or "the document", found, expected)
        prefix = f"{key}." if key else ""
        for name in found:
            if name not in wanted:
                raise BadRecord(f"{self.where}: unknown key {prefix}{name}; expected: {', '.join(wanted)}")
        for name in wanted:
            if name not in found:
                raise BadRecord(f"{self.where}: key {prefix}{name} is missing; expected: {', '.join(wanted)}")
        return found

    def mapping(self, key: str, found: object) -> dict[str, Any]:
        """An object with any keys."""
        if not isinstance(found, dict):
            raise self.fail(key, found, "an object")
        return found

    def entries(self, key: str, found: object, length: int | None = None) -> list[tuple[str, Any]]:
        """A list, as pairs of each entry's key and the entry."""
        if not isinstance(found, list) or length not in (None, len(found)):
            raise self.fail(key, found, "a list" if length is None else f"a list of {length}")
        return [(f"{key}[{place}]", entry) for place, entry in enumerate(found)]

    def text(self, key: str, found: object) -> str:
        """A text."""
        if not isinstance(found, str):
            raise self.fail(key, found, "a text")
        return found

    def number(self, key: str, found: object) -> int:
        """A whole number."""
        if isinstance(found, bool) or not isinstance(found, int):
            raise self.fail(key, found, "a whole number")
        return found

    def seat(self, key: str, found: object, players: int) -> int:
        """A seat of the table, from 0."""
        if isinstance(found, bool) or not isinstance(found, int) or found not in range(players):
            raise self.fail(key, found, f"a seat from 0 to {players - 1}")
        return found

    def same(self, key: str, found: object, expected: object) -> None:
        """The expected JSON; the message names the innermost key that differs."""
        if isinstance(found, dict) and isinstance(expected, dict):
            for name, value in self.table(key, found, expected).items():
                self.same(f"{key}.{name}", value, expected[name])
        elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
            for place, value in enumerate(found):
                self.same(f"{key}[{place}]", value, expected[place])
        elif type(found) is not type(expected) or found != expected:
            raise self.fail(key, found, shown(expected))

    def hexadecimal(self, key: str, found: object, size: int) -> bytes:
        """So many bytes, as lower-case hexadecimal digits."""
        if not isinstance(found, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", found):
            raise self.fail(key, found, f"{2 * size} hexadecimal digits, lower case")
        return bytes.fromhex(found)
