"""The viewer's own screen: the hand, the purse, and the pieces that wait to be built."""

from markupsafe import escape

from serai.core.page.scene import Parts, Picker
from serai.core.words.language import gettext as _
from serai.games.asara.page.board import times
from serai.games.asara.page.drawing import drawn
from serai.games.asara.page.figures import CARD
from serai.games.asara.page.pieces import icon
from serai.games.asara.page.position import Position
from serai.games.asara.rules.state import BUILD, BUYERS, COLOURS, KINDS, PLACE
from serai.games.asara.words import names as words


def hand(position: Position, picker: Picker, seat: int, held: Parts) -> str:
    """The money and the cards, each a figure to be placed; on a phone they stay in sight while one is to be placed."""
    waiting = list(held)
    cards = []
    for buyer, number in enumerate(position.hand(seat)):
        for place in range(number):
            part, css = f"card.{BUYERS[buyer]}", "a-card"
            if part in waiting:
                waiting.remove(part)
                css = "a-card is-held"
            body = drawn(f"card-{BUYERS[buyer]}", *CARD, "a-figure")
            key = f"card-{BUYERS[buyer]}-{place}"
            cards.append(picker.part(part, body, key=key, label=words.card(buyer), css=css))
    is_needed = position.phase == PLACE and position.scene.is_deciding
    shown = "".join(cards) or f'<p class="a-note">{escape(_("No cards left this year"))}</p>'
    return (
        f'<section class="a-hand{" is-needed" if is_needed else ""}">{_purse(position, seat)}'
        f'<div class="a-cards" role="group" aria-label="{escape(_("Your hand"))}">{shown}</div></section>'
    )


def _purse(position: Position, seat: int) -> str:
    money = position.money(seat)
    said = f'<span class="visually-hidden">{escape(_("You have {number} Asari.", number=money))}</span>'
    return (
        f'<p class="a-purse">{said}<span aria-hidden="true">{drawn("coin", 20, 20, "a-coin")}<b>{money}</b></span></p>'
    )


def pieces(position: Position, picker: Picker, seat: int, held: Parts) -> str:
    """What lies behind the screen, and while building how far that is."""
    is_building = position.phase == BUILD and position.turn_of == seat
    found = "".join(_piece(picker, kind, piece, number, held) for kind, piece, number in position.pieces(seat))
    shown = found or f'<p class="a-note">{escape(_("No pieces yet"))}</p>'
    return (
        f'<section class="a-screen{" is-acting" if is_building else ""}"><h2>{escape(_("Behind your screen"))}</h2>'
        f'{_building(position, picker, held) if is_building else ""}<div class="a-stock">{shown}</div></section>'
    )


def _piece(picker: Picker, kind: int, piece: int, number: int, held: Parts) -> str:
    """Equal pieces; one of them is built at a time."""
    gold = piece % 2
    part = f"piece.{KINDS[kind]}.{COLOURS[piece // 2]}{'*' * gold}"
    key = f"piece-{KINDS[kind]}-{COLOURS[piece // 2]}{'-gold' * gold}"
    css = "a-own is-held" if part in held else "a-own"
    body = icon(kind, piece, number) + times(number)
    return picker.part(part, body, key=key, label=words.held(kind, piece, number), css=css)


def _building(position: Position, picker: Picker, held: Parts) -> str:
    """How many pieces are built of how many, and the end of it where fewer will do (A14)."""
    steps = "".join(
        f'<i class="a-step{" is-done" if step < position.built else ""}"></i>' for step in range(position.most)
    )
    said = escape(_("{built} of {most} built", built=position.built, most=position.most))
    stop = ""
    if position.least < position.most:
        css = "a-button is-held" if "done" in held else "a-button"
        label = _("Stop here")
        stop = picker.move("done", escape(label), key="build-done", label=label, css=css)
    return f'<div class="a-progress"><b>{said}</b><span class="a-steps" aria-hidden="true">{steps}</span>{stop}</div>'
