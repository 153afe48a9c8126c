"""Editions: the numbers that only a game's pictures showed, read from TOML and checked before anything is played.

A game's own `edition.read` says what is allowed; this module offers the checks, so that every message names the file,
the key, what was found and what is allowed.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.errors import BadEdition
from serai.core.short_repr import shown

PROVENANCES = ("rulebook", "reviews", "symmetry", "assumed")


@dataclass(frozen=True)
class Edition:
    """A checked edition: its data as records inline it, and the packed record that the rules read."""

    data: dict[str, Any]
    record: npt.NDArray[np.void]  # of length 1, read-only
    source: str

    @property
    def name(self) -> str:
        """The edition's own name."""
        return str(self.data["name"])

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpickled, the record is read-only again; or else the rules would be compiled once more for it."""
        self.__dict__.update(state)
        frozen(self.record)


def read_toml(path: Path) -> dict[str, Any]:
    """The file's content, or one sentence saying why it can't be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadEdition(f"{path}: no such edition file") from None
    except OSError as error:
        raise BadEdition(f"{path}: can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadEdition(f"{path}: not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"{path}: not a TOML file: {error}") from None


@dataclass(frozen=True)
class Checker:
    """The checks, for one file."""

    source: str

    def fail(self, key: str, found: object, allowed: str) -> BadEdition:
        """The error for one value."""
        return BadEdition(f"{self.source}: {key} is {shown(found)}; allowed: {allowed}")

    def keys(self, where: str, table: object, wanted: Iterable[str], optional: Iterable[str] = ()) -> Mapping[str, Any]:
        """A table with exactly these keys (`where` is its own key, "" for the whole file)."""
        names = tuple(wanted)
        prefix = f"{where}." if where else ""
        if not isinstance(table, dict):
            raise self.fail(where or "the file", table, f"a table with the keys {', '.join(names)}")
        for key in table:
            if key not in names and key not in optional:
                raise BadEdition(f"{self.source}: unknown key {prefix}{key}; allowed: {', '.join(names)}")
        for key in names:
            if key not in table:
                raise BadEdition(f"{self.source}: key {prefix}{key} is missing; needed: {', '.join(names)}")
        return table

    def number(self, key: str, found: object, least: int, most: int) -> int:
        """A whole number within limits."""
        if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
            raise self.fail(key, found, f"a whole number from {least} to {most}")
        return found

    def numbers(self, key: str, found: object, least: int, most: int, lengths: range) -> list[int]:
        """A list of whole numbers within limits."""
        if not isinstance(found, list) or len(found) not in lengths:
            shortest, longest = lengths.start, lengths.stop - 1
            size = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
            raise self.fail(key, found, f"a list of {size} whole numbers from {least} to {most}")
        return [self.number(f"{key}[{place}]", value, least, most) for place, value in enumerate(found)]

    def table(self, key: str, found: object, names: Sequence[str], least: int, most: int) -> list[int]:
        """A table with one whole number for each name, in the names' order."""
        values = self.keys(key, found, names)
        return [self.number(f"{key}.{name}", values[name], least, most) for name in names]

    def text(self, key: str, found: object) -> str:
        """A text that is not empty."""
        if not isinstance(found, str) or not found.strip():
            raise self.fail(key, found, "a text")
        return found

    def known(self, data: Mapping[str, Any]) -> None:
        """`known` says of each value where it is from, in the same shape or as one text for a whole key."""
        described = [key for key in data if key not in ("name", "known")]
        known = self.keys("known", data["known"], described)
        for key in described:
            self._provenance(f"known.{key}", known[key], data[key])

    def _provenance(self, key: str, found: object, value: object) -> None:
        if isinstance(found, dict) and isinstance(value, dict):
            for name in self.keys(key, found, value):
                self._provenance(f"{key}.{name}", found[name], value[name])
        elif isinstance(found, list) and isinstance(value, list):
            if len(found) != len(value):
                raise self.fail(key, found, f"one text, or a list of {len(value)} texts")
            for place, text in enumerate(found):
                self._provenance(f"{key}[{place}]", text, value[place])
        elif not isinstance(found, str) or found.split(":")[0].strip() not in PROVENANCES:
            raise self.fail(key, found, f"a text that begins with one of {', '.join(PROVENANCES)}")


def frozen(record: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """The packed record, made read-only."""
    record.flags.writeable = False
    return record
