"""Independent referees for game records (`serai-record/1`).

`check(record)` replays a record from its events alone, on a state model of its own, and raises `Foul` at the
first thing that the rules or the format don't allow. Nothing here imports the engine: the two can only agree by
both being right. This file holds what both games share (the record's frame, reading events in order, who wins);
`asara` and `pasha` hold the rules. The digest and the random numbers themselves are not checked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar

FORMAT = "serai-record/1"
OUTSIDE_EVENTS = -1  # a Foul's event index when the record's frame is wrong, not an event
SKIPPABLE: dict[str, set[str]] = {"seat": {"seat", "by"}, "resign": {"seat"}, "stop": {"why"}}

RECORD_SHAPE: dict[str, Any] = {
    "format": FORMAT,
    "game": str,
    "rules_version": (int, str),
    "edition": dict,
    "options": dict,
    "seats": [{"name": str, "by": str}],
    "randomness": dict,
    "events": [dict],
    "result": (dict, type(None)),
    "digest": str,
}
RANDOMNESS_SHAPES: dict[str, dict[str, Any]] = {
    "stream/1": {"scheme": str, "seed": str},
    "committed/1": {"scheme": str, "commitment": str, "server_seed": str, "nonces": list},
}
RESULT_SHAPE: dict[str, Any] = {"scores": ([int], type(None)), "winners": [int]}

T = TypeVar("T")


class Foul(Exception):
    """A record breaks the rules or the format at one event (-1: outside its events)."""

    def __init__(self, event_index: int, message: str) -> None:
        super().__init__(f"event {event_index}: {message}" if event_index >= 0 else message)
        self.event_index = event_index
        self.message = message


class Stopped(Exception):
    """The record ends with `stop` where the next move would have come."""


def check(record: dict[str, Any]) -> None:
    """Replay the record and raise `Foul` at the first thing that is wrong with it."""
    from . import asara, pasha  # here, because both take `Events` from this module

    check_shape(record, RECORD_SHAPE, "record")
    games = {"asara": asara, "pasha": pasha}
    if record["game"] not in games:
        raise Foul(OUTSIDE_EVENTS, f"no such game: {record['game']!r}")
    game = games[record["game"]]
    check_rules_version(record["rules_version"], game.RULES_VERSION)
    edition = game.EDITION_DEFAULTS | record["edition"]
    check_shape(edition, game.EDITION_SHAPE, "edition")
    check_shape(record["options"], game.OPTIONS_SHAPE, "options")
    check_randomness(record["randomness"])
    players = record["options"]["players"]
    if players not in game.PLAYERS or players != len(record["seats"]):
        raise Foul(OUTSIDE_EVENTS, f"{players} players with {len(record['seats'])} seats")

    events = Events(record["events"], game.EVENT_KEYS, players)
    try:
        standings = game.replay(edition, record["options"], events)
    except Stopped:
        check_result_of_stopped_game(record["result"], events.resigned, players)
    else:
        events.finish()
        check_result(record["result"], standings, events.resigned)


def check_rules_version(version: int | str, known: int) -> None:
    """The record was played by the rules that its referee knows."""
    if version != known:
        raise Foul(OUTSIDE_EVENTS, f"rules_version is {version!r}, this referee knows version {known}")


def check_shape(value: Any, shape: Any, where: str) -> None:
    """The value has a shape: a type, a text, a tuple of choices, a dict of exactly these keys, `[each]`, `[a, b]`."""
    if isinstance(shape, tuple):
        if not any(fits(value, choice, where) for choice in shape):
            raise Foul(OUTSIDE_EVENTS, f"{where} is {value!r}")
    elif isinstance(shape, dict):
        check_shape(value, dict, where)
        check_keys(value, set(shape), where, OUTSIDE_EVENTS)
        for key, inner in shape.items():
            check_shape(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        check_shape(value, list, where)
        if len(shape) > 1 and len(value) != len(shape):
            raise Foul(OUTSIDE_EVENTS, f"{where} has {len(value)} entries, not {len(shape)}")
        for number, entry in enumerate(value):
            check_shape(entry, shape[number % len(shape)], f"{where}[{number}]")
    elif isinstance(shape, str):
        if value != shape:
            raise Foul(OUTSIDE_EVENTS, f"{where} is {value!r}, not {shape!r}")
    elif type(value) is not shape:  # a bool is no number here
        raise Foul(OUTSIDE_EVENTS, f"{where} is {value!r}, not of type {shape.__name__}")


def fits(value: Any, shape: Any, where: str) -> bool:
    """Whether a JSON value has this shape."""
    try:
        check_shape(value, shape, where)
    except Foul:
        return False
    return True


def check_keys(value: dict[str, Any], keys: set[str], where: str, event_index: int) -> None:
    """An object has exactly these keys."""
    if missing := keys - set(value):
        raise Foul(event_index, f"{where} lacks {', '.join(sorted(missing))}")
    if extra := set(value) - keys:
        raise Foul(event_index, f"{where} has extra {', '.join(sorted(extra))}")


def check_randomness(randomness: dict[str, Any]) -> None:
    """The randomness has one of the two schemes' keys; its numbers are not recomputed."""
    scheme = randomness.get("scheme")
    if not isinstance(scheme, str) or scheme not in RANDOMNESS_SHAPES:
        raise Foul(OUTSIDE_EVENTS, f"no such scheme of randomness: {scheme!r}")
    check_shape(randomness, RANDOMNESS_SHAPES[scheme], "randomness")


def check_result(result: Any, standings: list[tuple[int, ...]], resigned: set[int]) -> None:
    """Scores are each standing's first number; the best standing wins (A32, P20), but never a seat that resigned."""
    check_shape(result, RESULT_SHAPE, "result")
    scores = [standing[0] for standing in standings]
    if result["scores"] != scores:
        raise Foul(OUTSIDE_EVENTS, f"result.scores is {result['scores']}, the rules say {scores}")
    contenders = [seat for seat in range(len(standings)) if seat not in resigned]
    best = max((standings[seat] for seat in contenders), default=())
    winners = [seat for seat in contenders if standings[seat] == best]
    if sorted(result["winners"]) != winners:
        raise Foul(OUTSIDE_EVENTS, f"result.winners is {result['winners']}, the rules say {winners}")


def check_result_of_stopped_game(result: Any, resigned: set[int], players: int) -> None:
    """A stopped game has no result, or after a resignation winners without scores."""
    may_win = set(range(players)) - resigned
    two_player_resignation = bool(resigned) and players == 2
    if result is None:
        if two_player_resignation:
            raise Foul(OUTSIDE_EVENTS, "result is null, but a resignation has ended the game")
        return
    check_shape(result, RESULT_SHAPE, "result")
    winners = set(result["winners"])
    if not resigned or result["scores"] is not None:
        raise Foul(OUTSIDE_EVENTS, "a stopped game has no scores, and winners only after a resignation")
    is_right = winners == may_win if two_player_resignation else winners <= may_win
    if not is_right or len(winners) != len(result["winners"]):
        raise Foul(OUTSIDE_EVENTS, f"result.winners is {result['winners']}, but seats {sorted(resigned)} resigned")


class Events:
    """The record's events, read in order; each reading says what must come next."""

    def __init__(self, events: list[dict[str, Any]], keys: dict[str, set[str]], players: int) -> None:
        self.events = events
        self.keys = keys  # event type -> its keys besides `type`
        self.players = players
        self.next = 0  # index of the first event not yet read
        self.last = OUTSIDE_EVENTS  # index of the event read last
        self.resigned: set[int] = set()

    def take(self, kind: str, **expected: Any) -> dict[str, Any]:
        """Read the next event, which must be of this kind and say what is expected."""
        self.skip_to(kind)
        if self.next == len(self.events):
            raise Foul(self.next, f"the record ends where {kind!r} must come")
        event = self.events[self.next]
        self.last, self.next = self.next, self.next + 1
        self.need(event.get("type") == kind, f"{event.get('type')!r} where {kind!r} must come")
        self.check_keys_and_seat(event, self.keys[kind])
        for field, value in expected.items():
            self.need(is_same(event[field], value), f"{kind}: {field} is {event[field]!r}, the rules say {value!r}")
        return event

    def move(self, seat: int) -> list[str]:
        """Read the next move, which must be this seat's, as words."""
        move = self.take("move", seat=seat)["move"]
        if not isinstance(move, str):
            self.foul(f"{move!r} is no move")
        return move.split(" ")

    def names(self, kind: str, field: str, **expected: Any) -> list[str]:
        """Read the next event's list of names."""
        names = self.take(kind, **expected)[field]
        self.need(fits(names, [str], field), f"{kind}: {field} is {names!r}, no list of names")
        return list(names)

    def numbers(self, kind: str, field: str, **expected: Any) -> list[int]:
        """Read the next event's list of whole numbers."""
        numbers = self.take(kind, **expected)[field]
        self.need(fits(numbers, [int], field), f"{kind}: {field} is {numbers!r}, no list of numbers")
        return list(numbers)

    def skip_to(self, kind: str) -> None:
        """Pass over a change of player and a resignation; `stop` may stand for the start or a move, and is last."""
        while self.next < len(self.events) and self.events[self.next].get("type") in tuple(SKIPPABLE):
            event = self.events[self.next]
            self.last, self.next = self.next, self.next + 1
            self.check_keys_and_seat(event, SKIPPABLE[event["type"]])
            if event["type"] == "resign":
                self.resigned.add(event["seat"])
            if event["type"] == "stop":
                self.need(kind in ("start", "move"), f"'stop' where {kind!r} must come")
                self.need(self.next == len(self.events), "events follow 'stop'")
                raise Stopped
        if self.resigned and self.players == 2:
            raise Foul(self.next, "with two players a resignation ends the game: 'stop' must come")

    def finish(self) -> None:
        """Nothing follows the end."""
        if self.next < len(self.events):
            raise Foul(self.next, "events follow 'end'")

    def check_keys_and_seat(self, event: dict[str, Any], keys: set[str]) -> None:
        """The event read last has exactly these keys, and its seat is at the table."""
        check_keys(event, keys | {"type"}, repr(event["type"]), self.last)
        if "seat" in keys:
            self.need(type(event["seat"]) is int and 0 <= event["seat"] < self.players, f"no seat {event['seat']!r}")

    def need(self, condition: bool, message: str) -> None:
        """Call a foul at the event read last unless the condition holds."""
        if not condition:
            self.foul(message)

    def foul(self, message: str) -> NoReturn:
        """Call a foul at the event read last."""
        raise Foul(self.last, message)


def is_same(given: Any, expected: Any) -> bool:
    """Equality of JSON values, in which 1, 1.0 and true differ."""
    return json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)


def seats_from(first: int, players: int) -> list[int]:
    """All seats, clockwise from the first."""
    return [(first + step) % players for step in range(players)]


def holds(pool: Counter[T], items: Iterable[T]) -> bool:
    """Whether the pool has all of these items."""
    return Counter(items) <= pool
