"""A position as one picture, made of an observation only, with the symbols and the colours of the table.

On the left is the board with the bonus tiles above their columns; on the right are the dice, the viewer's hand and
how the round stands; below stand the players with what everyone may know of them.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from serai.core.edition import Edition
from serai.core.page.lettering import width, write
from serai.core.page.scene import Scene
from serai.core.page.sketching import (
    CARD,
    GLOW,
    INK,
    LINE,
    QUIET,
    SEATS,
    SIZE,
    box,
    coloured,
    colours,
    document,
    paints,
    sign,
    use,
)
from serai.games.pasha.page.art import sprite
from serai.games.pasha.page.board import PATTERNS, REWARDS
from serai.games.pasha.page.players import motif
from serai.games.pasha.page.position import Player, Position, position_of
from serai.games.pasha.rules.state import DICE, FACES, ROWS, Game

BOARD = (12, 12, 560, 548)  # left, top, width, height
LABEL, CELL, TOP = 116, (70, 62), 128  # of the board: names of the rows, a field, where the fields begin
TRAY = (584, 12, 364, 176)
HAND = (584, 198, 364, 150)
RANKING = (584, 358, 364, 202)
PANELS = 570  # where the players' places begin
RIM = 7  # how far a disc rises above the one beneath

STONE, STONE_LINE, NICHE = "var(--stone)", "var(--stone-line)", "var(--niche)"
BRASS, PARCHMENT, ON_PARCHMENT = "var(--brass)", "var(--parchment)", "var(--on-parchment)"
ON_TRAY, BRASS_LIGHT = "var(--on-tray)", "var(--brass-light)"
RICH = ("#fffaf0", "#fcf2df", "#f8e9cc", "#f4dfb6", "#eed39b", "#e8c57b")  # fields hold more gold the higher they are
CARDS = {  # how a card is painted: its ground and its ink
    "": (PARCHMENT, ON_PARCHMENT),
    "negative": ("var(--wine)", "#ffe9d6"),
    "extra": ("#d9ecdf", ON_PARCHMENT),
    "lamp": ("#1f3454", "#ffeec2"),
}


def draw_svg(view: Game, edition: Edition, names: Sequence[str]) -> str:
    """The position that a seat sees, or who watches, as one SVG."""
    seat = int(view.viewer) if view.viewer < view.players else None
    position = position_of(Scene(view, edition, names, seat))
    body = _board(position) + _tray(position) + _hand(position) + _ranking(position) + _panels(position)
    named = _colours()
    return coloured(document(body, _symbols(), _paints()), named)


@cache
def _sheet() -> str:
    return (Path(__file__).parents[1] / "page" / "table.css").read_text("utf-8")


@cache
def _colours() -> dict[str, str]:
    return colours(_sheet())


@cache
def _paints() -> str:
    return paints(_sheet())


@cache
def _symbols() -> str:
    """The table's symbols, and the tray's felt."""
    stops = '<stop stop-color="var(--tray)"/><stop offset="1" stop-color="var(--tray-deep)"/>'
    felt = f'<linearGradient id="pasha-felt" x2="0" y2="1">{stops}</linearGradient>'
    return felt + str(sprite()).partition("<defs>")[2].partition("</defs>")[0]


def _board(position: Position) -> str:
    """Tiles above, the six rows from the strongest down, and the place beside the board."""
    x, y, wide, high = BOARD
    ground = box(x, y, wide, high, STONE, STONE_LINE, 14, 2)
    title = write(f"Round {position.round} / {position.rounds}", x + 16, y + 16, 11, INK)
    rows = "".join(_row(position, row) for row in range(1, len(ROWS)))
    return ground + title + _to_come(position) + _bonus(position) + _heads() + rows + _beside(position)


def _to_come(position: Position) -> str:
    """What is left for all: white cubes in the reserve, and tiles in the stack by their sets."""
    x, y = BOARD[0], BOARD[1]
    cubes = use("pasha-cube", x + 14, y + 38, 20, 20) + write(f"×{position.white_cubes}", x + 38, y + 43, 10, QUIET)
    tiles = " ".join(f"{letter}×{number}" for letter, number in sorted(position.to_come.items()))
    return cubes + write(tiles, x + 14, y + 68, 8, QUIET, most=LABEL)


def _column(face: int) -> float:
    """The left edge of a column."""
    return BOARD[0] + LABEL + 10 + (CELL[0] + 2) * (face - 1)


def _bonus(position: Position) -> str:
    """The tiles above their columns; the first revealed lies lowest."""
    drawn, lying = "", Counter[int]()
    for found in position.bonus:
        face = found["face"]
        many = sum(other["face"] == face for other in position.bonus)
        step = min(33.0, 44 / max(many - 1, 1))
        drawn = _tile(found, _column(face) + 5, 50 - step * lying[face], CELL[0] - 10, 31) + drawn
        lying[face] += 1
    return drawn


def _tile(found: dict[str, Any], x: float, y: float, wide: float, high: float) -> str:
    """A bonus tile: its reward as a symbol and a number."""
    plate = box(x, y, wide, high, PARCHMENT, BRASS, high * 0.28, 1.6)
    size = high * 0.68
    if found["reward"] == "discard":
        return plate + use("pasha-discard", x + wide / 2 - size * 0.75, y + high / 2 - size / 2, size * 1.5, size)
    number = str(found["amount"])
    left = x + (wide - size - 4 - width(number, size * 0.7)) / 2
    icon = use(f"pasha-{REWARDS[found['reward']]}", left, y + (high - size) / 2, size, size)
    return plate + icon + write(number, left + size + 4, y + (high - size * 0.7) / 2, size * 0.7, ON_PARCHMENT)


def _heads() -> str:
    """The columns' faces."""
    return "".join(use(f"pasha-face-{face}", _column(face) + 18, TOP - 38, 34, 34) for face in range(1, FACES + 1))


def _row(position: Position, row: int) -> str:
    """A combination's name and pattern, and its six fields."""
    y = _height(row)
    name = write(ROWS[row], BOARD[0] + 14, y + 18, 10, INK)
    fields = range((row - 1) * FACES + 1, row * FACES + 1)
    niches = "".join(
        _niche(position, field, _column(face), y, RICH[row - 1]) for face, field in enumerate(fields, start=1)
    )
    return name + _pattern(*PATTERNS[ROWS[row]], BOARD[0] + 14, y + 36) + niches


def _height(row: int) -> float:
    """The upper edge of a row's fields, the strongest row highest."""
    return TOP + (CELL[1] + 2) * (len(ROWS) - 1 - row)


def _pattern(same: int, other: int, x: float, y: float) -> str:
    """A combination as small dice: full ones of one face, rings of the other."""
    full = "".join(box(x + 14 * place, y, 11, 11, "var(--red)", round=3) for place in range(same))
    rings = (f'<circle cx="{x + 14 * (same + at) + 5.5:g}" cy="{y + 5.5:g}" r="4.6"/>' for at in range(other))
    return f'{full}<g fill="none" stroke="{INK}" stroke-width="1.8">{"".join(rings)}</g>'


def _niche(position: Position, field: int, x: float, y: float, fill: str) -> str:
    """A field with an arch; where the dice on the table would go it glows."""
    wide, high = CELL
    half = f"{wide / 2:g}"
    arch = f"M{x:g} {y + high:g}V{y + 26:g}c0-14 16-24 {half}-26 {wide / 2 - 16:g} 2 {half} 12 {half} 26v{high - 26:g}z"
    is_target = field in position.targets.values()
    edge = f'stroke="{GLOW}" stroke-width="3"' if is_target else f'stroke="{STONE_LINE}" stroke-width="1.5"'
    sill = "" if is_target else box(x, y + high - 3, wide, 3, STONE_LINE)
    return f'<path d="{arch}" fill="{fill}" {edge}/>{sill}{_discs(position, field, x + wide / 2, y + high - 5)}'


def _discs(position: Position, field: int, middle: float, ground: float) -> str:
    """Discs on top of one another, the last one on top."""
    seats = position.discs.get(field, [])
    rim = min(RIM + 2, 30 / max(len(seats), 1))
    return "".join(
        _disc(seat, middle, ground - 12 - rim * place, place == len(seats) - 1) for place, seat in enumerate(seats)
    )


def _disc(seat: int, x: float, y: float, is_top: bool) -> str:
    """A disc from the front, its middle line at y; the seat's sign on top."""
    side = f'<path d="M{x - 25:g} {y - 8:g}v9a25 10 0 0 0 50 0v-9z" fill="{SEATS[seat]}" stroke="{CARD}"/>'
    shade = f'<path d="M{x - 25:g} {y - 8:g}v9a25 10 0 0 0 50 0v-9z" opacity=".25"/>'
    face = f'<ellipse cx="{x:g}" cy="{y - 8:g}" rx="25" ry="10" fill="{SEATS[seat]}" stroke="{CARD}"/>'
    mark = f'<g transform="translate({x:g} {y - 8:g}) scale(1 .72)">{sign(seat, 0, 0, 19, CARD)}</g>' if is_top else ""
    return side + shade + face + mark


def _beside(position: Position) -> str:
    """Where discs without a combination lie, side by side."""
    x, y, wide = BOARD[0] + 12, _height(0) + 4, BOARD[2] - 24
    is_target = 0 in position.targets.values()
    edge = f'stroke="{GLOW if is_target else STONE_LINE}" stroke-width="{3 if is_target else 2}"'
    frame = f'<rect x="{x}" y="{y}" width="{wide}" height="40" rx="10" fill="none" {edge} stroke-dasharray="6 5"/>'
    lying = position.discs.get(0, [])
    discs = "".join(_disc(seat, x + 140 + 64 * place, y + 24, True) for place, seat in enumerate(lying))
    return frame + write(ROWS[0], x + 14, y + 15, 10, QUIET) + discs


def _tray(position: Position) -> str:
    """The dice, whose turn it is, the rolls that are left, the lamp and the cubes."""
    x, y, wide, high = TRAY
    felt = box(x + 1, y + 1, wide - 2, high - 2, "url(#pasha-felt)", BRASS, 14, 2.5)
    actor = position.actor
    who = sign(actor.seat, x + 24, y + 26, 18, ON_TRAY) + write(actor.name, x + 42, y + 20, 12, ON_TRAY, most=170)
    dice = "".join(
        use(f"pasha-face-{face}", x + 18 + 67 * place, y + 52, 60, 60) for place, face in enumerate(position.dice)
    )
    if not position.dice:
        dice = "".join(_blank(x + 18 + 67 * place, y + 52) for place in range(DICE))
    lamp = use("pasha-lamp", x + wide - 150, y + 10, 42, 33) if position.has_lamp else ""
    return felt + who + lamp + _rolls(position, x + wide - 20, y + 26) + dice + _purse(position, x + 20, y + 146)


def _blank(x: float, y: float) -> str:
    """A place for a die before the first roll."""
    line = 'stroke="var(--tray-line)" stroke-width="2" stroke-dasharray="6 5"'
    return f'<rect x="{x}" y="{y}" width="58" height="58" rx="14" fill="none" {line}/>'


def _rolls(position: Position, right: float, y: float) -> str:
    """A dot for each roll of a usual turn, full while it is left."""
    most = max(int(position.edition.data["rolls"]) - 1, position.rolls_left)
    dots = []
    for place in range(most):
        fill = BRASS_LIGHT if place < position.rolls_left else "none"
        centre = f'cx="{right - 22 * (most - 1 - place) - 8:g}" cy="{y:g}" r="8"'
        dots.append(f'<circle {centre} fill="{fill}" stroke="{BRASS_LIGHT}" stroke-width="2"/>')
    return "".join(dots)


def _purse(position: Position, x: float, y: float) -> str:
    """The cubes of whose turn it is."""
    number = position.actor.cubes
    shown = min(number, 12)
    cubes = "".join(use("pasha-cube", x + 22 * place, y - 13, 24, 24) for place in range(shown))
    return cubes + write(f"×{number}", x + 22 * shown + 10, y - 6, 12, ON_TRAY)


def _hand(position: Position) -> str:
    """The viewer's cards; for who watches, the cards that everyone has left to play (P21)."""
    x, y, wide, high = HAND
    own = position.own
    panel = box(x, y, wide, high, CARD, LINE, 14)
    if own is None:
        return panel + "".join(_left(position, player, x + 22, y + 8) for player in position.players)
    values = own.packs[0] if own.packs else []
    step = min(112.0, (wide - 126) / max(len(values) - 1, 1))
    return panel + "".join(_card(position, value, x + 14 + step * place, y + 10) for place, value in enumerate(values))


def _left(position: Position, player: Player, x: float, y: float) -> str:
    """A player's cards that are still to be played, in a line of its own."""
    top = y + 27 * player.seat
    return sign(player.seat, x, top + 12, 17) + _taken(position, player.unplayed, (), x + 22, top)


def _card(position: Position, value: int, x: float, y: float) -> str:
    """A card in its double frame: its value and its drawing."""
    ground, ink = CARDS[position.sort(value)]
    frame = box(x, y, 98, 130, ground, BRASS, 11, 2) + box(x + 5, y + 5, 88, 120, "none", BRASS, 8)
    drawing = use(f"pasha-{motif(position, value)}", x + 13, y + 50, 72, 60)
    return f'{frame}<g color="{ink}">{drawing}</g>{write(str(value), x + 14, y + 15, 24, ink)}'


def _mini(position: Position, value: int, number: int, x: float, y: float) -> tuple[str, float]:
    """A small card, or several equal ones, and how wide that is."""
    ground, ink = CARDS[position.sort(value)]
    many = f"×{number}" if number > 1 else ""
    wide = max(20.0, width(str(value), 10) + 11)
    more = write(many, x + wide + 3, y + 8, 8, INK)
    drawn = box(x, y, wide, 24, ground, BRASS, 4) + write(str(value), x + wide / 2, y + 7, 10, ink, 0.5) + more
    return drawn, wide + (width(many, 8) + 8 if many else 4)


def _taken(position: Position, cards: Sequence[int], tiles: Sequence[dict[str, Any]], x: float, y: float) -> str:
    """Small cards, the highest first, and tiles."""
    drawn = []
    for value, number in sorted(Counter(cards).items(), reverse=True):
        card, wide = _mini(position, value, number, x, y)
        drawn.append(card)
        x += wide
    for found in tiles:
        drawn.append(_tile(found, x, y, 40, 24))
        x += 44
    return "".join(drawn)


def _ranking(position: Position) -> str:
    """Who would take what if the round ended now; at the end everyone's points."""
    x, y, wide, high = RANKING
    panel = box(x, y, wide, high, CARD, LINE, 14)
    if position.is_over:
        order = sorted(position.players, key=lambda player: (player.points, player.cubes), reverse=True)
        return panel + "".join(_final(player, x + 14, y + 10 + 37 * place) for place, player in enumerate(order))
    lines = [
        write(str(place + 1), x + 16, y + 20 + 37 * place, 12, QUIET)
        + sign(prize.seat, x + 46, y + 26 + 37 * place, 18)
        + _result(prize.field, x + 66, y + 20 + 37 * place)
        + _taken(position, prize.cards, prize.tiles, x + 190, y + 14 + 37 * place)
        for place, prize in enumerate(position.prizes)
    ]
    return panel + "".join(lines)


def _result(field: int, x: float, y: float) -> str:
    """A field's row and face."""
    if not field:
        return write(ROWS[0], x, y + 1, 9, QUIET)
    row, column = (field - 1) // FACES + 1, (field - 1) % FACES + 1
    return use(f"pasha-face-{column}", x, y - 6, 24, 24) + write(ROWS[row], x + 30, y + 1, 9, INK, most=90)


def _final(player: Player, x: float, y: float) -> str:
    """A player's points at the end; who has won wears the turban."""
    crown = use("pasha-turban", x + 250, y - 1, 42, 32) if player.is_winner else ""
    name = sign(player.seat, x + 12, y + 15, 18) + write(player.name, x + 34, y + 10, 11, INK, most=130)
    return name + crown + write(str(player.points), x + 330, y + 7, 16, INK, 1)


def _panels(position: Position) -> str:
    """Everyone's place, the viewer's first."""
    number, first = len(position.players), position.viewer or 0
    wide = (SIZE[0] - 24 - 8 * (number - 1)) / number
    return "".join(
        _panel(position, position.players[(first + turn) % number], 12 + (wide + 8) * turn, wide)
        for turn in range(number)
    )


def _panel(position: Position, player: Player, x: float, wide: float) -> str:
    """A player's points, cubes, the card of this round, and what was won."""
    y, high = PANELS, SIZE[1] - PANELS - 10
    edge, thick = (GLOW, 3) if player.is_to_act or player.is_winner else (LINE, 1)
    head = sign(player.seat, x + 18, y + 20, 17) + write(player.name, x + 32, y + 15, 10, INK, most=wide - 80)
    points = write(str(player.points), x + wide - 12, y + 12, 16, INK, 1)
    cubes = use("pasha-cube", x + 9, y + 42, 22, 22) + write(f"×{player.cubes}", x + 34, y + 48, 10, INK)
    played = "" if player.played is None else _played(position, player.played, x + wide - 36, y + 40)
    won = _fitting(position, player, x + 10, y + 76, wide - 20)
    return box(x, y, wide, high, CARD, edge, 12, thick) + head + points + cubes + played + won


def _played(position: Position, value: int, x: float, y: float) -> str:
    """The card of this round, lifted a little."""
    return f'<g transform="rotate(6 {x + 10:g} {y + 12:g})">{_mini(position, value, 1, x, y)[0]}</g>'


def _fitting(position: Position, player: Player, x: float, y: float, wide: float) -> str:
    """What a player has won: cards above, tiles below them, smaller where there are many."""
    cards = _taken(position, player.won, (), 0, 0)
    tiles = _taken(position, (), player.tiles, 0, 0)
    room = sum(_mini(position, value, number, 0, 0)[1] for value, number in Counter(player.won).items())
    return _scaled(cards, x, y, wide, room) + _scaled(tiles, x, y + 30, wide, 44.0 * len(player.tiles))


def _scaled(drawing: str, x: float, y: float, wide: float, room: float) -> str:
    """A drawing that needs so much room, within a width."""
    scale = min(1.0, wide / max(room, 1))
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.3f})">{drawing}</g>'
