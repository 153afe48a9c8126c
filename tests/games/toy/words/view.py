"""The toy's position as a seat sees it."""

from typing import Any

import numpy as np

from serai.core.edition import Edition

from .narration import cards


def view(seen: np.record, edition: Edition) -> dict[str, Any]:
    """Points and cards; a hand that the viewer can't see is only counted."""
    seats = range(seen.players)
    hands = [cards(seen.hand[seat]) if seen.viewer == seat else None for seat in seats]
    return {"hands": hands, "sizes": [int(seen.hand_size[seat]) for seat in seats], "die": int(seen.die)}


def is_between_turns(game: np.record) -> bool:
    """Every decision is a turn."""
    return True
