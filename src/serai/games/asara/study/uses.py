"""What a game of Asara made use of: areas and spaces, pieces by colour and kind, gold, money, the favour, lit windows.

All is counted from the events and the last position of a finished game, for all seats together. What the edition and
the options offer is named even where nobody used it. Names are written as in the middle of a sentence.
"""

from collections.abc import Iterator
from itertools import pairwise

from serai.core.match import Match
from serai.games.asara.rules import towers
from serai.games.asara.rules.moves import area_of
from serai.games.asara.rules.state import AREAS, COLOURS, KINDS, LIT, LIT_HOUSE, TENT
from serai.games.asara.words import names as words
from serai.games.asara.words import narration, notation

Uses = dict[str, dict[str, float]]

USE_SENTENCES = {
    "Areas": "{name} is used",
    "Spaces": "{name} is used",
    "Pieces bought, by colour": "{name} pieces are bought",
    "Pieces bought, by kind": "{name} are bought",
    "Pieces built, by colour": "{name} pieces are built",
    "Pieces built, by kind": "{name} are built",
    "Towers founded": "{name} towers are founded",
    "Gold": "Pieces with gold are {name}",
    "Habits": "{name}",
    "Lit windows kept": "{name} lit windows are kept",
    "Caliph's favour": "The favour {name}",
}  # how a sentence about something of a group begins, before "twice as often"; groups that aren't here are amounts
SOLD = KINDS[:LIT]
NOTHING_TO_BUY = "market spaces are taken with nothing to buy"  # that could be paid for (A13)
PLURAL = {"base": "bases", "middle": "middles", "window": "windows", "top": "tops", "lit": "lit windows"}


def count_uses(match: Match) -> Uses:
    """How often each thing was used, by group and name."""
    found = empty(match)
    area, kind = "", ""
    for move, after in pairwise([*moves_of(match), ""]):
        verb, *rest = move.split()
        if verb == "place":
            area = kind = rest[1].partition(".")[0]
            count_placing(found, *rest)
            found["Habits"][NOTHING_TO_BUY] += kind in SOLD and not after.startswith(("buy", "decline"))
        elif verb == "spy":
            kind = rest[0]
        elif verb == "buy":
            count_buying(found, rest[0], kind, area == "spies")
        elif verb == "decline":
            found["Habits"]["purchases are declined"] += 1
        else:
            count_building(found, verb, rest)
    return found | {"Caliph's favour": favours(match), "At the end, for each player": leftovers(match)}


def moves_of(match: Match) -> Iterator[str]:
    """The game's moves as text."""
    return (event["move"] for event in match.events if event["type"] == "move")


def empty(match: Match) -> Uses:
    """Everything that can be counted move by move, at zero."""
    is_expert = bool(match.options["expert"])
    kinds = KINDS if is_expert else SOLD
    spaces = [space for space in notation.spaces(match.edition) if is_expert or area_of(space) not in (TENT, LIT_HOUSE)]
    names: dict[str, list[str]] = {
        "Areas": list(dict.fromkeys(words.area(area_of(space)) for space in spaces)),
        "Spaces": [space_name(notation.space_name(space, match.edition)) for space in spaces],
        "Pieces bought, by colour": list(COLOURS),
        "Pieces bought, by kind": [PLURAL[kind] for kind in SOLD],
        "Pieces built, by colour": list(COLOURS),
        "Pieces built, by kind": [PLURAL[kind] for kind in kinds],
        "Towers founded": list(COLOURS),
        "Gold": ["bought", "built"],
        "Habits": ["pairs are laid face down", "pieces are bought by spies", "purchases are declined", NOTHING_TO_BUY],
    }
    if is_expert:
        names["Lit windows kept"] = list(COLOURS)
    return {group: dict.fromkeys(counted, 0.0) for group, counted in names.items()}


def space_name(text: str) -> str:
    """`Bank 12` for `bank.12`."""
    area, _dot, value = text.partition(".")
    return f"{words.area_in_short(AREAS.index(area))} {value}".rstrip()


def count_placing(found: Uses, payment: str, space: str) -> None:
    """A buyer or a pair was laid on a space."""
    found["Spaces"][space_name(space)] += 1
    found["Areas"][words.area(AREAS.index(space.partition(".")[0]))] += 1
    found["Habits"]["pairs are laid face down"] += "+" in payment and space != "house"


def count_buying(found: Uses, piece: str, kind: str, is_spied: bool) -> None:
    """A piece was bought, from a display or by spies."""
    found["Pieces bought, by colour"][piece.removesuffix("*")] += 1
    found["Pieces bought, by kind"][PLURAL[kind]] += 1
    found["Gold"]["bought"] += piece.endswith("*")
    found["Habits"]["pieces are bought by spies"] += is_spied


def count_building(found: Uses, verb: str, rest: list[str]) -> None:
    """A tower was founded, a piece added, a window lit, or lit windows were kept; what goes back is not counted."""
    match verb:
        case "found":
            found["Towers founded"][rest[0].removesuffix("*")] += 1
            for kind, piece in zip(("base", "top"), rest, strict=True):
                count_built(found, kind, piece)
        case "add":
            count_built(found, rest[0], rest[1])
        case "light":
            count_built(found, "lit", rest[0])
        case "keep":
            for colour in rest:
                found["Lit windows kept"][colour] += 1


def count_built(found: Uses, kind: str, piece: str) -> None:
    """A piece became part of a tower."""
    found["Pieces built, by colour"][piece.removesuffix("*")] += 1
    found["Pieces built, by kind"][PLURAL[kind]] += 1
    found["Gold"]["built"] += piece.endswith("*")


def leftovers(match: Match) -> dict[str, float]:
    """What each player has on average when the game is over."""
    game = match.games[0]
    seats = narration.position(game, match.edition)["seats"]
    standing = [tower for seat in range(match.players) for tower in narration.towers_of(game, seat)]
    heights = [int(towers.height(tower)) for tower in standing]
    each = {
        "Asari left": sum(seat["money"] for seat in seats),
        "pieces never built": sum(len(pieces) for seat in seats for pieces in seat["pieces"].values()),
        "towers": len(standing),
    }
    return {name: total / match.players for name, total in each.items()} | {
        "height of a tower": sum(heights) / max(1, len(heights)),
        "height of the highest tower": float(max(heights, default=0)),
    }


def favours(match: Match) -> dict[str, float]:
    """How often the favour was taken, and how often by somebody else than its holder."""
    holder = next(event["seat"] for event in match.events if event["type"] == "start")
    taken = changed = 0
    for event in match.events:
        if event["type"] == "move" and event["move"].endswith(" favour"):
            taken += 1
            changed += event["seat"] != holder
            holder = event["seat"]
    return {"is taken": float(taken), "changes hands": float(changed)}
