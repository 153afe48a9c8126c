"""The toy's table for a terminal."""

import numpy as np

from serai.core.edition import Edition

from .narration import cards


def draw(view: np.record, edition: Edition, names: list[str]) -> str:
    """One line for each seat; a hand that the viewer can't see is only counted."""
    lines = []
    for seat in range(view.players):
        hand = " ".join(map(str, cards(view.hand[seat]))) or f"{view.hand_size[seat]} cards"
        lines.append(f"[bold]{names[seat]:12}[/] {int(view.points[seat]):3} points   {hand}")
    return "\n".join(lines)
