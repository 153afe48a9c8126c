"""An event in words: a whole sentence for each kind of event and move, so that every language orders its own words.

A buyer's or piece's colour stands in sentences as a label, `buys a piece: black with gold`, which no language has to
bend. A colour of buyers and a colour of pieces are looked up apart: where nouns have genders they differ.
"""

from collections.abc import Iterable, Sequence

from serai.core.edition import Edition
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.core.words.language import later, later_in, ngettext, pgettext

WHY = {
    "years": later("pieces built and the scoring of the years"),
    "built": later("built"),
    "towers": later("towers standing"),
    "gold": later("visible gold"),
    "lit": later("lit windows"),
    "favour": later("the Caliph's favour"),
    "brown": later("places among the brown towers"),
    "green": later("places among the green towers"),
    "red": later("places among the red towers"),
    "black": later("places among the black towers"),
    "white": later("places among the white towers"),
    "highest": later("places among the highest towers"),
    "most": later("place for most towers"),
    "money": later("money left"),
}

DISPLAYS = {
    "base": later("On display in the market of base pieces: {pieces}."),
    "middle": later("On display in the market of middle pieces: {pieces}."),
    "window": later("On display in the market of window pieces: {pieces}."),
    "top": later("On display in the market of top pieces: {pieces}."),
}

# Of each area: one buyer, two that the reader knows, two that the reader does not know.
PLACED = {
    "base": (
        later("{who} places {buyer} in the market of base pieces."),
        later("{who} places {buyer} and {other} face down in the market of base pieces."),
        later("{who} places two buyers face down in the market of base pieces."),
    ),
    "middle": (
        later("{who} places {buyer} in the market of middle pieces."),
        later("{who} places {buyer} and {other} face down in the market of middle pieces."),
        later("{who} places two buyers face down in the market of middle pieces."),
    ),
    "window": (
        later("{who} places {buyer} in the market of window pieces."),
        later("{who} places {buyer} and {other} face down in the market of window pieces."),
        later("{who} places two buyers face down in the market of window pieces."),
    ),
    "top": (
        later("{who} places {buyer} in the market of top pieces."),
        later("{who} places {buyer} and {other} face down in the market of top pieces."),
        later("{who} places two buyers face down in the market of top pieces."),
    ),
    "circle": (
        later("{who} places {buyer} on {number} of the builders' circle."),
        later("{who} places {buyer} and {other} face down on {number} of the builders' circle."),
        later("{who} places two buyers face down on {number} of the builders' circle."),
    ),
    "bank": (
        later("{who} places {buyer} in the bank and takes {number} Asari."),
        later("{who} places {buyer} and {other} face down in the bank and takes {number} Asari."),
        later("{who} places two buyers face down in the bank and takes {number} Asari."),
    ),
    "spies": (
        later("{who} places {buyer} with the spies for {number} Asari."),
        later("{who} places {buyer} and {other} face down with the spies for {number} Asari."),
        later("{who} places two buyers face down with the spies for {number} Asari."),
    ),
    "favour": (
        later("{who} places {buyer} and takes the Caliph's favour."),
        later("{who} places {buyer} and {other} face down and takes the Caliph's favour."),
        later("{who} places two buyers face down and takes the Caliph's favour."),
    ),
    "tent": (
        later("{who} places {buyer} in the tent for {number} Asari."),
        later("{who} places {buyer} and {other} face down in the tent for {number} Asari."),
        later("{who} places two buyers face down in the tent for {number} Asari."),
    ),
    "lit": (
        later("{who} places {buyer} in the house of lit windows."),
        later("{who} places {buyer} and {other} face down in the house of lit windows."),
        later("{who} places two buyers face down in the house of lit windows."),
    ),
    "house": (
        later("{who} places {buyer} face down in the coloured house and takes {number} Asari."),
        later("{who} places {buyer} and {other} face down in the coloured house and takes {number} Asari."),
        later("{who} places two buyers face down in the coloured house and takes {number} Asari."),
    ),
}
UNKNOWN_IN_HOUSE = later("{who} places a buyer face down in the coloured house and takes {number} Asari.")

SPIED = {
    "base": later("{who} looks through the stack of base pieces."),
    "middle": later("{who} looks through the stack of middle pieces."),
    "window": later("{who} looks through the stack of window pieces."),
    "top": later("{who} looks through the stack of top pieces."),
}

# By whether base and top have gold.
FOUNDED = {
    (False, False): later("{who} founds a tower of {colour} base and {colour} top."),
    (True, False): later("{who} founds a tower of {colour} with gold base and {colour} top."),
    (False, True): later("{who} founds a tower of {colour} base and {colour} with gold top."),
    (True, True): later("{who} founds a tower of {colour} with gold base and {colour} with gold top."),
}

# By kind and whether the piece has gold.
ADDED = {
    ("middle", False): later("{who} adds {colour} middle to tower {tower}."),
    ("middle", True): later("{who} adds {colour} with gold middle to tower {tower}."),
    ("window", False): later("{who} adds {colour} window to tower {tower}."),
    ("window", True): later("{who} adds {colour} with gold window to tower {tower}."),
}

BUYER = {
    "blue": later_in("buyer", "blue"),
    "yellow": later_in("buyer", "yellow"),
    "purple": later_in("buyer", "purple"),
    "green": later_in("buyer", "green"),
    "orange": later_in("buyer", "orange"),
}

PIECE = {
    "brown": later_in("piece", "brown"),
    "green": later_in("piece", "green"),
    "red": later_in("piece", "red"),
    "black": later_in("piece", "black"),
    "white": later_in("piece", "white"),
}


def sentence(event: Event, names: Sequence[str], edition: Edition) -> str:
    """An event in words; whole or as a seat may see it."""
    who = names[event["seat"]] if "seat" in event else ""
    match event["type"]:
        case "start":
            return _("{who} starts and holds the Caliph's favour.", who=who)
        case "year":
            return _("Year {number} begins.", number=event["number"])
        case "money":
            return _("{who} gets {amount} Asari.", who=who, amount=event["amount"])
        case "deal" if "cards" in event:
            return _("{who} is dealt {buyers}.", who=who, buyers=_buyers(event["cards"]))
        case "deal":
            return ngettext(
                "{who} is dealt {number} buyer.", "{who} is dealt {number} buyers.", event["count"], who=who
            )
        case "draw" if "cards" in event:
            return _("{who} draws {buyers}.", who=who, buyers=_buyers(event["cards"]))
        case "draw":
            return ngettext("{who} draws {number} buyer.", "{who} draws {number} buyers.", event["count"], who=who)
        case "display":
            return _(DISPLAYS[event["market"]], pieces=", ".join(map(piece_in_short, event["pieces"])))
        case "look" if "pieces" in event:
            return _("{who} looks at {windows}.", who=who, windows=_windows(event["pieces"]))
        case "look":
            return ngettext(
                "{who} looks at {number} lit window.", "{who} looks at {number} lit windows.", event["count"], who=who
            )
        case "score":
            return _("{who} scores {points} ({why}).", who=who, points=event["points"], why=_(WHY[event["why"]]))
        case "end":
            return _("The game is over.")
        case _:
            return _move(who, event["move"].split(), edition)


def buyer_words(buyer: str) -> str:
    """A buyer's colour."""
    return pgettext("buyer", BUYER[buyer])


def piece_words(piece: str) -> str:
    """A piece's colour, and whether it has gold, in words."""
    if piece.endswith("*"):
        return pgettext("piece", "{colour} with gold", colour=_colour(piece))
    return pgettext("piece", PIECE[piece])


def piece_in_short(piece: str) -> str:
    """A piece in a list of many."""
    if piece.endswith("*"):
        return pgettext("piece with gold, in a list", "{colour}*", colour=_colour(piece))
    return pgettext("piece", PIECE[piece])


def _colour(piece: str) -> str:
    return pgettext("piece", PIECE[piece.removesuffix("*")])


def _buyers(buyers: Iterable[str]) -> str:
    return ", ".join(buyer_words(buyer) for buyer in buyers)


def _windows(windows: Iterable[str]) -> str:
    """Lit windows by their colours; they are pieces."""
    return ", ".join(_colour(window) for window in windows)


def _move(who: str, words: list[str], edition: Edition) -> str:
    match words:
        case ["place", pay, space]:
            return _placed(who, pay, space, edition)
        case ["buy", piece]:
            return _("{who} buys a piece: {piece}.", who=who, piece=piece_words(piece))
        case ["decline"]:
            return _("{who} buys nothing.", who=who)
        case ["spy", kind]:
            return _(SPIED[kind], who=who)
        case ["found", base, top]:
            return _(FOUNDED[base.endswith("*"), top.endswith("*")], who=who, colour=_colour(base))
        case ["add", kind, piece, "to", tower]:
            return _(ADDED[kind, piece.endswith("*")], who=who, colour=_colour(piece), tower=tower)
        case ["light", colour, "to", tower]:
            return _(
                "{who} lights a plain {colour} window of tower {tower}.", who=who, colour=_colour(colour), tower=tower
            )
        case ["light", colour, "to", tower, "*"]:
            return _(
                "{who} lights a gold {colour} window of tower {tower}.", who=who, colour=_colour(colour), tower=tower
            )
        case ["done"]:
            return _("{who} stops building.", who=who)
        case ["look", number]:
            return ngettext(
                "{who} pays for a look at {number} lit window.",
                "{who} pays for a look at {number} lit windows.",
                int(number),
                who=who,
            )
        case ["keep", "?", *others]:
            return ngettext("{who} keeps {number}.", "{who} keeps {number}.", 1 + len(others), who=who)
        case ["under", "?", *others]:
            return _("{who} puts {number} lit windows under the stack.", who=who, number=1 + len(others))
        case ["under", *windows]:
            return _("{who} puts lit windows under the stack: {windows}.", who=who, windows=_windows(windows))
    return _("{who} keeps {windows}.", who=who, windows=_windows(words[1:]))


def _placed(who: str, pay: str, space: str, edition: Edition) -> str:
    area, _dot, number = space.partition(".")
    if area == "house":
        number = str(edition.record[0].house)
    one, two, unknown_two = PLACED[area]
    match pay.split("+"):
        case ["?"]:
            return _(UNKNOWN_IN_HOUSE, who=who, number=number)
        case ["?", "?"]:
            return _(unknown_two, who=who, number=number)
        case [buyer, other]:
            return _(two, who=who, buyer=buyer_words(buyer), other=buyer_words(other), number=number)
    return _(one, who=who, buyer=buyer_words(pay), number=number)
