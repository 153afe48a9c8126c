"""What Asara's rules were by earlier versions, as far as their records have to be checked.

Version 1 had the same set-up, and all that it allowed is allowed still. But lit windows that were not kept went under
the stack as they had been drawn, and the turn was over; now their order is the player's choice (A22).
"""

from serai.games.asara.rules.state import UNDER, Game

KNOWN = (1,)  # earlier versions

EVENTS: dict[str, dict[str, type]] = {
    "start": {"seat": int},
    "year": {"number": int},
    "money": {"seat": int, "amount": int, "why": str},
    "deal": {"seat": int, "cards": list},
    "display": {"market": str, "pieces": list},
    "move": {"seat": int, "move": str},
    "draw": {"seat": int, "cards": list},
    "look": {"seat": int, "pieces": list},
    "score": {"seat": int, "points": int, "why": str},
    "end": {},
}  # of all versions, with the keys of each and the types of their values


def parting(version: int, game: Game) -> str | None:
    """Why the rules of an earlier version went another way from this position on; None where they did not."""
    if version != 1 or game.phase != UNDER:
        return None
    return "the player now chooses the order in which lit windows go back under the stack (A22)"
