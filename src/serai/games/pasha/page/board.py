"""The board of rows and columns: bonus tiles above, discs on their fields, and where the dice on the table would go."""

from collections.abc import Sequence
from typing import Any

from markupsafe import escape

from serai.core.page.scene import Picker
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.games.pasha.page.art import use
from serai.games.pasha.page.position import Position
from serai.games.pasha.rules.state import FACES, ROWS
from serai.games.pasha.words import names as words

RIM = 9  # how far a disc rises above the one beneath
PATTERNS = {  # a row's combination: dice of one face, dice of another
    "pair": (2, 0),
    "two pairs": (2, 2),
    "three": (3, 0),
    "full house": (3, 2),
    "four": (4, 0),
    "five": (5, 0),
}
REWARDS = {"points": "star", "cubes": "cube", "discard": "discard"}


def board(position: Position, picker: Picker) -> str:
    """Tiles, the six rows from the strongest down, and the place beside the board (P1, P14)."""
    rows = "".join(_row(position, picker, row) for row in range(len(ROWS) - 1, 0, -1))
    caption = _("The board: the higher row wins, then the column further right, then the disc on top.")
    return (
        f'<section class="pasha-board" aria-label="{escape(_("Board"))}"><table>'
        f'<caption class="visually-hidden">{escape(caption)}</caption>'
        f"<thead>{_bonus(position)}{_heads()}</thead><tbody>{rows}</tbody></table>"
        f"{_beside(position, picker)}{_supply(position)}</section>"
    )


def tile(found: dict[str, Any]) -> str:
    """A bonus tile: its reward as a symbol and a number or word."""
    reward = found["reward"]
    return (
        f'<span class="pasha-tile pasha-of-{reward}" title="{escape(words.reward(found))}">'
        f'{use(REWARDS[reward])}<span aria-hidden="true">{words.amount(found)}</span>'
        f'<small aria-hidden="true">{escape(words.kind(found))}</small>'
        f'<span class="visually-hidden">{escape(words.reward(found))}</span></span>'
    )


def _bonus(position: Position) -> str:
    """The tiles above their columns; the first revealed lies lowest (P10)."""
    columns: list[list[str]] = [[] for _column in range(FACES)]
    for found in position.bonus:
        columns[found["face"] - 1].insert(0, tile(found))
    cells = "".join(f"<td>{''.join(column)}</td>" for column in columns)
    title = escape(_("Bonus tiles"))
    return f'<tr class="pasha-bonus"><th scope="row">{title}</th>{cells}</tr>'


def _heads() -> str:
    """The columns' faces (P1)."""
    cells = "".join(
        f'<th scope="col">{use(f"face-{face}")}<span class="visually-hidden">{face}</span></th>'
        for face in range(1, FACES + 1)
    )
    return f'<tr class="pasha-heads"><td></td>{cells}</tr>'


def _row(position: Position, picker: Picker, row: int) -> str:
    name = ROWS[row]
    fields = range((row - 1) * FACES + 1, row * FACES + 1)
    cells = "".join(f"<td>{_field(position, picker, field)}</td>" for field in fields)
    label = f'<span class="pasha-row-name">{escape(words.row(name))}</span>{_pattern(*PATTERNS[name])}'
    return f'<tr class="pasha-row-{row}"><th scope="row">{label}</th>{cells}</tr>'


def _pattern(same: int, other: int) -> str:
    """A combination as five small dice: full ones of one face, ringed ones of the other."""
    dice = [f'<rect x="{8 * place}" width="6.5" height="6.5" rx="1.8"/>' for place in range(same)]
    dice += [f'<circle cx="{8 * place + 5.25}" cy="3.25" r="2.6"/>' for place in range(same, same + other)]
    return f'<svg class="pasha-pattern" aria-hidden="true" focusable="false" viewBox="0 0 41 7">{"".join(dice)}</svg>'


def _field(position: Position, picker: Picker, field: int) -> str:
    """A field with its discs; if the dice on the table would take it, with the ghost of the next one."""
    seats = position.discs.get(field, [])
    move = next((move for move, target in position.targets.items() if target == field), None)
    if move is None:
        return picker.looked_at(f"field.{field}", _stack(position, seats, field) if seats else "", "pasha-niche")
    body = _stack(position, seats, field, position.turn_of)
    css = "pasha-target pasha-held" if position.is_held else "pasha-target"
    if not position.is_deciding:
        return f'<span class="{css}">{body}</span>'
    label = _("Mark: {result}", result=words.result(field))
    return picker.move(move, body, key=f"field-{field}", label=label, css=css)


def _stack(position: Position, seats: Sequence[int], field: int, ghost: int | None = None) -> str:
    """Discs on top of one another, the last one on top, and above them the one that may come (P14)."""
    all_seats = [*seats] if ghost is None else [*seats, ghost]
    height = 31 + RIM * (len(all_seats) - 1)
    discs = []
    for place, seat in enumerate(all_seats):
        is_top = place == len(all_seats) - 1
        css = "pasha-ghost" if seat == ghost and place == len(seats) else "pasha-disc"
        top = height - 30 - RIM * place
        key = f'id="{css[6:]}-{position.round}-{seat}-{field}" '
        discs.append(f'<g {key}class="{css} pasha-of-{seat}" transform="translate(1 {top})">{_disc(seat, is_top)}</g>')
    label = _stack_words(position, seats)
    name = f'role="img" aria-label="{escape(label)}"' if seats else 'aria-hidden="true"'
    return f'<svg class="pasha-stack" {name} focusable="false" viewBox="0 0 46 {height}">{"".join(discs)}</svg>'


def _disc(seat: int, is_top: bool) -> str:
    """A disc from the front: its rim, and on top its face; the seat's sign on what can be seen of it."""
    rim = f'<path class="pasha-rim" d="M1 10v{RIM + 1}a21 9 0 0 0 42 0V10z"/><ellipse cx="22" cy="10" rx="21" ry="9"/>'
    if is_top:
        return f'{rim}<use class="pasha-mark" href="#pasha-sign-{seat}" x="13" y="1" width="18" height="18"/>'
    return f'{rim}<use class="pasha-mark" href="#pasha-sign-{seat}" x="16.5" y="18" width="11" height="11"/>'


def _stack_words(position: Position, seats: Sequence[int]) -> str:
    names = [position.players[seat].name for seat in seats]
    if len(names) > 1:
        return _("From below to the top: {names}", names=", ".join(names))
    return names[0] if names else ""


def _beside(position: Position, picker: Picker) -> str:
    """Where discs without a combination lie; it is worst of all (P14, P15)."""
    title = escape(_("beside the board"))
    return f'<div class="pasha-beside"><span class="pasha-row-name">{title}</span>{_field(position, picker, 0)}</div>'


def _supply(position: Position) -> str:
    """What is left for all: white cubes in the reserve, and tiles to come (P3, P8)."""
    cubes = ngettext("{number} white cube left", "{number} white cubes left", position.white_cubes)
    sets = " ".join(f"{letter}\N{MULTIPLICATION SIGN}{number}" for letter, number in position.to_come.items())
    tiles = _("Tiles to come: {sets}", sets=sets) if sets else _("No more tiles to come")
    return f'<p class="pasha-supply"><span>{use("cube")}{escape(cubes)}</span><span>{escape(tiles)}</span></p>'
