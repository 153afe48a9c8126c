"""The rewards of a finished game: the winners' gain is the others' loss."""

from collections.abc import Collection

ILLEGAL = -1.0  # for a seat that loses by an illegal action; the others get 0


def of(winners: Collection[int], players: int) -> list[float]:
    """By seat: for k winners of n seats (n / k - 1) / (n - 1) each, -1 / (n - 1) for the others; together 0."""
    share = players / len(winners)
    return [((share if seat in winners else 0) - 1) / (players - 1) for seat in range(players)]
