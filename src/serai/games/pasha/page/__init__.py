"""Pasha's table in a browser: what the contract asks for (`serai.core.contract.Page`), and where it stands."""

from serai.games.pasha.page import pad
from serai.games.pasha.page.art import sprite
from serai.games.pasha.page.choosing import choices, move_of
from serai.games.pasha.page.lesson import LESSON
from serai.games.pasha.page.picture import picture
from serai.games.pasha.page.pictures import rule_examples, rule_pictures
from serai.games.pasha.page.rendering import SCORING_ROWS, STYLES, blurb, progress, prompt, render, scoring_row

__all__ = [
    "LESSON",
    "SCORING_ROWS",
    "STYLES",
    "blurb",
    "choices",
    "move_of",
    "pad",
    "picture",
    "progress",
    "prompt",
    "render",
    "rule_examples",
    "rule_pictures",
    "scoring_row",
    "sprite",
]
