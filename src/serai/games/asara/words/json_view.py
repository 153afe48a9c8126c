"""A position as a seat sees it, in the record's names, for pages and programs. Made of an observation only."""

from typing import Any

from serai.core.edition import Edition
from serai.games.asara.rules.state import (
    AREAS,
    BUILD,
    BUYERS,
    COLOURS,
    HOUSE,
    KINDS,
    LIT,
    NO_COLOUR,
    PLACE,
    SPY_BUY,
    Game,
)
from serai.games.asara.words import narration

PHASES = (
    "place",
    "buy",
    "spy",
    "spy buy",
    "build",
    "look",
    "keep",
    "under",
    "over",
)  # in the order of the state's numbers


def view(seen: Game, edition: Edition) -> dict[str, Any]:
    """All that the viewer knows (A33); of what is hidden only how many there are."""
    position = narration.position(seen, edition)
    stacks = {kind: pieces for kind, pieces in position["stacks"].items() if kind != KINDS[LIT]}
    return {
        **{key: position[key] for key in ("year", "starter", "favour", "turn", "over", "displays", "spaces")},
        "phase": PHASES[seen.phase],
        "seats": [_seat(seen, position["seats"][seat], seat) for seat in range(seen.players)],
        "stacks": stacks,
        "lit_stack": int(seen.lit_unseen) + int(seen.under_count),
        "under": [COLOURS[colour] if colour != NO_COLOUR else None for colour in seen.under[: seen.under_count]],
        "pile": int(seen.pile_size),
        "colours": _colours(seen),
        "action": _action(seen),
    }


def _seat(seen: Game, told: dict[str, Any], seat: int) -> dict[str, Any]:
    """Another's hand and lit windows are counted; one's own are told."""
    counts = {"hand_size": int(seen.hand_size[seat]), "face_down_size": int(seen.face_down_size[seat])}
    if seen.viewer == seat:
        return told | counts
    lit = {KINDS[LIT]: None}
    return (
        told
        | {"hand": None, "face_down": None, "pieces": told["pieces"] | lit, "lit_held": int(seen.lit_held[seat])}
        | counts
    )


def _colours(seen: Game) -> dict[str, str]:
    """Each area's colour of this year."""
    return {AREAS[area]: BUYERS[seen.colour[area]] for area in range(HOUSE) if seen.colour[area] != NO_COLOUR}


def _action(seen: Game) -> dict[str, Any] | None:
    """What is going on in this turn, as far as the viewer knows it."""
    if seen.phase == BUILD:
        return {"built": int(seen.built), "least": int(seen.least_built), "most": int(seen.most_built)}
    if seen.phase == SPY_BUY:
        return {"spied": KINDS[seen.spied]}
    if seen.seen_count:
        return {
            "seen": [COLOURS[c] if c != NO_COLOUR else None for c in seen.seen[: seen.seen_count]],
            "keep": int(seen.keep),
        }
    return None


def is_between_turns(game: Game) -> bool:
    """Whether a turn is over and the next has not begun."""
    return bool(game.phase == PLACE)
