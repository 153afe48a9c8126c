"""The city: four markets with their displays and stacks, the builders' circle, and the houses around them."""

from markupsafe import escape

from serai.core.page.scene import Parts, Picker
from serai.core.words.language import gettext as _
from serai.games.asara.page.drawing import SKIP, drawn
from serai.games.asara.page.figures import CARD
from serai.games.asara.page.pieces import icon, icon_of
from serai.games.asara.page.position import Position, area_of, counted
from serai.games.asara.rules.state import (
    AREAS,
    BANK,
    BUY,
    BUYERS,
    CIRCLE,
    COLOURS,
    FAVOUR,
    HOUSE,
    HOUSE_SPACE,
    KEEP,
    KINDS,
    LIT,
    LIT_HOUSE,
    LOOK,
    NO_COLOUR,
    SPIES,
    SPY_BUY,
    TENT,
    UNDER,
)
from serai.games.asara.words import names as words

HOUSES = (BANK, HOUSE, SPIES, FAVOUR, TENT, LIT_HOUSE)  # as they stand on the board
STEP = CARD[0] + 4  # from place to place
MOST_HEAPED = 4  # cards in the coloured house that are drawn


class Board:
    """Draws the board of one position."""

    def __init__(self, position: Position, picker: Picker, held: Parts) -> None:
        self._position = position
        self._picker = picker
        self._held = held  # what waits to be confirmed
        areas = position.areas()
        self._houses = [area for area in HOUSES if area in areas]

    def plaza(self) -> str:
        """All areas."""
        markets = "".join(self.market(kind) for kind in range(4))
        houses = "".join(self.house(area) for area in self._houses)
        return f'<div class="a-plaza">{markets}{self.circle()}<div class="a-houses">{houses}</div></div>'

    def market(self, kind: int) -> str:
        """A stall: its kind and stack under the awning, buyers, pieces, and what is being bought."""
        spaces = "".join(self._space(space) for space in self._position.spaces(kind))
        is_buying = self._is_buying(kind)
        below = self._decline(kind) if is_buying else self._drawer(kind)
        return (
            f'<div class="a-area a-market a-market-{KINDS[kind]}{" is-acting" if is_buying else ""}" role="group" '
            f'aria-label="{escape(words.area(kind))}"><div class="a-awning">{icon_of(kind, f"{KINDS[kind]}-stone")}'
            f"<b>{escape(words.market(kind))}</b>{self._stack(kind)}</div>"
            f'<div class="a-mat">{self._flag(kind)}{spaces}</div>'
            f'<div class="a-display">{self._display(kind)}</div>{below}</div>'
        )

    def _is_buying(self, kind: int) -> bool:
        """Whether a piece of this market is to be bought or declined."""
        return self._position.phase == BUY and self._position.space in self._position.spaces(kind)

    def _stack(self, kind: int) -> str:
        """The face-down stack of a market, for spies to look through."""
        number, move = self._position.stacks[kind], f"spy {KINDS[kind]}"
        label = _(words.STACK_LEFT[kind], number=number)
        body = f"{drawn('stack', 24, 22, 'a-stack-icon')}{number}"
        return self._picker.move(move, body, key=f"stack-{KINDS[kind]}", label=label, css=self._css("a-stack", move))

    def _display(self, kind: int) -> str:
        """The pieces for sale; those of other markets than the buyer's are only looked at."""
        offers = counted(self._position.displays[kind])
        is_buying = self._is_buying(kind)
        return "".join(self._offer(kind, piece, number, "sale", is_buying) for piece, number in offers)

    def _drawer(self, kind: int) -> str:
        """What a spy sees in this market's stack (A19)."""
        position = self._position
        if position.phase != SPY_BUY or not position.is_acting():
            return ""
        spied, pieces = position.spied()
        if spied != kind:
            return ""
        offers = "".join(self._offer(kind, piece, number, "spied", True) for piece, number in pieces)
        label = escape(_(words.SPIED[kind]))
        return (
            f'<div class="a-drawer" role="group" aria-label="{label}"><b>{label}</b>'
            f'<div class="a-offers">{offers}</div>{self._decline(kind)}</div>'
        )

    def _offer(self, kind: int, piece: int, number: int, where: str, can_buy: bool) -> str:
        """Equal pieces with their price."""
        price, colour = self._position.prices[piece // 2], COLOURS[piece // 2]
        key = f"{where}-{KINDS[kind]}-{colour}{'-gold' * (piece % 2)}"
        label = words.priced(kind, piece, price, number)
        body = f'{icon(kind, piece, number)}<i class="a-tag"><i class="a-price">{price}</i>{times(number)}</i>'
        if not can_buy:
            return f'<span class="a-offer" id="{key}" role="img" aria-label="{escape(label)}">{body}</span>'
        move = f"buy {colour}{'*' * (piece % 2)}"
        return self._picker.move(move, body, key=key, label=label, css=self._css("a-offer", move))

    def _decline(self, kind: int) -> str:
        label = _("Buy nothing")
        css = self._css("a-button", "decline")
        return self._picker.move("decline", escape(label), key=f"decline-{KINDS[kind]}", label=label, css=css)

    def circle(self) -> str:
        """The ring of spaces around the building site."""
        spaces = self._position.spaces(CIRCLE)
        ring = "".join(self._space(space, f" a-at-{place}") for place, space in enumerate(spaces))
        return (
            f'<div class="a-area a-circle" role="group" aria-label="{escape(words.area(CIRCLE))}">'
            f'<div class="a-ring a-of-{len(spaces)}"><div class="a-heart">{drawn("crane", 80, 80, "a-crane")}'
            f"<p>{self._flag(CIRCLE)}<b>{escape(words.area_in_short(CIRCLE))}</b></p>"
            f"<span>{escape(_('Pay the number, build as many'))}</span></div>{ring}</div></div>"
        )

    def house(self, area: int) -> str:
        """A building with its spaces."""
        position = self._position
        spaces = position.spaces(area)
        is_acting = position.space in spaces
        return (
            f'<div class="a-area a-house a-house-{AREAS[area]}{" is-acting" if is_acting else ""}" role="group" '
            f'aria-label="{escape(words.area(area))}"><div class="a-sign">'
            f"{drawn(f'at-{AREAS[area]}', 56, 42, 'a-building')}<p><b>{escape(words.area_in_short(area))}</b>"
            f"{self._left(area)}</p>{self._flag(area) if area != HOUSE else ''}</div>"
            f'<div class="a-spaces">{"".join(self._space(space) for space in self._in_order(area))}</div>'
            f"{self._note(area)}</div>"
        )

    def _in_order(self, area: int) -> range:
        """An area's spaces as they are looked at: the cheapest first, in the bank the best."""
        return self._position.spaces(area)[:: -1 if area == BANK else 1]

    def _left(self, area: int) -> str:
        """How many are left in the draw pile or in the stack of lit windows; who holds the favour."""
        if area == FAVOUR:
            holder = self._position.scene.names[self._position.favour_holder]
            return f'<span class="a-note">{escape(_("Held by {name}", name=holder))}</span>'
        if area == TENT:
            number = self._position.pile
            return _left("back", 30, 42, number, _("Draw pile: {number} buyers.", number=number))
        if area == LIT_HOUSE:
            number = self._position.lit_stack
            return _left("stack", 24, 22, number, _("Lit windows in the stack: {number}.", number=number))
        return ""

    def _note(self, area: int) -> str:
        """What a look at lit windows costs, or what is seen."""
        if area != LIT_HOUSE:
            return ""
        if self._position.phase == KEEP and self._position.is_acting():
            return f'<div class="a-seen">{self._seen()}</div>'
        if self._position.phase == UNDER and self._position.is_acting():
            return f'<div class="a-seen a-ordering">{self._seen()}{self._put_under()}</div>'
        return self._looks()

    def _looks(self) -> str:
        """The ways to look at lit windows (A22)."""
        is_looking = self._position.phase == LOOK and self._position.is_acting()
        told: list[str] = []
        for price, seen, kept in self._position.looks:
            share = escape(_("{kept} of {seen}", kept=kept, seen=seen))
            fee = f'<i class="a-price" aria-hidden="true">{price}</i> {share}'
            label, move = words.look(price, seen, kept), f"look {seen}"
            if is_looking:
                css = self._css("a-button", move)
                told.append(self._picker.move(move, fee, key=f"look-{seen}", label=label, css=css))
            else:
                told.append(f'<span role="img" aria-label="{escape(label)}">{fee}</span>')
        return f'<div class="a-looks{"" if is_looking else " a-note"}">{"".join(told)}</div>'

    def _seen(self) -> str:
        """The lit windows that are being looked at, as they were drawn."""
        seen = self._position.seen_windows()
        return "".join(self._window(place, colour) for place, colour in enumerate(seen) if colour != NO_COLOUR)

    def _window(self, place: int, colour: int) -> str:
        """A lit window to be kept, or to be put under the stack as the first, the second and so on (A22)."""
        part, label, body = f"seen.{COLOURS[colour]}", words.piece(LIT, 2 * colour), icon(LIT, 2 * colour)
        key, css, placed = f"seen-{place}", self._css("a-offer", part), list[str]()
        if self._position.phase == UNDER:
            body += f'<i class="a-turn" data-said="{place + 1}"></i>'
            placed = words.drawn_again(colour, self._position.watched)
        return self._picker.part(part, body, key=key, label=label, css=css, placed=placed)

    def _put_under(self) -> str:
        """One touch for all windows as they lie (A22)."""
        seen = [colour for colour in self._position.seen_windows() if colour != NO_COLOUR]
        move, body = f"under {' '.join(COLOURS[colour] for colour in seen)}", escape(_("Put them under like this"))
        return self._picker.move(move, body, key="put-under", label=words.put_under(seen), css="a-button")

    def _flag(self, area: int) -> str:
        """The area's colour of this year."""
        colour = self._position.colours[area]
        name = "none" if colour == NO_COLOUR else BUYERS[colour]
        label = escape(words.flag(colour) if colour != NO_COLOUR else _("No colour yet this year"))
        return (
            f'<svg class="a-flag" viewBox="0 0 22 26" role="img" aria-label="{label}">'
            f'<use href="#asara-flag-{name}"/></svg>'
        )

    def _space(self, space: int, css: str = "") -> str:
        """A space with what lies on it and what is printed on it; equal ones are one button."""
        position = self._position
        area, name = area_of(space), position.space_name(space)
        taken, pairs, places = position.taken[space], position.pairs[space], position.places[space]
        least = position.least_allowed(space) if area == CIRCLE else 0
        value = position.house if space == HOUSE_SPACE else position.values[space]
        if space == HOUSE_SPACE:
            lying, body = words.heap(taken), _row(["back"] * min(taken, MOST_HEAPED) or ["place"], 7, "")
        else:
            colour = words.buyer(position.colours[area]) if taken else ""
            lying, body = words.lying(taken - pairs, pairs, places, colour), self._places(area, taken, pairs, places)
            css += " is-full" if taken >= places else ""
        css += " is-acting" if space == position.space else ""
        part = f"space.{name}"
        return self._picker.part(
            part,
            body + _printed(area, value, least, taken),
            key=f"space-{name.replace('.', '-')}",
            label=f"{words.space(area, value, least)} {lying}",
            css=self._css(f"a-space a-space-{AREAS[area]}{css}", part),
        )

    def _places(self, area: int, taken: int, pairs: int, places: int) -> str:
        """Buyers, then pairs, then free places, side by side."""
        colour = BUYERS[self._position.colours[area]]
        lying = [f"card-{colour}"] * (taken - pairs) + ["pair"] * pairs + ["place"] * (places - taken)
        return _row(lying, STEP, " a-row" if places > 1 else "")

    def _css(self, css: str, part: str) -> str:
        """Marks what waits to be confirmed."""
        return f"{css} is-held" if part in self._held else css


def times(number: int) -> str:
    """How many there are, where it is more than one; the label says it in words."""
    return f'<i class="a-times" data-said="×{number}"></i>' if number > 1 else ""


def _left(name: str, width: int, height: int, number: int, label: str) -> str:
    """A stack with its size."""
    picture = drawn(name, width, height, "a-stack-icon")
    return f'<span class="a-left" role="img" aria-label="{escape(label)}">{picture}{number}</span>'


def _row(lying: list[str], step: int, css: str) -> str:
    """Cards and places from left to right."""
    width, height = CARD
    uses = "".join(
        f'<use href="#asara-{name}" x="{place * step}" width="{width}" height="{height}"{_laid(name)}/>'
        for place, name in enumerate(lying)
    )
    whole = (len(lying) - 1) * step + width
    return f'<svg class="a-places{css}" viewBox="0 0 {whole} {height}" {SKIP}>{uses}</svg>'


def _laid(name: str) -> str:
    """Cards are put down; places were always there."""
    return "" if name == "place" else ' class="a-laid"'


def _printed(area: int, value: int, least: int, taken: int) -> str:
    """What is printed on a space: the number of the circle, a fee, or what it pays."""
    if area == CIRCLE:
        fewer = f'<small data-said="{least}–{value}"></small>' if least < value else ""
        return f'<i class="a-number">{value}</i>{fewer}'
    if area == HOUSE:
        return f'<i class="a-tag"><i class="a-price">+{value}</i>{times(taken)}</i>'
    if area == BANK:
        return f'<i class="a-price">+{value}</i>'
    return f'<i class="a-price">{value}</i>' if area in (SPIES, TENT) else ""
