"""The record of a game, `serai-record/1`: one JSON document that says all that happened and from what it follows.

This module writes, reads and checks the shape of records; `replay` recomputes them, `docs/records.md` explains them.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from serai.core.errors import BadRecord
from serai.core.records import randomness
from serai.core.records.randomness import Randomness
from serai.core.records.validation import Shape

FORMAT = "serai-record/1"
KEYS = (
    "format",
    "game",
    "rules_version",
    "edition",
    "options",
    "seats",
    "randomness",
    "events",
    "result",
    "digest",
)

Event: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Record:
    """A record whose shape has been checked; whether it is true is for `replay.verify`."""

    data: dict[str, Any]
    randomness: Randomness
    where: str  # what messages call it: its file, and its line where there are several

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.data["game"])

    @property
    def options(self) -> dict[str, Any]:
        """Players and the game's own options, not yet checked by the game."""
        return dict(self.data["options"])

    @property
    def events(self) -> list[Event]:
        """All that happened, in order."""
        return list(self.data["events"])

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [str(seat["name"]) for seat in self.data["seats"]]


def canonical(value: object) -> bytes:
    """JSON with sorted keys and no spaces, in UTF-8: equal values are equal bytes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def digest(position: dict[str, Any]) -> str:
    """The SHA-256 of a position in the record's own names."""
    return hashlib.sha256(canonical(position)).hexdigest()


def write_line(file: BinaryIO, data: dict[str, Any]) -> None:
    """Add one record to a file of JSON lines."""
    file.write(canonical(data) + b"\n")


def read(path: Path) -> Iterator[Record]:
    """The records of a file: one document in `.json`, else one in each line."""
    try:
        with path.open("rb") as file:
            if path.suffix == ".json":
                yield parse(file.read(), str(path))
                return
            is_empty = True
            for number, line in enumerate(file, 1):
                if line.strip():
                    is_empty = False
                    yield parse(line, f"{path}, line {number}")
    except FileNotFoundError:
        raise BadRecord(f"{path}: no such file") from None
    except OSError as error:
        raise BadRecord(f"{path}: can't be read ({error.strerror})") from None
    if is_empty:
        raise BadRecord(f"{path}: holds no record")


def parse(text: bytes, where: str) -> Record:
    """The record in this JSON text."""
    return check(load_json(text, where), where)


def load_json(text: bytes, where: str) -> object:
    """JSON without what a record never holds: fractions, and one key twice."""
    try:
        value: object = json.loads(
            text.decode(), parse_float=_refuse_number, parse_constant=_refuse_number, object_pairs_hook=_unique
        )
        canonical(value)
    except UnicodeError:
        raise BadRecord(f"{where}: not text in UTF-8") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(text.decode().rstrip()) or error.msg.startswith("Unterminated"):
            raise BadRecord(f"{where}: cut off after {len(text)} bytes") from None
        raise BadRecord(f"{where}: not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{where}: {error}") from None
    return value


def check(data: object, where: str = "the record") -> Record:
    """The data as a record, or `BadRecord` saying what is wrong with its shape."""
    shape = Shape(where)
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        raise shape.fail("format", data["format"], repr(FORMAT))
    table = shape.table("", data, KEYS)
    shape.text("game", table["game"])
    if isinstance(table["rules_version"], bool) or not isinstance(table["rules_version"], int | str):
        raise shape.fail("rules_version", table["rules_version"], "a whole number or a text")
    shape.mapping("edition", table["edition"])
    players = _check_options(table["options"], shape)
    for key, seat in shape.entries("seats", table["seats"], players):
        for name, value in shape.table(key, seat, ("name", "by")).items():
            shape.text(f"{key}.{name}", value)
    chance = randomness.read(table["randomness"], players, shape)
    for key, event in shape.entries("events", table["events"]):
        shape.text(f"{key}.type", shape.mapping(key, event).get("type"))
    _check_result(table["result"], players, shape)
    shape.hexadecimal("digest", table["digest"], 32)
    return Record(table, chance, where)


def _check_options(options: object, shape: Shape) -> int:
    table = shape.mapping("options", options)
    if "players" not in table:
        raise BadRecord(f"{shape.where}: key options.players is missing")
    return shape.number("options.players", table["players"])


def _check_result(result: object, players: int, shape: Shape) -> None:
    if result is None:
        return
    table = shape.table("result", result, ("scores", "winners"))
    if table["scores"] is not None:
        for key, points in shape.entries("result.scores", table["scores"], players):
            shape.number(key, points)
    for key, seat in shape.entries("result.winners", table["winners"]):
        shape.seat(key, seat, players)


def _refuse_number(text: str) -> object:
    raise ValueError(f"the number {text} is not whole")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        first, _ = next(pair for pair in Counter(key for key, _ in pairs).items() if pair[1] > 1)
        raise ValueError(f"the key {first!r} stands twice in one object")
    return table
