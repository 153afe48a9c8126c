"""What the viewer can do now, in a friendly sentence or two for each decision."""

from serai.core.words.language import gettext as _
from serai.core.words.language import later, ngettext
from serai.games.asara.page.position import Position
from serai.games.asara.rules.state import BUILD, BUY, KEEP, LOOK, PLACE, SPY, SPY_BUY, UNDER

ASKED = {
    BUY: later("Buy one of the pieces in this market, or buy nothing."),
    SPY: later("Choose the stack that your spy looks through."),
    SPY_BUY: later("Buy one piece from the stack, or buy nothing."),
    LOOK: later("Choose how many lit windows you pay to look at."),
    UNDER: later(
        "The other windows go under the stack: as they lie, or touch them in another order. "
        "Number 1 is drawn again first."
    ),
}
# By whether a tower can be founded, a piece added, a window lit.
WAYS = {
    (True, False, False): later("Touch a base and a top for a new tower."),
    (False, True, False): later("Touch a piece and the tower that it goes into."),
    (False, False, True): later("Touch a lit window and a dark one above its tower."),
    (True, True, False): later("Touch a base and a top for a new tower, or a piece and its tower."),
    (True, False, True): later("Touch a base and a top for a new tower, or a lit window and a dark one."),
    (False, True, True): later("Touch a piece and its tower, or a lit window and a dark one."),
    (True, True, True): later("Touch a base and a top, a piece and its tower, or a lit window and a dark one."),
}


def asked(position: Position) -> str:
    """What is to be decided, and how."""
    if position.phase == PLACE:
        return _to_place(position)
    if position.phase == BUILD:
        return _to_build(position)
    if position.phase == KEEP:
        number = position.keep
        return ngettext("Keep {number} of these lit windows.", "Keep {number} of these lit windows.", number)
    return _(ASKED[position.phase]) if position.phase in ASKED else ""


def _to_place(position: Position) -> str:
    if any("+" in move for move in position.scene.choices):
        return _("Place a buyer: touch a card and a space, or any two cards where another colour lies.")
    return _("Place a buyer: touch a card and a space.")


def _to_build(position: Position) -> str:
    """How many more, and which ways there are."""
    left = position.most - position.built
    least = max(position.least - position.built, 0)
    if 0 < least < left:
        number = _("Build {least} to {most} more pieces.", least=least, most=left)
    elif least < left:
        number = ngettext("You may build {number} more piece.", "You may build up to {number} more pieces.", left)
    else:
        number = ngettext("Build {number} more piece.", "Build {number} more pieces.", left)
    verbs = {move.split()[0] for move in position.scene.choices}
    way = WAYS.get(("found" in verbs, "add" in verbs, "light" in verbs))
    return f"{number} {_(way)}" if way else number
