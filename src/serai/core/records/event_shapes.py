"""What the events of a record tell by themselves, where the rules of today can't recompute them.

Each event is whole, its seat is at the table, and all together come to the result. What they follow from is not asked.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from serai.core.records.record import Event, Record
from serai.core.records.validation import Shape

Kinds: TypeAlias = Mapping[str, Mapping[str, type]]  # the types of events, with the keys of each; `list` is of texts

PEOPLE: Kinds = {"seat": {"seat": int, "by": str}, "resign": {"seat": int}, "stop": {"why": str}}
LAST = ("end", "stop")  # the types of event that nothing follows


def check_event(key: str, event: Event, kinds: Kinds, players: int, shape: Shape) -> None:
    """An event is of a type that there is, and has its keys; `BadRecord` if not."""
    if event["type"] not in kinds:
        raise shape.fail(f"{key}.type", event["type"], f"one of {', '.join(kinds)}")
    values = kinds[event["type"]]
    table = shape.table(key, event, ("type", *values))
    for name, kind in values.items():
        check_value(f"{key}.{name}", table[name], kind, players, shape)


def check_value(key: str, found: object, kind: type, players: int, shape: Shape) -> None:
    """A value is of its type; a seat is at the table."""
    if key.endswith(".seat"):
        shape.seat(key, found, players)
    elif kind is int:
        shape.number(key, found)
    elif kind is str:
        shape.text(key, found)
    else:
        for place, entry in shape.entries(key, found):
            shape.text(place, entry)


def check_events(record: Record, first: int, kinds: Kinds) -> None:
    """Every event from a place on is whole; `BadRecord` if one is not."""
    shape, players = Shape(record.where), int(record.options["players"])
    for place, event in enumerate(record.events[first:], first):
        check_event(f"events[{place}]", event, {**kinds, **PEOPLE}, players, shape)


def contradictions(record: Record) -> Iterator[tuple[str, Any, Any]]:
    """Where whole events contradict themselves or the result: a key, its value, and what the events say instead."""
    events = record.events
    end = next((place for place, event in enumerate(events) if event["type"] in LAST), len(events))
    if end == len(events):
        yield f"events[{end}]", "nothing more", "a move, or a stop"
    elif end + 1 < len(events):
        yield f"events[{end + 1}]", events[end + 1], "nothing, the game has ended"
    elif record.data["result"] != (result := result_of(record)):
        yield "result", record.data["result"], result


def result_of(record: Record) -> dict[str, Any] | None:
    """What the events of a whole record come to: most points win, or who is left when all others resigned."""
    players = range(int(record.options["players"]))
    resigned = {event["seat"] for event in record.events if event["type"] == "resign"}
    left = [seat for seat in players if seat not in resigned]
    if record.events[-1]["type"] == "stop":
        return {"scores": None, "winners": left} if len(left) == 1 else None
    scores = [points_of(record, seat) for seat in players]
    most = max((scores[seat] for seat in left), default=0)
    return {"scores": scores, "winners": [seat for seat in left if scores[seat] == most]}


def points_of(record: Record, seat: int) -> int:
    """All points that a seat scored."""
    return sum(event["points"] for event in record.events if event["type"] == "score" and event["seat"] == seat)
