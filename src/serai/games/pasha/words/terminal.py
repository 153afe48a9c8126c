"""Pasha's table drawn for a terminal: 80 columns, colours doubled by symbols, from an observation only."""

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.cells import set_cell_size
from rich.markup import escape

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import later_in, ngettext, pgettext
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.rules.play import points_of, winners
from serai.games.pasha.rules.state import FACES, NO_CARD, NOBODY, OVER, ROLL, ROWS, Game
from serai.games.pasha.words import names as words
from serai.games.pasha.words import notation
from serai.games.pasha.words.narration import discs_of, place_of, ranked, tiles_of, won_by

WIDTH = 80
LABEL = 11  # columns of the terminal for a row's name, at least
CELL = 10  # for a field
NAME = 16  # for a player's name
DISC_SIGNS = ("●", "▲", "■", "◆", "★")
DISC_STYLES = ("bright_blue", "yellow", "green3", "magenta", "dark_orange")
DIE_SIGNS = ("⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
LABELS = {
    "bonus": later_in("terminal", "bonus"),
    "beside": later_in("terminal", "beside"),
    "dice": later_in("terminal", "dice"),
    "ranking": later_in("terminal", "ranking"),
    "reserve": later_in("terminal", "reserve"),
}
SHORT_ROWS = {  # short enough to stand before a row
    "pair": later_in("terminal", "pair"),
    "two pairs": later_in("terminal", "two pairs"),
    "three": later_in("terminal", "three"),
    "full house": later_in("terminal", "full house"),
    "four": later_in("terminal", "four"),
    "five": later_in("terminal", "five"),
}


def draw(view: Game, edition: Edition, names: Sequence[str]) -> str:
    """The whole table as the viewer may see it."""
    lines = [_heading(view, edition, names), "", *_bonus(view, edition), *_board(view), ""]
    lines += [*_dice(view), *_ranking(view, names), _reserve(view, edition), ""]
    for seat in range(view.players):
        lines += _player(view, edition, names, seat)
    return "\n".join(line.rstrip() for line in lines)


def disc(seat: int) -> str:
    """A seat's disc: its own symbol in its own colour."""
    return f"[{DISC_STYLES[seat]}]{DISC_SIGNS[seat]}[/]"


def _heading(view: Game, edition: Edition, names: Sequence[str]) -> str:
    if view.phase == OVER:
        bits = int(winners(view, edition.record[0]))
        best = [_name(names, seat) for seat in range(view.players) if bits >> seat & 1]
        won = _("wins: {names}") if len(best) == 1 else _("share the win: {names}")
        return f"[bold]Pasha[/] · {_('the game is over')} · {won.format(names=', '.join(best))}"
    who = f"{disc(view.turn_of)} [bold]{_name(names, view.turn_of)}[/]"
    current = _("round {number} of {rounds}", number=view.round_number, rounds=edition.record[0].rounds)
    return f"[bold]Pasha[/] · {current} · {_('to act: {who}', who=who)}"


def _label(name: str) -> str:
    """What a line is about, at its right end, in the same width for all."""
    shown = [pgettext("terminal", label) for label in (*LABELS.values(), *SHORT_ROWS.values())]
    return f"{pgettext('terminal', name) if name else '':>{max(LABEL, *map(len, shown))}}"


def _name(names: Sequence[str], seat: int) -> str:
    """A name as markup, cut to its room."""
    return escape(set_cell_size(names[seat], NAME).rstrip())


def _bonus(view: Game, edition: Edition) -> list[str]:
    """The tiles above their columns, the first revealed at the bottom, and the columns' faces (P10)."""
    columns: list[list[str]] = [[] for _ in range(FACES)]
    for tile in tiles_of(view, edition, NOBODY):
        columns[tile["face"] - 1].append(_reward(tile))
    lines = []
    for height in range(max(map(len, columns)), 0, -1):
        cells = [column[height - 1] if height <= len(column) else "" for column in columns]
        lines.append(f"{_label(LABELS['bonus'])} " + "".join(f"[bold]{cell:^{CELL}}[/]" for cell in cells))
    faces = [f"{sign} {face}" for face, sign in enumerate(DIE_SIGNS, 1)]
    return [*lines, " " * (len(_label("")) + 1) + "".join(f"{face:^{CELL}}" for face in faces)]


def _reward(tile: dict[str, Any]) -> str:
    """What a tile gives, in a cell's width (P4)."""
    match tile["reward"]:
        case "points":
            return pgettext("terminal", "{number} pts", number=tile["amount"])
        case "cubes":
            return pgettext("terminal", "{number} cubes", number=tile["amount"])
    return pgettext("terminal", "discard")


def _board(view: Game) -> list[str]:
    """Six rows, the strongest first, with their discs from the lowest to the one on top; beside the board (P1, P14)."""
    laid: dict[int, list[int]] = {}
    for seat, field in discs_of(view).items():
        laid.setdefault(field, []).append(seat)
    lines = []
    for row in range(len(ROWS) - 1, 0, -1):
        cells = [_stack(laid.get((row - 1) * FACES + column, [])) for column in range(1, FACES + 1)]
        lines.append(f"{_label(SHORT_ROWS[ROWS[row]])} [dim]│[/]" + "[dim]│[/]".join(cells) + "[dim]│[/]")
    return [*lines, f"{_label(LABELS['beside'])}  " + _stack(laid.get(0, []))]


def _stack(seats: list[int]) -> str:
    """Discs in the middle of a field."""
    room = CELL - 1 - len(seats)
    return " " * (room // 2) + "".join(disc(seat) for seat in seats) + " " * (room - room // 2)


def _dice(view: Game) -> list[str]:
    if view.phase != ROLL:
        return []
    dice = "  ".join(f"[bold]{DIE_SIGNS[face - 1]} {face}[/]" for face in notation.faces_of(view.dice))
    rolls = _("rerolls left: {number}", number=view.rolls_left)
    lamp = "" if not view.lamp else f" · {_('lamp')}" if view.rolls_left else f" · {_('the lamp can be used')}"
    return [f"{_label(LABELS['dice'])}  {dice}   {rolls}{lamp}"]


def _ranking(view: Game, names: Sequence[str]) -> list[str]:
    """The discs laid so far, from best to worst (P15)."""
    fields = discs_of(view)
    lines = []
    for place, seat in enumerate(ranked(fields), 1):
        where = place_of(fields[seat])
        result = _("beside the board")
        if fields[seat]:
            result = _("{row}, column {column}", row=words.row(where["row"]), column=where["column"])
        lines.append(
            f"{_label(LABELS['ranking'] if place == 1 else '')}  {place}. {disc(seat)} {_name(names, seat)}: {result}"
        )
    return lines


def _reserve(view: Game, edition: Edition) -> str:
    """White cubes, and how many tiles of each set are still to come (P3, P8)."""
    tiles = enumerate(tiles_in_order(edition.data))
    sets = Counter(tile["set"] for number, tile in tiles if int(view.stack) >> number & 1)
    to_come = " ".join(f"{number}×{letter}" for letter, number in sets.items()) or "–"
    cubes = ngettext("{number} white cube", "{number} white cubes", int(view.white_cubes))
    return f"{_label(LABELS['reserve'])}  {cubes} · {_('tiles to come: {sets}', sets=to_come)}"[:WIDTH]


def _player(view: Game, edition: Edition, names: Sequence[str], seat: int) -> list[str]:
    """Points, cubes, the card played and the hand; then what is won."""
    name = escape(set_cell_size(names[seat], NAME))
    turn = "▸" if view.turn_of == seat and view.phase != OVER else " "
    points = int(points_of(view, edition.record[0], seat))
    played = ""
    if view.played[seat] != NO_CARD:
        played = "   " + _("played {card}", card=f"[bold]{edition.record[0].value[view.played[seat]]}[/]")
    cubes = pgettext("terminal", "cubes: {number}", number=int(view.cubes[seat]))
    first = (
        f"{turn} {disc(seat)} {name} {ngettext('{number} point', '{number} points', points):>11} {cubes:>10}{played}"
    )
    return [first, *_indented(_hand(view, edition, seat)), *_indented(_pile(view, edition, seat))]


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8)


def _hand(view: Game, edition: Edition, seat: int) -> str:
    """The viewer's own hand; of the others only which cards are left to play (P21)."""
    left = _("left to play {cards}", cards=_counted(notation.card_values(view.unplayed[seat], edition)))
    if seat != view.viewer:
        return left
    hand = _("hand {cards}", cards=_counted(notation.card_values(view.hand[seat], edition)))
    return f"{hand} · {left}"


def _pile(view: Game, edition: Edition, seat: int) -> str:
    tiles = ", ".join(_reward(tile) for tile in tiles_of(view, edition, seat)) or "–"
    cards = _("won {cards}", cards=_counted(won_by(view, edition, seat)))
    return f"{cards} · {_('tiles {tiles}', tiles=tiles)}"


def _counted(values: list[int]) -> str:
    """Cards in a row, equal ones counted."""
    counts = Counter(values).items()
    return " ".join(f"{value}×{number}" if number > 1 else str(value) for value, number in counts) or "–"


def meanings() -> dict[str, str]:
    """The words of moves, as they are typed, and what they stand for."""
    return {
        "play": _("play the card of this value"),
        "reroll": _("roll these dice again"),
        "cube reroll": _("spend a cube to roll these dice again"),
        "cube 3+": _("spend a cube to turn a 3 into a 4"),
        "cube 3-": _("spend a cube to turn a 3 into a 2"),
        "lamp": _("use the lamp and roll all dice anew"),
        "mark": _("mark the result, or the pair of this face"),
    }
