"""Everything that is said about Asara: what the contract asks for (`serai.core.contract.Words`), and where."""

from serai.games.asara.words.json_view import is_between_turns, view
from serai.games.asara.words.names import TITLE
from serai.games.asara.words.narration import narrate, opening, position, visible_to
from serai.games.asara.words.notation import every_move, move_name, parse_move
from serai.games.asara.words.points import explain
from serai.games.asara.words.reasons import current_rule, reason
from serai.games.asara.words.sentences import sentence
from serai.games.asara.words.terminal import draw, meanings

__all__ = [
    "TITLE",
    "current_rule",
    "draw",
    "every_move",
    "explain",
    "is_between_turns",
    "meanings",
    "move_name",
    "narrate",
    "opening",
    "parse_move",
    "position",
    "reason",
    "sentence",
    "view",
    "visible_to",
]
