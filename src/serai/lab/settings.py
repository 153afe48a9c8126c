"""Changes to an edition, as the command line writes them: `price.white=7`, `bank=10,10,8,8`, `tiles.0.amount=5`.

A new value has the type of the present one; the game's own check decides whether the edition can be played with it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from serai.core.edition import Edition
from serai.core.errors import BadEdition
from serai.core.game import Game

PROVENANCE = "assumed: changed in the lab"
METADATA = ("known",)  # the origin of values; no rule reads it


def edit(game: Game, edition: Edition, settings: Sequence[str]) -> Edition:
    """The edition with these changes, one after another, checked by the game."""
    if not settings:
        return edition
    data = deepcopy(edition.data)
    data["name"] = f"{edition.name}, edited"
    for setting in settings:
        change(data, setting)
    return game.edition_of(data, f"{edition.source}, edited")


def change(data: dict[str, Any], setting: str) -> None:
    """Carry out one change, and mark the key as changed."""
    key, sign, text = setting.partition("=")
    if not sign or not key.strip():
        raise BadEdition(f"--set {setting!r} is no change; expected KEY=VALUE, such as {example(data)}")
    names = key.strip().replace("[", ".").replace("]", "").split(".")
    place: Any = {name: value for name, value in data.items() if name not in METADATA}
    step(place, names[0], "")
    place = data
    for depth, name in enumerate(names[:-1]):
        place = place[step(place, name, ".".join(names[:depth]))]
    last = step(place, names[-1], ".".join(names[:-1]))
    place[last] = parse_value(".".join(names), place[last], text.strip())
    if names[0] in data.get("known", ()):
        data["known"][names[0]] = PROVENANCE


def example(data: dict[str, Any]) -> str:
    """A change that could be made to this edition."""
    return next((f"{key}={value}" for key, value in data.items() if isinstance(value, int)), "years=4")


def step(part: Any, name: str, where: str) -> str | int:
    """The key or the index with this name in a part of the edition."""
    if isinstance(part, dict):
        if name not in part:
            raise BadEdition(f"{where or 'the edition'} has no key {name!r}; there are: {', '.join(part)}")
        return name
    if not isinstance(part, list):
        raise BadEdition(f"{where} is {part!r} and has no part {name!r}")
    if not (name.isascii() and name.isdecimal()) or int(name) >= len(part):
        places = f"0 to {len(part) - 1}" if part else "none"
        raise BadEdition(f"{where} has no place {name!r}; there are: {places}")
    return int(name)


def parse_value(key: str, current: Any, text: str) -> Any:
    """The text as a value of the same kind as the present one; a list by commas, tables and lists also as TOML."""
    if isinstance(current, str):
        return text
    if text.startswith(("[", "{")):
        return parse_toml(key, text)
    if isinstance(current, dict):
        raise BadEdition(f"{key} is a table; set a part of it, such as {key}.{next(iter(current), 'NAME')}=…")
    if isinstance(current, list) and any(isinstance(part, dict) for part in current):
        raise BadEdition(f"{key} is a list of tables; set a part of one, such as {key}.0.{next(iter(current[0]))}=…")
    if isinstance(current, list):
        kind = current[0] if current else 0
        return [
            parse_scalar(f"{key}[{place}]", kind, part.strip()) for place, part in enumerate(text.split(",")) if text
        ]
    return parse_scalar(key, current, text)


def parse_toml(key: str, text: str) -> Any:
    """A list or a table as edition files write it."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(f"{key} is {text!r}, which is not TOML: {error}") from None


def parse_scalar(key: str, current: Any, text: str) -> Any:
    """A number, a text, true or false, or `none` for an optional value."""
    if isinstance(current, str):
        return text
    if isinstance(current, bool):
        if text not in ("true", "false"):
            raise BadEdition(f"{key} is {text!r}; allowed: true, false")
        return text == "true"
    if text == "none":
        return None
    try:
        return float(text) if isinstance(current, float) else int(text)
    except ValueError:
        kind = "a number" if isinstance(current, float) else "a whole number"
        raise BadEdition(f"{key} is {text!r}; allowed: {kind}") from None


def differences(before: Edition, after: Edition) -> list[tuple[str, str, str]]:
    """The differences of two editions: the key, and the value in each."""
    values = [
        dict(parts("", {key: part for key, part in edition.data.items() if key not in ("name", *METADATA)}))
        for edition in (before, after)
    ]
    keys = dict.fromkeys(key for side in values for key in side)
    rows = [(key, *(format_setting(side.get(key)) for side in values)) for key in keys]
    return [(key, first, second) for key, first, second in rows if first != second]


def parts(where: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The scalar values of an edition with their keys; a list of scalars counts as one."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from parts(f"{where}.{name}" if where else name, part)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        for place, part in enumerate(value):
            yield from parts(f"{where}.{place}", part)
    else:
        yield where, value


def format_setting(value: Any) -> str:
    """A value as `--set` takes it."""
    return ",".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)
