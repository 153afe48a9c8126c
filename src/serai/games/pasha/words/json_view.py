"""A position as a seat sees it, in the record's names, for pages and programs. Made of an observation only."""

from typing import Any

from serai.core.compiled import bag
from serai.core.edition import Edition
from serai.games.pasha.rules.state import PLAY, Game
from serai.games.pasha.words import narration, notation

PHASES = ("play", "roll", "over")  # in the order of the state's numbers


def view(seen: Game, edition: Edition) -> dict[str, Any]:
    """All that the viewer knows (P21); of what is hidden only how much there is."""
    position = narration.position(seen, edition)
    return {
        **{key: found for key, found in position.items() if key != "seats"},
        "phase": PHASES[seen.phase],
        "seats": [_seat(seen, edition, position["seats"][seat], seat) for seat in range(seen.players)],
        "ranking": narration.ranked(narration.discs_of(seen)),
    }


def _seat(seen: Game, edition: Edition, told: dict[str, Any], seat: int) -> dict[str, Any]:
    """One's own hand is told; of the others which cards they have not played yet, as all can remember."""
    hand = notation.card_values(seen.hand[seat], edition) if seen.viewer == seat else None
    unplayed = int(seen.unplayed[seat])
    others = {key: found for key, found in told.items() if key != "packs"}
    return others | {"hand": hand, "unplayed": notation.card_values(unplayed, edition), "cards": bag.total(unplayed)}


def is_between_turns(game: Game) -> bool:
    """Whether a turn is over and the next has not begun."""
    return bool(game.phase == PLAY)
