"""The toy's moves as text: `play V`, `swap V V`."""

from collections.abc import Iterator

from serai.core.edition import Edition
from serai.core.errors import BadNotation

from ..rules.state import VALUES


def name(move: int, edition: Edition) -> str:
    """A move as text."""
    if move < VALUES:
        return f"play {move + 1}"
    return f"swap {(move - VALUES) // VALUES + 1} {(move - VALUES) % VALUES + 1}"


def parse(text: str, edition: Edition) -> int:
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
