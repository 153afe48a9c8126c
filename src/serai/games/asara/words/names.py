"""What things on the table are called, for whoever hears the page instead of seeing it, and what can be done now.

Colours stand in sentences as labels, as in `sentences.py`, so that no language has to bend them.
"""

from collections.abc import Sequence

from serai.core.words.language import gettext as _
from serai.core.words.language import later, later_in, ngettext, pgettext
from serai.games.asara.rules.state import BANK, BUYERS, CIRCLE, COLOURS, FAVOUR, HOUSE, LIT, LIT_HOUSE, SPIES, TENT
from serai.games.asara.words import sentences

TITLE = "Asara"

KIND = (
    later_in("kind of piece", "Base"),
    later_in("kind of piece", "Middle"),
    later_in("kind of piece", "Window"),
    later_in("kind of piece", "Top"),
    later_in("kind of piece", "Lit window"),
)
KINDS = (
    later_in("market", "Bases"),
    later_in("market", "Middles"),
    later_in("market", "Windows"),
    later_in("market", "Tops"),
)
AREA = (
    later("Market of bases"),
    later("Market of middles"),
    later("Market of windows"),
    later("Market of tops"),
    later("Builders' circle"),
    later("Bank"),
    later("House of spies"),
    later("Caliph's favour"),
    later("Tent"),
    later("House of lit windows"),
    later("Coloured house"),
)
AREA_IN_SHORT = (
    *KINDS,
    later_in("board", "Builders"),
    later_in("board", "Bank"),
    later_in("board", "Spies"),
    later_in("board", "Caliph"),
    later_in("board", "Tent"),
    later_in("board", "Lit windows"),
    later_in("board", "House"),
)
STACK_LEFT = (
    later("Stack of bases, face down: {number} left."),
    later("Stack of middles, face down: {number} left."),
    later("Stack of windows, face down: {number} left."),
    later("Stack of tops, face down: {number} left."),
)
SPIED = (
    later("What is in the stack of bases"),
    later("What is in the stack of middles"),
    later("What is in the stack of windows"),
    later("What is in the stack of tops"),
)
FINAL = (
    later("Highest brown towers"),
    later("Highest green towers"),
    later("Highest red towers"),
    later("Highest black towers"),
    later("Highest white towers"),
    later("Highest towers of all"),
    later("Most towers"),
)
DRAWN_AGAIN = (
    later("{window}: first to be drawn again"),
    later("{window}: second to be drawn again"),
    later("{window}: third to be drawn again"),
    later("{window}: fourth to be drawn again"),
)
OPTIONS = {"expert": later("Expert game, with tent and lit windows"), "open_screens": later("Open screens")}


def piece(kind: int, piece: int) -> str:
    """A piece: its kind, its colour, whether it has gold."""
    colour = tower_colour(piece // 2)
    if piece % 2:
        return _("{kind}, {colour}, with gold", kind=pgettext("kind of piece", KIND[kind]), colour=colour)
    return _("{kind}, {colour}", kind=pgettext("kind of piece", KIND[kind]), colour=colour)


def kind(kind: int) -> str:
    """A kind of piece."""
    return pgettext("kind of piece", KIND[kind])


def tower_colour(colour: int) -> str:
    """A colour of towers and pieces."""
    return pgettext("piece", sentences.PIECE[COLOURS[colour]])


def buyer(buyer: int) -> str:
    """A buyer's colour."""
    return sentences.buyer_words(BUYERS[buyer])


def market(kind: int) -> str:
    """The pieces that a market sells."""
    return pgettext("market", KINDS[kind])


def area(area: int) -> str:
    """An area's name."""
    return _(AREA[area])


def area_in_short(area: int) -> str:
    """An area's name as the board has room for it."""
    return market(area) if area < CIRCLE else pgettext("board", AREA_IN_SHORT[area])


def space(area: int, value: int, least: int) -> str:
    """What a space is for, and what it costs or gives."""
    name = _(AREA[area])
    if area == CIRCLE and least < value:
        return _(
            "{area}: pay {fee} Asari, build {least} to {most} pieces.", area=name, fee=value, least=least, most=value
        )
    if area == CIRCLE:
        return ngettext(
            "{area}: pay {fee} Asari, build {number} piece.",
            "{area}: pay {fee} Asari, build {number} pieces.",
            value,
            area=name,
            fee=value,
        )
    if area in (BANK, HOUSE):
        return _("{area}: take {amount} Asari.", area=name, amount=value)
    if area == SPIES:
        return _("{area}: pay {fee} Asari, look through a stack.", area=name, fee=value)
    if area == TENT:
        return _("{area}: pay {fee} Asari, draw buyers.", area=name, fee=value)
    if area == FAVOUR:
        return _("{area}: take it and start the next year.", area=name)
    if area == LIT_HOUSE:
        return _("{area}: look at lit windows.", area=name)
    return _("{area}: buy a piece.", area=name)


def lying(buyers: int, pairs: int, places: int, colour: str) -> str:
    """What lies on a space."""
    told = []
    if places - buyers - pairs == 1:
        told.append(_("Free."))
    elif places > buyers + pairs:
        told.append(ngettext("{number} place is free.", "{number} places are free.", places - buyers - pairs))
    else:
        told.append(_("Taken."))
    if buyers:
        told.append(
            ngettext("{number} buyer here: {colour}.", "{number} buyers here: {colour}.", buyers, colour=colour)
        )
    if pairs:
        told.append(ngettext("{number} pair face down.", "{number} pairs face down.", pairs))
    return " ".join(told)


def priced(kind: int, piece_: int, price: int, number: int) -> str:
    """A piece on offer."""
    told = _("{piece}: {price} Asari.", piece=piece(kind, piece_), price=price)
    return f"{told} {_('{number} of them.', number=number)}" if number > 1 else told


def held(kind: int, piece_: int, number: int) -> str:
    """A piece behind the screen."""
    return _("{piece} ({number})", piece=piece(kind, piece_), number=number) if number > 1 else piece(kind, piece_)


def tower(number: int, colour: int, height: int, gold: int, lit: int) -> str:
    """A tower."""
    told = [_("Tower {number}, {colour}, {height} high.", number=number, colour=tower_colour(colour), height=height)]
    if gold:
        told.append(_("Visible gold: {number}.", number=gold))
    if lit:
        told.append(_("Lit windows: {number}.", number=lit))
    return " ".join(told)


def dark_window(tower: int, gold: bool) -> str:
    """A window of an own tower that can be lit."""
    if gold:
        return _("Light the gold window of tower {tower}", tower=tower)
    return _("Light a window of tower {tower}", tower=tower)


def card(buyer_: int) -> str:
    """A card in hand."""
    return _("Buyer: {colour}", colour=buyer(buyer_))


def flag(buyer_: int) -> str:
    """An area's colour."""
    return _("Colour of this year: {colour}", colour=buyer(buyer_))


def heap(number: int) -> str:
    """The cards in the coloured house."""
    return ngettext("{number} card face down.", "{number} cards face down.", number)


def look(price: int, seen: int, kept: int) -> str:
    """A way to look at lit windows."""
    return _("Pay {price} Asari: keep {kept} of {seen}", price=price, seen=seen, kept=kept)


def drawn_again(colour: int, windows: int) -> list[str]:
    """A lit window by its place among so many that go under the stack (A22)."""
    window = piece(LIT, 2 * colour)
    return [_(told, window=window) for told in DRAWN_AGAIN[:windows]]


def put_under(colours: Sequence[int]) -> str:
    """All windows that go under the stack, as they lie (A22)."""
    return _("Put them under like this: {windows}", windows=", ".join(map(tower_colour, colours)))


def standing(names: Sequence[str], points: Sequence[tuple[int, int]]) -> str:
    """Who would score in a category as it stands."""
    return ", ".join(_("{name} {points}", name=names[seat], points=number) for seat, number in points)
