"""The toy's table as a page shows it: one's cards as buttons, others' as counts."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from serai.core.page.scene import Parts, Picker, Scene

from .words import cards


def render(scene: Scene) -> Markup:
    """One line for each seat; the viewer's own cards can be touched."""
    pick = Picker(scene)
    lines = [Markup("<p>{}: {}</p>").format(name, _hand(scene, pick, seat)) for seat, name in enumerate(scene.names)]
    return Markup('<div class="toy">{}</div>').format(Markup("").join(lines))


def _hand(scene: Scene, pick: Picker, seat: int) -> Markup:
    if scene.seat != seat and not scene.is_open:
        return Markup("{} cards").format(int(scene.seen.hand_size[seat]))
    held = cards(scene.seen.hand[seat])
    seen: dict[int, int] = {}
    buttons = []
    for value in held:
        seen[value] = seen.get(value, 0) + 1
        key = f"card-{seat}-{value}-{seen[value]}"
        buttons.append(pick.part(f"card.{value}", Markup.escape(str(value)), key=key, label=f"Card {value}"))
        if seen[value] == 1:
            move = f"play {value}"
            buttons.append(pick.move(move, Markup("play"), key=f"play-{seat}-{value}", label=f"Play {value}"))
    return Markup("").join(buttons)


def prompt(scene: Scene) -> str:
    """What the viewer can do now."""
    return "Play a card, or swap two."


def progress(scene: Scene) -> str:
    """How far the game is."""
    return f"{int(scene.seen.pile_size)} cards in the pile"


def parts(move: str) -> Parts:
    """A card is played by a button of its own; two cards are swapped by touching both."""
    verb, *values = move.split()
    return (move,) if verb == "play" else tuple(f"card.{value}" for value in values)


def move_of(parts: Sequence[str], seen: Any = None, edition: Any = None) -> str | None:
    """The move that parts mean, allowed or not; None when they mean none."""
    if len(parts) == 1 and parts[0].startswith("play "):
        return parts[0]
    values = sorted(part.removeprefix("card.") for part in parts if part.startswith("card."))
    return f"swap {values[0]} {values[1]}" if len(values) == len(parts) == 2 else None


def scoring_row(why: str) -> str:
    """What points are given for, in words."""
    return {"cards": "Cards and dice"}.get(why, why)
