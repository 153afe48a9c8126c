"""What happens in the toy, as events: `start`, `deal`, `move`, `roll`, `draw`, `end`."""

from typing import Any

import numpy as np

from serai.core.edition import Edition

from ..rules.play import is_over
from ..rules.state import VALUES
from .notation import name

Event = dict[str, Any]


def opening(game: np.record, edition: Edition) -> list[Event]:
    """Who starts, and everyone's cards."""
    deals = [{"type": "deal", "seat": seat, "cards": cards(game.hand[seat])} for seat in range(game.players)]
    return [{"type": "start", "seat": int(game.turn_of)}, *deals]


def narrate(before: np.record, move: int, after: np.record, edition: Edition) -> list[Event]:
    """The move, then the die or the card that it brought."""
    seat = int(before.turn_of)
    events: list[Event] = [{"type": "move", "seat": seat, "move": name(move, edition)}]
    if move < VALUES:
        events.append({"type": "roll", "seat": seat, "die": int(after.die)})
    else:
        drawn = before.pile - after.pile
        events.append({"type": "draw", "seat": seat, "cards": cards(drawn)})
    return [*events, {"type": "end"}] if is_over(after) else events


def for_seat(event: Event, seat: int | None, edition: Edition) -> list[Event]:
    """Cards are for their owner; of a swap the others see only that it was one."""
    if event.get("seat") == seat:
        return [event]
    if event["type"] in ("deal", "draw"):
        return [{"type": event["type"], "seat": event["seat"], "count": len(event["cards"])}]
    if event["type"] == "move" and event["move"].startswith("swap"):
        return [event | {"move": "swap ? ?"}]
    return [event]


def position(game: np.record, edition: Edition) -> dict[str, Any]:
    """The whole position."""
    return {
        "to_act": int(game.turn_of),
        "hands": [cards(game.hand[seat]) for seat in range(game.players)],
        "pile": cards(game.pile),
        "points": [int(points) for points in game.points[: game.players]],
    }


def sentence(event: Event, names: list[str], edition: Edition) -> str:
    """An event in words."""
    who = names[event["seat"]] if "seat" in event else ""
    if event["type"] in ("deal", "draw"):
        what = " ".join(map(str, event["cards"])) if "cards" in event else f"{event['count']} cards"
        return f"{who} gets {what}."
    words = {
        "start": f"{who} starts.",
        "move": f"{who}: {event.get('move')}.",
        "roll": f"{who} rolls {event.get('die')}.",
        "end": "The game is over.",
    }
    return words[event["type"]]


def cards(counts: np.record) -> list[int]:
    """Cards by value, as a list."""
    return [value + 1 for value in range(VALUES) for _ in range(counts[value])]
