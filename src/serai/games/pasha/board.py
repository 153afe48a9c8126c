"""Pasha's table drawn for a terminal: 80 columns, colours doubled by symbols, from an observation only."""

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.cells import set_cell_size
from rich.markup import escape

from serai.core.edition import Edition
from serai.games.pasha import notation
from serai.games.pasha.edition import tiles_in_order
from serai.games.pasha.narration import discs_of, place_of, ranked, tiles_of, won_by
from serai.games.pasha.rules import points_of, winners
from serai.games.pasha.state import FACES, NO_CARD, NOBODY, OVER, ROLL, ROWS, Game

WIDTH = 80
LABEL = 11  # columns of the terminal for a row's name
CELL = 10  # for a field
NAME = 16  # for a player's name
DISC_SIGNS = ("●", "▲", "■", "◆", "★")
DISC_STYLES = ("bright_blue", "yellow", "green3", "magenta", "dark_orange")
DIE_SIGNS = ("⚀", "⚁", "⚂", "⚃", "⚄", "⚅")


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
        return f"[bold]Pasha[/] · the game is over · {'wins' if len(best) == 1 else 'share the win'}: {', '.join(best)}"
    who = f"{disc(view.turn_of)} [bold]{_name(names, view.turn_of)}[/]"
    return f"[bold]Pasha[/] · round {view.round_number} of {edition.record[0].rounds} · to act: {who}"


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
        lines.append(f"{'bonus':>{LABEL}} " + "".join(f"[bold]{cell:^{CELL}}[/]" for cell in cells))
    faces = [f"{sign} {face}" for face, sign in enumerate(DIE_SIGNS, 1)]
    return [*lines, " " * (LABEL + 1) + "".join(f"{face:^{CELL}}" for face in faces)]


def _reward(tile: dict[str, Any]) -> str:
    """What a tile gives, in a cell's width (P4)."""
    short = {"points": f"{tile['amount']} pts", "cubes": f"{tile['amount']} cubes", "discard": "discard"}
    return short[tile["reward"]]


def _board(view: Game) -> list[str]:
    """Six rows, the strongest first, with their discs from the lowest to the one on top; beside the board (P1, P14)."""
    laid: dict[int, list[int]] = {}
    for seat, field in discs_of(view).items():
        laid.setdefault(field, []).append(seat)
    lines = []
    for row in range(len(ROWS) - 1, 0, -1):
        cells = [_stack(laid.get((row - 1) * FACES + column, [])) for column in range(1, FACES + 1)]
        lines.append(f"{ROWS[row]:>{LABEL}} [dim]│[/]" + "[dim]│[/]".join(cells) + "[dim]│[/]")
    return [*lines, f"{'beside':>{LABEL}}  " + _stack(laid.get(0, []))]


def _stack(seats: list[int]) -> str:
    """Discs in the middle of a field."""
    room = CELL - 1 - len(seats)
    return " " * (room // 2) + "".join(disc(seat) for seat in seats) + " " * (room - room // 2)


def _dice(view: Game) -> list[str]:
    if view.phase != ROLL:
        return []
    dice = "  ".join(f"[bold]{DIE_SIGNS[face - 1]} {face}[/]" for face in notation.faces_of(view.dice))
    lamp = " · the lamp can be used" if view.lamp and view.rolls_left == 0 else " · lamp" if view.lamp else ""
    return [f"{'dice':>{LABEL}}  {dice}   rerolls left: {view.rolls_left}{lamp}"]


def _ranking(view: Game, names: Sequence[str]) -> list[str]:
    """The discs laid so far, from best to worst (P15)."""
    fields = discs_of(view)
    lines = []
    for place, seat in enumerate(ranked(fields), 1):
        where = place_of(fields[seat])
        result = "beside the board" if fields[seat] == 0 else f"{where['row']}, column {where['column']}"
        label = "ranking" if place == 1 else ""
        lines.append(f"{label:>{LABEL}}  {place}. {disc(seat)} {_name(names, seat)}: {result}")
    return lines


def _reserve(view: Game, edition: Edition) -> str:
    """White cubes, and how many tiles of each set are still to come (P3, P8)."""
    tiles = enumerate(tiles_in_order(edition.data))
    sets = Counter(tile["set"] for number, tile in tiles if int(view.stack) >> number & 1)
    to_come = " ".join(f"{number}×{letter}" for letter, number in sets.items()) or "none"
    return f"{'reserve':>{LABEL}}  {view.white_cubes} white cubes · tiles to come: {to_come}"[:WIDTH]


def _player(view: Game, edition: Edition, names: Sequence[str], seat: int) -> list[str]:
    """Points, cubes, the card played and the hand; then what is won."""
    name = escape(set_cell_size(names[seat], NAME))
    turn = "▸" if view.turn_of == seat and view.phase != OVER else " "
    points = int(points_of(view, edition.record[0], seat))
    played = "" if view.played[seat] == NO_CARD else f"   played [bold]{edition.record[0].value[view.played[seat]]}[/]"
    first = f"{turn} {disc(seat)} {name} {points:>4} points {view.cubes[seat]:>3} cubes{played}"
    return [first, *_indented(_hand(view, edition, seat)), *_indented(_pile(view, edition, seat))]


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8)


def _hand(view: Game, edition: Edition, seat: int) -> str:
    """The viewer's own hand; of the others only which cards are left to play (P21)."""
    left = f"left to play {_counted(notation.card_values(view.unplayed[seat], edition))}"
    if seat != view.viewer:
        return left
    return f"hand {_counted(notation.card_values(view.hand[seat], edition))} · {left}"


def _pile(view: Game, edition: Edition, seat: int) -> str:
    tiles = ", ".join(_reward(tile) for tile in tiles_of(view, edition, seat)) or "–"
    return f"won {_counted(won_by(view, edition, seat))} · tiles {tiles}"


def _counted(values: list[int]) -> str:
    """Cards in a row, equal ones counted."""
    counts = Counter(values).items()
    return " ".join(f"{value}×{number}" if number > 1 else str(value) for value, number in counts) or "–"
