"""Which things on the table are touched to make a move, which move touched things mean, and which mean little.

Purchases, looks, stacks and `done` are buttons that make a whole move; their part is the move itself.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from serai.core import game as games
from serai.core.edition import Edition
from serai.core.errors import BadNotation
from serai.core.page.scene import InOrder, Parts
from serai.core.words.language import gettext as _
from serai.games.asara.rules import placing, towers
from serai.games.asara.rules.state import AREAS, BUYERS, COLOURS, HOUSE, KINDS, NO_COLOUR, STATE, UNDER, Game
from serai.games.asara.words import notation
from serai.games.asara.words.narration import towers_of


@lru_cache(maxsize=1 << 14)
def parts(move: str) -> Parts:
    """What is touched to make a move: cards and a space, pieces and a tower, windows; some of them in order."""
    match move.split():
        case ["place", pay, space]:
            return (*(f"card.{buyer}" for buyer in pay.split("+")), f"space.{space}")
        case ["found", base, top]:
            return f"piece.base.{base}", f"piece.top.{top}"
        case ["add", kind, piece, "to", tower]:
            return f"piece.{kind}.{piece}", f"tower.{tower}"
        case ["light", colour, "to", tower, *gold]:
            return f"piece.lit.{colour}", f"window.{tower}{''.join(gold)}"
        case ["keep", *colours]:
            return tuple(f"seen.{colour}" for colour in colours)
        case ["under", *colours]:
            return InOrder(f"seen.{colour}" for colour in colours)
    return (move,)


def cautions(seen: Game, edition: Edition, moves: Sequence[str]) -> dict[str, str]:
    """What is said of placements in markets where there is nothing to buy, or nothing that can be paid for (A11)."""
    markets = {KINDS[kind]: _caution(seen, kind) for kind in range(4) if not _can_buy(seen, edition, kind)}
    placements = [(move, move.split()) for move in moves if markets]
    return {move: markets[words[-1]] for move, words in placements if words[0] == "place" and words[-1] in markets}


def _can_buy(seen: Game, edition: Edition, kind: int) -> bool:
    """Whether the player can pay for a piece that lies in this market (A13)."""
    return bool(placing.can_buy(seen, edition.record[0], int(seen.turn_of), kind))


def _caution(seen: Game, kind: int) -> str:
    """What a buyer does in such a market (A13)."""
    if seen.display[kind]:
        return _("You can't pay for anything here: your buyer only takes the space.")
    return _("There is nothing on display here: your buyer only takes the space.")


def move_of(touched: Sequence[str], seen: Game | None = None, edition: Edition | None = None) -> str | None:
    """The move that touched things mean, allowed or not; None when they mean none.

    One thing alone is no move. Where it can't be part of one now, it stands for the likeliest that the viewer had in
    mind, so that its reason can be told. Only lit windows that go under the stack mean something by their order.
    """
    if move := _whole(touched, seen is not None and seen.phase == UNDER):
        return move
    if len(touched) != 1 or seen is None or edition is None:
        return None
    likely = _likely(touched[0], seen, edition)
    return likely if likely and not _is_legal(likely, seen, edition) else None


def _whole(touched: Sequence[str], is_ordering: bool) -> str | None:
    """The move whose parts these are."""
    kinds: dict[str, list[str]] = {}
    for part in touched:
        kind, _, name = part.partition(".")
        kinds.setdefault(kind, []).append(name)
    match kinds:
        case {"card": [_] | [_, _], "space": [space], **rest} if not rest:
            return f"place {'+'.join(sorted(kinds['card'], key=_buyer_order))} {space}"
        case {"piece": [first, second], **rest} if not rest:
            return _found(first, second)
        case {"piece": [piece], "tower": [tower], **rest} if not rest:
            kind, _, colour = piece.partition(".")
            return f"add {kind} {colour} to {tower}" if kind in ("middle", "window") else None
        case {"piece": [piece], "window": [window], **rest} if not rest:
            kind, _, colour = piece.partition(".")
            gold = " *" if window.endswith("*") else ""
            return f"light {colour} to {window.removesuffix('*')}{gold}" if kind == "lit" else None
        case {"seen": colours, **rest} if not rest and is_ordering:
            return f"under {' '.join(colours)}"
        case {"seen": colours, **rest} if not rest:
            return f"keep {' '.join(sorted(colours, key=_colour_order))}"
    return touched[0] if len(touched) == 1 and "." not in touched[0] else None


def _likely(part: str, seen: Game, edition: Edition) -> str | None:
    """A move that this one thing may have been touched for."""
    kind, _, name = part.partition(".")
    if kind == "card":
        return f"place {name} house"
    if kind == "space":
        return f"place {_likely_card(name, seen, edition)} {name}"
    colours = [COLOURS[towers.colour(tower)] for tower in towers_of(seen, int(seen.viewer))]
    if kind == "tower":
        number = int(name) if name.isdecimal() else 0
        return f"add middle {colours[number - 1]} to {name}" if 1 <= number <= len(colours) else None
    if kind == "piece":
        of_kind, _, piece = name.partition(".")
        colour = piece.removesuffix("*")
        tower = colours.index(colour) + 1 if colour in colours else 1
        return {
            "base": f"found {piece} {colour}",
            "top": f"found {colour} {piece}",
            "lit": f"light {piece} to {tower}",
        }.get(of_kind, f"add {of_kind} {piece} to {tower}")
    return None


def _likely_card(space: str, seen: Game, edition: Edition) -> str:
    """The area's colour if the viewer holds it, else any card in hand."""
    area = AREAS.index(space.partition(".")[0]) if space.partition(".")[0] in AREAS else HOUSE
    wanted = int(seen.colour[area]) if area != HOUSE else NO_COLOUR
    held = [buyer for buyer in range(5) if seen.hand[seen.viewer, buyer]]
    return BUYERS[wanted if wanted in held else (held or [0])[0]]


def _is_legal(move: str, seen: Game, edition: Edition) -> bool:
    """Whether the viewer may make this move; what is no move at all is left to whoever asks."""
    try:
        number = notation.parse_move(move, edition)
    except BadNotation:
        return False
    views = np.array([seen], STATE)
    return int(games.load("asara").kernel.why_illegal(views, 0, edition.record, number)) == 0


def _found(first: str, second: str) -> str | None:
    pieces = dict(name.split(".", 1) for name in (first, second) if "." in name)
    return f"found {pieces['base']} {pieces['top']}" if set(pieces) == {"base", "top"} else None


def _buyer_order(buyer: str) -> int:
    return BUYERS.index(buyer) if buyer in BUYERS else len(BUYERS)


def _colour_order(colour: str) -> int:
    return COLOURS.index(colour) if colour in COLOURS else len(COLOURS)
