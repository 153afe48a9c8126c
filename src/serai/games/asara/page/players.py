"""The players: the way of prestige with the years, each one's place, and the prizes of the final scoring."""

from collections import Counter

from markupsafe import escape

from serai.core.page.scene import Parts, Picker
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.games.asara.page.board import times
from serai.games.asara.page.drawing import drawn
from serai.games.asara.page.figures import CARD
from serai.games.asara.page.pieces import icon, icon_of
from serai.games.asara.page.position import Position
from serai.games.asara.page.towers import tower_row
from serai.games.asara.rules.scoring import HIGHEST, MOST
from serai.games.asara.rules.state import BUYERS, LIT, OVER, TOP
from serai.games.asara.words import names as words

SIGNS = ("●", "▲", "■", "◆")
LEAST_WAY = 40  # prestige that the way shows at least
APART = 15  # pixels between markers of equal prestige


def head(position: Position) -> str:
    """The year, a lantern each, and the way of prestige."""
    years = range(1, position.years + 1)
    lanterns = "".join(f'<i class="a-lantern{" is-lit" if year <= position.year else ""}"></i>' for year in years)
    said = escape(_("Year {year} of {years}", year=position.year, years=position.years))
    return f'<div class="a-head"><p class="a-years" role="img" aria-label="{said}">{lanterns}</p>{_way(position)}</div>'


def _way(position: Position) -> str:
    """Prestige as markers on a way that grows with the leader's."""
    prestige = position.prestige[: position.players]
    end = max(LEAST_WAY, (max(prestige) // 20 + 1) * 20)
    stones = "".join(_milestone(ten, end) for ten in range(0, end + 1, 10))
    standing: Counter[int] = Counter()
    markers = []
    for seat, points in enumerate(prestige):
        markers.append(_marker(seat, points, end, standing[points]))
        standing[points] += 1
    told = ", ".join(
        _("{name} {points}", name=position.scene.names[seat], points=points) for seat, points in enumerate(prestige)
    )
    label = escape(_("Prestige: {standing}", standing=told))
    road = '<rect class="a-road" x="0" y="2" width="100%" height="24" rx="12"/>'
    return f'<svg class="a-way" role="img" aria-label="{label}">{road}{stones}{"".join(markers)}</svg>'


def _along(points: int, end: int) -> str:
    """A place on the way, with room for the markers at both ends."""
    return f"{4 + 92 * points / end:.1f}%"


def _milestone(ten: int, end: int) -> str:
    x = _along(ten, end)
    return f'<circle class="a-stone" cx="{x}" cy="14" r="2"/><text class="a-ten" x="{x}" y="39">{ten}</text>'


def _marker(seat: int, points: int, end: int, before: int) -> str:
    """A seat's sign on the way, beside those that came there before."""
    x, aside = _along(points, end), f' transform="translate({APART * before})"' if before else ""
    return (
        f'<g id="marker-{seat}" class="a-marker a-seat-{seat}"{aside}><circle cx="{x}" cy="14" r="10"/>'
        f'<text x="{x}" y="17.5">{SIGNS[seat]}</text></g>'
    )


def place(position: Position, picker: Picker, seat: int, held: Parts) -> str:
    """A player's place: name, what everyone may know, towers."""
    is_own = seat == position.scene.seat
    is_turn = seat == position.turn_of and position.phase != OVER
    css = f"a-player a-seat-{seat}{' is-turn' if is_turn else ''}{' is-own' if is_own else ''}"
    towers = tower_row(position, picker, seat, held) or f'<p class="a-empty">{escape(_("No tower yet"))}</p>'
    return (
        f'<section class="{css}" id="place-{seat}"><h2>{sign(seat)} {escape(position.scene.names[seat])}</h2>'
        f'<ul class="a-facts">{_facts(position, seat)}</ul>{"" if is_own else _shown(position, seat)}'
        f'<div class="a-ground">{towers}</div></section>'
    )


def sign(seat: int) -> str:
    """A seat's sign in its colour."""
    return f'<i class="a-sign-of a-seat-{seat}" aria-hidden="true">{SIGNS[seat]}</i>'


def _facts(position: Position, seat: int) -> str:
    """Prestige, cards in hand and the favour; where screens are open the money."""
    prestige, size = position.prestige[seat], position.hand_size[seat]
    facts = [
        _fact(prestige, _("{number} prestige", number=prestige), drawn("star", 20, 20, "a-mini")),
        _fact(size, ngettext("{number} card", "{number} cards", size), drawn("back", *CARD, "a-mini")),
    ]
    if position.shows_screen(seat) and seat != position.scene.seat:
        money = position.money(seat)
        facts.append(_fact(money, _("{number} Asari", number=money), drawn("coin", 20, 20, "a-mini")))
    if seat == position.favour_holder:
        facts.append(_fact("", _("Holds the Caliph's favour"), drawn("favour", 32, 32, "a-seal")))
    return "".join(facts)


def _fact(number: int | str, label: str, picture: str) -> str:
    said = f'<span class="visually-hidden">{escape(label)}</span>'
    return f'<li>{said}<span aria-hidden="true">{picture}<b>{number}</b></span></li>'


def _shown(position: Position, seat: int) -> str:
    """Another's cards and pieces, as far as the table shows them (A33)."""
    shown = ""
    if position.shows_hand(seat):
        for buyer, number in enumerate(position.hand(seat)):
            card = drawn(f"card-{BUYERS[buyer]}", *CARD, "a-small-card")
            shown += f'<span role="img" aria-label="{escape(words.card(buyer))}">{card}</span>' * number
    if position.shows_screen(seat):
        for kind, piece, number in position.pieces(seat):
            shown += _held_piece(words.held(kind, piece, number), icon(kind, piece, number), number)
        if unknown := position.lit_held(seat):
            label = ngettext("{number} lit window", "{number} lit windows", unknown)
            shown += _held_piece(label, icon_of(LIT, "lit-stone", unknown), unknown)
    return f'<div class="a-shown">{shown}</div>' if shown else ""


def _held_piece(label: str, picture: str, number: int) -> str:
    return f'<span class="a-held" role="img" aria-label="{escape(label)}">{picture}{times(number)}</span>'


def final(position: Position) -> str:
    """What the final scoring gives for first and second place, and who would get it as the towers stand (A26-A28)."""
    prizes = zip(position.record.final_first.tolist(), position.record.final_second.tolist(), strict=True)
    tiles = "".join(_prize(position, category, *prize) for category, prize in enumerate(prizes))
    said = _("Final scoring") if position.phase == OVER else _("Final scoring, as the towers stand")
    return f'<section class="a-final"><h2>{escape(said)}</h2><ul>{tiles}</ul></section>'


def _prize(position: Position, category: int, first: int, second: int) -> str:
    """One category: its sign, its points, who has them now."""
    now = position.final_standing(category)
    told = _("{prize}: {first} and {second} prestige.", prize=_(words.FINAL[category]), first=first, second=second)
    if now:
        told = f"{told} {_('As it stands: {standing}.', standing=words.standing(position.scene.names, now))}"
    if category < HIGHEST:
        picture = icon(TOP, 2 * category)
    else:
        picture = drawn("most" if category == MOST else "highest", 48, 28, "a-piece")
    leading = "".join(f"<span>{sign(seat)}{points}</span>" for seat, points in now)
    return (
        f'<li><span class="visually-hidden">{escape(told)}</span><span class="a-prize" aria-hidden="true">{picture}'
        f'<b>{first}<small>/{second}</small></b><span class="a-leading">{leading}</span></span></li>'
    )
