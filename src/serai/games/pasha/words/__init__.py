"""Everything that is said about Pasha: what the contract asks for (`serai.core.contract.Words`), and where."""

from serai.games.pasha.words.json_view import is_between_turns, view
from serai.games.pasha.words.names import TITLE
from serai.games.pasha.words.narration import narrate, opening, position, private_events, visible_to
from serai.games.pasha.words.notation import every_move, move_name, parse_move
from serai.games.pasha.words.points import explain, standing
from serai.games.pasha.words.reasons import current_rule, reason
from serai.games.pasha.words.sentences import sentence
from serai.games.pasha.words.terminal import draw, meanings

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
    "private_events",
    "reason",
    "sentence",
    "standing",
    "view",
    "visible_to",
]
