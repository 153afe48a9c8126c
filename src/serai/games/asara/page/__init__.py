"""Asara's table in a browser: what the contract asks for (`serai.core.contract.Page`), and where it stands."""

from serai.games.asara.page import pad
from serai.games.asara.page.choosing import cautions, move_of, parts
from serai.games.asara.page.lesson import LESSON
from serai.games.asara.page.pictures import rule_examples, rule_pictures
from serai.games.asara.page.rendering import (
    NOT_SCORED,
    SCORING_ROWS,
    STYLES,
    blurb,
    option_name,
    picture,
    progress,
    prompt,
    render,
    scoring_row,
    scoring_title,
    sprite,
)

__all__ = [
    "LESSON",
    "NOT_SCORED",
    "SCORING_ROWS",
    "STYLES",
    "blurb",
    "cautions",
    "move_of",
    "option_name",
    "pad",
    "parts",
    "picture",
    "progress",
    "prompt",
    "render",
    "rule_examples",
    "rule_pictures",
    "scoring_row",
    "scoring_title",
    "sprite",
]
