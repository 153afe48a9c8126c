"""Changes as they are saved: the only place that knows their JSON.

A field that has a default is left out when it has it, so that a change of an earlier version is written as it was read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin

from serai.core.errors import BadRecord
from serai.core.records.record import Event
from serai.core.records.validation import Shape
from serai.tables.state.changes import CLASSES, Change

Data: TypeAlias = dict[str, Any]  # JSON
EFFECT_KEYS = ("events", "digest")


class BadChange(Exception):
    """A saved change that no version of Serai could have written."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change did to the game: its events, and the digest of the position after them."""

    events: Sequence[Event]
    digest: str


@dataclass(frozen=True, slots=True)
class SavedChange:
    """A change with its effect on the game, if it had any."""

    change: Change
    effect: Effect | None = None

    def as_data(self) -> Data:
        """The JSON that is saved; `read` gives the same again."""
        data: Data = {"type": self.change.type}
        for key in KEYS[self.change.type]:
            value = getattr(self.change, key.name)
            if not (key.is_optional and value is None):
                data[key.name] = list(value) if isinstance(value, tuple) else value
        if self.effect:
            data |= {"events": list(self.effect.events), "digest": self.effect.digest}
        return data


class _Key(NamedTuple):
    """A field of a class of changes, as it is saved."""

    name: str
    kind: Any  # bool, int, str, or a tuple of one of them
    is_optional: bool  # it has a default, and is left out then
    is_nullable: bool  # it is always there, and may be null


def _keys(change: type[Change]) -> tuple[_Key, ...]:
    found = sorted(fields(change), key=lambda one: bool(one.kw_only))
    return tuple(_key(one.name, one.type, has_default=one.default is None) for one in found)


def _key(name: str, kind: Any, *, has_default: bool) -> _Key:
    is_union = isinstance(kind, UnionType)
    return _Key(name, get_args(kind)[0] if is_union else kind, has_default, is_union and not has_default)


KEYS = {name: _keys(change) for name, change in CLASSES.items()}  # in the order in which they are saved


def read(data: object, where: str) -> SavedChange:
    """A change as it was saved, by this or any earlier version; `BadChange` says what is wrong, and `where`."""
    try:
        return _read(data, Shape(where))
    except BadRecord as error:
        raise BadChange(str(error)) from None


def _read(data: object, shape: Shape) -> SavedChange:
    given = shape.mapping("the change", data)
    name = shape.text("type", given.get("type"))
    if name not in CLASSES:
        raise shape.fail("type", name, f"one of {', '.join(CLASSES)}")
    keys = [key for key in KEYS[name] if not key.is_optional or key.name in given]
    effect_keys = EFFECT_KEYS if any(key in given for key in EFFECT_KEYS) else ()
    shape.table("", given, ("type", *(key.name for key in keys), *effect_keys))
    values: dict[str, Any] = {key.name: _value(key, given[key.name], shape) for key in keys}
    change = CLASSES[name](**values)
    return SavedChange(change, _effect(given, shape) if effect_keys else None)


def _effect(given: Data, shape: Shape) -> Effect:
    events = [shape.mapping(key, event) for key, event in shape.entries("events", given["events"])]
    return Effect(events, shape.text("digest", given["digest"]))


def _value(key: _Key, found: object, shape: Shape) -> object:
    if found is None and key.is_nullable:
        return None
    if get_origin(key.kind) is tuple:
        each = get_args(key.kind)[0]
        return tuple(_single(name, each, one, shape) for name, one in shape.entries(key.name, found))
    return _single(key.name, key.kind, found, shape)


def _single(name: str, kind: type, found: object, shape: Shape) -> object:
    if kind is str:
        return shape.text(name, found)
    if kind is int:
        return shape.number(name, found)
    if not isinstance(found, bool):
        raise shape.fail(name, found, "true or false")
    return found
