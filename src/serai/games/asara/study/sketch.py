"""A position as one picture, made of an observation only, with the symbols and the colours of the table.

The city is above: markets left and right of the builders' circle, the houses below it. Under it stands each player's
place with all that the table shows of it (A33): hand, money and pieces, and the towers, all at one scale.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from serai.core.edition import Edition
from serai.core.page.lettering import write
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
    counted,
    document,
    sign,
    use,
)
from serai.games.asara.page import figures, houses, pieces
from serai.games.asara.page.drawing import disc, path
from serai.games.asara.page.pieces import HEIGHTS, WIDTH
from serai.games.asara.page.position import Position, Tower
from serai.games.asara.page.towers import STOREY, storeys
from serai.games.asara.rules.play import winners
from serai.games.asara.rules.state import BASE, BUYERS, LIT, OVER, TOP, Game
from serai.games.asara.study.sketch_city import GAP, SOIL, plaza, stone

PLACES_TOP = 426
GROUND = 700  # where towers stand
TALLEST = 144  # pixels that a place has for towers


def draw_svg(view: Game, edition: Edition, names: Sequence[str]) -> str:
    """The position that a seat sees, or who watches, as one SVG."""
    seat = int(view.viewer) if view.viewer < view.players else None
    position = Position(Scene(view, edition, names, seat))
    body = _head(position) + plaza(position) + _places(position)
    return coloured(document(body, _symbols()), _colours())


@cache
def _symbols() -> str:
    stops = '<stop stop-color="var(--a-sky)"/><stop offset="1" stop-color="var(--a-sky-low)"/>'
    sky = f'<linearGradient id="asara-sky" x2="0" y2="1">{stops}</linearGradient>'
    return sky + pieces.symbols() + figures.symbols() + houses.symbols()


@cache
def _colours() -> dict[str, str]:
    return colours((Path(__file__).parents[1] / "page" / "table.css").read_text("utf-8"))


def _head(position: Position) -> str:
    """The years, a lantern each, and the way of prestige."""
    lanterns = "".join(_lantern(16 + 22 * year, year < position.year) for year in range(position.years))
    left = 32 + 22 * position.years
    prestige = position.prestige[: position.players]
    end = max(40, (max(prestige) // 20 + 1) * 20)
    reach = SIZE[0] - left - 48
    stones = "".join(_milestone(left + 16 + reach * ten / end, ten) for ten in range(0, end + 1, 10))
    markers = ""
    for seat, points in enumerate(prestige):
        aside = 15 * prestige[:seat].count(points)
        markers += _marker(seat, left + 16 + reach * points / end + aside)
    return lanterns + box(left, 10, SIZE[0] - left - 14, 22, "#e8d0a2", SOIL, 11) + stones + markers


def _lantern(x: float, is_lit: bool) -> str:
    glass = box(x, 10, 15, 22, "#ffc93c" if is_lit else "#f3e3c2", "var(--a-place-line)", 4)
    return glass + box(x + 2, 8, 11, 5, "var(--a-place-line)", round=2)


def _milestone(x: float, ten: int) -> str:
    return path(disc(x, 21, 2), "var(--a-place-line)") + write(str(ten), x, 37, 8, QUIET, 0.5)


def _marker(seat: int, x: float) -> str:
    return path(disc(x, 21, 10), SEATS[seat], CARD, 1.5) + sign(seat, x, 21, 11, CARD)


def _places(position: Position) -> str:
    """Everyone's place, the viewer's first."""
    number, first = position.players, position.scene.seat or 0
    wide = (SIZE[0] - 24 - GAP * (number - 1)) / number
    scale = _scale(position, wide - 20)
    return "".join(
        _place(position, (first + turn) % number, 12 + (wide + GAP) * turn, wide, scale) for turn in range(number)
    )


def _scale(position: Position, wide: float) -> float:
    """At which all towers of all places can be shown."""
    tallest = max((_high(tower) for mine in position.towers for tower in mine), default=1)
    most = max(len(mine) for mine in position.towers)
    return min(0.95, TALLEST / tallest, wide / (WIDTH * max(most, 1)))


def _high(tower: Tower) -> int:
    return HEIGHTS[BASE] + STOREY * (tower.height - 2) + HEIGHTS[TOP]


def _place(position: Position, seat: int, x: float, wide: float, scale: float) -> str:
    """A player's name, what is known of the place, and the towers."""
    is_marked = _is_marked(position, seat)
    y, high = PLACES_TOP, SIZE[1] - PLACES_TOP - 8
    panel = box(x, y, wide, high, CARD, GLOW if is_marked else LINE, 10, 3 if is_marked else 1)
    head = sign(seat, x + 16, y + 16, 15) + write(position.scene.names[seat], x + 28, y + 11, 10, INK, most=wide - 40)
    sky = box(x + 7, GROUND - TALLEST - 12, wide - 14, TALLEST + 12, "url(#asara-sky)", round=7)
    soil = box(x + 7, GROUND, wide - 14, 13, SOIL, round=4) + box(x + 7, GROUND - 4, wide - 14, 8, SOIL)
    step = min(WIDTH * scale + 4, (wide - 20) / max(len(position.towers[seat]), 1))
    standing = "".join(_tower(tower, x + 10 + step * place, scale) for place, tower in enumerate(position.towers[seat]))
    return panel + head + _facts(position, seat, x, wide) + _held(position, seat, x, wide) + sky + soil + standing


def _is_marked(position: Position, seat: int) -> bool:
    """Whose turn it is, and at the end who has won."""
    if position.phase == OVER:
        return bool(winners(position.scene.seen, position.record) >> seat & 1)
    return seat == position.turn_of


def _facts(position: Position, seat: int, x: float, wide: float) -> str:
    """Prestige, cards in hand, money where the screen is open, and the favour."""
    facts = [("star", position.prestige[seat]), ("back", position.hand_size[seat])]
    if position.shows_screen(seat):
        facts.append(("coin", position.money(seat)))
    shown = "".join(
        counted(f"asara-{name}", number, x + 8 + wide * 0.26 * place, PLACES_TOP + 40, 18)
        for place, (name, number) in enumerate(facts)
    )
    if seat == position.favour_holder:
        shown += use("asara-favour", x + wide - 34, PLACES_TOP + 6, 26, 26)
    return shown


def _held(position: Position, seat: int, x: float, wide: float) -> str:
    """The cards in hand, those of others from behind, and the pieces behind an open screen."""
    y, room = PLACES_TOP + 54, wide - 16
    known = [f"card-{BUYERS[buyer]}" for buyer, number in enumerate(position.hand(seat)) for _ in range(number)]
    cards = known if position.shows_hand(seat) else ["back"] * position.hand_size[seat]
    step = min(23.0, (room - 20) / max(len(cards) - 1, 1))
    hand = "".join(use(f"asara-{card}", x + 8 + step * place, y, 20, 28) for place, card in enumerate(cards))
    behind = _behind(position, seat) if position.shows_screen(seat) else []
    step = min(36.0, room / max(len(behind), 1))
    return hand + "".join(_heap(*heap, x + 6 + step * place, y + 58, step) for place, heap in enumerate(behind))


def _behind(position: Position, seat: int) -> list[tuple[str, int, int]]:
    """Symbol, kind and number of the pieces behind a screen; of another's lit windows only how many."""
    found = [(pieces.name(kind, piece), kind, number) for kind, piece, number in position.pieces(seat)]
    if unknown := position.lit_held(seat):
        found.append(("lit-stone", LIT, unknown))
    return found


def _heap(name: str, kind: int, number: int, x: float, ground: float, wide: float) -> str:
    """Equal pieces behind a screen."""
    scale = min(0.66, (wide + 4) / WIDTH)
    high = HEIGHTS[kind] * scale
    many = write(f"×{number}", x + WIDTH * scale / 2, ground - high - 9, 7, QUIET, 0.5) if number > 1 else ""
    return many + use(f"asara-{name}", x, ground - high, WIDTH * scale, high)


def _tower(tower: Tower, x: float, scale: float) -> str:
    """A tower from the ground up, with its height in pieces below."""
    plain, ground = 2 * tower.colour, GROUND - 2.0
    drawn = [stone(BASE, plain + tower.gold_base, x, ground, scale)]
    ground -= HEIGHTS[BASE] * scale
    for kind, piece, _key in storeys(tower):
        drawn.append(stone(kind, piece, x, ground, scale))
        ground -= STOREY * scale
    drawn.append(stone(TOP, plain + tower.gold_top, x, ground, scale))
    return "".join(drawn) + write(str(tower.height), x + WIDTH * scale / 2, GROUND + 2, 8, INK, 0.5)
