"""The toy in words: its moves, what happens, why a move is not allowed, and the table for terminals and programs."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from serai.core.edition import Edition
from serai.core.errors import BadNotation
from serai.core.words.reasons import Point, Reason

from .rules import NO_CARD, NO_PAIR, NO_PILE, NOT_A_PAIR, OVER, VALUES, is_over

Event = dict[str, Any]

TITLE = "Toy"
REASONS = {
    OVER: Reason("T4", "the game is over"),
    NO_CARD: Reason("T2", "no such card is held"),
    NO_PAIR: Reason("T3", "the two cards are not held"),
    NO_PILE: Reason("T3", "the pile is empty"),
    NOT_A_PAIR: Reason("T3", "the lower card comes first"),
}


def move_name(move: int, edition: Edition) -> str:
    """A move as text."""
    if move < VALUES:
        return f"play {move + 1}"
    return f"swap {(move - VALUES) // VALUES + 1} {(move - VALUES) % VALUES + 1}"


def parse_move(text: str, edition: Edition) -> int:
    """Text as a move; the two cards of a swap in any order."""
    verb, *words = text.split() or [""]
    cards = sorted(int(word) - 1 for word in words if word in ("1", "2", "3", "4", "5"))
    if len(cards) == len(words) == {"play": 1, "swap": 2}.get(verb):
        return cards[0] if verb == "play" else VALUES + cards[0] * VALUES + cards[1]
    raise BadNotation(f"{text!r} is no move; expected: play V or swap V V, with V from 1 to {VALUES}")


def every_move(edition: Edition) -> Iterator[int]:
    """Each move that has a name."""
    yield from range(VALUES)
    yield from (VALUES + low * VALUES + high for low in range(VALUES) for high in range(low, VALUES))


def opening(game: np.record, edition: Edition) -> list[Event]:
    """Who starts, and everyone's cards."""
    deals = [{"type": "deal", "seat": seat, "cards": cards(game.hand[seat])} for seat in range(game.players)]
    return [{"type": "start", "seat": int(game.turn_of)}, *deals]


def narrate(before: np.record, move: int, after: np.record, edition: Edition) -> list[Event]:
    """The move, then the die or the card that it brought."""
    seat = int(before.turn_of)
    events: list[Event] = [{"type": "move", "seat": seat, "move": move_name(move, edition)}]
    if move < VALUES:
        events.append({"type": "roll", "seat": seat, "die": int(after.die)})
    else:
        drawn = before.pile - after.pile
        events.append({"type": "draw", "seat": seat, "cards": cards(drawn)})
    return [*events, {"type": "end"}] if is_over(after) else events


def visible_to(event: Event, seat: int | None, edition: Edition) -> list[Event]:
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


def sentence(event: Event, names: Sequence[str], edition: Edition) -> str:
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


def reason(code: int, game: np.record, edition: Edition, move: int) -> Reason:
    """The rule's number and a sentence."""
    return REASONS[code]


def explain(game: np.record, edition: Edition) -> list[Point]:
    """All points are of one sort."""
    seats = range(game.players)
    return [Point(seat, int(game.points[seat]), "cards", "cards played and dice rolled (T2)") for seat in seats]


def draw(view: np.record, edition: Edition, names: Sequence[str]) -> str:
    """One line for each seat; a hand that the viewer can't see is only counted."""
    lines = []
    for seat in range(view.players):
        hand = " ".join(map(str, cards(view.hand[seat]))) or f"{view.hand_size[seat]} cards"
        lines.append(f"[bold]{names[seat]:12}[/] {int(view.points[seat]):3} points   {hand}")
    return "\n".join(lines)


def view(seen: np.record, edition: Edition) -> dict[str, Any]:
    """Points and cards; a hand that the viewer can't see is only counted."""
    seats = range(seen.players)
    hands = [cards(seen.hand[seat]) if seen.viewer == seat else None for seat in seats]
    return {"hands": hands, "sizes": [int(seen.hand_size[seat]) for seat in seats], "die": int(seen.die)}


def is_between_turns(game: np.record) -> bool:
    """Every decision is a turn."""
    return True
