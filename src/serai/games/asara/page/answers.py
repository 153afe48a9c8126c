"""What the rules say of each space and card at a moment in which a buyer is to be placed, for the live example.

Every answer is asked of the rules: a placement is allowed, or they give the reason why not.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement

from serai.core.match import Match
from serai.core.page.pictures import Answer, Line
from serai.core.words.language import gettext as _
from serai.games.asara.page.choosing import cautions
from serai.games.asara.page.position import Position, area_of
from serai.games.asara.rules.state import AREAS, BUYERS, CIRCLE, HOUSE, HOUSE_SPACE, KINDS
from serai.games.asara.words import names as words

RULES = ("A13", "A13", "A13", "A13", "A14", "A17", "A19", "A20", "A21", "A22", "A18")  # of each area's action


def answers(match: Match, position: Position, seat: int) -> dict[str, Answer]:
    """Every part of the board and of the hand, with what may be done there."""
    held = position.hand(seat)
    spaces = [space for area in position.areas() for space in position.spaces(area)] + [HOUSE_SPACE]
    found = {f"space.{position.space_name(space)}": _space(match, position, held, space) for space in spaces}
    found |= {f"card.{BUYERS[buyer]}": _card(match, position, buyer) for buyer in range(5) if held[buyer]}
    return found | {f"spy {kind}": _move(match, f"spy {kind}", words.area(KINDS.index(kind))) for kind in KINDS[:4]}


def _space(match: Match, position: Position, held: list[int], space: int) -> Answer:
    """Which cards may be laid on a space, alone or two together."""
    area, name = area_of(space), position.space_name(space)
    least = position.least_allowed(space) if area == CIRCLE else 0
    value = position.house if area == HOUSE else position.values[space]
    buyers = [buyer for buyer in range(5) if held[buyer]]
    singles = [(words.buyer(buyer), f"place {BUYERS[buyer]} {name}") for buyer in buyers]
    pairs = [
        (_("two cards face down"), f"place {BUYERS[first]}+{BUYERS[second]} {name}")
        for first, second in combinations_with_replacement(buyers, 2)
        if first != second or held[first] > 1
    ]
    return Answer(words.space(area, value, least), _lines(match, [*singles, *pairs], RULES[area]))


def _card(match: Match, position: Position, buyer: int) -> Answer:
    """In which areas a card may be placed by itself."""
    asked = []
    for area in position.areas():
        names = [position.space_name(space) for space in position.spaces(area)] or [AREAS[area]]
        moves = [f"place {BUYERS[buyer]} {name}" for name in names]
        asked.append((words.area_in_short(area), min(moves, key=lambda move: _likeness(match, move))))
    return Answer(words.card(buyer), _lines(match, asked, "A9"))


def _likeness(match: Match, move: str) -> int:
    """What speaks for an area as a whole: a space that is allowed, else one that is not just taken."""
    reason = match.why_illegal(move)
    return 0 if reason is None else 2 if reason.rule == "A9" else 1


def _move(match: Match, move: str, title: str) -> Answer:
    """A whole move."""
    return Answer(title, _lines(match, [(title, move)], "A9"))


def _lines(match: Match, asked: Iterable[tuple[str, str]], rule: str) -> list[Line]:
    """What is asked about, with moves that mean it: what is answered alike in one line, what is allowed first."""
    said: dict[tuple[bool, str, str], dict[str, None]] = {}
    for what, move in asked:
        reason = match.why_illegal(move)
        answer = (False, reason.sentence, reason.rule) if reason else (True, _allowed(match, move), rule)
        said.setdefault(answer, {})[what] = None
    lines = [Line(", ".join(whats), sentence, rule, is_allowed) for (is_allowed, sentence, rule), whats in said.items()]
    return sorted(lines, key=lambda line: (not line.is_allowed, line.said != _("this is allowed")))


def _allowed(match: Match, move: str) -> str:
    """What a placement that is allowed means, where it means little (A11, A13)."""
    if cautions(match.games[0], match.edition, [move]):
        return _("this is allowed, but nothing here can be paid for: the buyer only takes the space")
    return _("this is allowed")
