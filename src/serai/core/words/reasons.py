"""What a game says to people: why a move is not allowed, and where a point comes from.

Game folders import these two; they stand apart from `serai.core.game`, which loads those folders.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why a move is not allowed: the rule's number and a sentence."""

    rule: str
    sentence: str


@dataclass(frozen=True)
class Point:
    """Some of a seat's points: how many, the short reason that events use, and a sentence."""

    seat: int
    points: float  # a whole number where points were scored; expected ones need not be
    why: str
    sentence: str
